"""What happens after a meld, step by step in the catalogue's order of resolution (section 6).

Each step is a function of the game. It returns True when it is done; it returns False after it has
put a decision to a player, and is called again when that has been made.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from . import effects, kidnap
from .cards import Card, Order
from .follow import Play, breaks_lock, offences
from .strength import Field, king_beats

if TYPE_CHECKING:
    from .game import Game


@dataclass
class Resolution:
    """A meld that is being resolved: who put down what, and all that was judged at that moment."""

    seat: int
    play: Play
    before: Field | None
    order: Order
    clears: bool
    foul: bool
    steps: list[Callable[[Game, Resolution], bool]]
    asked: list[int] = field(default_factory=list)
    """The players who may still kidnap."""
    gifts: int = 0
    discards: int = 0
    emptied: bool = False
    """Did the meld itself take the last card?"""

    @property
    def climb(self) -> bool:
        return self.play.how == "climb"

    def times(self, scope: str, rank: int) -> int:
        return effects.times(scope, self.play.meld, self.climb, rank)


def put_down(game: Game, seat: int, play: Play) -> Resolution:
    """Step 1: the cards leave the hand and become the field."""
    before, order, rules = game.field, game.order, game.rules
    for card in play.put_down:
        game.hands[seat].remove(card)
        game.laid.append(card)
    king = before is not None and king_beats(before, play.meld, rules)
    game.field = Field(play.meld, seat, before is None, king)
    game.done.clear()
    game.lead_passed.clear()
    cleared_by = effects.clears(play.meld, play.how == "climb", rules, order)
    resolution = Resolution(
        seat=seat,
        play=play,
        before=before,
        order=order,
        clears=bool(cleared_by) or play.how in ("spade_three", "deuce"),
        foul=bool(offences(play, before, rules, order) & set(rules.foul_finish)),
        steps=list(STEPS),
        asked=game.from_next(seat),
        emptied=not game.hands[seat],
    )
    resolution.gifts = resolution.times(rules.seven_pass, 7)
    resolution.discards = resolution.times(rules.ten_discard, 10)
    return resolution


def suicide_king(game: Game, r: Resolution) -> bool:
    """The game ends at once when the king of hearts lies on another player's queen of hearts."""
    before = r.before
    if game.rules.suicide_king == "off" or before is None or before.owner == r.seat:
        return True
    upper, lower = ("HQ", "HK") if r.order.reversed else ("HK", "HQ")
    if r.play.meld.is_single(upper) and before.meld.is_single(lower):
        game.end(game.finish.suicide(r.seat, before.owner, game.by_cards(r.seat)))
    return True


def joker_kidnap(game: Game, r: Resolution) -> bool:
    """Step 2: each other player still in may take jokers of a combination."""
    assert game.field is not None
    if game.rules.joker_kidnap == "off" or r.climb:
        return True
    while r.asked:
        takers = kidnap.takers(game.field.meld, game.hands[r.asked[0]])
        if takers:
            options = {f"kidnap {card}": card for card in takers}
            game.ask(r.asked[0], {"keep": None, **options})
            return False
        r.asked.pop(0)
    return True


def revolution(game: Game, r: Resolution) -> bool:
    """Step 3."""
    if not r.climb and effects.makes_revolution(r.play.meld, game.rules):
        game.revolution = not game.revolution
    return True


def back_and_turn_order(game: Game, r: Resolution) -> bool:
    """Step 4."""
    if r.times(game.rules.jack_back, 11):
        game.back = True
    if game.rules.one_eyed_jack_back == "on" and r.play.meld.is_single("HJ", "SJ"):
        game.back = True
        game.trick_reversed = True
    if r.times(game.rules.nine_reverse, 9):
        game.nine_reversed = not game.nine_reversed
    return True


def locks(game: Game, r: Resolution) -> bool:
    """Step 5: locks are set by the meld as it lies after the kidnaps."""
    assert game.field is not None
    rules, meld = game.rules, game.field.meld
    if r.clears or r.before is None:
        return True
    breaks = not r.climb and breaks_lock(r.play.meld, rules)
    if breaks:
        game.locks.end_suits()
    if r.play.how == "hijack":
        game.locks.hijacked()
    elif r.play.how == "rollover":
        game.locks.end_ranks()
        if rules.rollover == "keep_locks":
            game.locks.keep()
        else:
            game.locks.end_suits()
    else:
        if not breaks:
            game.locks.set_suits(r.before.meld, meld, r.climb, rules)
        game.locks.set_ranks(r.before.meld, meld, r.order, rules)
    return True


def seven_pass(game: Game, r: Resolution) -> bool:
    """Step 6, first: gifts, one after another."""
    hand = game.hands[r.seat]
    if not r.gifts or not hand:
        return True
    receivers = [seat for seat in sorted(game.still_in) if seat != r.seat]
    gifts = {f"give {card} {seat}": (card, seat) for card in hand for seat in receivers}
    game.ask(r.seat, {"keep": None, **gifts})
    return False


def ten_discard(game: Game, r: Resolution) -> bool:
    """Step 6, second: discards, one after another."""
    hand = game.hands[r.seat]
    if not r.discards or not hand:
        return True
    game.ask(r.seat, {"keep": None, **{f"discard {card}": card for card in hand}})
    return False


def going_out(game: Game, r: Resolution) -> bool:
    """Step 7: going out, fouls, tenraku, and the end of the game."""
    if not game.hands[r.seat]:
        game.still_in.remove(r.seat)
        falls = game.finish.go_out(r.seat, r.foul and r.emptied, game.still_in)
        if falls and game.rules.tenraku == "end":
            game.end(game.finish.places(game.by_cards(r.seat)))
            return True
        if falls and game.rules.tenraku == "drop":
            game.drop(game.finish.fallen)
    if len(game.still_in) <= 1:
        game.end(game.finish.places(list(game.still_in)))
    return True


def clearing(game: Game, r: Resolution) -> bool:
    """Step 8."""
    if r.clears:
        game.clear_field()
        r.steps = [clearing]  # no skips, and the turn is settled; this step is all that is left
    return True


def skips(game: Game, r: Resolution) -> bool:
    """Step 9: the next players who would be asked are skipped; never the meld's own player."""
    owed = r.times(game.rules.five_skip, 5)
    owed += game.rules.equal_meld == "skip" and r.play.how == "equal"
    game.done.update(game.would_be_asked(r.seat)[:owed])
    return True


def next_turn(game: Game, r: Resolution) -> bool:
    """Step 10."""
    game.ask_next(r.seat)
    return True


STEPS: list[Callable[[Game, Resolution], bool]] = [
    suicide_king,
    joker_kidnap,
    revolution,
    back_and_turn_order,
    locks,
    seven_pass,
    ten_discard,
    going_out,
    clearing,
    skips,
    next_turn,
]


def decide(game: Game, r: Resolution, seat: int, choice: object) -> None:
    """Carry out what a player chose when the first of the remaining steps asked."""
    assert game.field is not None
    step = r.steps[0]
    if step is joker_kidnap:
        if choice is None:
            r.asked.pop(0)
            return
        assert isinstance(choice, Card)
        index = kidnap.takers(game.field.meld, game.hands[seat])[choice]
        joker = game.field.meld.cards[index]
        game.exchange(seat, choice, joker)
        meld = kidnap.after_kidnap(game.field.meld, index, choice, game.rules)
        game.field = game.field._replace(meld=meld)
    elif step is seven_pass:
        r.gifts = r.gifts - 1 if choice is not None else 0
        if isinstance(choice, tuple):
            card, receiver = choice
            game.hands[seat].remove(card)
            game.hands[receiver].append(card)
    elif step is ten_discard:
        r.discards = r.discards - 1 if choice is not None else 0
        if isinstance(choice, Card):
            game.hands[seat].remove(choice)
            game.laid.append(choice)
