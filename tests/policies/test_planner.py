"""``planner``: its split is the fewest melds, it sees forced wins, it keeps a legal last meld."""

from __future__ import annotations

import random
from functools import cache
from itertools import combinations

import numpy as np
import pytest

from sim.engine.action import ROW
from sim.engine.jit import entry
from sim.notation import words_of
from sim.policies.asking import ask_action, fewest_melds
from sim.policies.plan.view import beaten_by, beaters, known
from sim.policies.plan.weights import CARDS
from sim.policies.registry import policy_number
from sim.policies.rollouts.memory import MEMORY
from sim.position import Position
from sim.rules import Rules
from sim.scenario import start
from sim.task import Task, play
from tests.day import seed_of_the_day

JOKERS = (52, 53)


@cache
def brute_force(cards: frozenset[int]) -> int:
    """The fewest melds of a hand, by trying every meld that holds its lowest card."""
    jokers = [c for c in JOKERS if c in cards]
    real = sorted(cards - set(JOKERS))
    if not real:
        return 1 if jokers else 0
    lowest = real[0]
    return 1 + min(brute_force(cards - meld) for meld in melds_with(lowest, real, jokers))


def melds_with(card: int, real: list[int], jokers: list[int]) -> set[frozenset[int]]:
    """Every group and plain sequence that holds ``card``, the lowest of the hand."""
    out = set()
    same = [c for c in real if c // 4 == card // 4 and c != card]
    for n in range(len(same) + 1):
        for others in combinations(same, n):
            for j in range(len(jokers) + 1):
                out.add(frozenset({card, *others, *jokers[:j]}))
    held = set(real)
    for low in range(-2, 13):
        for size in range(3, 15):
            places = [4 * (low + i) + card % 4 for i in range(size)]
            present = {p for p in places if p in held}
            missing = size - len(present)
            if low + size <= 15 and card in present and missing <= len(jokers):
                out.add(frozenset({*present, *jokers[:missing]}))
    return out


@pytest.mark.parametrize("jokers", [0, 1, 2])
def test_the_split_is_the_fewest_melds(jokers: int) -> None:
    rng = random.Random(seed_of_the_day() + jokers)
    position = Position(Rules.preset("league"), [[0], [1], [2], [3]])
    record = position.rules.kernel()[0]
    for _ in range(150):
        size = rng.randint(1, 12)
        suits = rng.choice(([0, 1, 2, 3], [0, 1]))  # two suits make more sequences
        cards = [*rng.sample([c for c in range(52) if c % 4 in suits], size), *JOKERS[:jokers]]
        found = fewest_melds(record, position.table, np.array(words_of(cards), np.int64))
        assert found == brute_force(frozenset(cards)), sorted(cards)


def chosen(position: Position, policy: str) -> str:
    """What a policy plays in a position, as text."""
    rows = position.rows()
    buffer = np.zeros((len(rows) + 1, ROW), np.int64)
    buffer[:-1] = rows
    index = ask_action(
        position.rules.kernel()[0], position.table, policy_number(policy), buffer, len(rows),
        np.zeros(1, np.int64), np.zeros(1, MEMORY)[0],
    )  # fmt: skip
    return position.readings()[int(index)].text


@pytest.mark.parametrize("policy", ["planner", "tuned"])
def test_a_forced_win_is_played_to_the_end(policy: str) -> None:
    """All that is unseen is in the other hands, and only the 3 can be beaten: it comes last."""
    position = start(
        {
            "rules": "default",
            "set": {"players": 3, "jokers": 0},
            "hands": ["H2 S2 DA SA S3", "CQ CJ D6 D7 C7", "DQ HQ CA DK D4"],
            "lead": 0,
        }
    )
    table = position.table
    held = sum(int(hand) for hand in table["hands"][:3, 0])
    table["played"][0] = ((1 << 52) - 1) & ~held
    while int(table["counts"][0]) > 1:
        assert int(table["seat"]) == 0, "the lead was lost"
        assert position.field() == ""
        position.play(chosen(position, policy))
        while int(table["seat"]) != 0:
            position.play(position.legal()[0])  # whatever beats it; else there is only the pass
    assert chosen(position, policy) == "S3"


@pytest.mark.parametrize("policy", ["planner", "tuned"])
@pytest.mark.parametrize("banned", ["illegal_finish", "foul_finish"])
def test_a_2_that_may_not_come_last_is_played_first(policy: str, banned: str) -> None:
    position = start(
        {
            "rules": "default",
            "set": {"players": 3, banned: "two"},
            "hands": ["S2 S4", "C5 D5 D6 C7 C9", "D9 H9 C10 D4 C6"],
            "lead": 0,
        }
    )
    assert chosen(position, policy) == "S2"


def test_a_plan_is_kept_whole() -> None:
    """Nothing hurries and only a pair of jacks could be broken for the 10: planner passes."""
    position = start(
        {
            "rules": "default",
            "set": {"players": 3},
            "hands": [
                "S10 S3 S4 S6 S8 S9 SQ SK",
                "HJ DJ H6 D6 H9 D9 H3 D3",
                "C4 C5 C6 C7 C8 C9 CA C10",
            ],
            "lead": 0,
        }
    )
    position.play("S10")
    assert chosen(position, "planner") == "pass"


def points(one: str, other: str, preset: str, games: int) -> float:
    """The points a game by which two persons of ``one`` lead over the others, at one table."""
    rules = Rules.preset(preset)
    people = int(rules.players)
    total = 0.0
    for pattern in (0b01010101, 0b10101010):
        mine = np.array([bool(pattern >> seat & 1) for seat in range(people)])
        who = tuple(one if here else other for here in mine)
        counts = play(Task(rules, who, 20260101, 20), 0, max(1, games // 40))
        scored = counts.person_points[:people] / counts.games
        total += float(scored[mine].mean() - scored[~mine].mean()) / 2
    return total


@pytest.mark.parametrize("preset", ["uec", "league", "daihinmin-optional"])
def test_planner_is_stronger_than_keeper(preset: str) -> None:
    assert points("planner", "keeper", preset, 4000) > 0.2


@entry
def cards_above(r, t, at):
    info = known(r, t)
    return beaten_by(info, beaters(r, info, t.revolution), 1, at)


def test_no_single_is_looked_up_beyond_its_row() -> None:
    """With four decks more cards beat a 3 than the row of singles has places for."""
    deck = list(range(52)) * 4
    hands = [deck[seat::4] for seat in range(4)]
    position = Position(Rules.parse("kirakuken-full:decks=4,jokers=0,players=4"), hands)
    record, table = position.rules.kernel()[0], position.table
    found = [cards_above(record, table, 4 * rank) for rank in range(13)]
    assert found[0] == CARDS - 2
    assert all(-1 <= cards <= CARDS - 2 for cards in found)
