"""The floor of the dice area as it looks in one picture, in light and in shadow, and what is unlike it."""

import math
from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np

from vision.dice.area import DiceArea, Field, Mask
from vision.frame import Frame

# A die hides so many of its square edges, with sides and what noise takes from it; what is nowhere as thick
# as this (in edges) is none.
_DIE, _THICK = (0.4, 2.6), 0.3


@dataclass(frozen=True)
class FloorConfig:
    """When a pixel is unlike the floor.

    A shadow only darkens, so the floor's colours lie on a line through black; ``spread`` times the median
    distance from it plus ``grain`` (grey values) is usual, and ``tint`` more of it for each grey value of
    darkness, because shadows take the colour of the sky. ``brighter`` is how much lighter than
    the lit floor a pixel may be.
    """

    smooth_px: float = 1.2
    spread: float = 3.2
    grain: float = 4.0
    tint: float = 0.12
    brighter: float = 1.25
    brighter_spread: float = 3.5


@dataclass(frozen=True, eq=False)
class Floor:
    """A picture's floor.

    ``along`` (3,) is the direction of its colours, ``lit`` how long they are in the light, ``rough`` how much
    they differ in that, ``beside`` how far beside that direction they lie.
    """

    along: Field
    lit: float
    rough: float
    beside: float
    config: FloorConfig

    def unlike(self, colours: Field) -> Mask:
        """Return which of some colours (n, m, 3) BGR are not the floor's, lit or in shadow."""
        c = self.config
        shade, beside = _along_and_beside(colours, self.along)
        brightest = c.brighter * self.lit + c.brighter_spread * self.rough
        unlike: Mask = (beside > self._limit(shade)) | (shade > brightest)
        return unlike

    def apart(self, colours: Field) -> tuple[Field, Field]:
        """Return how long colours (n, m, 3) are along the floor's, and how unlike it: up to 1 is usual."""
        shade, beside = _along_and_beside(colours, self.along)
        return shade, beside / self._limit(shade)

    def _limit(self, shade: Field) -> Field:
        """Return how far beside the floor's direction its colours lie that are so long."""
        c = self.config
        limit: Field = c.spread * self.beside + c.grain + c.tint * np.maximum(self.lit - shade, 0)
        return limit


def floor_of(some: Field, config: FloorConfig | None = None) -> Floor:
    """Return the floor of a picture of which ``some`` pixels (k, 3) BGR, most of them floor, are given."""
    usual = _middle(some)
    # A black floor has no direction: whatever shines is unlike it.
    along = usual / np.float32(max(math.sqrt(usual @ usual), 1.0))
    shade, beside = _along_and_beside(some[None], along)
    lit = float(_middle(shade[0]))
    rough = float(_middle(np.abs(shade[0] - lit))) * 1.48
    return Floor(along, lit, rough, float(_middle(beside[0])), config or FloorConfig())


def _middle(values: Field) -> Field:
    """Return the middle one of values (n, ...) in order, which costs a third of their median."""
    middle: Field = np.partition(values, len(values) // 2, axis=0)[len(values) // 2]
    return middle


def unlike_floor(picture: Frame, area: DiceArea, config: FloorConfig | None = None) -> Mask:
    """Return which pixels of the area's window (n, n) do not look like its floor, lit or in shadow."""
    colours = _softened(picture, config or FloorConfig())
    mask = floor_of(colours.reshape(-1, 3)[area.some_floor], config).unlike(colours)
    size = (2 * len(mask), 2 * len(mask))
    whole = cv2.resize(mask.astype(np.uint8), size, interpolation=cv2.INTER_NEAREST) > 0
    unlike: Mask = whole[: len(picture), : len(picture)]
    return unlike


def floor_in(picture: Frame, area: DiceArea, config: FloorConfig | None = None) -> Floor:
    """Return the floor that the area's window shows, (n, n, 3) BGR."""
    colours = _softened(picture, config or FloorConfig())
    return floor_of(colours.reshape(-1, 3)[area.some_floor], config)


def _softened(picture: Frame, c: FloorConfig) -> Field:
    """Return every second pixel of a softened picture, which holds nothing finer."""
    return cv2.GaussianBlur(picture, (0, 0), c.smooth_px)[::2, ::2].astype(np.float32)


def strange_places(
    picture: Frame, area: DiceArea, taken: Sequence[Mask] = ()
) -> list[tuple[float, float]]:
    """Return the middles (mm) of what is unlike the floor and as large as a die, the largest first.

    ``taken`` are parts of the window (n, n) that known dice hide.
    """
    mask = unlike_floor(picture, area) & area.inside & ~area.rim
    for one in taken:
        mask &= ~one
    edge_px = area.die_mm * area.px_per_mm
    side = round(_THICK * edge_px) | 1
    opened = cv2.morphologyEx(mask.view(np.uint8), cv2.MORPH_OPEN, np.ones((side, side), np.uint8))
    _, _, stats, middles = cv2.connectedComponentsWithStats(opened)
    sizes = stats[:, cv2.CC_STAT_AREA] / edge_px**2
    least, most = _DIE
    which = [i for i in np.argsort(-sizes) if i and least <= sizes[i] <= most]
    return [area.window.to_mm(*(float(v) for v in middles[i])) for i in which]


def _along_and_beside(colours: Field, along: Field) -> tuple[Field, Field]:
    """Return how long colours (n, m, 3) are along a direction (3,) and how far beside it they lie."""
    shade: Field = np.asarray(cv2.transform(colours, along[None].astype(np.float32)), np.float32)
    squared: Field = np.asarray(
        cv2.transform(cv2.multiply(colours, colours), np.ones((1, 3), np.float32)), np.float32
    )
    return shade, np.sqrt(np.maximum(squared - shade * shade, 0.0))
