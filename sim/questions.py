"""Questions about what happens between games, answered by the kernel's own functions.

A question is an object with the key ``ask``; the forms are those of the catalogue's cases: titles,
deal, hand_size_values, stock_jokers, seating, sit_out, lead, tribute, tribute_sizes, exchange,
carry_over, points, ranking, pots and rule_making.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

import numpy as np

from sim.engine.block import NOT_REMOVABLE
from sim.engine.count import card_price
from sim.engine.deal import decks_for, hand_sizes, shuffle
from sim.engine.exchange import choose_from, due, pair_size, strongest
from sim.engine.lead import leader
from sim.engine.match import MATCH, begin_match, carried_revolution, seat_people
from sim.engine.state import new_table
from sim.engine.streams import DEAL, key
from sim.errors import InputError
from sim.notation import BLACK, cards_of, cards_text, parse_cards, spread_jokers, words_of
from sim.rules import Rules, parse_assignments
from sim.rules import hand_sizes as possible_sizes
from sim.scenario import rules_of
from sim.titles import ranking, titles

Question = Mapping[str, Any]


def answer(question: Question) -> dict[str, Any]:
    """The answer to a question. Raises InputError for a form that does not exist."""
    form = question.get("ask")
    if form not in FORMS:
        raise InputError(f"question: ask={form!r}; forms are {', '.join(FORMS)}")
    return FORMS[form](question, rules_of(question))


def _titles(_: Question, rules: Rules) -> dict[str, Any]:
    return {"titles": titles(int(rules.players))}


def _seats(order: Sequence[int] | None, rules: Rules) -> np.ndarray[Any, Any]:
    seats = np.zeros(8, np.int64)
    if order is not None:
        seats[: len(order)] = order
    return seats


def _deal(question: Question, rules: Rules) -> dict[str, Any]:
    record = rules.kernel()[0]
    size = record["hand_size"]
    cards = int(decks_for(record, size)) * (52 + int(rules.jokers))
    sizes = np.zeros(8, np.int64)
    previous = question.get("previous")
    hand_sizes(
        record,
        size,
        cards,
        question["dealer"],
        _seats(previous, rules),
        previous is not None,
        sizes,
    )
    dealt = [int(n) for n in sizes[: int(rules.players)]]
    return {"cards": cards, "sizes": dealt, "stock": cards - sum(dealt)}


def _hand_size_values(_: Question, rules: Rules) -> dict[str, Any]:
    changed = rules.replace(hand_size_choice="random", decks="auto", jokers_dealt="chance")
    return {"values": possible_sizes(changed)}


def _stock_jokers(_: Question, rules: Rules) -> dict[str, Any]:
    """Deals a few thousand times and takes the extremes."""
    record = rules.kernel()[0]
    size = int(record["hand_size"])
    decks = int(decks_for(record, size))
    dealt = size * int(rules.players) if size else decks * (52 + int(rules.jokers))
    deck, stream = np.zeros(216, np.int16), np.zeros(1, np.int64)
    seen = set()
    for game in range(4000):
        stream[0] = key(0, 0, game, DEAL)
        total = int(shuffle(record, decks, dealt, True, deck, stream))
        seen.add(int(np.sum(deck[dealt:total] >= BLACK)))
    return {"least": min(seen), "most": max(seen)}


def _match(rules: Rules, places: Sequence[int], people: int) -> Any:
    match = np.zeros(1, MATCH)[0]
    begin_match(match, people)
    match["titled"] = 1
    for place, person in enumerate(places):
        match["place"][person] = place
    match["last_daifugo"], match["last_daihinmin"] = places[0], places[-1]
    return match


def _seating(question: Question, rules: Rules) -> dict[str, Any]:
    match = _match(rules, question["previous"], int(rules.players))
    seat_people(rules.kernel()[0], match, np.array([key(0, 0, 0, 0)]))
    n, dealer = int(rules.players), int(match["dealer"])
    return {"order": [int(match["seated"][(dealer + 1 + i) % n]) for i in range(n)]}


def _sit_out(question: Question, rules: Rules) -> dict[str, Any]:
    people = int(rules.players) + 1
    match = _match(rules, question["places"], people)
    match["sitter"] = question["sitter"]
    seated = [p for p in range(people) if p != question["sitter"]]
    match["seated"][: len(seated)] = seated
    seat_people(rules.kernel()[0], match, np.array([key(0, 0, 0, 0)]))
    by_title = [int(match["seated"][match["titles"][i]]) for i in range(int(rules.players))]
    return {"by_title": by_title, "sitter": int(match["sitter"])}


def _table(rules: Rules, hands: Sequence[str], revolution: bool = False) -> Any:
    table = new_table()[0]
    table["players"] = len(hands)
    table["revolution"] = int(revolution)
    for seat, hand in enumerate(hands):
        cards = spread_jokers(parse_cards(hand), rules.prejudice != "off")
        table["hands"][seat] = words_of(cards)
        table["counts"][seat] = len(cards)
    return table


def _lead(question: Question, rules: Rules) -> dict[str, Any]:
    previous = question.get("previous")
    table = _table(rules, question["hands"])
    seat = leader(
        rules.kernel()[0],
        table,
        question["dealer"],
        _seats(previous, rules),
        previous is not None,
        np.array([key(0, 0, 0, 0)]),
    )
    return {"seat": int(seat)}


def _tribute(question: Question, rules: Rules) -> dict[str, Any]:
    table = _table(rules, [question["hand"]], question.get("revolution", False))
    out, record = np.zeros(4, np.int64), rules.kernel()[0]
    full = np.array([(1 << 54) - 1] * 4, np.int64)
    count = due(record, question["count"], full, table["hands"][0])
    strongest(record, table, table["hands"][0], count, out)
    return {"cards": cards_text(out, rules.prejudice != "off")}


def _tribute_sizes(question: Question, rules: Rules) -> dict[str, Any]:
    record, streak = rules.kernel()[0], question.get("streak", 1)
    return {
        "sizes": [int(pair_size(record, pair, streak)) for pair in range(int(rules.players) // 2)]
    }


def _exchange(question: Question, rules: Rules) -> dict[str, Any]:
    record, coloured = rules.kernel()[0], rules.prejudice != "off"
    table = _table(rules, question["hands"], question.get("revolution", False))
    previous, n = question["previous"], int(rules.players)
    given = question.get("given")
    choices, hands = {}, [np.array(table["hands"][seat]) for seat in range(n)]
    after = [list(cards_of(hand)) for hand in hands]
    for pair in range(n // 2):
        rich, poor = previous[pair], previous[n - 1 - pair]
        size = pair_size(record, pair, question.get("streak", 1))
        count = int(due(record, size, hands[rich], hands[poor]))
        if count == 0:
            continue
        tribute, choice = np.zeros(4, np.int64), np.zeros(4, np.int64)
        strongest(record, table, hands[poor], count, tribute)
        choose_from(record, hands[rich], tribute, choice)
        choices[str(rich)] = cards_text(choice, coloured)
        if given is not None:
            back = spread_jokers(parse_cards(given[str(rich)]), coloured)
            _move(after, poor, rich, cards_of(tribute))
            _move(after, rich, poor, back)
    if given is None:
        return {"choices": choices}
    return {"hands": [cards_text(words_of(hand), coloured) for hand in after]}


def _move(hands: list[list[int]], source: int, target: int, cards: Sequence[int]) -> None:
    for card in cards:
        hands[source].remove(card)
        hands[target].append(card)


def _carry_over(question: Question, rules: Rules) -> dict[str, Any]:
    return {"revolution": bool(carried_revolution(rules.kernel()[0], int(question["revolution"])))}


def _points(_: Question, rules: Rules) -> dict[str, Any]:
    return {"points": rules.points()}


def _ranking(question: Question, rules: Rules) -> dict[str, Any]:
    return {"ranking": ranking(rules, question["games"])}


def _pots(question: Question, rules: Rules) -> dict[str, Any]:
    record = rules.kernel()[0]
    money, pot = [0] * int(rules.players), 0
    games = question["games"] if rules.gambling != "off" else []
    for number, game in enumerate(games):
        if number:
            money[game["places"][0]] += pot
            pot = 0
        price = sum(int(card_price(record, card)) for card in parse_cards(game["left"]))
        money[game["places"][-1]] -= price
        pot += price
    return {"money": money, "pot": pot}


def _rule_making(question: Question, rules: Rules) -> dict[str, Any]:
    in_force = list(question["in_force"])
    add = [entry for entry in rules.house_rules if entry not in in_force]
    take: list[str] = []
    if rules.rule_making == "add_or_delete":
        take = [
            entry
            for entry in rules.house_rules
            if entry in in_force and next(iter(parse_assignments([entry]))) not in NOT_REMOVABLE
        ]
    if rules.rule_making == "off":
        add = []
    return {"add": add, "take_out": take}


FORMS: dict[str, Callable[[Question, Rules], dict[str, Any]]] = {
    "titles": _titles,
    "deal": _deal,
    "hand_size_values": _hand_size_values,
    "stock_jokers": _stock_jokers,
    "seating": _seating,
    "sit_out": _sit_out,
    "lead": _lead,
    "tribute": _tribute,
    "tribute_sizes": _tribute_sizes,
    "exchange": _exchange,
    "carry_over": _carry_over,
    "points": _points,
    "ranking": _ranking,
    "pots": _pots,
    "rule_making": _rule_making,
}
