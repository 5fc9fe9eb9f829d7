"""Where an upper face may lie round a spot: its four sides and its mark looked for together.

The turn is known from the directions of the steps (`Surroundings.turns`), so that only place and size are
left; every place and size is scored by how clear the four sides of a square are there and how well some
face's mark fits inside.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.dice.area import Field
from vision.dice.bank import REACH
from vision.dice.coarse import mark_filter
from vision.dice.locate import Pose, distinct
from vision.dice.surroundings import Surroundings

# Larger dice are not looked for.
_LARGEST_MM = 22.0


@dataclass(frozen=True)
class PosesConfig:
    """Numbers of the search.

    ``dice_mm``: the edges tried, a twelfth apart, which the refinement closes; ``places``: how many of a
    template's pixels from the spot a middle may lie; ``side_mm``: the part of a side that counts, its
    ends are round; ``mark``, ``evenness``: how much a mark's correlation and the steps inside a face
    count against the logarithmic steps at its sides (``square_evenness`` where no mark is looked for).
    On the shared photographs the right pose came first for 87 of 100 dice and among the first five for
    95, against 69 for marks and 51 for sides alone; weights of half or twice as much did as well. Of each
    turn and size the ``each`` best places are put forward, but ``places_in_all`` where that makes more: where
    one turn is seen and the size is known two would lie side by side.
    """

    dice_mm: tuple[float, ...] = (14.0, 15.5, 17.0, 18.5, 20.0)
    places: int = 4
    side_mm: float = 10.0
    mark: float = 40.0
    evenness: float = 2.0
    turns: int = 3
    each: int = 2
    places_in_all: int = 16
    most: int = 12
    turns_deg: tuple[float, ...] = tuple(np.arange(0.0, 90.0, 7.5).tolist())
    squares_mm: tuple[float, ...] = (13.5, 14.5, 15.5, 16.5, 17.5, 18.5, 19.5, 20.5)
    square_step_mm: float = 0.5
    square_places: int = 10
    square_evenness: float = 4.0


class Sides:
    """The steps along the sides of squares of one turn, at every place round a spot."""

    def __init__(
        self, round_spot: Surroundings, turn_deg: float, noise: float, config: PosesConfig
    ) -> None:
        k = round_spot.window.px_per_mm
        self._k = k
        reach = round(config.places * _step_mm(_LARGEST_MM) * k) + 1
        size = 2 * (reach + round(_LARGEST_MM / 2 * k)) + 3
        x, y = (round_spot.turned(g, turn_deg, 1 / k, size) for g in round_spot.steps)
        turn = np.radians(turn_deg)
        c, s = np.cos(turn), np.sin(turn)
        upright, level = np.abs(c * x - s * y), np.abs(s * x + c * y)
        side = round(config.side_mm * k) | 1
        maps = np.concatenate([
            cv2.blur(cv2.dilate(upright, np.ones((1, 3))), (1, side)),
            cv2.blur(cv2.dilate(level, np.ones((3, 1))), (side, 1)),
            cv2.blur(upright + level, (side, side)) / 2,
        ])  # fmt: skip
        self._width, self._steps = size, _log(maps / noise).ravel()
        self._evenness = config.evenness

    def scores(self, dice_mm: Sequence[float], steps_mm: NDArray[np.float64]) -> Field:
        """Return how clear the sides of squares of these edges are, (edges, n, n).

        ``steps_mm`` (n,) is how far to the right and down of the spot their middles lie.
        """
        width = self._width
        half = np.round(np.asarray(dice_mm) * self._k / 2).astype(np.intp)
        at = np.round(steps_mm * self._k).astype(np.intp) + width // 2
        # Upright sides are in the first map, level ones in the second, what is between them in the third.
        level, inside = width * width, np.full_like(half, 2 * width * width)
        sides = [-half, half, level - half * width, level + half * width, inside]
        seen = self._steps[(at[:, None] * width + at) + np.stack(sides, axis=1)[:, :, None, None]]
        clear = seen[:, :4].sum(axis=1) + seen[:, :4].min(axis=1)
        scores: Field = clear - np.float32(self._evenness) * seen[:, 4]
        return scores


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
        grids = [
            _Grid(turn, die_mm, c.places, _step_mm(die_mm))
            for turn in round_spot.turns(noise, c.turns)
            for die_mm in dice_mm or c.dice_mm
        ]
        if not grids:
            return []
        marks = self._filter.scores(np.array([self._window(round_spot, grid) for grid in grids]))
        sides = {turn: Sides(round_spot, turn, noise, c) for turn in {g.turn_deg for g in grids}}
        found, each = [], max(c.each, c.places_in_all // len(grids))
        for grid, mark in zip(grids, marks, strict=True):
            clear = sides[grid.turn_deg].scores([grid.die_mm], grid.steps_mm)[0]
            found += grid.best(c.mark * mark + clear, round_spot, each)
        return distinct(sorted(found, key=_score, reverse=True), c.most)

    def squares(
        self, round_spot: Surroundings, noise: float, near_mm: tuple[float, float] | None = None
    ) -> list[Pose]:
        """Return the best square of each turn and size by its sides alone, the best first.

        ``near_mm`` is an edge that is known, and how well (relative). Where lamps mirrored in a die spoil its
        mark, or its turn, its outline may still be clear.
        """
        c = self._config
        sizes = [
            size for size in c.squares_mm
            if not near_mm or abs(math.log(size / near_mm[0])) <= near_mm[1]
        ]  # fmt: skip
        if not sizes:
            return []
        found, even = [], replace(c, evenness=c.square_evenness)
        for turn in c.turns_deg:
            grids = [_Grid(turn, size, c.square_places, c.square_step_mm) for size in sizes]
            clear = Sides(round_spot, turn, noise, even).scores(sizes, grids[0].steps_mm)
            best = clear.reshape(len(sizes), -1).argmax(axis=1)
            found += [
                grid.pose(score, int(i), round_spot)
                for grid, score, i in zip(grids, clear, best, strict=True)
            ]
        return distinct(sorted(found, key=_score, reverse=True), c.most)

    def _window(self, round_spot: Surroundings, grid: "_Grid") -> Field:
        size = len(grid.steps_mm) + self._filter.size - 1
        return round_spot.turned(round_spot.marks, grid.turn_deg, grid.step_mm, size)


class _Grid:
    """The places round a spot at which one turn and size is tried: a template's pixel apart."""

    def __init__(self, turn_deg: float, die_mm: float, count: int, step_mm: float) -> None:
        self.turn_deg, self.die_mm, self.step_mm = turn_deg, die_mm, step_mm
        self.steps_mm: NDArray[np.float64] = np.arange(-count, count + 1.0) * step_mm

    def best(self, score: Field, round_spot: Surroundings, count: int) -> list[Pose]:
        """Return the ``count`` best places of a map of scores (n, n)."""
        best = np.argpartition(-score.ravel(), count)[:count]
        return [self.pose(score, int(i), round_spot) for i in best]

    def pose(self, score: Field, i: int, round_spot: Surroundings) -> Pose:
        """Return the pose at the ``i``-th place of a map of scores (n, n), row by row."""
        row, column = divmod(i, len(self.steps_mm))
        right, down = float(self.steps_mm[column]), float(self.steps_mm[row])
        turn, middle = math.radians(self.turn_deg), round_spot.window
        c, s = math.cos(turn), math.sin(turn)
        return Pose(
            middle.x_mm + c * right + s * down, middle.y_mm + s * right - c * down,
            self.turn_deg, self.die_mm, round_spot.light, float(score[row, column]),
        )  # fmt: skip


def _step_mm(die_mm: float) -> float:
    """Return how far apart a coarse template's pixels are on a die of this edge."""
    return die_mm * 2 * REACH / mark_filter().size


def _score(pose: Pose) -> float:
    return pose.score


def _log(steps: NDArray[np.generic]) -> Field:
    logarithm: Field = np.log1p(steps).astype(np.float32)
    return logarithm
