"""``daihinmin run``: play a study, store its counts, write its report."""

from __future__ import annotations

import os
import shlex
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from sim.cli.faults import run_errors
from sim.errors import InputError

if TYPE_CHECKING:
    from sim.run.runner import Order, Outcome

STOPPED = 130
"""The exit code of what Ctrl-C ended, by the shells' custom."""


@click.command()
@click.argument("study")
@click.option("--games", type=int, metavar="N", help="Games of each cell (default: the study's).")
@click.option("--seed", type=int, metavar="N", help="Seed of the deals (default: the study's).")
@click.option("--threads", type=int, metavar="N", help="Threads (default: all cores).")
@click.option("--out", type=Path, metavar="DIR", help="Directory (default: results/STUDY).")
@click.option("-r", "changes", multiple=True, metavar="KEY=VALUE", help="Set a rule in all cells.")
@click.option("--precision", type=float, metavar="X", help="Play until ± X is reached instead.")
@click.option("--measure", metavar="NAME", help="What --precision is about (daihinmin_repeat).")
@click.option("--min-games", type=int, metavar="N", help="With --precision: at least (2,000).")
@click.option("--max-games", type=int, metavar="N", help="With --precision: at most (10 million).")
@click.option("--part", default="1/1", metavar="K/N", help="Play the K-th of N parts, to merge.")
@click.option("--scheduler", metavar="ADDRESS", help="Play on a Dask cluster, tcp://HOST:PORT.")
@click.option("--repair", is_flag=True, help="Recover what is whole of damaged counts first.")
@click.option("--yes", is_flag=True, help="Play more than a million cells.")
@click.option("--quiet", is_flag=True, help="Show no progress.")
@run_errors
def run(study: str, **options: Any) -> None:
    """Play STUDY, a study's name or file, and write its report.

    What is stored already is not played again: the same command goes on where an earlier one
    stopped, and more --games extend it.
    """
    from sim.rules import parse_assignments
    from sim.run.answers import remembered
    from sim.run.progress import choose
    from sim.run.runner import run_study
    from sim.run.study import load_study

    order = _order(options)
    loaded = load_study(
        study,
        games=_at_least("--games", options["games"], 1),
        seed=_at_least("--seed", options["seed"], 0),
        rules=parse_assignments(options["changes"]),
        many=options["yes"],
    )
    out = options["out"] or Path("results") / loaded.name
    if loaded.skipped and not options["quiet"]:
        click.echo(
            f"{len(loaded.skipped)} combinations cannot be played: {loaded.skipped[0]}", err=True
        )
    outcome = run_study(loaded, out, order, choose(options["quiet"]))
    if outcome.stopped:
        _stopped(outcome, out, order.command)
    if outcome.games and not options["quiet"]:
        rate = outcome.games / max(outcome.seconds, 1e-9)
        click.echo(f"played {outcome.games:,} games, {rate:,.0f} a second", err=True)
    answer = None if outcome.games else remembered(out)
    if answer is None:
        write_report(out)
    else:
        _tell(out, answer)


def _order(options: dict[str, Any]) -> Order:
    """How to play, from the options. Raises InputError."""
    from sim.run.plan import Part
    from sim.run.precision import Goal
    from sim.run.runner import Order

    goal = None
    given = {
        "measure": options["measure"],
        "width": options["precision"],
        "floor": options["min_games"],
        "ceiling": options["max_games"],
    }
    given = {key: value for key, value in given.items() if value is not None}
    if "width" in given:
        goal = Goal(**given)
    elif given:
        raise InputError("--measure, --min-games and --max-games go with --precision")
    if options["scheduler"] and options["threads"]:
        raise InputError("--threads is for this machine; with --scheduler the workers decide")
    return Order(
        threads=_at_least("--threads", options["threads"], 1),
        goal=goal,
        part=Part.parse(options["part"]),
        repair=options["repair"],
        command=shlex.join(["daihinmin", *sys.argv[1:]]),
        pool=_cluster(options["scheduler"]) if options["scheduler"] else None,
    )


def _cluster(address: str) -> Any:
    def connect() -> Any:
        from sim.run.dask import DaskPool

        return DaskPool(address)

    return connect


def _at_least(option: str, value: int | None, low: int) -> int | None:
    if value is not None and not low <= value < 1 << 63:
        raise InputError(f"{option} {value}: give a whole number of at least {low}")
    return value


def _stopped(outcome: Outcome, out: Path, command: str) -> None:
    """Say what is kept, and leave at once, whatever the threads are playing."""
    click.echo(
        f"Stopped: {outcome.stored:,} of {outcome.wanted:,} games are stored in {out}; the same "
        f"command goes on from there:\n    {command}",
        err=True,
    )
    sys.stdout.flush()
    sys.stderr.flush()
    os._exit(STOPPED)


def write_report(out: Path) -> None:
    """Write the report and print its answer."""
    from analysis.load import load_cells
    from analysis.report import build_report
    from sim.run.answers import remember

    about, cells = load_cells(out)
    answer = str(build_report(about, cells, out))
    remember(out, answer)
    _tell(out, answer)


def _tell(out: Path, answer: str) -> None:
    click.echo(answer)
    click.echo(f"\nReport: {out / 'report.html'}")
