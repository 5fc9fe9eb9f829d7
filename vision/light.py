"""How bright and how warm the board is: a lamp that is switched shows in the wood everywhere at once."""

import math
from dataclasses import dataclass

import cv2
import numpy as np

from vision.frame import Frame
from vision.view import View

# Samples of bare wood lie on a circle between the outer and the inner ring, where nothing is ever put.
_SAMPLES = 48
# Between two pictures without a hand the recordings' wood varies by up to 4.5 % in brightness and 6 % in red
# over blue (cameras balance white anew); switched lamps change one of them by 8 % and more.
_LEVEL, _WARMTH = 0.065, 0.08


@dataclass(frozen=True, slots=True)
class Light:
    """The wood's brightness (0 to 255) and its red over blue, as medians over the board."""

    level: float
    warmth: float

    def differs(self, other: "Light") -> bool:
        """Say whether the light was changed between the two."""
        brighter = math.log(self.level / other.level) / _LEVEL
        warmer = math.log(self.warmth / other.warmth) / _WARMTH
        return math.hypot(brighter, warmer) > 1


def measure_light(frame: Frame, view: View) -> Light:
    """Measure the light in a picture (h, w, 3) uint8 BGR of the board as ``view`` has it."""
    radius = (view.board.ring("outer").radius_mm + view.board.ring("inner").radius_mm) / 2
    angles = np.arange(_SAMPLES) * (2 * np.pi / _SAMPLES)
    circle = np.stack([radius * np.cos(angles), radius * np.sin(angles), 0 * angles], axis=1)
    places = view.camera.project(circle).astype(np.float32)
    x_px, y_px = places[:, :1].copy(), places[:, 1:].copy()
    wood = cv2.remap(frame, x_px, y_px, cv2.INTER_LINEAR).reshape(-1, 3).astype(np.float64)
    blue, green, red = wood.T
    level = float(np.median(green)) + 1.0
    return Light(level, float(np.median((red + 1.0) / (blue + 1.0))))
