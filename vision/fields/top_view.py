"""The board seen straight from above in small: what searches of the whole board work on."""

from dataclasses import dataclass

import cv2
import numpy as np

from vision.fields.patches import Floats, Scales
from vision.fields.profile import OPPONENT, log_values
from vision.frame import Frame
from vision.view import View

# Samples along the board's side and the part of the side they span: 3.3 mm apart on a board of 450 mm, which
# shows balls and fingers; a little more than the board, so that its edge is seen.
SAMPLES = 144
REACH = 1.06
# The camera is followed exactly at so many points a side and linearly between them.
_KNOTS = 13


@dataclass(frozen=True)
class TopView:
    """``picture`` (SAMPLES, SAMPLES, 3) uint8 BGR, rows from the board's far side (y up) to its near side.

    ``tones``: the same as opponent logarithms, float32. ``map_px``: (SAMPLES, SAMPLES, 2) where each sample
    lies in the frame. ``x_mm``, ``y_mm``: (SAMPLES, SAMPLES) board coordinates.
    """

    picture: Frame
    tones: Floats
    map_px: Floats
    x_mm: Floats
    y_mm: Floats


def from_above(picture: Scales, view: View) -> TopView:
    """Cut the board out of a picture as if seen from above."""
    side = view.board.side_mm * REACH
    ends = np.linspace(-0.5, 0.5, _KNOTS) * side
    x, y = np.meshgrid(ends, -ends)
    knots = np.stack([x, y, np.zeros_like(x)], axis=-1).reshape(-1, 3)
    pixels = view.camera.project(knots).reshape(_KNOTS, _KNOTS, 2).astype(np.float32)
    at = ((np.arange(SAMPLES) + 0.5) / SAMPLES * (_KNOTS - 1)).astype(np.float32)
    column, row = np.meshgrid(at, at)
    map_px = np.asarray(cv2.remap(pixels, column, row, cv2.INTER_LINEAR), dtype=np.float32)
    half = map_px * np.float32(0.5) - np.float32(0.5)
    seen = cv2.remap(
        picture.half,
        np.ascontiguousarray(half[..., 0]),
        np.ascontiguousarray(half[..., 1]),
        cv2.INTER_LINEAR,
        borderMode=cv2.BORDER_REPLICATE,
    )
    middle = ((np.arange(SAMPLES, dtype=np.float32) + 0.5) / SAMPLES - 0.5) * np.float32(side)
    x_mm, y_mm = np.meshgrid(middle.astype(np.float32), -middle.astype(np.float32))
    top = np.asarray(seen, dtype=np.uint8)
    return TopView(
        top,
        log_values(top) @ OPPONENT,
        map_px,
        np.asarray(x_mm, dtype=np.float32),
        np.asarray(y_mm, dtype=np.float32),
    )
