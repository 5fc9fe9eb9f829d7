"""The blurred templates of all faces as filters that slide over marks."""

from functools import cache

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.dice.bank import NARROW, make_bank, thinned, weights
from vision.dice.drawn import inked

# Side of a coarse template in pixels, its blur in die edges, and how many of the templates' main axes count.
_SIZE, _BLUR, _AXES = 16, 0.06, 32
# Templates that correlate more than this with one before are left out.
_ALIKE = 0.90


class MarkFilter:
    """The blurred templates of all faces, ``size`` pixels wide, as filters that slide over marks."""

    def __init__(self, size: int = _SIZE) -> None:
        names, patches = inked(size, (_BLUR,))
        bank = thinned(make_bank(names, patches, axes=_AXES, fade=NARROW), alike=_ALIKE)
        weight = weights(bank.size, bank.fade).ravel()
        self.size = bank.size
        self._weight = weight / weight.sum()
        self._total = float(weight.sum())
        filters = np.sqrt(weight)[:, None] * bank.basis
        # Marks are compared from their mean, so each filter is.
        from_mean = filters - self._weight[:, None] * filters.sum(axis=0)
        self._filters = np.ascontiguousarray(np.column_stack([from_mean, self._weight]))
        self._rows = bank.rows

    def scores(self, windows: NDArray[np.float32]) -> NDArray[np.float32]:
        """Return any face's best correlation (m, n, n) at each place of windows, size - 1 larger than n."""
        views = self._views(windows)
        best: NDArray[np.float32] = self._fits(views.reshape(-1, self.size * self.size)).max(axis=0)
        return best.reshape(views.shape[:3])

    def both(self, windows: NDArray[np.float32], places: NDArray[np.intp]) -> NDArray[np.float32]:
        """Return at some places (m, k) of windows how well any face and its negative fit (2, m, k)."""
        views = self._views(windows)
        rows = views[
            np.arange(len(views))[:, None], places // views.shape[2], places % views.shape[2]
        ]
        fits = self._fits(rows.reshape(-1, self.size * self.size))
        best, worst = (cv2.reduce(fits, 0, way) for way in (cv2.REDUCE_MAX, cv2.REDUCE_MIN))
        return np.concatenate([best, -worst]).reshape(2, *places.shape)

    def _views(self, windows: NDArray[np.float32]) -> NDArray[np.float32]:
        """Return what windows show at each place, (m, n, n, size, size)."""
        windows = np.ascontiguousarray(windows)
        many, side, _ = windows.shape
        n, (each, row, column) = side - self.size + 1, windows.strides
        # What NumPy's own sliding view does, at a tenth of its time.
        shape, strides = (many, n, n, self.size, self.size), (each, row, column, row, column)
        return np.ndarray(shape, np.float32, windows, strides=strides)

    def _fits(self, rows: NDArray[np.float32]) -> NDArray[np.float32]:
        """Return every template's correlation (templates, m) with patches (m, size²)."""
        met = rows @ self._filters
        mean = met[:, -1]
        spread = np.square(rows) @ self._weight - mean * mean
        length = np.sqrt(np.maximum(spread * self._total, 1.0))
        # The best of all templates is found far quicker where they are the rows.
        fits: NDArray[np.float32] = (self._rows @ met[:, :-1].T) / length
        return fits


@cache
def mark_filter() -> MarkFilter:
    """Return the filter of all faces; it is always the same."""
    return MarkFilter()
