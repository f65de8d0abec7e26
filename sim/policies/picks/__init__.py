"""Choosing from masks: what a policy would choose from the list of legal actions, without the list.

A pick says LISTED where it would have to list, and the kernel lists. The tests prove that each
pick and its listing form choose the same action at random positions of every plain game.
"""
