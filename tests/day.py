"""A seed that changes by day, so that many runs together compare many games."""

from __future__ import annotations

import os
from datetime import UTC, datetime


def seed_of_the_day() -> int:
    """``DAIHINMIN_TEST_SEED`` if set, to repeat a run, else the date as yyyymmdd."""
    return int(os.environ.get("DAIHINMIN_TEST_SEED") or f"{datetime.now(UTC):%Y%m%d}")
