"""The catalogue of measures: what can be asked of a cell, each with formula, unit and source.

A ratio measure is a sum over games divided by another; a mobility measure is a smooth function of
the transition counts (``analysis.mobility``). ``measure:of`` names one row of a measure that exists
for several titles, sizes or persons, such as ``rise:Hinmin`` or ``size_repeat:25``.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cache
from typing import Any

import numpy as np

from analysis import chain
from analysis.estimate import Sample, ratio, smooth
from analysis.load import Cell
from sim.errors import InputError
from sim.titles import titles

Rows = Iterator[tuple[str, Any, Any]]
"""(title, size or person, numerator, denominator), the last two of shape (B,)."""


@dataclass(frozen=True)
class Measure:
    """One line of the catalogue.

    ``kind`` is that of ``estimate.Sample``. Either ``rows`` gives the sums of a ratio for each
    thing that the measure exists for, or ``parts`` (B, ...) and ``function`` a smooth measure.
    """

    name: str
    label: str
    unit: str
    kind: str
    doc: str
    rows: Callable[[Cell], Rows] | None = None
    parts: Callable[[Cell], Any] | None = None
    function: Callable[[Any], Any] | None = None
    weight: Callable[[Any], Any] = lambda parts: parts.sum(axis=tuple(range(1, parts.ndim)))
    """From the parts how much of the data each batch holds, shape (B,)."""
    better: int = 0
    """+1: more is better for the Daihinmin; -1: less is; 0: neither."""

    def samples(self, cell: Cell) -> Iterator[tuple[str, Sample]]:
        """(what it is of, the estimate) for everything the measure exists for in this cell."""
        matches = int(cell.matches.sum())
        if self.rows is not None:
            for of, above, below in self.rows(cell):
                yield of, ratio(above, below, self.kind, matches)
        elif self.parts is not None and self.function is not None:
            parts = self.parts(cell)
            yield "", smooth(self.function, parts, self.weight(parts), self.kind, matches)


def title_names(players: int) -> list[str]:
    """The titles by place, told apart by place where several players are Heimin."""
    names = titles(players) if players > 1 else []
    return [f"{t} {i + 1}" if names.count(t) > 1 else t for i, t in enumerate(names)]


def transitions(cell: Cell) -> Any:
    """The transition counts by batch, float64 of shape (B, n, n)."""
    n = cell.players
    return cell["transition"][:, :n, :n].astype(np.float64)


def _per(above: str, below: str) -> Callable[[Cell], Rows]:
    def rows(cell: Cell) -> Rows:
        yield "", cell[above], cell[below]

    return rows


def _step(start: int, end: int) -> Callable[[Cell], Rows]:
    """From one place to another in the next game; negative places count from the last."""

    def rows(cell: Cell) -> Rows:
        if cell.players:
            moves = transitions(cell)[:, start]
            yield "", moves[:, end], moves.sum(axis=1)

    return rows


def _weighted(weights: Callable[[int, int], Any]) -> Callable[[Cell], Rows]:
    """By title: the mean of ``weights(title, players)``, a vector over next places.

    Titles for which nothing counts (nobody rises from first place) have no row.
    """

    def rows(cell: Cell) -> Rows:
        moves = transitions(cell)
        for place, name in enumerate(title_names(cell.players)):
            row, counts = moves[:, place], weights(place, cell.players)
            if counts.any():
                yield name, row @ counts, row.sum(axis=1)

    return rows


def _by_title(above: str, below: str = "titled", less: str = "", more: str = "") -> Any:
    def rows(cell: Cell) -> Rows:
        value = cell[above].astype(np.float64)
        value = value + (cell[more] if more else 0) - (cell[less] if less else 0)
        for place, name in enumerate(title_names(cell.players)):
            yield name, value[:, place], cell[below][:, place]

    return rows


def _money(cell: Cell) -> Rows:
    if cell.total("money").any():
        yield from _by_title("money")(cell)


def _revolution_games(cell: Cell) -> Rows:
    games = cell["revolution_games"]
    yield "", games[:, 1], games.sum(axis=1)


def _streak(name: str) -> Callable[[Cell], Rows]:
    def rows(cell: Cell) -> Rows:
        # Every game but a match's last is followed by one in which the streak goes on or ends.
        yield "", cell["games"] - cell["matches"], cell[name].sum(axis=1)

    return rows


def _by_size(cell: Cell) -> Rows:
    for size in np.flatnonzero(cell.total("size_games")):
        yield str(size), cell["size_stayed"][:, size], cell["size_games"][:, size]


def _by_person(above: Callable[[Cell, int], Any]) -> Callable[[Cell], Rows]:
    def rows(cell: Cell) -> Rows:
        played = cell["person_place"].sum(axis=2)
        for person in np.flatnonzero(played.sum(axis=0)):
            yield str(person + 1), above(cell, int(person)), played[:, person]

    return rows


def _pooled_strength(cell: Cell) -> Any:
    """Hands, their strengths' sum, sum of squares and cards, over all titles: shape (B, 4)."""
    names = ("titled", "dealt_strength", "dealt_strength_squared", "dealt_cards")
    return np.stack([cell[name].sum(axis=1) for name in names], axis=1)


def _hands(parts: Any) -> Any:
    return parts[:, 0]


def _spread(parts: Any) -> Any:
    hands, first, second = (parts[..., i] for i in range(3))
    return np.sqrt(np.maximum(second / hands - (first / hands) ** 2, 0))


def _spread_per_card(parts: Any) -> Any:
    return _spread(parts) / (parts[..., 3] / parts[..., 0])


def _is(place: int, players: int) -> Any:
    return (np.arange(players) == place).astype(float)


def _better(place: int, players: int) -> Any:
    return (np.arange(players) < place).astype(float)


def _worse(place: int, players: int) -> Any:
    return (np.arange(players) > place).astype(float)


def _place(place: int, players: int) -> Any:
    return np.arange(1.0, players + 1)


def _moved(name: str, label: str, verb: str) -> list[Measure]:
    things = {
        "cards": "cards",
        "twos": "cards of the strongest rank (2s in normal order)",
        "jokers": "jokers",
        "strength": "strength (3 counts 0 ... 2 counts 12, a joker 13)",
    }
    return [
        Measure(
            f"{name}_{thing}",
            f"{label}: {thing}",
            "strength" if thing == "strength" else "cards",
            "real",
            f"Mean {words} {verb}, by title, in a game with titles.",
            _by_title(f"{name}_{thing}"),
        )
        for thing, words in things.items()
    ]


def _held(thing: str) -> Measure:
    names = (f"dealt_{thing}", "titled", f"given_{thing}", f"got_{thing}")
    return Measure(
        f"held_{thing}",
        f"held after the exchange: {thing}",
        "strength" if thing == "strength" else "cards",
        "real",
        f"Mean {thing} held after the exchange, by title: dealt, less given, plus got.",
        _by_title(*names),
    )


MEASURES: tuple[Measure, ...] = (
    # -- karma
    Measure("daihinmin_repeat", "Daihinmin stays", "share", "share",
            "Daihinmin again, of games as Daihinmin: P(n → n).", _step(-1, -1), better=-1),
    Measure("daifugo_repeat", "Daifugo stays", "share", "share",
            "Daifugo again, of games as Daifugo: P(1 → 1).", _step(0, 0), better=-1),
    Measure("daihinmin_to_daifugo", "Daihinmin becomes Daifugo", "share", "share",
            "From last place to first in one game: P(n → 1).", _step(-1, 0), better=1),
    Measure("daifugo_to_daihinmin", "Daifugo becomes Daihinmin", "share", "share",
            "From first place to last in one game: P(1 → n).", _step(0, -1)),
    Measure("title_repeat", "title kept", "share", "share",
            "The same place again, of games with that title.", _weighted(_is)),
    Measure("rise", "rises", "share", "share",
            "A better place than the title, of games with that title.", _weighted(_better)),
    Measure("sink", "sinks", "share", "share",
            "A worse place than the title, of games with that title.", _weighted(_worse)),
    Measure("next_place", "mean next place", "places", "real",
            "Mean place (1 best) in the game played with a title.", _weighted(_place)),
    Measure("daihinmin_streak_mean", "mean streak as Daihinmin", "games", "positive",
            "Games as Daihinmin that another game followed, per streak that ended.",
            _streak("daihinmin_streak"), better=-1),
    Measure("daifugo_streak_mean", "mean streak as Daifugo", "games", "positive",
            "Games as Daifugo that another game followed, per streak that ended.",
            _streak("daifugo_streak")),
    # -- mobility (functions of the transition counts; DESIGN.md section 6)
    Measure("prais_shorrocks", "Prais–Shorrocks mobility", "index", "real",
            "(n - tr P) / (n - 1): 0 nobody ever moves, 1 as good as drawn by lot "
            "(Prais 1955, Shorrocks 1978).",
            parts=transitions, function=chain.prais_shorrocks, better=1),
    Measure("bartholomew", "Bartholomew mobility", "places", "real",
            "Σ π_i P_ij |i - j|: mean number of places moved in a game (Bartholomew 1967).",
            parts=transitions, function=chain.bartholomew, better=1),
    Measure("second_eigenvalue", "second eigenvalue", "index", "real",
            "Largest modulus of an eigenvalue of P other than 1: what a game remembers of titles.",
            parts=transitions, function=chain.second_eigenvalue, better=-1),
    Measure("half_life", "half-life of a title", "games", "positive",
            "ln 2 / -ln |λ2|: games until half of what a title is worth is forgotten.",
            parts=transitions, function=chain.half_life, better=-1),
    Measure("rank_correlation", "rank correlation", "index", "real",
            "Correlation of a player's place with the next (Spearman's, places being ranks).",
            parts=transitions, function=chain.rank_correlation, better=-1),
    Measure("escape_games", "games until the Daihinmin escapes", "games", "positive",
            "1 / (1 - P(n → n)): expected games until another place than the last, in the chain.",
            parts=transitions, function=chain.escape_games, better=-1),
    Measure("rise_games", "games until the Daihinmin is Daifugo", "games", "positive",
            "Expected games from last place to first, first passage of the chain "
            "(Kemeny and Snell 1960, 3.3).",
            parts=transitions, function=chain.rise_games, better=-1),
    Measure("fall_games", "games until the Daifugo is Daihinmin", "games", "positive",
            "Expected games from first place to last, first passage of the chain.",
            parts=transitions, function=chain.fall_games),
    # -- points and money
    Measure("points", "points", "points", "real",
            "Mean points of a game, by the title that it was played with.", _by_title("points")),
    Measure("money", "gambling", "units", "real",
            "Mean won from the pot minus paid, by title (only where there is gambling).", _money),
    # -- what is dealt and what the tribute moves
    *_moved("dealt", "dealt", "dealt, before the exchange"),
    *_moved("given", "given in the exchange", "handed over in the exchange"),
    *_moved("got", "got in the exchange", "received in the exchange"),
    _held("twos"), _held("jokers"), _held("strength"),
    Measure("given_cards_share", "share of the hand given", "share", "real",
            "Cards given of cards dealt, by title.", _by_title("given_cards", "dealt_cards")),
    Measure("given_twos_share", "share of the 2s given", "share", "share",
            "Cards of the strongest rank given, of those dealt, by title.",
            _by_title("given_twos", "dealt_twos")),
    Measure("given_jokers_share", "share of the jokers given", "share", "share",
            "Jokers given, of those dealt, by title.", _by_title("given_jokers", "dealt_jokers")),
    Measure("given_strength_per_card", "strength of a card given", "strength", "real",
            "Mean strength of a card handed over, by title.",
            _by_title("given_strength", "given_cards")),
    Measure("strength_spread", "spread of hand strength", "strength", "real",
            "Standard deviation of a dealt hand's strength over all hands.",
            parts=_pooled_strength, function=_spread, weight=_hands),
    Measure("strength_spread_per_card", "spread of strength per card", "strength", "real",
            "Standard deviation of a dealt hand's strength, divided by its mean number of cards.",
            parts=_pooled_strength, function=_spread_per_card, weight=_hands),
    # -- by hand size and by person
    Measure("size_repeat", "Daihinmin stays, by hand size", "share", "share",
            "Daihinmin again, of games with titles that were dealt that many cards each.",
            _by_size, better=-1),
    Measure("person_points", "points by person", "points", "real",
            "Mean points of a game, by person (seat at the start of the match).",
            _by_person(lambda cell, p: cell["person_points"][:, p])),
    Measure("person_first", "Daifugo by person", "share", "share",
            "Games won, by person.", _by_person(lambda cell, p: cell["person_place"][:, p, 0])),
    Measure("person_last", "Daihinmin by person", "share", "share", "Games lost, by person.",
            _by_person(lambda cell, p: cell["person_place"][:, p, cell.players - 1])),
    # -- the play itself
    Measure("turns_per_game", "turns a game", "turns", "real",
            "Decisions asked for in a game, gifts and the like included.", _per("turns", "games")),
    Measure("passes_per_turn", "turns passed", "share", "share",
            "Passes, of all turns.", _per("passes", "turns")),
    Measure("tricks_per_game", "tricks a game", "tricks", "real",
            "Tricks in a game.", _per("tricks", "games")),
    Measure("revolutions_per_game", "revolutions a game", "revolutions", "count",
            "Revolutions in a game.", _per("revolutions", "games")),
    Measure("revolution_games", "games with a revolution", "share", "share",
            "Games with at least one revolution, of all games in which this was counted.",
            _revolution_games),
    Measure("fouls_per_game", "forbidden finishes a game", "fouls", "count",
            "Players who went out with a foul, in a game.", _per("fouls", "games")),
    Measure("falls_per_game", "games with a downfall", "share", "share",
            "Daifugo who fell by tenraku, of all games.", _per("falls", "games")),
)  # fmt: skip

BY_NAME = {measure.name: measure for measure in MEASURES}

CORE = (
    "daihinmin_repeat", "daifugo_repeat", "daihinmin_to_daifugo", "next_place",
    "daihinmin_streak_mean", "daifugo_streak_mean", "prais_shorrocks", "bartholomew",
    "second_eigenvalue", "half_life", "rank_correlation", "escape_games", "rise_games",
    "turns_per_game", "passes_per_turn",
)  # fmt: skip
"""What a report's CSV holds unless its study asks for other measures."""


def measure_named(name: str) -> Measure:
    """The measure called ``name``. Raises InputError listing what there is."""
    if name not in BY_NAME:
        raise InputError(f"unknown measure {name!r}; measures are {', '.join(BY_NAME)}")
    return BY_NAME[name]


def sample(cell: Cell, spec: str) -> Sample:
    """The estimate of ``measure`` or ``measure:of`` in a cell.

    Raises InputError for an unknown measure, or one of several rows where ``of`` names none.
    """
    name, _, of = spec.partition(":")
    measure = measure_named(name)
    found = dict(measure.samples(cell))
    if of in found:
        return found[of]
    if not found:
        zeros = np.zeros(cell.batches)
        return ratio(zeros, zeros, measure.kind)
    if of and "" in found:
        raise InputError(f"{spec}: {name} exists only as a whole; write {name}")
    raise InputError(f"{spec}: write {name}:of, with one of {', '.join(found)}")


@cache
def catalogue() -> list[dict[str, str]]:
    """Name, label, unit and documentation of every measure, for lists and reports."""
    return [{"measure": m.name, "label": m.label, "unit": m.unit, "doc": m.doc} for m in MEASURES]
