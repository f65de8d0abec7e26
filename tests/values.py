"""Values of an option: all of them where they can be listed, else a few telling ones."""

from __future__ import annotations

from sim.rules.options import (
    Assignments,
    Chances,
    Choice,
    Kind,
    Members,
    Number,
    Numbers,
    Range,
)


def telling_values(kind: Kind) -> list[str]:
    """As text: every word of a choice or a set, both bounds and the word of a number."""
    if isinstance(kind, Choice):
        return list(kind.values)
    if isinstance(kind, Number):
        word = [kind.word] if kind.word else []
        return [*word, str(kind.low), str(kind.high)]
    if isinstance(kind, Members):
        return ["", *kind.values]
    if isinstance(kind, Numbers):
        return ["", "1", "2 1"]
    if isinstance(kind, Chances):
        return ["0", "0.25", "1"]
    if isinstance(kind, Range):
        return ["3 9 odd", "3 9 even", "3 9 every", "4 8 every"]
    assert isinstance(kind, Assignments)
    return ["", "tenraku=end", "tenraku=end spade_three=on"]
