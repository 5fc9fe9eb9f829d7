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


def counted(balls, references=(RED,), *, calibrated=False, hand=None):
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
    assert counted(LIKE_HOLES, hand=np.zeros(5, bool)) is Look.CLEAR


# Orange glass on reddish wood, a hole there, and what a hand's shadow made of one between such balls.
ORANGE, GLOWING = Reference("orange", -0.24, 0.26, 0.17), np.float32([-0.18, 0.25, 0.32])
REDDISH, IN_SHADOW = np.float32([-0.3, 0.18, 0.3]), np.float32([-0.06, 0.13, 0.17])
BALL, HOLE_THERE = (0.005, 0.956, 0.039), (0.0, 0.969, 0.031)


def count(p, tints, references, *, hole=REDDISH, calibrated=False, hand=None):
    """What is said of a seat whose places look so, p (4, 3) and tints (4, 3), where a hole is elsewhere."""
    p, tints = np.float32([*p, (1, 0, 0)]), np.float32([*tints, hole])
    decided = decide(p, tints, references, calibrated=calibrated)
    seen = np.ones(4, dtype=bool)
    return count_places([place(i) for i in range(4)], decided, tints, seen, hand=hand)[0]


def test_what_has_a_holes_hue_is_a_ball_only_if_it_has_just_a_balls_colour():
    """A hole under a hand's shadow on reddish wood was the fourth of three balls of orange glass."""
    balls = [GLOWING, GLOWING, GLOWING, IN_SHADOW]
    beside = np.ones(5, dtype=bool)
    shown = count([BALL, BALL, BALL, HOLE_THERE], balls, (ORANGE,), hand=beside)

    assert shown.look is Look.UNSURE


BLUE, PALE = Reference("blue", -1.17, -0.25, -0.8), np.float32([-0.27, 0.12, 0.16])
LIKELY, PERHAPS, FINGER = (0.07, 0.92, 0.01), (0.43, 0.54, 0.03), (0.24, 0.09, 0.67)
SURE = (0.0, 1.0, 0.0)
CLOSE, ELSEWHERE = np.ones(5, dtype=bool), np.zeros(5, dtype=bool)


@pytest.mark.parametrize(
    ("place_there", "hand", "look"),
    [
        (LIKELY, None, Look.CLEAR),
        (LIKELY, ELSEWHERE, Look.CLEAR),
        (LIKELY, CLOSE, Look.UNSURE),
        (PERHAPS, CLOSE, Look.CLEAR),
        (FINGER, CLOSE, Look.UNSURE),
        (FINGER, None, Look.CLEAR),
    ],
)
def test_what_has_the_hue_of_holes_beside_balls_of_another_colour_is_a_hole(
    place_there, hand, look
):
    """Balls mislead about what a hole between them would look like; a finger may hide one, too."""
    brown = Reference("brown", -0.9, 0.2, 0.3)
    balls = [BLUE.colour, PALE, PALE, BLUE.colour]
    p = [SURE, (0.98, 0.01, 0.01), place_there, SURE]
    shown = count(p, balls, (BLUE, brown), hole=PALE, calibrated=True, hand=hand)

    assert look is shown.look
    assert shown.of == ({"blue": 2} if look is Look.CLEAR else {})
