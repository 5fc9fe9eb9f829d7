"""The outline of an upper face: how large the die is and how well its four sides are seen."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.dice.area import Field, Window
from vision.dice.laid import Complex
from vision.frame import Frame

# The outline is looked for between these half sides; dice are made from 13 to 21 mm.
_NEAREST_MM, _FARTHEST_MM, _STEP_MM = 6.5, 11.25, 0.25
# Half the part of a side that counts: its ends are round. Half as many steps did as well on 173 photographs.
_ALONG_MM, _ALONG_STEP_MM = 5.5, 1.1
# How far the outline's middle may lie from the mark's, in steps, and what each square step costs.
_OFFSETS, _OFF_COST = 4, 0.01
# Steps are measured in grey values, in dark places in proportion: of the logarithm above ``_DARK``.
# One of ``_NOISE`` a millimetre is as much as the floor's own roughness.
_DARK, _NOISE = 60.0, 2.0
# Marks are drawn in proportion to their die: the die seen under them differs by this much (log, one sigma).
_MARK_TO_DIE, _MARK_SIGMA = 1.01, 0.07

# Half sides in steps; a line holds these to either side, and some more to soften steps with.
_SPAN = np.arange(round(_NEAREST_MM / _STEP_MM), round(_FARTHEST_MM / _STEP_MM) + 1)
_SIZE = 2 * round((_FARTHEST_MM + 3 * _STEP_MM) / _STEP_MM) + 1
_ROWS = 2 * round(_ALONG_MM / _ALONG_STEP_MM) + 1
_SUM = np.ones(_ROWS, np.float32)
# Where in a mark's two lines the steps at each distance to its right, above, left and below are.
_OUTER, _INNER = _SIZE // 2 + _SPAN, _SIZE // 2 - _SPAN
_AROUND = np.stack([_OUTER, _SIZE + _INNER, _INNER, _SIZE + _OUTER])
# Where a mark's bands have their pixels, right and down of its middle in millimetres: (2 _ROWS _SIZE,) the
# one that runs to the right, then the one that runs down.
_AHEAD = (np.arange(_SIZE) - _SIZE // 2) * _STEP_MM
_BESIDE = (np.arange(_ROWS) - _ROWS // 2)[:, None] * _ALONG_STEP_MM
BANDS: Complex = (
    np.stack([_AHEAD + 1j * _BESIDE, _BESIDE + 1j * _AHEAD]).ravel().astype(np.complex64)
)
# Every half side that leaves room for the offsets, each offset beside it, what that costs, and the edges.
_HERE = np.arange(_OFFSETS, len(_SPAN) - _OFFSETS)
_OFF = np.arange(-_OFFSETS, _OFFSETS + 1)[:, None]
_NEAR, _FAR = _HERE + _OFF, _HERE - _OFF
_OFF_COSTS = (_OFF_COST * _OFF * _OFF).astype(np.float32)
_EDGES_MM = 2 * (_NEAREST_MM + _HERE * _STEP_MM)
_LOG_EDGES = np.log(_EDGES_MM / _MARK_TO_DIE)

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
    return outlines_at(bare, window, [(x_mm, y_mm, turn_deg, mark_mm)])[0]


def outlines_at(
    bare: Frame, window: Window, marks: Sequence[tuple[float, float, float, float]]
) -> list[Outline]:
    """Fit outlines to some marks as `outline` does: where each lies, its turn and its die's edge."""
    at = np.array([complex(*window.to_px(x_mm, y_mm)) for x_mm, y_mm, *_ in marks])
    turns = np.exp(-1j * np.radians([turn_deg for *_, turn_deg, _ in marks]))
    shown = at[:, None] + (turns * window.px_per_mm)[:, None] * BANDS
    bands = cv2.remap(
        bare, shown.real.astype(np.float32), shown.imag.astype(np.float32),
        cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE,
    )  # fmt: skip
    edges_mm = np.array([mark_mm for *_, mark_mm in marks])
    return outlines(bands.astype(np.uint8, copy=False), edges_mm)


def outlines(
    bands: Frame, marks_mm: NDArray[np.floating[Any]], *, soft: bool = False
) -> list[Outline]:
    """Fit outlines as `outline` does to marks of which ``bands`` (k, n, 3) show what is at `BANDS`.

    ``marks_mm`` (k,) are the dice's edges by the marks; ``soft`` says that the bands are of a picture at half
    the size, 1 px/mm, whose steps are spread already.
    """
    # Sums of whole numbers are exact.
    lines = _SUM @ bands.reshape(2 * len(bands), _ROWS, -1).astype(np.float32) / np.float32(_ROWS)
    seen = _steps(lines.reshape(-1, _SIZE, 3), soft)
    steps = np.log1p(_profiles(seen) / np.float32(_NOISE))
    offsets, pairs = _best_pairs(steps[:, :2], steps[:, 2:])
    support = pairs.sum(axis=1)
    unlikely = np.square((_LOG_EDGES - np.log(marks_mm)[:, None]) / _MARK_SIGMA) / 2
    best = np.argmax(support - unlikely, axis=1)
    return [
        _fitted(steps[i], offsets[i, :, k], k, float(support[i, k] - unlikely[i, k]))
        for i, k in enumerate(best)
    ]


def _fitted(steps: Profile, offset: NDArray[np.intp], k: int, support: float) -> Outline:
    """Return the outline that is the ``k``-th in size, of one mark's steps (4, n)."""
    at, right, up = k + _OFFSETS, int(offset[0]), int(offset[1])
    sides = sorted(
        float(steps[i, at + d]) for i, d in enumerate((right, up, -right, -up))
    )  # fmt: skip
    return Outline(
        die_mm=float(_EDGES_MM[k]), right_mm=right * _STEP_MM, up_mm=up * _STEP_MM,
        support=support, weakest=(sides[0], sides[1]),
    )  # fmt: skip


def _best_pairs(near: Profile, far: Profile) -> tuple[NDArray[np.intp], Profile]:
    """Return for every half side the middle's best offset for opposite sides (k, 2, n), and how good."""
    pairs = near.take(_NEAR, axis=2) + far.take(_FAR, axis=2) - _OFF_COSTS
    return np.argmax(pairs, axis=2) - _OFFSETS, pairs.max(axis=2)


def _profiles(steps: Field) -> Profile:
    """Return steps (2 k, _SIZE) of lines at each distance (k, 4, n): right, up, left and down of the mark."""
    return steps.reshape(-1, 2 * _SIZE).take(_AROUND, axis=1)


def _steps(lines: Field, soft: bool) -> Field:
    """Return the steps of the strongest channel along lines (m, n, 3), grey values a millimetre, (m, n)."""
    logarithms = np.log1p(lines / np.float32(_DARK))
    if not soft:
        logarithms = cv2.GaussianBlur(logarithms, (9, 1), 1.5)
    steps = np.zeros(lines.shape[:2], np.float32)
    blue, green, red = cv2.split(cv2.absdiff(logarithms[:, 2:], logarithms[:, :-2]))
    steps[:, 1:-1] = cv2.max(cv2.max(blue, green), red)
    return steps * np.float32(_DARK / 2 / _STEP_MM)
