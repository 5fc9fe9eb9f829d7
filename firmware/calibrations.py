"""Calibrations on disk: a folder a table, in it one readable file that is replaced as a whole."""

from pathlib import Path

from firmware.files import StoreError, write_whole
from vision.calibration import Calibration
from vision.errors import CalibrationError

FILE = "calibration.json"


def save_calibration(folder: Path, calibration: Calibration) -> Path:
    """Write the calibration into ``folder`` (made if need be); the old one stays until the new is whole.

    Raises:
        StoreError: the folder cannot be written.

    """
    try:
        folder.mkdir(parents=True, exist_ok=True)
        write_whole(folder / FILE, calibration.to_json())
    except OSError as error:
        raise StoreError(
            f"cannot write {folder}: {error.strerror}; choose another folder"
        ) from error
    return folder / FILE


def load_calibration(folder: Path) -> Calibration:
    """Read the calibration of ``folder``.

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
    return Calibration.from_json(text)
