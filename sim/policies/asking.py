"""Asking a policy for one decision, from Python: what it would do, with nothing played."""

from __future__ import annotations

import numpy as np

from sim.engine.cards import ORDINARY, card_count, joker_count
from sim.engine.jit import entry
from sim.policies.kernel import choose_action, choose_back
from sim.policies.plan.split import COST, split
from sim.policies.plan.view import beaters, count_words, known_before
from sim.policies.plan.weights import LAST, STUCK, WEIGHTS, address_of

ONE_EACH = np.ones(WEIGHTS, np.int64)
"""Weights by which a split costs one for each meld, the last included."""
ONE_EACH[[LAST, LAST + 1, STUCK]] = 0


@entry
def ask_action(r, t, policy, buffer, n, stream, memory):
    """The index of the action that a policy chooses among the n legal ones in ``buffer``;
    ``memory`` (MEMORY) holds what seats know of each other."""
    return choose_action(r, t, policy, buffer, n, stream, memory)


@entry
def ask_back(r, t, policy, hand, count, stream, out):
    """Put into ``out`` (four words) the cards that a policy gives back of ``hand``, which it may take
    apart."""
    choose_back(r, t, policy, hand, count, stream, out)


@entry
def fewest_melds(r, t, hand):
    """The fewest groups and plain sequences that a hand, four words of at most 14 cards, splits into;
    a sequence's jokers stand for ranks from 3 to 2."""
    info = known_before(r, t, hand, r.sequence_jokers)
    view = beaters(r, info, t.revolution)
    found = split(
        info, view, address_of(ONE_EACH), count_words(hand), hand[0] & ORDINARY,
        joker_count(hand), card_count(hand), 0,
    )  # fmt: skip
    return found[0] >> COST
