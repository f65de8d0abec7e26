"""The game once more, in plain Python, written from the rule catalogue and from nothing else.

It judges the engine, so it shares only the rule table with it. It enumerates the cards that a hand
could put down and keeps what the text of the rules accepts; it is slow, and meant to be read.
"""

from .game import Game

__all__ = ["Game"]
