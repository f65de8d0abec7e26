"""What may still beat a meld, from what a player has seen: the own hand, what lies open, how many
cards the others hold.

``known`` gathers it once a decision. ``beaters`` counts, for groups of two to four cards, the ranks that
could beat each rank, a nibble a rank as in hands; ``beaten_by`` answers for one rank, for singles by
counting cards. Where not all cards are dealt both count the share of the unseen cards that is held.
"""

from __future__ import annotations

from sim.engine.bits import popcount
from sim.engine.cards import EIGHT, ORDINARY, card_count, joker_count
from sim.engine.finish import F_EIGHT, F_EIGHT_CUT, F_TWO
from sim.engine.jit import hot, jit
from sim.policies.plan.weights import CARDS, EIGHT_CUTS

ONES = 0x1111111111111
HIGH = 0x8888888888888
PAIRS, NIBBLES = 0x5555555555555, 0x3333333333333
NIBBLE = 15

# Items of what ``known`` returns.
UNSEEN, UNSEEN_JOKERS, COUNTS, MOST, LEAST = 0, 1, 2, 3, 4
BANNED, RUNS, RUN_JOKERS, RUN_EIGHTS, SNIPED, APART, ANSWERING, ABLE, OPEN = (
    5,
    6,
    7,
    8,
    9,
    10,
    11,
    12,
    13,
)
SHARE, EIGHTS, EQUAL, RUNS_OF_THREE, RUNS_OF_FOUR, RUNS_OF_FIVE = 14, 15, 16, 17, 18, 19
WHOLE_SHARE = 16
# Items of what ``beaters`` returns, after those of two to four cards.
NOT_LAST = 3
REVERSED = 4
JOKERS_BEAT = 5


@jit
def count_ranks(cards):
    """How many cards of each rank an ordinary mask holds, a nibble a rank."""
    pairs = cards - ((cards >> 1) & PAIRS)
    return (pairs & NIBBLES) + ((pairs >> 2) & NIBBLES)


@jit
def count_words(words):
    """As ``count_ranks`` for four words, at most 15 a rank."""
    counts = count_ranks(words[0] & ORDINARY)
    for k in range(1, 4):
        if words[k] == 0:
            break
        counts += count_ranks(words[k] & ORDINARY)
    return counts


@jit
def ranks_of(counts):
    """A one in the nibble of every rank that has cards."""
    return (counts | (counts >> 1) | (counts >> 2) | (counts >> 3)) & ONES


@jit
def ranks_with(counts, n):
    """A one in the nibble of every rank with at least n cards, 1 <= n <= 8."""
    full = (counts & HIGH) >> 3
    capped = (counts & ~(full * 7)) | (full << 3)
    return (((capped + (8 - n) * ONES) & HIGH) >> 3) & ONES


@jit
def decks_in(r, t, played):
    """How many decks are in the game: as many as the cards held and played need."""
    if r.decks != 0:
        return r.decks
    cards = played
    for seat in range(t.players):
        cards += t.counts[seat]
    deck = 52 + r.jokers
    return min(4, max(1, (cards + deck - 1) // deck))


@jit
def others(t):
    """The seats that may still answer a meld of the seat to act."""
    return t.playing & ~(1 << t.seat) & ~t.locked


@hot
def known(r, t):
    """What the seat to act has seen, as a tuple of integers.

    UNSEEN: the cards unseen, a mask. UNSEEN_JOKERS. COUNTS: the cards unseen by rank. MOST, LEAST:
    the most and the fewest cards that another player holds. BANNED: finishes to avoid. RUNS: there
    are sequences; RUN_JOKERS: with jokers; RUN_EIGHTS: an 8 in them clears; APART: they may not
    overlap. SNIPED: a lone joker may be beaten. ANSWERING: how many others may answer in this trick;
    ABLE: the most cards that one of them holds. OPEN: who passes may still play.
    SHARE: how much of the unseen is held, in sixteenths. EIGHTS, EQUAL: eight_cut, equal_meld.
    RUNS_OF_THREE, …: where sequences of unseen cards may begin, a mask.
    """
    cards, jokers, counts = unseen(r, t, t.hands[t.seat], t.played)
    most, least, able, held = 0, 99, 0, 0
    answering = others(t)
    for seat in range(t.players):
        if seat != t.seat and (t.playing >> seat) & 1:
            least = min(least, t.counts[seat])
            most = max(most, t.counts[seat])
            held += t.counts[seat]
            if (answering >> seat) & 1:
                able = max(able, t.counts[seat])
    return _facts(
        r, cards, jokers, counts, most, least, r.sequence_jokers, popcount(answering), able, held
    )


@jit
def known_before(r, t, hand, run_jokers):
    """As ``known`` before the first lead, for the owner of ``hand``, four words; without
    ``run_jokers`` no joker stands in a sequence, which splits faster."""
    cards, jokers, counts = unseen(r, t, hand, t.played)
    held, rest = card_count(hand), r.players - 1
    return _facts(r, cards, jokers, counts, held, held, run_jokers, rest, held, held * rest)


@hot
def _facts(r, cards, jokers, counts, most, least, run_jokers, answering, able, held):
    hidden = nibble_sum(counts) + jokers
    three, four, five = windows(cards, jokers if r.sequence_jokers == 1 else 0)
    return (
        cards,
        jokers,
        counts,
        most,
        least,
        r.illegal_finish | r.foul_finish,
        r.sequences,
        run_jokers,
        1 if r.eight_cut >= 2 else 0,
        1 if r.spade_three == 1 and cards & 1 != 0 else 0,
        1 if r.sequence_answer == 2 else 0,
        answering,
        able,
        1 if r.pass_lock == 0 else 0,
        min(WHOLE_SHARE, WHOLE_SHARE * held // max(1, hidden)),
        r.eight_cut,
        r.equal_meld,
        three,
        four,
        five,
    )


@hot
def windows(cards, jokers):
    """Where plain sequences of three, four and five places begin, at most one of them a joker's."""
    there, one = cards >> 4, ORDINARY if jokers > 0 else 0
    w0, w1 = cards & there, (one & there) | (cards & (one >> 4))
    there, rest = cards >> 8, one >> 8
    w0, w1 = w0 & there, (w1 & there) | (w0 & rest)
    three = w0 | w1
    there, rest = cards >> 12, one >> 12
    w0, w1 = w0 & there, (w1 & there) | (w0 & rest)
    four = w0 | w1
    there, rest = cards >> 16, one >> 16
    return three, four, (w0 & there) | (w1 & there) | (w0 & rest)


@hot
def unseen(r, t, hand, seen):
    """The cards neither in ``hand`` nor in ``seen``, four words each: a mask, jokers, counts by rank."""
    jokers = -joker_count(hand) - joker_count(seen)
    if r.decks <= 1 and (hand[1] | seen[1]) == 0 and decks_in(r, t, popcount(seen[0])) == 1:
        cards = ORDINARY & ~(hand[0] | seen[0])
        return cards, jokers + r.jokers, count_ranks(cards)
    decks = decks_in(r, t, card_count(seen))
    counts = min(15, 4 * decks) * ONES - count_words(hand) - count_words(seen)
    return ORDINARY, jokers + decks * r.jokers, counts


@hot
def nibble_sum(counts):
    """The sum of up to 13 nibbles."""
    bytes_ = (counts & 0x0F0F0F0F0F0F0F) + ((counts >> 4) & 0x0F0F0F0F0F0F0F)
    return ((bytes_ * 0x01010101010101) >> 48) & 255


@hot
def beaters(r, info, reversed_order):
    """For groups of two, three and four cards: how many ranks may beat each; then the ranks that may not
    come last, the order, in which ``reversed_order`` makes a 3 the strongest, and the jokers unseen
    that beat whatever is no joker."""
    low = r.joker_in_reversal == 1 and reversed_order
    jokers = 0 if low else info[UNSEEN_JOKERS]
    return (
        _beaters(info, reversed_order, jokers, 2),
        _beaters(info, reversed_order, jokers, 3),
        _beaters(info, reversed_order, jokers, 4),
        not_last(r, info, reversed_order),
        reversed_order,
        jokers,
    )


@hot
def _beaters(info, reversed_order, jokers, size):
    if info[MOST] < size:
        return 0
    wild = info[UNSEEN_JOKERS]
    ranks = ranks_with(info[COUNTS], max(1, size - wild)) & ranks_of(info[COUNTS])
    below = (ranks * ONES) & ORDINARY
    counts = below - ranks if reversed_order else popcount(ranks) * ONES - below
    if info[EQUAL]:
        counts += ranks
    if jokers >= size:
        counts += ONES
    return counts


@hot
def beaten_by(info, view, size, at):
    """How many ranks may beat a group, how many cards a single; EIGHT_CUTS for eights that clear.

    ``at`` is the place of the rank's nibble.
    """
    if at == 4 * EIGHT and info[EIGHTS]:
        return EIGHT_CUTS
    if size == 1:
        near = 4 if info[EQUAL] else 0
        if view[REVERSED]:
            above = info[COUNTS] & ((1 << (at + near)) - 1)
        else:
            above = info[COUNTS] & (-1 << (at + 4 - near))
        beaten = min(nibble_sum(above) + view[JOKERS_BEAT], CARDS - 2)
    else:
        row = view[0] if size == 2 else (view[1] if size == 3 else view[2])
        beaten = min((row >> at) & 15, 13)
    if beaten > 1 and info[SHARE] < WHOLE_SHARE:
        beaten = max(1, beaten * info[SHARE] // WHOLE_SHARE)
    return beaten


@hot
def not_last(r, info, reversed_order):
    """The ranks whose groups may not, or should not, be the last meld: all bits of their nibbles."""
    ranks = 0
    if info[BANNED] & F_TWO:
        ranks |= NIBBLE << (0 if reversed_order else 48)
    if info[BANNED] & F_EIGHT or (info[BANNED] & F_EIGHT_CUT and r.eight_cut != 0):
        ranks |= NIBBLE << (4 * EIGHT)
    return ranks
