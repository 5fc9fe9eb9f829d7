"""Pictures as registration works on them: the logarithm of grey, at a size that shows holes well."""

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.frame import Frame

Grey = NDArray[np.float32]

# Added to grey (0..1) before the logarithm: the noise of a dark picture must not become contrast.
_DARK = 0.03
_LOGS = np.log(np.arange(256, dtype=np.float32) / 255 + _DARK)


@dataclass(frozen=True, slots=True)
class LogPicture:
    """The logarithm ``log`` (h, w) float32 of a picture, ``scale`` times as large as the camera's pixels."""

    log: Grey
    scale: float
    width_px: int
    height_px: int


def log_picture(frame: Frame, width: int) -> LogPicture:
    """Return a BGR (h, w, 3) or grey (h, w) uint8 picture as logarithm, at most ``width`` wide."""
    height_px, width_px = frame.shape[:2]
    scale = min(1.0, width / width_px)
    if scale < 1.0:
        size = (width, round(height_px * scale))
        small: Frame = np.asarray(cv2.resize(frame, size, interpolation=cv2.INTER_AREA), np.uint8)
    else:
        small = frame
    return LogPicture(log_grey(small), scale, width_px, height_px)


def log_grey(frame: Frame) -> Grey:
    """Return the logarithm of a BGR or grey picture's brightness, (h, w) float32: shadows keep contrast."""
    return np.asarray(cv2.LUT(grey_of(frame), _LOGS), dtype=np.float32)


def grey_of(frame: Frame) -> Frame:
    """Return a BGR (h, w, 3) or grey picture's brightness, (h, w) uint8."""
    if frame.ndim == 2:
        return frame
    return np.asarray(cv2.cvtColor(frame, cv2.COLOR_BGR2GRAY), dtype=np.uint8)
