"""Calibrated eyes for the table: the one kept on disk, and learning a new one."""

import logging
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

from firmware.calibrations import FILE, load_calibration, save_calibration
from referee.board import Board
from referee.match import Match
from referee.sighting import Sighting
from vision.calibration import Calibration, calibrate
from vision.errors import CalibrationError
from vision.eye import Eye
from vision.frame import Frame


class KeptEye:
    """A calibrated eye with what the page needs of its calibration."""

    def __init__(self, calibration: Calibration) -> None:
        self._eye = Eye(calibration)
        self._colours = dict(calibration.appearance.colours())

    @property
    def rgb(self) -> Mapping[str, str]:
        """How the colours look (``#rrggbb``), by label."""
        return self._colours

    def read(self, picture: Frame) -> Sighting:
        """Read one picture."""
        return self._eye.read(picture)


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
        return KeptEye(calibration)

    return learn
