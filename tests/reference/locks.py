"""Locks (section 5): what they demand of an answer, and how a meld sets them.

Suits are counted as multisets. With free jokers two melds of n cards can hold the same suits
when the suits that at least one of them shows, each as often as the one that shows it more often,
are no more than n: the jokers take the rest. A lock of n suits is the suits that are known so far;
the others are still open.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass

from sim.rules import Rules

from .cards import SUITS, Order
from .melds import Meld, suits_below_top, suits_of, top_suit


@dataclass
class SuitLock:
    """Exactly ``size`` suits, of which ``known`` are settled."""

    known: Counter[str]
    size: int

    def fits(self, suits: Counter[str]) -> bool:
        return (self.known | suits).total() <= self.size

    def settle(self, suits: Counter[str]) -> None:
        """A meld's real cards settle suits still open (unless a kidnap brought another suit)."""
        if self.fits(suits):
            self.known |= suits

    @property
    def texts(self) -> list[str]:
        return suit_texts(self.known) + ["*"] * (self.size - self.known.total())


def suit_texts(suits: Counter[str]) -> list[str]:
    """The suits in the order S H D C."""
    return [suit for suit in SUITS for _ in range(suits[suit])]


def meld_size(meld: Meld) -> int:
    """How many suits a meld has for the locks: a sequence has one."""
    return meld.size if meld.is_group else 1


@dataclass
class Locks:
    """All locks in force.

    ``exact`` binds all suits of an answer, under ``top`` those below the top card; ``held`` are
    suits that an answer must hold (``partial``, and any lock kept by a rollover); ``kept`` says
    that a rollover has kept locks, so that no other suit lock is set.
    """

    exact: SuitLock | None = None
    held: Counter[str] | None = None
    top: str = ""
    kept: bool = False
    geki: SuitLock | None = None
    number: bool = False
    parity: str = ""

    def texts(self) -> list[str]:
        """The locks as the state shows them."""
        shown = []
        top = [self.top] if self.top else []
        if self.exact:
            open_suits = ["*"] * (self.exact.size - self.exact.known.total())
            known = suit_texts(self.exact.known + Counter(top))
            shown.append(" ".join(["suit", *known, *open_suits]))
        elif self.held:
            shown.append(" ".join(["suit", *suit_texts(self.held + Counter(top))]))
        if self.top:
            shown.append(f"top {self.top}")
        if self.geki:
            shown.append(" ".join(["geki", *self.geki.texts]))
        if self.number:
            shown.append("number")
        if self.parity:
            shown.append(f"parity {self.parity}")
        return shown

    def end_suits(self) -> None:
        self.exact, self.held, self.top = None, None, ""

    def end_ranks(self) -> None:
        self.geki, self.number, self.parity = None, False, ""

    # -- what an answer must do

    def accept_suits(self, meld: Meld, rules: Rules) -> bool:
        """Does the meld keep the suit locks? Jokers alone always do."""
        if meld.jokers_alone:
            return True
        size = meld_size(meld)
        suits, free = suits_of(meld)
        if rules.suit_lock == "top":
            if self.top and top_suit(meld) not in (None, self.top):
                return False
            size -= 1
            suits, free = suits_below_top(meld)
        if self.exact and (size != self.exact.size or not self.exact.fits(suits)):
            return False
        return self.held is None or (self.held - suits).total() <= free

    def accept_rank(self, field: Meld, meld: Meld, order: Order) -> bool:
        """Does the meld keep the rank locks, in the order now in force? Jokers alone always do."""
        if meld.jokers_alone or not (self.geki or self.number or self.parity):
            return True
        if field.jokers_alone:
            return False
        suits, _ = suits_of(meld)
        if (self.geki or self.number) and meld.rank != order.up(field.rank):
            return False
        if self.geki and (meld.size != self.geki.size or not self.geki.fits(suits)):
            return False
        if self.parity and meld.rank != order.up(field.rank, 2):
            return False
        return not self.parity or (meld.size == 1 and suits[self.parity] == 1)

    # -- what a meld sets

    def hijacked(self) -> None:
        """All locks end."""
        self.end_suits()
        self.end_ranks()

    def keep(self) -> None:
        """A rollover under ``keep_locks``: the locked suits must be held from now on."""
        self.kept = self.kept or bool(self.exact or self.held or self.top)
        if self.exact:
            self.held = self.exact.known
        self.exact = None

    def set_suits(self, field: Meld, meld: Meld, climb: bool, rules: Rules) -> None:
        """Set, extend or settle the suit locks after ``meld`` was put on ``field``."""
        if self.kept or field.jokers_alone or meld.jokers_alone:
            return
        if rules.suit_lock == "exact":
            self._set_exact(suits_of(field)[0], suits_of(meld)[0], meld_size(meld))
        elif rules.suit_lock == "singles":
            without_joker = not field.jokers and (climb or not meld.jokers)
            if without_joker and meld_size(meld) == 1:
                self._set_exact(suits_of(field)[0], suits_of(meld)[0], 1)
        elif rules.suit_lock == "partial":
            self._set_partial(field, meld)
        elif rules.suit_lock == "top":
            self._set_top(field, meld)

    def _set_exact(self, field: Counter[str], meld: Counter[str], size: int) -> None:
        if self.exact:
            self.exact.settle(meld)
        elif (field | meld).total() <= size:
            self.exact = SuitLock(field | meld, size)

    def _set_partial(self, field: Meld, meld: Meld) -> None:
        """The answer's jokers, then the field's, take missing suits, locked ones first."""
        locked = set(self.held or ())
        theirs, their_jokers = _take(set(suits_of(field)[0]), locked, suits_of(field)[1])
        ours, our_jokers = _take(set(suits_of(meld)[0]), locked, suits_of(meld)[1])
        ours, _ = _take(ours, theirs, our_jokers)
        theirs, _ = _take(theirs, ours, their_jokers)
        locked |= ours & theirs
        self.held = Counter(locked) if locked else None

    def _set_top(self, field: Meld, meld: Meld) -> None:
        if not self.top:
            tops = {top_suit(field), top_suit(meld)} - {None}
            if len(tops) != 1:
                return
            self.top = str(tops.pop())
        if self.exact:
            self.exact.settle(suits_below_top(meld)[0])
        elif self.tops_match(field, meld) and meld.is_group and meld.size > 1:
            self._set_exact(suits_below_top(field)[0], suits_below_top(meld)[0], meld.size - 1)

    def tops_match(self, field: Meld, meld: Meld) -> bool:
        """Have both top cards one suit? Under a top lock jokers on top take the locked suit."""
        tops = [top_suit(field), top_suit(meld)]
        if self.top:
            return all(suit in (None, self.top) for suit in tops)
        return len(set(tops) - {None}) == 1

    def set_ranks(self, field: Meld, meld: Meld, order: Order, rules: Rules) -> None:
        """Set the rank locks; ``order`` is the one in which the meld was put down."""
        if not meld.is_group or field.jokers_alone or meld.jokers_alone:
            return
        next_rank = meld.rank == order.up(field.rank)
        ours, theirs = suits_of(meld)[0], suits_of(field)[0]
        suits_match = (ours | theirs).total() <= meld.size
        if rules.suit_lock == "top":
            suits_match = suits_match and self.tops_match(field, meld)
        if self.geki:
            self.geki.settle(ours)
        elif rules.geki_lock == "on" and next_rank and suits_match:
            self.geki = SuitLock(ours | theirs, meld.size)
        if rules.number_lock == "on" and next_rank:
            self.number = True
        two_up = meld.rank == order.up(field.rank, 2)
        if rules.parity_lock == "on" and two_up and meld.size == 1 and ours == theirs:
            self.parity = meld.cards[0].suit


def _take(suits: set[str], wanted: set[str], jokers: int) -> tuple[set[str], int]:
    """The suits, with those wanted that jokers take, and the jokers left."""
    missing = [suit for suit in SUITS if suit in wanted and suit not in suits][:jokers]
    return suits | set(missing), jokers - len(missing)
