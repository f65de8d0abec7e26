"""``daihinmin compare``: the difference of two rule sets, or of two policies, on the same deals."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

import click

from sim.cli.errors import user_errors
from sim.cli.options import chosen_policies, chosen_rules
from sim.errors import InputError

if TYPE_CHECKING:
    from analysis.load import Cell

MATCH_GAMES = 100


@click.command()
@click.argument("a")
@click.argument("b", required=False)
@click.option("--games", type=click.IntRange(1), default=20_000, show_default=True,
              help="Games of each side.")  # fmt: skip
@click.option(
    "--match-games", type=click.IntRange(2), default=None,
    help=f"Games of a match (default: {MATCH_GAMES}; 4 to 20 with --duplicate).",
)  # fmt: skip
@click.option("--policies", default="keeper", show_default=True, help="One name, or one by seat.")
@click.option("--against", metavar="POLICIES", help="Policies of the second side, if others.")
@click.option("--duplicate", is_flag=True,
              help="Both policies at one table, every deal twice with all hands exchanged.")  # fmt: skip
@click.option("--measures", metavar="NAMES", default="core", show_default=True,
              help="core, all, or names with commas between them.")  # fmt: skip
@click.option("--seed", type=click.IntRange(0), default=1, show_default=True)
@click.option("--threads", type=click.IntRange(1), default=None, help="Default: all cores.")
@user_errors
def compare(
    a: str,
    b: str | None,
    games: int,
    match_games: int | None,
    policies: str,
    against: str | None,
    duplicate: bool,
    measures: str,
    seed: int,
    threads: int | None,
) -> None:
    """Compare rule set A with rule set B for many measures, each PRESET or PRESET:KEY=VALUE,….

    Both are played on the same deals; a row is A less B with its 95 % interval.

    Or compare two policies under one rule set: all play --policies, less all play --against. With
    --duplicate the two sit at one table instead, and each deal is played twice, with all hands and
    titles exchanged between them: who scores more.
    """
    if b is None and against is None:
        raise InputError("compare: give a second rule set, or --against with other policies")
    if duplicate:
        if against is None or b not in (None, a):
            raise InputError("--duplicate compares two policies under one rule set: give --against")
        how = {"games": 2 * games, "match_games": match_games, "seed": seed, "threads": threads}
        lines = _at_one_table(a, policies, against, how)
    else:
        how = {"games": games, "match_games": match_games or MATCH_GAMES, "seed": seed,
               "threads": threads}  # fmt: skip
        sides = ((a, policies), (b or a, against or policies))
        names = (a, b) if b not in (None, a) else (policies, against or policies)
        lines = _on_the_same_deals(sides, (str(names[0]), str(names[1])), how, _chosen(measures))
    for line in lines:
        click.echo(line)


def _chosen(text: str) -> tuple[str, ...]:
    """The measures of ``--measures``. Raises InputError for unknown ones, before anything is played."""
    from analysis.measures import BY_NAME, CORE, measure_named

    if text in ("core", "all"):
        return CORE if text == "core" else tuple(BY_NAME)
    names = tuple(dict.fromkeys(name.strip() for name in text.split(",")))
    for name in names:
        measure_named(name)
    return names


def _played(rules_text: str, policies: str, how: dict[str, Any]) -> Cell:
    from analysis.load import cell_from_result
    from sim.simulation import simulate

    rules = chosen_rules(rules_text, ())
    result = simulate(rules, chosen_policies(policies, rules), **how)
    return cell_from_result(result, {"rules": rules_text, "policy": policies})


def _on_the_same_deals(
    sides: tuple[tuple[str, str], tuple[str, str]],
    names: tuple[str, str],
    how: dict[str, Any],
    measures: tuple[str, ...],
) -> Iterator[str]:
    """Measures of the first (rules, policies) less the second."""
    from analysis.differences import compare_two

    left, right = (_played(rules, policies, how) for rules, policies in sides)
    frame = compare_two(left, right, measures)
    one, other = (policies for _, policies in sides)
    who = one if one == other else f"{one} less {other}"
    what = sides[0][0] if sides[0][0] == sides[1][0] else f"{sides[0][0]} less {sides[1][0]}"
    yield f"{what}, {how['games']:,} games each, {who}, seed {how['seed']}"
    yield f"{len(frame)} comparisons, p corrected by Holm\n"
    yield (f"{'measure':34} {names[0][:14]:>14} {names[1][:14]:>14} {'difference':>11}"
           "  95 % interval     p")  # fmt: skip
    for row in frame.to_dict("records"):
        if row["status"] != "ok":
            yield f"{row['measure']:34} {row['status']}"
            continue
        yield (
            f"{row['measure']:34} {row['a']:>14.4f} {row['b']:>14.4f} {row['value']:>+11.4f}"
            f"  {row['low']:+.4f} … {row['high']:+.4f}  {row['p_holm']:.3f}"
        )


def _at_one_table(rules_text: str, one: str, other: str, how: dict[str, Any]) -> Iterator[str]:
    """Points of two policies that play each other, on duplicate deals."""
    from analysis.estimate import OK, interval
    from analysis.tournament import outcome, points_apart
    from sim.tournament import play_tournament

    played = play_tournament((one, other), chosen_rules(rules_text, ()), **how)
    found = outcome(played.names, played.points, played.hands, played.ahead).standings
    apart = interval(points_apart(played.points, played.hands))
    yield (
        f"{rules_text}, {played.names[0]} less {played.names[1]} at one table, seed {how['seed']}; "
        f"{played.plan.games:,} games, each deal twice with all hands exchanged\n"
    )
    for row in found.to_dict("records"):
        yield (
            f"{row['policy']:34} {row['points']:>8.4f} points a game, ahead of the other in "
            f"{100 * row['ahead']:.2f} %"
        )
    if apart.status != OK:
        yield f"difference: {apart.status}"
    else:
        yield f"{'difference':34} {apart.value:>+8.4f}  {apart.low:+.4f} … {apart.high:+.4f} (95 %)"
