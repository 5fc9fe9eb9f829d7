"""A hand's shadow: what it takes from lamps and sky, drawn on the board's plane and looked up from there."""

import math

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.painter.colour import Floats
from vision.painter.hand import Flesh
from vision.painter.light import Beam, Light
from vision.painter.patch import WIDEST, lamp_at

_PX_PER_MM = 0.4
# Shadows are followed this far beyond the board's edge.
_MARGIN_MM = 320.0
# The hand's balls by the height of their lowest point: each band's shadow is blurred by its own distance
# from the board, and takes so much of the sky.
_BANDS_MM = (28.0, 60.0)
_SKY_TAKEN = (0.75, 0.55, 0.4)
# Every so many of the hand's balls are enough for a shadow.
_EVERY = 2
# A lamp is taken to stand no lower than this (sine of its elevation).
_LOWEST_SINE = 0.2


class HandShadow:
    """Maps of what is left of the sky (``openness``) and of each lamp (``seen``) on the board's plane."""

    def __init__(self, flesh: Flesh, light: Light, half_mm: float) -> None:
        self._half_mm = half_mm + _MARGIN_MM
        self._size = math.ceil(2 * self._half_mm * _PX_PER_MM)
        self._centres, self._radii = flesh.centres[::_EVERY], flesh.radii[::_EVERY]
        low = self._centres[:, 2] - self._radii
        self._bands = [np.flatnonzero(np.digitize(low, _BANDS_MM) == band) for band in range(3)]
        self.openness = self._sky()
        self.seen = [self._lamp(lamp_at(lamp, flesh.tip)) for lamp in light.lamps]

    def _sky(self) -> Floats:
        left = np.ones((self._size, self._size), np.float32)
        for band, taken in zip(self._bands, _SKY_TAKEN, strict=True):
            if len(band):
                mask = self._drawn(self._centres[band, :2], self._radii[band], 1.0, 0.0)
                height = float(self._centres[band, 2].mean())
                left *= 1 - np.float32(taken / 255) * _blurred(mask, max(5.0, 0.55 * height))
        return left

    def _lamp(self, rays_in: Beam) -> Floats:
        towards = rays_in.towards[:, 0]
        rise = max(float(towards[2]), _LOWEST_SINE)
        spread = min(float(rays_in.spread[0]), WIDEST)
        angle = math.degrees(math.atan2(-float(towards[1]), float(towards[0])))
        left = np.ones((self._size, self._size), np.float32)
        for band in self._bands:
            if len(band):
                feet = self._centres[band, :2] - towards[:2] * (self._centres[band, 2:3] / rise)
                mask = self._drawn(feet, self._radii[band], 1 / rise, angle)
                height = float(self._centres[band, 2].mean())
                shade = _blurred(mask, max(2.0, 0.6 * height / rise * spread))
                left = np.minimum(left, 1 - shade.astype(np.float32) / 255)
        return left

    def _drawn(
        self, xy_mm: Floats, radii_mm: Floats, stretch: float, angle_deg: float
    ) -> NDArray[np.uint8]:
        """Draw ovals, stretched along an angle (clockwise as drawn), into a mask of the plane."""
        mask = np.zeros((self._size, self._size), np.uint8)
        at = np.round((xy_mm * [1, -1] + self._half_mm) * _PX_PER_MM).astype(int)
        wide = np.maximum(np.round(radii_mm * stretch * _PX_PER_MM), 1).astype(int)
        high = np.maximum(np.round(radii_mm * _PX_PER_MM), 1).astype(int)
        near = ((at > -wide[:, None]) & (at < self._size + wide[:, None])).all(axis=1)
        for (x, y), a, b in zip(
            at[near].tolist(), wide[near].tolist(), high[near].tolist(), strict=True
        ):
            cv2.ellipse(mask, (x, y), (a, b), angle_deg, 0, 360, 255, -1)
        return mask

    def columns_rows(self, x_mm: Floats, y_mm: Floats) -> tuple[Floats, Floats]:
        """Return the map coordinates of board places (h, w)."""
        scale, half = np.float32(_PX_PER_MM), np.float32(self._half_mm)
        return (x_mm + half) * scale, (half - y_mm) * scale

    @staticmethod
    def at(plane_px: tuple[Floats, Floats], which: Floats) -> Floats:
        """Look up one of the shadow's maps at places (h, w) given as `columns_rows` of the plane."""
        found = cv2.remap(which, *plane_px, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
        return np.asarray(found, dtype=np.float32)


def _blurred(mask: NDArray[np.uint8], sigma_mm: float) -> NDArray[np.uint8]:
    """Blur a mask by two boxes: for wide blurs far quicker than a true Gaussian, and soft enough."""
    size = max(1, 2 * round(sigma_mm * _PX_PER_MM * 1.22) + 1)
    return np.asarray(cv2.blur(cv2.blur(mask, (size, size)), (size, size)), dtype=np.uint8)
