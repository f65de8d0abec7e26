"""Play games from Python: ``simulate(Rules.preset("league"), games=100_000, seed=1)``."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

from sim.counts import Counts, add
from sim.errors import InputError
from sim.policies.registry import policies_for
from sim.rules import Rules
from sim.run.plan import Cell, FixedSource, automatic_block
from sim.run.pool import Play, ThreadPool
from sim.task import Task
from sim.task import play as play_matches

if TYPE_CHECKING:
    from sim.own import OwnPolicy

    Policies = str | OwnPolicy | Sequence[str | OwnPolicy]


@dataclass(frozen=True)
class Result:
    """What was played, and its counts by block: (first match, matches, counts), by first match."""

    task: Task
    blocks: list[tuple[int, int, Counts]]

    @cached_property
    def counts(self) -> Counts:
        """The counts of all blocks together."""
        return add(counts for _, _, counts in self.blocks)


def simulate(
    rules: Rules | str,
    policies: Policies = "lowest",
    games: int = 10_000,
    match_games: int = 100,
    seed: int = 0,
    threads: int | None = None,
    block_matches: int | None = None,
    play: Play = play_matches,
) -> Result:
    """Play at least ``games`` games in whole matches of ``match_games`` and count what happens.

    ``rules`` is a rule set or its text (``"league:tenraku=off"``); ``policies`` is one policy for
    all, one for each person, or ``title:a,b,c`` by title; a policy is a name or a function of yours
    (``sim.own``). The counts depend on rules, policies, seed and the numbers of games alone, not on
    ``threads`` (all cores) or ``block_matches`` (the batches that intervals are computed from; by
    default about twenty-five). Raises InputError and RulesError for what cannot be played.
    """
    numbers = {"games": games, "match_games": match_games, "threads": threads}
    for name, value in {**numbers, "block_matches": block_matches}.items():
        if value is not None and (isinstance(value, bool) or value != int(value) or value < 1):
            raise InputError(f"{name}={value}: give a whole number of at least 1")
    if isinstance(seed, bool) or seed != int(seed) or not 0 <= seed < 1 << 63:
        raise InputError(f"seed={seed}: give a whole number from 0 to 2**63 - 1")
    if isinstance(rules, str):
        rules = Rules.parse(rules)
    task = Task(rules, policies_for(policies, rules), int(seed), int(match_games))
    matches = -(-int(games) // task.match_games)
    source = FixedSource(
        [Cell(0, task, "", "")], matches, block_matches or automatic_block(matches)
    )
    pool = ThreadPool(play, threads)
    blocks: list[tuple[int, int, Counts]] = []
    handed_out = 0
    try:
        while True:
            while pool.room() > 0 and (job := source.next()) is not None:
                pool.submit(job)
                handed_out += 1
            if len(blocks) == handed_out:
                break
            if (played := pool.get(1.0)) is not None:
                done, vector = played
                blocks.append((done.first, done.matches, Counts.from_vector(vector)))
    finally:
        pool.close()
    return Result(task, sorted(blocks, key=lambda block: block[0]))
