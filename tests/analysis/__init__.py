"""The proof of the numbers."""
