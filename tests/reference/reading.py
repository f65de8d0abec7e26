"""Which legal action a text means: lenient in order and direction, as section 10 allows."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from sim.rules import Rules

from .cards import SUITS, Card, as_written, parse_card, parse_cards
from .follow import Play
from .melds import Meld


def find(text: str, options: Mapping[str, Any], rules: Rules) -> str:
    """The key of ``options`` that ``text`` means. Raises ValueError with the legal actions."""
    written = " ".join(text.split())
    if written in options:
        return written
    coloured = rules.prejudice != "off"
    words, slash, reading = (part.strip() for part in written.partition("/"))
    try:
        action = _with_card(words, coloured)
        if action in options:
            return action
        cards = parse_cards(words, coloured)
    except ValueError:
        cards = []
    plays = {key: play for key, play in options.items() if isinstance(play, Play)}
    meant = [key for key, play in plays.items() if cards and _same_cards(play, cards, rules)]
    if slash:
        meant = [key for key in meant if _same_reading(plays[key].meld, reading, rules)]
    else:
        meant = [key for key in meant if "/" not in key] or meant
    if len(meant) != 1:
        problem = "means several actions" if meant else "is not legal"
        raise ValueError(f"{text!r} {problem}; legal: {', '.join(sorted(options))}")
    return meant[0]


def _with_card(text: str, coloured: bool) -> str:
    """A gift, discard or kidnap with its card written as ours are."""
    words = text.split()
    if len(words) > 1 and words[0] in ("give", "discard", "kidnap"):
        words[1] = str(parse_card(words[1], coloured))
    return " ".join(words)


def _same_cards(play: Play, cards: list[Card], rules: Rules) -> bool:
    """Are these the cards of the play, in an order in which they may be written?"""
    if sorted(play.put_down, key=as_written) != sorted(cards, key=as_written):
        return False
    meld = play.meld
    if play.how == "climb":
        return True
    if meld.is_group:
        return rules.suit_lock != "top" or cards[-1] == meld.cards[-1]
    downwards = len({card.rank for card in meld.reals}) > 1
    places = _by_place(cards, meld.copies)
    own = _by_place(meld.cards, meld.copies)
    return places == own or (downwards and places[::-1] == own)


def _by_place(cards: Iterable[Card], copies: int) -> list[list[int]]:
    """The ranks in each place of a sequence; which joker is which makes no difference."""
    ranks = [card.rank for card in cards]
    return [sorted(ranks[i : i + copies]) for i in range(0, len(ranks), copies)]


def _same_reading(meld: Meld, reading: str, rules: Rules) -> bool:
    """Does the reading name the same, suits in any order (the top card's last under ``top``)?"""
    words, own = reading.split(), meld.reading.split()
    if words == own:
        return True
    tops_fixed = rules.suit_lock == "top" and meld.cards[-1].is_joker
    if not meld.names or (tops_fixed and words[-1:] != own[-1:]):
        return False
    ranks = [word for word in words if word not in SUITS]
    return sorted(words) == sorted(own) and ranks == words[: len(ranks)]
