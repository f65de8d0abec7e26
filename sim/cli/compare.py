"""``daihinmin compare``: the difference of two rule sets on the same deals."""

from __future__ import annotations

import click

from sim.cli.errors import user_errors
from sim.cli.options import chosen_policies, chosen_rules


@click.command()
@click.argument("a")
@click.argument("b")
@click.option("--games", type=click.IntRange(1), default=20_000, show_default=True)
@click.option("--match-games", type=click.IntRange(2), default=100, show_default=True)
@click.option("--policies", default="keeper", show_default=True, help="One name, or one by seat.")
@click.option("--seed", type=click.IntRange(0), default=1, show_default=True)
@click.option("--threads", type=click.IntRange(1), default=None, help="Default: all cores.")
@user_errors
def compare(
    a: str,
    b: str,
    games: int,
    match_games: int,
    policies: str,
    seed: int,
    threads: int | None,
) -> None:
    """Compare rule set A with rule set B for every measure, each PRESET or PRESET:KEY=VALUE,….

    Both are played on the same deals; a row is A less B with its 95 % interval.
    """
    from analysis.differences import compare_two
    from analysis.load import cell_from_result
    from sim.simulation import simulate

    cells = []
    for text in (a, b):
        rules = chosen_rules(text, ())
        result = simulate(
            rules,
            chosen_policies(policies, rules),
            games=games,
            match_games=match_games,
            seed=seed,
            threads=threads,
        )
        cells.append(cell_from_result(result, {"rules": text}))
    frame = compare_two(cells[0], cells[1])
    click.echo(f"{a} less {b}, {games:,} games each, {policies}, seed {seed}")
    click.echo(f"{len(frame)} comparisons, p corrected by Holm\n")
    click.echo(f"{'measure':34} {a[:14]:>14} {b[:14]:>14} {'difference':>11}  95 % interval     p")
    for row in frame.to_dict("records"):
        if row["status"] != "ok":
            click.echo(f"{row['measure']:34} {row['status']}")
            continue
        click.echo(
            f"{row['measure']:34} {row['a']:>14.4f} {row['b']:>14.4f} {row['value']:>+11.4f}"
            f"  {row['low']:+.4f} … {row['high']:+.4f}  {row['p_holm']:.3f}"
        )
