"""Random games under random mixes of all rules: the engine and the reference agree throughout.

Legal lists, states and places are compared after every action. The long comparison of 20,000 games
is ``python -m tests.judge --games 20000 --seed 1``.
"""

from __future__ import annotations

import pytest

from tests.day import seed_of_the_day
from tests.judge import play_games

BATCH = 20
OF_THE_DAY = 12
FIXED = 6


@pytest.mark.parametrize("batch", range(OF_THE_DAY))
def test_engine_and_reference_agree_on_the_games_of_the_day(batch: int) -> None:
    seed = seed_of_the_day()
    print(f"seed {seed}, games {batch * BATCH} to {(batch + 1) * BATCH - 1}")
    assert play_games(seed, BATCH, first=batch * BATCH) > BATCH


@pytest.mark.parametrize("batch", range(FIXED))
def test_engine_and_reference_agree_on_fixed_games(batch: int) -> None:
    assert play_games(7, BATCH, first=batch * BATCH) > BATCH
