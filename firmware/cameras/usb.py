"""A USB camera (any that the system offers as a video device), found by a name that stays the same."""

import re
import time
from collections.abc import Callable
from pathlib import Path

import cv2
import numpy as np

from firmware.cameras.port import Shot
from firmware.entered import Entered
from firmware.errors import CameraError

BY_ID = Path("/dev/v4l/by-id")

# A picture that is handed over faster than this was waiting in the driver's queue and is an old one.
_QUEUED_S = 0.004
_QUEUE_LENGTH = 8

OpenDevice = Callable[[str | int], cv2.VideoCapture]


class UsbCamera(Entered):
    """Gives pictures of one USB camera.

    Args:
        device: a name in /dev/v4l/by-id or a part of one that fits a single camera, a path, or a number.
        size_px: the width and height asked for; the camera may choose the nearest it has.
        clock: seconds that never go back.

    """

    def __init__(
        self,
        device: str,
        size_px: tuple[int, int],
        *,
        by_id: Path = BY_ID,
        open_device: OpenDevice | None = None,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._device = device
        self._size_px = size_px
        self._by_id = by_id
        self._open_device = open_device or cv2.VideoCapture
        self._clock = clock
        self._video: cv2.VideoCapture | None = None
        self._count = 0

    def open(self) -> None:
        """Find the camera and set it up."""
        video = self._open_device(resolve(self._device, self._by_id))
        if not video.isOpened():
            video.release()
            raise CameraError(
                f"the USB camera {self._device} cannot be opened; is another program using it?"
            )
        width, height = self._size_px
        # Most webcams reach their full size at a useful speed only as a stream of JPEG pictures.
        video.set(cv2.CAP_PROP_FOURCC, cv2.VideoWriter.fourcc(*"MJPG"))
        video.set(cv2.CAP_PROP_FRAME_WIDTH, width)
        video.set(cv2.CAP_PROP_FRAME_HEIGHT, height)
        video.set(cv2.CAP_PROP_BUFFERSIZE, 1)
        self._video = video

    def close(self) -> None:
        """Let go of the camera."""
        if self._video is not None:
            self._video.release()
            self._video = None

    def read(self) -> Shot:
        """Return a picture taken after the call."""
        video = self._video
        if video is None or not self._grab_fresh(video):
            raise CameraError(f"the USB camera {self._device} gives no pictures; is it plugged in?")
        there, picture = video.retrieve()
        if not there:
            raise CameraError(f"the USB camera {self._device} gave a damaged picture")
        self._count += 1
        return Shot(np.array(picture, dtype=np.uint8), self._clock(), str(self._count))

    def _grab_fresh(self, video: cv2.VideoCapture) -> bool:
        for _ in range(_QUEUE_LENGTH):
            asked_s = self._clock()
            if not video.grab():
                return False
            if self._clock() - asked_s > _QUEUED_S:
                break
        return True


def resolve(device: str, by_id: Path = BY_ID) -> str | int:
    """Return what the system opens (a path or number) for the name of a camera.

    Raises:
        CameraError: no camera, or more than one, fits the name.

    """
    if device.isdecimal():
        return int(device)
    if device.startswith("/"):
        if not Path(device).exists():
            raise CameraError(f"there is no camera {device}; is it plugged in?")
        return device
    names = camera_names(by_id)
    fitting = [name for name in names if name == device] or [n for n in names if device in n]
    if len(fitting) == 1:
        return str(by_id / fitting[0])
    if not names:
        raise CameraError(f"no USB camera is plugged in (looked for {device!r})")
    problem = "fits more than one of" if fitting else "is none of"
    raise CameraError(f"the USB camera {device!r} {problem} the cameras here: {', '.join(names)}")


def camera_names(by_id: Path = BY_ID) -> list[str]:
    """Return the stable names of the USB cameras that are plugged in."""
    if not by_id.is_dir():
        return []
    # A camera has several devices; the one that gives pictures ends in index0.
    return sorted(p.name for p in by_id.iterdir() if re.search(r"index0$", p.name))
