"""``daihinmin tune``: find the weights of ``tuned`` by playing."""

from __future__ import annotations

from pathlib import Path

import click

from sim.cli.errors import user_errors

EVERY = 10
"""Generations between two lines of progress."""


@click.command()
@click.option(
    "--rules", multiple=True, default=("uec",), show_default=True, metavar="PRESET[:KEY=VALUE,…]",
    help="The rule set to tune for; several are tuned for together.",
)  # fmt: skip
@click.option("--generations", type=click.IntRange(1), default=150, show_default=True)
@click.option("--seed", type=click.IntRange(0, (1 << 62) - 1), default=1, show_default=True)
@click.option(
    "--pairs", type=click.IntRange(1, 1024), default=16, show_default=True,
    help="Pairs of weights that play each other in a generation.",
)  # fmt: skip
@click.option(
    "--games", type=click.IntRange(1), default=1600, show_default=True,
    help="Games of a pair under each rule set.",
)  # fmt: skip
@click.option(
    "--check", type=click.IntRange(0), default=40_000, show_default=True,
    help="Games against planner at the end, under each rule set.",
)  # fmt: skip
@click.option("--threads", type=click.IntRange(1, 256), default=2, show_default=True)
@click.option(
    "--out", type=click.Path(dir_okay=False, path_type=Path), required=True,
    help="The state: weights, settings, what was reached. A run goes on from it.",
)  # fmt: skip
@user_errors
def tune(
    rules: tuple[str, ...], generations: int, seed: int, pairs: int, games: int, check: int,
    threads: int, out: Path,
) -> None:  # fmt: skip
    """Find weights for the policy tuned by playing pairs of them against each other.

    The same settings and seed give the same weights, whatever the threads and however often the run
    was interrupted. ``--rules uec --out sim/policies/weights/uec.json`` makes them those that tuned
    plays uec by.
    """
    from sim import tune as library

    settings = library.Settings(tuple(rules), seed, pairs, games)
    if out.exists():
        state = library.load(out)
        settings.check(state.settings, str(out))
    else:
        state = library.begin(settings)
    if state.generation > generations:
        click.echo(f"{out} holds {state.generation} generations already")
        return

    def report(now: library.State, lead: float) -> None:
        library.save(now, out)
        if now.generation % EVERY == 0:
            click.echo(f"generation {now.generation}: pairs differ by {lead:.3f} on average")

    state = library.tune(state, generations, threads, report)
    record: dict[str, object] = {"command": _command(settings, generations)}
    if check:
        leads = library.check(state, check, threads)
        record["lead over planner"] = {
            name: [round(value, 4) for value in lead] for name, lead in leads.items()
        }
        record["checked games"] = check
        for name, (value, error) in leads.items():
            click.echo(f"{name}: {value:+.3f} ± {1.96 * error:.3f} points a game over planner")
    library.save(state, out, record)


def _command(settings: object, generations: int) -> str:
    from sim.tune import Settings

    assert isinstance(settings, Settings)
    rules = " ".join(f"--rules {name}" for name in settings.rules)
    return (
        f"daihinmin tune {rules} --generations {generations} --seed {settings.seed} "
        f"--pairs {settings.pairs} --games {settings.games}"
    )
