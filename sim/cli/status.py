"""``daihinmin status``: what a results directory holds."""

from __future__ import annotations

from pathlib import Path

import click

from sim.cli.faults import run_errors

FEW_CELLS = 40


@click.command()
@click.argument("directory", type=Path)
@click.option("--measure", metavar="NAME", help="Whose precision to show (daihinmin_repeat).")
@click.option("--all", "every", is_flag=True, help="Show every cell, however many.")
@run_errors
def status(directory: Path, measure: str | None, every: bool) -> None:
    """Show cells, games played and wanted, and the precision reached in DIRECTORY."""
    from sim.run.status import lines
    from sim.run.status import status as read

    found = read(directory, measure)
    for line in lines(found, len(found.cells) if every else FEW_CELLS):
        click.echo(line)
