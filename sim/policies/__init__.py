"""Scripted players. ``registry`` names them; one file holds one policy's decisions."""
