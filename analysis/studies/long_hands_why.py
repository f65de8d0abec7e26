"""What explains the answer of ``long-hands``: the control, the exchange, one game or all."""

from __future__ import annotations

from typing import Any

from analysis import words
from analysis.estimate import OK, combine, interval
from analysis.load import Cell
from analysis.measures import measure_named, sample
from analysis.studies import common
from analysis.studies.common import pick
from analysis.studies.long_hands_view import View


def second_deck(view: View) -> list[str]:
    """Length against second deck: the control."""
    tribute = view.tribute
    two = view.cell(pick(view.cells, grid="two decks"), hand_size=view.low, tribute=tribute)
    one = view.cell(view.main, hand_size=view.low, tribute=tribute)
    long = view.cell(view.main, hand_size=view.high, tribute=tribute)
    deck, rest = common.change_of(two, one), common.change_of(long, two)
    if deck is None or rest is None or OK not in (deck.status, rest.status):
        return []
    text = (
        f"Length or second deck? Dealing the same {view.low} cards from two decks changes the chance "
        f"by {words.difference(deck)}; longer hands from the same two decks change it by "
        f"{words.difference(rest)}"
    )
    if rest.status == OK and rest.high < 0 and abs(rest.value) > abs(deck.value):
        text += ": it is the length."
    elif deck.high < 0 and abs(deck.value) > abs(rest.value):
        text += ": it is the second deck more than the length."
    else:
        text += "."
    return [text]


def explanation(view: View) -> list[str]:
    """What the extra cards change, in the figures of the exchange."""
    tribute = view.tribute
    short = view.cell(view.main, hand_size=view.low, tribute=tribute)
    long = view.cell(view.main, hand_size=view.high, tribute=tribute)
    if short is None or long is None:
        return []

    def both(spec: str, unit: str) -> str:
        a, b = sample(short, spec), sample(long, spec)
        if a.status != OK or b.status != OK:
            return "an unknown amount"
        return f"{words.plain(a.value, unit)} to {words.plain(b.value, unit)}"

    return [
        f"What the extra cards change ({view.low} to {view.high}, same table): the tribute falls "
        f"from {both('given_cards_share:Daihinmin', 'share')} of the Daihinmin's hand and from "
        f"{both('given_twos_share:Daihinmin', 'share')} of the Daihinmin's 2s; hands differ less, "
        f"the spread of strength per card going from {both('strength_spread_per_card', '')}; "
        + _junk(view)
    ]


def _junk(view: View) -> str:
    """Whether the Daifugo gives back weaker cards from a longer hand, at the largest tribute."""
    tribute = common.values(view.here, "tribute")[-1]
    long = view.cell(view.main, hand_size=view.high, tribute=tribute)
    short = view.cell(view.main, hand_size=view.low, tribute=tribute)
    found = common.change_of(long, short, "given_strength_per_card:Daifugo")
    if found is None or found.status != OK:
        return "what the Daifugo gives back is not known."
    room = "does have more room" if found.high < 0 else "does not find more room"
    return (
        f"with {words.counted(int(tribute), 'card')} exchanged the Daifugo {room} to give junk away: "
        f"the strength of a card given back goes {common.change(found, 'strength')}; a 3 counts 0, "
        "a 2 counts 12."
    )


def one_game(view: View) -> list[str]:
    """A size chosen for one game as against every game."""
    tribute = view.tribute
    cell = view.cell(pick(view.cells, grid="one game"), tribute=tribute)
    long = view.cell(view.main, hand_size=view.high, tribute=tribute)
    short = view.cell(view.main, hand_size=view.low, tribute=tribute)
    always = common.change_of(long, short)
    if cell is None or always is None or always.status != OK:
        return []
    known = dict(_sizes(cell))
    if view.high not in known or view.low not in known:
        return []
    once = interval(combine([known[view.high], known[view.low]], [1.0, -1.0]))
    if once.status != OK:
        return []
    return [
        f"A Daihinmin who chooses {view.high} cards instead of {view.low} for one game only, while "
        f"sizes change from game to game, changes the chance of staying by {words.difference(once)}; "
        f"a table that always deals {view.high}, by {words.difference(always)}."
    ]


def _sizes(cell: Cell) -> Any:
    return measure_named("size_repeat").samples(cell)
