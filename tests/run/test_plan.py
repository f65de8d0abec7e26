"""What is still to be played is played once, whatever is there already."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sim.errors import InputError
from sim.rules import Rules
from sim.run.plan import Cell, FixedSource, Part, automatic_block, cut, gaps
from sim.task import Task

RANGES = st.lists(st.tuples(st.integers(0, 60), st.integers(1, 9)), max_size=8)


@given(RANGES, st.integers(0, 70), st.integers(1, 12))
def test_blocks_fill_the_gaps_exactly(done: list[tuple[int, int]], end: int, size: int) -> None:
    covered = {match for first, n in done for match in range(first, first + n)}
    pieces = list(cut(gaps(done, end), size))
    played = [match for first, n in pieces for match in range(first, first + n)]
    assert sorted(played) == [match for match in range(end) if match not in covered]
    assert all(first // size == (first + n - 1) // size for first, n in pieces)


@given(RANGES, st.integers(1, 70), st.integers(1, 12), st.integers(1, 4))
def test_the_parts_of_several_machines_make_up_the_whole(
    done: list[tuple[int, int]], end: int, size: int, machines: int
) -> None:
    cell = Cell(0, Task(Rules(), ("lowest",) * 4, 0, 10), "0", "", tuple(done))

    def blocks(part: Part) -> list[tuple[int, int]]:
        source, found = FixedSource([cell], end, size, part), []
        while (job := source.next()) is not None:
            found.append((job.first, job.matches))
        return found

    parts = [block for k in range(machines) for block in blocks(Part(k, machines))]
    assert sorted(parts) == blocks(Part())


def test_all_cells_grow_together() -> None:
    cells = [Cell(k, Task(Rules(), ("lowest",) * 4, k, 10), str(k), "") for k in range(3)]
    source = FixedSource(cells, 20, 10)
    order = []
    while (job := source.next()) is not None:
        order.append((job.first, job.cell.number))
    assert order == [(0, 0), (0, 1), (0, 2), (10, 0), (10, 1), (10, 2)]
    assert source.games() == (0, 600)


def test_blocks_are_enough_for_an_interval_and_not_too_many() -> None:
    assert automatic_block(1) == 1
    for matches in (100, 10_000, 1_000_000, 10**8, 10**10):
        blocks = matches / automatic_block(matches)
        assert 20 <= blocks <= 1_000_000
        assert automatic_block(matches) <= 10_000


@pytest.mark.parametrize("text", ["", "1", "0/2", "3/2", "a/b", "1/2/3", "-1/2", "1.0/2"])
def test_a_part_that_is_none_is_refused(text: str) -> None:
    with pytest.raises(InputError, match="--part"):
        Part.parse(text)
    assert str(Part.parse("2/3")) == "2/3"
