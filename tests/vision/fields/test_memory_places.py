"""Seats' ball places on a board with Memory's corners, where four balls may look like four holes."""

import numpy as np
import pytest

from referee.board import Place
from referee.sighting import Look
from vision.fields.colour import Reference
from vision.fields.decision import decide
from vision.fields.memory_places import count_places

RED = Reference("red", -0.8, 0.85, 0.25)
WHITE = Reference("white", 0.2, -0.1, -0.2)
GLASS, HOLE = np.float32([0.12, -0.03, -0.09]), np.float32([0.08, -0.02, -0.06])
LIKE_HOLES = (0.063, 0.005, 0.007, 0.085)


def place(number: int) -> Place:
    return Place(
        name=f"P0.{number}", kind="ball-place", x_mm=0, y_mm=0, z_mm=0, radius_mm=6, depth_mm=4,
        holds="ball",
    )  # fmt: skip


def counted(balls, references=(RED,), *, calibrated=False, hand=False):
    """What is said of a seat whose places are balls with these probabilities, where a hole is elsewhere."""
    p = np.array([(1 - ball, ball, 0) for ball in (*balls, 0)], np.float32)
    tints = np.stack([*[GLASS] * 4, HOLE])
    decided = decide(p, tints, references, calibrated=calibrated)
    seen = np.ones(4, dtype=bool)
    return count_places([place(i) for i in range(4)], decided, tints, seen, hand=hand)[0].look


@pytest.mark.parametrize(
    ("balls", "look"),
    [
        (LIKE_HOLES, Look.UNSURE),
        ((0.425, 0.403, 0.121, 0.627), Look.UNSURE),
        ((0.063, 0.0, 0.0, 0.085), Look.CLEAR),
        ((0.005, 0.005, 0.007, 0.007), Look.CLEAR),
    ],
)
def test_four_places_that_each_may_hold_a_ball_are_in_doubt(balls, look):
    """Four balls of white glass on pale wood expect each other to look so: each is hardly a ball."""
    assert counted(balls) is look


@pytest.mark.parametrize(
    ("references", "look"), [((RED, WHITE), Look.UNSURE), ((RED,), Look.CLEAR)]
)
def test_where_all_colours_are_known_they_must_be_of_one(references, look):
    """Four places of nobody's colour are holes."""
    assert counted(LIKE_HOLES, references, calibrated=True) is look


def test_a_hand_explains_why_four_holes_look_strange():
    """Its shadow falls on all of them."""
    assert counted(LIKE_HOLES, hand=True) is Look.CLEAR
