"""The engine against the catalogue's cases: every position and every question."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from sim.questions import answer
from sim.scenario import replay

FOLDER = Path(__file__).resolve().parents[2] / "shared" / "cases"
CASES = [json.loads(path.read_text(encoding="utf-8")) for path in sorted(FOLDER.glob("*.json"))]
POSITIONS = {case["name"]: case for case in CASES if "ask" not in case["scenario"]}
QUESTIONS = {case["name"]: case for case in CASES if "ask" in case["scenario"]}

pytestmark = pytest.mark.skipif(
    not CASES, reason="the cases (../shared/cases) are not beside the project"
)


def comparable(key: str, value: Any) -> Any:
    """``value`` without the order that the cases leave open."""
    if key in ("legal", "locks"):
        return sorted(value)
    if key == "cards" and isinstance(value, str):
        return sorted(value.split())
    if key == "hands":
        return [sorted(hand.split()) for hand in value]
    if key == "choices":
        return {seat: sorted(cards.split()) for seat, cards in value.items()}
    return value


def mismatches(expect: dict[str, Any], got: dict[str, Any]) -> list[str]:
    """The keys of ``expect`` that ``got`` does not fulfil, with both values."""
    wrong = []
    for key, wanted in expect.items():
        if key in ("has", "no"):
            if any((action in got["legal"]) != (key == "has") for action in wanted):
                wrong.append(f"{key} {wanted}: legal is {got['legal']}")
        elif comparable(key, got.get(key)) != comparable(key, wanted):
            wrong.append(f"{key}: wanted {wanted}, got {got.get(key)}")
    return wrong


@pytest.mark.parametrize("name", POSITIONS)
def test_position(name: str) -> None:
    case = POSITIONS[name]
    state = replay(case["scenario"])[-1]
    assert not mismatches(case["expect"], {"places": None, **state}), case["why"]


@pytest.mark.parametrize("name", QUESTIONS)
def test_question(name: str) -> None:
    case = QUESTIONS[name]
    assert not mismatches(case["expect"], answer(case["scenario"])), case["why"]
