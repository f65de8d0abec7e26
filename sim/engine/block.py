"""The kernel's entry from Python: play some matches of a task, return counts."""

from __future__ import annotations

import hashlib
from functools import cache
from typing import TYPE_CHECKING, Any

import numpy as np

from sim.counts import COUNTS_DTYPE, Counts
from sim.engine.action import ROW
from sim.engine.match import HOUSE, MATCH, WORK, play_block
from sim.engine.state import new_table
from sim.engine.tricks import DONE, TOO_MANY_ACTIONS
from sim.lineup import Lineup
from sim.rules import Rules, preset_names
from sim.rules.ruleset import parse_assignments

if TYPE_CHECKING:
    from sim.task import Task

ROWS = 2048
NOT_REMOVABLE = ("revolution", "spade_three", "hijack", "rollover", "tenraku", "suicide_king")
"""House rules that may not be taken out again: that would be to the Daifugo's benefit."""


def house_arrays(rules: Rules) -> tuple[Any, Any, Any]:
    """For the kernel: the values of each house rule, where they differ, and the HOUSE record."""
    base = rules.kernel().view(np.int64)
    entries = rules.house_rules if rules.rule_making != "off" else ()
    values = np.zeros((len(entries), base.shape[0]), np.int64)
    masks = np.zeros((len(entries), base.shape[0]), np.int64)
    house = np.zeros(1, HOUSE)
    house["count"] = len(entries)
    for h, changed in enumerate(rules.house_rule_sets() if entries else ()):
        values[h] = changed.replace(house_rules=rules.house_rules).kernel().view(np.int64)
        masks[h] = values[h] != base
        key = next(iter(parse_assignments([entries[h]])))
        if key not in NOT_REMOVABLE:
            house["removable"] |= 1 << h
    return values, masks, house


def play_matches(task: Task, first: int, matches: int, by_list: bool = False) -> Counts:
    """The counts of matches ``first`` .. ``first + matches - 1`` of a task. Releases the GIL.

    ``by_list``: list the legal actions in every turn and count them, instead of taking the short ways
    (``sim.engine.plain``, ``sim.policies.picks``); the same games, more slowly.
    The buffer of legal actions grows if a hand ever has more than it holds; the block is then played
    again, so the counts never depend on it. Raises InputError for a fault of a user's own policy.
    """
    rows = ROWS
    while True:
        record = np.zeros(1, COUNTS_DTYPE)
        outcome = _play(task, first, matches, record, rows, by_list)
        if outcome == DONE:
            return Counts(record)
        if outcome != TOO_MANY_ACTIONS:
            raise RuntimeError(f"a policy of {task.policies} chose an action that is not legal")
        rows *= 4


def _play(task: Task, first: int, matches: int, record: Any, rows: int, by_list: bool) -> int:
    now = task.rules.kernel()
    values, masks, house = house_arrays(task.rules)
    table, match, work = new_table(), np.zeros(1, MATCH), np.zeros(1, WORK)
    work["by_list"] = by_list
    lineup, buffer = Lineup(task.policies, match), np.zeros((rows, ROW), np.int64)
    outcome = int(
        play_block(
            now[0], now.view(np.int64), now.view(np.int64).copy(), values, masks, house[0],
            table[0], match[0], lineup.policies, work[0], buffer, record[0],
            np.int64(task.seed), first, matches, task.match_games,
        )
    )  # fmt: skip
    lineup.check(buffer)
    return outcome


SIGNED = (
    ("random", 4),
    ("lowest", 4),
    ("keeper", 4),
    ("uec-standard", 2),
    ("planner", 2),
    ("tuned", 2),
    ("rollout:2", 1),
)
"""The policies whose games are signed, and the matches that each plays."""


@cache
def signature(by_list: bool = False) -> str:
    """Twelve hex digits of what the engine plays: every preset and policy, fixed seed, hashed counts.

    A change of the kernel that alters any game changes it; so does nothing else.
    """
    from sim.task import Task

    digest = hashlib.sha256()
    for name in preset_names():
        rules = Rules.preset(name)
        people = int(rules.players) + (rules.sit_out == "on")
        for policy, matches in SIGNED:
            task = Task(rules, (policy,) * people, 20260101, 10)
            record = play_matches(task, 0, matches, by_list).record.copy()
            record["legal"] = 0  # how games were played, not what
            digest.update(record.tobytes())
    return digest.hexdigest()[:12]
