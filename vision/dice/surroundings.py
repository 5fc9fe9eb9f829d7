"""What lies round one spot: its marks, its steps of colour and the directions in which these run."""

import math
from functools import cache, cached_property

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.dice.area import DiceArea, Field, Window
from vision.dice.locate import SearchConfig, Spot
from vision.frame import Frame

# Half side of what is looked at: a die's half diagonal and as much as its middle may lie beside the spot.
_HALF_MM = 20.0
# Marks are softened this much, and cut at what their strongest part has: a mirrored lamp weighs no more
# than a stroke does. Of this square a mark's strokes take a sixteenth and more.
_SOFT_MM, _MARK_SOFT_MM, _STRONGEST = 0.4, 0.75, 0.03
# Steps farther from the spot than this count less and less for a die's turn, down to nothing.
_TURN_MM, _TURN_FADE_MM = 12.0, 3.0
# The floor's usual step is measured in a band of two of so many parts of the picture, softened as much as
# here; below ``_LEAST_NOISE`` (grey values a pixel) it is nothing.
_BAND, _SOFT_PX, _LEAST_NOISE = 12, 1.28, 0.3
# What a Sobel filter makes of a step of one grey value a pixel.
_SOBEL = 8.0
# Steps weaker than so many times the usual one are the floor's own.
_STEP = 1.5
# One sigma of the blur of the histogram of directions, and how high a second peak must be to be tried.
_TURN_SIGMA_DEG, _LOWEST_PEAK = 4.0, 0.45


class Surroundings:
    """A square round a spot in the dice area's window, with dark marks or with light ones.

    ``light`` says which: a mark is what is narrower than a stroke, and lighter (or darker) than what is
    round it.
    """

    def __init__(self, picture: Frame, area: DiceArea, spot: Spot, *, light: bool) -> None:
        column, row = (round(v) for v in area.window.to_px(spot.x_mm, spot.y_mm))
        half = round(_HALF_MM * area.px_per_mm)
        x_mm, y_mm = area.window.to_mm(column, row)
        # The middle pixel's middle is the window's own.
        middle = 0.5 / area.px_per_mm
        self.window = Window(
            x_mm + middle, y_mm - middle, half / area.px_per_mm, area.top_mm, area.px_per_mm
        )
        self.light = light
        self._config = SearchConfig()
        self._colour = _cut(picture, row, column, half)

    @cached_property
    def _smooth(self) -> Frame:
        soft = cv2.GaussianBlur(self._colour, (0, 0), _SOFT_MM * self.window.px_per_mm)
        return soft.astype(np.uint8, copy=False)

    @cached_property
    def _bare(self) -> Frame:
        """The picture without its marks."""
        side = round(self._config.stroke_mm * self.window.px_per_mm) | 1
        ellipse = cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (side, side))
        way = cv2.MORPH_OPEN if self.light else cv2.MORPH_CLOSE
        return cv2.morphologyEx(self._smooth, way, ellipse).astype(np.uint8, copy=False)

    @cached_property
    def marks(self) -> Field:
        """How much each pixel stands out as a mark, softened and cut at the level of strokes."""
        grey = cv2.cvtColor(self._smooth, cv2.COLOR_BGR2GRAY)
        bare = cv2.cvtColor(self._bare, cv2.COLOR_BGR2GRAY)
        out = cv2.absdiff(grey, bare).astype(np.float32)
        soft = cv2.GaussianBlur(out, (0, 0), _MARK_SOFT_MM * self.window.px_per_mm)
        last = soft.size - 1
        strongest = round((1 - _STRONGEST) * last)
        limit = np.partition(soft.ravel(), strongest)[strongest]
        marks: Field = np.minimum(soft, limit).astype(np.float32, copy=False)
        return marks

    @cached_property
    def steps(self) -> tuple[Field, Field]:
        """The steps of the strongest channel, rightwards and downwards, grey values a pixel."""
        soft = cv2.GaussianBlur(self._bare, (0, 0), 1.0)
        across = cv2.split(cv2.Sobel(soft, cv2.CV_32F, 1, 0, scale=0.125))
        down = cv2.split(cv2.Sobel(soft, cv2.CV_32F, 0, 1, scale=0.125))
        one, other = (steps[0].astype(np.float32, copy=False) for steps in (across, down))
        strength = one * one + other * other
        for more, below in zip(across[1:], down[1:], strict=True):
            stronger = more * more + below * below
            first = stronger > strength
            for steps, new in ((one, more), (other, below), (strength, stronger)):
                np.copyto(steps, new, where=first)
        return one, other

    def turns(self, noise: float, most: int) -> list[float]:
        """Return the likeliest turns of a square (0 to 90 degrees), the likeliest first.

        They are the highest peaks in the histogram of the directions of the steps, which are four times
        the same on a square; ``noise`` is the usual step of the floor.
        """
        across, down = self.steps
        strength = cv2.magnitude(across, down)
        near = _near(len(across), self.window.px_per_mm)
        weight = np.where(strength < _STEP * noise, 0, np.log1p(strength / (2 * noise)) * near)
        degrees = cv2.phase(across, -down, angleInDegrees=True)
        histogram = np.bincount(
            degrees.astype(np.intp).ravel() % 90, weight.astype(np.float64).ravel(), 90
        )
        return _peaks(np.real(np.fft.ifft(np.fft.fft(histogram) * _turn_blur())), most)

    def turned(self, picture: Field, turn_deg: float, step_mm: float, size: int) -> Field:
        """Sample a picture of these surroundings in a frame turned about its middle, (size, size)."""
        turn, k = np.radians(turn_deg), self.window.px_per_mm * step_mm
        c, s = np.cos(turn) * k, np.sin(turn) * k
        matrix = np.array([[c, s, 0], [-s, c, 0]])
        matrix[:, 2] = (len(picture) - 1) / 2 - matrix[:, :2].sum(axis=1) * (size - 1) / 2
        flags = cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP
        return cv2.warpAffine(picture, matrix, (size, size), flags=flags).astype(
            np.float32, copy=False
        )


def usual_step(picture: Frame) -> float:
    """Return the usual step of colour on a band across the middle, most of which is floor."""
    return _LEAST_NOISE + _middle_step(cv2.GaussianBlur(_band(picture), (0, 0), _SOFT_PX))


def usual_step_halved(picture: Frame) -> float:
    """Return the same of a picture at half the size, where steps are spread over half as many pixels.

    Halving softens as much: on 56 photographs it is twice `usual_step` to one part in thirty.
    """
    return 2 * _LEAST_NOISE + _middle_step(_band(picture))


def _band(picture: Frame) -> Frame:
    middle, half = len(picture) // 2, len(picture) // _BAND
    return picture[middle - half : middle + half]


def _middle_step(band: cv2.typing.MatLike) -> float:
    """Return the middle step of the strongest channel, grey values a pixel."""
    across = cv2.Sobel(band, cv2.CV_16S, 1, 0)[::3, ::3].astype(np.float32)
    down = cv2.Sobel(band, cv2.CV_16S, 0, 1)[::3, ::3].astype(np.float32)
    squared = across * across + down * down
    strongest = np.maximum(np.maximum(squared[..., 0], squared[..., 1]), squared[..., 2])
    middle = strongest.size // 2
    return math.sqrt(float(np.partition(strongest, middle, axis=None)[middle])) / _SOBEL


def _cut(picture: Frame, row: int, column: int, half: int) -> Frame:
    """Return the square of pixels round one, its edge repeated where it reaches over the picture's."""
    rows, columns = picture.shape[:2]
    top, left = max(row - half, 0), max(column - half, 0)
    inside = picture[top : row + half + 1, left : column + half + 1]
    beyond = (
        max(half - row, 0), max(row + half + 1 - rows, 0),
        max(half - column, 0), max(column + half + 1 - columns, 0),
    )  # fmt: skip
    return cv2.copyMakeBorder(inside, *beyond, cv2.BORDER_REPLICATE).astype(np.uint8, copy=False)


@cache
def _near(side: int, px_per_mm: float) -> NDArray[np.float64]:
    """Return how much each pixel (side, side) counts for a die's turn."""
    away = np.arange(side) - (side - 1) / 2
    reach, fade = _TURN_MM * px_per_mm, _TURN_FADE_MM * px_per_mm
    far = np.hypot(away[:, None], away[None, :])
    near: NDArray[np.float64] = np.clip((reach - far) / fade + 1, 0, 1)
    return near


@cache
def _turn_blur() -> NDArray[np.complex128]:
    away = np.minimum(np.arange(90), 90 - np.arange(90))
    bell = np.exp(-0.5 * (away / _TURN_SIGMA_DEG) ** 2)
    return np.fft.fft(bell / bell.sum())


def _peaks(histogram: NDArray[np.float64], most: int) -> list[float]:
    higher = (histogram >= np.roll(histogram, 1)) & (histogram > np.roll(histogram, -1))
    peaks = sorted(np.flatnonzero(higher), key=lambda i: -histogram[i])[:most]
    return [float(i) + 0.5 for i in peaks if histogram[i] >= _LOWEST_PEAK * histogram[peaks[0]]]
