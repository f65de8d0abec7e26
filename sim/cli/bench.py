"""``daihinmin bench``: the engine's speed, start, memory and signature."""

from __future__ import annotations

from dataclasses import asdict, replace
from pathlib import Path
from typing import TYPE_CHECKING

import click

from sim.cli.errors import user_errors
from sim.errors import InputError

if TYPE_CHECKING:
    from sim.bench import Measure, Row, Start


@click.command()
@click.argument("more", nargs=-1, metavar="[PRESET:POLICY]...")
@click.option(
    "--only",
    multiple=True,
    metavar="PRESET:POLICY ...",
    help="Measure these rows only; one or several may follow.",
)
@click.option("--grid", is_flag=True, help="Hand sizes, players and decks instead of presets.")
@click.option("--threads", type=click.IntRange(1, 256), default=1, show_default=True)
@click.option("--start", is_flag=True, help="Time cold and warm starts too (compiles once anew).")
@click.option("--json", "as_json", is_flag=True, help="Print a list of objects.")
@click.option("--compare", metavar="FILE", help="Print ratios against an earlier measurement.")
@click.option("--record", type=Path, metavar="DIR", help="Add a file to the history in DIR.")
@click.option("--chart", type=Path, metavar="DIR", help="With --grid: draw the costs into DIR.")
@click.option("--signature", "only_signature", is_flag=True, help="Print the signature alone.")
@user_errors
def bench(
    more: tuple[str, ...],
    only: tuple[str, ...],
    grid: bool,
    threads: int,
    start: bool,
    as_json: bool,
    compare: str | None,
    record: Path | None,
    chart: Path | None,
    only_signature: bool,
) -> None:
    """Measure games and turns a second; the median of five runs."""
    from sim import bench as library

    if only_signature:
        from sim.engine import signature

        click.echo(signature())
        return
    only += more
    if grid and only:
        raise InputError("--grid and --only: give one of the two")
    if chart is not None and not grid:
        raise InputError(f"--chart {chart}: only with --grid")
    earlier = library.read_earlier(compare) if compare else {}
    chosen = library.grid(threads) if grid else library.rows(only, threads)
    starts = library.measure_start() if start else None
    if starts and not as_json:
        click.echo(
            f"start: --help {starts.help_s:.2f} s, first game {starts.cold_s:.1f} s with an empty "
            f"kernel cache, {starts.warm_s:.2f} s with a full one"
        )
    measured = [_measure(row, starts, earlier, quiet=as_json) for row in chosen]
    if as_json:
        click.echo(library.as_json(measured))
    else:
        click.echo(f"signature {measured[0].signature}")
    if record is not None:
        path = library.record(record, measured, asdict(starts) if starts else None)
        click.echo(f"recorded in {path}", err=True)
    if chart is not None:
        _draw(measured, chart)


def _measure(
    row: Row, starts: Start | None, earlier: dict[tuple[object, ...], float], quiet: bool
) -> Measure:
    from sim import bench as library

    result = library.measure(row)
    if starts:
        result = replace(result, cold_start_s=starts.cold_s, warm_start_s=starts.warm_s)
    if not quiet:
        key = (result.preset, result.policy, result.players, result.hand_size, result.threads)
        ratio = f"  ×{result.games_per_second / earlier[key]:.2f}" if key in earlier else ""
        click.echo(
            f"{result.preset:42} {result.policy:8} {result.games_per_second:>10,.0f} games/s "
            f"{result.ns_per_turn:>7.1f} ns/turn {result.turns_per_game:>6.1f} turns/game "
            f"{result.legal_per_turn:>6.2f} legal/turn {result.peak_memory_mb:>6.0f} MB  "
            f"spread {result.spread:.2f}{ratio}"
        )
    return result


def _draw(measured: list[Measure], folder: Path) -> None:
    """The chart of costs, PNG and SVG."""
    import pandas as pd

    from analysis.plots.costs import cost_chart
    from analysis.plots.style import save_chart

    frame = pd.DataFrame([asdict(m) for m in measured])
    try:
        save_chart(cost_chart(frame), folder)
    except OSError as error:
        raise InputError(f"--chart {folder}: {error.strerror or error}") from None
    click.echo(f"drawn in {folder}", err=True)
