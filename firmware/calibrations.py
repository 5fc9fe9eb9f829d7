"""Calibrations on disk: a folder a table, in it readable files that are replaced as a whole.

One holds the calibration; a second, if there is one, the table's own dice, which a new calibration leaves
alone.
"""

import json
from dataclasses import replace
from pathlib import Path

from firmware.files import StoreError, write_whole
from vision.calibration import Calibration
from vision.dice import DiceFaces
from vision.errors import CalibrationError

FILE = "calibration.json"
DICE_FILE = "dice.json"


def save_calibration(folder: Path, calibration: Calibration) -> Path:
    """Write the calibration into ``folder`` (made if need be); the old one stays until the new is whole.

    Raises:
        StoreError: the folder cannot be written.

    """
    return _save(folder, FILE, calibration.to_json())


def save_faces(folder: Path, faces: DiceFaces) -> Path:
    """Write the table's own dice beside its calibration; errors as `save_calibration`."""
    return _save(folder, DICE_FILE, json.dumps(faces.to_json(), indent=1))


def load_faces(folder: Path) -> DiceFaces | None:
    """Read the table's own dice, None if they were never learned.

    Raises:
        CalibrationError: the file is damaged.

    """
    path = folder / DICE_FILE
    try:
        return DiceFaces.from_json(json.loads(path.read_text(encoding="utf-8")))
    except FileNotFoundError:
        return None
    except (OSError, ValueError) as error:
        if isinstance(error, CalibrationError):
            raise
        raise CalibrationError(
            f"cannot read {path} ({error}); learn the dice again with: ringrichter learn-dice {folder}"
        ) from error


def _save(folder: Path, name: str, text: str) -> Path:
    try:
        folder.mkdir(parents=True, exist_ok=True)
        write_whole(folder / name, text)
    except OSError as error:
        raise StoreError(
            f"cannot write {folder}: {error.strerror}; choose another folder"
        ) from error
    return folder / name


def load_calibration(folder: Path) -> Calibration:
    """Read the calibration of ``folder``, with the table's own dice if they were learned.

    Raises:
        CalibrationError: there is none, or it is damaged.

    """
    try:
        text = (folder / FILE).read_text(encoding="utf-8")
    except FileNotFoundError as error:
        raise CalibrationError(
            f"{folder} holds no calibration; make one with: ringrichter calibrate {folder} PICTURE"
        ) from error
    except (OSError, UnicodeDecodeError) as error:
        raise CalibrationError(f"cannot read {folder / FILE}: {error}") from error
    calibration = Calibration.from_json(text)
    faces = load_faces(folder)
    return replace(calibration, faces=faces) if faces else calibration
