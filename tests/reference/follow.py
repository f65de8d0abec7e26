"""What may be played: every lead, and every answer to the field."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from sim.rules import Rules

from .cards import HIGHEST, JOKER, LOWEST, Card, Order, cards_text
from .effects import clears, makes_revolution
from .locks import Locks
from .melds import Meld, groups
from .sequences import climbed, sequences
from .strength import Field, compare


@dataclass(frozen=True)
class Play:
    """Cards put down and what they amount to.

    ``how`` is lead, answer, equal (an answer of equal strength), climb, hijack, rollover,
    spade_three or deuce. ``meld`` is what then lies on the field: for a climb the whole sequence,
    though only ``put_down`` leaves the hand.
    """

    meld: Meld
    how: str
    put_down: tuple[Card, ...]

    @property
    def text(self) -> str:
        return cards_text(self.put_down) if self.how == "climb" else self.meld.text

    @property
    def holds_joker(self) -> bool:
        return any(card.is_joker for card in self.put_down)


def plays(
    hand: list[Card], field: Field | None, locks: Locks, rules: Rules, order: Order
) -> dict[str, Play]:
    """Every legal meld by its text."""
    found = leads(hand, rules, order) if not field else answers(hand, field, locks, rules, order)
    legal: dict[str, Play] = {}
    for play in found:
        empties = len(play.put_down) == len(hand)
        if empties and offences(play, field, rules, order) & set(rules.illegal_finish):
            continue
        # What is both a climb and a 2 that beats everything acts as the 2, which is listed first.
        legal.setdefault(play.text, play)
    return legal


def leads(hand: list[Card], rules: Rules, order: Order) -> Iterator[Play]:
    """Every meld; no lock binds a lead."""
    for meld in groups(hand, rules):
        yield Play(meld, "lead", meld.cards)
    for meld in sequences(hand, rules, order):
        yield Play(meld, "lead", meld.cards)


def answers(
    hand: list[Card], field: Field, locks: Locks, rules: Rules, order: Order
) -> Iterator[Play]:
    """Every meld that may be put on the field."""
    on = field.meld
    sizes = {1, on.size, on.size + 1} if on.is_group else {1}
    for meld in groups(hand, rules, sizes):
        how = group_answer(field, meld, locks, rules, order)
        if how:
            yield Play(meld, how, meld.cards)
    if on.is_group:
        return
    for meld in sequences(hand, rules, order):
        if comparable(on, meld, rules) and keeps_locks(locks, field, meld, rules, order):
            how = how_strong(field, meld, rules, order)
            if how:
                yield Play(meld, how, meld.cards)
    if rules.sequence_climb == "on":
        for card in sorted(set(hand)):
            after = climbed(on, card, order)
            if after and locks.accept_suits(after, rules):
                yield Play(after, "climb", (card,))


def group_answer(field: Field, meld: Meld, locks: Locks, rules: Rules, order: Order) -> str | None:
    """How a group may be put on the field; None if it may not."""
    if rules.spade_three == "on" and meld.is_single("S3") and is_lone_joker(field.meld):
        return "spade_three"
    if is_hijack(field, meld, rules, order):
        return "hijack"
    if is_rollover(field.meld, meld, rules, order):
        free = rules.rollover == "on" or breaks_lock(meld, rules)
        return "rollover" if free or _holds_known_suits(locks, meld, rules) else None
    if not keeps_locks(locks, field, meld, rules, order):
        return None
    if is_deuce(field.meld, meld, rules):
        return "deuce"
    if field.meld.is_group and meld.size == field.meld.size:
        return how_strong(field, meld, rules, order)
    return None


def keeps_locks(locks: Locks, field: Field, meld: Meld, rules: Rules, order: Order) -> bool:
    """Do all locks in force allow the meld?"""
    suits = breaks_lock(meld, rules) or locks.accept_suits(meld, rules)
    return suits and locks.accept_rank(field.meld, meld, order)


def breaks_lock(meld: Meld, rules: Rules) -> bool:
    """Does the meld hold a joker that ends a suit lock?"""
    return bool(rules.joker_breaks_lock == "on" and meld.jokers)


def _holds_known_suits(locks: Locks, meld: Meld, rules: Rules) -> bool:
    """Does a rollover hold the locked suits? Suits still open are dropped."""
    kept = Locks(exact=locks.exact, held=locks.held, top=locks.top)
    kept.keep()
    return kept.accept_suits(meld, rules)


def how_strong(field: Field, meld: Meld, rules: Rules, order: Order) -> str | None:
    """``answer`` or ``equal`` if the meld is strong enough."""
    result = compare(field, meld, rules, order)
    if result == "equal" and rules.equal_meld != "off":
        return "equal"
    return "answer" if result == "stronger" else None


def comparable(field: Meld, meld: Meld, rules: Rules) -> bool:
    """Is the sequence of the field's kind and size?"""
    if (meld.kind, meld.copies) != (field.kind, field.copies):
        return False
    if meld.kind == "stepped" and meld.numbers[0] % 2 != field.numbers[0] % 2:
        return False
    return bool(rules.sequence_answer == "longer" or meld.size == field.size)


def is_lone_joker(meld: Meld) -> bool:
    return meld.is_group and meld.size == 1 and meld.rank == JOKER


def is_hijack(field: Field, meld: Meld, rules: Rules, order: Order) -> bool:
    """n+1 cards of the next ordinary rank on n of a rank?"""
    if rules.hijack == "off" or (rules.hijack == "opening" and not field.is_lead):
        return False
    on = field.meld
    if not on.is_group or on.rank == JOKER or meld.rank == JOKER:
        return False
    return meld.size == on.size + 1 and meld.rank == order.up(on.rank)


def is_rollover(field: Meld, meld: Meld, rules: Rules, order: Order) -> bool:
    """n+1 3s on n 2s in normal order?"""
    if rules.rollover == "off" or order.reversed or not field.is_group:
        return False
    return field.rank == HIGHEST and meld.rank == LOWEST and meld.size == field.size + 1


def is_deuce(field: Meld, meld: Meld, rules: Rules) -> bool:
    """A single 2 on a meld without 2 and joker, under ``deuce_beats_all``?"""
    if rules.deuce_beats_all == "off" or meld.size != 1 or meld.rank != HIGHEST:
        return False
    twos = field.rank == HIGHEST if field.is_group else HIGHEST in field.numbers
    return not field.jokers and not twos


def offences(play: Play, field: Field | None, rules: Rules, order: Order) -> set[str]:
    """The members of ``illegal_finish`` and ``foul_finish`` that the play is, as put down."""
    cards, meld, climb = play.put_down, play.meld, play.how == "climb"
    spade_three = len(cards) == 1 and str(cards[0]) == "S3"
    tests = {
        "joker": play.holds_joker,
        "two": any(card.rank == order.strongest for card in cards),
        "eight": any(card.rank == 8 for card in cards),
        "eight_cut": "eight_cut" in clears(meld, climb, rules, order),
        "spade_three": spade_three,
        "spade_three_on_joker": spade_three and field is not None and is_lone_joker(field.meld),
        "revolution": not climb and makes_revolution(meld, rules),
        "group": meld.is_group and meld.size >= 2,
        "sequence": not meld.is_group and not climb,
    }
    return {name for name, holds in tests.items() if holds}
