"""Where dice may lie: places full of fine marks, and the pose in which a face's template fits there best."""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.dice.area import DiceArea, Field, Grey
from vision.dice.bank import NARROW, REACH, Bank, make_bank, templates, thinned, weights


@dataclass(frozen=True)
class SearchConfig:
    """Numbers of the search, in millimetres of the board; found on the shared photographs.

    ``stroke_mm`` is wider than any mark's stroke and narrower than a die; ``apart_mm`` is less than the
    distance of two dice side by side; ``salience`` is in units of the floor's own roughness.
    """

    stroke_mm: float = 5.5
    spread_mm: float = 2.5
    apart_mm: float = 8.0
    salience: float = 1.5
    places: int = 5
    reach_mm: float = 5.0
    soft_mm: float = 0.75
    dice_mm: tuple[float, ...] = (14.5, 17.0, 19.5)
    yaws_deg: tuple[float, ...] = tuple(np.arange(0.0, 90.0, 7.5))
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
    """Fine marks darker and lighter than what surrounds them, in the area's window, float32."""

    dark: Field
    light: Field


def fine_marks(grey: Grey, px_per_mm: float, config: SearchConfig) -> Marks:
    """Find what is narrower than a stroke may be: the morphological hats of a grey picture."""
    side = round(config.stroke_mm * px_per_mm) | 1
    ellipse = cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (side, side))
    smooth = cv2.GaussianBlur(grey, (0, 0), 0.4 * px_per_mm)
    dark = cv2.morphologyEx(smooth, cv2.MORPH_BLACKHAT, ellipse)
    light = cv2.morphologyEx(smooth, cv2.MORPH_TOPHAT, ellipse)
    return Marks(dark.astype(np.float32), light.astype(np.float32))


def find_spots(marks: Marks, area: DiceArea, config: SearchConfig) -> list[Spot]:
    """Return the places that stand out most from the floor, the strongest first."""
    sigma = config.spread_mm * area.px_per_mm
    clear = ~area.rim
    dark = cv2.GaussianBlur(np.where(clear, marks.dark, 0), (0, 0), sigma)
    light = cv2.GaussianBlur(np.where(clear, marks.light, 0), (0, 0), sigma)
    energy = dark + light
    usual = max(float(np.median(energy[area.floor])), 0.5)
    left = np.where(area.middles, energy / usual, 0)
    radius = round(config.apart_mm * area.px_per_mm)
    spots = []
    for _ in range(config.places):
        row, column = divmod(int(np.argmax(left)), left.shape[1])
        if left[row, column] < config.salience:
            break
        x, y = area.window.to_mm(column, row)
        spots.append(Spot(x, y, float(left[row, column]),
                          float(dark[row, column]), float(light[row, column])))  # fmt: skip
        cv2.circle(left, (column, row), radius, 0.0, cv2.FILLED)
    return spots


@cache
def coarse_bank() -> Bank:
    """Return the few blurred templates with which poses are searched."""
    names, patches = templates(16, (0.06,))
    return thinned(make_bank(names, patches, axes=32, fade=NARROW), alike=0.90)


class PoseSearch:
    """Slides the coarse templates over the marks round a spot, in every turn."""

    def __init__(self, marks: Marks, area: DiceArea, config: SearchConfig) -> None:
        sigma = config.soft_mm * area.px_per_mm
        self._maps = (
            cv2.GaussianBlur(marks.dark, (0, 0), sigma),
            cv2.GaussianBlur(marks.light, (0, 0), sigma),
        )
        self._area = area
        self._config = config
        bank = coarse_bank()
        weight = weights(bank.size, bank.fade).ravel()
        self._weight = weight / weight.sum()
        self._filters = np.sqrt(weight)[:, None] * bank.basis
        self._offset = self._filters.sum(axis=0)
        self._total = float(weight.sum())
        self._bank = bank

    def poses(
        self, spot: Spot, polarities: Sequence[bool], dice_mm: Sequence[float] = ()
    ) -> list[Pose]:
        """Return the best poses round a spot that differ from each other, the best first."""
        found: list[Pose] = []
        for light in polarities:
            limited = self._limited(spot, light)
            for die_mm in dice_mm or self._config.dice_mm:
                for turn in self._config.yaws_deg:
                    found += self._best(spot, limited, light, die_mm, turn)
        found.sort(key=lambda pose: -pose.score)
        return distinct(found, self._config.poses)

    def polarities(self, spot: Spot) -> list[bool]:
        """Return whether the marks of a spot may be darker (False) or lighter (True) than the die."""
        enough = self._config.weak_polarity * max(spot.dark, spot.light)
        return [
            light for light, energy in ((False, spot.dark), (True, spot.light)) if energy >= enough
        ]

    def _limited(self, spot: Spot, light: bool) -> Field:
        """Cut the marks round a spot at the level of strokes, so that a mirrored lamp weighs no more."""
        marks = self._maps[light]
        column, row = (round(v) for v in self._area.window.to_px(spot.x_mm, spot.y_mm))
        reach = round(10.0 * self._area.px_per_mm)
        around = marks[max(row - reach, 0) : row + reach, max(column - reach, 0) : column + reach]
        return np.minimum(marks, np.quantile(around, 1 - self._config.strongest_share))

    def _best(
        self, spot: Spot, marks: Field, light: bool, die_mm: float, turn_deg: float
    ) -> list[Pose]:
        size = self._bank.size
        step = die_mm * 2 * REACH / size
        count = 2 * round(self._config.reach_mm / step) + 1
        window, across, down = self._turned(spot, marks, step, turn_deg, count + size - 1)
        views = np.lib.stride_tricks.sliding_window_view(window, (size, size))
        rows = views.reshape(-1, size * size)
        mean = rows @ self._weight
        spread = (rows * rows) @ self._weight - mean * mean
        inner = rows @ self._filters - mean[:, None] * self._offset
        length = np.sqrt(np.maximum(spread * self._total, 1.0))
        score = (inner @ self._bank.rows.T).max(axis=1) / length
        poses = []
        for i in np.argpartition(-score, 4)[:4]:
            row, column = divmod(int(i), count)
            a, b = (column - count // 2) * step, (row - count // 2) * step
            x, y = spot.x_mm + across[0] * a + down[0] * b, spot.y_mm + across[1] * a + down[1] * b
            poses.append(Pose(x, y, turn_deg, die_mm, light, float(score[i])))
        return poses

    def _turned(
        self, spot: Spot, marks: Field, step: float, turn_deg: float, size: int
    ) -> tuple[Field, NDArray[np.float64], NDArray[np.float64]]:
        """Sample the marks in a frame turned by ``turn_deg``; also the frame's axes on the board."""
        turn = np.radians(turn_deg)
        across = np.array([np.cos(turn), np.sin(turn)])
        down = np.array([np.sin(turn), -np.cos(turn)])
        k = self._area.px_per_mm * step
        matrix = np.array([[across[0] * k, down[0] * k, 0], [-across[1] * k, -down[1] * k, 0]])
        middle = np.array(self._area.window.to_px(spot.x_mm, spot.y_mm))
        matrix[:, 2] = middle - matrix[:, :2].sum(axis=1) * (size - 1) / 2
        flags = cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP
        window = cv2.warpAffine(marks, matrix, (size, size), flags=flags)
        return window.astype(np.float32, copy=False), across, down


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
