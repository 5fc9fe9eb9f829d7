"""Which pieces of a board's edge a hand crosses: painted ones say, and photographs without a hand."""

import numpy as np
from numpy.typing import NDArray

from tests.vision.fields.hands import COVERED, SEEN, UNKNOWN
from vision.fields.cells import CELLS, lay_ground, look_from_above
from vision.fields.crossing import CORNER, crossing_features, look_across
from vision.fields.top_view import lay_top
from vision.frame import Frame
from vision.scales import scales
from vision.view import View

# A hand crosses the edge where it hides more than the first part of both the cell at the edge and the one
# further in; where it hides less than the second part of that it only comes near.
CROSSES_FROM, NEAR_TO = 0.5, 0.3


def edge_truth(hidden: NDArray[np.float32]) -> NDArray[np.int64]:
    """Tell of each piece of the edge, (n,), whether a hand crosses it; ``hidden``: (CELLS, CELLS), 0..1."""
    pieces = slice(CORNER, CELLS - CORNER)
    rows = (hidden, hidden[::-1], hidden.T, hidden[:, ::-1].T)
    outer, inner = (np.stack([side[row, pieces] for side in rows]) for row in (0, 1))
    crossed = (outer > CROSSES_FROM) & (inner > CROSSES_FROM)
    return np.where(crossed, COVERED, np.where(inner < NEAR_TO, SEEN, UNKNOWN)).ravel()


def edge_lesson(
    frame: Frame, view: View, hidden: NDArray[np.float32]
) -> tuple[NDArray[np.float32], NDArray[np.int64]]:
    """Features and truth of a picture's edge, as far as the truth is clear."""
    top, truth = lay_top(view), edge_truth(hidden)
    above = look_from_above(top.cut(scales(frame)), lay_ground(view.board, top))
    clear = truth != UNKNOWN
    return crossing_features(look_across(above))[clear], truth[clear]
