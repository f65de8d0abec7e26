"""Which of some actions is best, found with a limited number of playouts.

Every action still compared is played out on the same deals of the hidden hands (common random
numbers), so the luck of the deal cancels out of the differences.
"""

from __future__ import annotations

from sim.engine.action import DISCARD, GIVE, KEEP, KIDNAP, PASS, card_of, kind_of, seat_of
from sim.engine.jit import jit
from sim.engine.state import PLAY
from sim.policies import tuned
from sim.policies.keeper import FORBIDDEN, meld_cost, patience, useless
from sim.policies.lowest import card_cost
from sim.policies.rollouts.hidden import fill_pool
from sim.policies.rollouts.inference import next_deal
from sim.policies.rollouts.memory import ARMS
from sim.policies.rollouts.playout import play_out

FINISH = -(1 << 40)
"""The cost that ``keeper`` puts on an allowed finish: nothing that is played out can be better."""
ROUNDS = 4
"""Rounds of all actions compared that the budget allows at least, by leaving out the unlikeliest."""
BIAS = 1.0
"""How far the first action is ahead of the second before any playout, and the second of the last, in
playouts that bring the best place instead of the last."""
FEWEST, CLEAR = 8, 3.0
"""Deals after which two actions may be told apart, and by how many standard errors."""


@jit
def prior_cost(r, t, action):
    """How little ``keeper`` thinks of an action: the order behind what ``tuned`` would play."""
    code = action[0]
    kind = kind_of(code)
    if kind == PASS:
        return patience(t) if t.field[0] != 0 else FORBIDDEN
    if kind == KEEP:
        return 0
    if kind == KIDNAP:
        return card_cost(r, t, card_of(code)) - 100
    if kind == GIVE:
        return 16 * useless(r, t, t.hands[t.seat], card_of(code)) + t.counts[seat_of(code)]
    if kind == DISCARD:
        return 16 * useless(r, t, t.hands[t.seat], card_of(code))
    return meld_cost(r, t, code, action[1:], t.counts[t.seat])


@jit
def choose_arms(r, t, memory, buffer, n, most):
    """Put the ``most`` likeliest actions into ``memory.arms``, best first; their number.

    The first is what ``tuned`` plays, the others are as ``keeper`` ranks them. A pass, or keeping a card
    that may be given away, is always among them.
    """
    arms, cost = memory.arms, memory.cost
    count = 0
    idle = -1
    for i in range(n):
        kind = kind_of(buffer[i, 0])
        if kind == PASS or kind == KEEP:
            idle = i
        this = prior_cost(r, t, buffer[i])
        if count == most:
            if this >= cost[count - 1]:
                continue
            count -= 1
        at = count
        while at > 0 and cost[at - 1] > this:
            arms[at], cost[at] = arms[at - 1], cost[at - 1]
            at -= 1
        arms[at], cost[at] = i, this
        count += 1
    if t.phase == PLAY:
        lead_with(arms, cost, count, tuned.choose(r, t, buffer, n))
    if idle >= 0 and not holds(arms, count, idle):
        arms[count - 1] = idle
    return count


@jit
def holds(arms, count, row):
    """Whether a row is among the actions compared."""
    found = False
    for i in range(count):
        found = found or arms[i] == row
    return found


@jit
def lead_with(arms, cost, count, first):
    """Put ``first`` before all other arms, in place of the last if it is not among them."""
    at = count - 1
    for i in range(count):
        if arms[i] == first:
            at = i
    least = min(cost[0], cost[at])
    for i in range(at, 0, -1):
        arms[i], cost[i] = arms[i - 1], cost[i - 1]
    arms[0], cost[0] = first, least


@jit
def best_arm(r, t, memory, buffer, n, budget, stream):
    """The row of the action that did best when ``budget`` playouts are used up, or before if clear.

    Sequential halving (Karnin, Koren and Somekh 2013): every phase plays out all actions still
    compared on the same deals with its share of the playouts, then the better half goes on.
    """
    me, arms, total = t.seat, memory.arms, memory.total
    alive = choose_arms(r, t, memory, buffer, n, max(2, min(ARMS, budget // ROUNDS)))
    if memory.cost[0] == FINISH:
        return arms[0]
    size = fill_pool(r, t, memory, me)
    phases = 0
    while (1 << phases) < alive:
        phases += 1
    for i in range(alive):
        total[i] = -BIAS * (1 + i / alive) if i > 0 else 0.0
    fresh = True
    for _ in range(phases):
        rounds = max(1, budget // (phases * alive))
        play_phase(r, t, memory, me, buffer, alive, rounds, size, fresh, stream)
        fresh = False
        sort_arms(arms, total, alive)
        alive = (alive + 1) // 2
    return arms[0]


@jit
def play_phase(r, t, memory, me, buffer, alive, rounds, size, fresh, stream):
    """Deal the hidden hands so many times and play out all actions compared on every deal.

    Two actions are compared no longer than until their difference is clear, or seems to be none.
    """
    arms, total = memory.arms, memory.total
    low, high = points_span(r)
    ahead, squares = 0.0, 0.0  # sum of the differences between the first two, and of their squares
    for k in range(rounds):
        next_deal(r, t, memory, me, size, fresh and k == 0, stream)
        difference = 0.0
        for i in range(alive):
            points = (play_out(r, t, memory, me, buffer[arms[i]]) - low) / (high - low)
            total[i] += points
            difference = difference - points if i == 1 else difference + points
        if alive == 2:
            ahead += difference
            squares += difference * difference
            if k + 1 >= FEWEST and (squares == 0 or ahead * ahead > CLEAR * CLEAR * squares):
                return


@jit
def points_span(r):
    """The fewest and the most points of a place; a span of one where all are the same."""
    low = high = r.scoring[0]
    for place in range(1, r.players):
        low = min(low, r.scoring[place])
        high = max(high, r.scoring[place])
    return low, max(high, low + 1)


@jit
def sort_arms(arms, total, count):
    """Sort by total, highest first; equals stay in order."""
    for i in range(1, count):
        arm, sum_ = arms[i], total[i]
        at = i
        while at > 0 and total[at - 1] < sum_:
            arms[at], total[at] = arms[at - 1], total[at - 1]
            at -= 1
        arms[at], total[at] = arm, sum_
