"""Quarter turns and mirrors that the balls show, and those that they do not."""

from hypothesis import given
from hypothesis import strategies as st

from referee.sighting import Count, Look
from vision.orientation import Orientation, orientation

FOUR = {0: "red", 1: "blue", 2: "green", 3: "yellow"}


def areas(labels):
    """Start areas in which so many balls of a colour lie."""
    return {seat: Count(Look.CLEAR, {label: 2}) for seat, label in labels.items()}


@given(st.integers(0, 3), st.booleans())
def test_four_colours_tell_turn_and_mirror(quarters, mirrored):
    """With four players' balls in their areas each of the eight ways to lie is told from all others."""
    lies = {
        seat: FOUR[(-(seat + quarters) if mirrored else seat + quarters) % 4] for seat in range(4)
    }

    assert orientation(areas(lies), FOUR) == Orientation(quarters, mirrored)


@given(st.integers(0, 3))
def test_two_colours_tell_a_turn_but_no_mirror(quarters):
    """Two players' balls in opposite areas show a quarter turn, and nothing of a mirror."""
    two = {0: "red", 2: "blue"}
    lies = {seat: two[(seat + quarters) % 4] for seat in range(4) if (seat + quarters) % 4 in two}

    assert orientation(areas(lies), two) == Orientation(quarters, None)


def test_one_area_tells_nothing():
    """A single area with balls, or none at all, leaves it unknown."""
    assert orientation(areas({1: "red"}), FOUR) == Orientation()
    assert orientation({}, FOUR) == Orientation()


def test_unsure_and_mixed_areas_do_not_count():
    """An area that is not read for sure, or holds two colours, is no sign."""
    seen = areas({0: "red"}) | {
        1: Count(Look.UNSURE, {"yellow": 1}),
        2: Count(Look.CLEAR, {"red": 1, "blue": 1}),
    }

    assert orientation(seen, FOUR) == Orientation()


def test_what_no_turn_explains_is_unknown():
    """Three areas in an order that neither turns nor mirrors give are no turn."""
    seen = areas({0: "red", 1: "yellow", 2: "blue"})

    assert orientation(seen, FOUR) == Orientation()
