"""The policies by name."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from sim.errors import InputError
from sim.policies import held
from sim.rules import Rules

RANDOM, LOWEST, KEEPER, UEC_STANDARD, PLANNER, TUNED = 0, 1, 2, 3, 4, 5
ROLLOUT = 8

KIND_MASK = 255
"""The low eight bits of a policy's number say which policy it is."""
BUDGET_SHIFT, BUDGET_MASK = 8, (1 << 16) - 1
"""Sixteen bits of the number of ``rollout``: playouts a decision, 0 for the default."""

RATE_SHIFT, WHOLE = 24, 1 << 32
"""From this bit on, how often a policy errs (``careless``), in units of 2**-32."""
OWN = 127
"""Policies of users' own (``sim.own``): the bits from ``OWN_SHIFT`` on say which; for the kernel they
are the address of a record of ``sim.policies.own``, which holds the rate as well."""
OWN_SHIFT, OWN_MASK = 8, (1 << 16) - 1
CANDIDATE, ADDRESS_SHIFT = 126, 8
"""``tuned`` with other weights, while they are sought: above the kind the address of a table."""


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
    Policy("planner", PLANNER, "Plans the hand: fewest melds, what nobody can beat kept for the end, forced wins seen."),
    Policy("tuned", TUNED, "Plans as planner does, by weights that were found by playing (daihinmin tune)."),
    Policy("rollout", ROLLOUT, "Plays what does best when hidden hands are dealt at random and played out; rollout:N plays out N games a decision."),
)  # fmt: skip
BY_NAME = {policy.name: policy for policy in POLICIES}


def policy_number(name: str) -> int:
    """The kernel's number of a policy. Raises InputError for an unknown name.

    ``careless:P:NAME`` is NAME but for a share P of its decisions, which are random. ``FILE.py:NAME``
    is a user's own; its number holds in this process only.
    """
    if name.startswith("careless:"):
        rate, policy = _careless(name)
        return policy_number(policy) | round(rate * WHOLE) << RATE_SHIFT
    if is_own(name):
        from sim.own.load import own_number

        return OWN | own_number(name) << OWN_SHIFT
    base, colon, budget = name.partition(":")
    if base == "candidate" and (address := held.address(budget)):
        return CANDIDATE | address << ADDRESS_SHIFT
    if base == "rollout" and colon:
        if not (budget.isascii() and budget.isdigit() and 1 <= int(budget) <= BUDGET_MASK):
            raise InputError(
                f"policy = {name}: give the playouts a decision as a whole number from 1 to "
                f"{BUDGET_MASK}, as in rollout:200"
            )
        return ROLLOUT | (int(budget) << BUDGET_SHIFT)
    if name not in BY_NAME:
        raise InputError(
            f"unknown policy {name!r}; policies are {', '.join(BY_NAME)}, careless:P:POLICY, and your "
            "own as FILE.py:NAME"
        )
    return BY_NAME[name].number


def is_own(name: str) -> bool:
    """Whether a name is that of a user's own policy: ``FILE.py:NAME``, perhaps with ``@HASH``."""
    return ".py:" in name


def named(text: str) -> bool:
    """Whether a text begins as the name of a policy, of a mixture by title, or of a user's own."""
    head = text.partition(":")[0]
    return head in BY_NAME or head in ("careless", "title") or (is_own(text) and head[-3:] == ".py")


def _careless(name: str) -> tuple[float, str]:
    """Rate and policy of ``careless:P:POLICY``. Raises InputError."""
    rate, _, policy = name.removeprefix("careless:").partition(":")
    try:
        share = float(rate)
    except ValueError:
        share = -1.0
    if not 0 <= share <= 1:
        raise InputError(
            f"policy = {name}: {rate!r} is no share from 0 to 1; give how often it errs, and what it "
            "plays else, as in careless:0.1:keeper"
        )
    if not policy or policy.startswith(("careless:", "title:")):
        raise InputError(
            f"policy = {name}: {policy!r} cannot be careless; give a policy, as in "
            "careless:0.1:keeper"
        )
    return share, policy


def policy_name(number: int) -> str:
    """The name that ``policy_number`` understands as ``number``."""
    rate, number = number >> RATE_SHIFT, number & ((1 << RATE_SHIFT) - 1)
    if rate:
        return f"careless:{rate / WHOLE:.6g}:{policy_name(number)}"
    if number & KIND_MASK == OWN:
        from sim.own.load import own_name

        return own_name(number >> OWN_SHIFT & OWN_MASK)
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
        by_title = [policy_number(n.strip()) for n in names[0][6:].split(",")]
        for i in range(9):
            out[i] = by_title[min(i, len(by_title) - 1)]
        for i in range(8):
            out[9 + i] = by_title[min(i, len(by_title) - 1)]
        return out
    for i, name in enumerate(names):
        out[i] = policy_number(name)
    return out


def policies_for(value: Any, rules: Rules) -> tuple[str, ...]:
    """One policy for each person, or the one word that names policies by title.

    ``value`` is a name, a policy of ``sim.own``, or a list of these with one for each person.

    Names of users' own policies get the hash of their file. Raises InputError for a list of another
    length and for unknown names.
    """
    people = int(rules.players) + (rules.sit_out == "on")
    given = tuple(map(str, value)) if isinstance(value, (list, tuple)) else (str(value),)
    if not isinstance(value, (list, tuple)):
        names = given if given[0].startswith("title:") else given * people
    elif len(given) == people:
        names = given
    else:
        raise InputError(
            f"policy = {' '.join(given)}: {len(given)} names for {people} people; give one name for "
            "all, or one for each"
        )
    encode(names)
    return tuple(map(_full, names))


def _full(name: str) -> str:
    """A name that says what is played: that of a user's own policy with its file's hash."""
    if name.startswith("title:"):
        return "title:" + ",".join(_full(part.strip()) for part in name[6:].split(","))
    if name.startswith("careless:"):
        rate, policy = _careless(name)
        return f"careless:{rate:.6g}:{_full(policy)}"
    return policy_name(policy_number(name)) if is_own(name) else name
