"""``daihinmin bench``: the engine's speed and signature."""

from __future__ import annotations

import click

from sim.cli.errors import user_errors


@click.command()
@click.option("--only", multiple=True, metavar="PRESET:POLICY", help="Measure these rows only.")
@click.option("--threads", type=click.IntRange(1, 256), default=1, show_default=True)
@click.option("--json", "as_json", is_flag=True, help="Print a list of objects.")
@click.option("--compare", metavar="FILE", help="Print ratios against an earlier --json FILE.")
@click.option("--signature", "only_signature", is_flag=True, help="Print the signature alone.")
@user_errors
def bench(
    only: tuple[str, ...], threads: int, as_json: bool, compare: str | None, only_signature: bool
) -> None:
    """Measure games and turns a second; the median of five runs."""
    from sim import bench as library

    if only_signature:
        from sim.engine import signature

        click.echo(signature())
        return
    earlier = library.read_earlier(compare) if compare else {}
    measured = []
    for row in library.rows(only, threads):
        result = library.measure(row)
        measured.append(result)
        if as_json:
            continue
        key = (result.preset, result.policy, result.players, result.hand_size, result.threads)
        ratio = f"  ×{result.games_per_second / earlier[key]:.2f}" if key in earlier else ""
        click.echo(
            f"{result.preset:32} {result.policy:8} {result.games_per_second:>10,.0f} games/s "
            f"{result.ns_per_turn:>7.1f} ns/turn {result.turns_per_game:>6.1f} turns/game "
            f"{result.legal_per_turn:>5.2f} legal/turn  spread {result.spread:.2f}{ratio}"
        )
    if as_json:
        click.echo(library.as_json(measured))
    elif measured:
        click.echo(f"signature {measured[0].signature}")
