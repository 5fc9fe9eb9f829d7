"""Where an upper face may lie round a spot: its four sides and its mark looked for together.

The turn is known from the directions of the steps (`Surroundings.turns`), so that only place and size are
left; every place and size is scored by how clear the four sides of a square are there and how well some
face's mark fits inside.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.dice.area import Field
from vision.dice.bank import REACH, weights
from vision.dice.locate import Pose, coarse_bank, distinct
from vision.dice.surroundings import Surroundings


@dataclass(frozen=True)
class PosesConfig:
    """Numbers of the search.

    ``dice_mm``: the edges tried, a twelfth apart, which the refinement closes; ``reach_mm``: how far from
    the spot a middle may lie; ``side_mm``: the part of a side that counts, its ends are round; ``mark``,
    ``evenness``: how much a mark's correlation and the steps inside a face count against the logarithmic
    steps at its sides. On the shared photographs the right pose came first for 87 of 100 dice and among the
    first five for 95, against 69 for marks and 51 for sides alone; weights of half or twice as much did as
    well.
    """

    dice_mm: tuple[float, ...] = (14.0, 15.5, 17.0, 18.5, 20.0)
    reach_mm: float = 5.0
    side_mm: float = 10.0
    mark: float = 40.0
    evenness: float = 2.0
    turns: int = 3
    each: int = 2
    most: int = 12


class MarkFilter:
    """The blurred templates of all faces as filters that slide over marks."""

    def __init__(self) -> None:
        bank = coarse_bank()
        weight = weights(bank.size, bank.fade).ravel()
        self.size = bank.size
        self._weight = weight / weight.sum()
        self._total = float(weight.sum())
        self._filters = np.sqrt(weight)[:, None] * bank.basis
        self._offset = self._filters.sum(axis=0)
        self._rows = np.ascontiguousarray(bank.rows.T)

    def scores(self, window: Field) -> Field:
        """Return the best correlation (n, n) of any face at each place of a window (n + size - 1)²."""
        size = self.size
        views = np.lib.stride_tricks.sliding_window_view(window, (size, size))
        rows = views.reshape(-1, size * size)
        mean = rows @ self._weight
        spread = (rows * rows) @ self._weight - mean * mean
        inner = rows @ self._filters - mean[:, None] * self._offset
        length = np.sqrt(np.maximum(spread * self._total, 1.0))
        best: Field = ((inner @ self._rows).max(axis=1) / length).reshape(views.shape[:2])
        return best


class Sides:
    """The steps along the sides of squares of one turn, at every place round a spot."""

    def __init__(
        self, round_spot: Surroundings, turn_deg: float, noise: float, config: PosesConfig
    ) -> None:
        k = round_spot.window.px_per_mm
        self._k = k
        self._reach = round((config.reach_mm + 1.0) * k)
        size = 2 * (self._reach + round(max(config.dice_mm) / 2 * k)) + 3
        self._middle = size // 2
        x, y = (round_spot.turned(g, turn_deg, 1 / k, size) for g in round_spot.steps)
        turn = np.radians(turn_deg)
        c, s = np.cos(turn), np.sin(turn)
        upright, level = np.abs(c * x - s * y), np.abs(s * x + c * y)
        side = round(config.side_mm * k) | 1
        self._upright = _log(cv2.blur(cv2.dilate(upright, np.ones((1, 3))), (1, side)) / noise)
        self._level = _log(cv2.blur(cv2.dilate(level, np.ones((3, 1))), (side, 1)) / noise)
        self._inside = _log(cv2.blur(upright + level, (side, side)) / (2 * noise))
        self._evenness = config.evenness

    def scores(self, die_mm: float, steps_mm: NDArray[np.float64]) -> Field:
        """Return how clear the sides of a square are, (n, n), at places ``steps_mm`` (n,) from the spot."""
        half = round(die_mm * self._k / 2)
        sides = np.stack([
            self._at(self._upright, -half, 0), self._at(self._upright, half, 0),
            self._at(self._level, 0, -half), self._at(self._level, 0, half),
        ])  # fmt: skip
        inside = self._at(self._inside, 0, 0)
        clear = sides.sum(axis=0) + sides.min(axis=0) - self._evenness * inside
        at = np.round(steps_mm * self._k).astype(np.intp) + self._reach
        scores: Field = clear[np.ix_(at, at)]
        return scores

    def _at(self, steps: Field, dx: int, dy: int) -> Field:
        low, high = self._middle - self._reach, self._middle + self._reach + 1
        return steps[low + dy : high + dy, low + dx : high + dx]


class FaceSearch:
    """Finds poses of upper faces round spots."""

    def __init__(self, config: PosesConfig | None = None) -> None:
        self._config = config or PosesConfig()
        self._filter = mark_filter()

    def poses(
        self, round_spot: Surroundings, noise: float, dice_mm: Sequence[float] = ()
    ) -> list[Pose]:
        """Return the best poses by sides and marks, the best first; scores have no upper bound."""
        c = self._config
        found = []
        for turn in round_spot.turns(noise, c.turns):
            sides = Sides(round_spot, turn, noise, c)
            for die_mm in dice_mm or c.dice_mm:
                grid = _Grid(turn, die_mm, self._filter.size, c.reach_mm)
                score = c.mark * self._marks(round_spot, grid) + sides.scores(die_mm, grid.steps_mm)
                found += grid.best(score, round_spot, c.each)
        return distinct(sorted(found, key=_score, reverse=True), c.most)

    def _marks(self, round_spot: Surroundings, grid: "_Grid") -> Field:
        size = len(grid.steps_mm) + self._filter.size - 1
        window = round_spot.turned(round_spot.marks, grid.turn_deg, grid.step_mm, size)
        return self._filter.scores(window)


class _Grid:
    """The places round a spot at which one turn and size is tried: a template's pixel apart."""

    def __init__(self, turn_deg: float, die_mm: float, template: int, reach_mm: float) -> None:
        self.turn_deg, self.die_mm = turn_deg, die_mm
        self.step_mm = die_mm * 2 * REACH / template
        count = round(reach_mm / self.step_mm)
        self.steps_mm: NDArray[np.float64] = (
            np.linspace(-count, count, 2 * count + 1) * self.step_mm
        )

    def best(self, score: Field, round_spot: Surroundings, count: int) -> list[Pose]:
        """Return the ``count`` best places of a map of scores (n, n)."""
        turn = np.radians(self.turn_deg)
        c, s, middle = np.cos(turn), np.sin(turn), round_spot.window
        poses = []
        for i in np.argpartition(-score.ravel(), count)[:count]:
            row, column = divmod(int(i), len(self.steps_mm))
            right, down = self.steps_mm[column], self.steps_mm[row]
            poses.append(Pose(
                float(middle.x_mm + c * right + s * down), float(middle.y_mm + s * right - c * down),
                self.turn_deg, self.die_mm, round_spot.light, float(score[row, column]),
            ))  # fmt: skip
        return poses


@cache
def mark_filter() -> MarkFilter:
    """Return the filter of all faces; it is always the same."""
    return MarkFilter()


def _score(pose: Pose) -> float:
    return pose.score


def _log(steps: NDArray[np.generic]) -> Field:
    logarithm: Field = np.log1p(steps).astype(np.float32)
    return logarithm
