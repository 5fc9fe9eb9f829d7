"""The outline of an upper face: how large the die is and how well its four sides are seen."""

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.dice.area import Field, Window
from vision.frame import Frame

# The outline is looked for between these half sides; dice are made from 13 to 21 mm.
_NEAREST_MM, _FARTHEST_MM, _STEP_MM = 6.5, 11.25, 0.25
# Half the part of a side that counts: its ends are round.
_ALONG_MM, _ALONG_STEP_MM = 5.5, 0.5
# How far the outline's middle may lie from the mark's, in steps, and what each square step costs.
_OFFSETS, _OFF_COST = 4, 0.01
# Steps are measured in grey values, in dark places in proportion: of the logarithm above ``_DARK``.
# One of ``_NOISE`` a millimetre is as much as the floor's own roughness.
_DARK, _NOISE = 60.0, 2.0
# Marks are drawn in proportion to their die: the die seen under them differs by this much (log, one sigma).
_MARK_TO_DIE, _MARK_SIGMA = 1.01, 0.07

Profile = NDArray[np.float32]


@dataclass(frozen=True, slots=True)
class Outline:
    """An upper face's outline: its edge, its middle's distance from the mark's, how clear its sides are.

    ``support`` sums up the four sides: 4 where they are hardly seen, 10 and more where they are clear;
    ``weakest`` are the logarithmic steps of the two weakest sides.
    """

    die_mm: float
    right_mm: float
    up_mm: float
    support: float
    weakest: tuple[float, float]


def outline(
    bare: Frame, window: Window, x_mm: float, y_mm: float, turn_deg: float, mark_mm: float
) -> Outline:
    """Fit a square of known turn to the steps of colour round a mark in a picture without marks.

    ``mark_mm`` is the die's edge as the mark's own size has it.
    """
    steps = np.log1p(_profiles(bare, window, x_mm, y_mm, turn_deg) / _NOISE)
    dx, across = _best_pair(steps[0], steps[2])
    dy, down = _best_pair(steps[1], steps[3])
    support = across + down
    edges = 2 * (_NEAREST_MM + (np.arange(len(support)) + _OFFSETS) * _STEP_MM)
    unlikely = (np.log(edges / (mark_mm * _MARK_TO_DIE)) / _MARK_SIGMA) ** 2 / 2
    k = int(np.argmax(support - unlikely))
    at, right, up = k + _OFFSETS, int(dx[k]), int(dy[k])
    sides = sorted(
        float(steps[i, at + d]) for i, d in enumerate((right, up, -right, -up))
    )  # fmt: skip
    return Outline(
        die_mm=float(edges[k]), right_mm=right * _STEP_MM, up_mm=up * _STEP_MM,
        support=float(support[k] - unlikely[k]), weakest=(sides[0], sides[1]),
    )  # fmt: skip


def _best_pair(near: Profile, far: Profile) -> tuple[NDArray[np.intp], Profile]:
    """Return for every half side the best offset of the middle for two opposite sides, and how good."""
    here = np.arange(_OFFSETS, len(near) - _OFFSETS)
    off = np.arange(-_OFFSETS, _OFFSETS + 1)[:, None]
    pairs = near[here + off] + far[here - off] - (_OFF_COST * off * off).astype(np.float32)
    return np.argmax(pairs, axis=0) - _OFFSETS, pairs.max(axis=0)


def _profiles(bare: Frame, window: Window, x_mm: float, y_mm: float, turn_deg: float) -> Profile:
    """Return the step of colour (4, n) at each distance: to the right, up, left and down of the mark."""
    reach = _FARTHEST_MM + 3 * _STEP_MM
    size, middle = 2 * round(reach / _STEP_MM) + 1, round(reach / _STEP_MM)
    turn, k = np.radians(turn_deg), window.px_per_mm
    right = np.array([np.cos(turn), -np.sin(turn)]) * k
    down = np.array([np.sin(turn), np.cos(turn)]) * k
    at = np.array(window.to_px(x_mm, y_mm))
    across = _band(bare, at, right * _STEP_MM, down * _ALONG_STEP_MM, size).mean(axis=0)
    below = _band(bare, at, down * _STEP_MM, right * _ALONG_STEP_MM, size).mean(axis=0)
    steps = _steps(np.stack([across, below]))
    span = np.arange(round(_NEAREST_MM / _STEP_MM), round(_FARTHEST_MM / _STEP_MM) + 1)
    return np.stack([
        steps[0, middle + span], steps[1, middle - span],
        steps[0, middle - span], steps[1, middle + span],
    ])  # fmt: skip


def _band(
    picture: Frame, at: NDArray[np.float64], ahead: NDArray[np.float64],
    beside: NDArray[np.float64], size: int,
) -> Frame:  # fmt: skip
    """Cut a band (rows, size, 3) through a pixel out of a picture: columns ``ahead``, rows ``beside``."""
    rows = 2 * round(_ALONG_MM / _ALONG_STEP_MM) + 1
    matrix = np.column_stack([ahead, beside, at - ahead * (size // 2) - beside * (rows // 2)])
    band = cv2.warpAffine(
        picture, matrix, (size, rows), flags=cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP,
        borderMode=cv2.BORDER_REPLICATE,
    )  # fmt: skip
    return band.astype(np.uint8, copy=False)


def _steps(lines: NDArray[np.float64]) -> Field:
    """Return the steps of the strongest channel along lines (m, n, 3), grey values a millimetre, (m, n)."""
    bright = np.log1p(lines.astype(np.float32) / _DARK) * _DARK
    soft = cv2.GaussianBlur(bright, (9, 1), 1.5)
    steps: Field = np.abs(np.gradient(soft, axis=1)).max(axis=2) / np.float32(_STEP_MM)
    return steps
