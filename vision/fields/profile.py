"""A patch described by rings: how its light and colour differ from the wood round the place, ring by ring.

All of it is blind to the colour of the wood, to the brightness and colour of the light and to the hue of a
ball, so that what is learned on some tables holds on others.
"""

from dataclasses import dataclass
from functools import cached_property, lru_cache
from itertools import pairwise

import cv2
import numpy as np

from vision.fields.patches import SPAN, Floats, disc, in_disc
from vision.frame import Frame

# Borders of the rings in ball radii: inside a hole, about its edge (0.8 to 1), a ball's edge (1), outside.
RING_BORDERS = (0.0, 0.3, 0.55, 0.75, 0.9, 1.02, 1.15, 1.35, SPAN)
# The wood round a place is looked for from here outwards, in so many samples.
WOOD_FROM = 1.2
WOOD_SAMPLES = 45
# Added to a pixel before its logarithm: keeps the noise of dark pictures small (8 bit values).
DARK = 6.0
# Logarithms of ratios beyond this say no more (a factor of twelve).
LIMIT = 2.5

# More than any value of eight bits.
_BEYOND = 65535
_LOGS = np.log(np.arange(256, dtype=np.float32) + DARK)
# Blue, green, red to light, red-green and yellow-blue.
OPPONENT = np.array(
    [
        [1 / 3, 0.0, -2 / np.sqrt(6)],
        [1 / 3, -1 / np.sqrt(2), 1 / np.sqrt(6)],
        [1 / 3, 1 / np.sqrt(2), 1 / np.sqrt(6)],
    ],
    dtype=np.float32,
)
_TO_OPPONENT = np.ascontiguousarray(OPPONENT.T)


def log_values(picture: Frame) -> Floats:
    """Return the logarithms of a picture's values, dark noise kept small: float32 of the same shape."""
    # cv2's table look-up is eight times as fast as numpy's.
    return np.asarray(cv2.LUT(picture.reshape(1, -1), _LOGS).reshape(picture.shape))


def magnitude(x: Floats, y: Floats) -> Floats:
    """Return the lengths of vectors: four times as fast as numpy's, which minds numbers far from one."""
    return np.asarray(np.sqrt(x * x + y * y))


@lru_cache(maxsize=1)
def radii() -> Floats:
    """Return each sample's distance from the patch's centre in ball radii, (s,) float32."""
    return np.hypot(disc().x, disc().y)


@lru_cache(maxsize=1)
def _row_by_row() -> np.ndarray:
    """Return the samples' indices in the order of the square's rows."""
    return np.asarray(np.argsort(in_disc()))


@lru_cache(maxsize=8)
def within(radius: float, every: int = 1) -> np.ndarray:
    """Return the indices of the samples (each ``every``-th) within so many ball radii of the centre."""
    order = _row_by_row()
    return np.asarray(order[radii()[order] < radius][::every])


@lru_cache(maxsize=8)
def inner(radius: float) -> int:
    """Return how many samples, the first ones, lie within so many ball radii of the centre."""
    return int((radii() < radius).sum())


@lru_cache(maxsize=1)
def rings() -> Floats:
    """Return the averaging weights (s, rings) of every ring."""
    radius = radii()
    inside = [(radius >= a) & (radius < b) for a, b in pairwise(RING_BORDERS)]
    return np.stack([ring / ring.sum() for ring in inside], axis=1).astype(np.float32)


@lru_cache(maxsize=1)
def _wood_samples() -> np.ndarray:
    """Indices of the samples that show the wood round a place."""
    order = _row_by_row()
    around = order[radii()[order] > WOOD_FROM]
    return np.asarray(around[np.linspace(0, len(around) - 1, WOOD_SAMPLES).astype(np.int64)])


@dataclass(frozen=True)
class Contrast:
    """Patches against the wood round them.

    ``samples``: (n, 3, s) float32, opponent log ratios, a row a channel; ``wood``: (n, 3) float32, log BGR.
    """

    samples: Floats
    wood: Floats

    @cached_property
    def light(self) -> Floats:
        """The wood's light, the mean of its channels: (n,) float32."""
        blue, green, red = self.wood.T
        return np.asarray((blue + green + red) / np.float32(3))

    @cached_property
    def usual_wood(self) -> Floats:
        """The medians of the wood's channels over all patches, (3,)."""
        return middles(self.wood)

    @cached_property
    def board_light(self) -> float:
        """The median of the wood's light over all patches."""
        return float(middles(self.light))

    @cached_property
    def usual_light(self) -> float:
        """The light of the `usual_wood`."""
        return float(self.usual_wood.sum() / 3)

    def part(self, start: int, end: int) -> "Contrast":
        """Return the contrast of some of the patches."""
        return Contrast(self.samples[start:end], self.wood[start:end])


def middle_of(rows: np.ndarray) -> np.ndarray:
    """Return the medians (upper ones, if even) along the last axis."""
    half = rows.shape[-1] // 2
    # The arrays are small: numpy's functions take longer to call these methods than they do to work.
    ordered = rows.copy()
    ordered.partition(half, axis=-1)
    return np.asarray(ordered[..., half])


@lru_cache(maxsize=1)
def ground_offsets() -> Floats:
    """Return x (right) and y (up) of the samples that show the wood round a place, (2, w) in ball radii."""
    return np.stack([disc().x, disc().y])[:, _wood_samples()]


def contrast(patches: Frame, ground: np.ndarray | None = None) -> Contrast:
    """Compare every sample of the patches (n, s, 3) uint8, in the pattern `disc`, with the wood round it.

    ``ground``: (n, w) bool, which of the samples round each place (`ground_offsets`) are its ground.
    """
    planes = np.ascontiguousarray(patches.transpose(0, 2, 1))
    # numpy sorts 16 bit numbers in half the time of floats and a sixth of that of bytes.
    around = planes.take(_wood_samples(), axis=2).astype(np.uint16)
    wood = _LOGS[middle_of(around) if ground is None else _masked_middle(around, ground)]
    logs = log_values(planes)
    logs -= wood[:, :, None]
    samples = _TO_OPPONENT @ logs
    # A seventh of the time that maximum and minimum take; the method itself, as np.clip adds its own.
    return Contrast(samples.clip(-LIMIT, LIMIT, out=samples), wood)


def _masked_middle(rows: np.ndarray, mask: np.ndarray) -> np.ndarray:
    """Return the medians (n, c) of rows (n, c, w) uint16 over the samples that the mask (n, w) lets through.

    Where it lets none through that is white.
    """
    ordered = np.where(mask[:, None], rows, np.uint16(_BEYOND))
    ordered.sort(axis=2)
    half = np.count_nonzero(mask, axis=1) // 2
    return np.asarray(np.minimum(ordered[np.arange(len(rows)), :, half], len(_LOGS) - 1))


def middles(rows: np.ndarray) -> np.ndarray:
    """Return the medians along the first axis, as `np.median` does in several times as long."""
    ordered = rows.copy()
    ordered.sort(axis=0)
    return np.asarray((ordered[(len(rows) - 1) // 2] + ordered[len(rows) // 2]) / 2)
