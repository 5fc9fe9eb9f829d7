"""Smooth random textures, the raw material of wood, cloth and felt."""

from collections.abc import Sequence
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

Image = NDArray[np.floating[Any]]
"""A texture or mask (h, w) or (h, w, 3) float32."""


def smooth_noise(rng: np.random.Generator, shape: tuple[int, int], cells: tuple[int, int]) -> Image:
    """Return noise (h, w) float32 of unit variance, ``cells`` (rows, columns) bumps across the picture."""
    rows, columns = max(2, cells[0]), max(2, cells[1])
    grid = rng.standard_normal((rows + 3, columns + 3), dtype=np.float32)
    size = (round(shape[1] * (columns + 3) / columns), round(shape[0] * (rows + 3) / rows))
    # Cubic interpolation flattens the bumps to about two thirds of the grid's own deviation.
    wide = cv2.resize(grid, size, interpolation=cv2.INTER_CUBIC)
    top, left = (size[1] - shape[0]) // 2, (size[0] - shape[1]) // 2
    noise: Image = wide[top : top + shape[0], left : left + shape[1]] / np.float32(0.68)
    return noise


def layered_noise(
    rng: np.random.Generator,
    shape: tuple[int, int],
    layers: Sequence[tuple[int, int, float]],
) -> Image:
    """Return the weighted sum (h, w) float32 of smooth noises; a layer is (rows, columns, weight)."""
    total = np.zeros(shape, dtype=np.float32)
    for rows, columns, weight in layers:
        noise = smooth_noise(rng, shape, (rows, columns))
        noise *= np.float32(weight)
        total += noise
    return total


def smoothstep(low: float, high: float, values: Image) -> Image:
    """Return 0 below ``low``, 1 above ``high`` and a smooth ramp between, elementwise."""
    t = np.clip((values - np.float32(low)) / np.float32(high - low), 0, 1)
    ramp: Image = t * t * (3 - 2 * t)
    return ramp
