"""Which cells of the board are covered: inferred from the places that the truth calls covered."""

import numpy as np
from numpy.typing import NDArray

from referee.board import Variant
from tests.vision.truth import Photo
from vision.fields.cells import CELLS, cell_features, lay_ground, look_from_above
from vision.fields.top_view import lay_top
from vision.frame import Frame
from vision.scales import scales
from vision.view import View

# A cell is judged by the places within this distance; on the place itself its own truth holds.
NEAR_MM = 22.0
ON_MM = 6.0
COVERED, SEEN, UNKNOWN = 1, 0, -1
# Cells taken of each photograph: covered ones, others, and others on felt, of which there are few.
MANY, ON_FELT = 300, 80


def cell_truth(photo: Photo, x: NDArray[np.float32], y: NDArray[np.float32]) -> NDArray[np.int64]:
    """Tell which cells are covered: (CELLS, CELLS), -1 where the truth does not say."""
    board = photo.view.board
    truth = np.full(x.shape, UNKNOWN, dtype=np.int64)
    if not photo.row["hand"]:
        truth[:] = SEEN
    else:
        places = [p for p in board.places.values() if p.kind != "dice"]
        reach = np.array([0.8 * p.radius_mm if p.kind == "start" else 0.0 for p in places])
        hidden = np.array([p.name in photo.row["covered"] for p in places])
        away = np.hypot(
            x[..., None] - [p.x_mm for p in places], y[..., None] - [p.y_mm for p in places]
        )
        away = away - reach
        hidden_near = ((away < NEAR_MM) & hidden).any(axis=-1)
        seen_near = ((away < NEAR_MM) & ~hidden).any(axis=-1)
        truth[seen_near & ~hidden_near] = SEEN
        truth[hidden_near & ~seen_near] = COVERED
        truth[((away < ON_MM) & ~hidden).any(axis=-1)] = SEEN
        truth[((away < ON_MM) & hidden).any(axis=-1)] = COVERED
        truth[np.hypot(x, y) < board.disc("dice").radius_mm + 8] = UNKNOWN
    half = board.side_mm / 2 - 3
    truth[(np.abs(x) > half) | (np.abs(y) > half)] = UNKNOWN
    return truth


def cell_lesson(
    photo: Photo, rng: np.random.Generator
) -> tuple[NDArray[np.float32], NDArray[np.int64]]:
    """Features and truth of some cells of a photograph."""
    top = lay_top(photo.view)
    x, y = np.meshgrid(*(axis.reshape(CELLS, -1).mean(axis=1) for axis in (top.x_mm, top.y_mm)))
    return lesson_of(photo.frame, photo.view, cell_truth(photo, x, y), rng)


def lesson_of(
    frame: Frame, view: View, cells: NDArray[np.int64], rng: np.random.Generator
) -> tuple[NDArray[np.float32], NDArray[np.int64]]:
    """Features and truth of some cells of a picture; ``cells``: (CELLS, CELLS), the truth of all."""
    top, truth = lay_top(view), cells.ravel()
    x, y = np.meshgrid(*(axis.reshape(CELLS, -1).mean(axis=1) for axis in (top.x_mm, top.y_mm)))
    assert truth.size == CELLS * CELLS
    felt = np.hypot(x, y).ravel() < view.board.disc("dice").radius_mm
    if view.board.variant is not Variant.MEMORY:
        for place in view.board.of_kind("start"):
            felt |= np.hypot(x - place.x_mm, y - place.y_mm).ravel() < place.radius_mm
    chosen = np.concatenate(
        [
            rng.permutation(np.flatnonzero(truth == COVERED))[:MANY],
            rng.permutation(np.flatnonzero(truth == SEEN))[:MANY],
            rng.permutation(np.flatnonzero((truth == SEEN) & felt))[:ON_FELT],
        ]
    )
    ground = lay_ground(view.board, top)
    features = cell_features(look_from_above(top.cut(scales(frame)), ground), ground)
    return features[chosen], truth[chosen]
