"""Who plays in a block, as the kernel wants it, and whose fault it is when a block has to stop."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from sim.errors import InputError
from sim.policies.registry import KIND_MASK, OWN, OWN_MASK, OWN_SHIFT, RATE_SHIFT, encode


class Lineup:
    """The policies of a block's people and titles.

    ``numbers`` are those of the registry; ``policies`` is what the kernel reads, an int64 array of
    shape (17,): the same numbers, for users' own policies with the address of a record instead, which
    holds as long as this object and ``match``, an array of the kernel's MATCH, do.
    """

    def __init__(self, names: Sequence[str], match: Any) -> None:
        from sim.policies import own

        self.numbers = encode(names)
        mine = sorted({n for n in self.numbers if n >= 0 and n & KIND_MASK == OWN})
        self.records = np.zeros(len(mine), own.OWN)
        self.policies = np.array(self.numbers, np.int64)
        self._match = match
        if not mine:
            return
        from sim.own.load import own_policy

        self._mine = [own_policy(number >> OWN_SHIFT & OWN_MASK) for number in mine]
        base, step = self.records.ctypes.data, own.OWN.itemsize
        for k, (number, policy) in enumerate(zip(mine, self._mine, strict=True)):
            self.records[k]["function"] = policy.compiled.address
            self.records[k]["rate"] = number >> RATE_SHIFT
            for field in ("titles", "titled"):
                self.records[k][field] = match.ctypes.data + match.dtype.fields[field][1]
            self.policies[self.policies == number] = OWN | (base + k * step) << OWN_SHIFT

    def check(self, buffer: Any) -> None:
        """Raise InputError if a policy of a user's had no legal answer; ``buffer`` holds the actions."""
        for k, record in enumerate(self.records):
            if record["failed"]:
                raise InputError(_fault(self._mine[k], record, buffer))


def _fault(policy: Any, record: Any, buffer: Any) -> str:
    """What went wrong, by asking once more in plain Python."""
    from sim.own.load import line_of
    from sim.policies import own

    n, choice = int(record["n"]), int(record["choice"])
    if choice != own.RAISED:
        return (
            f"{policy.label}: it chose action {choice} of {n}; the index must be from 0 to {n - 1}"
        )
    rows = np.array(record["rows"][:n] if record["exchange"] else buffer[:n])
    rows.flags.writeable = False
    view = np.array([record["sight"]], own.VIEW).view(np.recarray)[0]
    view.stream[0] = record["start"]
    try:
        with np.errstate(all="raise"):
            policy.function(view, rows)
    except Exception as error:
        line = line_of(error, policy.function.__code__.co_filename)
        return f"{policy.label}{line}: {type(error).__name__}: {error}"
    return f"{policy.label}: an exception, in compiled code only; is a number out of its range?"
