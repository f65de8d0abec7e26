"""What to measure: presets, policies, hand sizes, players, decks, threads."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from sim.errors import InputError
from sim.rules import Rules

STANDARD = (
    ("uec", "random"),
    ("uec", "lowest"),
    ("daihinmin", "lowest"),
    ("daihinmin", "keeper"),
    ("league", "keeper"),
    ("federation", "keeper"),
    ("uec", "planner"),
    ("daihinmin:hand_size=25,decks=2", "lowest"),
    ("daihinmin-house", "lowest"),
)
GRID_SIZES = (5, 8, 11, 14, 18, 25)
GRID_PLAYERS = (3, 4, 6, 8)
GRID_DECKS = (1, 2, 3)


@dataclass(frozen=True)
class Row:
    """What to measure: a rule set, a policy for everybody, how many threads."""

    preset: str
    policy: str
    rules: Rules
    threads: int = 1


def rows(only: Sequence[str], threads: int) -> list[Row]:
    """The rows to measure: the standard ones, or ``PRESET:POLICY`` as named in ``only``.

    Raises InputError (RulesError) for a preset or policy that does not exist.
    """
    chosen: Iterable[tuple[str, str]] = STANDARD
    if only:
        chosen = [_split(item) for item in only]
    return [_row(preset, policy, threads) for preset, policy in chosen]


def grid(threads: int) -> list[Row]:
    """``daihinmin`` with ``lowest`` for every hand size, number of players and decks that the cards
    reach for; what the chart of costs shows."""
    out = []
    for decks in GRID_DECKS:
        for players in GRID_PLAYERS:
            for size in GRID_SIZES:
                if size * players <= 54 * decks:
                    text = f"daihinmin:players={players},hand_size={size},decks={decks}"
                    out.append(_row(text, "lowest", threads))
    return out


def _row(preset: str, policy: str, threads: int) -> Row:
    from sim.policies.registry import policies_for

    rules = Rules.parse(preset)
    policies_for(policy, rules)
    return Row(preset, policy, rules, threads)


def _split(item: str) -> tuple[str, str]:
    """Preset and policy of ``PRESET:POLICY``; both may hold colons. Raises InputError."""
    from sim.policies.registry import named

    at = [i for i, letter in enumerate(item) if letter == ":"]
    if not at or at[-1] == 0:
        raise InputError(f"--only {item}: give PRESET:POLICY, as in uec:lowest")
    colon = next((i for i in at if named(item[i + 1 :])), at[-1])
    return item[:colon], item[colon + 1 :]
