"""Choosing a camera's driver by the name that settings and commands give."""

from pathlib import Path

from firmware.cameras.folder import FolderCamera
from firmware.cameras.pi import PiCamera
from firmware.cameras.port import FrameSource
from firmware.cameras.usb import UsbCamera
from firmware.cameras.video import VideoCamera
from firmware.errors import CameraError

DEFAULT_SIZE_PX = (1640, 1232)
DEFAULT_MAINS_HZ = 50


def open_source(
    name: str,
    *,
    size_px: tuple[int, int] = DEFAULT_SIZE_PX,
    mains_hz: int = DEFAULT_MAINS_HZ,
) -> FrameSource:
    """Return the source called ``name``: ``camera``, ``usb:ID``, a folder or a video file.

    Raises:
        CameraError: there is no such source.

    """
    if name == "camera":
        return PiCamera(size_px, mains_hz)
    if name.startswith("usb:"):
        return UsbCamera(name.removeprefix("usb:"), size_px)
    path = Path(name)
    if path.is_dir():
        return FolderCamera(path)
    if path.is_file():
        return VideoCamera(path)
    raise CameraError(
        f"there is no {name!r}: expected a folder of pictures, a video file, camera or usb:ID"
    )
