"""What an action brought about, in words, from the table before and after it.

The kernel keeps no diary: everything told here can be seen by comparing the two tables, and in the
flags that ``effects.judge`` notes for the last meld.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from sim.engine.effects import CLEARS, IS_HIJACK, IS_ROLLOVER, SUICIDE
from sim.engine.state import PLAY
from sim.notation import DISCARD, GIVE, GROUP, KIDNAP, PASS, SEQUENCE, Notation, place_rank
from sim.rules import Rules

FIVE, EIGHT = 2, 5
JOKER = 13
SPADE_THREE = 1


def events_of(rules: Rules, notation: Notation, row: Any, before: Any, after: Any) -> Iterator[str]:
    """The events of an action (five integers; None for a mistake), in the order of resolution."""
    if row is None:
        yield from _penalty(before, after)
    elif int(before["phase"]) == PLAY and int(row[0]) & 15 != PASS:
        yield from _of_meld(rules, row, before, after)
    else:
        kind = int(row[0]) & 15
        yield from {KIDNAP: ["KIDNAP"], GIVE: ["GIFT"], DISCARD: ["DISCARD"]}.get(kind, [])
    yield from _order(before, after)
    yield from _locks(notation, before, after)
    yield from _going_out(before, after)
    if row is not None and int(row[0]) & 15 != PASS:
        yield from _skips(rules, row, before, after)


def _penalty(before: Any, after: Any) -> Iterator[str]:
    drew = int(after["stock_next"]) > int(before["stock_next"])
    yield "DRAWS A CARD" if drew else "LOSES THE TURN"


def _of_meld(rules: Rules, row: Any, before: Any, after: Any) -> Iterator[str]:
    code, flags = int(row[0]), int(after["flags"])
    if code >> 27 & 1:
        yield "CLIMB"
    if flags & IS_HIJACK:
        yield "HIJACK"
    if flags & IS_ROLLOVER:
        yield "ROLLOVER"
    if flags & SUICIDE:
        yield "SUICIDE KING"
    if flags & CLEARS:
        yield _cause(rules, row, before)


def _cause(rules: Rules, row: Any, before: Any) -> str:
    """The rule by which a meld clears the field."""
    code, kind = int(row[0]), int(row[0]) & 15
    rank, size = (code >> 10 & 31) - 1, code >> 4 & 63
    if int(row[1]) == SPADE_THREE and size == 1 and _lone_joker(before["field"]):
        return "SNIPER"
    if holds_rank(rules.eight_cut, row, EIGHT):
        return "8-CUT"
    if kind == SEQUENCE:
        return "TOP SEQUENCE"
    if rank == JOKER:
        return "TWO JOKERS"
    return "SIX OF A KIND" if rules.six_clears == "on" and size >= 6 else "DEUCE"


def _lone_joker(field: Any) -> bool:
    code = int(field[0])
    return code & 15 == GROUP and code >> 4 & 63 == 1 and (code >> 10 & 31) - 1 == JOKER


def holds_rank(scope: str, row: Any, rank: int) -> bool:
    """Whether an effect of this scope sees ``rank`` in a meld, jokers' places included."""
    code, kind = int(row[0]), int(row[0]) & 15
    if scope == "off" or (scope == "groups" and kind != GROUP):
        return False
    if kind == GROUP:
        return (code >> 10 & 31) - 1 == rank
    if code >> 27 & 1:
        return int(row[1]) >> 4 * rank & 15 != 0
    copies = {4: 3, 7: 3, 3: 2, 6: 2}.get(kind, 1)
    return any(place_rank(code, i) == rank for i in range((code >> 4 & 63) // copies))


def _order(before: Any, after: Any) -> Iterator[str]:
    if int(after["revolutions"]) > int(before["revolutions"]):
        yield "REVOLUTION" if int(after["revolution"]) else "COUNTER-REVOLUTION"
    if int(after["back"]) > int(before["back"]):
        yield "BACK"
    same = int(after["game_turn"]) == int(before["game_turn"])
    if not same or int(after["trick_turn"]) > int(before["trick_turn"]):
        yield "REVERSE"


def _locks(notation: Notation, before: Any, after: Any) -> Iterator[str]:
    """Locks set; locks that end while the field stays."""
    if int(after["field"][0]) == 0:
        return
    old, new = notation.locks(before), notation.locks(after)
    for lock in new:
        if lock not in old:
            yield f"LOCK {lock}"
    kinds = {lock.split()[0] for lock in new}
    for lock in old:
        if lock.split()[0] not in kinds:
            yield f"LOCK {lock.split()[0]} ENDS"


def _going_out(before: Any, after: Any) -> Iterator[str]:
    fouled = int(after["fouls"]) > int(before["fouls"])
    fell = int(after["falls"]) > int(before["falls"])
    fallen = int(after["fallen"])
    gone = [*map(int, after["clean"][int(before["clean_count"]) : int(after["clean_count"])])]
    for seat in range(int(after["players"])):
        empty = int(after["counts"][seat]) == 0 and int(before["counts"][seat]) > 0
        if empty and not (fell and seat == fallen):
            if seat in gone:
                yield f"OUT as number {int(before['clean_count']) + gone.index(seat) + 1}"
            else:
                yield "OUT with a FOUL" if fouled else "OUT"
    if fell:
        yield f"DOWNFALL of seat {fallen}"


def _skips(rules: Rules, row: Any, before: Any, after: Any) -> Iterator[str]:
    """Seats that lost their turn by the meld just resolved: those marked though they did not pass."""
    if int(after["phase"]) != PLAY:
        return
    if int(after["field"][0]) != 0:
        seats = [s for s in range(int(after["players"])) if int(after["passed"]) >> s & 1]
        if seats:
            yield "SKIP " + " ".join(map(str, seats))
    elif not int(after["flags"]) & CLEARS:
        # A field cleared by a meld that clears nothing: nobody was left to be asked. A gift, a
        # discard or a kidnap may have come between; then the meld is the field before.
        meld = row if int(before["phase"]) == PLAY else before["field"]
        if holds_rank(rules.five_skip, meld, FIVE):
            yield "SKIP all"
