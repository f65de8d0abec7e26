"""Recorded games: the reader, the replay, what it says about records that are wrong."""

from __future__ import annotations

import json
import random
from dataclasses import replace
from pathlib import Path

import pytest
from click.testing import CliRunner

from sim.cli import main
from sim.errors import InputError
from sim.records import RecordedGame, check, parse, read, scenario_of
from sim.records.reading import action_text
from sim.scenario import replay, start

LOGS = sorted((Path(__file__).resolve().parents[2] / "shared" / "logs").glob("*.dat"))
GAMES_IN = {"champion-50.dat": 50, "uec-standard-250.dat": 250}
RANKS = "3456789tjqka2"
SUITS = "shdc"


def letters(card: int) -> str:
    return "jo" if card == 52 else SUITS[card % 4] + RANKS[card // 4]


def braces(hands: list[list[int]]) -> str:
    return " ".join("{ " + "".join(letters(card) + " " for card in hand) + "}" for hand in hands)


def recorded(action: str) -> str:
    """An action of the catalogue's notation as a record writes it (no sequences past the ends)."""
    if action in ("pass", "JK"):
        return {"pass": "p", "JK": "jk"}[action]
    body, _, named = action.partition(" /")
    cards = body.split()
    real = [card for card in cards if card != "JK"]
    ranks = [card[1:].lower().replace("10", "t") for card in real]
    if len(set(ranks)) == 1:
        suits = "".join(card[0] for card in real).lower() + named.lower()
        if len(cards) == 5:
            return f"{suits}x-{ranks[0]}(x)"
        return f"{suits}-{ranks[0]}" + (f"({named.lower()})" if named else "")
    joker = ""
    if "JK" in cards:
        gap = cards.index("JK")
        after = gap > 0
        neighbour = RANKS.index(cards[gap - 1 if after else 1][1:].lower().replace("10", "t"))
        step = 1 if RANKS.index(ranks[1]) > RANKS.index(ranks[0]) else -1
        at = neighbour + (step if after else -step)
        joker = {-1: "-", 13: "+"}.get(at) or RANKS[at]
    wanted = sorted(ranks + [joker] * bool(joker), key=("-" + RANKS + "+").index)
    return f"{real[0][0].lower()}-{''.join(wanted)}" + (f"({joker})" if joker else "")


def self_made(seed: int, classes: list[int] | None = None) -> str:
    """A game of five players at random, melds preferred, as a record; seats run against players."""
    rng = random.Random(seed)
    deck = rng.sample(range(53), 53)
    seats = [4, 3, 2, 1, 0]
    extra = [3, 4, 0]  # the seats with one card more
    if classes is not None:
        daifugo = seats[classes.index(0)]
        extra = [(daifugo + i) % 5 for i in range(3)]
    dealt = []
    for player in range(5):
        size = 11 if seats[player] in extra else 10
        dealt.append(sorted(deck[:size]))
        deck = deck[size:]
    changed: list[list[int]] = [[] for _ in range(5)]
    original = [list(hand) for hand in dealt]
    for pair, count in ((0, 2), (1, 1)) if classes is not None else ():
        rich, poor = classes.index(pair), classes.index(4 - pair)
        by_strength = sorted(dealt[poor], key=lambda c: (-(c // 4), c % 4))
        changed[poor], changed[rich] = by_strength[:count], dealt[rich][:count]
        for giver, taker in ((poor, rich), (rich, poor)):
            original[giver] = [c for c in original[giver] if c not in changed[giver]]
            original[taker] = sorted(original[taker] + changed[giver])
    game = RecordedGame(
        1, 0, (), tuple(classes or range(5)), tuple(seats), tuple(map(tuple, dealt)),
        tuple(map(tuple, changed)), tuple(map(tuple, original)), (), (0, 1, 2, 3, 4),
    )  # fmt: skip
    position = start(scenario_of(game))
    actions = []
    while not position.over:
        legal = position.legal()
        melds = [text for text in legal if text != "pass"]
        longest = max((len(text.split()) for text in melds), default=0)
        choices = [text for text in melds if len(text.split()) == longest] or legal
        actions.append(rng.choice(choices if rng.random() < 0.7 else legal))
        position.play(actions[-1])
    places = [4 - seat for seat in position.places()]
    return "\n".join(
        (
            "/* ", "score ", "class " + " ".join(map(str, classes or range(5))), "seat 4 3 2 1 0 ",
            "dealt " + braces(dealt), "changed " + braces(changed), "original " + braces(original),
            "play " + " ".join(f"{recorded(text)}[7]" for text in actions),
            "result " + " ".join(str(places.index(player)) for player in range(5)), "*/", "",
        )
    )  # fmt: skip


@pytest.fixture(scope="module")
def record() -> str:
    """Six self-made games, half of them with an exchange."""
    games = [self_made(seed, [3, 0, 4, 2, 1] if seed % 2 else None) for seed in range(6)]
    return "player a b c d e\n" + "".join(games)


@pytest.mark.skipif(
    not LOGS, reason="the recorded games (../shared/logs) are not beside the project"
)
@pytest.mark.parametrize("path", LOGS, ids=lambda path: path.name)
def test_every_game_recorded_by_others_replays_to_the_same_places(path: Path) -> None:
    results = [check(game) for game in read(path)]
    assert len(results) == GAMES_IN[path.name]
    assert [reason for result in results for reason in result.reasons] == []


@pytest.mark.parametrize(
    ("recorded_action", "text"),
    [
        ("p[23]", "pass"),
        ("jk[1]", "JK"),
        ("d-3[5]", "D3"),
        ("ch-4", "C4 H4"),
        ("ch-4(h)[1]", "C4 JK /H"),
        ("cdhsx-5(x)", "C5 D5 H5 S5 JK"),
        ("cdhsx-5", "C5 D5 H5 S5 JK"),
        ("s-jqk", "SJ SQ SK"),
        ("h-678(7)", "H6 JK H8"),
        ("d--34(-)", "JK D3 D4"),
        ("s-a2+(+)", "SA S2 JK"),
        ("c-9tj(t)", "C9 JK CJ"),
    ],
)
def test_actions_are_read(recorded_action: str, text: str) -> None:
    assert action_text(recorded_action) == text


@pytest.mark.parametrize(
    "word", ["", "q", "d-", "d3", "cd-45", "d-345(9)", "ch-4(s)", "x-345", "x-4(h)", "d--", "d-+34"]
)
def test_what_is_no_action_is_refused(word: str) -> None:
    with pytest.raises(ValueError, match=r"is no action|makes? no meld|one joker at most"):
        action_text(word)


def test_self_made_games_agree_and_are_scenarios(record: str) -> None:
    games = parse(record)
    results = [check(game) for game in games]
    assert [result.reasons for result in results] == [()] * 6
    assert [result.tributes for result in results] == [0, 4] * 3
    last = replay(scenario_of(games[1]))[-1]
    assert [4 - seat for seat in last["places"]] == [games[1].result.index(i) for i in range(5)]


def test_a_record_with_jokers_in_melds_is_among_the_self_made_ones(record: str) -> None:
    assert any("JK " in text for game in parse(record) for text in game.actions)


def changed_game(record: str, **changes: object) -> tuple[str, ...]:
    return check(replace(parse(record)[1], **changes)).reasons  # type: ignore[arg-type]


def test_a_wrong_place_is_an_exception_with_its_reason(record: str) -> None:
    result = parse(record)[1].result
    (reason,) = changed_game(record, result=result[1:] + result[:1])
    assert reason.startswith("result: players")


def test_an_action_that_is_not_legal_is_an_exception_that_names_the_legal_ones(record: str) -> None:
    actions = ("S2 H2 D2 C2", *parse(record)[1].actions[1:])
    (reason,) = changed_game(record, actions=actions)
    assert reason.startswith("action 1, player") and "is not legal here; legal: " in reason


def test_a_record_that_stops_early_or_late_is_an_exception(record: str) -> None:
    actions = parse(record)[1].actions
    assert changed_game(record, actions=actions[:-1]) == ("the record ends before the game does",)
    (reason,) = changed_game(record, actions=(*actions, "pass"))
    assert reason.endswith("the game is over, 1 actions are left")


def test_a_tribute_that_is_not_the_strongest_is_an_exception(record: str) -> None:
    game = parse(record)[1]
    poor = game.classes.index(4)
    weakest = tuple(sorted(game.dealt[poor])[:2])
    changed = list(game.changed)
    changed[poor] = weakest
    reasons = changed_game(record, changed=tuple(changed))
    assert reasons[0].startswith(f"exchange: player {poor} gave ")


def test_a_pack_with_a_card_twice_is_an_exception(record: str) -> None:
    game = parse(record)[0]
    first = (game.dealt[0][1], *game.dealt[0][1:])
    reasons = check(replace(game, dealt=(first, *game.dealt[1:]))).reasons
    assert any("stands there 2 times, in the pack once" in reason for reason in reasons)


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("/* ", "/* \n/* ", "record, line 3: a game begins inside the game of line 2"),
        ("seat 4 3 2 1 0", "seat 4 3 2 1 1", "record, line 5: seat: '4 3 2 1 1'; expected every"),
        ("seat 4", "seta 4", "record, line 5: key 'seta' unknown"),
        ("seat 4 3 2 1 0", "", "record, line 2: the game has no line 'seat'"),
        ("dealt {", "dealt x {", "record, line 6: dealt: expected 5 lists of cards in braces"),
        ("dealt { ", "dealt { z9 ", "record, line 6: dealt: 'z9' is no card"),
        ("play ", "play zz ", "record, line 9: play: 'zz' is no action"),
        ("player ", "plays ", "record, line 1: 'plays' outside a game"),
    ],
)
def test_bad_input_names_the_line(record: str, old: str, new: str, message: str) -> None:
    with pytest.raises(InputError) as error:
        parse(record.replace(old, new, 1))
    assert str(error.value).startswith(message)


def test_no_game_and_an_unfinished_game_are_refused(record: str) -> None:
    with pytest.raises(InputError, match="holds no game"):
        parse("player a b c d e\n")
    with pytest.raises(InputError, match=r"record, line 2: the game has no end"):
        parse(record[: record.index("*/")])


def test_the_command_says_what_agrees_and_exits_accordingly(record: str, tmp_path: Path) -> None:
    good, wrong, bad = (tmp_path / name for name in ("good.dat", "wrong.dat", "bad.dat"))
    good.write_text(record, encoding="utf-8")
    wrong.write_text(
        record.replace("result", "result 0 1 2 3 4\n", 1).replace("\n 4", "", 1), "utf-8"
    )
    first = record[: record.index("*/")] + "*/\n"
    place = first[first.index("result") :].split()[1:6]
    swapped = " ".join([place[1], place[0], *place[2:]])
    wrong.write_text(first.replace("result " + " ".join(place), "result " + swapped), "utf-8")
    bad.write_text("player\n/*\nseat 1\n*/\n", "utf-8")
    run = CliRunner().invoke
    done = run(main, ["replay", str(good)])
    assert (done.exit_code, "6 of 6 games agree" in done.output) == (0, True)
    done = run(main, ["replay", "--json", str(good), str(wrong)])
    found = [json.loads(line) for line in done.output.splitlines()]
    assert (done.exit_code, [item["agree"] for item in found]) == (1, [6, 0])
    assert found[1]["exceptions"][0]["reasons"][0].startswith("result: ")
    assert run(main, ["replay", "--quiet", str(wrong)]).output == ""
    done = run(main, ["replay", str(good), str(bad)])
    assert (done.exit_code, done.output.count("\n")) == (2, 1)
    assert f"{bad}, line 2: the game has no line 'class'" in done.output
    assert run(main, ["replay", str(tmp_path / "absent")]).exit_code == 2
