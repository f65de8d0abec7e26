"""``daihinmin scenario``: replay scenarios, a state a line."""

from __future__ import annotations

import json

import click

from sim.cli.errors import user_errors
from sim.cli.files import read_objects


@click.command()
@click.argument("file")
@user_errors
def scenario(file: str) -> None:
    """Replay the scenarios of FILE (- for standard input) and print one state a line.

    FILE holds a scenario as a JSON object, or several as JSON lines. A state is printed after the start
    and after every action. Questions (objects with the key "ask") are answered in a line.
    """
    from sim.questions import answer
    from sim.scenario import states

    for item in read_objects(file):
        if "ask" in item:
            click.echo(json.dumps(answer(item)))
            continue
        for state in states(item):
            click.echo(json.dumps(state))
