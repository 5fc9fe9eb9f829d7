"""A recording as a video file."""

from pathlib import Path

import cv2
import numpy as np

from firmware.cameras.port import Shot
from firmware.entered import Entered
from firmware.errors import CameraError


class VideoCamera(Entered):
    """Gives the pictures of a video file, with the times that the file says."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._video: cv2.VideoCapture | None = None
        self._count = 0
        self._at_s = 0.0

    def open(self) -> None:
        """Open the file."""
        if not self._path.is_file():
            raise CameraError(f"there is no video file {self._path}")
        video = cv2.VideoCapture(str(self._path), cv2.CAP_FFMPEG)
        if not video.isOpened():
            raise CameraError(f"{self._path} is no video that can be read")
        self._video = video

    def close(self) -> None:
        """Close the file."""
        if self._video is not None:
            self._video.release()
            self._video = None

    def read(self) -> Shot | None:
        """Return the next picture, or None behind the last one."""
        if self._video is None:
            return None
        there, picture = self._video.read()
        if not there:
            return None
        self._count += 1
        # Some files lose their clock in the middle; time must not go back for that.
        self._at_s = max(self._at_s, self._video.get(cv2.CAP_PROP_POS_MSEC) / 1000)
        return Shot(np.array(picture, dtype=np.uint8), self._at_s, str(self._count))
