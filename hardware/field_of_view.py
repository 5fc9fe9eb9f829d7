"""Which camera sees the whole board from which height.

The picture's short side decides: a square board must fit the smaller angle of view, with a margin
round it in which the eye finds the board's edge.
"""

import math
import tomllib
from dataclasses import dataclass
from pathlib import Path
from typing import Any

CAMERAS = Path(__file__).parent / "cameras.toml"

# Room round the board, a side: the arm is never quite centred, and the eye wants to see the edge.
MARGIN_MM = 25.0
# The boards seen so far are about this thick; heights are over the table.
THICKNESS_MM = 20.0
# The eye needs about this many pixels across a ball to tell its colour and a die's face apart.
LEAST_BALL_PX = 18.0
# The pictures that the program takes are at most this wide.
WIDEST_PX = 2304


@dataclass(frozen=True, slots=True)
class Reach:
    """What one camera sees straight down: the height over the table it needs, and a ball's size in its
    pictures.
    """

    camera: str
    side_mm: float
    height_mm: float
    ball_px: float

    @property
    def sharp_enough(self) -> bool:
        """Whether balls are large enough in the picture."""
        return self.ball_px >= LEAST_BALL_PX


def cameras() -> list[dict[str, Any]]:
    """Return the cameras of cameras.toml."""
    return list(tomllib.loads(CAMERAS.read_text(encoding="utf-8"))["camera"])


def least_height_mm(vfov_deg: float, side_mm: float) -> float:
    """Return how high a camera must hang over the board's top to see it all, looking straight down."""
    return (side_mm / 2 + MARGIN_MM) / math.tan(math.radians(vfov_deg) / 2)


def reach(camera: dict[str, Any], side_mm: float, ball_mm: float) -> Reach:
    """Say from where a camera sees a board of this size, and how large a ball then is."""
    above_mm = least_height_mm(min(camera["hfov_deg"], camera["vfov_deg"]), side_mm)
    seen_mm = 2 * above_mm * math.tan(math.radians(camera["hfov_deg"]) / 2)
    ball_px = ball_mm / seen_mm * min(WIDEST_PX, camera["pixels"][0])
    return Reach(camera["id"], side_mm, above_mm + THICKNESS_MM, ball_px)


def table(sides_mm: tuple[float, ...], ball_mm: float) -> str:
    """Return the table of hardware/README.md: heights by camera and board size, in Markdown."""
    head = "| camera | " + " | ".join(f"{side:g} mm board" for side in sides_mm) + " |"
    rule = "| --- |" + " ---: |" * len(sides_mm)
    rows = [
        f"| {camera['name']} | "
        + " | ".join(
            f"{r.height_mm:.0f} mm ({r.ball_px:.0f} px a ball)"
            for r in (reach(camera, side, ball_mm) for side in sides_mm)
        )
        + " |"
        for camera in cameras()
    ]
    return "\n".join([head, rule, *rows])
