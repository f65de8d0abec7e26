"""``daihinmin replay``: recorded games of other programs, replayed and compared."""

from __future__ import annotations

import json
from typing import Any

import click

from sim.cli.errors import user_errors


@click.command()
@click.argument("files", nargs=-1, required=True, metavar="FILE...")
@click.option("--quiet", is_flag=True, help="Print nothing; the exit code tells.")
@click.option("--json", "as_json", is_flag=True, help="Print a JSON object a file.")
@click.pass_context
@user_errors
def replay(ctx: click.Context, files: tuple[str, ...], quiet: bool, as_json: bool) -> None:
    """Replay the games of FILES, recorded by other programs under UEC rules.

    Every recorded action must be legal, every tribute the catalogue's, every final order the same.
    Exit code 0 if all games agree, 1 if one does not, 2 for a file that cannot be read.
    """
    from sim.records import check, read

    # All files are read before the first is replayed: a bad one ends the command with nothing said.
    games = {name: read(name) for name in files}
    agree = True
    for name, recorded in games.items():
        results = [check(game) for game in recorded]
        summary = _summary(name, results)
        agree = agree and not summary["exceptions"]
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


def _print(summary: dict[str, Any]) -> None:
    click.echo(
        f"{summary['file']}: {summary['agree']} of {summary['games']} games agree, "
        f"{summary['actions']} actions and {summary['tributes']} hand-overs replayed"
    )
    for found in summary["exceptions"]:
        for reason in found["reasons"]:
            click.echo(f"  game {found['game']} (line {found['line']}): {reason}")
