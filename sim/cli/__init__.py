"""The command line. Commands are thin over the library and are imported only when they run."""

from __future__ import annotations

from importlib import import_module
from importlib.util import find_spec

import click

from sim import __version__

COMMANDS: dict[str, tuple[str, str]] = {
    "rules": ("sim.cli.rules:rules", "List the rule options, show a preset, explain an option."),
    "run": ("sim.cli.run:run", "Play a study and write its report."),
    "status": ("sim.cli.status:status", "Show what a results directory holds."),
    "merge": ("sim.cli.merge:merge", "Add the results of several machines."),
    "export": (
        "sim.cli.export:export",
        "Write the counts of a results directory as CSV or Parquet.",
    ),
    "report": (
        "sim.cli.report:report",
        "Rebuild the report of a results directory from its counts.",
    ),
    "compare": ("sim.cli.compare:compare", "Compare two rule sets on the same deals."),
    "tournament": (
        "sim.cli.tournament:tournament",
        "Let policies play each other on the same deals.",
    ),
    "tune": ("sim.cli.tune:tune", "Find the weights of the policy tuned by playing."),
    "watch": ("sim.cli.watch:watch", "Print a game that a person can follow."),
    "scenario": ("sim.cli.scenario:scenario", "Replay scenarios and print every state."),
    "perft": ("sim.cli.perft:perft", "Count the decision paths of a position."),
    "replay": ("sim.cli.replay:replay", "Replay games recorded by other programs under UEC rules."),
    "bench": ("sim.cli.bench:bench", "Measure the engine's speed and print its signature."),
}
"""What each command is, so that ``--help`` imports none of them."""


def home(name: str) -> str | None:
    """The module and the name of a command; None if there is none, or its module is missing."""
    if name not in COMMANDS:
        return None
    found = COMMANDS[name][0]
    return found if find_spec(found.partition(":")[0]) else None


class Lazy(click.Group):
    """A group that imports a command only to run it."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        return [name for name in COMMANDS if home(name)]

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        found = home(cmd_name)
        if found is None:
            return None
        module, _, name = found.partition(":")
        command: click.Command = getattr(import_module(module), name)
        return command

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        with formatter.section("Commands"):
            formatter.write_dl([(name, COMMANDS[name][1]) for name in self.list_commands(ctx)])


@click.group(cls=Lazy)
@click.version_option(__version__, prog_name="daihinmin")
def main() -> None:
    """A Monte Carlo laboratory for Daihinmin and its house rules."""
