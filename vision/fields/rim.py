"""Hands that only reach in over the board's edge: seen where the table beside it is hidden, too.

Finger tips over the edge hide few cells of the board. But from there on everything outwards is hidden. What
lies across the edge is kept of the calibrating picture, as cloths, mugs and shadows vary from table to table.
"""

from dataclasses import dataclass, replace
from functools import lru_cache
from math import dist

import cv2
import numpy as np

from vision.fields.cells import CELLS, cells_at
from vision.fields.covers import Covers
from vision.fields.patches import Floats
from vision.fields.profile import OPPONENT, log_values, middles
from vision.fields.top_view import TopAxes
from vision.scales import Halved, Scales
from vision.view import View

# Places along each side, of so many samples each; how far inside and outside the edge they are looked at. The
# edge itself is rounded, and lies a millimetre or two beside where it was when somebody leans on the table.
PLACES, SAMPLES_EACH = 40, 3
INSIDE_MM, OUTSIDE_MM = (11.0, 5.0), (5.0, 12.0, 20.0)
# By how much a tone (opponent log ratio to the board's wood) must change in colour, or be lighter, inside and
# outside. Of 1,197 painted pictures with a calibration (92 tables) the hands' errors were 36 without this, 14
# with it, and as many to 16 with 0.15 to 0.2 inside and 0.2 to 0.3 outside.
CHANGED = np.array([0.2, 0.2, 0.25, 0.25, 0.25], dtype=np.float32)
# One of the distances outside: whatever hides the table hides it there, too.
_BEYOND = slice(2, 3)
# Colours vary by less than light does; a shadow is darker by less than this.
_COLOUR, _SHADOW = np.float32(1.5), np.float32(0.5)
# A side most of whose wood changed by this lies in another light than in the calibrating picture: it tells no
# more. After a lamp was switched 39 places of one side had changed (15 photographs).
STEADY = 0.1
# A place whose wood was so unlike that of the other sides in the calibrating picture may have been under
# a finger then; and if more places than this change at once, then the table did. Hands had 17 at most.
UNLIKE, MOST = 0.4, 24
# Where a corner has moved by this part of the side since, another piece of the table lies beside the board.
FARTHEST = 0.005
_CORNERS = np.array([[1.0, 1.0, 0.0], [-1.0, 1.0, 0.0], [-1.0, -1.0, 0.0], [1.0, -1.0, 0.0]])
# Tones are kept as two digits, 1 to 99, in these steps from this one on; 0 is not seen.
_STEP, _LOWEST, _DIGITS = 0.06, -4.2, 2


@dataclass(frozen=True)
class Rim:
    """Where the places across the edge lie, side by side: ``samples`` of each in the frame, ``shown`` in it.

    ``beyond``: the samples at one distance outside; ``shown``: (4 * PLACES,) bool; ``row`` and ``column``:
    (4 * PLACES,), the cells at the edge there; ``corners_px``: (4, 2), where the board's corners lie in the
    frame.
    """

    samples: Halved
    beyond: Halved
    shown: np.ndarray
    row: np.ndarray
    column: np.ndarray
    corners_px: Floats


def lay_rim(view: View, axes: TopAxes) -> Rim:
    """Prepare a view."""
    half = view.board.side_mm / 2
    off = half + np.array([*(-mm for mm in INSIDE_MM), *OUTSIDE_MM])
    count = PLACES * SAMPLES_EACH
    along = ((np.arange(count) + 0.5) / count * 2 - 1) * half
    sides = []
    for quarter in range(4):
        normal = np.array([np.cos(np.pi / 2 * quarter), np.sin(np.pi / 2 * quarter)])
        tangent = np.array([-normal[1], normal[0]])
        sides.append(along[:, None, None] * tangent + off[:, None] * normal)
    points = np.concatenate(sides)
    flat = np.concatenate([points.reshape(-1, 2), np.zeros((points.size // 2, 1))], axis=1)
    pixels = view.camera.project(flat).reshape(points.shape)
    size = np.array([view.camera.width_px, view.camera.height_px])
    inside = ((pixels > 2) & (pixels < size - 2)).all(axis=-1)
    middles = points[SAMPLES_EACH // 2 :: SAMPLES_EACH, 0]
    at = cells_at(middles[:, 0], middles[:, 1], axes)
    samples = (pixels / 2 - 0.5).astype(np.float32)
    return Rim(
        Halved(samples),
        Halved(samples[:, _BEYOND]),
        np.asarray(inside.reshape(4 * PLACES, -1).all(axis=1)),
        at.row,
        at.column,
        view.camera.project(half * _CORNERS).astype(np.float32),
    )


def tones_at(picture: Scales, samples: Halved, wood: Floats) -> Floats:
    """Return the tones at a rim's samples against the board's wood (3,): (4 * PLACES, n, 3) float32."""
    seen = picture.sample(samples)
    means = cv2.resize(
        seen, (seen.shape[1], seen.shape[0] // SAMPLES_EACH), interpolation=cv2.INTER_AREA
    )
    logs = log_values(np.asarray(means, dtype=np.uint8))
    # One product of two matrices, as numpy would else make one for each place.
    tones = logs.reshape(-1, 3) @ OPPONENT - wood
    return np.asarray(tones.reshape(logs.shape), dtype=np.float32)


def kept(tones: Floats, rim: Rim) -> tuple[str, ...]:
    """Return the tones of a calibrating picture as rows of digits, one for each distance and channel.

    Before them stands a row that says where the board's corners lay, in pixels.
    """
    inside = len(INSIDE_MM)
    sides = tones[:, :inside].reshape(4, PLACES, inside, 3)
    usual = np.median(sides, axis=0).astype(np.float32)
    unlike = _change(sides - usual).max(axis=-1).reshape(-1) > UNLIKE
    level = np.clip(np.rint((tones - _LOWEST) / _STEP), 1, 10**_DIGITS - 1)
    level[unlike | ~rim.shown] = 0
    rows = level.astype(int).reshape(len(level), -1).T
    corners = " ".join(f"{px:.1f}" for px in rim.corners_px.reshape(-1).tolist())
    return (corners, *("".join(f"{n:0{_DIGITS}d}" for n in row) for row in rows.tolist()))


@lru_cache(maxsize=2)
def corners_of(rows: tuple[str, ...]) -> Floats:
    """Return where the board's corners lay, (4, 2) in pixels.

    Raises:
        ValueError: the first row is no such numbers.

    """
    return np.array(rows[0].split(), dtype=np.float32).reshape(4, 2)


def stays(rows: tuple[str, ...], rim: Rim) -> bool:
    """Say whether the board lies where it lay in the calibrating picture that rows were kept of."""
    if not rows:
        return False
    was = corners_of(rows)
    side_px = dist(*was[:2].tolist())
    return float(np.abs(rim.corners_px - was).max()) < FARTHEST * side_px


@lru_cache(maxsize=2)
def tones_of_rows(rows: tuple[str, ...]) -> Floats:
    """Return the tones that were kept as `tones_at` does, not a number where none were.

    Raises:
        ValueError: the rows are no such digits.

    """
    digits = np.frombuffer("".join(rows[1:]).encode("ascii"), dtype=np.uint8).astype(np.float32)
    each = (digits - ord("0")).reshape(-1, 4 * PLACES, _DIGITS)
    level = each @ np.array([10, 1], dtype=np.float32)
    across = len(INSIDE_MM) + len(OUTSIDE_MM)
    tones = level.T.reshape(4 * PLACES, across, 3) * np.float32(_STEP) + np.float32(_LOWEST)
    return np.where(level.T.reshape(tones.shape) > 0, tones, np.float32(np.nan))


def across_changes(
    picture: Scales, rim: Rim, wood: Floats, rows: tuple[str, ...]
) -> tuple[Floats, Floats] | None:
    """Return the tones across the edge, each (4 * PLACES, 5, 3), in a picture and in the calibrating one.

    ``rows`` were kept of the latter. None where the table beside the board did not change, as it mostly has
    not: that is seen at one distance, with a fifth of the samples. None as well where the board has moved.
    """
    if not stays(rows, rim):
        return None
    before = tones_of_rows(rows)
    beyond = _change(tones_at(picture, rim.beyond, wood) - before[:, _BEYOND])
    if not (beyond > CHANGED[_BEYOND]).any():
        return None
    return tones_at(picture, rim.samples, wood), before


def over_rim(covers: Covers, now: Floats, before: Floats, rim: Rim) -> Covers:
    """Return the covers with a hand that reaches in over the edge, if no other one was found.

    ``now`` and ``before``: the tones across the edge (4 * PLACES, 5, 3), in this and the calibrating picture.
    """
    if covers.hand:
        return covers
    changed = now - before
    unlike = (_change(changed) > CHANGED).all(axis=1) & rim.shown
    if not unlike.any():
        return covers
    crossed = unlike & _in_its_light(np.where(np.isnan(changed), np.float32(0), changed))
    if not 0 < np.count_nonzero(crossed) <= MOST:
        return covers
    under = np.zeros((CELLS, CELLS), dtype=np.uint8)
    under[rim.row[crossed], rim.column[crossed]] = 255
    under = np.asarray(cv2.dilate(under, np.ones((3, 3), dtype=np.uint8)))
    return replace(covers, hand=True, under=under)


def cells_beside_changes(now: Floats, before: Floats, rim: Rim) -> np.ndarray:
    """Tell which cells at the edge lie where the table beside it changed, whatever the wood does.

    (CELLS, CELLS) bool; ``now`` and ``before`` as in `over_rim`.
    """
    inside = len(INSIDE_MM)
    outside = _change(now[:, inside:] - before[:, inside:])
    changed = (outside > CHANGED[inside:]).all(axis=1) & rim.shown
    cells = np.zeros((CELLS, CELLS), dtype=bool)
    cells[rim.row[changed], rim.column[changed]] = True
    return cells


def _in_its_light(changed: Floats) -> np.ndarray:
    """Tell which places changed by more than their side, if that lies in the light it lay in: (n,) bool.

    ``changed``: by how much their tones did, (4 * PLACES, 5, 3).
    """
    sides = changed.reshape(4, PLACES, -1, 3)
    usual = middles(sides.swapaxes(0, 1))[:, None]
    beside = _change(sides - usual)
    inside = _change(sides[:, :, : len(INSIDE_MM)])
    steady = middles(inside.swapaxes(0, 1)).max(axis=1) < STEADY
    return np.asarray(((beside > CHANGED).all(axis=2) & steady[:, None]).reshape(-1))


def _change(tones: Floats) -> Floats:
    """Return how much tones (..., 3) differ from what was there, in colour or in light that is no shadow."""
    light, red, blue = tones[..., 0], tones[..., 1], tones[..., 2]
    colour = np.sqrt(red * red + blue * blue) * _COLOUR
    return np.asarray(np.maximum(colour, np.maximum(light, -light - _SHADOW)))
