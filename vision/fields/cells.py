"""The board from above in cells: what each shows when nothing is over it, and how its look is described."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

import cv2
import numpy as np

from referee.board import Board, Place
from vision.fields.blurs import box, slopes
from vision.fields.patches import Floats
from vision.fields.profile import OPPONENT, log_values, magnitude, middle_of
from vision.fields.top_view import SAMPLES, TopAxes
from vision.frame import Frame

# Cells along the board's side (each of 3 by 3 samples, about 15 mm).
CELLS = 32
# Heaps of covered cells that touch no edge count less: loose balls and reflections lie free. Their cells of
# the dice area do not count at all: each of two pale dice on dark felt was a heap of eight cells on one table
# of 28.
FREE_WEIGHT = 0.3
# And so do cells of the start areas: balls lie anywhere on their felt.
FELT_WEIGHT = np.float32(0.3)

_KINDS = _WOOD, _DICE, _FELT = 0, 1, 2
_TO_OPPONENT = np.ascontiguousarray(OPPONENT.T)
# The middle sample stands for its cell where no mean is wanted.
_MIDDLE = slice(SAMPLES // CELLS // 2, None, SAMPLES // CELLS)
_CELL = (_MIDDLE, _MIDDLE)


@dataclass(frozen=True)
class Ground:
    """What the board shows in each cell when nothing is over it.

    ``kind``: (SAMPLES, SAMPLES) uint8, wood, dice area or start area; ``single``: (5, CELLS * CELLS) float32,
    the features that do not depend on the picture; ``wood``, ``dice``, ``felt``: indices of some samples.
    """

    kind: np.ndarray
    single: Floats
    wood: np.ndarray
    dice: np.ndarray
    felt: np.ndarray

    @cached_property
    def wooden(self) -> np.ndarray:
        """Which cells show wood, (CELLS, CELLS) bool."""
        return np.asarray(self.kind[_CELL] == _WOOD)

    @cached_property
    def of_felt(self) -> Floats:
        """How much cells count, (CELLS, CELLS): those of start areas less."""
        return np.where(self.kind[_CELL] == _FELT, FELT_WEIGHT, np.float32(1))

    @cached_property
    def of_free(self) -> Floats:
        """How much cells of heaps that touch no edge count, (CELLS, CELLS)."""
        return np.where(self.kind[_CELL] == _DICE, np.float32(0), np.float32(FREE_WEIGHT))


def lay_ground(board: Board, top: TopAxes) -> Ground:
    """Prepare what does not depend on the picture."""
    kind = _kinds(board, top)
    pattern = _holes(board, top)
    row = np.arange(CELLS, dtype=np.float32)
    edge = np.minimum(row, row[::-1])
    single = [
        kind[_CELL] == _DICE,
        kind[_CELL] == _FELT,
        means_of(pattern),
        blurred(means_of(pattern), 3),
        np.minimum(np.minimum(edge[:, None], edge[None]), 6) / 6,
    ]
    inner = np.zeros(kind.shape, dtype=bool)
    inner[6:-6, 6:-6] = True
    return Ground(
        kind,
        np.stack(single).reshape(len(single), -1).astype(np.float32),
        np.flatnonzero(inner & (kind == _WOOD))[::7],
        np.flatnonzero(kind == _DICE)[::3],
        np.flatnonzero(kind == _FELT)[::3],
    )


def _kinds(board: Board, top: TopAxes) -> np.ndarray:
    x, y = np.meshgrid(top.x_mm, top.y_mm)
    kind = np.full(x.shape, _WOOD, dtype=np.uint8)
    kind[np.hypot(x, y) < board.disc("dice").radius_mm] = _DICE
    for place in board.of_kind("start"):
        kind[np.hypot(x - place.x_mm, y - place.y_mm) < place.radius_mm] = _FELT
    return kind


def _holes(board: Board, top: TopAxes) -> Floats:
    """How much of a hole each sample shows, (SAMPLES, SAMPLES) float32."""
    drawn = np.zeros((SAMPLES, SAMPLES), dtype=np.uint8)
    for place in board.places.values():
        if place.kind not in {"start", "dice"}:
            column = (place.x_mm - float(top.x_mm[0])) / top.step_mm
            row = (float(top.y_mm[0]) - place.y_mm) / top.step_mm
            centre = (round(column * 16), round(row * 16))
            radius = round(max(place.radius_mm, 3.0) / top.step_mm * 16)
            cv2.circle(drawn, centre, radius, 255, -1, cv2.LINE_AA, 4)
    return drawn.astype(np.float32) / np.float32(255)


def means_of(samples: np.ndarray) -> np.ndarray:
    """Means of the samples of each cell."""
    return np.asarray(cv2.resize(samples, (CELLS, CELLS), interpolation=cv2.INTER_AREA))


def blurred(image: np.ndarray, size: int) -> np.ndarray:
    """Return the means round each place of an image (n, n, ...), over a square of so many."""
    return np.asarray(cv2.blur(image, (size, size)))


@dataclass(frozen=True)
class Above:
    """The board from above against the ground that belongs there.

    ``tones``: (SAMPLES, SAMPLES, 3) float32, opponent log ratios; ``wood``: (3,), the wood's own tones.
    """

    tones: Floats
    wood: Floats


def look_from_above(picture: Frame, ground: Ground) -> Above:
    """Compare a view from above, (SAMPLES, SAMPLES, 3) uint8 BGR, with the board's wood and felt."""
    flat: Floats = np.asarray(cv2.transform(log_values(picture), _TO_OPPONENT), dtype=np.float32)
    flat = flat.reshape(-1, 3)
    wood = _middle_at(flat, ground.wood)
    usual = np.empty((len(_KINDS), 3), dtype=np.float32)
    usual[:] = wood
    for kind, some in ((_DICE, ground.dice), (_FELT, ground.felt)):
        if len(some):
            usual[kind] = _middle_at(flat, some)
    flat -= usual.take(ground.kind.reshape(-1), axis=0)
    return Above(flat.reshape(SAMPLES, SAMPLES, 3), wood)


def _middle_at(flat: Floats, some: np.ndarray) -> Floats:
    """Return the median of some of the samples (n, 3)."""
    return middle_of(np.ascontiguousarray(flat.take(some, axis=0).T))


def cell_features(above: Above, ground: Ground) -> Floats:
    """Describe every cell of a view from above for the judge: (CELLS * CELLS, f) float32."""
    tones = above.tones
    # Means and mean squares by cells, a picture for each channel, and by two neighbourhoods of cells.
    about = np.empty((3, 6, CELLS, CELLS), dtype=np.float32)
    both = about[0]
    both[:3] = means_of(tones).transpose(2, 0, 1)
    both[3:] = means_of(tones * tones).transpose(2, 0, 1)
    about[1], about[2] = box(CELLS, 3).of(both), box(CELLS, 5).of(both)
    rows = about.reshape(3, 6, CELLS * CELLS)
    means, varied = rows[:, :3], rows[:, 3:]
    spreads = np.log(np.maximum(varied - means * means, 0) + np.float32(1e-4))
    layers = [
        means.reshape(-1, CELLS * CELLS),
        _rows(box(CELLS, 9).of(both[:3])),
        spreads.reshape(-1, CELLS * CELLS),
        spreads[1] - middle_of(spreads[1, :, ::5])[:, None],
        _rows(magnitude(*(slope.of(both[:3]) for slope in slopes(CELLS)))),
        magnitude(means[:, 1], means[:, 2]),
        np.full((1, CELLS * CELLS), above.wood[0], dtype=np.float32),
        ground.single,
    ]
    return np.concatenate(layers, dtype=np.float32).T


def _rows(images: Floats) -> Floats:
    """Return images (n, CELLS, CELLS) as rows."""
    return images.reshape(-1, CELLS * CELLS)


@dataclass(frozen=True)
class Cells:
    """The cells in which places lie: ``row`` and ``column`` (n,)."""

    row: np.ndarray
    column: np.ndarray


def cells_of(places: Sequence[Place], top: TopAxes) -> Cells:
    """Find the places' cells."""
    x_mm, y_mm = np.array([(p.x_mm, p.y_mm) for p in places]).reshape(-1, 2).T
    return cells_at(x_mm, y_mm, top)


def cells_at(x_mm: np.ndarray, y_mm: np.ndarray, top: TopAxes) -> Cells:
    """Find the cells of points of the board, each (n,)."""
    width_mm = cell_mm(top)
    left, upper = float(top.x_mm[0]) - top.step_mm / 2, float(top.y_mm[0]) + top.step_mm / 2
    row = np.clip((upper - y_mm) / width_mm, 0, CELLS - 1).astype(np.int64)
    column = np.clip((x_mm - left) / width_mm, 0, CELLS - 1).astype(np.int64)
    return Cells(row, column)


def cell_mm(top: TopAxes) -> float:
    """Return how wide a cell is, in mm."""
    return top.step_mm * SAMPLES / CELLS
