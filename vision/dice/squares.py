"""Upper faces found by their outline: squares of any turn whose four sides are steps of colour.

The marks are taken away first (a morphological opening or closing), so that neither they nor thin
mirrored lamps are taken for edges.
"""

from collections.abc import Sequence

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.dice.area import DiceArea, Field
from vision.dice.locate import Pose, SearchConfig, Spot
from vision.frame import Frame

# Part of a side that is summed up; its ends are round.
_SIDE_MM = 10.0
# The inside of a face is even: the steps inside count against it this much.
_EVENNESS = 1.0
_LARGEST_MM = 20.5


class SquareSearch:
    """Looks for squares round spots in one picture of the dice area."""

    def __init__(self, picture: Frame, area: DiceArea, config: SearchConfig) -> None:
        self._picture = picture
        self._area = area
        self._config = config
        self._cache: dict[bool, tuple[Field, Field, float]] = {}

    def _steps(self, light: bool) -> tuple[Field, Field, float]:
        """Return the steps across and down in a picture without light (or dark) marks, and their noise."""
        if light not in self._cache:
            side = round(self._config.stroke_mm * self._area.px_per_mm) | 1
            ellipse = cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (side, side))
            smooth = cv2.GaussianBlur(self._picture, (0, 0), 0.4 * self._area.px_per_mm)
            way = cv2.MORPH_OPEN if light else cv2.MORPH_CLOSE
            bare = cv2.morphologyEx(smooth, way, ellipse).astype(np.uint8, copy=False)
            across, down = _colour_steps(bare)
            noise = float(np.median(np.hypot(across, down)[self._area.floor])) + 0.3
            self._cache[light] = across, down, noise
        return self._cache[light]

    def poses(self, spot: Spot, light: bool, dice_mm: Sequence[float]) -> list[Pose]:
        """Return the best square of each turn and size round a spot; the score has no upper bound."""
        return [
            pose
            for turn in self._config.yaws_deg
            for pose in self._turn(spot, light, dice_mm, turn)
        ]

    def _turn(
        self, spot: Spot, light: bool, dice_mm: Sequence[float], turn_deg: float
    ) -> list[Pose]:
        k = self._area.px_per_mm
        reach = round(self._config.reach_mm * k)
        size = 2 * (reach + round(_LARGEST_MM / 2 * k)) + 3
        across, down, upright, level = self._turned(spot, light, turn_deg, size)
        length = round(_SIDE_MM * k) | 1
        noise = self._steps(light)[2]
        vertical = np.log1p(cv2.blur(cv2.dilate(upright, np.ones((1, 3))), (1, length)) / noise)
        horizontal = np.log1p(cv2.blur(cv2.dilate(level, np.ones((3, 1))), (length, 1)) / noise)
        inside = np.log1p(cv2.blur(upright + level, (length, length)) / noise / 2)
        middle = size // 2

        def shifted(steps: Field, dx: int, dy: int) -> Field:
            rows = slice(middle - reach + dy, middle + reach + 1 + dy)
            return steps[rows, middle - reach + dx : middle + reach + 1 + dx]

        poses = []
        for die_mm in dice_mm:
            half = round(die_mm * k / 2)
            sides = np.stack([shifted(vertical, -half, 0), shifted(vertical, half, 0),
                              shifted(horizontal, 0, -half), shifted(horizontal, 0, half)])  # fmt: skip
            score = sides.sum(axis=0) + sides.min(axis=0) - 4 * _EVENNESS * shifted(inside, 0, 0)
            row, column = divmod(int(np.argmax(score)), 2 * reach + 1)
            a, b = (column - reach) / k, (row - reach) / k
            poses.append(Pose(
                spot.x_mm + across[0] * a + down[0] * b, spot.y_mm + across[1] * a + down[1] * b,
                turn_deg, die_mm, light, float(score[row, column]),
            ))  # fmt: skip
        return poses

    def _turned(
        self, spot: Spot, light: bool, turn_deg: float, size: int
    ) -> tuple[NDArray[np.float64], NDArray[np.float64], Field, Field]:
        """Return a turned frame's axes on the board and the steps across its upright and level lines."""
        turn = np.radians(turn_deg)
        c, s = np.cos(turn), np.sin(turn)
        matrix = np.array([[c, s, 0], [-s, c, 0]])
        middle = np.array(self._area.window.to_px(spot.x_mm, spot.y_mm))
        matrix[:, 2] = middle - matrix[:, :2].sum(axis=1) * (size - 1) / 2
        flags = cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP
        x, y = (
            cv2.warpAffine(g, matrix, (size, size), flags=flags) for g in self._steps(light)[:2]
        )
        upright: Field = np.abs(c * x - s * y).astype(np.float32)
        level: Field = np.abs(s * x + c * y).astype(np.float32)
        return np.array([c, s]), np.array([s, -c]), upright, level


def _colour_steps(picture: Frame) -> tuple[Field, Field]:
    """Return the steps of the strongest channel to the right and downwards, grey values a pixel."""
    soft = cv2.GaussianBlur(picture, (0, 0), 1.0).astype(np.float32)
    across = cv2.Sobel(soft, cv2.CV_32F, 1, 0, scale=0.125)
    down = cv2.Sobel(soft, cv2.CV_32F, 0, 1, scale=0.125)
    strongest = np.argmax(across * across + down * down, axis=2)[..., None]
    return (
        np.take_along_axis(across, strongest, 2)[..., 0].astype(np.float32, copy=False),
        np.take_along_axis(down, strongest, 2)[..., 0].astype(np.float32, copy=False),
    )
