"""Going out (section 7) and the places at the end of a game."""

from __future__ import annotations

from sim.rules import Rules


class Finish:
    """Who is out, in which order, and how. Seats that are still in are not known here."""

    def __init__(self, rules: Rules, previous: list[int] | None) -> None:
        self.rules = rules
        self.daifugo = previous[0] if previous else None
        self.out: list[int] = []
        """Those out without a foul, first first; never the fallen Daifugo."""
        self.offenders: list[int] = []
        """The first of them is last."""
        self.fallen: int | None = None

    def go_out(self, seat: int, foul: bool, still_in: set[int]) -> bool:
        """Record that a hand is empty; ``still_in`` are the others. Does the Daifugo fall now?"""
        placed = seat == self.fallen and self.rules.fallen_place in ("lowest_free", "last")
        if foul:
            if not placed:
                self.offenders.append(seat)
            return False
        if seat == self.fallen:
            return False
        self.out.append(seat)
        if self.rules.tenraku == "off" or len(self.out) > 1 or self.fallen is not None:
            return False
        if self.daifugo is None or self.daifugo not in still_in:
            return False
        self.fallen = self.daifugo
        if self.rules.fallen_place == "lowest_free":
            self.offenders.append(self.fallen)
        return True

    def places(self, still_in: list[int]) -> list[int]:
        """All seats, best first; ``still_in`` in the order that they take."""
        ranked = self.out + [seat for seat in still_in if seat != self.fallen]
        bottom = self.offenders[::-1]
        if self.fallen is None or self.fallen in bottom:
            return ranked + bottom
        if self.rules.fallen_place == "last":
            return [*ranked, *bottom, self.fallen]
        return [*ranked, self.fallen, *bottom]

    def suicide(self, king: int, queen: int, still_in: list[int]) -> list[int]:
        """The places when ``king`` beat ``queen`` under ``suicide_king``."""
        between = [seat for seat in self.places(still_in) if seat not in (king, queen)]
        return [king, *between, queen]
