"""``daihinmin merge``: results of several machines made one."""

from __future__ import annotations

from pathlib import Path

import click

from sim.cli.faults import run_errors


@click.command()
@click.argument("directories", nargs=-1, required=True, type=Path)
@click.option("-o", "out", required=True, type=Path, metavar="DIR", help="A new directory.")
@run_errors
def merge(directories: tuple[Path, ...], out: Path) -> None:
    """Add the results in DIRECTORIES, played by several machines, in a new directory.

    Matches that two of them hold are refused, unless they are copies of the same block, which is
    then taken once.
    """
    from sim.run.merge import merge as merge_results

    done = merge_results(directories, out)
    click.echo(
        f"{out}: {done.tasks:,} tasks, {done.blocks:,} blocks from {len(directories)} directories"
    )
    if done.copies:
        click.echo(f"{done.copies:,} blocks were in several directories, identical; taken once")
    click.echo(f"Report: daihinmin report {out}")
