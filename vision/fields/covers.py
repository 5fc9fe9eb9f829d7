"""Hands, sleeves and other things over the board, and what they cover.

The board is looked at from above in cells. A learned judge tells of each cell whether it shows the board,
from its colour against the board's wood (or the felt that belongs there) and from its grain; a hand is a
large heap of cells that do not, reaching in from the edge. Skin may look just like wood: where several fields
near each other show neither a hole nor a ball, a hand is over them whatever the cells look like.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np

from referee.board import Board, Place, Variant
from vision.fields.cells import (
    CELLS,
    Above,
    Cells,
    Ground,
    blurred,
    cell_features,
    cell_mm,
    means_of,
)
from vision.fields.heaps import heap_sizes
from vision.fields.occupancy import BALL, EMPTY, OTHER, Model
from vision.fields.patches import Floats
from vision.fields.shade import doubted, like_board, tones_of
from vision.fields.top_view import TopGrid
from vision.view import View

# Cells this near the edge of the view show the table and the board's edge: they are not judged.
MARGIN = 1
# A heap of covered cells (sum of their probabilities) that reaches in from the edge is a hand from this size
# on, 3.5 square centimetres. The largest heap of 890 pictures without a hand, photographs judged by models
# learned on other tables and painted ones, had 0.9 cells.
HAND_CELLS = 1.5
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
    tones = means_of(above.tones).reshape(-1, 3)[suspect]
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
    under, size = _heaped(p, p if board.variant is Variant.MEMORY else p * ground.of_felt, ground)
    if size < HAND_CELLS:
        fields = witnesses.log_p[: witnesses.fields, OTHER]
        hidden = np.flatnonzero(fields > np.log(HIDDEN_FROM))
        if len(hidden) >= HIDDEN_FIELDS:
            cells = witnesses.cells
            under = _over_fields(cells.row[hidden], cells.column[hidden])
    return Covers(looks, bool(under.any()), size, under)


def _heaped(p: Floats, weighted: Floats, ground: Ground) -> tuple[np.ndarray, float]:
    """Return the cells under heaps that are hands, (CELLS, CELLS) uint8, and the size of the largest heap.

    ``weighted``: ``p`` as much as each cell counts.
    """
    covered = blurred(p, 3) > COVERED_FROM
    # Mostly there is no heap at all.
    if not covered.any():
        return np.zeros((CELLS, CELLS), dtype=np.uint8), 0.0
    count, labels, boxes, _ = cv2.connectedComponentsWithStats(covered.astype(np.uint8))
    sizes = heap_sizes(labels, boxes, weighted, ground.of_free * weighted)
    of_hand = np.zeros(count, dtype=np.uint8)
    of_hand[[i + 1 for i, size in enumerate(sizes) if size >= HAND_CELLS]] = 255
    return of_hand[labels], max(sizes)


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
        width_mm = cell_mm(self.top)
        column = (float(at[0]) - float(self.top.x_mm[0]) + self.top.step_mm / 2) / width_mm
        row = (float(self.top.y_mm[0]) + self.top.step_mm / 2 - float(at[1])) / width_mm
        inside = 0 <= row < CELLS and 0 <= column < CELLS
        return bool(inside and self.under[int(row), int(column)])


def places_under(
    covers: Covers, places: Sequence[Place], cells: Cells, top: TopGrid
) -> frozenset[str]:
    """Return the names of the places of which a hand hides the middle, or any part of a recess."""
    if not covers.hand:
        return frozenset()
    hidden = covers.under[cells.row, cells.column] > 0
    under = {places[i].name for i in np.flatnonzero(hidden).tolist()}
    least_mm = 2 * cell_mm(top)
    recesses = [place for place in places if place.radius_mm > least_mm]
    return frozenset(under) | _touched(covers, recesses, top, 0.0, TOUCHES)


def areas_beside(covers: Covers, places: Sequence[Place], top: TopGrid) -> frozenset[str]:
    """Return the names of the start areas that a hand may hide a part of."""
    if not covers.hand:
        return frozenset()
    areas = [place for place in places if place.kind == "start"]
    return _touched(covers, areas, top, BESIDE * cell_mm(top), 1)


def cells_beside(covers: Covers, cells: Cells) -> np.ndarray | None:
    """Tell which cells may lie in a hand's shadow, (n,) bool, or None without a hand."""
    if not covers.hand:
        return None
    near = cv2.dilate(covers.under, np.ones((2 * BESIDE + 1, 2 * BESIDE + 1), dtype=np.uint8))
    return np.asarray(near[cells.row, cells.column] > 0)


def _touched(
    covers: Covers, places: Sequence[Place], top: TopGrid, margin_mm: float, least: int
) -> frozenset[str]:
    """Return the names of the places with so many cells of a hand over them or so near to them."""
    rows, columns = np.nonzero(covers.under)
    x = float(top.x_mm[0]) - top.step_mm / 2 + (columns + 0.5) * cell_mm(top)
    y = float(top.y_mm[0]) + top.step_mm / 2 - (rows + 0.5) * cell_mm(top)
    return frozenset(
        place.name
        for place in places
        if (np.hypot(x - place.x_mm, y - place.y_mm) < place.radius_mm + margin_mm).sum() >= least
    )
