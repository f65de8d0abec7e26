"""Bring your own policy: one decorated function in a file of your own.

    from sim.own import finishes, is_pass, policy, size, strength

    @policy
    def clever(view, actions):
        ...
        return i

``actions`` are the legal actions, an array of shape (n, 5), n of at least 2; the function returns the
index of the one it plays. ``view`` holds all that the player who is asked may know, as integers and
small arrays: see ``VIEW`` (``sim/policies/own.py``), of which the most useful are

- ``seat``, ``players``, ``hand`` (four words, see ``cards``), ``counts`` (cards in each hand),
- ``field`` (the meld to beat), ``owner`` (whose it is), ``passed``, ``playing`` (a bit each seat),
- ``played`` (cards that lie open), ``known`` (cards known to be in the others' hands),
- ``title`` (place of each seat in the last game; -1: none), ``revolution``, ``reversed``,
- ``rules.KEY`` (each option as the kernel reads it, ``sim/rules/table.py``),
- ``phase``: what is asked for. ``PLAY``: a meld or to pass. ``GIVING``, ``DISCARDING``, ``KIDNAPPING``:
  what a meld brings about. ``EXCHANGE``: a card that goes back to the poorer player, one at a time.

The functions below say what an action is, and work in compiled code as well as in plain Python.
``--policies mine.py:clever``, ``policy = ["mine.py:clever"]`` in a study and ``simulate("uec", clever)``
use it. numba compiles it, with checks of array bounds; functions that it calls are decorated with
``@helper``. It keeps nothing from one call to the next: the same view must give the same answer,
whatever was played before and in whichever thread. ``draw`` gives random numbers from the game's own
stream.
"""

from __future__ import annotations

from sim.engine.action import (
    DISCARD,
    DOUBLE,
    GIVE,
    GROUP,
    KEEP,
    KIDNAP,
    MULTIPLE,
    PASS,
    PRIME,
    SEQUENCE,
    STEPPED,
    STEPPED_DOUBLE,
    STEPPED_TRIPLE,
    TRIPLE,
)
from sim.engine.state import DISCARDING, GIVING, KIDNAPPING, PLAY
from sim.own.helpers import (
    cards,
    copies,
    count_rank,
    draw,
    fewest,
    finishes,
    helper,
    is_climb,
    is_pass,
    is_sequence,
    jokers,
    kind,
    leads,
    rank,
    receiver,
    size,
    strength,
    suit,
    unseen,
)
from sim.own.load import OwnPolicy, policy
from sim.policies.own import EXCHANGE, VIEW

__all__ = [
    "DISCARD",
    "DISCARDING",
    "DOUBLE",
    "EXCHANGE",
    "GIVE",
    "GIVING",
    "GROUP",
    "KEEP",
    "KIDNAP",
    "KIDNAPPING",
    "MULTIPLE",
    "PASS",
    "PLAY",
    "PRIME",
    "SEQUENCE",
    "STEPPED",
    "STEPPED_DOUBLE",
    "STEPPED_TRIPLE",
    "TRIPLE",
    "VIEW",
    "OwnPolicy",
    "cards",
    "copies",
    "count_rank",
    "draw",
    "fewest",
    "finishes",
    "helper",
    "is_climb",
    "is_pass",
    "is_sequence",
    "jokers",
    "kind",
    "leads",
    "policy",
    "rank",
    "receiver",
    "size",
    "strength",
    "suit",
    "unseen",
]
