"""The floor of the dice area as it looks in one picture, in light and in shadow, and what is unlike it."""

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.dice.area import DiceArea, Field, Mask
from vision.frame import Frame


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


def unlike_floor(picture: Frame, area: DiceArea, config: FloorConfig | None = None) -> Mask:
    """Return which pixels of the area's window (n, n) do not look like its floor, lit or in shadow."""
    c = config or FloorConfig()
    # The softened picture holds nothing finer than every second pixel.
    colours = cv2.GaussianBlur(picture, (0, 0), c.smooth_px)[::2, ::2].astype(np.float32)
    some = colours.reshape(-1, 3)[area.some_floor]
    usual: NDArray[np.float32] = np.median(some, axis=0)
    along = usual / np.linalg.norm(usual)
    shade, beside = _along_and_beside(colours, along)
    floor_shade, floor_beside = _along_and_beside(some[None], along)
    lit = float(np.median(floor_shade))
    rough = float(np.median(np.abs(floor_shade - lit))) * 1.48
    limit = (
        c.spread * float(np.median(floor_beside)) + c.grain + c.tint * np.maximum(lit - shade, 0)
    )
    mask = (beside > limit) | (shade > c.brighter * lit + c.brighter_spread * rough)
    size = (2 * len(mask), 2 * len(mask))
    whole = cv2.resize(mask.astype(np.uint8), size, interpolation=cv2.INTER_NEAREST) > 0
    unlike: Mask = whole[: len(picture), : len(picture)]
    return unlike


def _along_and_beside(colours: Field, along: Field) -> tuple[Field, Field]:
    """Return how long colours (n, m, 3) are along a direction (3,) and how far beside it they lie."""
    shade: Field = np.asarray(cv2.transform(colours, along[None].astype(np.float32)), np.float32)
    squared: Field = np.asarray(
        cv2.transform(cv2.multiply(colours, colours), np.ones((1, 3), np.float32)), np.float32
    )
    return shade, np.sqrt(np.maximum(squared - shade * shade, 0.0))
