"""Colours of the painter: linear light inside, sRGB numbers where people write them."""

from typing import Any

import numpy as np
from numpy.typing import NDArray

Rgb = tuple[float, float, float]
"""A colour as people write it: sRGB, 0 to 255, red first."""

Floats = NDArray[np.floating[Any]]
"""Arrays of the painter; float32 but for what a camera needs."""


def linear(rgb: Rgb | NDArray[np.uint8]) -> Floats:
    """Turn sRGB colours (0 to 255) (…, 3) into linear reflectance or light (…, 3) float32, red first."""
    c = np.asarray(rgb, dtype=np.float32) / 255
    low, high = c / np.float32(12.92), ((c + np.float32(0.055)) / np.float32(1.055)) ** 2.4
    return np.where(c <= 0.04045, low, high).astype(np.float32)


def kelvin(temperature: float) -> Floats:
    """Return the linear colour (3,) float32, red first, of a black body, its green being 1.

    A fit to the Planckian locus in linear sRGB, good to five percent between 2500 K and 8000 K.
    """
    t = 1000.0 / temperature
    red = 0.738 + 0.433 * t + 10.71 * t * t
    blue = 2.196 - 8.897 * t + 9.693 * t * t
    return np.array([red, 1.0, blue], dtype=np.float32)
