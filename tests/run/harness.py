"""Runs a study as ``daihinmin run`` does, with the stand-in for the engine, to be killed.

    python harness.py STUDY OUT [--seconds S] [--threads N] [--scheduler ADDRESS] [--width W]
                                [--games N] [--part K/N] [--repair] [--signature TEXT]

Prints the outcome as JSON. Errors end it as they end the command.
"""

from __future__ import annotations

import argparse
import json
import sys
from dataclasses import asdict
from pathlib import Path

import fake


def main() -> int:
    parser = argparse.ArgumentParser()
    parser.add_argument("study")
    parser.add_argument("out", type=Path)
    parser.add_argument("--seconds", default="0")
    parser.add_argument("--threads", type=int, default=2)
    parser.add_argument("--games", type=int)
    parser.add_argument("--scheduler")
    parser.add_argument("--width", type=float)
    parser.add_argument("--part", default="1/1")
    parser.add_argument("--repair", action="store_true")
    parser.add_argument("--signature", default=fake.SIGNATURE)
    given = parser.parse_args()
    fake.install(given.signature, given.seconds)

    from sim.errors import InputError
    from sim.run.dask import DaskPool
    from sim.run.errors import RunError
    from sim.run.plan import Part
    from sim.run.precision import Goal
    from sim.run.progress import Lines
    from sim.run.runner import Order, run_study
    from sim.run.study import load_study

    try:
        order = Order(
            threads=given.threads,
            goal=Goal(width=given.width) if given.width else None,
            part=Part.parse(given.part),
            repair=given.repair,
            pool=(lambda: DaskPool(given.scheduler)) if given.scheduler else None,
        )
        study = load_study(given.study, games=given.games)
        outcome = run_study(study, given.out, order, Lines())
    except InputError as error:
        print(f"Error: {error}", file=sys.stderr)
        return 2
    except RunError as error:
        print(f"Error: {error}", file=sys.stderr)
        return 1
    print(json.dumps(asdict(outcome)))
    return 130 if outcome.stopped else 0


if __name__ == "__main__":
    sys.exit(main())
