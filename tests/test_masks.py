"""Questions about a whole hand in a few instructions, against the same asked card by card."""

from __future__ import annotations

import random
from itertools import combinations

import pytest

from sim.engine.bits import deposit, deposit_by_bits, nth_bit
from sim.engine.jit import entry
from sim.engine.masks import (
    first_card,
    largest_ranks,
    last_card,
    nth_card,
    nth_of_sizes,
    nth_set,
    nth_set_of_size,
    set_counts,
    set_counts_of_size,
    sum_of_nibbles,
)

HANDS = [
    sum(1 << card for card in random.Random(n).sample(range(52), 1 + n % 52)) for n in range(300)
] + [(1 << 52) - 1]


@entry
def cards_of(mask, n):
    return nth_card(mask, n), first_card(mask), last_card(mask)


@entry
def spread(bits, mask):
    return deposit(bits, mask), deposit_by_bits(bits, mask)


@entry
def bit_of(mask, n):
    return nth_bit(mask, n)


@entry
def sets_of(mask, n):
    rank, left = nth_of_sizes(set_counts(mask), n)
    return sum_of_nibbles(set_counts(mask)), rank, nth_set(mask, rank, left)


@entry
def sets_of_size(mask, size, n):
    sizes = set_counts_of_size(mask, size)
    rank, left = nth_of_sizes(sizes, n)
    return sum_of_nibbles(sizes), rank, nth_set_of_size(mask, rank, size, left)


@entry
def most_of(mask):
    return largest_ranks(mask)


def by_rank(hand: int) -> list[list[int]]:
    """The cards of each rank, the highest suit first."""
    ranks = [[4 * rank + suit for suit in (3, 2, 1, 0)] for rank in range(13)]
    return [[card for card in cards if hand >> card & 1] for cards in ranks]


def sets(hand: int, sizes: range) -> list[tuple[int, int]]:
    """Every set of cards of one rank, by rank, the highest number first."""
    return [
        (rank, mask)
        for rank, cards in enumerate(by_rank(hand))
        for mask in sorted(
            (sum(1 << card for card in part) for k in sizes for part in combinations(cards, k)),
            reverse=True,
        )
    ]


def test_the_nth_card_is_that_of_the_list() -> None:
    for hand in HANDS:
        ordered = [card for cards in by_rank(hand) for card in cards]
        last = max(card for card in ordered)
        for n, card in enumerate(ordered):
            assert cards_of(hand, n) == (card, ordered[0], last)


def test_the_nth_bit_counts_from_the_lowest() -> None:
    for hand in HANDS:
        for n, bit in enumerate(bit for bit in range(52) if hand >> bit & 1):
            assert bit_of(hand, n) == bit


def test_bits_are_spread_the_same_with_and_without_the_instruction() -> None:
    rng = random.Random(5)
    for hand in HANDS:
        places = [place for place in range(52) if hand >> place & 1]
        bits = rng.getrandbits(len(places))
        wanted = sum(1 << place for i, place in enumerate(places) if bits >> i & 1)
        assert spread(bits, hand) == (wanted, wanted)


def test_the_nth_set_of_a_rank_is_that_of_the_list() -> None:
    for hand in HANDS:
        every = sets(hand, range(1, 5))
        for n, (rank, mask) in enumerate(every):
            assert sets_of(hand, n) == (len(every), rank, mask)


@pytest.mark.parametrize("size", [2, 3, 4])
def test_the_nth_set_of_a_size_is_that_of_the_list(size: int) -> None:
    for hand in HANDS:
        every = sets(hand, range(size, size + 1))
        for n, (rank, mask) in enumerate(every):
            assert sets_of_size(hand, size, n) == (len(every), rank, mask)


def test_the_ranks_of_which_most_is_held() -> None:
    for hand in HANDS:
        held = [len(cards) for cards in by_rank(hand)]
        ranks, size = most_of(hand)
        assert size == max(held)
        assert ranks == sum(8 << (4 * rank) for rank in range(13) if held[rank] == size)
