"""Playing a dealt game to its end: whose policy chooses, and how what it chose is played."""

from __future__ import annotations

from sim.engine.game import act, list_actions, mistake
from sim.engine.jit import apart, hot, jit
from sim.engine.plain import act_chosen, act_plain
from sim.engine.state import NOT_PLAIN, OVER, PLAY
from sim.engine.streams import MISTAKES, TRICKS, chance, key
from sim.policies.kernel import choose_action, pick_action
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
def play_tricks(r, t, m, policies, work, buffer, counts, seed, match, game):
    """From the first lead to the last place."""
    stream, slips = work.stream, work.slips
    stream[0] = key(seed, match, game, TRICKS)
    slips[0] = key(seed, match, game, MISTAKES)
    if t.plain != NOT_PLAIN:
        return play_plain_tricks(r, t, m, policies, work, buffer)
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
    t.ask_all = work.memory.active
    while t.phase != OVER:
        policy = work.policies[t.seat]
        if pick_action(r, t, policy, work):
            if work.memory.active:
                note_chosen(r, t, work)
            act_chosen(r, t)
        else:
            outcome = play_from_list(r, t, policy, work, buffer)
            if outcome != DONE:
                return outcome
    return DONE


@apart
def note_chosen(r, t, work):
    note_action(r, t, work.memory, t.chosen)


@apart
def play_from_list(r, t, policy, work, buffer):
    """One turn of a plain game in which the policy chooses from the list of legal actions."""
    n = list_actions(r, t, buffer)
    if n >= buffer.shape[0]:
        return TOO_MANY_ACTIONS
    choice = choose_action(r, t, policy, buffer, n, work.stream, work.memory)
    if choice < 0 or choice >= n:
        return BAD_CHOICE
    if work.memory.active:
        note_action(r, t, work.memory, buffer[choice])
    act_plain(r, t, buffer[choice])
    return DONE
