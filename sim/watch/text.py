"""A watched game as lines of text, plain or in colour."""

from __future__ import annotations

import re
from collections.abc import Iterator

import click

from sim.titles import titles
from sim.watch.game import Step, Watched

_RED_CARD = re.compile(r"\b(?:[HD](?:10|[2-9JQKA])|JR)\b")
WIDTH = 28


class Paint:
    """How parts of a line are emphasised; not ``on``: not at all."""

    def __init__(self, on: bool) -> None:
        self.on = on

    def cards(self, text: str) -> str:
        """Hearts and diamonds in red."""
        if not self.on:
            return text
        return _RED_CARD.sub(lambda found: click.style(found.group(), fg="red"), text)

    def event(self, text: str) -> str:
        return click.style(text, fg="yellow", bold=True) if self.on else text

    def heading(self, text: str) -> str:
        return click.style(text, bold=True) if self.on else text

    def quiet(self, text: str) -> str:
        return click.style(text, dim=True) if self.on else text


def lines(game: Watched, heading: str, paint: Paint) -> Iterator[str]:
    """The lines of a game, without line ends; ``heading`` is the first."""
    yield paint.heading(heading)
    yield ""
    yield from _table(game, paint)
    yield ""
    yield from _deal(game, paint)
    yield from _tricks(game, paint)
    yield ""
    yield from _places(game, paint)


def _names(game: Watched) -> list[str]:
    """By seat: the title of the last game, or an empty text."""
    names = [""] * len(game.people)
    for place, seat in enumerate(game.previous or ()):
        names[seat] = titles(len(game.people))[place]
    return names


def _table(game: Watched, paint: Paint) -> Iterator[str]:
    yield paint.heading("Table")
    names = _names(game)
    for seat, person in enumerate(game.people):
        size = len(game.dealt[seat].split())
        who = f"  seat {seat}  person {person}  {game.policies[seat]:8}"
        deals = "  deals" if seat == game.dealer else ""
        yield f"{who} {names[seat]:10} {size:2} cards{deals}".rstrip()
    if game.sitter is not None:
        yield f"  person {game.sitter} sits this game out"
    for entry in game.house_rules:
        yield f"  house rule in force: {entry}"
    if game.revolution:
        yield "  " + paint.event("a revolution is in force: the order is reversed")


def _deal(game: Watched, paint: Paint) -> Iterator[str]:
    yield paint.heading("Hands as dealt" if game.gifts else "Hands")
    for seat, hand in enumerate(game.dealt):
        yield f"  {seat}  {paint.cards(hand)}"
    yield ""
    if not game.gifts:
        return
    names = _names(game)
    yield paint.heading("Exchange")
    for gift in game.gifts:
        poor, rich = f"{gift.poor} {names[gift.poor]}", f"{gift.rich} {names[gift.rich]}"
        cards, back = paint.cards(gift.cards), paint.cards(gift.back)
        yield f"  {poor} gives {cards} to {rich} and gets {back} back"
    yield ""
    yield paint.heading("Hands after the exchange")
    for seat, hand in enumerate(game.hands):
        yield f"  {seat}  {paint.cards(hand)}"
    yield ""


def _tricks(game: Watched, paint: Paint) -> Iterator[str]:
    trick, passing = 1, []
    yield paint.heading(f"Trick 1: seat {game.lead} leads")
    for number, step in enumerate(game.steps):
        if step.text == "pass" and not step.events:
            passing.append(step.seat)
        else:
            if passing:
                yield _passes(passing, paint)
                passing = []
            yield _line(step, paint)
        if step.cleared and number + 1 < len(game.steps):
            if passing:
                yield _passes(passing, paint)
                passing = []
            trick += 1
            yield paint.heading(f"Trick {trick}: seat {game.steps[number + 1].seat} leads")
    if passing:
        yield _passes(passing, paint)


def _passes(seats: list[int], paint: Paint) -> str:
    verb = "passes" if len(seats) == 1 else "pass"
    return paint.quiet(f"  {' '.join(map(str, seats))} {verb}")


def _line(step: Step, paint: Paint) -> str:
    gap = " " * max(0, WIDTH - len(step.text))
    left = f"{step.left:2} left"
    events = "  " + paint.event(", ".join(step.events)) if step.events else ""
    return f"  {step.seat}  {paint.cards(step.text)}{gap} {left}{events}"


def _places(game: Watched, paint: Paint) -> Iterator[str]:
    yield paint.heading("Places")
    worth, names, before = game.rules.points(), titles(len(game.places)), _names(game)
    for place, seat in enumerate(game.places):
        line = f"  {place + 1}  seat {seat}  {names[place]:10} {worth[place]:3} points"
        if before[seat]:
            line += f"  (was {before[seat]})"
        if game.money[seat]:
            line += f"  pot {game.money[seat]:+d}"
        yield line
