"""A close look at one spot: the picture square from above, and the same without its marks."""

from dataclasses import dataclass
from functools import cache, cached_property

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.dice.area import Grey, Window
from vision.dice.bank import REACH, Patches
from vision.frame import Frame

# Poses as numbers: x_mm, y_mm, turn_deg, die_mm in each row.
Rows = NDArray[np.float64]

# What is narrower than this is a mark: wider than the space a mark encloses, narrower than a die.
MARK_MM = 7.0
# The share of a patch's inner part that the strongest marks take: nothing counts as more than they do, so
# that a mirrored lamp weighs no more than a stroke.
_STRONGEST = 0.04
# Where the middle of a spot, so far to each side, is brighter than this a lamp may be mirrored in it, and all
# but the darkest channel be full. What varies there does so 1.4 to 1.9 times as much in it as in grey (17
# painted dice under lamps); where grey varies as much (0.6 to 1.1) one channel's noise only harms.
_MIDDLE_MM, _GLARE, _MORE = 4.0, 205.0, 1.3


@dataclass(frozen=True)
class CloseUp:
    """One spot seen square from above: ``colour`` (n, n, 3) BGR in ``window``.

    ``darkest``: marks are looked for in the darkest channel instead of in grey.
    """

    window: Window
    colour: Frame
    darkest: bool = False

    @cached_property
    def grey(self) -> Grey:
        """The same in grey, or its darkest channel."""
        return self._grey(self.colour)

    @cached_property
    def bare_dark(self) -> Frame:
        """The picture without its dark marks."""
        return self._without(cv2.MORPH_CLOSE)

    @cached_property
    def bare_light(self) -> Frame:
        """The picture without its light marks."""
        return self._without(cv2.MORPH_OPEN)

    @cached_property
    def hat_dark(self) -> Grey:
        """How much darker each pixel is than its surroundings without marks."""
        return cv2.subtract(self._grey(self.bare_dark), self.grey).astype(np.uint8, copy=False)

    @cached_property
    def hat_light(self) -> Grey:
        """How much lighter each pixel is than its surroundings without marks."""
        return cv2.subtract(self.grey, self._grey(self.bare_light)).astype(np.uint8, copy=False)

    def bare(self, light: bool) -> Frame:
        """Return the picture without its light (or dark) marks."""
        return self.bare_light if light else self.bare_dark

    def marks(self, rows: Rows, light: bool, size: int) -> Patches:
        """Return the marks of the faces at some poses (n, 4): (n, size, size) float32.

        Half of it is the difference from the die's own grey (the median), which keeps wide marks whole;
        half that from the surroundings without marks, which stands uneven light and lamps mirrored in the
        face.
        """
        hat = sample(self.hat_light if light else self.hat_dark, self.window, rows, size)
        plain = from_own(sample(self.grey, self.window, rows, size), light)
        return plain + limited(hat)

    def hats(self, rows: Rows, light: bool, size: int) -> Patches:
        """Return the quicker half of `marks`, good enough to move a pose by."""
        hat = sample(self.hat_light if light else self.hat_dark, self.window, rows, size)
        return limited(hat)

    def glares(self) -> bool:
        """Tell whether the spot's middle is nearly white, while its darkest channel says more."""
        half = round(_MIDDLE_MM * self.window.px_per_mm)
        at = slice(len(self.colour) // 2 - half, len(self.colour) // 2 + half + 1)
        middle = self.colour[at, at]
        grey = _grey(middle)
        return bool(np.median(grey) > _GLARE and _darkest(middle).std() > _MORE * grey.std())

    def _grey(self, picture: Frame) -> Grey:
        return _darkest(picture) if self.darkest else _grey(picture)

    def _without(self, way: int) -> Frame:
        side = round(MARK_MM * self.window.px_per_mm) | 1
        ellipse = cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (side, side))
        return cv2.morphologyEx(self.colour, way, ellipse).astype(np.uint8, copy=False)


def sample(picture: Grey, window: Window, rows: Rows, size: int, reach: float = REACH) -> Patches:
    """Cut the faces at poses (n, 4) out of a window, ``reach`` die edges wide: (n, size, size) float32."""
    x, y, turn, die = rows.T.astype(np.float32)
    k = np.float32(window.px_per_mm)
    turn, edge = np.radians(turn), die * k
    left, top = window.to_px(0.0, 0.0)
    # Where each face's middle lies, and what a step to the right and down on it is.
    at = np.empty((2, len(rows), 3), np.float32)
    at[0, :, 0], at[1, :, 0] = np.float32(left) + x * k, np.float32(top) - y * k
    at[0, :, 1] = at[1, :, 2] = np.cos(turn) * edge
    at[0, :, 2] = sin = np.sin(turn) * edge
    at[1, :, 1] = -sin
    # A face in a row: many short ones are followed in a third more time.
    columns, lines = (at.reshape(-1, 3) @ face_grid(size, reach)).reshape(2, len(rows), -1)
    patches = cv2.remap(
        picture, columns, lines, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE
    )  # fmt: skip
    return patches.reshape(-1, size, size).astype(np.float32)


@cache
def face_grid(size: int, reach: float = REACH) -> NDArray[np.float32]:
    """Return 1, how far right and how far down (3, size²) the pixels of a face lie, in die edges."""
    steps = ((np.arange(size) + 0.5) / size * 2 - 1) * reach
    right, down = np.meshgrid(steps, steps)
    return np.stack([np.ones(size * size), right.ravel(), down.ravel()]).astype(np.float32)


def from_own(patches: Patches, light: bool) -> Patches:
    """Return how much darker (or lighter) than the die's own grey each pixel is, cut as `limited` does."""
    inner = _inner(patches)
    last = inner.shape[1] - 1
    middle = last // 2
    strongest = round((1 - _STRONGEST) * last) if light else round(_STRONGEST * last)
    # To put few values in order takes a fraction of the time of finding two of them.
    ordered = np.sort(inner, axis=1)
    own, limit = ordered[:, middle, None, None], ordered[:, strongest, None, None]
    marks, most = (patches - own, limit - own) if light else (own - patches, own - limit)
    np.minimum(marks, most, out=marks)
    cut: Patches = np.maximum(marks, np.float32(0), out=marks)
    return cut


def limited(hats: Patches) -> Patches:
    """Cut marks at what the strongest few pixels of a patch's inner part have."""
    inner = _inner(hats)
    strongest = round((1 - _STRONGEST) * (inner.shape[1] - 1))
    limit = np.sort(inner, axis=1)[:, strongest, None, None]
    limited: Patches = np.minimum(hats, limit)
    return limited


def _inner(patches: Patches) -> Patches:
    edge = patches.shape[-1] // 7
    return patches[:, edge:-edge, edge:-edge].reshape(len(patches), -1)


def _grey(picture: Frame) -> Grey:
    return cv2.cvtColor(picture, cv2.COLOR_BGR2GRAY).astype(np.uint8, copy=False)


def _darkest(picture: Frame) -> Grey:
    blue, green, red = cv2.split(picture)
    return cv2.min(cv2.min(blue, green), red).astype(np.uint8, copy=False)
