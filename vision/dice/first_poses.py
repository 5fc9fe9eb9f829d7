"""Likely poses of upper faces at a few spots, found for all of them at once in the picture at half its size.

The same is sought as in `vision.dice.poses`: four clear sides of a square whose turn the steps of colour
tell, and some face's mark inside. But every spot, turn, size and place is an entry of one table, so that
each thing is computed in one call for all of them, and the plain grey tells marks as well as which kind they
are: light marks are where dark ones fit worst.
"""

from dataclasses import dataclass
from functools import cache

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.dice.area import Field
from vision.dice.bank import REACH
from vision.dice.close_up import Rows
from vision.dice.coarse import MarkFilter
from vision.dice.strip import Strip
from vision.frame import Frame

# A Sobel filter makes 8 of a step of one grey value a pixel.
_OF_SOBEL = np.float32(1 / 8)


@dataclass(frozen=True)
class FirstPosesConfig:
    """Numbers of the first search; of 94 dice on every third photograph 87 were then read at first look.

    ``marks_mm``: the edges for which marks are tried, an eighth apart, and ``sides_mm`` those of the outline
    for each; ``size``: side of a coarse template (with 12: 79 read); ``places``: how many of
    its pixels from the spot a middle may lie (3 mm); ``tried``: at so many of these, the best by
    their sides, marks are looked at (with 12: a tenth less read); ``soft_mm``: softening of the grey
    (0.3: 78 read, 0.6: 86). ``median``: side in pixels of the median that takes marks away from sides
    (3: 83 read).
    ``step_mm``: pixels of the map of sides, ``side_mm`` the part of a side that counts, its ends are round.
    ``mark``, ``evenness``: as in `vision.dice.poses.PosesConfig`. ``turn_mm``, ``turn_fade_mm``: how far
    from the spot steps tell the turn; ``least_step``: steps weaker than so many times the usual one are the
    floor's own; ``turn_sigma_deg``: blur of the histogram of directions; ``second``: a second peak so high
    is tried, too (one in five). ``alike``, ``unlikely``: what it costs an edge to differ more from another
    die's than dice of a set do (logarithm).
    """

    marks_mm: tuple[float, ...] = (14.6, 17.0, 19.6)
    sides_mm: tuple[tuple[float, ...], ...] = ((14.0, 15.2), (16.4, 17.6), (18.8, 20.2))
    size: int = 16
    places: int = 3
    tried: int = 20
    soft_mm: float = 0.8
    median: int = 5
    step_mm: float = 1.0
    side_mm: float = 10.0
    mark: float = 40.0
    evenness: float = 2.0
    turn_mm: float = 12.0
    turn_fade_mm: float = 3.0
    least_step: float = 1.5
    turn_sigma_deg: float = 4.0
    second: float = 0.75
    alike: float = 0.12
    unlikely: float = 20.0


@dataclass(frozen=True, eq=False)
class Found:
    """Poses at the spots of a strip: ``of`` (k,) which spot, ``light`` (k,) whether its marks are light.

    ``rows`` (k, n, 4) are the best poses of ``n`` sizes, the best first.
    """

    of: NDArray[np.intp]
    light: NDArray[np.bool_]
    rows: Rows


class FirstPoses:
    """Finds poses of upper faces at all spots of a strip."""

    def __init__(self, config: FirstPosesConfig) -> None:
        self._config = c = config
        self._filter = MarkFilter(c.size)
        pixels_mm = np.array(c.marks_mm) * 2 * REACH / c.size
        self._sides_mm = np.array(c.sides_mm)
        # Right and down (2, sizes of marks, places) of every place, millimetres.
        self._places_mm = pixels_mm[:, None] * _square(2 * c.places + 1)[:, None, :]
        self._windows = c.size + 2 * c.places
        self._mark_grid = _with_one(_square(self._windows)[:, None, :] * pixels_mm[:, None])
        reach_mm = float(self._places_mm.max() + self._sides_mm.max() / 2)
        self._reach = int(np.ceil(reach_mm / c.step_mm)) + 1
        self._side_grid = _with_one(_square(2 * self._reach + 1) * c.step_mm)
        self._looked_up = self._look_ups()

    def _look_ups(self) -> NDArray[np.intp]:
        """Return which pixel of the maps of sides shows a square's four sides and middle.

        (5, sizes of marks, sizes of sides, places): right and left side in the first map, lower and upper
        one in the second, the middle in the third.
        """
        c, width = self._config, 2 * self._reach + 1
        at = np.round(self._places_mm / c.step_mm).astype(np.intp) + self._reach
        half = np.round(self._sides_mm / 2 / c.step_mm).astype(np.intp)[..., None]
        column, row = at[0][:, None, :], at[1][:, None, :]
        middle = np.broadcast_to(row * width + column, (*half.shape[:2], row.shape[-1]))
        level, inside = width * width, 2 * width * width
        lower, upper = (level + middle + half * width, level + middle - half * width)
        return np.stack([middle + half, middle - half, lower, upper, inside + middle])

    def find(self, strip: Strip, noise: float, count: int, near_mm: float | None = None) -> Found:
        """Return the ``count`` best poses of each spot and likely turn; ``noise`` is the floor's usual step.

        ``near_mm`` is the edge of another die of the set, if that is known.
        """
        across, down = self._steps(strip)
        of, turns = self._turns(strip, across, down, noise)
        if not len(of):
            return Found(of, np.zeros(0, bool), np.zeros((0, count, 4)))
        frames, sizes = _Frames(strip, of, turns), self._sizes(near_mm)
        sides = self._clear_sides(frames, across, down, noise, sizes)
        sides = sides.reshape(-1, *sides.shape[2:])
        likely = np.argpartition(-sides.max(axis=1), self._config.tried, axis=1)
        likely = likely[:, : self._config.tried]
        marks = self._config.mark * self._marks(strip, frames, likely, sizes)
        # Both kinds of marks, spots and their turns, sizes of marks, places, sizes of sides.
        both = marks[..., None] + sides[np.arange(len(sides))[:, None], :, likely]
        dark, light = both.reshape(2, len(of), len(sizes), *both.shape[2:])
        is_light = light.max(axis=(1, 2, 3)) > dark.max(axis=(1, 2, 3))
        score = np.where(is_light[:, None, None, None], light, dark)
        value = score.max(axis=2).reshape(len(of), -1)
        first = score.argmax(axis=2).reshape(len(of), -1)
        sides_mm = self._sides_mm[sizes].ravel()
        if near_mm:
            unlike = np.abs(np.log(sides_mm / near_mm)) > self._config.alike
            value[:, unlike] -= self._config.unlikely
        best, each = np.argsort(-value, axis=1)[:, :count], np.arange(len(of))[:, None]
        size = best // self._sides_mm.shape[1]
        place = likely[each * len(sizes) + size, first[each, best]]
        rows = np.empty((*best.shape, 4))
        rows[..., 0], rows[..., 1] = frames.on_board(*self._places_mm[:, sizes[size], place])
        rows[..., 2], rows[..., 3] = turns[:, None], sides_mm[best]
        return Found(of, is_light, rows)

    def _sizes(self, near_mm: float | None) -> NDArray[np.intp]:
        """Return which sizes of marks are to be tried: those with some outline that is not unlikely."""
        if not near_mm:
            return np.arange(len(self._sides_mm))
        unlike = np.abs(np.log(self._sides_mm / near_mm)).min(axis=1)
        return np.flatnonzero(unlike <= max(self._config.alike, float(unlike.min())))

    def _steps(self, strip: Strip) -> tuple[Field, Field]:
        """Return the steps of the strongest channel, rightwards and downwards, grey values a pixel."""
        soft = cv2.GaussianBlur(self._without_marks(strip.half), (3, 3), 0.7)
        steps = [cv2.Sobel(soft, cv2.CV_16S, *way) for way in ((1, 0), (0, 1))]
        blue, green, red = cv2.split(np.abs(steps[0]) + np.abs(steps[1]))
        greener = cv2.compare(green, blue, cv2.CMP_GT)
        redder = cv2.compare(red, cv2.max(blue, green), cv2.CMP_GT)
        across, down = (
            cv2.copyTo(third, redder, cv2.copyTo(second, greener, first))
            for first, second, third in map(cv2.split, steps)
        )
        return across * _OF_SOBEL, down * _OF_SOBEL

    def _without_marks(self, squares: Frame) -> Frame:
        """Return squares, one below the other, without fine marks; side by side that takes half the time."""
        side = squares.shape[1]
        beside = np.concatenate(squares.reshape(-1, side, side, 3), axis=1)
        plain = cv2.medianBlur(beside, self._config.median).reshape(side, -1, side, 3)
        return plain.transpose(1, 0, 2, 3).reshape(-1, side, 3).astype(np.uint8, copy=False)

    def _turns(
        self, strip: Strip, across: Field, down: Field, noise: float
    ) -> tuple[NDArray[np.intp], NDArray[np.float64]]:
        """Return spots and their likeliest turns (k,), 0 to 90 degrees: peaks of the steps' directions."""
        c, spots = self._config, len(strip.middles)
        strength = cv2.magnitude(across, down)
        side, scale = strip.side // 2, strip.px_per_mm / 2
        near = _near(side, c.turn_mm * scale, c.turn_fade_mm * scale)
        weight = np.where(strength < c.least_step * noise, 0, np.log1p(strength / (2 * noise)))
        degrees = cv2.phase(across, -down, angleInDegrees=True).astype(np.intp).reshape(spots, -1)
        degrees += 360 * np.arange(spots)[:, None]
        weights = (weight.reshape(spots, -1) * near).astype(np.float64)
        counts = np.bincount(degrees.ravel(), weights.ravel(), 360 * spots)[: 360 * spots]
        histogram = counts.reshape(spots, 4, 90).sum(axis=1)
        round_about = histogram @ _in_a_circle(c.turn_sigma_deg)
        soft = round_about[:, 1:-1]
        peaks = (soft >= round_about[:, :-2]) & (soft > round_about[:, 2:])
        of, turns = np.nonzero(peaks & (soft >= c.second * soft.max(axis=1, keepdims=True)))
        return of, (turns + 0.5).astype(np.float64)

    def _marks(
        self,
        strip: Strip,
        frames: "_Frames",
        places: NDArray[np.intp],
        sizes: NDArray[np.intp],
    ) -> Field:
        """Return how well any face's dark, light marks fit (2, m, n) at places (m, n) of every size."""
        c = self._config
        grey = cv2.cvtColor(strip.half, cv2.COLOR_BGR2GRAY).astype(np.float32)
        soft = cv2.GaussianBlur(grey, (0, 0), c.soft_mm * strip.px_per_mm / 2)
        seen = cv2.remap(
            soft, *frames.pixels(self._mark_grid[:, sizes].reshape(3, -1)), cv2.INTER_LINEAR
        ).astype(np.float32, copy=False)
        windows = seen.reshape(-1, self._windows, self._windows)
        # Light marks fit where the grey does, dark ones where its negative does.
        return self._filter.both(windows, places)[::-1]

    def _clear_sides(
        self,
        frames: "_Frames",
        across: Field,
        down: Field,
        noise: float,
        sizes: NDArray[np.intp],
    ) -> Field:
        """Return how clear the four sides of squares are (k, sizes of marks, sizes of sides, places)."""
        c, k, width = self._config, len(frames), 2 * self._reach + 1
        steps = cv2.remap(
            cv2.merge([across, down]), *frames.pixels(self._side_grid), cv2.INTER_LINEAR
        ).astype(np.float32, copy=False)
        across, down = (turned.reshape(-1, width) for turned in frames.turned(steps))
        side = round(c.side_mm / c.step_mm) | 1
        inside = cv2.blur(across + down, (side, side)).reshape(k, -1)
        upright = cv2.blur(cv2.dilate(across, np.ones((1, 3))), (1, side)).reshape(k, -1)
        level = cv2.blur(cv2.dilate(down, np.ones((3, 1))), (side, 1)).reshape(k, -1)
        maps = np.concatenate([upright, level, inside / np.float32(2)], axis=1)
        seen = np.take(maps, self._looked_up[:, sizes], axis=1)
        seen = np.log1p(seen / np.float32(noise))
        sides, even = seen[:, :4], seen[:, 4]
        clear: Field = sides.sum(axis=1) + sides.min(axis=1) - np.float32(c.evenness) * even
        return clear


class _Frames:
    """Frames turned as faces may be at a strip's spots ``of`` (k,), their origins in the squares' middles."""

    def __init__(self, strip: Strip, of: NDArray[np.intp], turns_deg: NDArray[np.float64]) -> None:
        turns = np.radians(turns_deg)[:, None]
        self._cos, self._sin = np.cos(turns).astype(np.float32), np.sin(turns).astype(np.float32)
        self._middles = strip.middles[of]
        side, scale = strip.side // 2, np.float32(strip.px_per_mm / 2)
        # Where each frame's middle lies, and what a step to the right and down is: columns, then rows.
        k, across, down = len(of), self._cos * scale, self._sin * scale
        self._axes = np.empty((2 * k, 3), np.float32)
        self._least = np.zeros((2 * k, 1), np.float32)
        self._least[k:, 0] = side * of
        self._last = self._least + np.float32(side - 1)
        self._axes[:, :1] = self._least + np.float32((side - 1) / 2)
        self._axes[:k, 1:2] = self._axes[k:, 2:] = across
        self._axes[:k, 2:], self._axes[k:, 1:2] = down, -down

    def __len__(self) -> int:
        return len(self._middles)

    def pixels(self, grid_mm: Field) -> tuple[Field, Field]:
        """Return where a grid (3, n), 1, right and down, lies in the strip at half its size: twice (k, n)."""
        at = self._axes @ grid_mm
        np.minimum(np.maximum(at, self._least, out=at), self._last, out=at)
        return at[: len(self)], at[len(self) :]

    def turned(self, steps: Field) -> tuple[Field, Field]:
        """Return how strong steps (k, n, 2) are across upright and across level sides, twice (k, n)."""
        across, down = steps[..., 0], steps[..., 1]
        upright: Field = np.abs(self._cos * across - self._sin * down)
        level: Field = np.abs(self._sin * across + self._cos * down)
        return upright, level

    def on_board(self, right_mm: Rows, down_mm: Rows) -> tuple[Rows, Rows]:
        """Return x and y of points (k, n) right and down of the middles, millimetres."""
        x, y = self._middles[:, :1], self._middles[:, 1:]
        return (
            x + self._cos * right_mm + self._sin * down_mm,
            y + self._sin * right_mm - self._cos * down_mm,
        )


def _square(side: int) -> NDArray[np.float64]:
    """Return right and down (2, side²) of a square of points round its middle, one apart."""
    steps = np.arange(side) - (side - 1) / 2
    right, down = np.meshgrid(steps, steps)
    return np.stack([right.ravel(), down.ravel()])


def _with_one(steps_mm: NDArray[np.float64]) -> Field:
    """Return a grid (2, ...) of steps with 1 before them: (3, ...)."""
    return np.concatenate([np.ones_like(steps_mm[:1]), steps_mm]).astype(np.float32)


@cache
def _near(side: int, reach: float, fade: float) -> Field:
    """Return the weights (side²,) of a square's pixels: 1 up to the reach, then less and less."""
    away = np.arange(side) - (side - 1) / 2
    far = np.hypot(away[:, None], away[None, :])
    weights: Field = np.clip((reach - far) / fade + 1, 0, 1).ravel().astype(np.float32)
    return weights


@cache
def _in_a_circle(sigma_deg: float) -> NDArray[np.float64]:
    """Return the matrix (90, 92) that softens a histogram of directions, a circle whose ends overlap."""
    away = np.abs(np.arange(90)[:, None] - np.arange(-1, 91)[None, :] % 90)
    bell = np.exp(-0.5 * (np.minimum(away, 90 - away) / sigma_deg) ** 2)
    return np.asarray(bell / bell[:, 1].sum(), np.float64)


@cache
def first_poses(config: FirstPosesConfig) -> FirstPoses:
    """Return the search with some numbers; it is always the same."""
    return FirstPoses(config)
