"""Tables of weights: int64 in one flat array, found in the kernel by its address.

An address, not an array, is what a policy's number can carry: so a table can change from call to call
without compiling anything. Costs are in thousandths of a trick: lower is better.
"""

from __future__ import annotations

from typing import Any

from llvmlite import ir
from numba import types
from numba.extending import intrinsic

CARDS = 56
"""A single: 0 to 54 cards that beat it, and EIGHT_CUTS."""
SIZES, RANKS = 3, 15
"""Groups of two, three, four (and more) cards; 0 to 13 ranks that beat them, and EIGHT_CUTS."""
EIGHT_CUTS = -1
"""In place of a number: eights, which nothing beats but which beat little. The last of their row."""
RUN_SIZES, RUN_BEATERS = 3, 3
"""Sequences of three, four, five (and more) cards; none, one or two, more that beat them."""
HASTE = 4
"""The fewest cards that another player holds: 1, 2, 3 or 4, more."""
LEFT = 5
"""How many melds that can be beaten are left: 0 to 3, more."""
OTHERS = 3
"""How many other players may answer: 1, 2, more."""
LEADS = 5
"""A lead of one, two, three, more cards of a rank, a sequence."""

HOLD_SINGLE = 0
"""A single in the hand, by the cards that beat it."""
HOLD_GROUP = HOLD_SINGLE + CARDS
"""A group in the hand, by size and by the ranks that beat it."""
HOLD_RUN = HOLD_GROUP + SIZES * RANKS
"""A sequence in the hand."""
HOLD_JOKER = HOLD_RUN + RUN_SIZES * RUN_BEATERS
"""A joker in the hand that nothing beats, that something may."""
PLAY_SINGLE = HOLD_JOKER + 2
"""A single on the table, by what beats it there; groups and sequences likewise."""
PLAY_GROUP = PLAY_SINGLE + CARDS
PLAY_RUN = PLAY_GROUP + SIZES * RANKS
PLAY_HASTE = PLAY_RUN + RUN_SIZES * RUN_BEATERS
"""Something on the table that can be beaten, by haste."""
PLAY_STEEP = PLAY_HASTE + HASTE
"""The same, times the chance that it is beaten as it rises with what may beat it (``rise``)."""
PLAY_OTHERS = PLAY_STEEP + HASTE
"""The same by the players who may answer."""
PLAY_LEFT = PLAY_OTHERS + OTHERS
"""The same by the melds left that can be beaten."""
PASS_HASTE = PLAY_LEFT + LEFT
"""A pass, by haste."""
PASS_LEFT = PASS_HASTE + HASTE
"""A pass by the melds left that can be beaten."""
PASS_OPEN = PASS_LEFT + LEFT
"""A pass where who passes may still play in the same trick."""
LEAD = PASS_OPEN + 1
MANY = LEAD + LEADS
"""Melds left that can be beaten, whatever is done."""
LAST = MANY + LEFT
"""How much of the dearest meld's cost is saved by playing it last, in thousandths: where the lead is
lost, and where it is kept."""
STUCK = LAST + 2
"""Nothing left that may be played last."""
WEIGHTS = STUCK + 1
"""The length of a table."""


@intrinsic  # type: ignore[untyped-decorator]
def address_of(typingctx: Any, table: Any) -> Any:
    """The address of an array's first item."""

    def codegen(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        array = context.make_array(signature.args[0])(context, builder, args[0])
        return builder.ptrtoint(array.data, ir.IntType(64))

    return types.int64(table), codegen
