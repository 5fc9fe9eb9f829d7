"""Where dice may lie: places full of fine marks, and the pose in which a face's template fits there best."""

import math
from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np

from vision.dice.area import DiceArea, Field, Grey, Mask
from vision.dice.bank import REACH
from vision.dice.coarse import mark_filter


@dataclass(frozen=True)
class SearchConfig:
    """Numbers of the search, in millimetres of the board; found on the shared photographs.

    ``stroke_mm`` is wider than any mark's stroke and narrower than a die; ``apart_mm`` is less than the
    distance of two dice side by side; ``salience`` is in units of the floor's own roughness; a floor on which
    nothing has ``strongest`` is bare: such ones had up to 2.0, of 480 dice that were read one had less,
    beside a stronger one.
    Where light marks stand among dark edges (a black die that mirrors a lamp on wood), their middle is no
    strongest place: ``alone`` places of each kind of marks are looked at besides, if they are not within
    ``new_mm`` of one. The thorough search of a picture asks for some. ``wider``: so many spots of another
    search come first.
    """

    stroke_mm: float = 5.5
    spread_mm: float = 2.5
    apart_mm: float = 8.0
    salience: float = 1.5
    strongest: float = 2.05
    places: int = 8
    alone: int = 0
    new_mm: float = 2.5
    wider: int = 2
    reach_mm: float = 5.0
    soft_mm: float = 0.75
    dice_mm: tuple[float, ...] = (15.0, 18.0)
    yaws_deg: tuple[float, ...] = tuple(np.arange(0.0, 90.0, 9.0).tolist())
    each: int = 4
    poses: int = 24
    weak_polarity: float = 0.35
    strongest_share: float = 0.09


@dataclass(frozen=True, slots=True)
class Spot:
    """A place with fine marks: its middle, how much it stands out, and the energy of dark and light marks."""

    x_mm: float
    y_mm: float
    salience: float
    dark: float
    light: float


@dataclass(frozen=True, slots=True)
class Pose:
    """An upper face as the coarse search sees it: middle, turn (0 to 90), edge, polarity and score."""

    x_mm: float
    y_mm: float
    turn_deg: float
    die_mm: float
    light: bool
    score: float


@dataclass(frozen=True, slots=True)
class Marks:
    """Fine marks darker and lighter than what surrounds them, in the area's window, grey values."""

    dark: Grey
    light: Grey


def fine_marks(grey: Grey, px_per_mm: float, config: SearchConfig) -> Marks:
    """Find what is narrower than a stroke may be: the morphological hats of a grey picture."""
    side = round(config.stroke_mm * px_per_mm) | 1
    ellipse = cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (side, side))
    smooth = cv2.GaussianBlur(grey, (0, 0), 0.4 * px_per_mm)
    dark = cv2.morphologyEx(smooth, cv2.MORPH_BLACKHAT, ellipse)
    light = cv2.morphologyEx(smooth, cv2.MORPH_TOPHAT, ellipse)
    return Marks(dark.astype(np.uint8, copy=False), light.astype(np.uint8, copy=False))


def find_spots(
    marks: Marks, area: DiceArea, config: SearchConfig, taken: Sequence[Mask] = ()
) -> list[Spot]:
    """Return the places that stand out most from the floor, the strongest first.

    ``taken`` are parts of the window (n, n) that known dice hide: nothing is looked for there.
    """
    # Spread as wide as a mark, energy holds nothing finer than every second pixel.
    size = (area.window.size + 1) // 2
    sigma = config.spread_mm * area.px_per_mm / 2
    free = area.clear
    for mask in taken:
        free = np.where(mask, np.uint8(0), free)
    dark, light = (
        _spread(cv2.bitwise_and(m, free), size, sigma) for m in (marks.dark, marks.light)
    )
    spots = _strongest(dark, light, area, config, config.places)
    if not config.alone:
        return spots
    nothing = np.zeros_like(dark)
    for one in (_strongest(dark, nothing, area, config, config.alone),
                _strongest(nothing, light, area, config, config.alone)):  # fmt: skip
        spots += [spot for spot in one if not any(_beside(spot, known, config) for known in spots)]
    return sorted(spots, key=lambda spot: -spot.salience)


def glanced_spots(grey: Grey, area: DiceArea, config: SearchConfig) -> list[Spot]:
    """Return the places that stand out most from the floor in a grey picture, told in a hurry.

    Marks are what is narrower than a square, which is quicker than an ellipse, and on photographs and painted
    pictures led to as many dice. Little is lost where energy is rounded and its bell ends at two sigmas.
    """
    side, size = round(config.stroke_mm * area.px_per_mm) | 1, (area.window.size + 1) // 2
    square, sigma = np.ones((side, side), np.uint8), config.spread_mm * area.px_per_mm / 2
    bell = (2 * round(2 * sigma) + 1,) * 2
    dark, light = (
        cv2.GaussianBlur(
            cv2.resize(
                cv2.bitwise_and(cv2.morphologyEx(grey, hat, square), area.clear),
                (size, size), interpolation=cv2.INTER_AREA,
            ).astype(np.float32), bell, sigma,
        ).astype(np.float32, copy=False)
        for hat in (cv2.MORPH_BLACKHAT, cv2.MORPH_TOPHAT)
    )  # fmt: skip
    return _strongest(dark, light, area, config, config.places)


def _spread(marks: cv2.typing.MatLike, size: int, sigma: float) -> Field:
    """Return the energy (size, size) of some marks, spread out."""
    halved = cv2.resize(marks.astype(np.float32), (size, size), interpolation=cv2.INTER_AREA)
    return cv2.GaussianBlur(halved, (0, 0), sigma).astype(np.float32, copy=False)


def joined(
    spots: Sequence[Spot], wider: Sequence[Spot], area: DiceArea, taken: Sequence[Mask] = ()
) -> list[Spot]:
    """Return the strongest spots of a wider search first, then the others that are not near them."""
    config = SearchConfig()
    first = [spot for spot in wider if not any(_on(spot, mask, area) for mask in taken)]
    first = first[: config.wider]
    return [*first, *(s for s in spots if not any(_beside(s, one, config) for one in first))]


def _on(spot: Spot, mask: Mask, area: DiceArea) -> bool:
    column, row = (round(v) for v in area.window.to_px(spot.x_mm, spot.y_mm))
    return bool(mask[min(row, len(mask) - 1), min(column, len(mask) - 1)])


def _beside(spot: Spot, known: Spot, config: SearchConfig) -> bool:
    return math.hypot(spot.x_mm - known.x_mm, spot.y_mm - known.y_mm) < config.new_mm


def _strongest(
    dark: Field, light: Field, area: DiceArea, config: SearchConfig, count: int
) -> list[Spot]:
    """Return the ``count`` strongest places of marks that are dark and light, halved (n, n)."""
    energy = dark + light
    floor = energy.ravel()[area.halved_floor]
    usual = max(float(np.partition(floor, len(floor) // 2)[len(floor) // 2]), 0.5)
    left = energy / np.float32(usual) * area.halved_middles
    radius, window = round(config.apart_mm * area.px_per_mm / 2), area.window
    spots: list[Spot] = []
    for _ in range(count):
        _, strongest, _, (column, row) = cv2.minMaxLoc(left)
        if strongest < (config.salience if spots else config.strongest):
            break
        x, y = window.to_mm(2 * column + 0.5, 2 * row + 0.5)
        spots.append(Spot(x, y, strongest, float(dark[row, column]), float(light[row, column])))
        cv2.circle(left, (column, row), radius, 0.0, cv2.FILLED)
    return spots


class PoseSearch:
    """Slides the coarse templates over the marks round a spot, in every turn."""

    def __init__(self, marks: Marks, area: DiceArea, config: SearchConfig) -> None:
        self._marks = marks
        self._maps: dict[bool, Field] = {}
        self._sigma = config.soft_mm * area.px_per_mm
        self._area = area
        self._config = config
        self._filter = mark_filter()

    def poses(
        self, spot: Spot, polarities: Sequence[bool], dice_mm: Sequence[float] = ()
    ) -> list[Pose]:
        """Return the best poses round a spot that differ from each other, the best first."""
        found: list[Pose] = []
        for light in polarities:
            limited = self._limited(spot, light)
            for die_mm in dice_mm or self._config.dice_mm:
                found += self._best(spot, limited, light, die_mm)
        found.sort(key=lambda pose: -pose.score)
        return distinct(found[: 4 * self._config.poses], self._config.poses)

    def polarities(self, spot: Spot) -> list[bool]:
        """Return whether the marks of a spot may be darker (False) or lighter (True) than the die."""
        enough = self._config.weak_polarity * max(spot.dark, spot.light)
        return [
            light for light, energy in ((False, spot.dark), (True, spot.light)) if energy >= enough
        ]

    def _limited(self, spot: Spot, light: bool) -> Field:
        """Cut the marks round a spot at the level of strokes, so that a mirrored lamp weighs no more."""
        marks = self._soft(light)
        column, row = (round(v) for v in self._area.window.to_px(spot.x_mm, spot.y_mm))
        reach = round(10.0 * self._area.px_per_mm)
        around = marks[max(row - reach, 0) : row + reach, max(column - reach, 0) : column + reach]
        last = around.size - 1
        strongest = round((1 - self._config.strongest_share) * last)
        limited: Field = np.minimum(marks, np.partition(around, strongest, axis=None)[strongest])
        return limited

    def _soft(self, light: bool) -> Field:
        if light not in self._maps:
            marks = self._marks.light if light else self._marks.dark
            soft = cv2.GaussianBlur(marks.astype(np.float32), (0, 0), self._sigma)
            self._maps[light] = soft.astype(np.float32, copy=False)
        return self._maps[light]

    def _best(self, spot: Spot, marks: Field, light: bool, die_mm: float) -> list[Pose]:
        """Return the best places of every turn."""
        c = self._config
        step = die_mm * 2 * REACH / self._filter.size
        count = 2 * round(c.reach_mm / step) + 1
        size = count + self._filter.size - 1
        windows = [self._turned(spot, marks, step, turn, size) for turn in c.yaws_deg]
        scores = self._filter.scores(np.array(windows)).reshape(len(windows), -1)
        poses = []
        for turn_deg, score in zip(c.yaws_deg, scores, strict=True):
            (ax, ay), (dx, dy) = _axes(turn_deg)
            for i in np.argpartition(-score, c.each)[: c.each]:
                row, column = divmod(int(i), count)
                a, b = (column - count // 2) * step, (row - count // 2) * step
                x_mm, y_mm = spot.x_mm + ax * a + dx * b, spot.y_mm + ay * a + dy * b
                poses.append(Pose(x_mm, y_mm, turn_deg, die_mm, light, float(score[i])))
        return poses

    def _turned(self, spot: Spot, marks: Field, step: float, turn_deg: float, size: int) -> Field:
        """Sample the marks in a frame turned by ``turn_deg``, (size, size)."""
        across, down = _axes(turn_deg)
        k = self._area.px_per_mm * step
        matrix = np.array([[across[0] * k, down[0] * k, 0], [-across[1] * k, -down[1] * k, 0]])
        middle = np.array(self._area.window.to_px(spot.x_mm, spot.y_mm))
        matrix[:, 2] = middle - matrix[:, :2].sum(axis=1) * (size - 1) / 2
        flags = cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP
        window = cv2.warpAffine(marks, matrix, (size, size), flags=flags)
        return window.astype(np.float32, copy=False)


def _axes(turn_deg: float) -> tuple[tuple[float, float], tuple[float, float]]:
    """Return the right and the down of a turned frame on the board."""
    turn = math.radians(turn_deg)
    c, s = math.cos(turn), math.sin(turn)
    return (c, s), (s, -c)


def distinct(poses: Sequence[Pose], count: int) -> list[Pose]:
    """Return the first ``count`` poses that lie more than a step or a turn from all before."""
    kept: list[Pose] = []
    for pose in poses:
        if all(_differ(pose, other) for other in kept):
            kept.append(pose)
        if len(kept) == count:
            break
    return kept


def _differ(a: Pose, b: Pose) -> bool:
    turn = abs(a.turn_deg - b.turn_deg)
    far = math.hypot(a.x_mm - b.x_mm, a.y_mm - b.y_mm) > 1.6
    return far or min(turn, 90 - turn) > 16 or a.light != b.light
