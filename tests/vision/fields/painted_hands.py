"""Painted hands to learn from: photographs have few, and of few people, sleeves and tables."""

import random
from collections.abc import Iterator
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from firmware.resources import nominal_board
from firmware.simulation.show import simulated_table
from firmware.simulation.stills import hand_over, scattered
from referee.board import Variant
from tests.vision.fields.edges import edge_lesson
from tests.vision.fields.hands import COVERED, SEEN, UNKNOWN, lesson_of
from tests.vision.fields.painted_options import as_kept
from vision.fields.cells import CELLS
from vision.fields.covers import MARGIN
from vision.fields.top_view import lay_top
from vision.frame import Frame
from vision.painter.painter import Painter
from vision.scales import scales
from vision.view import View

# Tables and pictures of each, far from the seeds that rates are measured on; every third table has Memory's
# plates. Two of three pictures show a hand, half of these on its way.
SEEDS, SCENES = range(75_000, 75_100), 6
# Edges are few in a picture, and tables beside boards of many kinds: more tables, more pictures of each.
EDGE_SEEDS, EDGE_SCENES = range(75_000, 75_160), 12
# A cell of which so much is hidden is covered, and seen with less than the second hidden.
HIDDEN_FROM, SEEN_TO = 0.5, 0.05


def painted_lessons(seed: int) -> Iterator[tuple[NDArray[np.float32], NDArray[np.int64]]]:
    """Features and truth of some cells of a painted table's pictures."""
    noise = np.random.default_rng(seed)
    for frame, view, hidden in _pictures(seed, SCENES, noise):
        yield lesson_of(frame, view, _cell_truth(hidden), noise)


def painted_edges(seed: int) -> Iterator[tuple[NDArray[np.float32], NDArray[np.int64]]]:
    """Features and truth of the board's edge in a painted table's pictures."""
    for frame, view, hidden in _pictures(seed, EDGE_SCENES, np.random.default_rng(seed)):
        yield edge_lesson(frame, view, hidden)


def _pictures(
    seed: int, scenes: int, noise: np.random.Generator
) -> Iterator[tuple[Frame, View, NDArray[np.float32]]]:
    """Yield pictures of a painted table, and how much of each cell (CELLS, CELLS) a hand hides."""
    board = nominal_board(variant=Variant.BASE if seed % 3 else Variant.MEMORY)
    table, rng = simulated_table(board, seed), random.Random(seed)
    painter = Painter(table)
    for number in range(scenes):
        scene = scattered(table, rng).scene()
        if number % 3:
            scene = replace(scene, hands=(hand_over(table, rng, moving=number % 3 == 2),))
        view = View(painter.camera(scene), table.board)
        hidden = _hidden_cells(painter.hidden(scene), view)
        yield as_kept(painter.paint(scene, noise)), view, hidden


def _hidden_cells(hidden: NDArray[np.float32], view: View) -> NDArray[np.float32]:
    """Return how much of each cell (CELLS, CELLS) is hidden, 0..1, from how much of each pixel (h, w) is."""
    bright = np.repeat(np.rint(hidden * 255).astype(np.uint8)[..., None], 3, axis=2)
    samples = lay_top(view).cut(scales(bright))[..., 0] / np.float32(255)
    share = samples.reshape(CELLS, -1, CELLS, samples.shape[1] // CELLS).mean(axis=(1, 3))
    return np.asarray(share, dtype=np.float32)


def _cell_truth(share: NDArray[np.float32]) -> NDArray[np.int64]:
    """Tell of each cell (CELLS, CELLS) of which a hand hides a share whether it is covered."""
    truth = np.where(share > HIDDEN_FROM, COVERED, np.where(share < SEEN_TO, SEEN, UNKNOWN))
    inner = np.full_like(truth, UNKNOWN)
    inner[MARGIN:-MARGIN, MARGIN:-MARGIN] = truth[MARGIN:-MARGIN, MARGIN:-MARGIN]
    return inner
