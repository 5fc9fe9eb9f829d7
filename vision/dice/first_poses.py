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
from vision.dice.coarse import MarkFilter
from vision.dice.laid import Complex, Laid
from vision.dice.strip import Strip
from vision.frame import Frame

# What a Sobel filter makes of a step of one grey value a pixel.
_OF_STEP = 8
# What is taken of steps across an upright and across a level side: the strongest of three pixels beside or
# above each other.
_LEVEL, _UPRIGHT = np.ones((1, 3), np.uint8), np.ones((3, 1), np.uint8)


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

    ``faces`` (k, n) are the best poses of ``n`` sizes, the best first.
    """

    of: NDArray[np.intp]
    light: NDArray[np.bool_]
    faces: Laid


class FirstPoses:
    """Finds poses of upper faces at all spots of a strip."""

    def __init__(self, config: FirstPosesConfig) -> None:
        self._config = c = config
        self._filter = MarkFilter(c.size)
        pixels_mm = np.array(c.marks_mm) * 2 * REACH / c.size
        self._sides_mm = np.array(c.sides_mm, np.float32)
        # Right and down (2, sizes of marks, places) of every place, millimetres.
        self._places_mm = pixels_mm[:, None] * _square(2 * c.places + 1)[:, None, :]
        self._steps_mm = (self._places_mm[0] + 1j * self._places_mm[1]).astype(np.complex64)
        self._windows = c.size + 2 * c.places
        self._mark_grid = _with_one(_square(self._windows)[:, None, :] * pixels_mm[:, None])
        reach_mm = float(self._places_mm.max() + self._sides_mm.max() / 2)
        self._reach = int(np.ceil(reach_mm / c.step_mm)) + 1
        self._side_grid = _with_one(_square(2 * self._reach + 1) * c.step_mm)
        self._looked_up = self._look_ups()
        self._prepared: dict[tuple[int, ...], tuple[Field, NDArray[np.intp]]] = {}

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
        across, up = self._steps(strip)
        of, turns = self._turns(strip, across, up, noise)
        if not len(of):
            none = np.zeros((0, count), np.complex64)
            return Found(of, np.zeros(0, bool), Laid(none, none))
        frames, sizes = _Frames(strip, of, turns), self._sizes(near_mm)
        likely, both = self._fits(strip, frames, cv2.merge([across, up]), noise, sizes)
        dark, light = both.reshape(2, len(of), -1).max(axis=2)
        is_light = light > dark
        score = both[is_light.astype(np.intp), np.arange(len(of))]
        value = score.max(axis=2).reshape(len(of), -1)
        first = score.argmax(axis=2).reshape(len(of), -1)
        sides_mm = self._sides_mm[sizes].ravel()
        if near_mm:
            unlike = np.abs(np.log(sides_mm / near_mm)) > self._config.alike
            value[:, unlike] -= self._config.unlikely
        best, each = np.argsort(-value, axis=1)[:, :count], np.arange(len(of))[:, None]
        size = best // self._sides_mm.shape[1]
        place = likely[each * len(sizes) + size, first[each, best]]
        return Found(of, is_light, frames.laid(self._steps_mm[sizes[size], place], sides_mm[best]))

    def _fits(
        self,
        strip: Strip,
        frames: "_Frames",
        steps: cv2.typing.MatLike,
        noise: float,
        sizes: NDArray[np.intp],
    ) -> tuple[NDArray[np.intp], Field]:
        """Return the likeliest places (k sizes, n) and how well sides and dark, light marks fit there.

        That is (2, k, sizes of marks, n, sizes of sides), first for dark marks.
        """
        grids, looked_up = self._grids(tuple(sizes.tolist()))
        columns, rows = frames.pixels(grids)
        last = self._side_grid.shape[1]
        steps = cv2.remap(steps, columns[:, :last], rows[:, :last], cv2.INTER_LINEAR)
        sides = self._clear_sides(frames.turned(steps), noise, looked_up)
        sides = sides.reshape(-1, *sides.shape[2:])
        likely = np.argpartition(-sides.max(axis=1), self._config.tried, axis=1)
        likely = likely[:, : self._config.tried]
        grey = cv2.remap(self._softened(strip), columns[:, last:], rows[:, last:], cv2.INTER_LINEAR)
        windows = grey.reshape(-1, self._windows, self._windows).astype(np.float32, copy=False)
        # Light marks fit where the grey does, dark ones where its negative does.
        marks = self._config.mark * self._filter.both(windows, likely)[::-1]
        both = marks[..., None] + sides[np.arange(len(sides))[:, None], :, likely]
        return likely, both.reshape(2, len(frames), len(sizes), *both.shape[2:])

    def _sizes(self, near_mm: float | None) -> NDArray[np.intp]:
        """Return which sizes of marks are to be tried: those with some outline that is not unlikely."""
        if not near_mm:
            return np.arange(len(self._sides_mm))
        unlike = np.abs(np.log(self._sides_mm / near_mm)).min(axis=1)
        return np.flatnonzero(unlike <= max(self._config.alike, float(unlike.min())))

    def _grids(self, sizes: tuple[int, ...]) -> tuple[Field, NDArray[np.intp]]:
        """Return the grid (3, n) of sides and then of marks of some sizes, and which pixels show sides."""
        if sizes not in self._prepared:
            some = list(sizes)
            marks = self._mark_grid[:, some].reshape(3, -1)
            grids = np.concatenate([self._side_grid, marks], axis=1)
            self._prepared[sizes] = grids, np.ascontiguousarray(self._looked_up[:, some])
        return self._prepared[sizes]

    def _steps(self, strip: Strip) -> tuple[Field, Field]:
        """Return the steps of the strongest channel, rightwards and upwards, in eighths of a grey value."""
        soft = cv2.GaussianBlur(self._without_marks(strip.pictures.half), (3, 3), 0.7)
        across, down = (cv2.Sobel(soft, cv2.CV_16S, *way) for way in ((1, 0), (0, 1)))
        channels = (np.abs(across) + np.abs(down)).reshape(-1, 3)
        strongest = _strongest(channels) + np.arange(0, channels.size, 3)
        shape = soft.shape[:2]
        right = across.ravel().take(strongest).reshape(shape).astype(np.float32)
        return right, -down.ravel().take(strongest).reshape(shape).astype(np.float32)

    def _without_marks(self, squares: Frame) -> Frame:
        """Return squares, one below the other, without fine marks; side by side that takes half the time."""
        side = squares.shape[1]
        beside = np.concatenate(squares.reshape(-1, side, side, 3), axis=1)
        plain = cv2.medianBlur(beside, self._config.median).reshape(side, -1, side, 3)
        return plain.transpose(1, 0, 2, 3).reshape(-1, side, 3).astype(np.uint8, copy=False)

    def _softened(self, strip: Strip) -> Field:
        """Return the strip's grey at half its size, softened."""
        grey = cv2.cvtColor(strip.pictures.half, cv2.COLOR_BGR2GRAY).astype(np.float32)
        soft = cv2.GaussianBlur(grey, (0, 0), self._config.soft_mm * strip.px_per_mm / 2)
        return soft.astype(np.float32, copy=False)

    def _turns(
        self, strip: Strip, across: Field, up: Field, noise: float
    ) -> tuple[NDArray[np.intp], NDArray[np.float64]]:
        """Return spots and their likeliest turns (k,), 0 to 90 degrees: peaks of the steps' directions."""
        c, spots = self._config, len(strip.middles)
        strength, direction = cv2.cartToPolar(across, up, angleInDegrees=True)
        side, scale = strip.side // 2, strip.px_per_mm / 2
        weight = np.log1p(strength.reshape(spots, -1) * np.float32(0.5 / _OF_STEP / noise))
        weight *= _near(side, c.turn_mm * scale, c.turn_fade_mm * scale)
        weight *= strength.reshape(spots, -1) >= c.least_step * _OF_STEP * noise
        degrees = direction.reshape(spots, -1).astype(np.intp)
        degrees += np.arange(0, 360 * spots, 360)[:, None]
        counts = np.bincount(degrees.ravel(), weight.ravel(), 360 * spots)[: 360 * spots]
        histogram = counts.reshape(spots, 4, 90).sum(axis=1)
        round_about = histogram.astype(np.float32) @ _in_a_circle(c.turn_sigma_deg)
        soft = round_about[:, 1:-1]
        peaks = (soft >= round_about[:, :-2]) & (soft > round_about[:, 2:])
        peaks &= soft >= c.second * soft.max(axis=1, keepdims=True)
        of, turns = np.nonzero(peaks)
        return of, (turns + 0.5).astype(np.float64)

    def _clear_sides(
        self, turned: tuple[Field, Field], noise: float, looked_up: NDArray[np.intp]
    ) -> Field:
        """Return how clear the four sides of squares are (k, sizes of marks, sizes of sides, places).

        ``turned`` are the steps (k, n) across upright and across level sides.
        """
        c, k, width = self._config, len(turned[0]), 2 * self._reach + 1
        across, down = (steps.reshape(-1, width) for steps in turned)
        side = round(c.side_mm / c.step_mm) | 1
        inside = cv2.blur(across + down, (side, side)).reshape(k, -1)
        upright = cv2.blur(cv2.dilate(across, _LEVEL), (1, side)).reshape(k, -1)
        level = cv2.blur(cv2.dilate(down, _UPRIGHT), (side, 1)).reshape(k, -1)
        maps = np.concatenate([upright, level, inside / np.float32(2)], axis=1)
        maps = np.log1p(maps / np.float32(_OF_STEP * noise))
        seen = maps.take(looked_up, axis=1)
        sides, even = seen[:, :4], seen[:, 4]
        clear: Field = sides.sum(axis=1) + sides.min(axis=1) - np.float32(c.evenness) * even
        return clear


class _Frames:
    """Frames turned as faces may be at a strip's spots ``of`` (k,), their origins in the squares' middles."""

    def __init__(self, strip: Strip, of: NDArray[np.intp], turns_deg: NDArray[np.float64]) -> None:
        self._right = np.exp(-1j * np.radians(turns_deg))[:, None].astype(np.complex64)
        middles = strip.middles[of]
        self._at = (middles[:, :1] - 1j * middles[:, 1:]).astype(np.complex64)
        side, scale = strip.side // 2, np.float32(strip.px_per_mm / 2)
        # Where each frame's middle lies, and what a step to the right and down is: columns, then rows.
        k, across, down = len(of), self._right.real * scale, self._right.imag * -scale
        self._axes = np.empty((2 * k, 3), np.float32)
        self._least = np.zeros((2 * k, 1), np.float32)
        self._least[k:, 0] = side * of
        self._last = self._least + np.float32(side - 1)
        self._axes[:, :1] = self._least + np.float32((side - 1) / 2)
        self._axes[:k, 1:2] = self._axes[k:, 2:] = across
        self._axes[:k, 2:], self._axes[k:, 1:2] = down, -down

    def __len__(self) -> int:
        return len(self._at)

    def pixels(self, grid_mm: Field) -> tuple[Field, Field]:
        """Return where a grid (3, n), 1, right and down, lies in the strip at half its size: twice (k, n)."""
        at = self._axes @ grid_mm
        np.minimum(np.maximum(at, self._least, out=at), self._last, out=at)
        return at[: len(self)], at[len(self) :]

    def turned(self, steps: cv2.typing.MatLike) -> tuple[Field, Field]:
        """Return how strong steps (k, n, 2), right and up, are across upright and level sides, (k, n)."""
        turned = steps.view(np.complex64)[..., 0] * self._right
        strong = np.abs(turned.view(np.float32)).reshape(steps.shape)
        return strong[..., 0].copy(), strong[..., 1].copy()

    def laid(self, steps_mm: Complex, sides_mm: Field) -> Laid:
        """Return faces (k, n) so far right and down (k, n) of the middles, with these edges (k, n)."""
        return Laid(self._at + self._right * steps_mm, self._right * sides_mm)


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
def _in_a_circle(sigma_deg: float) -> Field:
    """Return the matrix (90, 92) that softens a histogram of directions, a circle whose ends overlap."""
    away = np.abs(np.arange(90)[:, None] - np.arange(-1, 91)[None, :] % 90)
    bell = np.exp(-0.5 * (np.minimum(away, 90 - away) / sigma_deg) ** 2)
    return np.asarray(bell / bell[:, 1].sum(), np.float32)


@cache
def first_poses(config: FirstPosesConfig) -> FirstPoses:
    """Return the search with some numbers; it is always the same."""
    return FirstPoses(config)


def _strongest(channels: NDArray[np.int16]) -> NDArray[np.intp]:
    """Return which of three channels (n, 3) is the strongest, the first of equals: (n,)."""
    blue, green, red = channels.T
    # Found in half the time of `argmax`.
    return np.where(red > np.maximum(blue, green), 2, green > blue)
