"""The cells of ``long-hands`` by what they are for."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from analysis import words
from analysis.load import Cell
from analysis.studies import common
from analysis.studies.common import pick


@dataclass(frozen=True)
class View:
    """The cells by what they are for, and the table that the sentences speak of."""

    cells: list[Cell]
    main: list[Cell]
    table: str
    seats: str
    policy: str
    low: str
    high: str

    @property
    def here(self) -> list[Cell]:
        """The main grid's cells of the table that the sentences speak of."""
        return pick(self.main, table=self.table, seats=self.seats, policy=self.policy)

    @property
    def where(self) -> str:
        """That table in words."""
        return f"{words.counted(int(self.seats), 'player')}, rules {self.table}, {self.policy}"

    @property
    def tribute(self) -> str:
        """The tribute that most sentences speak of: one card, or the smallest there is."""
        some = [t for t in common.values(self.here, "tribute") if t not in ("", "0")]
        return "1" if "1" in some else some[0] if some else "0"

    def cell(self, cells: Sequence[Cell], **labels: Any) -> Cell | None:
        """A cell of that table with further labels, None where there is none."""
        found = pick(cells, table=self.table, seats=self.seats, policy=self.policy, **labels)
        return common.first(found)


def view_of(cells: list[Cell]) -> View:
    """Choose the table: four players where there are some, the first rules, the strongest policy."""
    named = common.with_names(cells, seats=lambda c: c.players)
    main = common.main_grid(named)
    sizes = common.values(main, "hand_size")
    seats = common.values(main, "seats")
    return View(
        named,
        main,
        common.values(main, "table")[0],
        "4" if "4" in seats else seats[0],
        common.strongest(main),
        sizes[0],
        sizes[-1],
    )
