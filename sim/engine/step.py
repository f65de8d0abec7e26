"""One step of a match at a time, for those who show a game instead of counting thousands.

Each function calls what ``match.play_block`` calls, on the same streams, so that a game that is
watched is the game that is counted.
"""

from __future__ import annotations

from sim.engine.jit import entry
from sim.engine.match import apply_house_rules, deal_game
from sim.engine.passing import EVERYBODY, look_at_field
from sim.engine.plain import act_plain
from sim.engine.state import PLAY
from sim.engine.streams import chance, draw_ahead, root
from sim.engine.tricks import note_picked, policy_at
from sim.policies.kernel import choose_action, pick_action
from sim.policies.picks.rows import LISTED
from sim.policies.rollouts.notes import note_action


@entry
def deal_only(r, t, m, policies, work, seed, match, game, keep_stock):
    """Seats, hand size and deal of a game: what ``start_game`` does before the exchange."""
    work.root = root(seed, match, game)
    deal_game(r, t, m, policies, work, keep_stock)


@entry
def choose_step(r, t, m, policies, work, buffer, n):
    """The index of the action that the policy at the seat to act chooses among n in ``buffer``; what
    the others learn from it is noted."""
    policy = policy_at(m, policies, t.seat)
    choice = choose_action(r, t, policy, buffer, n, work.stream, work.memory)
    if work.memory.active and choice >= 0:
        note_action(r, t, work.memory, buffer[choice])
    return choice


@entry
def pick_step(r, t, m, policies, work):
    """``policies.kernel.pick_action`` for the seat to act: whether ``t.chosen`` was written."""
    if t.field[0] != 0:
        look_at_field(r, t)
    draw_ahead(work)
    picked = pick_action(r, t, policy_at(m, policies, t.seat), t.seat, work)
    note_picked(t, picked)
    return picked != LISTED


@entry
def act_short(r, t, action):
    """``plain.act_plain``, every pass apart, for comparison with ``game.act``."""
    t.ask_all = 1
    t.able = EVERYBODY
    act_plain(r, t, action)


@entry
def errs(r, t, m, slips):
    """Whether the seat to act plays this turn in error (``mistakes``); asked once a turn."""
    units = r.mistakes[m.seated[t.seat]]
    if units == 0 or t.phase != PLAY or t.erred != 0:
        return False
    t.erred = 1
    return chance(slips, units)


@entry
def put_in_force(in_force, base, values, masks, rules_now):
    """Lay the house rules in force over the base, as before every game of a block."""
    apply_house_rules(in_force, base, values, masks, rules_now)
