"""The kernel's door to the policies: an integer names the policy, a chain of ifs calls it.

Function arguments would be compiled anew in every process; a chain of ifs is cached and costs under a
nanosecond. A policy sees the table but reads only what the seat to act may know: its own hand, the
field, what lies open, how many cards the others hold.
"""

from __future__ import annotations

from sim.engine.jit import hot, jit
from sim.engine.state import ONE_DECK
from sim.engine.streams import chance
from sim.policies import keeper, lowest, own, planner, rollout, tuned, uec_standard, uniform
from sim.policies.picks.decks import pick as pick_of_decks
from sim.policies.picks.keeper import pick as pick_keeper
from sim.policies.picks.lowest import pick as pick_lowest
from sim.policies.picks.rows import LISTED, chosen_if
from sim.policies.picks.uniform import pick as pick_uniform
from sim.policies.plan.giving import give_back
from sim.policies.registry import (
    ADDRESS_SHIFT,
    BUDGET_MASK,
    BUDGET_SHIFT,
    CANDIDATE,
    KEEPER,
    KIND_MASK,
    LOWEST,
    OWN,
    OWN_SHIFT,
    PLANNER,
    RANDOM,
    RATE_SHIFT,
    ROLLOUT,
    TUNED,
    UEC_STANDARD,
)


@jit
def attentive(policy, stream):
    """The policy that decides: RANDOM where a careless one errs, which takes a draw to tell."""
    if policy >> RATE_SHIFT <= 0 or policy & KIND_MASK == CANDIDATE:
        return policy
    mine = policy & KIND_MASK == OWN
    rate = own.own_at(policy >> OWN_SHIFT).rate if mine else policy >> RATE_SHIFT
    if rate != 0 and chance(stream, rate << 21):
        return RANDOM
    return policy if mine else policy & ((1 << RATE_SHIFT) - 1)


@jit
def choose_action(r, t, policy, buffer, n, stream, memory):
    """The index of the action chosen among the n legal ones in ``buffer``."""
    if n == 1:
        return 0
    policy = attentive(policy, stream)
    if policy == RANDOM:
        return uniform.choose(n, stream)
    if policy == LOWEST:
        return lowest.choose(r, t, buffer, n)
    if policy == UEC_STANDARD:
        return uec_standard.choose(r, t, buffer, n)
    if policy == PLANNER:
        return planner.choose(r, t, buffer, n)
    if policy == TUNED:
        return tuned.choose(r, t, buffer, n)
    if policy & KIND_MASK == CANDIDATE:
        return tuned.choose_by(r, t, policy >> ADDRESS_SHIFT, buffer, n)
    if policy & KIND_MASK == ROLLOUT:
        budget = (policy >> BUDGET_SHIFT) & BUDGET_MASK
        return rollout.choose(r, t, budget, buffer, n, stream, memory)
    if policy & KIND_MASK == OWN:
        return own.choose(policy, r, t, buffer, n, stream, memory)
    return keeper.choose(r, t, buffer, n)


@hot
def pick_action(r, t, policy, seat, work):
    """In a plain game: what the policy of the seat to act would choose from the list, without the list.

    A card, or CHOSEN, LISTED or PASSES of ``picks.rows``. What it gains: see ``picks``.
    """
    if t.plain == ONE_DECK:
        if policy == RANDOM:
            return pick_uniform(r, t, seat, work)
        if policy == LOWEST:
            return pick_lowest(r, t, seat)
        return pick_keeper(r, t) if policy == KEEPER else LISTED
    return chosen_if(policy == LOWEST and pick_of_decks(r, t))


@jit
def choose_back(r, t, policy, hand, count, stream, out):
    """Put into ``out`` the ``count`` cards of ``hand`` that the richer player gives back."""
    for k in range(4):
        out[k] = 0
    policy = attentive(policy, stream)
    if policy == RANDOM:
        uniform.give_back(hand, count, stream, out)
    elif policy == LOWEST:
        lowest.give_back(r, t, hand, count, out)
    elif policy == UEC_STANDARD:
        uec_standard.give_back(t, hand, count, out)
    elif policy == PLANNER:
        planner.give_back(r, t, hand, count, out)
    elif policy == TUNED or policy & KIND_MASK == ROLLOUT:
        tuned.give_back(r, t, hand, count, out)
    elif policy & KIND_MASK == CANDIDATE:
        give_back(r, t, hand, count, out, policy >> ADDRESS_SHIFT)
    elif policy & KIND_MASK == OWN:
        own.give_back(policy, r, t, hand, count, stream, out)
    else:
        keeper.give_back(r, t, hand, count, out)


@jit
def choose_size(r, policy, stream):
    """The hand size of a game: by chance, or as the dealer's policy likes it."""
    first, last, parity = r.hand_size_range[0], r.hand_size_range[1], r.hand_size_range[2]
    step = 1 if parity == 0 else 2
    if (parity == 1 and first % 2 == 0) or (parity == 2 and first % 2 == 1):
        first += 1
    choices = (last - first) // step + 1
    if r.hand_size_choice == 1 or attentive(policy, stream) == RANDOM:
        return first + step * uniform.choose(choices, stream)
    return first + step * (choices - 1)


@jit
def choose_house_rule(r, policy, in_force, removable, count, stream):
    """The house rule to put in force or take out, an index; -1 if there is none to choose.

    The scripted policies add the first that is not in force; when all are they take out the first
    that may go.
    """
    add = ~in_force & ((1 << count) - 1)
    take = in_force & removable if r.rule_making == 2 else 0
    if attentive(policy, stream) == RANDOM:
        return uniform.pick_bit(add | take, stream)
    for h in range(count):
        if (add >> h) & 1:
            return h
    for h in range(count):
        if (take >> h) & 1:
            return h
    return -1
