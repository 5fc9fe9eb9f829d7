"""Hands that only enter at a corner: neither felt nor holes are seen there, though no heap of cells tells.

The cells at the board's edge show the table, too, and are not judged; fingers over a corner hide few others.
"""

from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import replace

import cv2
import numpy as np

from referee.board import Board, Place
from vision.fields.cells import CELLS, cells_of
from vision.fields.covers import HIDDEN_FROM, Covers
from vision.fields.occupancy import OTHER
from vision.fields.patches import Floats
from vision.fields.start_area import StartArea
from vision.fields.top_view import TopGrid
from vision.fields.unexplained import HIDES_A_BALL

# Memory's corner is under a hand where so many ball places and so many holes of silver balls are hidden
# (`HIDDEN_FROM`), and both weigh so much together, a small hole half. Either sort alone may mislead: balls of
# the board's own wood, and a corner without silver balls. Without a hand no corner of 48 photographs or 110
# painted pictures had both.
BALL_PLACES, SMALL_HOLES, WEIGHT = 1, 2, 3.0


def over_corners(
    board: Board,
    top: TopGrid,
    covers: Covers,
    places: Sequence[Place],
    witnessed: Floats,
    areas: Sequence[StartArea],
    misled: frozenset[str] = frozenset(),
) -> Covers:
    """Return the covers with a hand that was found at corners alone, if no other one was found.

    A start area is under one if more of it than a ball is neither felt nor ball: without a hand that was 0.3
    of a ball's disc at most on 158 photographs and 250 painted pictures, but 1.0 and more all the time on two
    painted tables. Areas that were so in the calibrating picture, ``misled``, tell nothing.
    ``places``, ``witnessed``: places that were judged, and log p (n, 3) of each; ``areas``: the start areas.
    """
    if covers.hand:
        return covers
    heaps = list(_hidden_corners(places, witnessed))
    hidden = (f"S{area.seat}" for area in areas if area.unexplained > HIDES_A_BALL)
    heaps += [[board.places[name]] for name in hidden if name not in misled]
    if not heaps:
        return covers
    under = np.zeros((CELLS, CELLS), dtype=np.uint8)
    for heap in heaps:
        at = cells_of(heap, top)
        corners = np.stack([at.column, at.row], axis=1).astype(np.int32)
        cv2.fillConvexPoly(under, cv2.convexHull(corners), (255,))
    under = np.asarray(cv2.dilate(under, np.ones((3, 3), dtype=np.uint8)))
    return replace(covers, hand=True, under=under)


def _hidden_corners(places: Sequence[Place], witnessed: Floats) -> Iterator[list[Place]]:
    """Yield the hidden places of each of Memory's corners that is under a hand."""
    hidden = np.flatnonzero(witnessed[:, OTHER] > np.log(HIDDEN_FROM)).tolist()
    by_seat: dict[str, list[Place]] = defaultdict(list)
    for place in (places[i] for i in hidden):
        if place.kind == "ball-place" or place.holds == "option":
            by_seat[place.name[1]].append(place)
    for mine in by_seat.values():
        balls = sum(place.holds == "ball" for place in mine)
        small = len(mine) - balls
        if balls >= BALL_PLACES and small >= SMALL_HOLES and balls + small / 2 >= WEIGHT:
            yield mine
