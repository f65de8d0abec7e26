"""What explains the answer of ``long-hands``: the control, the exchange, one game or all."""

from __future__ import annotations

from analysis import words
from analysis.differences import Difference, difference
from analysis.estimate import OK, Interval, combine, interval
from analysis.measures import measure_named, sample
from analysis.studies import common
from analysis.studies.common import pick
from analysis.studies.long_hands_view import View


def deck_effects(view: View) -> tuple[Difference, Difference] | None:
    """What a second deck does to the shortest hands, and length from the same two decks."""
    two = view.cell(pick(view.cells, grid="two decks"), hand_size=view.low, tribute=view.tribute)
    one = view.cell(view.main, hand_size=view.low, tribute=view.tribute)
    long = view.cell(view.main, hand_size=view.high, tribute=view.tribute)
    if one is None or two is None or long is None:
        return None
    deck = difference(two, one, "daihinmin_repeat")
    rest = difference(long, two, "daihinmin_repeat")
    return (deck, rest) if deck.status == OK == rest.status else None


def second_deck(view: View) -> list[str]:
    """Length against second deck: the control."""
    found = deck_effects(view)
    if found is None:
        return []
    deck, rest = found
    text = (
        f"Length or second deck? Dealing the same {view.low} cards from two decks changes the chance "
        f"by {words.difference(deck)}; longer hands from the same two decks change it by "
        f"{words.difference(rest)}"
    )
    if rest.high < 0 and abs(rest.value) > abs(deck.value):
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


def once_and_always(view: View) -> tuple[Interval, Difference] | None:
    """The longest hands less the shortest: chosen for one game, and dealt in every game."""
    cell = view.cell(pick(view.cells, grid="one game"), tribute=view.tribute)
    long = view.cell(view.main, hand_size=view.high, tribute=view.tribute)
    short = view.cell(view.main, hand_size=view.low, tribute=view.tribute)
    if cell is None or long is None or short is None:
        return None
    known = dict(measure_named("size_repeat").samples(cell))
    if view.high not in known or view.low not in known:
        return None
    once = interval(combine([known[view.high], known[view.low]], [1.0, -1.0]))
    always = difference(long, short, "daihinmin_repeat")
    return (once, always) if once.status == OK == always.status else None


def one_game(view: View) -> list[str]:
    """A size chosen for one game as against every game."""
    found = once_and_always(view)
    if found is None:
        return []
    once, always = found
    return [
        f"A Daihinmin who chooses {view.high} cards instead of {view.low} for one game only, while "
        f"sizes change from game to game, changes the chance of staying by {words.difference(once)}; "
        f"a table that always deals {view.high}, by {words.difference(always)}."
    ]
