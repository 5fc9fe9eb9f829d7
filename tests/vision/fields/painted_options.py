"""Painted silver balls to learn from: photographs with Memory's plates are few, and so are their lamps."""

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

from firmware.resources import nominal_board
from firmware.simulation.show import simulated_table
from firmware.simulation.stills import stills
from referee.board import Variant
from tests.vision.fields.lessons import SORTS, Look, look_at
from tests.vision.truth import Photo, true_camera
from vision.frame import Frame
from vision.view import View

# Tables and pictures of each, far from the seeds that rates are measured on.
SEEDS, STILLS = range(72_000, 72_036), 4
_QUALITY = [cv2.IMWRITE_JPEG_QUALITY, 90]


@dataclass(frozen=True)
class Still(Photo):
    """A painted still in the place of a photograph: what it shows, and its view."""

    shown: Frame
    seen: View

    @property
    def frame(self) -> NDArray[np.uint8]:
        """The picture, (h, w, 3) BGR."""
        return self.shown

    @property
    def view(self) -> View:
        """The camera that it was painted for, over its board."""
        return self.seen


def painted_looks(seed: int, count: int = STILLS) -> Iterator[Look]:
    """Yield looks at all holes of silver balls of a painted table."""
    table = simulated_table(nominal_board(variant=Variant.MEMORY), seed)
    for picture in stills(table, count, seed):
        row = dict(picture.row)
        view = View(true_camera(row["cameras"]), table.board)
        path = Path(f"painted-{seed}") / picture.name
        look = look_at(Still(path, row, {}, as_kept(picture.frame), view), SORTS["option"], None)
        if look is not None:
            yield look


def as_kept(frame: Frame) -> Frame:
    """Return a picture as a file keeps it."""
    kept = cv2.imdecode(cv2.imencode(".jpg", frame, _QUALITY)[1], cv2.IMREAD_COLOR)
    return np.asarray(kept, dtype=np.uint8)
