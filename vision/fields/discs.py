"""Means over a ball's disc, or a ring round it, anywhere in small pictures."""

from functools import lru_cache

import cv2
import numpy as np

from vision.fields.patches import Floats


@lru_cache(maxsize=8)
def ring(inner: float, outer: float) -> Floats:
    """Return the weights of a ring from ``inner`` to ``outer`` (samples; a disc if the first is below 0)."""
    half = int(np.ceil(outer))
    steps = np.arange(-half, half + 1, dtype=np.float32)
    away = np.hypot(steps[:, None], steps[None])
    weights = ((away > inner) & (away < outer)).astype(np.float32)
    return np.asarray(weights / weights.sum(), dtype=np.float32)


def disc(radius: float) -> Floats:
    """Return the weights of a disc of a radius in samples."""
    return ring(-1.0, radius)


def means_under(weights: Floats, rows: np.ndarray, size: int) -> Floats:
    """Return the weighted means round each sample: rows (n, size * size) to (n, size, size) float32.

    What lies beyond the pictures counts as 0.
    """
    pictures = np.ascontiguousarray(rows, dtype=np.float32).reshape(-1, size, size)
    means = np.empty_like(pictures)
    for picture, mean in zip(pictures, means, strict=True):
        cv2.filter2D(picture, -1, weights, dst=mean, borderType=cv2.BORDER_CONSTANT)
    return means
