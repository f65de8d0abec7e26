"""``daihinmin perft``: count decision paths, as chess programs do to find faults."""

from __future__ import annotations

import click

from sim.cli.errors import user_errors
from sim.cli.files import read_objects


@click.command()
@click.argument("file")
@click.option("--depth", type=click.IntRange(1, 20), default=4, show_default=True)
@click.option("--divide", is_flag=True, help="Split the count by first action.")
@click.option("--games", is_flag=True, help="Count complete games by finishing order instead.")
@user_errors
def perft(file: str, depth: int, divide: bool, games: bool) -> None:
    """Count the decision paths of DEPTH actions from the position that FILE's scenario ends in."""
    from sim.perft import count_games, count_paths, position_after, split

    for item in read_objects(file):
        position = position_after(item)
        if games:
            for places, number in sorted(count_games(position).items()):
                click.echo(f"{' '.join(map(str, places))}: {number}")
            continue
        if divide:
            for text, number in split(position, depth).items():
                click.echo(f"{text}: {number}")
        click.echo(str(count_paths(position, depth)))
