"""From light to a picture: exposure, white balance, tone curve, lens blur and noise."""

from collections.abc import Iterator

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.painter.colour import Floats, kelvin
from vision.painter.noise import smooth_noise
from vision.painter.patch import Patch
from vision.painter.table import Sensor

Picture = NDArray[np.uint8]

_STEPS = 4096
# The brightest light that the tone curve tells apart, in exposures of white.
_CEILING = 4.0
# What share of full scale the automatic exposure gives the 90th percentile.
_TARGET = 0.62
# A small bright part (a pale board on a dark table) is not exposed beyond this.
_MOST = 0.85
# Deviation in grey levels for noise 1. Light's own noise grows with its root, which the tone curve takes
# back: in the picture it is about alike everywhere.
_NOISE = 1.9
_TILE = 512
# Pixels round a patch that its blur looks at.
_RIM = 4
_BAND = 32


def _tone_curve() -> Picture:
    light = np.linspace(0, np.sqrt(_CEILING), _STEPS) ** 2
    # A shoulder keeps highlights from clipping hard; below it the curve is straight.
    soft = np.where(light < 0.7, light, 0.7 + 0.3 * np.tanh((light - 0.7) / 0.45))
    srgb = np.where(soft <= 0.0031308, 12.92 * soft, 1.055 * soft ** (1 / 2.4) - 0.055)
    return np.clip(np.round(srgb * 255), 0, 255).astype(np.uint8)


_CURVE = _tone_curve()


def vignette(sensor: Sensor, height: int, width: int) -> Floats:
    """Return how much light (h, w) float32 the lens passes, 1 in the middle."""
    y = (np.arange(height, dtype=np.float32) - height / 2)[:, None]
    x = (np.arange(width, dtype=np.float32) - width / 2)[None, :]
    squared = (x * x + y * y) / np.float32((height * height + width * width) / 4)
    fall: Floats = 1 - np.float32(sensor.vignette) * squared
    return fall


class Developer:
    """One camera: it settles its exposure on the first light it sees, then keeps it."""

    def __init__(self, sensor: Sensor, seed: int) -> None:
        self._sensor = sensor
        self._gains: Floats | None = None
        tile = _noise_tile(np.random.default_rng(seed), sensor.noise * _NOISE)
        # Bytes are added and subtracted much faster than signed numbers are.
        self._lighter, self._darker = (
            np.tile(np.clip(t, 0, 255).astype(np.uint8), (2, 2, 1)) for t in (tile, -tile)
        )

    def settle(self, total: Floats) -> None:
        """Choose gains for linear light (h, w, 3) as automatics do; later calls change nothing."""
        if self._gains is not None:
            return
        grey = total[::4, ::4].mean(axis=2)
        bright, brightest = (max(float(np.percentile(grey, share)), 1e-4) for share in (90, 98))
        white = kelvin(self._sensor.white_kelvin)
        gain = min(_TARGET / bright, _MOST / brightest) * 2.0**self._sensor.exposure_stops
        self._gains = (gain * white.mean() / white).astype(np.float32)

    def develop(self, total: Floats) -> Picture:
        """Turn linear light (h, w, 3), red first, into a picture (h, w, 3) uint8 BGR as the lens blurs it."""
        assert self._gains is not None
        picture = np.empty(total.shape, np.uint8)
        # One pass gives each channel its gain and the exposure's factor, and turns their order round.
        gains = np.diag(self._gains * np.float32((_STEPS - 1) ** 2 / _CEILING))[::-1]
        for rows in _bands(len(total)):
            index = cv2.transform(total[rows], gains)
            np.sqrt(np.maximum(index, 0, out=index), out=index)
            steps = np.minimum(index, _STEPS - 1, out=index).astype(np.intp)
            picture[rows] = _CURVE.take(steps)
        return np.asarray(cv2.GaussianBlur(picture, (0, 0), self._sensor.blur_px), dtype=np.uint8)

    def develop_part(self, total: Floats, part: Patch, picture: Picture) -> None:
        """Develop one patch of the light into the picture, in place."""
        height, width = picture.shape[:2]
        wide = Patch(max(0, part.top - _RIM), max(0, part.left - _RIM),
                     min(height, part.bottom + _RIM), min(width, part.right + _RIM))  # fmt: skip
        fresh = self.develop(total[wide.slices])
        top, left = part.top - wide.top, part.left - wide.left
        picture[part.slices] = fresh[top : top + part.shape[0], left : left + part.shape[1]]

    def with_noise(self, picture: Picture, rng: np.random.Generator) -> Picture:
        """Return the picture with fresh noise."""
        height, width = picture.shape[:2]
        noisy = np.empty((height, width, 3), np.uint8)
        for top in range(0, height, _TILE):
            for left in range(0, width, _TILE):
                rows, columns = (
                    slice(at, min(at + _TILE, end)) for at, end in ((top, height), (left, width))
                )
                y, x = rng.integers(0, _TILE, 2)
                grain = slice(y, y + rows.stop - top), slice(x, x + columns.stop - left)
                lighter = cv2.add(picture[rows, columns], self._lighter[grain])
                noisy[rows, columns] = cv2.subtract(lighter, self._darker[grain])
        return noisy


def _bands(height: int) -> Iterator[slice]:
    """Yield bands of rows small enough to stay in the processor's cache."""
    for top in range(0, height, _BAND):
        yield slice(top, min(top + _BAND, height))


def _noise_tile(rng: np.random.Generator, deviation: float) -> NDArray[np.int16]:
    """Noise (n, n, 3) that may be repeated, a little smoothed as cameras smooth theirs."""
    tile: Floats = rng.standard_normal((_TILE, _TILE, 3), dtype=np.float32)
    tile = cv2.GaussianBlur(tile, (0, 0), 0.6).astype(np.float32)
    tile += 0.25 * smooth_noise(rng, (_TILE, _TILE), (_TILE // 2, _TILE // 2))[..., None]
    return np.asarray(np.round(tile / tile.std() * deviation), dtype=np.int16)
