"""Marks as rows of digits, which a file keeps and a person can read as a picture."""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

_LEVELS = 9


def digits(marks: NDArray[np.float32]) -> list[str]:
    """Return marks (n, n) in [0, 1] as n rows of n digits, 0 for the die and 9 for a full mark."""
    levels = np.round(marks * _LEVELS).astype(int)
    return ["".join(map(str, row)) for row in levels]


def marks_of(rows: Sequence[str], size: int) -> NDArray[np.float32]:
    """Undo `digits`.

    Raises:
        ValueError: they are not ``size`` rows of as many digits.

    """
    marks: NDArray[np.float32] = np.array(
        [[int(digit) / _LEVELS for digit in row] for row in rows], np.float32
    )
    if marks.shape != (size, size):
        raise ValueError(f"a face of {marks.shape} digits, expected {size} by {size}")
    return marks
