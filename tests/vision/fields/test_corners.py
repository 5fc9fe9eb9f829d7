"""Hands that only enter at a corner."""

import numpy as np
import pytest

from tests.vision.fields.test_geometry import looking_down
from vision.fields.cells import CELLS
from vision.fields.corners import over_corners
from vision.fields.covers import Covers, places_under
from vision.fields.layout import lay_out
from vision.fields.occupancy import EMPTY, OTHER
from vision.fields.start_area import StartArea
from vision.fields.unexplained import HIDES_A_BALL

NOTHING = Covers(
    np.zeros((CELLS, CELLS), np.float32), False, 0.0, np.zeros((CELLS, CELLS), np.uint8)
)


def found(hidden=frozenset(), unexplained=0.0, *, memory, misled=frozenset()):
    """The covers of a board on which these places are hidden and so much of seat 2's area unexplained."""
    layout = lay_out(looking_down(memory=memory))
    p = np.full((len(layout.judged), 3), 0.02)
    for row, place in zip(p, layout.judged, strict=True):
        row[OTHER if place.name in hidden else EMPTY] = 0.96
    none = np.zeros((0, 3), np.float32)
    area = StartArea(2, none, none[:, 0], none, np.zeros(3, np.float32), unexplained)
    areas = [] if memory else [area]
    board, log_p = layout.view.board, np.log(p)
    covers = over_corners(board, layout.top, NOTHING, layout.judged, log_p, areas, misled)
    return covers, places_under(covers, layout.places, layout.cells, layout.top)


BALLS = [f"P1.{i}" for i in range(4)]
SMALL = [
    f"M1.{option}.{row}" for option in ("half", "double", "exit") for row in ("upper", "lower")
]


@pytest.mark.parametrize(
    ("hidden", "hand"),
    [
        ([*BALLS[:2], *SMALL[:2]], True),
        ([BALLS[0], *SMALL], True),
        (BALLS, False),
        (SMALL, False),
        ([BALLS[0], *SMALL[:2]], False),
        ([*BALLS[:2], "M0.half.upper", "M2.half.upper", "P3.0"], False),
    ],
)
def test_a_hand_hides_both_sorts_of_a_memory_corners_places(hidden, hand):
    """Balls of the wood's colour, or a corner without silver balls, look hidden, but not both together."""
    covers, under = found(frozenset(hidden), memory=True)

    assert covers.hand is hand
    assert bool(under) is hand
    assert not hand or "P1.0" in under


def test_what_is_neither_felt_nor_ball_in_a_start_area_is_a_hand():
    """More than a ball's disc of it is fingers, less may be anything; the area is covered then."""
    for much, hand in ((HIDES_A_BALL - 0.1, False), (HIDES_A_BALL + 0.1, True)):
        covers, under = found(unexplained=much, memory=False)
        assert covers.hand is hand
        assert ("S2" in under) is hand
        assert "S0" not in under
