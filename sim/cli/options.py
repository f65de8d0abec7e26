"""Options that several commands share."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, TypeVar

import click

from sim.rules import Rules, RulesError, contradictions, parse_assignments

F = TypeVar("F", bound=Callable[..., Any])


def rules_options(default: str | None = "daihinmin") -> Callable[[F], F]:
    """``--rules PRESET[:key=value,…]`` and ``-r key=value``, to be read with ``chosen_rules``."""

    def decorate(command: F) -> F:
        command = click.option(
            "-r", "changes", multiple=True, metavar="KEY=VALUE", help="Change one rule option."
        )(command)
        return click.option(
            "--rules",
            "rules_text",
            default=default,
            show_default=default is not None,
            metavar="PRESET[:KEY=VALUE,…]",
            help="The rule set.",
        )(command)

    return decorate


def chosen_rules(text: str, changes: Sequence[str]) -> Rules:
    """The rule set of the two options. Raises RulesError, also for contradictions."""
    rules = Rules.parse(text).replace(**parse_assignments(changes))
    wrong = contradictions(rules)
    if wrong:
        raise RulesError(wrong[0])
    return rules


def chosen_policies(text: str, rules: Rules) -> tuple[str, ...]:
    """The policies of ``--policies``: ``a`` for all, ``a,b,c`` by seat, ``title:a,b,c`` by title.

    Raises InputError for unknown names or a wrong number of them.
    """
    from sim.policies.registry import policies_for

    names = [name.strip() for name in text.split(",")]
    return policies_for(text if text.startswith("title:") or len(names) == 1 else names, rules)
