"""Hands, sleeves and other things over the board, and what they cover.

The board is looked at from above in cells. A learned judge tells of each cell whether it shows the board,
from its colour against the board's wood (or the felt that belongs there) and from its grain; a hand is a
large heap of cells that do not, reaching in from the edge.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np

from referee.board import Board, Place, Variant
from vision.fields.occupancy import Model
from vision.fields.patches import Floats
from vision.fields.top_view import SAMPLES, TopView

# Cells along the board's side (each of 3 samples, about 10 mm) and the samples a cell has a side.
CELLS = 48
STEP = SAMPLES // CELLS
# Cells this near the edge of the view show the table and the board's edge: they are not judged.
MARGIN = 2
# A heap of covered cells (sum of their probabilities) that reaches in from the edge is a hand from this size
# on, 7 square centimetres. Judged by models learned on other tables, the smallest of 63 hands had 13 cells,
# the largest heap without one 4.
HAND_CELLS = 7.0
# Heaps that touch no edge count less: dice, loose balls and reflections lie free.
FREE_WEIGHT = 0.3
# How near the edge, in cells, a heap must come to reach in.
EDGE = 5
# Cells from this probability on make heaps.
COVERED_FROM = 0.5

_WOOD, _DICE, _FELT = 0, 1, 2


@dataclass(frozen=True)
class Covers:
    """``p`` (CELLS, CELLS) that something is over the board; ``hand``: it is one; ``size`` in cells.

    ``mask``: (SAMPLES, SAMPLES) uint8, 255 where the hand is, in the samples of the `TopView`.
    """

    p: Floats
    hand: bool
    size: float
    mask: np.ndarray


def grounds(board: Board, top: TopView) -> np.ndarray:
    """Tell for each sample what the board shows there: wood, the dice area, or a start area's felt."""
    kinds = np.zeros(top.x_mm.shape, dtype=np.uint8)
    kinds[np.hypot(top.x_mm, top.y_mm) < board.disc("dice").radius_mm] = _DICE
    for place in board.of_kind("start"):
        kinds[np.hypot(top.x_mm - place.x_mm, top.y_mm - place.y_mm) < place.radius_mm] = _FELT
    return kinds


def holes(board: Board, top: TopView) -> Floats:
    """Tell for each sample how much of a hole the board has there, 0 to 1."""
    drawn = np.zeros(top.x_mm.shape, dtype=np.uint8)
    pitch = float(top.x_mm[0, 1] - top.x_mm[0, 0])
    for place in board.places.values():
        if place.kind not in {"start", "dice"}:
            column = (place.x_mm - top.x_mm[0, 0]) / pitch
            row = (top.y_mm[0, 0] - place.y_mm) / pitch
            radius = max(place.radius_mm, 3.0) / pitch
            centre = (round(column * 16), round(row * 16))
            cv2.circle(drawn, centre, round(radius * 16), 255, -1, cv2.LINE_AA, 4)
    return drawn.astype(np.float32) / np.float32(255)


def _blur(image: np.ndarray, size: int) -> np.ndarray:
    return np.asarray(cv2.blur(image, (size, size)))


def _spread(image: np.ndarray, size: int) -> np.ndarray:
    mean = _blur(image, size)
    variance = np.maximum(_blur(image * image, size) - mean * mean, 0) + np.float32(1e-5)
    return np.asarray(np.log(np.sqrt(variance)))


def cell_features(board: Board, top: TopView) -> Floats:
    """Describe every cell for the judge: (CELLS * CELLS, f) float32."""
    kinds = grounds(board, top)
    inner = np.zeros(kinds.shape, dtype=bool)
    inner[8:-8, 8:-8] = True
    sparse = (slice(None, None, 2), slice(None, None, 2))
    wood = np.median(top.tones[sparse][(inner & (kinds == _WOOD))[sparse]], axis=0)
    ground = np.broadcast_to(wood, top.tones.shape).copy()
    for kind in (_DICE, _FELT):
        here = kinds == kind
        if here.any():
            ground[here] = np.median(top.tones[here], axis=0)
    tones = top.tones - ground
    middle = slice(STEP // 2, None, STEP)
    cells = (middle, middle)
    fine = _spread(tones, 7)
    typical = np.median(fine[cells][(inner & (kinds == _WOOD))[cells]], axis=0)
    means = [_blur(tones, size)[cells] for size in (3, 9, 21, 41)]
    spreads = [
        _spread(tones, 3)[cells],
        fine[cells],
        _spread(tones, 15)[cells],
        (fine - typical)[cells],
    ]
    slopes = [np.hypot(*np.gradient(means[0], axis=(0, 1)))]
    colourful = [np.hypot(mean[..., 1], mean[..., 2])[..., None] for mean in means[:3]]
    pattern = holes(board, top)
    row = np.arange(CELLS, dtype=np.float32)
    edge = np.minimum(row, row[::-1])
    single = [
        kinds[cells] == _DICE,
        kinds[cells] == _FELT,
        pattern[cells],
        _blur(pattern, 7)[cells],
        np.minimum(np.minimum(edge[:, None], edge[None]), 8) / 8,
        np.full((CELLS, CELLS), wood[0]),
    ]
    layers = [*means, *spreads, *slopes, *colourful, np.stack(single, axis=-1)]
    return np.concatenate(layers, axis=-1).astype(np.float32).reshape(CELLS * CELLS, -1)


def find_covers(board: Board, top: TopView, judge: Model) -> Covers:
    """Find what is over the board in its view from above."""
    p = np.exp(judge(cell_features(board, top))[:, 1]).reshape(CELLS, CELLS).astype(np.float32)
    p[:MARGIN], p[-MARGIN:], p[:, :MARGIN], p[:, -MARGIN:] = 0, 0, 0, 0
    weighted = p.copy()
    if board.variant is not Variant.MEMORY:
        # Balls lie anywhere on the felt of the start areas.
        middle = slice(STEP // 2, None, STEP)
        weighted[grounds(board, top)[middle, middle] == _FELT] *= 0.5
    heaps = (_blur(weighted, 3) > COVERED_FROM).astype(np.uint8)
    count, labels = cv2.connectedComponents(heaps)
    sizes = [_heap_size(labels == i, weighted) for i in range(1, count)]
    hands = [i + 1 for i, size in enumerate(sizes) if size >= HAND_CELLS]
    cells = np.isin(labels, hands).astype(np.uint8) * 255
    mask = cv2.resize(cells, (SAMPLES, SAMPLES), interpolation=cv2.INTER_NEAREST)
    return Covers(p, bool(hands), max(sizes, default=0.0), np.asarray(mask, dtype=np.uint8))


def _heap_size(heap: np.ndarray, p: Floats) -> float:
    rows, columns = np.nonzero(heap)
    nearest = min(rows.min(), columns.min(), CELLS - 1 - rows.max(), CELLS - 1 - columns.max())
    return float(p[heap].sum()) * (1.0 if nearest <= EDGE else FREE_WEIGHT)


def at_places(values: Floats, places: Sequence[Place], top: TopView) -> Floats:
    """Return the cells' values (CELLS, CELLS) at the places, (n,) float32, interpolated."""
    pitch = float(top.x_mm[0, 1] - top.x_mm[0, 0]) * STEP
    left, upper = float(top.x_mm[0, 0]), float(top.y_mm[0, 0])
    offset = 0.5 * pitch - 0.5 * pitch / STEP
    column = np.array([(p.x_mm - left - offset) / pitch for p in places], dtype=np.float32)
    row = np.array([(upper - p.y_mm - offset) / pitch for p in places], dtype=np.float32)
    found = cv2.remap(
        values, column[None], row[None], cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE
    )
    return np.asarray(found, dtype=np.float32).reshape(-1)
