"""The exact pose of an upper face and how well each face's templates agree with it."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache

import numpy as np
from numpy.typing import NDArray

from vision.dice.bank import FADE, NARROW, Bank, Patches, make_bank, templates, thinned
from vision.dice.close_up import CloseUp, Rows, sample
from vision.dice.locate import Pose
from vision.dice.photographed import photographed

# Side of a patch and a template in pixels: a stroke of a fine mark is one pixel and a half.
SIZE = 22

# Templates for dark and for light marks: only on dark dice do mirrored lamps look like marks.
Banks = tuple[Bank, Bank]

# Dice smaller or larger than this are not looked for: smaller ones would be single letters of a word.
_SMALLEST_MM, _LARGEST_MM = 13.0, 21.5
# Steps of the refinement: (move in die edges, turn in degrees, relative size), coarse to fine, and how
# often each may be repeated.
_ROUNDS = ((0.05, 5.0, 0.06, 4), (0.025, 2.5, 0.03, 3), (0.012, 1.2, 0.015, 2))
# While a pose is refined only the templates of the faces that agree best at its begin are tried.
_RIVALS = 4


@dataclass(frozen=True)
class FaceMatch:
    """A face laid under the templates: its pose and the best correlation of every label.

    ``turn_deg`` is 0 to 360, the direction of the mark's right on the board. ``patch`` is the face seen
    square from above (size, size) grey in [0, 255], turned by less than a quarter, and ``marks`` its marks as
    they were compared; ``quarters`` by how many quarters each label's best template is turned on it.
    """

    x_mm: float
    y_mm: float
    turn_deg: float
    die_mm: float
    light: bool
    scores: dict[str, float]
    quarters: dict[str, int]
    patch: NDArray[np.float32]
    marks: NDArray[np.float32]

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
def drawn_banks() -> Banks:
    """Return the drawings of all faces in all hands, for dark and for light marks."""
    return banks_of({})


@cache
def fine_banks() -> Banks:
    """Return the drawings and the photographed faces, for dark and for light marks."""
    return banks_of(photographed(SIZE))


def banks_of(more: Mapping[str, Patches]) -> Banks:
    """Return the drawings and more upright marks (n, SIZE, SIZE) by face, for dark and for light marks."""
    names, patches = templates(SIZE)
    names = [*names, *(face for face, marks in more.items() for _ in marks)]
    patches = np.concatenate([patches, *more.values()])
    return (
        thinned(make_bank(names, patches, fade=FADE), alike=0.97),
        thinned(make_bank(names, patches, fade=NARROW), alike=0.97),
    )


def with_templates(bank: Bank, own: Mapping[str, Patches]) -> Bank:
    """Return a bank that also has a table's own templates, upright marks (n, size, size) by face."""
    names = [face for face, patches in own.items() for _ in patches]
    if not names:
        return bank
    return bank.joined(make_bank(names, np.concatenate(list(own.values())), fade=bank.fade))


def promising(close_up: CloseUp, poses: Sequence[Pose], banks: Banks, count: int) -> list[Pose]:
    """Return the ``count`` poses at which some template fits best, without moving them, the best first."""
    if not poses:
        return []
    best = np.empty(len(poses))
    for light in (False, True):
        mine = [i for i, pose in enumerate(poses) if pose.light == light]
        if mine:
            bank = banks[light]
            rows = np.array([_row(poses[i]) for i in mine])
            best[mine] = bank.scores(close_up.marks(rows, light, bank.size)).max(axis=1)
    return [poses[i] for i in np.argsort(-best)[:count]]


def refine(
    close_up: CloseUp,
    pose: Pose,
    banks: Banks,
    *,
    near_mm: float | None = None,
    alike: float = 0.1,
) -> FaceMatch:
    """Move, turn and scale a pose until a template fits best, then score all labels there.

    ``near_mm`` is an edge that is known to ``alike`` (relative).
    """
    smallest, largest = _SMALLEST_MM, _LARGEST_MM
    if near_mm:
        smallest, largest = near_mm * (1 - alike), near_mm * (1 + alike)
    row, bank = _row(pose), banks[pose.light]
    first = bank.scores(close_up.marks(row[None], pose.light, bank.size))
    rivals = bank.only(np.argsort(-bank.by_label(first)[0])[:_RIVALS])
    value = float(rivals.scores(close_up.hats(row[None], pose.light, bank.size)).max())
    for move, turn, scale, times in _ROUNDS:
        steps = _star(move * row[3], turn, scale * row[3])
        for _ in range(times):
            tried = row + steps
            tried[:, 3] = np.clip(tried[:, 3], smallest, largest)
            scores = rivals.scores(close_up.hats(tried, pose.light, bank.size)).max(axis=1)
            best = int(np.argmax(scores))
            if scores[best] <= value + 1e-4:
                break
            row, value = tried[best], float(scores[best])
    return _scored(close_up, row, pose.light, bank)


def _scored(close_up: CloseUp, row: Rows, light: bool, bank: Bank) -> FaceMatch:
    """Score all labels at a pose and a little beside it: each face is given its own best alignment."""
    around = row + np.concatenate([np.zeros((1, 4)), _star(0.02 * row[3], 2.0, 0.0)[:6]])
    marks = close_up.marks(around, light, bank.size)
    scores = bank.scores(marks)
    best = int(np.argmax(scores.max(axis=0)))
    return FaceMatch(
        x_mm=float(row[0]), y_mm=float(row[1]), die_mm=float(row[3]), light=light,
        turn_deg=float(row[2] + 90.0 * bank.quarters[best]) % 360.0,
        scores=dict(zip(bank.labels, map(float, bank.by_label(scores).max(axis=0)), strict=True)),
        quarters=bank.best_quarters(scores[0]),
        patch=sample(close_up.grey, close_up.window, row[None], bank.size)[0],
        marks=marks[0],
    )  # fmt: skip


def _row(pose: Pose) -> Rows:
    return np.array([pose.x_mm, pose.y_mm, pose.turn_deg, pose.die_mm])


def _star(move: float, turn: float, grow: float) -> Rows:
    """One step to either side in each of the four numbers of a pose, (8, 4)."""
    step = np.diag([move, move, turn, grow])
    return np.concatenate([step, -step])[[0, 4, 1, 5, 2, 6, 3, 7]]
