"""``daihinmin replay``: recorded games of other programs, replayed and compared."""

from __future__ import annotations

import json
from typing import Any

import click

from sim.cli.errors import user_errors


@click.command()
@click.argument("files", nargs=-1, required=True, metavar="FILE...")
@click.option(
    "--agreement", metavar="POLICY", help="Count the decisions that POLICY makes as recorded."
)
@click.option("--quiet", is_flag=True, help="Print nothing; the exit code tells.")
@click.option("--json", "as_json", is_flag=True, help="Print a JSON object a file.")
@click.pass_context
@user_errors
def replay(
    ctx: click.Context, files: tuple[str, ...], agreement: str | None, quiet: bool, as_json: bool
) -> None:
    """Replay the games of FILES, recorded by other programs under UEC rules.

    Every recorded action must be legal, every tribute the catalogue's, every final order the same.
    Exit code 0 if all games agree, 1 if one does not, 2 for a file that cannot be read.

    With --agreement each recorded decision is also asked of a policy; differences do not change the
    exit code.
    """
    from sim.policies.registry import policy_number
    from sim.records import check, read

    if agreement is not None:
        policy_number(agreement)
    # All files are read before the first is replayed: a bad one ends the command with nothing said.
    games = {name: read(name) for name in files}
    agree = True
    for name, recorded in games.items():
        results = [check(game) for game in recorded]
        summary = _summary(name, results)
        agree = agree and not summary["exceptions"]
        if agreement is not None and not quiet:
            sound = [result.game for result in results if result.agrees]
            summary["agreement"] = _agreement(agreement, sound)
        if as_json and not quiet:
            click.echo(json.dumps(summary))
        elif not quiet:
            _print(summary)
    ctx.exit(0 if agree else 1)


def _summary(name: str, results: list[Any]) -> dict[str, Any]:
    return {
        "file": name,
        "games": len(results),
        "agree": sum(result.agrees for result in results),
        "actions": sum(result.actions for result in results),
        "tributes": sum(result.tributes for result in results),
        "exceptions": [
            {"game": result.game.number, "line": result.game.line, "reasons": list(result.reasons)}
            for result in results
            if not result.agrees
        ],
    }


def _agreement(policy: str, games: list[Any]) -> dict[str, Any]:
    from dataclasses import asdict

    from sim.records.agreement import agreement

    return asdict(agreement(policy, games))


def _print(summary: dict[str, Any]) -> None:
    click.echo(
        f"{summary['file']}: {summary['agree']} of {summary['games']} games agree, "
        f"{summary['actions']} actions and {summary['tributes']} hand-overs replayed"
    )
    for found in summary["exceptions"]:
        for reason in found["reasons"]:
            click.echo(f"  game {found['game']} (line {found['line']}): {reason}")
    if "agreement" in summary:
        _print_agreement(summary["agreement"])


def _print_agreement(found: dict[str, Any]) -> None:
    share = 100 * found["alike"] / max(1, found["choices"])
    click.echo(
        f"  {found['policy']}: {found['alike']} of {found['choices']} choices alike ({share:.2f} %), "
        f"{found['decisions'] - found['choices']} decisions were forced; "
        f"{found['returns_alike']} of {found['returns']} hand-overs alike"
    )
    for line in found["differences"]:
        click.echo(f"  {line}")
