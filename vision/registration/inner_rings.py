"""The inner and the target ring of a board whose outer ring and square are known, and with them the variant.

The target fields' radius and spacing differ from board to board, and Memory's plate has twice as many. All
of it is symmetric about the board's diagonals, so the map of spots is folded eightfold and what all copies
have counts.
"""

from dataclasses import dataclass

import numpy as np

from referee.board import Board, Variant
from vision.camera import Points
from vision.registration.top_view import TopView, on_ground

# Radii over the outer ring's: the inner ring has 0.78 to 0.87, the target ring 0.55 to 0.625 on boards seen.
_INNER_MIN, _INNER_MAX = 0.70, 0.92
_TARGET_MIN, _TARGET_MAX = 0.50, 0.68
# The dice area's is 0.387 to 0.47 of it.
_DICE_MIN, _DICE_MAX = 0.35, 0.50
# Target fields are 20 to 45 degrees apart, on Memory's plate about 20.
_STEP_MIN_DEG, _STEP_MAX_DEG = 18.0, 45.0
_MEMORY_STEP_MIN_DEG, _MEMORY_STEP_MAX_DEG = 18.0, 25.0
# Where the inner ring's fields lie, from the diagonal.
_INNER_DEG = (0.0, 11.25, 22.5, 33.75, 45.0)
# Sixteen fields explain the target ring if all of them are about as clear as the clearest eight.
_MEMORY_PART = 0.6


def with_inner_rings(
    board: Board, top: TopView, spots: TopView, eye_mm: Points, variant: Variant | None
) -> Board:
    """Return the board with the rings and the dice area found in a view from above and the spots in it.

    A variant of None is found out.

    ``eye_mm`` (3,) is where the camera stands: Memory's target ring lies higher than the plane and shows
    shifted.
    """
    outer_mm = board.ring("outer").radius_mm
    flat = _Folded(spots, outer_mm, eye_mm, 0.0)
    raised = _Folded(spots, outer_mm, eye_mm, board.overlay.height_mm)
    inner = flat.best(_INNER_MIN * outer_mm, _INNER_MAX * outer_mm, [_INNER_DEG])
    low, high = _TARGET_MIN * outer_mm, _TARGET_MAX * outer_mm
    base = flat.best(low, high, _steps(_STEP_MIN_DEG, _STEP_MAX_DEG, (0.5,)))
    memory = raised.best(low, high, _steps(_MEMORY_STEP_MIN_DEG, _MEMORY_STEP_MAX_DEG, (0.5, 1.5)))
    if variant is None:
        variant = Variant.MEMORY if memory.strength > _MEMORY_PART * base.strength else Variant.BASE
    target = memory if variant is Variant.MEMORY else base
    board = board.with_variant(variant).with_ring("inner", radius_mm=inner.radius_mm)
    board = board.with_ring(
        "target", radius_mm=target.radius_mm, step_deg=-2 * target.angles_deg[0]
    )
    return board.with_disc("dice", radius_mm=_dice_radius_mm(top, outer_mm))


def _dice_radius_mm(top: TopView, outer_mm: float) -> float:
    """Return the radius at which the picture changes all round: the median change over the directions
    counts.
    """
    radius = np.arange(_DICE_MIN * outer_mm, _DICE_MAX * outer_mm)
    angle = np.radians(np.arange(0, 360, 3))
    ray = np.stack([np.cos(angle), np.sin(angle)], axis=-1)
    values = top.sample(radius[:, None] * ray[:, None, :])
    change = np.abs(values[:, 3:] - values[:, :-3])
    strength = np.median(change, axis=0)
    return float(radius[int(strength.argmax())] + 1.5)


def _steps(low: float, high: float, multiples: tuple[float, ...]) -> list[tuple[float, ...]]:
    return [tuple(step * m for m in multiples) for step in np.arange(low, high + 0.1, 0.5)]


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
        self.radii = np.arange(
            _TARGET_MIN * outer_mm - 3, _INNER_MAX * outer_mm + 3, self.RADIUS_MM
        )
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
