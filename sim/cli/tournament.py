"""``daihinmin tournament``: which policy plays better, on the same deals and in all seats."""

from __future__ import annotations

import json
import math
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from sim.cli.faults import run_errors
from sim.cli.options import chosen_rules, rules_options
from sim.errors import InputError

if TYPE_CHECKING:
    from analysis.tournament import Outcome
    from sim.tournament import Played


@click.command()
@click.argument("policies", nargs=-1)
@rules_options("uec")
@click.option("--games", type=click.IntRange(1), default=100_000, show_default=True,
              help="Games in all, at the least.")  # fmt: skip
@click.option(
    "--match-games", type=click.IntRange(2), default=None,
    help="Games of a match (default: 20, down to 4 where the games are few).",
)  # fmt: skip
@click.option("--seed", type=click.IntRange(0, (1 << 63) - 1), default=1, show_default=True)
@click.option("--threads", type=click.IntRange(1), default=None, help="Default: all cores.")
@click.option("--json", "as_json", is_flag=True, help="Print one object.")
@click.option("-o", "--out", type=Path, metavar="DIR", help="Write tables and chart there.")
@click.option("--quiet", is_flag=True, help="Show no progress.")
@run_errors
def tournament(
    policies: tuple[str, ...],
    rules_text: str,
    changes: tuple[str, ...],
    games: int,
    match_games: int | None,
    seed: int,
    threads: int | None,
    as_json: bool,
    out: Path | None,
    quiet: bool,
) -> None:
    """Let POLICIES play each other, two at a table, and print the best first.

    Every deal is played twice, with all hands and titles exchanged, so that nobody is dealt better
    cards and equal play scores exactly equal. A match's first game gives out the titles
    and is not scored.
    """
    from analysis.tournament import outcome
    from sim.run.progress import choose
    from sim.tournament import play_tournament

    rules = chosen_rules(rules_text, changes)
    if out is not None and out.exists() and not out.is_dir():
        raise InputError(f"-o {out}: this is a file; give a directory")
    played = play_tournament(policies, rules, games, seed, match_games, threads, choose(quiet))
    found = outcome(played.names, played.points, played.hands, played.ahead)
    text = ":".join([rules_text, ",".join(changes)]) if changes else rules_text
    about = _about(played, text)
    if out is not None:
        _write(out, about, found, played)
    if as_json:
        click.echo(_json(about, found))
        return
    for line in _lines(about, found):
        click.echo(line)
    if out is not None:
        click.echo(f"\nTables and chart: {out}")


def _about(played: Played, rules: str) -> dict[str, Any]:
    from sim.engine import signature

    return {
        "rules": rules,
        "players": int(played.rules.players),
        "policies": list(played.policies),
        "seed": played.seed,
        "games": played.plan.games,
        "match_games": played.plan.match_games,
        "matches": played.plan.matches,
        "blocks": played.plan.blocks,
        "engine": signature(),
    }


def _lines(about: dict[str, Any], found: Outcome) -> list[str]:
    """The tables for people."""
    pairs = math.comb(len(about["policies"]), 2)
    width = max(len(name) for name in [*found.standings["policy"], "policy"])
    lines = [
        f"{about['rules']}, seed {about['seed']}: {about['games']:,} games, {pairs} "
        f"{'pairs' if pairs > 1 else 'pair'} × {about['matches']} matches of {about['match_games']} "
        "× 2, the second time with all hands exchanged",
        "",
        f"   {'policy':{width}}  points a game  95 % interval   rating  95 % interval   ahead",
    ]
    for row in found.standings.to_dict("records"):
        lines.append(
            f"{row['place']:2} {row['policy']:{width}}  {row['points']:13.4f}  "
            f"{row['points_low']:.4f} … {row['points_high']:.4f} {row['rating']:+8.1f}  "
            f"{row['rating_low']:+.1f} … {row['rating_high']:+.1f}  {100 * row['ahead']:5.1f} %"
        )
    names = list(found.standings["policy"])
    wide = [max(len(name), 6) for name in names]
    lines += [
        "",
        "The row finishes ahead of the column, % of meetings (± half the 95 % interval):",
        "",
    ]
    head = "  ".join(f"{name:>{w + 6}}" for name, w in zip(names, wide, strict=True))
    lines.append(f"{'':{width}}  {head}")
    met = {(row["policy"], row["opponent"]): row for row in found.cross.to_dict("records")}
    for name in names:
        fields = [
            _field(met.get((name, other)), w + 6) for other, w in zip(names, wide, strict=True)
        ]
        lines.append(f"{name:{width}}  {'  '.join(fields)}")
    return lines


def _field(row: Any, width: int) -> str:
    if row is None:
        return f"{'–':>{width}}"
    half = (row["ahead_high"] - row["ahead_low"]) / 2
    return f"{100 * row['ahead']:.1f} ± {100 * half:.1f}".rjust(width)


def _json(about: dict[str, Any], found: Outcome) -> str:
    def plain(frame: Any) -> Any:
        return json.loads(frame.to_json(orient="records", double_precision=10))

    return json.dumps(
        {**about, "standings": plain(found.standings), "cross": plain(found.cross)}, indent=1
    )


def _write(out: Path, about: dict[str, Any], found: Outcome, played: Played) -> None:
    """tournament.json, standings.csv, cross.csv and the chart as PNG and SVG. Raises InputError."""
    from analysis.plots.standings import standings_chart
    from analysis.plots.style import save_chart

    mean = sum(played.rules.points()) / int(played.rules.players)
    best, last = found.standings.iloc[0], found.standings.iloc[-1]
    title = (
        f"{best['policy']} scores {best['points']:.2f} points a game, {last['policy']} "
        f"{last['points']:.2f} ({about['rules']})"
    )
    caption = f"{about['games']:,} games, each deal played twice, with all hands exchanged"
    try:
        out.mkdir(parents=True, exist_ok=True)
        (out / "tournament.json").write_text(_json(about, found) + "\n", encoding="utf-8")
        found.standings.to_csv(out / "standings.csv", index=False)
        found.cross.to_csv(out / "cross.csv", index=False)
        save_chart(standings_chart(found.standings, found.cross, title, caption, mean), out)
    except OSError as error:
        raise InputError(f"-o {out}: cannot be written ({error.strerror})") from None
