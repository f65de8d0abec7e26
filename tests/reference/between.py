"""What happens between games (sections 2 and 8): deal, lead, seating, tribute."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import product

from sim.rules import Rules

from .cards import JOKER, SUITS, Card, Order, as_written, parse_cards

MOST_DECKS = 4


def titles(players: int) -> list[str]:
    """The title of each place."""
    if players < 4:
        return ["Daifugo", *["Heimin"] * (players - 2), "Daihinmin"]
    return ["Daifugo", "Fugo", *["Heimin"] * (players - 4), "Hinmin", "Daihinmin"]


def deck(rules: Rules, hand_size: int | None = None) -> list[Card]:
    """All cards of the decks that a game uses; ``hand_size`` is the size picked for this game."""
    size = hand_size or (None if rules.hand_size == "all" else rules.hand_size)
    decks = rules.decks
    if decks == "auto":
        one = 52 + rules.jokers
        needed = rules.players * (size or 0)
        decks = next(n for n in range(1, MOST_DECKS + 1) if n == MOST_DECKS or n * one >= needed)
    colours = "BR" if rules.prejudice != "off" else "KK"
    single = [Card(rank, suit) for rank, suit in product(range(3, 16), SUITS)]
    single += [Card(JOKER, colour) for colour in colours[: rules.jokers]]
    return single * int(decks)


def deal_sizes(rules: Rules, dealer: int, previous: Sequence[int] | None = None) -> list[int]:
    """How many cards each seat is dealt. ``previous``: seats by last game's place."""
    players = rules.players
    if rules.hand_size != "all":
        return [rules.hand_size] * players
    each, left = divmod(len(deck(rules)), players)
    order = [(dealer + 1 + n) % players for n in range(players)]
    if previous and rules.uneven == "poorest":
        order = list(reversed(previous))
    elif previous and rules.uneven == "richest":
        order = list(previous)
    elif previous and rules.uneven == "daifugo":
        order = [(previous[0] + n) % players for n in range(players)]
    return [each + (seat in order[:left]) for seat in range(players)]


def lead(
    rules: Rules, hands: Sequence[str], dealer: int, previous: Sequence[int] | None = None
) -> int | None:
    """Who leads, given the hands after the exchange; None where chance decides."""
    way = rules.next_lead if previous else rules.first_lead
    if way == "daihinmin" and previous:
        return previous[-1]
    if way == "daifugo" and previous:
        return previous[0]
    if way == "dealer_left":
        return (dealer + 1) % len(hands)
    if way == "diamond_three":
        return weakest_holder(rules, hands, dealer)
    return None


def weakest_holder(rules: Rules, hands: Sequence[str], dealer: int) -> int:
    """Who holds the weakest dealt card in normal order, D C H S: the D3 if it has been dealt."""
    held = [parse_cards(hand, rules.prejudice != "off") for hand in hands]
    order = [(dealer + 1 + n) % len(hands) for n in range(len(hands))]

    def weakest(seat: int) -> tuple[int, int]:
        return min((c.rank, 0 if c.is_joker else "DCHS".index(c.suit)) for c in held[seat])

    return min(order, key=weakest)


def seating(rules: Rules, previous: Sequence[int]) -> list[int] | None:
    """Who sits clockwise from the dealer's left, the last Daihinmin dealing.

    Before, player i sat at seat i. None where chance decides."""
    if rules.seating == "random":
        return None
    if rules.seating == "by_title":
        return list(previous)
    dealer = previous[-1]
    return [(dealer + 1 + n) % len(previous) for n in range(len(previous))]


def tribute_sizes(rules: Rules, streak: int = 1) -> list[int]:
    """How many cards each pair of titles exchanges, from the outermost inwards, if the hands allow
    it. ``streak``: how many games running the last game's Daifugo has been Daifugo."""
    players = rules.players
    pairs = 1 if players < 4 else players // 2
    due = list(rules.tribute)
    if rules.hashigo == "on":
        due = [2, 1] if players >= 4 else [1]
    elif rules.hashigo == "streak" and players >= 4 and streak >= 2:
        longest = min(streak, rules.hashigo_cap)
        due = list(range(longest, 0, -1))
    return (due + [0] * pairs)[:pairs]


def tribute(rules: Rules, hand: str, count: int, revolution: bool = False) -> list[Card]:
    """The strongest cards of a hand, in the order in force at the deal."""
    order = Order(revolution, False)
    cards = parse_cards(hand, rules.prejudice != "off")
    if rules.tribute_jokers == "off":
        cards = [card for card in cards if not card.is_joker]

    def strength(card: Card) -> float:
        if not card.is_joker:
            return order.position(card.rank)
        low = rules.joker_in_reversal == "below_ace" and revolution
        return order.position(15) + 0.5 if low else 100

    return sorted(cards, key=lambda card: (-strength(card), as_written(card)[1]))[:count]


def exchange_sizes(
    rules: Rules, hands: Sequence[str], previous: Sequence[int], streak: int = 1
) -> list[tuple[int, int, int]]:
    """Who takes from whom, and how many: (richer, poorer, cards) for each pair that exchanges."""
    found = []
    for pair, due in enumerate(tribute_sizes(rules, streak)):
        richer, poorer = previous[pair], previous[-1 - pair]
        takeable = len(tribute(rules, hands[poorer], len(hands[poorer].split())))
        size = min(due, len(hands[richer].split()), takeable)
        if size:
            found.append((richer, poorer, size))
    return found


def choices(
    rules: Rules,
    hands: Sequence[str],
    previous: Sequence[int],
    streak: int = 1,
    revolution: bool = False,
) -> dict[int, list[Card]]:
    """The cards from which each richer player chooses what to give back."""
    found = {}
    for richer, poorer, size in exchange_sizes(rules, hands, previous, streak):
        found[richer] = parse_cards(hands[richer], rules.prejudice != "off")
        if rules.tribute_choice == "after":
            found[richer] += tribute(rules, hands[poorer], size, revolution)
    return found


def exchange(
    rules: Rules,
    hands: Sequence[str],
    previous: Sequence[int],
    given: dict[int, str],
    streak: int = 1,
    revolution: bool = False,
) -> list[list[Card]]:
    """The hands after the exchange in which the richer give back the cards ``given``."""
    coloured = rules.prejudice != "off"
    after = [parse_cards(hand, coloured) for hand in hands]
    for richer, poorer, size in exchange_sizes(rules, hands, previous, streak):
        taken = tribute(rules, hands[poorer], size, revolution)
        after[richer] += taken
        for card in taken:
            after[poorer].remove(card)
        for card in parse_cards(given[richer], coloured):
            after[richer].remove(card)
            after[poorer].append(card)
    return after
