"""``daihinmin report``: rebuild a report from the counts alone."""

from __future__ import annotations

from pathlib import Path

import click

from sim.cli.faults import run_errors


@click.command()
@click.argument("directory", type=Path)
@run_errors
def report(directory: Path) -> None:
    """Rebuild the report, charts and tables of a results DIRECTORY from its counts."""
    from sim.cli.run import write_report

    write_report(directory)
