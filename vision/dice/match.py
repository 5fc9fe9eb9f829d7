"""The exact pose of an upper face and how well each face's templates agree with it."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cache

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.dice.area import Grey, Window
from vision.dice.bank import REACH, Bank, make_bank, marks, templates, thinned
from vision.dice.locate import Pose


@dataclass(frozen=True)
class FaceMatch:
    """A face laid under the templates: its pose and the best correlation of every label.

    ``turn_deg`` is 0 to 360, the direction of the mark's right on the board. ``patch`` is the face seen
    square from above (size, size) grey in [0, 255].
    """

    x_mm: float
    y_mm: float
    turn_deg: float
    die_mm: float
    light: bool
    scores: dict[str, float]
    patch: NDArray[np.float32]

    @property
    def label(self) -> str:
        """The face that agrees best."""
        return max(self.scores, key=self.scores.__getitem__)

    @property
    def quality(self) -> float:
        """How well it agrees, up to 1."""
        return self.scores[self.label]

    @property
    def margin(self) -> float:
        """How much better it agrees than the second best face."""
        first, second = sorted(self.scores.values(), reverse=True)[:2]
        return first - second


@cache
def fine_bank() -> Bank:
    """Return the templates of all faces in all hands."""
    names, patches = templates(22)
    return thinned(make_bank(names, patches), alike=0.98)


# Dice smaller or larger than this are not looked for: smaller ones would be single letters of a word.
_SMALLEST_MM, _LARGEST_MM = 13.0, 21.5

# Steps of the refinement: (move in die edges, turn in degrees, relative size), coarse to fine.
_ROUNDS = ((0.045, 5.0, 0.06), (0.03, 3.0, 0.04), (0.015, 1.5, 0.02))


def promising(
    grey: Grey, window: Window, poses: Sequence[Pose], bank: Bank, count: int
) -> list[Pose]:
    """Return the ``count`` poses at which some template fits best, without moving them."""
    if not poses:
        return []
    patches = _sample(grey, window, poses, bank.size)
    dark, light = marks(patches)
    chosen = np.where(np.array([pose.light for pose in poses])[:, None, None], light, dark)
    best = bank.scores(chosen).max(axis=1)
    return [poses[i] for i in np.argsort(-best)[:count]]


def refine(grey: Grey, window: Window, pose: Pose, bank: Bank) -> FaceMatch:
    """Move, turn and scale a pose until a template fits best, then score all labels there."""
    best, value = pose, -1.0
    for move, turn, scale in _ROUNDS:
        for _ in range(2):
            tried = _neighbours(best, move, turn, scale)
            patches = _sample(grey, window, tried, bank.size)
            scores = bank.scores(marks(patches)[best.light]).max(axis=1)
            first = int(np.argmax(scores))
            if scores[first] <= value + 1e-4:
                break
            best, value = tried[first], float(scores[first])
    return _scored(grey, window, best, bank)


def _scored(grey: Grey, window: Window, pose: Pose, bank: Bank) -> FaceMatch:
    tried = _neighbours(pose, 0.02, 2.0, 0.0)
    patches = _sample(grey, window, tried, bank.size)
    scores = bank.scores(marks(patches)[pose.light])
    by_label = bank.by_label(scores).max(axis=0)
    best = int(np.argmax(scores.max(axis=0)))
    turn = (pose.turn_deg + 90.0 * float(bank.quarters[best])) % 360.0
    return FaceMatch(
        x_mm=pose.x_mm, y_mm=pose.y_mm, turn_deg=turn, die_mm=pose.die_mm, light=pose.light,
        scores=dict(zip(bank.labels, map(float, by_label), strict=True)), patch=patches[0],
    )  # fmt: skip


def _neighbours(pose: Pose, move: float, turn: float, scale: float) -> list[Pose]:
    """The pose itself first, then one step in every direction of position and turn, and two in size."""
    step = move * pose.die_mm
    around = [
        replace(pose, x_mm=pose.x_mm + i * step, y_mm=pose.y_mm + j * step,
                turn_deg=pose.turn_deg + k * turn)
        for k in (0, -1, 1) for j in (0, -1, 1) for i in (0, -1, 1)
    ]  # fmt: skip
    sizes = [pose.die_mm * (1 + i * scale) for i in (-1, 1)] if scale else []
    around += [replace(pose, die_mm=size) for size in sizes if _SMALLEST_MM <= size <= _LARGEST_MM]
    return around


def _sample(grey: Grey, window: Window, poses: Sequence[Pose], size: int) -> NDArray[np.float32]:
    patches = np.empty((len(poses), size, size), np.float32)
    for i, pose in enumerate(poses):
        step = pose.die_mm * 2 * REACH / size
        turn = np.radians(pose.turn_deg)
        c, s, k = np.cos(turn), np.sin(turn), window.px_per_mm * step
        matrix = np.array([[c * k, s * k, 0], [-s * k, c * k, 0]])
        middle = np.array(window.to_px(pose.x_mm, pose.y_mm))
        matrix[:, 2] = middle - matrix[:, :2].sum(axis=1) * (size - 1) / 2
        patches[i] = cv2.warpAffine(
            grey, matrix, (size, size), flags=cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP,
            borderMode=cv2.BORDER_REPLICATE,
        )  # fmt: skip
    return patches
