"""The table: everything about one game in progress, as one numpy record.

Rules write this state, mechanics read it: ``eight_cut`` sets that the field clears, the mechanics of
clearing know no rule. Sets of seats are bit masks.
"""

from __future__ import annotations

from typing import Any

import numpy as np

SEATS = 8
STOCK = 216
SEQUENCE_ROWS = 512
"""As many sequences can be listed to draw one of them; a hand that has more is listed as a whole."""

# Phases: what kind of decision the seat to act is asked for.
PLAY = 0
KIDNAPPING = 1
GIVING = 2
DISCARDING = 3
OVER = 4

# Suit locks: how answers are bound.
NO_LOCK = 0
EXACT = 1  # exactly the locked suits
PARTIAL = 2  # at least every locked suit
HOLD = 3  # kept over a rollover: at least the locked suits, counted

# Whether a game is plain, and whether a hand can hold a card twice.
NOT_PLAIN, ONE_DECK, DECKS = 0, 1, 2

_I = np.int64

TABLE = np.dtype(
    [
        ("players", _I),
        ("plain", _I),  # NOT_PLAIN, ONE_DECK or DECKS: see sim.engine.plain
        ("simple", _I),  # no rule in force gives a group several readings
        ("hands", _I, (SEATS, 4)),
        ("counts", _I, (SEATS,)),
        ("played", _I, (4,)),  # cards that lie open: every player has seen them
        ("dropped", _I, (4,)),  # hand of a Daifugo dropped by tenraku, seen by nobody
        ("stock", np.int16, (STOCK,)),
        ("stock_next", _I),
        ("stock_size", _I),
        # Whose decision, and of what kind.
        ("phase", _I),
        ("seat", _I),
        # The trick.
        ("field", _I, (5,)),  # the meld to beat, an action; code 0: empty
        ("field_reversed", _I),  # the order in force when it was put down
        ("field_high", _I),  # a HK that ranks like the one-eyed jack it beat
        ("field_lead", _I),  # the field is the meld that was led
        ("owner", _I),  # whose meld the field is
        ("passed", _I),  # seats that have passed, been skipped or lost the turn since
        ("locked", _I),  # seats that may not play until the field clears
        ("lead_passed", _I),  # seats that have passed the lead in a row
        ("lead_first", _I),  # the first of them
        # Order and turn order.
        ("revolution", _I),
        ("back", _I),
        ("trick_turn", _I),  # the trick's own reversal of the turn order
        ("game_turn", _I),  # the reversal until the next 9
        # Locks.
        ("lock", _I),  # NO_LOCK, EXACT, PARTIAL or HOLD
        ("lock_suits", _I),  # how often each suit is locked, eight bits a suit
        ("lock_open", _I),  # locked suits left open by two jokers
        ("top", _I),  # suit that must be on top, + 1
        ("geki", _I),
        ("geki_suits", _I),
        ("geki_open", _I),
        ("number", _I),
        ("parity", _I),  # suit of a parity lock, + 1
        ("lock_frozen", _I),  # no other suit lock in this trick, after a rollover
        # The meld being resolved.
        ("actor", _I),
        ("old", _I, (5,)),  # the field it was put on
        ("flags", _I),  # what was judged as it was put down, see effects
        ("skips", _I),
        ("gifts", _I),
        ("discards", _I),
        ("kidnapped", _I),
        ("old_jokers_only", _I),
        # Going out.
        ("playing", _I),  # seats still in
        ("clean", _I, (SEATS,)),
        ("clean_count", _I),
        ("offenders", _I, (SEATS,)),
        ("offender_count", _I),
        ("daifugo", _I),  # seat of the previous Daifugo, -1 in a first game
        ("fallen", _I),  # seat, -1: nobody
        ("fallen_offends", _I),  # the fallen stands in ``offenders``
        ("places", _I, (SEATS,)),  # seats, best first, once the game is over
        ("erred", _I),  # this turn's mistake has been made
        # A plain game: of the field what ``passing.look_at_field`` notes.
        ("above", _I),  # the ordinary cards or windows that beat it
        ("alone", _I),  # jokers alone beat it, if they are enough
        ("able", _I),  # seats that may hold an answer: not for policies to see
        ("ask_all", _I),  # nobody passes without being asked
        ("cuts", _I),  # cards that as a single clear the field, see sim.engine.quiet
        ("quiet", _I),  # cards that in a group do nothing but beat it, see sim.engine.quiet
        ("chosen", _I, (5,)),  # the action that a policy picked without a list
        # Counted for statistics.
        ("tricks", _I),
        ("revolutions", _I),
        ("fouls", _I),
        ("falls", _I),
        ("melds", _I),
        ("passes", _I),
        ("turns", _I),
    ]
)


def new_table() -> Any:
    """A table of zeros: a record of TABLE in an array of shape (1,)."""
    return np.zeros(1, TABLE)
