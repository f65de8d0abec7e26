"""Cards as bits. Card = 4 × rank + suit; ranks 0 (a 3) to 12 (a 2), suits S 0, H 1, D 2, C 3.

Bits 52 and 53 are the black and the red joker. A set of cards from several decks is four masks:
word k holds the cards of which there are more than k copies. One deck uses word 0 only.
"""

from __future__ import annotations

from sim.engine.bits import popcount
from sim.engine.jit import jit

WORDS = 4
RANKS = 13
JACK, QUEEN, KING, TWO = 8, 9, 10, 12
FIVE, SIX, SEVEN, EIGHT, NINE, TEN = 2, 3, 4, 5, 6, 7
THREE = 0
JOKER = 13
SPADE, HEART, DIAMOND, CLUB = 0, 1, 2, 3
BLACK_JOKER, RED_JOKER = 52, 53

ORDINARY = (1 << 52) - 1
JOKERS = 3 << 52
SPADES = 0x1111111111111
SUIT_BIT0 = SPADES
BLACK_BIT = 1 << 52
RED_BIT = 1 << 53


@jit
def joker_count(words):
    """How many jokers four words hold."""
    if words[1] == 0:
        return popcount(words[0] & JOKERS)
    return (
        popcount(words[0] & JOKERS)
        + popcount(words[1] & JOKERS)
        + popcount(words[2] & JOKERS)
        + popcount(words[3] & JOKERS)
    )


@jit
def card_count(words):
    """How many cards four words hold."""
    return popcount(words[0]) + popcount(words[1]) + popcount(words[2]) + popcount(words[3])


@jit
def copies(words, bit):
    """How many copies of the card with index ``bit`` four words hold."""
    return (
        ((words[0] >> bit) & 1)
        + ((words[1] >> bit) & 1)
        + ((words[2] >> bit) & 1)
        + ((words[3] >> bit) & 1)
    )


@jit
def remove_once(words, mask):
    """Take one copy of every card of ``mask`` out of ``words``, which hold them all."""
    words[0] = (words[0] & ~mask) | (words[1] & mask)
    words[1] = (words[1] & ~mask) | (words[2] & mask)
    words[2] = (words[2] & ~mask) | (words[3] & mask)
    words[3] &= ~mask


@jit
def add_once(words, mask):
    """Put one copy of every card of ``mask`` into ``words``."""
    words[3] |= words[2] & mask
    words[2] |= words[1] & mask
    words[1] |= words[0] & mask
    words[0] |= mask


@jit
def remove_cards(words, cards):
    """Take the cards of four words out of four others."""
    for k in range(WORDS):
        if cards[k] == 0:
            break
        remove_once(words, cards[k])


@jit
def add_cards(words, cards):
    """Put the cards of four words into four others."""
    for k in range(WORDS):
        if cards[k] == 0:
            break
        add_once(words, cards[k])
