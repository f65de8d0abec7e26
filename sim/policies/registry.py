"""The policies by name."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from sim.errors import InputError
from sim.rules import Rules

RANDOM, LOWEST, KEEPER, UEC_STANDARD = 0, 1, 2, 3
ROLLOUT = 8

KIND_MASK = 255
"""The low eight bits of a policy's number say which policy it is."""
BUDGET_SHIFT, BUDGET_MASK = 8, (1 << 16) - 1
"""Sixteen bits of the number of ``rollout``: playouts a decision, 0 for the default."""


@dataclass(frozen=True)
class Policy:
    """A scripted player: its number in the kernel and what it does, in a sentence."""

    name: str
    number: int
    doc: str


POLICIES = (
    Policy("random", RANDOM, "Plays uniformly at random among the legal actions."),
    Policy("lowest", LOWEST, "Plays the weakest legal meld; leads the longest sequence, else the largest group, weakest first."),
    Policy("keeper", KEEPER, "As lowest, but keeps jokers, 2s and 8s for winning, breaks no sets without need, avoids forbidden finishes."),
    Policy("uec-standard", UEC_STANDARD, "The computer contest's published standard client: as lowest, but follows from no group or sequence and spares the joker."),
    Policy("rollout", ROLLOUT, "Plays what does best when hidden hands are dealt at random and played out; rollout:N plays out N games a decision."),
)  # fmt: skip
BY_NAME = {policy.name: policy for policy in POLICIES}


def policy_number(name: str) -> int:
    """The kernel's number of a policy. Raises InputError for an unknown name."""
    base, colon, budget = name.partition(":")
    if base == "rollout" and colon:
        if not (budget.isascii() and budget.isdigit() and 1 <= int(budget) <= BUDGET_MASK):
            raise InputError(
                f"policy = {name}: give the playouts a decision as a whole number from 1 to "
                f"{BUDGET_MASK}, as in rollout:200"
            )
        return ROLLOUT | (int(budget) << BUDGET_SHIFT)
    if name not in BY_NAME:
        raise InputError(f"unknown policy {name!r}; policies are {', '.join(BY_NAME)}")
    return BY_NAME[name].number


def policy_name(number: int) -> str:
    """The name that ``policy_number`` understands as ``number``."""
    kind = next(policy for policy in POLICIES if policy.number == number & KIND_MASK)
    budget = (number >> BUDGET_SHIFT) & BUDGET_MASK
    return f"{kind.name}:{budget}" if budget else kind.name


def encode(names: Sequence[str]) -> list[int]:
    """Seventeen integers for the kernel: entries 0-8 by person, 9-16 by title (-1: not by title).

    A name ``title:a,b,c`` stands for the whole table: who holds title i plays the i-th policy (in a
    match's first game seat i does).
    """
    out = [-1] * 17
    if len(names) == 1 and names[0].startswith("title:"):
        by_title = [policy_number(n) for n in names[0][6:].split(",")]
        for i in range(9):
            out[i] = by_title[min(i, len(by_title) - 1)]
        for i in range(8):
            out[9 + i] = by_title[min(i, len(by_title) - 1)]
        return out
    for i, name in enumerate(names):
        out[i] = policy_number(name)
    return out


def policies_for(value: str | Sequence[str], rules: Rules) -> tuple[str, ...]:
    """One policy for each person, or the one word that names policies by title.

    Raises InputError for a list of another length and for unknown names.
    """
    people = int(rules.players) + (rules.sit_out == "on")
    if isinstance(value, str):
        names = (value,) if value.startswith("title:") else (value,) * people
    elif len(value) == people:
        names = tuple(value)
    else:
        raise InputError(
            f"policy = {' '.join(value)}: {len(value)} names for {people} people; give one name for "
            "all, or one for each"
        )
    encode(names)
    return names
