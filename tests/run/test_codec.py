"""Counts as bytes come back as they were."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from sim.run.codec import CodecError, pack, unpack

NUMBERS = st.one_of(
    st.just(0),
    st.integers(-3, 300),
    st.integers(-(2**20), 2**20),
    st.integers(-(2**63), 2**63 - 1),
)


@given(
    st.integers(1, 70).flatmap(
        lambda n: st.lists(st.lists(NUMBERS, min_size=n, max_size=n), min_size=1, max_size=5)
    )
)
def test_rows_of_any_integers_come_back(rows: list[list[int]]) -> None:
    matrix = np.array(rows, np.int64)
    assert np.array_equal(unpack([pack(row) for row in matrix], matrix.shape[1]), matrix)


def test_no_rows_are_a_matrix_without_rows() -> None:
    assert unpack([], 12).shape == (0, 12)


@given(st.binary(max_size=60), st.integers(1, 40))
def test_other_bytes_are_refused_or_read_but_never_crash(data: bytes, width: int) -> None:
    try:
        assert unpack([data], width).shape == (1, width)
    except CodecError as error:
        assert str(width) in str(error)


def test_bytes_of_another_width_are_refused() -> None:
    data = pack(np.arange(1, 33, dtype=np.int64))
    for width in (5, 200):
        with pytest.raises(CodecError):
            unpack([data], width)


def test_a_block_with_a_few_small_counts_is_small() -> None:
    row = np.zeros(1500, np.int64)
    row[:200] = 1000
    assert len(pack(row)) < 500
