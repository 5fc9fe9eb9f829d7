"""A plainly drawn board before a camera, for tests that need no photographs: wood, holes and felt."""

import cv2
import numpy as np
from numpy.typing import NDArray

from referee.board import Board
from tests.vision.truth import nominal_board
from vision.camera import Camera
from vision.frame import Frame
from vision.view import View

# The drawing has this many millimetres a pixel and reaches this far from the board's centre.
MM, HALF_MM = 0.5, 420.0
TABLE, WOOD, SHADE, LIGHT, FELT = (
    (70, 80, 60),
    (120, 170, 205),
    (40, 60, 80),
    (90, 135, 170),
    (45, 35, 120),
)


def board() -> Board:
    """The nominal board without Memory's plates."""
    return nominal_board(memory=False)


def camera(
    *, slant_deg: float = 15.0, turn_deg: float = 10.0, height_mm: float = 620.0,
    focal_px: float = 800.0, size: tuple[int, int] = (1280, 960), k1: float = 0.02,
) -> Camera:  # fmt: skip
    """A camera that looks at the board's centre from a slant, turned about its own axis."""
    slant, turn = np.radians(slant_deg), np.radians(turn_deg)
    down = np.diag([1.0, -1.0, -1.0])
    tilt = cv2.Rodrigues(np.array([slant, 0.0, 0.0]))[0]
    roll = cv2.Rodrigues(np.array([0.0, 0.0, turn]))[0]
    rotation = roll @ tilt @ down
    return Camera(
        width_px=size[0], height_px=size[1], focal_px=focal_px, rotation=rotation,
        centre_mm=-rotation.T @ np.array([0.0, 0.0, height_mm]), k1=k1,
    )  # fmt: skip


def draw(
    view: View, *, shift_mm: tuple[float, float] = (0.0, 0.0), turn_deg: float = 0.0,
    table: tuple[int, int, int] = TABLE, wood: tuple[int, int, int] = WOOD,
) -> Frame:  # fmt: skip
    """Draw the board as a view's camera sees it after it was shifted and turned on the table."""
    flat = _flat(view.board, table, wood)
    camera_ = view.camera
    columns, rows = np.meshgrid(
        np.arange(camera_.width_px) + 0.5, np.arange(camera_.height_px) + 0.5
    )
    plane = camera_.on_plane(np.stack([columns.ravel(), rows.ravel()], axis=1)) - shift_mm
    angle = np.radians(-turn_deg)
    x = np.cos(angle) * plane[:, 0] - np.sin(angle) * plane[:, 1]
    y = np.sin(angle) * plane[:, 0] + np.cos(angle) * plane[:, 1]
    shape = columns.shape
    picture = cv2.remap(
        flat,
        ((x + HALF_MM) / MM - 0.5).astype(np.float32).reshape(shape),
        ((HALF_MM - y) / MM - 0.5).astype(np.float32).reshape(shape),
        cv2.INTER_LINEAR, borderMode=cv2.BORDER_CONSTANT, borderValue=table,
    )  # fmt: skip
    noise = np.random.default_rng(3).normal(0, 2, picture.shape)
    return np.clip(cv2.GaussianBlur(picture, (0, 0), 0.7) + noise, 0, 255).astype(np.uint8)


def _flat(
    board_: Board, table: tuple[int, int, int], wood: tuple[int, int, int]
) -> NDArray[np.uint8]:
    n = round(2 * HALF_MM / MM)
    flat = np.full((n, n, 3), table, dtype=np.uint8)
    low, high = (round((HALF_MM + s * board_.side_mm / 2) / MM) for s in (-1, 1))
    flat[low:high, low:high] = wood
    for place in board_.of_kind("start", "dice"):
        _disc(flat, place.x_mm, place.y_mm, place.radius_mm, FELT)
    for place in board_.fields:
        _disc(flat, place.x_mm, place.y_mm, place.radius_mm, SHADE)
        _disc(flat, place.x_mm + 1.2, place.y_mm - 1.2, place.radius_mm - 2.0, LIGHT)
    return flat


def _disc(
    flat: NDArray[np.uint8], x: float, y: float, radius: float, colour: tuple[int, int, int]
) -> None:
    centre = (round(((HALF_MM + x) / MM - 0.5) * 16), round(((HALF_MM - y) / MM - 0.5) * 16))
    cv2.circle(flat, centre, round(radius / MM * 16), colour, -1, cv2.LINE_AA, 4)
