"""Hands, sleeves and other things over the board, and what they cover.

The board is looked at from above in cells. A learned judge tells of each cell whether it shows the board,
from its colour against the board's wood (or the felt that belongs there) and from its grain; a hand is a
large heap of cells that do not, reaching in from the edge. Skin may look just like wood: where several fields
near each other show neither a hole nor a ball, a hand is over them whatever the cells look like.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

import cv2
import numpy as np

from referee.board import Board, Place, Variant
from vision.fields.heaps import heap_sizes
from vision.fields.occupancy import BALL, EMPTY, OTHER, Model
from vision.fields.patches import Floats
from vision.fields.profile import OPPONENT, log_values, magnitude, middle_of
from vision.fields.shade import doubted, like_board, tones_of
from vision.fields.top_view import SAMPLES, TopGrid
from vision.frame import Frame
from vision.view import View

# Cells along the board's side (each of 3 by 3 samples, about 15 mm).
CELLS = 32
# Cells this near the edge of the view show the table and the board's edge: they are not judged.
MARGIN = 1
# A heap of covered cells (sum of their probabilities) that reaches in from the edge is a hand from this size
# on, 3.5 square centimetres. The largest heap of 890 pictures without a hand, photographs judged by models
# learned on other tables and painted ones, had 0.9 cells.
HAND_CELLS = 1.5
# Heaps that touch no edge count less: loose balls and reflections lie free. Their cells of the dice area do
# not count at all: each of two pale dice on dark felt was a heap of eight cells on one table of 28.
FREE_WEIGHT = 0.3
# And so do cells of the start areas: balls lie anywhere on their felt.
FELT_WEIGHT = np.float32(0.3)
# Cells from this probability on make heaps.
COVERED_FROM = 0.4
# Cells below this probability add nothing to a heap.
SUSPECT = 0.02

# A place that is clearly seen speaks for its cell, and half for the four cells beside it; one that shows
# something else than a hole or a ball speaks against it.
SEEN_FROM, SEEN, BESIDE_SEEN, HIDDEN = 0.9, 0.1, 0.5, 0.6

# So many fields near each other that show something else, from this probability on, are under a hand that no
# cell shows: of 900 pictures without a hand 12 had two, and none had more.
HIDDEN_FIELDS, HIDDEN_FROM = 4, 0.8

# Below this probability of something else a cell is open to view.
OPEN = 0.3
# So many cells of a hand over a start area or the dice area may hide a ball or a die.
TOUCHES = 2
# A hand is seen to so many cells: what is no farther from it may be partly under it.
BESIDE = 2

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


def lay_ground(board: Board, top: TopGrid) -> Ground:
    """Prepare what does not depend on the picture."""
    kind = _kinds(board, top)
    pattern = _holes(board, top)
    row = np.arange(CELLS, dtype=np.float32)
    edge = np.minimum(row, row[::-1])
    single = [
        kind[_CELL] == _DICE,
        kind[_CELL] == _FELT,
        _cells(pattern),
        _blur(_cells(pattern), 3),
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


def _kinds(board: Board, top: TopGrid) -> np.ndarray:
    x, y = np.meshgrid(top.x_mm, top.y_mm)
    kind = np.full(x.shape, _WOOD, dtype=np.uint8)
    kind[np.hypot(x, y) < board.disc("dice").radius_mm] = _DICE
    for place in board.of_kind("start"):
        kind[np.hypot(x - place.x_mm, y - place.y_mm) < place.radius_mm] = _FELT
    return kind


def _holes(board: Board, top: TopGrid) -> Floats:
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


def _cells(samples: np.ndarray) -> np.ndarray:
    """Means of the samples of each cell."""
    return np.asarray(cv2.resize(samples, (CELLS, CELLS), interpolation=cv2.INTER_AREA))


def _blur(image: np.ndarray, size: int) -> np.ndarray:
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
    # Means and mean squares by cells and by two neighbourhoods of cells, a row for each channel.
    both = np.concatenate([_cells(tones), _cells(tones * tones)], axis=2)
    rows = np.empty((3, 6, CELLS * CELLS), dtype=np.float32)
    for described, some in zip(rows, (both, _blur(both, 3), _blur(both, 5)), strict=True):
        described[:] = some.reshape(CELLS * CELLS, 6).T
    means, varied = rows[:, :3], rows[:, 3:]
    spreads = np.log(np.maximum(varied - means * means, 0) + np.float32(1e-4))
    mean = np.ascontiguousarray(both[..., :3])
    slopes = [_rows(cv2.Sobel(mean, cv2.CV_32F, *along)) for along in ((1, 0), (0, 1))]
    layers = [
        means.reshape(-1, CELLS * CELLS),
        _rows(_blur(mean, 9)),
        spreads.reshape(-1, CELLS * CELLS),
        spreads[1] - middle_of(spreads[1, :, ::5])[:, None],
        magnitude(*slopes),
        magnitude(means[:, 1], means[:, 2]),
        np.full((1, CELLS * CELLS), above.wood[0], dtype=np.float32),
        ground.single,
    ]
    return np.concatenate(layers, dtype=np.float32).T


def _rows(image: np.ndarray) -> Floats:
    """Return an image (CELLS, CELLS, n) as rows, one for each channel: numpy minds a short last axis."""
    return np.ascontiguousarray(image.reshape(CELLS * CELLS, -1).T, dtype=np.float32)


@dataclass(frozen=True)
class Covers:
    """What is over the board: ``hand``, whether it is one; ``size`` of the largest heap in cells.

    ``looks``: (CELLS, CELLS), how likely each cell by its own look shows no board; ``under``: (CELLS, CELLS)
    uint8, 255 where the hand is.
    """

    looks: Floats
    hand: bool
    size: float
    under: np.ndarray


@dataclass(frozen=True)
class Cells:
    """The cells in which places lie: ``row`` and ``column`` (n,)."""

    row: np.ndarray
    column: np.ndarray


def cells_of(places: Sequence[Place], top: TopGrid) -> Cells:
    """Find the places' cells."""
    cell_mm = top.step_mm * SAMPLES / CELLS
    left, upper = float(top.x_mm[0]) - top.step_mm / 2, float(top.y_mm[0]) + top.step_mm / 2
    row = np.clip([(upper - p.y_mm) / cell_mm for p in places], 0, CELLS - 1).astype(np.int64)
    column = np.clip([(p.x_mm - left) / cell_mm for p in places], 0, CELLS - 1).astype(np.int64)
    return Cells(row, column)


@dataclass(frozen=True)
class Witnesses:
    """Places that were judged: their cells, log p (n, 3) of each and the wood round it, (n, 3) log BGR.

    The first ``fields`` of them are fields.
    """

    cells: Cells
    log_p: Floats
    wood: Floats
    fields: int = 0


def _heard(p: Floats, witnesses: Witnesses) -> Floats:
    """Weigh the cells' probabilities with what the places in them say."""
    witnessed = np.exp(witnesses.log_p)
    row, column = witnesses.cells.row, witnesses.cells.column
    clear = np.maximum(witnessed[:, EMPTY], witnessed[:, BALL]) > SEEN_FROM
    # Cells in one row, with a margin of one all round.
    wide = CELLS + 2
    weight = np.ones(wide * wide, dtype=np.float32)
    seen = (row[clear] + 1) * wide + column[clear] + 1
    weight[(seen + np.array([[-wide], [-1], [1], [wide]])).reshape(-1)] = BESIDE_SEEN
    weight[seen] = SEEN
    p = p * weight.reshape(wide, wide)[1:-1, 1:-1]
    np.maximum.at(p.reshape(-1), row * CELLS + column, HIDDEN * witnessed[:, OTHER])
    return p


def _without_shade(
    p: Floats, looks: Floats, above: Above, ground: Ground, heard: Witnesses
) -> Floats:
    """Return the probabilities (CELLS, CELLS), none where the board lies in a shade whose looks mislead."""
    misled = doubted(looks[heard.cells.row, heard.cells.column], heard.log_p)
    if misled is None:
        return p
    suspect = np.flatnonzero((p > SUSPECT) & ground.wooden)
    tones = _cells(above.tones).reshape(-1, 3)[suspect]
    board = suspect[like_board(tones, tones_of(heard.wood[misled]) - above.wood)]
    left = p.copy()
    left.reshape(-1)[board] = 0
    return left


def find_covers(
    board: Board,
    above: Above,
    ground: Ground,
    judge: Model,
    witnesses: Witnesses,
    counts: Floats | None = None,
) -> Covers:
    """Find what is over the board in its view from above.

    ``counts``: (CELLS, CELLS), how much of each cell's look counts, see `vision.fields.misleading`.
    """
    log_p = judge(cell_features(above, ground))
    looks = np.exp(log_p[:, 1]).reshape(CELLS, CELLS).astype(np.float32)
    p = _without_shade(_heard(looks, witnesses), looks, above, ground, witnesses)
    if counts is not None:
        p = p * counts
    p[:MARGIN], p[-MARGIN:], p[:, :MARGIN], p[:, -MARGIN:] = 0, 0, 0, 0
    weighted = p
    if board.variant is not Variant.MEMORY:
        weighted = p * ground.of_felt
    covered = (_blur(p, 3) > COVERED_FROM).astype(np.uint8)
    count, labels, boxes, _ = cv2.connectedComponentsWithStats(covered)
    sizes = heap_sizes(labels, boxes, weighted, ground.of_free * weighted)
    hands = [i + 1 for i, size in enumerate(sizes) if size >= HAND_CELLS]
    of_hand = np.zeros(count, dtype=np.uint8)
    of_hand[hands] = 255
    under = of_hand[labels]
    if not hands:
        fields = witnesses.log_p[: witnesses.fields, OTHER]
        hidden = np.flatnonzero(fields > np.log(HIDDEN_FROM))
        if len(hidden) >= HIDDEN_FIELDS:
            cells = witnesses.cells
            under = _over_fields(cells.row[hidden], cells.column[hidden])
    return Covers(looks, bool(under.any()), max(sizes, default=0.0), under)


def _over_fields(row: np.ndarray, column: np.ndarray) -> np.ndarray:
    """Return the cells under whatever hides the fields in these cells, (CELLS, CELLS) uint8, 0 or 255."""
    beside = np.zeros((CELLS, CELLS), dtype=np.uint8)
    beside[row, column] = 255
    beside = np.asarray(cv2.dilate(beside, np.ones((3, 3), dtype=np.uint8)))
    count, labels = cv2.connectedComponents(beside)
    over = np.zeros((CELLS, CELLS), dtype=np.uint8)
    for heap in range(1, count):
        mine = labels[row, column] == heap
        if mine.sum() >= HIDDEN_FIELDS:
            corners = np.stack([column[mine], row[mine]], axis=1).astype(np.int32)
            cv2.fillConvexPoly(over, cv2.convexHull(corners), (255,))
    return np.asarray(cv2.dilate(over, np.ones((3, 3), dtype=np.uint8)))


@dataclass(frozen=True)
class Hands:
    """Tells of a pixel (x, y) of the frame whether a hand is there, as far as it is over the board."""

    view: View
    top: TopGrid
    under: np.ndarray

    def __call__(self, x_px: float, y_px: float) -> bool:
        """Whether a hand covers the pixel."""
        at = self.view.camera.on_plane(np.array([[x_px, y_px]]))[0]
        cell_mm = self.top.step_mm * SAMPLES / CELLS
        column = (float(at[0]) - float(self.top.x_mm[0]) + self.top.step_mm / 2) / cell_mm
        row = (float(self.top.y_mm[0]) + self.top.step_mm / 2 - float(at[1])) / cell_mm
        inside = 0 <= row < CELLS and 0 <= column < CELLS
        return bool(inside and self.under[int(row), int(column)])


def places_under(
    covers: Covers, places: Sequence[Place], cells: Cells, top: TopGrid
) -> frozenset[str]:
    """Return the names of the places of which a hand hides the middle, or any part of a recess."""
    if not covers.hand:
        return frozenset()
    hidden = covers.under[cells.row, cells.column] > 0
    under = {place.name for place, hides in zip(places, hidden, strict=True) if hides}
    recesses = [place for place in places if place.radius_mm > 2 * _cell_mm(top)]
    return frozenset(under) | _touched(covers, recesses, top, 0.0, TOUCHES)


def areas_beside(covers: Covers, places: Sequence[Place], top: TopGrid) -> frozenset[str]:
    """Return the names of the start areas that a hand may hide a part of."""
    if not covers.hand:
        return frozenset()
    areas = [place for place in places if place.kind == "start"]
    return _touched(covers, areas, top, BESIDE * _cell_mm(top), 1)


def cells_beside(covers: Covers, cells: Cells) -> np.ndarray | None:
    """Tell which cells may lie in a hand's shadow, (n,) bool, or None without a hand."""
    if not covers.hand:
        return None
    near = cv2.dilate(covers.under, np.ones((2 * BESIDE + 1, 2 * BESIDE + 1), dtype=np.uint8))
    return np.asarray(near[cells.row, cells.column] > 0)


def _cell_mm(top: TopGrid) -> float:
    return top.step_mm * SAMPLES / CELLS


def _touched(
    covers: Covers, places: Sequence[Place], top: TopGrid, margin_mm: float, least: int
) -> frozenset[str]:
    """Return the names of the places with so many cells of a hand over them or so near to them."""
    rows, columns = np.nonzero(covers.under)
    x = float(top.x_mm[0]) - top.step_mm / 2 + (columns + 0.5) * _cell_mm(top)
    y = float(top.y_mm[0]) + top.step_mm / 2 - (rows + 0.5) * _cell_mm(top)
    return frozenset(
        place.name
        for place in places
        if (np.hypot(x - place.x_mm, y - place.y_mm) < place.radius_mm + margin_mm).sum() >= least
    )
