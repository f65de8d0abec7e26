"""``planner``: splits its hand into the fewest melds and plays them in a good order.

* The split is exact for hands of up to 14 cards (``plan.split``), sequences and jokers included.
* A meld that nobody can beat any more, from the cards seen (``plan.view``), is control: it costs next
  to nothing to hold, since it wins the lead back, but something to spend. Melds that much may beat
  are the ones to be rid of, so they are led and played first; the weakest of all may come last.
* An answer is worth the hand it leaves against the hand kept whole, so it passes where an answer
  would break the plan (``plan.worth``).
* When every meld left but one is unbeatable and it can take the lead for certain, it plays on to the
  end: a forced win is taken as soon as it is seen.
* A split with nothing that the rules in force allow as last meld (illegal and foul finishes) is
  three tricks dearer than another.
* In the exchange it gives back the cards without which the split of the rest is cheapest. Kidnaps,
  gifts and discards are ``keeper``'s.

How much each of these counts are rules of thumb (``plan.features.thumb``), rounded numbers set by hand
after watching what ``tuned`` found.
"""

from __future__ import annotations

from sim.engine.jit import jit
from sim.engine.state import PLAY
from sim.policies import keeper
from sim.policies.plan import giving
from sim.policies.plan.features import table_of, thumb
from sim.policies.plan.weights import address_of
from sim.policies.plan.worth import best

TABLE = table_of(thumb())


@jit
def choose(r, t, buffer, n):
    """The index of the action played."""
    if t.phase != PLAY:
        return keeper.choose(r, t, buffer, n)
    return best(r, t, buffer, n, address_of(TABLE))


@jit
def give_back(r, t, hand, count, out):
    """The cards without which the rest costs least. Takes them out of ``hand``."""
    giving.give_back(r, t, hand, count, out, address_of(TABLE))
