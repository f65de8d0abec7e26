"""The reference against the catalogue's cases: positions, and what it answers between games."""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from sim.rules import Rules
from tests.reference import Game, between
from tests.reference.cards import cards_text

FOLDER = Path(__file__).resolve().parents[2] / "shared" / "cases"
CASES = [json.loads(path.read_text(encoding="utf-8")) for path in sorted(FOLDER.glob("*.json"))]
POSITIONS = {case["name"]: case for case in CASES if "ask" not in case["scenario"]}
QUESTIONS = {case["name"]: case for case in CASES if "ask" in case["scenario"]}
ABSENT = "the cases (../shared/cases) are not beside the project"


def cards_of(text: str) -> Counter[str]:
    return Counter(text.split())


def mismatches(expect: dict[str, Any], state: dict[str, Any]) -> list[str]:
    """What the state fails to be, by the comparison that the cases' own README prescribes."""
    failed = []
    for key, wanted in expect.items():
        got: Any = state.get("legal" if key in ("has", "no") else key)
        holds = got == wanted
        if key in ("legal", "locks"):
            holds = sorted(got) == sorted(wanted)
        elif key == "has":
            holds = set(wanted) <= set(got)
        elif key == "no":
            holds = not set(wanted) & set(got)
        elif key == "hands":
            holds = [cards_of(hand) for hand in got] == [cards_of(hand) for hand in wanted]
        if not holds:
            failed.append(f"{key}: wanted {wanted}, got {got}")
    return failed


@pytest.mark.skipif(not POSITIONS, reason=ABSENT)
@pytest.mark.parametrize("name", POSITIONS)
def test_position(name: str) -> None:
    case = POSITIONS[name]
    game = Game.from_scenario(case["scenario"])
    assert not mismatches(case["expect"], game.state()), case["why"]


def rules_of(question: dict[str, Any]) -> Rules:
    return Rules.preset(question.get("rules", "default"), **question.get("set", {}))


def answer_titles(question: dict[str, Any]) -> dict[str, Any]:
    return {"titles": between.titles(rules_of(question).players)}


def answer_deal(question: dict[str, Any]) -> dict[str, Any]:
    rules = rules_of(question)
    sizes = between.deal_sizes(rules, question["dealer"], question.get("previous"))
    cards = len(between.deck(rules))
    return {"cards": cards, "sizes": sizes, "stock": cards - sum(sizes)}


def answer_lead(question: dict[str, Any]) -> dict[str, Any]:
    rules, previous = rules_of(question), question.get("previous")
    return {"seat": between.lead(rules, question["hands"], question["dealer"], previous)}


def answer_seating(question: dict[str, Any]) -> dict[str, Any]:
    return {"order": between.seating(rules_of(question), question["previous"])}


def answer_tribute_sizes(question: dict[str, Any]) -> dict[str, Any]:
    return {"sizes": between.tribute_sizes(rules_of(question), question.get("streak", 1))}


def answer_tribute(question: dict[str, Any]) -> dict[str, Any]:
    revolution = question.get("revolution", False)
    cards = between.tribute(rules_of(question), question["hand"], question["count"], revolution)
    return {"cards": cards_of(cards_text(cards))}


def answer_exchange(question: dict[str, Any]) -> dict[str, Any]:
    rules, hands, previous = rules_of(question), question["hands"], question["previous"]
    ways = {"streak": question.get("streak", 1), "revolution": question.get("revolution", False)}
    if "given" not in question:
        found = between.choices(rules, hands, previous, **ways)
        return {"choices": {str(seat): cards_of(cards_text(c)) for seat, c in found.items()}}
    given = {int(seat): cards for seat, cards in question["given"].items()}
    after = between.exchange(rules, hands, previous, given, **ways)
    return {"hands": [cards_of(cards_text(hand)) for hand in after]}


ANSWERS = {
    "titles": answer_titles,
    "deal": answer_deal,
    "lead": answer_lead,
    "seating": answer_seating,
    "tribute_sizes": answer_tribute_sizes,
    "tribute": answer_tribute,
    "exchange": answer_exchange,
}
ANSWERED = [name for name, case in QUESTIONS.items() if case["scenario"]["ask"] in ANSWERS]


@pytest.mark.skipif(not QUESTIONS, reason=ABSENT)
@pytest.mark.parametrize("name", ANSWERED)
def test_question(name: str) -> None:
    case = QUESTIONS[name]
    expect = dict(case["expect"])
    if "cards" in expect and isinstance(expect["cards"], str):
        expect["cards"] = cards_of(expect["cards"])
    if "choices" in expect:
        expect["choices"] = {seat: cards_of(text) for seat, text in expect["choices"].items()}
    if "hands" in expect:
        expect["hands"] = [cards_of(hand) for hand in expect["hands"]]
    got = ANSWERS[case["scenario"]["ask"]](case["scenario"])
    assert {key: got[key] for key in expect} == expect, case["why"]
