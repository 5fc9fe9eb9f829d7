"""How bright and how warm the board is: a lamp that is switched shows in the wood everywhere at once."""

import math
from dataclasses import dataclass

import numpy as np

from vision.fields.profile import middles
from vision.frame import Frame
from vision.prepared import once_a_view
from vision.sampling import Sampling
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
    blue, green, red = _circle(view).of(frame).reshape(-1, 3).T.astype(np.float32)
    return Light(float(middles(green)) + 1.0, float(middles((red + 1.0) / (blue + 1.0))))


@once_a_view(1)
def _circle(view: View) -> Sampling:
    """Return where a view shows samples of bare wood."""
    radius = (view.board.ring("outer").radius_mm + view.board.ring("inner").radius_mm) / 2
    angles = np.arange(_SAMPLES) * (2 * np.pi / _SAMPLES)
    circle = np.stack([radius * np.cos(angles), radius * np.sin(angles), 0 * angles], axis=1)
    places = view.camera.project(circle).astype(np.float32)
    # A camera's pixel coordinates begin at the corner of the first pixel, cv2's at its middle.
    return Sampling.at(places[:, :1] - np.float32(0.5), places[:, 1:] - np.float32(0.5))
