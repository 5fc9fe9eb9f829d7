"""Holes that look raised: their colour tells that they are empty where no ball has it."""

import numpy as np
import pytest

from referee.sighting import Look, Reading
from vision.fields.hole_colour import empty_by_colour, open_to_doubt

# Maple in full light and orange and turquoise balls, as on a painted table.
HOLE, RAISED = (-0.05, 0.05, 0.1), (-0.08, 0.07, 0.13)
ORANGE, TURQUOISE = (-0.55, 0.4, 0.7), (-0.5, -0.8, -0.6)
NATURAL = (-0.1, 0.05, 0.12)
SURE, LIKE_A_BALL = (0.99, 0.01, 0.0), (0.44, 0.49, 0.07)


def told(p, tint, colours=(ORANGE, TURQUOISE)):
    """Whether a place that looks so is empty by its colour, beside three bare holes."""
    some, near = np.array([3]), np.ones((4, 4), np.float32)
    tints = np.float32([HOLE, HOLE, HOLE, tint])
    seen = np.float32([SURE, SURE, SURE, p])
    return empty_by_colour(some, seen, tints, near, np.float32(colours)).tolist() == [3]


@pytest.mark.parametrize(
    ("p", "tint", "empty"),
    [
        (LIKE_A_BALL, RAISED, True),
        (LIKE_A_BALL, (-0.3, 0.2, 0.35), False),
        ((0.17, 0.83, 0.0), (-0.12, 0.11, 0.2), False),
        ((0.02, 0.9, 0.08), RAISED, False),
        ((0.02, 0.02, 0.96), RAISED, False),
    ],
)
def test_what_has_a_holes_colour_and_no_balls_is_a_hole(p, tint, empty):
    """Unless it looks like a ball for sure, or something lies over it, or its colour is between both."""
    assert told(p, tint) is empty


def test_colour_tells_nothing_where_balls_are_like_the_wood():
    """A ball of natural wood in the shade is darker than its colour and has a hole's hue."""
    assert not told(LIKE_A_BALL, (-0.7, 0.05, 0.12), (NATURAL, TURQUOISE))


def test_without_a_bare_hole_it_is_not_known_what_one_looks_like():
    """Then nothing is told."""
    p, tints = np.float32([LIKE_A_BALL] * 2), np.float32([HOLE, RAISED])
    some = np.array([0, 1])

    assert not len(empty_by_colour(some, p, tints, np.ones((2, 2)), np.float32([ORANGE])))


def test_beside_a_hand_and_where_wood_mirrors_a_lamp_no_colour_can_be_trusted():
    """Only what is in doubt elsewhere is asked."""
    unsure, clear = Reading(Look.UNSURE), Reading(Look.CLEAR)
    readings = [unsure, clear, unsure, unsure]
    shaded = np.array([False, False, True, False])

    assert open_to_doubt(readings, np.array([0]), None).tolist() == [2, 3]
    assert open_to_doubt(readings, np.array([0]), shaded).tolist() == [3]
