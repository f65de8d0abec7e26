"""What all tests share: the seed of the day, which the header of a run prints."""

from __future__ import annotations

from tests.day import seed_of_the_day


def pytest_report_header() -> str:
    return f"daihinmin: random games of the day have seed {seed_of_the_day()} (DAIHINMIN_TEST_SEED)"
