"""Playing a dealt game to its end: whose policy chooses, and how what it chose is played."""

from __future__ import annotations

from sim.engine.action import PASS
from sim.engine.game import act, list_actions, mistake
from sim.engine.jit import apart, hot, jit
from sim.engine.plain import act_plain, meld_chosen, pass_plain
from sim.engine.quiet import cuts, is_quiet, is_quiet_group, play_cut, play_group, play_single
from sim.engine.state import NOT_PLAIN, OVER, PLAY, SEATS
from sim.engine.streams import MISTAKES, TRICKS, chance, draw_ahead, key_of
from sim.policies.kernel import choose_action, pick_action
from sim.policies.picks.rows import CHOSEN, LISTED, PASSES, write_card, write_pass
from sim.policies.rollouts.notes import note_action

# Outcomes of a block.
DONE, TOO_MANY_ACTIONS, BAD_CHOICE = 0, 1, 2


@hot
def policy_at(m, policies, seat):
    """The policy of who sits there: by title where the match's players are so given, else by person.

    ``policies``: entries 0-8 by person; 9-16 by title, -1 where none is given.
    """
    if m.titled:
        by_title = policies[9 + m.place[m.seated[seat]]]
        if by_title >= 0:
            return by_title
    return policies[m.seated[seat]]


@jit
def play_tricks(r, t, m, policies, work, buffer, counts):
    """From the first lead to the last place."""
    stream, slips = work.stream, work.slips
    stream[0] = key_of(work.root, TRICKS)
    if t.plain != NOT_PLAIN:
        return play_plain_tricks(r, t, m, policies, work, buffer)
    slips[0] = key_of(work.root, MISTAKES)
    while t.phase != OVER:
        seat = t.seat
        units = r.mistakes[m.seated[seat]]
        if units != 0 and t.phase == PLAY and t.erred == 0:
            t.erred = 1
            if chance(slips, units):
                mistake(r, t)
                continue
        policy = policy_at(m, policies, seat)
        n = list_actions(r, t, buffer)
        if n >= buffer.shape[0]:
            return TOO_MANY_ACTIONS
        if work.by_list:
            counts.legal += n
        choice = choose_action(r, t, policy, buffer, n, stream, work.memory)
        if choice < 0 or choice >= n:
            return BAD_CHOICE
        if work.memory.active:
            note_action(r, t, work.memory, buffer[choice])
        act(r, t, buffer[choice])
    return DONE


@apart
def play_plain_tricks(r, t, m, policies, work, buffer):
    """As ``play_tricks`` in a plain game, where most policies choose without a list."""
    for seat in range(t.players):
        work.policies[seat] = policy_at(m, policies, seat)
    t.ask_all = noted = work.memory.active
    draw_ahead(work)
    seat = t.seat & (SEATS - 1)
    while t.phase != OVER:
        picked = pick_action(r, t, work.policies[seat], seat, work)
        if picked >= 0 and noted == 0 and is_quiet(t, seat, picked):
            seat = play_single(r, t, seat, picked)
        elif picked >= 0 and noted == 0 and cuts(t, seat, picked):
            play_cut(r, t, seat, picked)
        elif picked == PASSES and noted == 0:
            seat = pass_plain(r, t, seat)
        elif picked == CHOSEN and noted == 0 and is_quiet_group(t, seat, t.chosen[0], t.chosen[1]):
            seat = play_group(r, t, seat, t.chosen[0], t.chosen[1])
        elif picked != LISTED:
            play_picked(r, t, picked, work)
            seat = t.seat & (SEATS - 1)
        else:
            outcome = play_from_list(r, t, work, buffer)
            if outcome != DONE:
                return outcome
            seat = t.seat & (SEATS - 1)
    return DONE


@hot
def note_picked(t, picked):
    """Write what was picked into ``t.chosen``, where it is not there yet."""
    if picked >= 0:
        write_card(t, picked)
    elif picked == PASSES:
        write_pass(t)


@apart
def play_picked(r, t, picked, work):
    """One turn of a plain game, as any action is played; what the others learn from it is noted."""
    note_picked(t, picked)
    if work.memory.active:
        note_action(r, t, work.memory, t.chosen)
    if t.chosen[0] == PASS:
        pass_plain(r, t, t.seat)
    else:
        meld_chosen(r, t)


@apart
def play_from_list(r, t, work, buffer):
    """One turn of a plain game in which the policy chooses from the list of legal actions."""
    n = list_actions(r, t, buffer)
    if n >= buffer.shape[0]:
        return TOO_MANY_ACTIONS
    policy = work.policies[t.seat]
    choice = choose_action(r, t, policy, buffer, n, work.stream, work.memory)
    if choice < 0 or choice >= n:
        return BAD_CHOICE
    if work.memory.active:
        note_action(r, t, work.memory, buffer[choice])
    act_plain(r, t, buffer[choice])
    draw_ahead(work)
    return DONE
