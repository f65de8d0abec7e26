"""Who leads the first trick of a game."""

from __future__ import annotations

from sim.engine.cards import BLACK_JOKER, CLUB, DIAMOND, HEART, SPADE
from sim.engine.jit import entry
from sim.engine.seats import around
from sim.engine.streams import below

RANDOM, FIRST_DIAMOND, DEALER_LEFT = 0, 1, 2
DAIHINMIN, DAIFUGO, NEXT_DEALER_LEFT, NEXT_DIAMOND = 0, 1, 2, 3


@entry
def leader(r, t, dealer, titles, titled, stream):
    """The seat that leads; ``titles`` holds seats by title where ``titled`` (a later game)."""
    n = t.players
    if titled:
        if r.next_lead == DAIHINMIN:
            return titles[n - 1]
        if r.next_lead == DAIFUGO:
            return titles[0]
        if r.next_lead == NEXT_DEALER_LEFT:
            return around(dealer + 1, n)
        return holder_of_weakest(t, dealer)
    if r.first_lead == RANDOM:
        return below(stream, n)
    if r.first_lead == DEALER_LEFT:
        return around(dealer + 1, n)
    return holder_of_weakest(t, dealer)


@entry
def holder_of_weakest(t, dealer):
    """Who holds D3; if nobody, the weakest dealt card: by rank, suits D C H S from the lowest,
    jokers last. Of several the first from the dealer's left."""
    for rank in range(13):
        for suit in (DIAMOND, CLUB, HEART, SPADE):
            seat = _first_holder(t, dealer, 4 * rank + suit)
            if seat >= 0:
                return seat
    seat = _first_holder(t, dealer, BLACK_JOKER)
    red = _first_holder(t, dealer, BLACK_JOKER + 1)
    if seat < 0 or (red >= 0 and (red - dealer - 1) % t.players < (seat - dealer - 1) % t.players):
        return red
    return seat


@entry
def _first_holder(t, dealer, bit):
    n = t.players
    for i in range(n):
        seat = around(dealer + 1 + i, n)
        if (t.hands[seat, 0] >> bit) & 1:
            return seat
    return -1
