"""Textures as the painter keeps them: bytes of roots, which take a quarter of the room of the values."""

from collections.abc import Callable, Iterable

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.painter.colour import Floats
from vision.painter.noise import Image

Texture = NDArray[np.uint8]
"""Roots of values from 0 to 1, (h, w) or (h, w, 3), red first."""

# cv2.remap takes no side longer than 32767.
_ROW = 4096
# Pixels worked on at once: they stay in the processor's cache.
_BAND_PX = 40_000
_ROOTS = np.arange(256, dtype=np.float32) / np.float32(255)
# What each byte of a texture stands for.
_SQUARES = _ROOTS * _ROOTS


def packed(values: Image) -> Texture:
    """Keep values from 0 to 1."""
    roots = np.clip(values, 0, 1)
    np.sqrt(roots, out=roots)
    roots *= 255
    roots += 0.5
    return roots.astype(np.uint8)


def packed_bands(shape: tuple[int, int], colour: Callable[[slice], Iterable[Image]]) -> Texture:
    """Keep a coloured texture (h, w, 3); ``colour`` gives the three channels (rows, w) of a few rows."""
    texture = np.empty((*shape, 3), dtype=np.uint8)
    rows = max(1, _BAND_PX // shape[1])
    for top in range(0, shape[0], rows):
        band = slice(top, min(top + rows, shape[0]))
        texture[band] = cv2.merge([packed(channel) for channel in colour(band)])
    return texture


def packed_bytes(picture: NDArray[np.uint8], values: Image) -> Texture:
    """Keep a picture of bytes that stand for ``values`` (256,)."""
    return np.asarray(cv2.LUT(picture, packed(values)), dtype=np.uint8)


def look_up(texture: Texture, right_mm: Floats, down_mm: Floats, px_per_mm: float) -> Floats:
    """Sample a texture at n places measured from its upper left corner: (channels, n) float32."""
    count = len(right_mm)
    rows = max(1, -(-count // _ROW))
    padded = np.zeros((2, rows * _ROW), dtype=np.float32)
    padded[0, :count] = right_mm * px_per_mm - 0.5
    padded[1, :count] = down_mm * px_per_mm - 0.5
    grid = padded.reshape(2, rows, _ROW)
    found = cv2.remap(
        texture, grid[0], grid[1], cv2.INTER_LINEAR, borderMode=cv2.BORDER_REFLECT_101
    )
    planes = cv2.split(cv2.LUT(found, _SQUARES))
    return np.stack([plane.reshape(-1)[:count] for plane in planes])
