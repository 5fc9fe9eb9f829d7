"""Where dice may lie: places full of fine marks."""

import math
from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np

from vision.dice.area import DiceArea, Field, Grey, Mask

# Marks that have so much of the energy of a spot's other kind may be the die's.
_WEAK = 0.35


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


def polarities(spot: Spot) -> list[bool]:
    """Return whether the marks of a spot may be darker (False) or lighter (True) than the die."""
    enough = _WEAK * max(spot.dark, spot.light)
    return [light for light, energy in ((False, spot.dark), (True, spot.light)) if energy >= enough]


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
