"""Playing a game: one action after another, from the first lead to the last place."""

from __future__ import annotations

from sim.engine.action import (
    CLIMB_BIT,
    DISCARD,
    GIVE,
    KEEP,
    KIDNAP,
    PASS,
    SEQUENCE,
    card_of,
    is_climb,
    jokers_at,
    jokers_of,
    only_jokers,
    places_of,
    put_down,
    rank_at,
    seat_of,
    suit_of,
)
from sim.engine.cards import (
    BLACK_BIT,
    BLACK_JOKER,
    HEART,
    KING,
    RED_BIT,
    add_cards,
    add_once,
    copies,
    remove_cards,
    remove_once,
)
from sim.engine.effects import CLEARS, FOUL, SUICIDE, combination_jokers, judge, owed, resolve
from sim.engine.finish import downfall, end_by_suicide, end_game, go_out, still_in
from sim.engine.jit import entry, hot, jit
from sim.engine.kidnap import ask_next, can_kidnap, list_kidnaps, take_joker
from sim.engine.locks import end_rank_locks, end_suit_lock
from sim.engine.melds.groups import list_groups
from sim.engine.melds.rows import add_card, write
from sim.engine.melds.sequences import list_sequences
from sim.engine.melds.simple import list_simple_groups, simple_rules
from sim.engine.order import one_eyed, reversed_order, single_card
from sim.engine.seats import next_in, still_to_ask
from sim.engine.state import DISCARDING, GIVING, KIDNAPPING, NOT_PLAIN, ONE_DECK, PLAY

DRAW, SKIP = 0, 1


@entry
def list_actions(r, t, buffer):
    """Write every legal action of the seat to act into ``buffer``, shape (size, 5); their number.

    A number of ``size`` or more means that the buffer was too small: the list is incomplete.
    """
    if t.phase == PLAY:
        if t.simple and t.hands[t.seat, 1] == 0:
            n = list_simple_groups(r, t, buffer, 0)
        else:
            n = list_groups(r, t, buffer, 0)
        n = list_sequences(r, t, buffer, n)
        if t.field[0] != 0 or r.lead_pass == 1 or n == 0:
            write(buffer, n, PASS, 0, 0)
            n += 1
        return n
    if t.phase == KIDNAPPING:
        return list_kidnaps(t, buffer)
    if t.phase == GIVING or t.phase == DISCARDING:
        return list_hand(r, t, buffer)
    return 0


@entry
def learn_rules(r, t):
    """Note in the table what the rules in force allow to skip; before a game's first action."""
    t.simple = 1 if simple_rules(r) else 0


@jit
def list_hand(r, t, buffer):
    """keep, and each distinct card of the hand to give to each other player, or to discard."""
    write(buffer, 0, KEEP, 0, 0)
    n = 1
    seen_joker = False
    for bit in range(54):
        if (t.hands[t.seat, 0] >> bit) & 1 == 0 or (bit == 53 and seen_joker and r.prejudice == 0):
            continue
        seen_joker = bit == 52
        if t.phase == DISCARDING:
            add_card(buffer, write(buffer, n, DISCARD | (bit << 4), 0, 0), bit, 1)
            n += 1
            continue
        for seat in range(t.players):
            if seat != t.seat and (t.playing >> seat) & 1:
                code = GIVE | (bit << 4) | (seat << 10)
                add_card(buffer, write(buffer, n, code, 0, 0), bit, 1)
                n += 1
    return n


@entry
def act(r, t, action):
    """Play a legal action, five int64, for the seat to act."""
    kind = action[0] & 15
    t.turns += 1
    if kind == PASS:
        pass_turn(r, t, r.pass_lock == 1)
    elif t.phase == PLAY:
        play_meld(r, t, action[0], action[1:])
    elif kind == KIDNAP:
        take_joker(t, card_of(action[0]))
        if can_kidnap(t, t.seat) or ask_next(t, t.seat):
            return
        after_kidnaps(r, t)
    elif t.phase == KIDNAPPING:
        if not ask_next(t, t.seat):
            after_kidnaps(r, t)
    elif t.phase == GIVING:
        give(r, t, kind, action[0])
    else:
        discard(r, t, kind, action[0])


@entry
def mistake(r, t):
    """mistake_penalty for the seat to act: a card from the stock, or the turn."""
    t.erred = 1
    if r.mistake_penalty == DRAW and t.stock_next < t.stock_size:
        add_once(t.hands[t.seat], 1 << t.stock[t.stock_next])
        t.counts[t.seat] += 1
        t.stock_next += 1
    else:
        pass_turn(r, t, False)


@jit
def pass_turn(r, t, locks):
    """The seat to act passes, or passes the lead on."""
    if t.field[0] == 0:
        pass_lead(r, t, locks)
        return
    seat = t.seat
    t.passes += 1
    if locks:
        t.locked |= 1 << seat
    t.passed |= 1 << seat
    ask_from(r, t, seat)


@hot
def pass_lead(r, t, locks):
    """The seat to act passes the lead on; when everybody has, the game ends."""
    seat = t.seat
    t.passes += 1
    if locks:
        t.locked |= 1 << seat
    if t.lead_passed == 0:
        t.lead_first = seat
    t.lead_passed |= 1 << seat
    left = t.playing & ~t.lead_passed
    if left == 0:
        end_game(r, t, t.lead_first)
    else:
        give_lead(t, next_in(t, seat, left))


@jit
def play_meld(r, t, code, words):
    """Steps 1 and 2: the cards leave the hand; others may kidnap; then the rest follows."""
    seat = t.seat
    flags = judge(r, t, code, words)
    owed(r, t, code, words, flags)
    t.flags = flags
    t.actor = seat
    t.melds += 1
    for k in range(5):
        t.old[k] = t.field[k]
    t.old_jokers_only = 1 if t.field[0] != 0 and only_jokers(t.field[1:]) else 0
    remove_cards(t.hands[seat], words)
    add_cards(t.played, words)
    t.counts[seat] -= put_down(words)
    if flags & SUICIDE:
        end_by_suicide(r, t, seat, t.owner)
        return
    _to_field(r, t, code, words)
    if r.joker_kidnap == 1 and combination_jokers(t.field[0]) and not is_climb(code):
        t.phase = KIDNAPPING
        if ask_next(t, seat):
            return
    after_kidnaps(r, t)


@jit
def _to_field(r, t, code, words):
    old = t.old
    t.field_high = 0
    if r.one_eyed_jacks == 1 and old[0] != 0 and single_card(code, words, KING, HEART):
        t.field_high = 1 if one_eyed(old[0], old[1:]) else 0
    t.field_lead = 1 if old[0] == 0 else 0
    t.field_reversed = reversed_order(t)
    t.field[0] = code & ~CLIMB_BIT if code & 15 == SEQUENCE else code
    for k in range(4):
        t.field[k + 1] = words[k]
    if code & 15 == SEQUENCE and is_climb(code):
        _climbed_field(t, code)
    t.owner = t.seat
    t.passed = 0
    t.lead_passed = 0


@jit
def _climbed_field(t, code):
    """The cards of the plain sequence after a climb; of its jokers the first as written are gone."""
    gone = jokers_of(t.old[0]) - jokers_of(code)
    black = max(0, copies(t.old[1:], BLACK_JOKER) - gone)
    red = jokers_of(code) - black
    for k in range(4):
        t.field[k + 1] = (BLACK_BIT if black > k else 0) | (RED_BIT if red > k else 0)
    for i in range(places_of(code)):
        if jokers_at(code, i) == 0:
            t.field[1] |= 1 << (4 * rank_at(code, i) + suit_of(code))


@jit
def after_kidnaps(r, t):
    """Steps 3 to 5, then the gifts of step 6."""
    t.seat = t.actor
    t.phase = PLAY
    resolve(r, t)
    after_gifts(r, t)


@jit
def after_gifts(r, t):
    """Step 6: ask for a gift or a discard that is still owed, otherwise conclude the meld."""
    if t.counts[t.actor] > 0:
        if t.gifts > 0:
            t.phase = GIVING
            return
        if t.discards > 0:
            t.phase = DISCARDING
            return
    t.phase = PLAY
    conclude(r, t)


@jit
def give(r, t, kind, code):
    """seven_pass: a card to another player, or no more gifts."""
    if kind == KEEP:
        t.gifts = 0
    else:
        bit, seat = card_of(code), seat_of(code)
        t.gifts -= 1
        remove_once(t.hands[t.seat], 1 << bit)
        t.counts[t.seat] -= 1
        add_once(t.hands[seat], 1 << bit)
        t.counts[seat] += 1
    after_gifts(r, t)


@jit
def discard(r, t, kind, code):
    """ten_discard: a card out of the game, or no more discards."""
    if kind == KEEP:
        t.discards = 0
    else:
        bit = card_of(code)
        t.discards -= 1
        remove_once(t.hands[t.seat], 1 << bit)
        add_once(t.played, 1 << bit)
        t.counts[t.seat] -= 1
    after_gifts(r, t)


@jit
def conclude(r, t):
    """Steps 7 to 10: going out, clearing, skips, the next turn."""
    seat = t.actor
    if t.counts[seat] == 0:
        foul = t.flags & FOUL != 0
        go_out(t, seat, foul)
        if not foul and downfall(r, t, seat):
            end_game(r, t, seat)
            return
    if still_in(t) <= 1:
        end_game(r, t, seat)
    elif t.flags & CLEARS:
        clear(t)
        lead_after(t, seat)
    else:
        ask_from(r, t, skip_players(r, t, seat))


@jit
def skip_players(r, t, seat):
    """Skip as many others as owed, each at most once; the seat from which to go on."""
    while t.skips > 0:
        others = still_to_ask(r, t) & ~(1 << t.owner)
        if others == 0:
            break
        seat = next_in(t, seat, others)
        t.passed |= 1 << seat
        t.skips -= 1
    t.skips = 0
    return seat


@jit
def ask_from(r, t, seat):
    """The next player after ``seat`` who is still to answer; if there is none the field clears."""
    seats = still_to_ask(r, t)
    if seats:
        t.seat = next_in(t, seat, seats)
        t.erred = 0
    else:
        owner = t.owner
        clear(t)
        lead_after(t, owner)


@jit
def lead_after(t, seat):
    """``seat`` leads, or the next player still in."""
    if (t.playing >> seat) & 1 == 0:
        seat = next_in(t, seat, t.playing)
    give_lead(t, seat)


@entry
def give_lead(t, seat):
    t.seat = seat
    t.phase = PLAY
    t.erred = 0


@jit
def clear(t):
    """The field clears: back, the trick's turn order, all locks and pass locks, and skips end; of
    these a plain game has only some."""
    t.field[0] = 0
    t.field[1] = 0
    t.back = 0
    t.passed = 0
    t.locked = 0
    t.lead_passed = 0
    t.tricks += 1
    end_suit_lock(t)
    if t.plain != ONE_DECK:
        for k in range(2, 5):
            t.field[k] = 0
    if t.plain == NOT_PLAIN:
        t.field_high = 0
        t.trick_turn = 0
        t.skips = 0
        t.top = 0
        end_rank_locks(t)
        t.lock_frozen = 0
