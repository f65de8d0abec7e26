"""``daihinmin watch``: a game that a person can follow."""

from __future__ import annotations

import json
import os
import sys
from functools import partial

import click

from sim.cli.errors import user_errors
from sim.cli.options import chosen_policies, chosen_rules, rules_options
from sim.waiting import told_if_slow

PREPARING = "preparing the engine; what this command needs of it is compiled once ..."


@click.command()
@rules_options()
@click.option(
    "--policies",
    default="keeper",
    show_default=True,
    metavar="NAME[,NAME…]",
    help="One for all, one a person, or title:NAME,… by title.",
)
@click.option("--seed", type=click.IntRange(0, (1 << 63) - 1), default=0, show_default=True)
@click.option("--match", type=click.IntRange(min=0), default=0, show_default=True, help="From 0.")
@click.option(
    "--match-games",
    type=click.IntRange(min=1),
    help="Games of a match.  [default: the preset's]",
)
@click.option(
    "--game",
    type=click.IntRange(min=1),
    help="Which game of the match, from 1.  [default: 2, the first with an exchange]",
)
@click.option("--scenario", is_flag=True, help="Print the game as a scenario instead.")
@user_errors
@told_if_slow(partial(click.echo, err=True), PREPARING, 3.0)
def watch(
    rules_text: str,
    changes: tuple[str, ...],
    policies: str,
    seed: int,
    match: int,
    match_games: int | None,
    game: int | None,
    scenario: bool,
) -> None:
    """Print one game: deal, exchange, every meld with what it did, places and titles.

    It is the game that a run with the same rules, policies and seed plays at that point of that match.
    With --scenario the same game is printed as a scenario: "daihinmin scenario -" replays it.
    """
    from sim.errors import InputError
    from sim.rules.presets import load_preset
    from sim.task import Task
    from sim.watch import Paint, lines
    from sim.watch import watch as play

    rules = chosen_rules(rules_text, changes)
    base = rules_text.partition(":")[0]
    games = match_games or load_preset(base).games
    number = game or min(2, games)
    if number > games:
        raise InputError(f"--game {number}: a match has {games} games (--match-games)")
    task = Task(rules, chosen_policies(policies, rules), seed, games)
    watched, _ = play(task, number - 1, match)
    if scenario:
        click.echo(json.dumps(watched.scenario(base)))
        return
    named = " ".join((rules_text, *(f"-r {change}" for change in changes)))
    heading = f"{named}, seed {seed}, match {match}, game {number}"
    # click drops colour in a pipe by itself, but knows nothing of NO_COLOR (no-color.org).
    paint = Paint(sys.stdout.isatty() and not os.environ.get("NO_COLOR"))
    for line in lines(watched, heading, paint):
        click.echo(line)
