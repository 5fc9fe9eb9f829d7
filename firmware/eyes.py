"""Calibrated eyes for the table: the one kept on disk, and learning a new one."""

import logging
from collections.abc import Callable, Hashable, Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np

from firmware.calibrations import FILE, load_calibration, save_calibration
from referee.board import Board
from referee.match import Match
from referee.sighting import Sighting
from vision.calibration import Calibration, calibrate
from vision.errors import CalibrationError
from vision.eye import Eye
from vision.frame import Frame
from vision.seeing import Seen

# About the dice area's radius: a part of a picture shows all dice and what lies round each place.
_MARGIN_MM = 85.0


class KeptEye:
    """A calibrated eye that follows its board."""

    def __init__(self, calibration: Calibration) -> None:
        self._eye = Eye(calibration, live=True)
        self._view = calibration.view
        self._last: tuple[Frame, Seen] | None = None

    def read(self, picture: Frame, *, lamps: Hashable = None) -> Sighting:
        """Read one picture; ``lamps`` names what the table's own lamps showed (None: they were dark)."""
        seen = self._eye.look(picture, lamps=lamps)
        self._view = seen.view or self._view
        self._last = picture, seen
        return seen.sighting

    def understood(self) -> tuple[Frame, Seen] | None:
        """Return the last picture that was read, and how; None before the first."""
        return self._last

    def outline(self) -> Sequence[tuple[float, float]]:
        """Return the board's corners in the last picture (0..1 of its width and height)."""
        camera, half_mm = self._view.camera, self._view.board.side_mm / 2
        corners_mm = np.array([(x, y, 0.0) for x, y in ((-1, -1), (-1, 1), (1, 1), (1, -1))])
        pixels = camera.project(corners_mm * half_mm)
        return [(float(x) / camera.width_px, float(y) / camera.height_px) for x, y in pixels]

    def around(self, picture: Frame, places: Sequence[str]) -> Frame:
        """Return the part of a picture in which these places and the dice lie."""
        board = self._view.board
        shown = [board.places[name] for name in places if name in board.places]
        pixels = self._view.pixels([*shown, *board.of_kind("dice")])
        margin = _MARGIN_MM * self._view.px_per_mm(board.of_kind("dice"))[0]
        left, top = np.maximum(pixels.min(axis=0) - margin, 0).astype(int)
        right, bottom = (pixels.max(axis=0) + margin).astype(int)
        return picture[top:bottom, left:right]


def stored_eye(folder: Path) -> KeptEye | None:
    """Return the eye whose calibration lies in ``folder``; None if there is none that can be used."""
    if not (folder / FILE).exists():
        return None
    try:
        return KeptEye(load_calibration(folder))
    except CalibrationError as error:
        logging.getLogger(__name__).warning("%s", error)
        return None


def learner(
    folder: Path, board: Board, measures: Mapping[str, Any] | None = None
) -> Callable[[Frame, Match | None], KeptEye]:
    """Return what learns a table from a picture and keeps the calibration in ``folder``.

    What it returns raises `VisionError` where no board is found and `StoreError` where the folder cannot
    be written.
    """

    def learn(picture: Frame, match: Match | None) -> KeptEye:
        data = match.data() if match else None
        calibration = calibrate([picture], board, measures=measures, match=data)
        save_calibration(folder, calibration)
        return KeptEye(load_calibration(folder))

    return learn
