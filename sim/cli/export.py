"""``daihinmin export``: the counts as a table for other programs."""

from __future__ import annotations

import sys
from pathlib import Path

import click

from sim.cli.faults import run_errors
from sim.errors import InputError


@click.command()
@click.argument("directory", type=Path)
@click.option("--format", "kind", type=click.Choice(["csv", "parquet"]), default="csv")
@click.option("-o", "file", type=Path, metavar="FILE", help="Where to (default: standard output).")
@run_errors
def export(directory: Path, kind: str, file: Path | None) -> None:
    """Write the counts in DIRECTORY as a tidy table, one row a count that is not zero.

    The order of rows does not depend on the order of play.
    """
    from sim.run.export import write, write_csv

    if file is not None:
        write(directory, kind, file)
    elif kind == "parquet":
        raise InputError("--format parquet: is not text; give a file with -o FILE")
    else:
        write_csv(directory, sys.stdout)
