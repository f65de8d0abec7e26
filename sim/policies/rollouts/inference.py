"""What the others' choices tell about their hands.

Whoever passes probably held nothing cheap that answers; whoever plays a rank probably held no weaker
one to play instead. For each choice of a seat ``note_choice`` keeps the cards that went, the cards that
would have tempted it, and how many of a rank it took. A hand is the less likely the more choices it
makes hard to understand: ``surprise`` counts them, going back from the hand held now to those held then.
``next_deal`` moves a random deal towards likely ones: a Metropolis chain (Metropolis et al. 1953) that
swaps two unseen cards at a time.

One deck only, groups only; a gift, a discard or a kidnap begins the record of a seat anew.
"""

from __future__ import annotations

from sim.engine.action import GROUP, PASS, jokers_of, kind_of, rank_of, size_of
from sim.engine.cards import JOKER, ORDINARY, SUIT_BIT0
from sim.engine.jit import entry, jit
from sim.engine.order import reversed_order, stronger_cards, strongest_rank
from sim.engine.state import EXACT, NO_LOCK
from sim.engine.streams import below
from sim.policies.rollouts.hidden import deal_hidden
from sim.policies.rollouts.memory import EVENTS

ONE_EACH = 0x1111111111111
"""A one for each rank."""
PASS_WEIGHT, LEAD_WEIGHT, ANSWER_WEIGHT = 2, 1, 2
"""How surprising it is to leave a tempting meld alone, by what was done instead."""
LIKELIHOOD = 0.46
"""How likely a deal is with a surprise more, compared with one without."""
FIRST_SWAPS, SWAPS = 200, 40
"""Swaps tried on a fresh deal, and between two deals."""


@jit
def note_choice(r, t, memory, action):
    """Keep what the seat to act tells by the meld or pass that it is about to play."""
    seat, kind = t.seat, kind_of(action[0])
    n = memory.choices[seat]
    if n == EVENTS:
        return
    tempting, size, weight = 0, 0, 0
    if kind == PASS:
        if t.field[0] != 0 and kind_of(t.field[0]) == GROUP:
            tempting = answers(r, t) & ~(15 << (4 * strongest_rank(t)))
            size, weight = size_of(t.field[0]), PASS_WEIGHT
    elif kind == GROUP and rank_of(action[0]) != JOKER and jokers_of(action[0]) == 0:
        size = size_of(action[0])
        tempting = weaker_ranks(t, rank_of(action[0]))
        weight = LEAD_WEIGHT
        if t.field[0] != 0:
            tempting &= answers(r, t)
            weight = ANSWER_WEIGHT
    if kind == PASS and tempting == 0:
        return
    event = memory.told[seat, n]
    event[0] = 0 if kind == PASS else action[1]
    event[1] = tempting
    event[2] = size
    event[3] = weight
    memory.choices[seat] = n + 1


@jit
def answers(r, t):
    """The cards whose rank beats the group on the field, of the locked suits; none under other locks."""
    if (t.top | t.geki | t.number | t.parity) != 0 or (t.lock != NO_LOCK and t.lock != EXACT):
        return 0
    cards = stronger_cards(r, t, ORDINARY, rank_of(t.field[0])) & ORDINARY
    if t.lock == EXACT:
        suits = 0
        for suit in range(4):
            if (t.lock_suits >> (8 * suit)) & 255:
                suits |= SUIT_BIT0 << suit
        cards &= suits
    return cards


@jit
def weaker_ranks(t, rank):
    """All cards weaker than a rank in the order in force."""
    below_it = (1 << (4 * rank)) - 1
    return ORDINARY & ~(below_it | (15 << (4 * rank))) if reversed_order(t) else below_it


@jit
def per_rank(cards):
    """How many cards of each rank there are, four bits a rank."""
    pairs = cards - ((cards >> 1) & 0x5555555555555)
    return (pairs & 0x3333333333333) + ((pairs >> 2) & 0x3333333333333)


@jit
def surprise(memory, seat, hand):
    """How hard a hand makes the choices of a seat to understand, 0 at best."""
    total = 0
    cards = hand & ORDINARY
    for i in range(memory.choices[seat] - 1, -1, -1):
        event = memory.told[seat, i]
        cards |= event[0] & ORDINARY
        if event[1] & cards:
            want = ONE_EACH * event[2]
            other = (per_rank(cards) ^ want) | (per_rank(cards & event[1]) ^ want)
            other |= other >> 1
            other |= other >> 2
            if ~other & ONE_EACH:
                total += event[3]
    return total


@entry
def next_deal(r, t, memory, me, size, fresh, stream):
    """A deal of the hidden hands from a pool of ``size`` cards: a fresh one made likely, or the last
    one changed. Of several decks every deal is fresh and as likely as any other."""
    if fresh or memory.decks > 1:
        deal_hidden(r, t, memory, me, size, stream)
        if memory.decks > 1:
            return
        for seat in range(t.players):
            memory.ruled_out[seat] = memory.weaker[me, seat] if t.stock_next == 0 else 0
            memory.score[seat] = surprise(memory, seat, memory.hands[seat, 0])
    for _ in range(FIRST_SWAPS if fresh else SWAPS):
        try_swap(r, memory, me, below(stream, size), below(stream, size), stream)


@jit
def try_swap(r, memory, me, i, j, stream):
    """Swap two unseen cards between the hands of a deal if it is not too surprising."""
    pool, owner, hands, score = memory.pool, memory.owner, memory.hands, memory.score
    a, b = owner[i], owner[j]
    if a == b or not may_swap(r, memory, pool[i], pool[j], a, b):
        return
    swap = (1 << pool[i]) | (1 << pool[j])
    new_a = surprise(memory, a, hands[a, 0] ^ swap) if a >= 0 else 0
    new_b = surprise(memory, b, hands[b, 0] ^ swap) if b >= 0 else 0
    more = new_a + new_b
    more -= score[a] if a >= 0 else 0
    more -= score[b] if b >= 0 else 0
    if more > 0 and below(stream, 1 << 20) >= (1 << 20) * LIKELIHOOD**more:
        return
    if a >= 0:
        hands[a, 0] ^= swap
        score[a] = new_a
    if b >= 0:
        hands[b, 0] ^= swap
        score[b] = new_b
    pool[i], pool[j] = pool[j], pool[i]


@jit
def may_swap(r, memory, first, second, a, b):
    """Whether the cards may change places: nobody gets what is ruled out, no joker is left over."""
    if a >= 0 and (memory.ruled_out[a] >> second) & 1:
        return False
    if b >= 0 and (memory.ruled_out[b] >> first) & 1:
        return False
    if r.jokers_dealt == 1:
        return not ((a < 0 and second >= 52) or (b < 0 and first >= 52))
    return True
