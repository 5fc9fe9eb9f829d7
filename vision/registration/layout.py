"""What lies round a found outer ring: how the square is turned, its size, and the inner and target rings.

The ring alone leaves open which of its 64 fields is O0. The square's sides settle it up to quarter turns, the
inner ring's holes, which lie beside every second outer one, must agree, and the target fields are symmetric
about the diagonals. All of it is looked for in the view from above, where circles are circles.
"""

from dataclasses import dataclass

import cv2
import numpy as np

from referee.board import Board, Variant, corner_to_board
from vision.camera import Points
from vision.registration.holes import Grey
from vision.registration.ring import FIELDS
from vision.registration.top_view import TopView

QUARTER = FIELDS // 4

# Half the side over the outer ring's radius: 1.167 to 1.25 on boards seen.
SIDE_MIN, SIDE_MAX = 1.10, 1.34
# The inner ring's radius over the outer one's: 0.78 to 0.87 seen.
INNER_MIN, INNER_MAX = 0.70, 0.92
# The target ring's: 0.55 to 0.625 seen; its fields are 20 to 45 degrees apart, on Memory's plate about 20.
TARGET_MIN, TARGET_MAX = 0.50, 0.68
STEP_MIN_DEG, STEP_MAX_DEG = 18.0, 45.0
MEMORY_STEP_MIN_DEG, MEMORY_STEP_MAX_DEG = 18.0, 25.0
# Boards outside this range are not seen; sides there must be clearer, by this much for each unit beyond.
SIDE_USUAL, SIDE_UNUSUAL = (1.15, 1.27), 3.0
# A contrast of this much (logarithm a pixel of 2 mm) is a full edge: stronger ones say no more.
_FULL_EDGE = 0.08
# Edges are averaged along this many pixels before their strength is taken, and compared with those around.
_ALONG, _AROUND = 11, 25
# Start areas: how far beside its place their edge is looked for (mm), the mean contrast over 2 mm round the whole
# edge that is a full disc (felt on wood has 0.05 and more, grain 0.02), and what it counts against the sides.
_DISC_REACH_MM, _FULL_DISC, _DISC_COUNTS = 3.0, 0.045, 0.45
# The sides of each turn that are worth a look at the start areas.
_SIDES_TRIED = 4


@dataclass(frozen=True, slots=True)
class Square:
    """A square round the ring: turned by ``turn`` fields, half a side of ``half_mm``, seen by ``strength``."""

    turn: int
    half_mm: float
    strength: float


def find_squares(top: TopView, board: Board) -> list[Square]:
    """Find squares with start areas in a view laid out for turn 0, for all 16 turns, clearest first."""
    n = top.image.shape[0]
    found = []
    for turn in range(QUARTER):
        centre = ((n - 1) / 2, (n - 1) / 2)
        matrix = cv2.getRotationMatrix2D(centre, -360.0 / FIELDS * turn, 1)
        turned = cv2.warpAffine(top.image, matrix, (n, n), borderMode=cv2.BORDER_REPLICATE)
        upright = TopView(np.asarray(turned, dtype=np.float32), top.mm)
        found += [Square(turn, half, strength) for strength, half in _sides(upright, board)]
    return sorted(found, key=lambda square: square.strength, reverse=True)


def _sides(top: TopView, board: Board) -> list[tuple[float, float]]:
    """Return how clear upright squares with start areas are, and half their sides in mm."""
    radius = board.ring("outer").radius_mm
    strength = _side_strength(top.image, radius / top.mm)
    half = (np.arange(len(strength)) + 0.5) * top.mm
    ratio = half / radius
    strength -= SIDE_UNUSUAL * np.maximum(
        0, np.maximum(SIDE_USUAL[0] - ratio, ratio - SIDE_USUAL[1])
    )
    inside = (ratio[1:-1] >= SIDE_MIN) & (ratio[1:-1] <= SIDE_MAX)
    peak = inside & (strength[1:-1] >= strength[:-2]) & (strength[1:-1] >= strength[2:])
    peaks = np.flatnonzero(peak) + 1
    tried = peaks[np.argsort(-strength[peaks])[:_SIDES_TRIED]]
    return [
        (float(strength[i]) + _DISC_COUNTS * _disc_strength(top, board, half[i]), float(half[i]))
        for i in tried
    ]


def _disc_strength(top: TopView, board: Board, half_mm: float) -> float:
    """Return how clearly round start areas show where a board of this size has them (0..1)."""
    start = next((c for c in board.corners if c.kind == "start"), None)
    if start is None:
        return 0.0
    grow = 2 * half_mm / board.side_mm
    angle = np.radians(np.arange(0, 360, 6))
    ray = np.stack([np.cos(angle), np.sin(angle)], axis=1)
    across = start.radius_mm * grow + np.arange(-_DISC_REACH_MM - 1, _DISC_REACH_MM + 1.1)
    around = across[:, None, None] * ray
    middles = [corner_to_board(seat, *start.points_mm[0]) for seat in range(board.seats)]
    grid = np.array(middles)[:, None, None, :] * grow + around
    profile = top.sample(grid).mean(axis=2)
    contrast = np.abs(profile[:, 2:] - profile[:, :-2]).max(axis=1)
    clear = np.minimum(np.sort(contrast)[1:] / _FULL_DISC, 1.0)
    return float(clear.mean())


def _side_strength(image: Grey, radius_px: float) -> Points:
    """Return by distance from the centre (pixels) how strong the sides of an upright square are there.

    The weakest of the four sides does not count: it may be covered or outside the picture.
    """
    n = image.shape[0]
    low, high = int(n / 2 - radius_px), int(n / 2 + radius_px)
    sides = []
    for across in (image, np.ascontiguousarray(image.T)):
        gradient = cv2.Sobel(cv2.GaussianBlur(across, (0, 0), 0.8), cv2.CV_32F, 1, 0, ksize=3) / 8
        edge = np.minimum(np.abs(cv2.blur(gradient, (1, _ALONG))), _FULL_EDGE) / _FULL_EDGE
        profile = edge[low:high].mean(axis=0)
        sides += [profile[: n // 2][::-1], profile[n // 2 :]]
    profiles = np.array(sides, dtype=np.float32)
    clear = profiles - cv2.blur(profiles, (_AROUND, 1))
    near = np.maximum(clear, np.maximum(np.roll(clear, 1, axis=1), np.roll(clear, -1, axis=1)))
    return np.sort(near, axis=0)[1:].mean(axis=0)


@dataclass(frozen=True, slots=True)
class Rings:
    """The rings found inside the outer one (radii as they show in the plane z = 0) and how clear they are."""

    variant: Variant
    inner_mm: float
    target_mm: float
    step_deg: float
    inner_strength: float
    target_strength: float


def find_rings_inside(
    spots: TopView, eye_mm: Points, board: Board, variant: Variant | None
) -> Rings:
    """Find inner and target rings in a map of spots seen from above; a variant of None is found out.

    ``eye_mm`` (3,) is where the camera stands: Memory's target ring lies higher than the plane and shows shifted.
    """
    outer_mm = board.ring("outer").radius_mm
    flat = _Folded(spots, outer_mm, eye_mm, 0.0)
    raised = _Folded(spots, outer_mm, eye_mm, board.overlay.height_mm)
    inner = flat.best(INNER_MIN * outer_mm, INNER_MAX * outer_mm, [_INNER_DEG])
    low, high = TARGET_MIN * outer_mm, TARGET_MAX * outer_mm
    base = flat.best(low, high, _steps(STEP_MIN_DEG, STEP_MAX_DEG, (0.5,)))
    memory = raised.best(low, high, _steps(MEMORY_STEP_MIN_DEG, MEMORY_STEP_MAX_DEG, (0.5, 1.5)))
    if variant is None:
        variant = Variant.MEMORY if memory.strength > _MEMORY_PART * base.strength else Variant.BASE
    target = memory if variant is Variant.MEMORY else base
    return Rings(
        variant, inner.radius_mm, target.radius_mm, 2 * target.angles_deg[0],
        inner.strength, target.strength,
    )  # fmt: skip


def _steps(low: float, high: float, multiples: tuple[float, ...]) -> list[tuple[float, ...]]:
    return [tuple(step * m for m in multiples) for step in np.arange(low, high + 0.1, 0.5)]


# Where the inner ring's fields lie, from the diagonal.
_INNER_DEG = (0.0, 11.25, 22.5, 33.75, 45.0)
# Sixteen fields explain the target ring if all of them are about as clear as the clearest eight.
_MEMORY_PART = 0.6


@dataclass(frozen=True, slots=True)
class _Circle:
    radius_mm: float
    angles_deg: tuple[float, ...]
    strength: float


class _Folded:
    """A map of spots folded eightfold about the square's axes: what all eight copies show alike."""

    STEP_DEG = 0.25
    RADIUS_MM = 1.0

    def __init__(self, spots: TopView, outer_mm: float, eye_mm: Points, height_mm: float) -> None:
        self.radii = np.arange(TARGET_MIN * outer_mm - 3, INNER_MAX * outer_mm + 3, self.RADIUS_MM)
        from_diagonal = np.arange(0, 45 + self.STEP_DEG / 2, self.STEP_DEG)
        angles = np.stack([
            45 + 90 * quarter + sign * from_diagonal for quarter in range(4) for sign in (1, -1)
        ])  # fmt: skip
        angle, radius = np.meshgrid(np.radians(angles.ravel()), self.radii)
        points = np.stack([radius * np.cos(angle), radius * np.sin(angle)], axis=-1)
        values = spots.sample(on_ground(points, height_mm, eye_mm))
        copies = np.maximum(values, 0).reshape(len(self.radii), 8, -1)
        self.map = np.sort(copies, axis=1)[:, 1:7].mean(axis=1)

    def best(self, low_mm: float, high_mm: float, patterns: list[tuple[float, ...]]) -> _Circle:
        """Return the circle and angles from the diagonal that show the clearest spots."""
        inside = (self.radii >= low_mm) & (self.radii <= high_mm)
        rows, radii = self.map[inside], self.radii[inside]
        usual = float(self.map.mean()) + 1e-9
        found = []
        for angles in patterns:
            columns = [round(a / self.STEP_DEG) for a in angles]
            strength = rows[:, columns].min(axis=1) * 0.5 + rows[:, columns].mean(axis=1) * 0.5
            at = int(strength.argmax())
            found.append(_Circle(float(radii[at]), angles, float(strength[at]) / usual))
        return max(found, key=lambda circle: circle.strength)


def on_ground(points_mm: Points, height_mm: float | Points, eye_mm: Points) -> Points:
    """Return where points (..., 2) at a height show in the plane z = 0 to an eye at ``eye_mm`` (3,)."""
    stretch = eye_mm[2] / (eye_mm[2] - height_mm)
    return np.asarray(eye_mm[:2] + (points_mm - eye_mm[:2]) * stretch)
