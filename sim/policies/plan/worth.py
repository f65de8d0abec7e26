"""What an action is worth: the hand it leaves, and whether it holds the trick.

Lower is better. ``best`` values every legal meld by the cheapest split of what is left and by what may
still beat it on the table; a pass by the split of the whole hand.
"""

from __future__ import annotations

from sim.engine.action import (
    GROUP,
    PASS,
    SEQUENCE,
    is_climb,
    jokers_of,
    kind_of,
    put_down,
    rank_of,
    size_of,
    suit_of,
)
from sim.engine.bits import load as weight
from sim.engine.cards import JOKER, ORDINARY, joker_count
from sim.engine.effects import jack_turns_back
from sim.engine.finish import finish_members, makes_revolution
from sim.engine.jit import hot, jit
from sim.policies.plan.split import (
    ANY_LAST,
    BEATABLE,
    BEATABLE_LAST,
    COST,
    COUNT,
    closed,
    group_row,
    less_group,
    only_groups,
    split,
    taken_runs,
    totals_of,
    without_runs,
)
from sim.policies.plan.trick import holds
from sim.policies.plan.view import (
    ANSWERING,
    LEAST,
    OPEN,
    beaters,
    count_words,
    known,
)
from sim.policies.plan.weights import (
    LEAD,
    LEFT,
    MANY,
    OTHERS,
    PASS_HASTE,
    PASS_LEFT,
    PASS_OPEN,
    PLAY_GROUP,
    PLAY_HASTE,
    PLAY_LEFT,
    PLAY_OTHERS,
    PLAY_RUN,
    PLAY_SINGLE,
    PLAY_STEEP,
    RUN_BEATERS,
    SIZES,
)

NEVER = 1 << 60
FOUL = 1 << 50
WON = -(1 << 50)


@jit
def best(r, t, buffer, n, w):
    """The index of the best action; ``w`` is the address of a table of weights.

    A lead is one of the melds of the hand's cheapest split, unless none of them is legal.
    """
    info = known(r, t)
    view = beaters(r, info, t.revolution)
    hand = t.hands[t.seat]
    mine = (count_words(hand), hand[0] & ORDINARY, joker_count(hand), t.counts[t.seat])
    whole, path = split(info, view, w, mine[0], mine[1], mine[2], mine[3], 0)
    chosen = best_of(r, t, buffer, n, info, view, w, mine, whole, path, t.field[0] == 0)
    if chosen < 0:
        chosen = best_of(r, t, buffer, n, info, view, w, mine, whole, path, False)
    return chosen


@jit
def best_of(r, t, buffer, n, info, view, w, mine, whole, path, only_planned):
    """The index of the best action, perhaps only of those in the split; -1 if there is none.

    ``mine``: the hand's cards by rank, its cards, its jokers, its size. ``whole``, ``path``: its
    split.
    """
    groups = without_runs(mine, path)
    melds = totals_of(info, view, w, mine, groups, path)
    turned, looked = view, False
    alike = t.lock == 0 and t.hands[t.seat, 1] == 0
    chosen, least, last_code = -1, NEVER, -1
    for i in range(n):
        code, words = buffer[i, 0], buffer[i, 1:]
        if kind_of(code) == PASS:
            value = passing(t, info, w, whole)
        elif put_down(words) == mine[3]:
            value = FOUL if finish_members(r, t, code, words) & r.foul_finish else WON
        else:
            if only_planned and not planned(code, words, groups, path):
                continue
            apart = words[0] & ORDINARY & ~groups[1] == 0
            if alike and apart and code == last_code:
                continue  # another suit of the same group
            last_code = code if apart else -1
            if not looked and turns(r, t, code, words):
                turned, looked = beaters(r, info, 1 - t.revolution), True
            revolves = makes_revolution(r, code)
            back = t.back != 0 or jack_turns_back(r, code, words)
            beaten = holds(r, t, info, turned if revolves != back else view, code, words)
            kept = 1 if beaten == 0 else 0
            if revolves:
                rest = after(
                    t, info, turned, w, code, words, mine, groups, path, apart,
                    totals_of(info, turned, w, mine, groups, path), kept,
                )  # fmt: skip
            else:
                rest = after(t, info, view, w, code, words, mine, groups, path, apart, melds, kept)
            value = WON
            if beaten != 0 or not wins(rest):
                value = playing(t, info, w, code, rest, beaten)
        if value == WON:
            return i
        if value < least:
            chosen, least = i, value
    return chosen


@hot
def planned(code, words, groups, path):
    """Whether a meld is one of a split: all cards of a rank that are in no sequence, perhaps with
    jokers left over; jokers alone; a sequence of the split."""
    kind = kind_of(code)
    if kind == GROUP:
        jokers = jokers_of(code)
        if jokers > groups[2]:
            return False
        if rank_of(code) == JOKER:
            return True
        held = (groups[0] >> (4 * rank_of(code))) & 15
        return size_of(code) - jokers == held and words[0] & ORDINARY & ~groups[1] == 0
    return kind != SEQUENCE or in_path(code, path)


@hot
def place_of(code):
    """A plain sequence as a split writes it: its first card and its size."""
    return ((4 * rank_of(code) + suit_of(code)) << 4) | size_of(code)


@hot
def in_path(code, path):
    """Whether a plain sequence is one of a split."""
    if is_climb(code) or rank_of(code) < 0:
        return False
    place = place_of(code)
    while path:
        if path & 1023 == place:
            return True
        path >>= 10
    return False


@hot
def after(t, info, plan, w, code, words, mine, groups, path, apart, whole, kept):
    """The split of what is left after a meld, packed.

    A group ``apart`` from the sequences of the split leaves them the best, and so does one of them;
    else the rest is split anew. ``whole``: the hand's ``totals``; ``kept``: 1 if the lead is kept.
    """
    kind = kind_of(code)
    runs = kind == SEQUENCE and in_path(code, path)
    if not runs and not (kind == GROUP and apart and jokers_of(code) <= groups[2]):
        return split(
            info, plan, w, mine[0] - count_words(words), left_cards(t.hands[t.seat], words),
            mine[2] - joker_count(words), mine[3] - put_down(words), kept,
        )[0]  # fmt: skip
    if not runs:
        jokers = groups[2] - jokers_of(code)
        if rank_of(code) == JOKER:
            return closed(info, w, jokers, whole, kept)
        rest = less_group(
            info, plan, w, whole, groups[0], groups[1], 4 * rank_of(code),
            size_of(code) - jokers_of(code), words[0],
        )  # fmt: skip
        return closed(info, w, jokers, rest, kept)
    taken = taken_runs(info, plan, w, mine[1], path, place_of(code))
    return only_groups(info, plan, w, groups[0], groups[1], groups[2], taken, kept)


@hot
def turns(r, t, code, words):
    """Whether the order matters that is not that of the present revolution."""
    return t.back != 0 or makes_revolution(r, code) or jack_turns_back(r, code, words)


@hot
def passing(t, info, w, whole):
    """The worth of a pass, given the split of the whole hand."""
    if t.field[0] == 0:
        return NEVER - 1
    value = weight(w, PASS_HASTE + haste_of(info)) + weight(w, PASS_LEFT + left(whole))
    if info[OPEN]:
        value += weight(w, PASS_OPEN)
    return value + (whole >> COST) + weight(w, MANY + left(whole))


@hot
def playing(t, info, w, code, rest, beaten):
    """The worth of a meld that leaves a hand whose split costs ``rest``; ``beaten`` from ``holds``."""
    value = (rest >> COST) + weight(w, MANY + left(rest))
    value += on_table(info, w, code, beaten, left(rest))
    if t.field[0] == 0:
        value += weight(w, LEAD + lead_kind(code))
    return value


@hot
def haste_of(info):
    """The fewest cards that another player holds, as HASTE counts them."""
    if info[LEAST] <= 2:
        return max(info[LEAST], 1) - 1
    return 2 if info[LEAST] <= 4 else 3


@hot
def lead_kind(code):
    """A lead as LEADS counts them."""
    return min(size_of(code), 4) - 1 if kind_of(code) == GROUP else 4


@hot
def left_cards(hand, words):
    """The ordinary cards of which a copy is left, as a mask."""
    if hand[1] == 0:
        return hand[0] & ~words[0] & ORDINARY
    gone = words[0] & ~hand[1]
    if words[1] != 0:
        gone |= words[1] & ~hand[2]
    return hand[0] & ~gone & ORDINARY


@hot
def left(rest):
    """How many melds of a split may be beaten, as LEFT counts them."""
    return min((rest >> BEATABLE) & COUNT, LEFT - 1)


@hot
def wins(rest):
    """Whether a split, led by its owner, goes out for certain: all but the last meld hold."""
    beatable = (rest >> BEATABLE) & COUNT
    if beatable == 0:
        return (rest >> ANY_LAST) & COUNT != 0
    return beatable == 1 and (rest >> BEATABLE_LAST) & COUNT != 0


@hot
def rise(code, beaten):
    """What may beat a meld, in cards: a rank counts as two, a sequence's steps as four."""
    if kind_of(code) != GROUP:
        return 4 * beaten
    return beaten if size_of(code) == 1 else 2 * beaten


@hot
def on_table(info, w, code, beaten, melds):
    """The weight of what may beat a meld on the table; ``beaten`` from ``holds``."""
    value = 0
    if beaten != 0:
        answering = min(max(info[ANSWERING], 1), OTHERS) - 1
        value += weight(w, PLAY_HASTE + haste_of(info)) + weight(w, PLAY_OTHERS + answering)
        value += weight(w, PLAY_LEFT + melds)
        chances = rise(code, beaten)
        value += weight(w, PLAY_STEEP + haste_of(info)) * chances // (chances + 4)
    if kind_of(code) != GROUP:
        row = PLAY_RUN + RUN_BEATERS * (min(max(size_of(code), 3), 5) - 3)
        return value + weight(w, row + min(beaten, RUN_BEATERS - 1))
    size = min(size_of(code), SIZES + 1)
    return value + weight(w, group_row(PLAY_SINGLE, PLAY_GROUP, size, beaten))
