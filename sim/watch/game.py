"""One game of a match, step by step on the streams of ``match.play_block``, and what was seen."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from sim.counts import COUNTS_DTYPE, Counts
from sim.engine.action import ROW
from sim.engine.block import ROWS, house_arrays
from sim.engine.exchange import due, pair_size, strongest
from sim.engine.game import act, list_actions, mistake
from sim.engine.match import MATCH, WORK, begin_match, end_game_of_match, start_game
from sim.engine.state import OVER, new_table
from sim.engine.step import choose_step, deal_only, errs, put_in_force
from sim.engine.streams import MISTAKES, TRICKS, key
from sim.lineup import Lineup
from sim.notation import Notation, card_text, cards_of, cards_text
from sim.policies.registry import policy_name
from sim.rules import Rules
from sim.rules.ruleset import parse_assignments
from sim.task import Task
from sim.watch.events import events_of


@dataclass(frozen=True)
class Gift:
    """Cards that changed hands in the exchange, as text; ``back`` is what the richer gave."""

    poor: int
    rich: int
    cards: str
    back: str


@dataclass(frozen=True)
class Step:
    """An action: who did what, how many cards are left in that hand, and what it brought about."""

    seat: int
    text: str
    left: int
    events: tuple[str, ...]
    cleared: bool
    """Whether the field is empty afterwards, a trick has ended."""


@dataclass(frozen=True)
class Watched:
    """A game as it was played. Lists are by seat; seats of ``previous`` and ``places`` best first."""

    rules: Rules
    """The rules in force in this game, house rules included."""
    house_rules: tuple[str, ...]
    game: int
    people: tuple[int, ...]
    policies: tuple[str, ...]
    sitter: int | None
    dealer: int
    previous: tuple[int, ...] | None
    dealt: tuple[str, ...]
    gifts: tuple[Gift, ...]
    hands: tuple[str, ...]
    stock: str
    revolution: bool
    lead: int
    steps: tuple[Step, ...]
    places: tuple[int, ...]
    money: tuple[int, ...]
    """Won from and paid into the pot."""

    def scenario(self, base: str = "default") -> dict[str, Any]:
        """The game as a scenario that replays to the same end; ``base`` is the preset to name."""
        players = len(self.hands)
        changed = self.rules.differences(Rules.preset(base, players=players))
        out: dict[str, Any] = {"rules": base, "set": changed, "hands": list(self.hands)}
        if int(Rules.preset(base).players) != players:
            changed["players"] = str(players)
        if self.stock:
            out["stock"] = self.stock
        out["lead"] = self.lead
        out["revolution"] = self.revolution
        if self.previous is not None:
            out["previous"] = list(self.previous)
        out["actions"] = [step.text for step in self.steps]
        return out


def watch(task: Task, game: int, match: int = 0) -> tuple[Watched, Counts]:
    """Game ``game`` (from 0) of a match, and the counts of the match up to its end.

    The counts are those of ``play_matches`` for a match of ``game + 1`` games but for what is
    counted when a match ends and for the legal actions listed.
    """
    driver = _Driver(task, match)
    for number in range(game):
        driver.begin(number)
        while not driver.over:
            driver.step()
        driver.end(number)
    return driver.tell(game), Counts(driver.counts)


class _Driver:
    """The kernel's state of a match and the calls that carry it on."""

    def __init__(self, task: Task, number: int) -> None:
        self.task, self.number = task, number
        self.now = task.rules.kernel()
        self.base = self.now.view(np.int64).copy()
        self.values, self.masks, self.house = house_arrays(task.rules)
        self.table, self.match, self.work = new_table(), np.zeros(1, MATCH), np.zeros(1, WORK)
        self.lineup = Lineup(task.policies, self.match)
        self.policies = self.lineup.policies
        self.counts = np.zeros(1, COUNTS_DTYPE)
        self.buffer = np.zeros((ROWS, ROW), np.int64)
        self.keep_stock = any(task.rules.mistakes)
        begin_match(self.match[0], self.now["players"][0] + self.now["sit_out"][0])

    @property
    def over(self) -> bool:
        return int(self.table[0]["phase"]) == OVER

    def begin(self, game: int) -> None:
        """Everything before the first lead."""
        if self.house["count"][0]:
            in_force = self.match[0]["in_force"]
            put_in_force(in_force, self.base, self.values, self.masks, self.now.view(np.int64))
        start_game(
            self.now[0], self.table[0], self.match[0], self.policies, self.work[0],
            self.counts[0], np.int64(self.task.seed), self.number, game, self.keep_stock,
        )  # fmt: skip
        self.work[0]["stream"][0] = key(self.task.seed, self.number, game, TRICKS)
        self.work[0]["slips"][0] = key(self.task.seed, self.number, game, MISTAKES)

    def dealt(self, game: int) -> list[list[int]]:
        """The hands of a game before its exchange, four words each; to be called before ``begin``."""
        table, match, work = new_table(), self.match.copy(), np.zeros(1, WORK)
        if self.house["count"][0]:
            in_force = match[0]["in_force"]
            put_in_force(in_force, self.base, self.values, self.masks, self.now.view(np.int64))
        deal_only(
            self.now[0], table[0], match[0], self.policies, work[0],
            np.int64(self.task.seed), self.number, game, self.keep_stock,
        )  # fmt: skip
        players = int(table[0]["players"])
        return [[int(word) for word in hand] for hand in table[0]["hands"][:players]]

    def step(self) -> Any:
        """One decision, by the policy whose turn it is: the action, or None for a mistake."""
        r, t, m, work = self.now[0], self.table[0], self.match[0], self.work[0]
        if errs(r, t, m, work["slips"]):
            mistake(r, t)
            return None
        n = int(list_actions(r, t, self.buffer))
        while n >= len(self.buffer):
            self.buffer = np.zeros((4 * len(self.buffer), ROW), np.int64)
            n = int(list_actions(r, t, self.buffer))
        choice = choose_step(r, t, m, self.policies, work, self.buffer, n)
        self.lineup.check(self.buffer)
        row = self.buffer[choice].copy()
        act(r, t, row)
        return row

    def end(self, game: int) -> None:
        """Everything after the last place is known."""
        end_game_of_match(
            self.now[0], self.table[0], self.match[0], self.policies, self.work[0],
            self.house[0], self.counts[0], game,
        )  # fmt: skip

    def rules(self) -> tuple[Rules, tuple[str, ...]]:
        """The rules in force, and the house rules among them."""
        bits, rules = int(self.match[0]["in_force"]), self.task.rules
        entries = tuple(rule for h, rule in enumerate(rules.house_rules) if bits >> h & 1)
        for entry in entries:
            rules = rules.replace(**parse_assignments([entry]))
        return rules, entries

    def tell(self, game: int) -> Watched:
        """Play a game and note what happens."""
        dealt = self.dealt(game)
        streak = int(self.match[0]["streak"])
        self.begin(game)
        rules, entries = self.rules()
        coloured = rules.prejudice != "off"
        t, m, players = self.table[0], self.match[0], int(rules.players)
        previous = tuple(int(seat) for seat in m["titles"][:players]) if m["titled"] else None
        people = tuple(int(person) for person in m["seated"][:players])
        stock = t["stock"][int(t["stock_next"]) : int(t["stock_size"])]
        before: dict[str, Any] = {
            "policies": tuple(self._policy(seat) for seat in range(players)),
            "sitter": int(m["sitter"]) if m["sitter"] >= 0 else None,
            "dealer": int(m["dealer"]),
            "gifts": self._gifts(dealt, previous, streak, coloured) if previous else (),
            "hands": tuple(cards_text(hand, coloured) for hand in t["hands"][:players]),
            "stock": " ".join(Notation(rules).card(int(card)) for card in stock),
            "revolution": bool(t["revolution"]),
            "lead": int(t["seat"]),
        }
        steps = self._steps(rules)
        places = tuple(int(seat) for seat in t["places"][:players])
        money = self.counts[0]["person_money"].copy()
        self.end(game)
        won = self.counts[0]["person_money"] - money
        return Watched(
            rules=rules,
            house_rules=entries,
            game=game,
            people=people,
            previous=previous,
            dealt=tuple(cards_text(hand, coloured) for hand in dealt),
            steps=steps,
            places=places,
            money=tuple(int(won[person]) for person in people),
            **before,
        )

    def _policy(self, seat: int) -> str:
        """The name of the policy at a seat, as ``tricks.policy_at`` finds it."""
        m = self.match[0]
        person = int(m["seated"][seat])
        numbers = self.lineup.numbers
        number = numbers[9 + int(m["place"][person])] if m["titled"] else -1
        return policy_name(number if number >= 0 else numbers[person])

    def _gifts(
        self, dealt: list[list[int]], previous: tuple[int, ...], streak: int, coloured: bool
    ) -> tuple[Gift, ...]:
        """Who gave what: the tribute by its rule, what came back by the hands before and after."""
        r, t, n, found = self.now[0], self.table[0].copy(), len(previous), []
        t["revolution"] = self.match[0]["revolution"]
        hands = [np.array(hand, np.int64) for hand in dealt]
        for pair in range(n // 2):
            rich, poor = previous[pair], previous[n - 1 - pair]
            count = int(due(r, pair_size(r, pair, streak), hands[rich], hands[poor]))
            if count == 0:
                continue
            tribute = np.zeros(4, np.int64)
            strongest(r, t, hands[poor], count, tribute)
            back = cards_of(dealt[rich]) + cards_of(tribute)
            for card in cards_of(self.table[0]["hands"][rich]):
                back.remove(card)
            given = " ".join(card_text(card, coloured) for card in sorted(back))
            found.append(Gift(poor, rich, cards_text(tribute, coloured), given))
        return tuple(found)

    def _steps(self, rules: Rules) -> tuple[Step, ...]:
        notation, steps = Notation(rules), []
        while not self.over:
            before = self.table.copy()[0]
            seat = int(before["seat"])
            row = self.step()
            after = self.table[0]
            reversed_order = bool(before["revolution"] ^ before["back"])
            text = "mistake" if row is None else notation.action(row, reversed_order).text
            events = events_of(rules, notation, row, before, after)
            cleared = int(after["field"][0]) == 0 and int(before["tricks"]) != int(after["tricks"])
            steps.append(Step(seat, text, int(after["counts"][seat]), tuple(events), cleared))
        return tuple(steps)
