"""Reading pictures from files; a damaged or half-written one is an error, never half a picture."""

from pathlib import Path

import cv2
import numpy as np

from firmware.errors import FirmwareError
from vision.frame import Frame

_JPEG_START, _JPEG_END = b"\xff\xd8", b"\xff\xd9"
_PNG_START, _PNG_END = b"\x89PNG\r\n\x1a\n", b"IEND\xaeB`\x82"


class PictureError(FirmwareError, OSError):
    """A picture's file cannot be read, is no picture or is only half there."""


def read_picture(path: Path) -> Frame:
    """Read a picture as (h, w, 3) uint8 BGR.

    Raises:
        PictureError: the file is missing, empty, half-written or no picture.

    """
    try:
        data = path.read_bytes()
    except OSError as error:
        raise PictureError(f"cannot read {path}: {error.strerror}") from error
    return decode_picture(data, str(path))


def decode_picture(data: bytes, name: str) -> Frame:
    """Decode an encoded picture to (h, w, 3) uint8 BGR; ``name`` is for the error's sentence.

    Raises:
        PictureError: the data are empty, half-written or no picture.

    """
    if not data:
        raise PictureError(f"{name} is empty; expected a picture")
    if not _whole(data):
        raise PictureError(f"{name} ends in the middle of the picture; take or copy it again")
    picture = cv2.imdecode(np.frombuffer(data, dtype=np.uint8).reshape(1, -1), cv2.IMREAD_COLOR)
    if picture is None:
        raise PictureError(f"{name} is no picture that can be read; expected JPEG or PNG")
    return np.asarray(picture, dtype=np.uint8)


def write_picture(path: Path, picture: Frame) -> None:
    """Write a picture (h, w, 3) uint8 BGR in the format of the name's ending, making its folder.

    Raises:
        PictureError: the file cannot be written.

    """
    done, data = cv2.imencode(path.suffix, picture)
    if not done:
        raise PictureError(f"cannot write {path}: the ending {path.suffix} is no picture's")
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(data.tobytes())
    except OSError as error:
        raise PictureError(f"cannot write {path}: {error.strerror}") from error


def _whole(data: bytes) -> bool:
    """Say whether the file's end is there: decoders fill what is missing with grey and say nothing."""
    if data.startswith(_JPEG_START):
        # Some cameras add a few bytes (or a second picture) behind the end mark.
        return _JPEG_END in data[-4096:]
    if data.startswith(_PNG_START):
        return _PNG_END in data[-64:]
    return True
