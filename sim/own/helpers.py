"""What an action of the list is, and what a view says, for policies of users' own.

Each function is compiled where a compiled function calls it, and is plain Python in plain Python. An
action is a row of five integers, read as ``sim.engine.action`` packs them.
"""

from __future__ import annotations

from typing import Any

from numba.extending import overload, register_jitable

from sim.engine.action import (
    DOUBLE,
    GIVE,
    KEEP,
    KIDNAP,
    MULTIPLE,
    PASS,
    PRIME,
    SEQUENCE,
    STEPPED_DOUBLE,
    STEPPED_TRIPLE,
    TRIPLE,
)
from sim.engine.cards import JOKER, JOKERS
from sim.engine.streams import below

helper = register_jitable
"""The decorator of functions that a policy calls."""

_WORD = (1 << 64) - 1


@helper
def kind(action: Any) -> Any:
    """PASS, GROUP, SEQUENCE and its like, GIVE, DISCARD, KIDNAP or KEEP."""
    return action[0] & 15


@helper
def is_pass(action: Any) -> Any:
    """Whether nothing is played: PASS, and KEEP where a gift or a discard is asked for."""
    return kind(action) == PASS or kind(action) == KEEP


@helper
def is_sequence(action: Any) -> Any:
    """Whether the meld is a sequence of any kind."""
    return SEQUENCE <= kind(action) <= PRIME


@helper
def is_climb(action: Any) -> Any:
    """Whether a card is added to the sequence on the field (``sequence_climb``)."""
    return is_sequence(action) and (action[0] >> 27) & 1 == 1


@helper
def size(action: Any) -> Any:
    """Cards of the meld that then lies on the field; 1 for a gift, a discard, a kidnap."""
    if is_pass(action):
        return 0
    if kind(action) > PRIME:
        return 1
    return (action[0] >> 4) & 63


@helper
def rank(action: Any) -> Any:
    """Rank of a group, a gift, a discard, a kidnap: 0 (a 3) .. 12 (a 2), 13 a joker; a sequence's
    lowest place (-1: below 3); -2 where nothing is played."""
    if is_pass(action):
        return -2
    if kind(action) > PRIME:
        return min(JOKER, (action[0] >> 6) & 15)
    return ((action[0] >> 10) & 31) - 1


@helper
def suit(action: Any) -> Any:
    """Suit of a sequence (0 S, 1 H, 2 D, 3 C), of a gift, a discard; -1 for anything else."""
    if is_sequence(action):
        return (action[0] >> 18) & 3
    if kind(action) > PRIME and not is_pass(action) and rank(action) != JOKER:
        return (action[0] >> 4) & 3
    return -1


@helper
def jokers(action: Any) -> Any:
    """Jokers that leave the hand with an action."""
    n = 0
    for k in range(4):
        n += _bits(action[k + 1] & JOKERS)
    return n


@helper
def receiver(action: Any) -> Any:
    """The seat that a gift goes to; -1 for anything else."""
    return (action[0] >> 10) & 31 if kind(action) == GIVE else -1


@helper
def top_rank(action: Any) -> Any:
    """Rank of the highest place of a sequence; 13 where that is past the 2."""
    what, low = kind(action), rank(action)
    places = size(action)
    if what in (DOUBLE, STEPPED_DOUBLE):
        places //= 2
    elif what in (TRIPLE, STEPPED_TRIPLE):
        places //= 3
    if what <= TRIPLE:
        return low + places - 1
    if what <= STEPPED_TRIPLE:
        return low + 2 * (places - 1)
    if what == MULTIPLE:
        return ((action[0] >> 15) & 7) * places - 3
    for _ in range(places - 1):
        low += 2 if low < 4 or low == 8 else 4
    return low


@helper
def strength(view: Any, action: Any) -> Any:
    """How strong a meld or a card is in the order in force: 0, 2 .. 24, a joker 26; a sequence counts
    as its weakest card. 0 where nothing is played."""
    if is_pass(action):
        return 0
    if is_sequence(action):
        return 24 - 2 * top_rank(action) if view.reversed else 2 * rank(action)
    return view.rank_strength[rank(action)]


@helper
def leads(view: Any) -> Any:
    """Whether the field is empty: any meld may be played."""
    return view.field[0] == 0


@helper
def finishes(view: Any, action: Any) -> Any:
    """Whether the action leaves no card in the hand."""
    n = 0
    for k in range(4):
        n += _bits(action[k + 1])
    return kind(action) != KIDNAP and n == view.counts[view.seat]


@helper
def fewest(view: Any) -> Any:
    """The fewest cards that another player who is still in holds (99: nobody is)."""
    least = 99
    for seat in range(view.players):
        if seat != view.seat and (view.playing >> seat) & 1:
            least = min(least, view.counts[seat])
    return least


@helper
def _bits(mask: Any) -> Any:
    n = 0
    while mask:
        mask &= mask - 1
        n += 1
    return n


@helper
def cards(words: Any) -> Any:
    """How many cards four words hold, such as ``view.hand``, ``view.played``, ``action[1:]``."""
    return _bits(words[0]) + _bits(words[1]) + _bits(words[2]) + _bits(words[3])


@helper
def copies(words: Any, card: Any) -> Any:
    """How often four words hold the card 4 × rank + suit (52 and 53: black and red joker)."""
    n = 0
    for k in range(4):
        n += (words[k] >> card) & 1
    return n


@helper
def count_rank(words: Any, which: Any) -> Any:
    """How many cards of a rank four words hold; rank 13 are the jokers."""
    n = 0
    for k in range(4):
        n += _bits((words[k] >> (4 * which)) & (3 if which == JOKER else 15))
    return n


@helper
def unseen(view: Any, which: Any) -> Any:
    """How many cards of a rank are neither in the own hand nor open: at most so many are against you.
    Where not all cards are dealt some of them are in nobody's hand."""
    all_of_them = view.decks * (view.rules.jokers if which == JOKER else 4)
    return all_of_them - count_rank(view.hand, which) - count_rank(view.played, which)


def draw(view: Any, n: Any) -> Any:
    """A random number from 0 to n - 1, n < 2**31, from the game's stream (``sim.engine.streams``)."""
    state = (int(view.stream[0]) + 0x9E3779B97F4A7C15) & _WORD
    view.stream[0] = state - (1 << 64) if state >> 63 else state
    value = ((state ^ (state >> 30)) * 0xBF58476D1CE4E5B9) & _WORD
    value = ((value ^ (value >> 27)) * 0x94D049BB133111EB) & _WORD
    return (((value ^ (value >> 31)) >> 32) * int(n)) >> 32


@overload(draw)  # type: ignore[untyped-decorator]
def _draw(view: Any, n: Any) -> Any:
    """The kernel's own, for compiled code."""

    def drawn(view: Any, n: Any) -> Any:
        return below(view.stream, n)

    return drawn
