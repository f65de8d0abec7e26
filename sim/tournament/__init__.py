"""Tournaments: which policy plays better, on the same deals and in all seats.

Every two of the policies meet at tables that only they share. Half the hands are played by the one and
half by the other (at a table with an odd number of players one more or one fewer), and a table is
played once for each way of sharing the hands out like that: two players make 2 tables, three 6, four
6, five 20, six 20, seven and eight 70. All these tables, of all pairs, play the same matches: match m
and game g shuffle the same deck, and the k-th hand of a deal goes to the k-th title (in a match's first
game to the k-th seat). Policies are given by title, so that each deal, with its exchange, is played
with every hand and every title in either policy's charge equally often.

What follows from that, and why it is done: no policy is dealt better cards or better titles than
another, whatever the number of deals; what is left of luck is how the play of one deal goes on from a
difference. Whoever plays as another does scores exactly as much: exchange the two names, and the set of
tables is the same. Which seat a title sits in comes from the game before and may differ between tables
after the first game; both policies meet that alike.

The first game of a match has no titles and is not scored; it only gives out the first ones. The unit of
replication is the match with all tables that play it (batches of matches where there are many).
"""

from sim.tournament.design import Table, pairs, seatings, tables
from sim.tournament.play import Played, play_tournament

__all__ = ["Played", "Table", "pairs", "play_tournament", "seatings", "tables"]
