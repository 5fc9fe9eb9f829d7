"""Cameras hung over a board as people hang them: a little off, slanting and turned."""

import math
from dataclasses import dataclass, replace

import numpy as np

from referee.board import Board
from vision.camera import Camera, Points

# Width and height of the pictures of usual cameras.
FORMATS = ((1280, 960), (1640, 1232), (2304, 1296))


@dataclass(frozen=True, slots=True, kw_only=True)
class Hanging:
    """How a camera is to hang; what is None is drawn by chance as people would do it.

    ``fill`` is the share of the picture that the board takes; above 1 its edges are cut off. ``turn_deg``
    is from which side of the board the camera looks: 0 from seats 0 and 3, 90 from seats 0 and 1.
    """

    size_px: tuple[int, int] | None = None
    slant_deg: float | None = None
    turn_deg: float | None = None
    fill: float | None = None


def camera_over(board: Board, rng: np.random.Generator, hanging: Hanging) -> Camera:
    """Hang a camera over the board, by default so that all of it is in view, a little off and turned."""
    width, height = hanging.size_px or FORMATS[int(rng.integers(len(FORMATS)))]
    field_deg = float(rng.uniform(62, 92))
    k1, k2 = float(rng.uniform(-0.01, 0.07)), float(rng.uniform(-0.01, 0.015))
    slant_deg, turn_deg = float(rng.uniform(2, 30)), float(rng.uniform(-18, 18))
    slant_deg = slant_deg if hanging.slant_deg is None else hanging.slant_deg
    turn_deg = turn_deg if hanging.turn_deg is None else hanging.turn_deg
    rotation = _looking(slant_deg, turn_deg, float(rng.uniform(-3, 3)))
    aim_mm = np.array([*rng.uniform(-12, 12, 2), 0.0])
    camera = Camera(
        width_px=width, height_px=height, rotation=rotation, centre_mm=aim_mm, k1=k1, k2=k2,
        focal_px=width / 2 / math.tan(math.radians(field_deg / 2)) * (1 + k1 + k2),
    )  # fmt: skip
    fill = float(rng.uniform(0.80, 0.93))
    return backed_off(camera, board, fill if hanging.fill is None else hanging.fill)


def _looking(slant_deg: float, turn_deg: float, roll_deg: float) -> Points:
    """The rotation (3, 3) of a camera that looks down and, slanting, away from the viewer's side."""
    slant, turn, roll = (math.radians(angle) for angle in (slant_deg, turn_deg, roll_deg))
    forward = np.array(
        [math.sin(turn) * math.sin(slant), math.cos(turn) * math.sin(slant), -math.cos(slant)]
    )
    right = np.array([math.cos(turn), -math.sin(turn), 0.0])
    down = np.cross(forward, right)
    cos, sin = math.cos(roll), math.sin(roll)
    return np.stack([cos * right + sin * down, cos * down - sin * right, forward])


def backed_off(camera: Camera, board: Board, fill: float) -> Camera:
    """Move a camera back along its axis until the board fills this share of the picture, no more."""
    half = board.side_mm / 2
    corners = np.array([(x, y, 0.0) for x in (-half, half) for y in (-half, half)])
    aim_mm, forward = camera.centre_mm, camera.rotation[2]
    near, far = 200.0, 2500.0
    for _ in range(40):
        distance = (near + far) / 2
        camera = replace(camera, centre_mm=aim_mm - distance * forward)
        reach = np.abs(camera.project(corners) - camera.principal_px) / camera.principal_px
        near, far = (near, distance) if reach.max() < fill else (distance, far)
    return camera
