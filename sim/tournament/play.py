"""Playing a tournament: the tables as tasks, blocks of matches in threads, what is kept of them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from sim.counts import Counts
from sim.errors import InputError
from sim.policies.registry import policies_for
from sim.rules import Rules
from sim.run.plan import Cell, Job
from sim.run.pool import Play, ThreadPool
from sim.run.progress import Progress, Silence
from sim.task import Task
from sim.task import play as play_matches
from sim.tournament.design import Plan, Table, make_plan

Ints = NDArray[np.int64]
TICK_SECONDS = 0.2


@dataclass(frozen=True, eq=False)
class Played:
    """What happened, in B blocks of matches, between K entrants.

    ``points``, ``hands`` and ``ahead`` have shape (B, K, K): where entrant i met entrant j, the points
    of i, the hands that i played, and how often a seat of i finished ahead of a seat of j.
    """

    names: tuple[str, ...]
    """As given; a second entrant of the same name gets a number."""
    policies: tuple[str, ...]
    """As the tasks name them: those of users' own with the hash of their file."""
    rules: Rules
    seed: int
    plan: Plan
    points: Ints
    hands: Ints
    ahead: Ints


def play_tournament(
    policies: Sequence[Any],
    rules: Rules | str,
    games: int = 100_000,
    seed: int = 1,
    match_games: int | None = None,
    threads: int | None = None,
    progress: Progress | None = None,
    play: Play = play_matches,
) -> Played:
    """Play at least ``games`` games, shared out equally among all pairs.

    A match has ``match_games`` games, by default 20, or fewer (down to 4) where that leaves a pair
    less than 50 matches. ``policies`` are names or functions of yours (``sim.own``). The outcome
    depends on policies, rules, seed and numbers alone. Raises InputError and RulesError for what
    cannot be played.
    """
    rules = Rules.parse(rules) if isinstance(rules, str) else rules
    full = _entrants(policies, rules)
    for name, value, least in (("games", games, 1), ("match_games", match_games, 2)):
        if value is None:
            continue
        if isinstance(value, bool) or value != int(value) or value < least:
            raise InputError(f"{name}={value}: give a whole number of at least {least}")
    plan = make_plan(len(full), int(rules.players), games, match_games)
    shape = (plan.blocks, len(full), len(full))
    points, hands, ahead = (np.zeros(shape, np.int64) for _ in range(3))
    jobs = _jobs(plan, full, rules, seed)
    for (table, job), counts in _blocks(
        jobs, plan, ThreadPool(play, threads), progress or Silence()
    ):
        at = job.first // plan.block
        score(table, counts, points[at], hands[at], ahead[at])
    return Played(
        names=_labels(policies),
        policies=full,
        rules=rules,
        seed=seed,
        plan=plan,
        points=points,
        hands=hands,
        ahead=ahead,
    )


def _entrants(policies: Sequence[Any], rules: Rules) -> tuple[str, ...]:
    """The full names of the policies. Raises InputError."""
    if len(policies) < 2:
        raise InputError(
            f"policies = {' '.join(map(str, policies))}: a tournament takes two policies or more"
        )
    found = []
    for policy in map(str, policies):
        if policy.startswith("title:"):
            raise InputError(
                f"policy = {policy}: a mixture by title plays for a whole table; give the policy of one "
                "player"
            )
        found.append(policies_for(policy, rules)[0])
    return tuple(found)


def _labels(policies: Sequence[Any]) -> tuple[str, ...]:
    """The names as given, without hashes, told apart by numbers."""
    found: list[str] = []
    for policy in policies:
        name = str(policy).partition("@")[0]
        again = sum(name == other.partition(" #")[0] for other in found)
        found.append(f"{name} #{again + 1}" if again else name)
    return tuple(found)


def _jobs(plan: Plan, full: Sequence[str], rules: Rules, seed: int) -> Iterator[tuple[Table, Job]]:
    """Every table of every block, block by block."""
    for number in range(plan.blocks):
        for table in plan.tables(number):
            by_title = ",".join(full[table.entrant(title)] for title in range(plan.players))
            task = Task(rules, (f"title:{by_title}",), seed, plan.match_games)
            name = f"{full[table.first]} and {full[table.second]}"
            yield table, Job(Cell(0, task, "", name), number * plan.block, plan.block)


def _blocks(
    jobs: Iterator[tuple[Table, Job]], plan: Plan, pool: ThreadPool, progress: Progress
) -> Iterator[tuple[tuple[Table, Job], Counts]]:
    """Play the jobs, and yield each with its counts."""
    waiting: dict[int, tuple[Table, Job]] = {}
    played, begun = 0, False
    try:
        while True:
            while pool.room() > 0 and (made := next(jobs, None)) is not None:
                if not begun:
                    progress.start([made[1].cell], 0, plan.games, None)
                    begun = True
                waiting[id(made[1])] = made
                pool.submit(made[1])
            if not waiting:
                return
            done = pool.get(TICK_SECONDS)
            if done is not None:
                job, vector = done
                played += job.games
                progress.played(job)
                yield waiting.pop(id(job)), Counts.from_vector(vector)
            progress.tick(played, plan.games)
    finally:
        pool.close()
        if begun:
            progress.stop()


def score(table: Table, counts: Counts, points: Ints, hands: Ints, ahead: Ints) -> None:
    """Add a block of a table to the sums by (entrant, opponent), shape (K, K).

    How often seats of one finished ahead of seats of the other follows from the sum of places alone
    (Mann and Whitney 1947): of the pairs in which a seat is the better one, those within the own side
    are known in number.
    """
    n = len(table.hands)
    sides = (table.first, table.second)
    by_place = np.arange(n - 1, -1, -1)  # seats that are behind
    games = int(counts.transition[0, :n].sum())
    for side in (0, 1):
        mine = [title for title in range(n) if table.hands[title] == side]
        me, other = sides[side], sides[1 - side]
        points[me, other] += int(counts.points[mine].sum())
        hands[me, other] += int(counts.transition[mine, :n].sum())
        behind = int((counts.transition[mine, :n] * by_place).sum())
        ahead[me, other] += behind - games * len(mine) * (len(mine) - 1) // 2
