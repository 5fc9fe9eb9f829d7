"""The exact pose of an upper face and how well each face's templates agree with it."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache, cached_property, partial

import numpy as np
from numpy.typing import NDArray

from vision.dice.alignment import align
from vision.dice.bank import FADE, NARROW, Bank, Patches, Scores, make_bank, thinned
from vision.dice.close_up import CloseUp, Rows, sample
from vision.dice.drawn import templates
from vision.dice.laid import Laid
from vision.dice.locate import Pose
from vision.dice.photographed import photographed

# Side of a patch and a template in pixels: a stroke of a fine mark is one pixel and a half.
SIZE = 22

# Templates for dark and for light marks: only on dark dice do mirrored lamps look like marks.
Banks = tuple[Bank, Bank]

# Dice smaller or larger than this are not looked for: smaller ones would be single letters of a word.
_SMALLEST_MM, _LARGEST_MM = 13.0, 21.5
# Where labels are scored round a pose: (right and up in die edges, turn in degrees, relative size).
_AROUND = np.array([
    (0.0, 0.0, 0.0, 0.0), (0.02, 0.0, 0.0, 0.0), (-0.02, 0.0, 0.0, 0.0), (0.0, 0.02, 0.0, 0.0),
    (0.0, -0.02, 0.0, 0.0), (0.0, 0.0, 2.0, 0.0), (0.0, 0.0, -2.0, 0.0),
])  # fmt: skip
# The same along the board's axes, right and down, in edges, and as what turns an edge.
_BESIDE = (_AROUND[:, 0] - 1j * _AROUND[:, 1]).astype(np.complex64)
_TURNED = np.exp(-1j * np.radians(_AROUND[:, 2])).astype(np.complex64)
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

    @cached_property
    def label(self) -> str:
        """The face that agrees best."""
        return max(self.scores, key=self.scores.__getitem__)

    @cached_property
    def quality(self) -> float:
        """How well it agrees, up to 1."""
        return self.scores[self.label]

    @cached_property
    def margin(self) -> float:
        """How much better it agrees than the second best face."""
        first, second = sorted(self.scores.values(), reverse=True)[:2]
        return first - second

    def ahead_of(self, faces: Sequence[str]) -> float:
        """Return how much better it agrees than the best of some faces, as far as they were compared."""
        return self.quality - max((self.scores[f] for f in faces if f in self.scores), default=0.0)


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
        thinned(make_bank(names, patches, fade=FADE), alike=0.97).in_order(),
        thinned(make_bank(names, patches, fade=NARROW), alike=0.97).in_order(),
    )


def with_templates(bank: Bank, own: Mapping[str, Patches]) -> Bank:
    """Return a bank that also has a table's own templates, upright marks (n, size, size) by face."""
    names = [face for face, patches in own.items() for _ in patches]
    if not names:
        return bank
    own_bank = make_bank(names, np.concatenate(list(own.values())), fade=bank.fade)
    return bank.joined(own_bank).in_order()


@dataclass(frozen=True, slots=True)
class Start:
    """A pose that is worth refining: a row (4,), its marks' polarity and the bank's labels that fit best.

    ``fit`` is how well the best of them does as the pose is.
    """

    row: Rows
    light: bool
    rivals: NDArray[np.intp]
    fit: float = 0.0


def promising(close_up: CloseUp, poses: Sequence[Pose], banks: Banks, count: int) -> list[Start]:
    """Return the ``count`` poses at which some template fits best, without moving them, the best first."""
    found: list[Start] = []
    for light in (False, True):
        mine = [pose for pose in poses if pose.light == light]
        if mine:
            rows, bank = np.array([_row(pose) for pose in mine]), banks[light]
            labels = bank.by_label(bank.scores(close_up.marks(rows, light, bank.size)))
            rivals = np.argsort(-labels, axis=1)[:, :_RIVALS]
            found += [
                Start(row, light, few, float(fit))
                for fit, row, few in zip(labels.max(axis=1), rows, rivals, strict=True)
            ]
    found.sort(key=lambda start: -start.fit)
    return found[:count]


def refine(
    close_up: CloseUp,
    starts: Sequence[Start],
    banks: Banks,
    *,
    near_mm: float | None = None,
    alike: float = 0.1,
) -> list[FaceMatch]:
    """Move, turn and scale poses until templates fit best, then score all labels there; the best come first.

    ``near_mm`` is an edge that is known to ``alike`` (relative).
    """
    sizes_mm = (_SMALLEST_MM, _LARGEST_MM)
    if near_mm:
        sizes_mm = (near_mm * (1 - alike), near_mm * (1 + alike))
    found: list[FaceMatch] = []
    for light in (False, True):
        mine = [start for start in starts if start.light == light]
        if mine:
            bank = banks[light]
            rows = np.array([start.row for start in mine])
            rows[:, 3] = np.clip(rows[:, 3], *sizes_mm)
            rivals = bank.only(np.concatenate([start.rivals for start in mine]))
            own = np.zeros((len(mine), len(bank.labels)), bool)
            for start, labels in zip(mine, own, strict=True):
                labels[start.rivals] = True
            allowed = own[:, rivals.faces]
            marks = partial(close_up.hats, light=light, size=bank.size)
            rows = align(marks, rows, rivals, allowed, sizes_mm)
            found += scored(close_up, rows, light, bank)
    found.sort(key=lambda match: -match.quality)
    return found


def scored(close_up: CloseUp, rows: Rows, light: bool, bank: Bank) -> list[FaceMatch]:
    """Score all labels at poses (k, 4) and a little beside them, each at its own best alignment."""
    marks = close_up.marks(around(rows), light, bank.size)
    patches = sample(close_up.grey, close_up.window, rows, bank.size)
    return matches(bank, rows, light, marks, patches)


def around(rows: Rows) -> Rows:
    """Return poses (k, 4) and, after each, those a little beside it at which labels are scored, too."""
    sizes = np.ones((len(rows), 4))
    sizes[:, (0, 1, 3)] = rows[:, 3:]
    beside: Rows = rows[:, None, :] + _AROUND * sizes[:, None, :]
    return beside.reshape(-1, 4)


def laid_around(faces: Laid) -> Laid:
    """Return faces (k,) as `around` does, with those a little beside each: (k, s)."""
    beside = faces.edges_mm[:, None] * _BESIDE
    return Laid(faces.at[:, None] + beside, faces.edges[:, None] * _TURNED)


def matches(
    bank: Bank, rows: Rows, light: bool, marks: Patches, patches: Patches
) -> list[FaceMatch]:
    """Score all labels by the marks seen at poses (k, 4), or ``around`` each, the pose itself first.

    ``patches`` are the faces in grey.
    """
    each = len(marks) // len(rows)
    scores = bank.scores(marks).reshape(len(rows), each, -1)
    here = bank.by_turn(scores[:, 0])
    best = bank.by_turn(scores.max(axis=1)) if each > 1 else here
    return [
        _match(bank, *one, light)
        for one in zip(rows.tolist(), best, here, patches, marks[::each], strict=True)
    ]


def _match(
    bank: Bank,
    row: list[float],
    best: Scores,
    here: Scores,
    patch: Patches,
    marks: Patches,
    light: bool,
) -> FaceMatch:
    """Return a pose's match; ``best``, ``here`` (labels, 4): how well each label fits in each turn."""
    x_mm, y_mm, turn_deg, die_mm = row
    labels, quarters = best.max(axis=1), here.argmax(axis=1)
    quarter = int(best[labels.argmax()].argmax())
    return FaceMatch(
        x_mm=x_mm, y_mm=y_mm, die_mm=die_mm, light=light,
        turn_deg=(turn_deg + 90.0 * quarter) % 360.0,
        scores=dict(zip(bank.labels, labels.tolist(), strict=True)),
        quarters=dict(zip(bank.labels, quarters.tolist(), strict=True)),
        patch=patch, marks=marks,
    )  # fmt: skip


def _row(pose: Pose) -> Rows:
    return np.array([pose.x_mm, pose.y_mm, pose.turn_deg, pose.die_mm])
