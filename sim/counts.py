"""What a block of matches leaves behind: integer counts that add.

No rate is stored anywhere; ``analysis`` derives rates from these counts. Places are counted from 0
(Daifugo) to n-1 (Daihinmin); *title* is the place of the game before. Arrays have room for eight
places and nine people (``sit_out``); unused entries stay 0.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import numpy as np

PLACES = 8
PEOPLE = 9
STREAK_CAP = 64
RISE_CAP = 128
SIZES = 55
HOUSE_RULES = 16

_I = np.int64

COUNTS_DTYPE = np.dtype(
    [
        # How much was played.
        ("matches", _I),
        ("games", _I),
        ("turns", _I),  # decisions asked for, gifts and the like included
        ("passes", _I),
        ("tricks", _I),
        ("melds", _I),
        ("revolutions", _I),
        # Games without a revolution, and with one or more. Both, so that counts of versions that did
        # not count this hold no games at all here, instead of games without revolutions.
        ("revolution_games", _I, (2,)),
        ("fouls", _I),  # players who went out with a foul
        ("falls", _I),  # Daifugo who fell by tenraku
        ("legal", _I),  # legal actions listed, where the policies listed them
        # How places follow each other within a match, game t to game t+1.
        ("transition", _I, (PLACES, PLACES)),
        ("triple", _I, (PLACES, PLACES, PLACES)),  # places of games t, t+1, t+2
        # Streaks by length (last entry: that long or longer): ended, and cut by the match's end.
        ("daihinmin_streak", _I, (STREAK_CAP + 1,)),
        ("daihinmin_streak_cut", _I, (STREAK_CAP + 1,)),
        ("daifugo_streak", _I, (STREAK_CAP + 1,)),
        ("daifugo_streak_cut", _I, (STREAK_CAP + 1,)),
        # Games from a first last place (since the match began or the last first place) to being
        # Daifugo: reached, and cut by the match's end.
        ("rise", _I, (RISE_CAP + 1,)),
        ("rise_cut", _I, (RISE_CAP + 1,)),
        # By title, over the games that have titles.
        ("titled", _I, (PLACES,)),  # games played holding that title
        ("points", _I, (PLACES,)),  # points scored
        ("money", _I, (PLACES,)),  # gambling: won minus paid
        ("dealt_cards", _I, (PLACES,)),  # hand as dealt, before the exchange
        ("dealt_twos", _I, (PLACES,)),  # cards of the strongest ordinary rank (2s in normal order)
        ("dealt_jokers", _I, (PLACES,)),
        ("dealt_strength", _I, (PLACES,)),  # sum over cards: 0 weakest rank .. 12, joker 13
        ("dealt_strength_squared", _I, (PLACES,)),  # sum over hands of that sum's square
        ("given_cards", _I, (PLACES,)),  # what that title handed over in the exchange
        ("given_twos", _I, (PLACES,)),
        ("given_jokers", _I, (PLACES,)),
        ("given_strength", _I, (PLACES,)),
        ("got_cards", _I, (PLACES,)),  # what that title received in the exchange
        ("got_twos", _I, (PLACES,)),
        ("got_jokers", _I, (PLACES,)),
        ("got_strength", _I, (PLACES,)),
        # By hand size of the game: games with titles, and of these the Daihinmin stayed.
        ("size_games", _I, (SIZES,)),
        ("size_stayed", _I, (SIZES,)),
        # By person (seat at the start of the match): places taken, points and money.
        ("person_place", _I, (PEOPLE, PLACES)),
        ("person_points", _I, (PEOPLE,)),
        ("person_money", _I, (PEOPLE,)),
        ("sat_out", _I, (PEOPLE,)),
        # Games during which each entry of house_rules was in force.
        ("house_games", _I, (HOUSE_RULES,)),
    ]
)
WIDTH = COUNTS_DTYPE.itemsize // 8
"""Integers in the flat form of the counts."""


class Counts:
    """The counts of some matches; ``a + b`` is the counts of both.

    Fields are read as attributes: ``counts.games`` is an int, ``counts.transition`` an int64 array of
    shape (8, 8).
    """

    __slots__ = ("record",)

    def __init__(self, record: np.ndarray[Any, Any] | None = None) -> None:
        self.record = np.zeros(1, COUNTS_DTYPE) if record is None else record

    @classmethod
    def from_vector(cls, vector: np.ndarray[Any, Any]) -> Counts:
        """The counts whose flat form is ``vector``, an int64 array of shape (WIDTH,)."""
        flat = np.ascontiguousarray(vector, dtype=np.int64)
        if flat.shape != (WIDTH,):
            raise ValueError(f"counts have {WIDTH} integers, not {flat.shape}")
        return cls(flat.view(COUNTS_DTYPE).copy())

    @property
    def vector(self) -> np.ndarray[Any, Any]:
        """The flat form: an int64 array of shape (WIDTH,), a view."""
        return self.record.view(np.int64)

    def __getattr__(self, name: str) -> Any:
        if name.startswith("_") or name not in (COUNTS_DTYPE.names or ()):
            raise AttributeError(name)
        value = self.record[name][0]
        return int(value) if np.ndim(value) == 0 else value

    def __add__(self, other: Counts) -> Counts:
        return Counts.from_vector(self.vector + other.vector)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Counts) and bool(np.array_equal(self.vector, other.vector))

    __hash__ = None  # type: ignore[assignment]

    def __repr__(self) -> str:
        return f"Counts(matches={self.matches}, games={self.games}, turns={self.turns})"


def add(parts: Iterable[Counts]) -> Counts:
    """The counts of all parts together (of none: zeros)."""
    total = Counts()
    for part in parts:
        total.vector[:] += part.vector
    return total
