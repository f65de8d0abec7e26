"""Effects of a meld (section 6): which of them it has, judged on the cards as put down."""

from __future__ import annotations

from sim.rules import Rules

from .cards import JOKER, Order
from .melds import Meld


def standing(meld: Meld, climb: bool, rank: int) -> int:
    """How many cards put down stand for ``rank``, jokers included."""
    if meld.is_group:
        return meld.size if meld.rank == rank else 0
    put_down = meld.numbers[-1:] if climb else meld.numbers
    return put_down.count(rank)


def times(scope: str, meld: Meld, climb: bool, rank: int) -> int:
    """How often an effect of ``rank`` happens under ``scope``."""
    if scope == "off" or (scope == "groups" and not meld.is_group):
        return 0
    count = standing(meld, climb, rank)
    return count if scope == "per_card" else min(count, 1)


def makes_revolution(meld: Meld, rules: Rules) -> bool:
    """Does the meld (no climb) turn the revolution on or off?"""
    if meld.is_group:
        return bool(rules.revolution != "off" and meld.size >= 4)
    return bool(rules.sequence_revolution != "off" and meld.size >= rules.sequence_revolution)


def clears(meld: Meld, climb: bool, rules: Rules, order: Order) -> set[str]:
    """The rules by which the meld clears the field, but for the two that depend on the field."""
    group = meld.is_group
    top_line = sorted((order.strongest, order.up(order.strongest), order.up(order.strongest, -1)))
    tests = {
        "eight_cut": times(rules.eight_cut, meld, climb, 8) > 0,
        "two_jokers_clear": group and meld.rank == JOKER and meld.size >= 2,
        "six_clears": group and meld.size >= 6,
        "deuce_clears": group and meld.rank == order.strongest,
        "top_sequence_clears": meld.kind == "sequence"
        and not climb
        and sorted(meld.numbers) == top_line,
    }
    return {name for name, holds in tests.items() if holds and rules[name] != "off"}
