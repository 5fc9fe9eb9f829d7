"""Aiming a camera before anything is learned: where the board lies in the picture, and what would help.

Advice is for somebody on a ladder: one thing at a time, the first that stands in the way of the others.
"""

from collections.abc import Sequence
from enum import StrEnum

import cv2
import numpy as np

from referee.board import Board
from vision.errors import NoBoardError
from vision.frame import Frame
from vision.registration import register

# Found in 0.7 s on a PC from pictures of this width, whose places are then some five pixels across.
_SEARCHED_PX = 800
# Pictures are compared at this width; a hand above a calm board moves none of it by this much.
_COMPARED_PX = 192
_STILL_PX = 0.8
# The tenth part of the picture that is brightest: 110 to 216 of 255 in photographs of sixteen tables, half of
# them in the evening. At half that, balls of dark colours drown in the camera's noise.
_LIGHT_LEAST = 70
# Most of the picture at the end of its scale: no colour is left in it.
_WHITE, _WHITE_MOST = 250, 0.35
# Photographs with known rates show the board's shorter sides as 0.55 of the picture's height and more.
_SIDE_LEAST = 0.42
# How far opposite sides may differ: from a slope of 45 degrees balls hide the fields behind them.
_SLANT_MOST = 1.9

Corners = Sequence[tuple[float, float]]
"""The board's four corners in order round it, 0..1 of the picture's width and height; empty: no board."""


class Hint(StrEnum):
    """What would help the camera to see the board."""

    HOLD_STILL = "hold-still"
    TOO_DARK = "too-dark"
    TOO_BRIGHT = "too-bright"
    NO_BOARD = "no-board"
    CUT_OFF = "cut-off"
    LOWER = "lower"
    STEEPER = "steeper"


def small_grey(frame: Frame) -> Frame:
    """Return a BGR (h, w, 3) or grey picture as a small grey one, to compare the next one with."""
    grey = cv2.cvtColor(frame, cv2.COLOR_BGR2GRAY) if frame.ndim == 3 else frame
    height = max(round(grey.shape[0] * _COMPARED_PX / grey.shape[1]), 1)
    small = cv2.resize(grey, (_COMPARED_PX, height), interpolation=cv2.INTER_AREA)
    return small.astype(np.uint8)


def find_corners(frame: Frame, board: Board) -> Corners:
    """Return where the board's corners lie, also outside a picture that cuts some of them off."""
    scale = min(_SEARCHED_PX / frame.shape[1], 1.0)
    small = cv2.resize(frame, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)
    try:
        view = register(small.astype(np.uint8), board, thorough=False).view
    except NoBoardError:
        return ()
    half_mm = view.board.side_mm / 2
    corners_mm = np.array([(x, y, 0.0) for x, y in ((-1, -1), (-1, 1), (1, 1), (1, -1))])
    pixels = view.camera.project(corners_mm * half_mm)
    return [(float(x) / small.shape[1], float(y) / small.shape[0]) for x, y in pixels]


def is_moving(small: Frame, before: Frame) -> bool:
    """Tell whether the camera moved between two pictures (from `small_grey`)."""
    if before.shape != small.shape:
        return True
    window = cv2.createHanningWindow((small.shape[1], small.shape[0]), cv2.CV_32F)
    (dx, dy), _ = cv2.phaseCorrelate(before.astype(np.float32), small.astype(np.float32), window)
    return float(np.hypot(dx, dy)) > _STILL_PX


def light_hint(small: Frame) -> Hint | None:
    """Return what is wrong with the light of a picture (from `small_grey`), or None."""
    if np.percentile(small, 90) < _LIGHT_LEAST:
        return Hint.TOO_DARK
    return Hint.TOO_BRIGHT if np.mean(small >= _WHITE) > _WHITE_MOST else None


def aim_hint(corners: Corners, aspect: float) -> Hint | None:
    """Return what is wrong with how a board lies in a picture of this width by height, or None."""
    if not corners:
        return Hint.NO_BOARD
    if any(not 0 <= x <= 1 or not 0 <= y <= 1 for x, y in corners):
        return Hint.CUT_OFF
    points = np.array([(x * aspect, y) for x, y in corners])
    sides = np.linalg.norm(points - np.roll(points, -1, axis=0), axis=1)
    if sides.min() < _SIDE_LEAST:
        return Hint.LOWER
    return Hint.STEEPER if sides.max() > _SLANT_MOST * sides.min() else None
