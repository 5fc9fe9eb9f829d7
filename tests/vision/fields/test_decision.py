"""From likelihoods to readings: sure, unsure, covered."""

import numpy as np
import pytest

from referee.board import Place
from referee.sighting import Look
from vision.fields.colour import Reference
from vision.fields.decision import (
    ODD,
    ODD_IN_DOUBT,
    decide,
    readings_of,
    weigh,
)
from vision.fields.memory_places import count_places
from vision.fields.occupancy import OTHER

RED = Reference("red", -0.8, 0.85, 0.25)
GREY = Reference("grey", -0.4, -0.13, -0.3)


def place(name: str, kind: str = "outer") -> Place:
    return Place(
        name=name, kind=kind, x_mm=0, y_mm=0, z_mm=0, radius_mm=6, depth_mm=4, holds="ball"
    )


def read(p, reference: Reference = RED, *, under: bool = False, calibrated: bool = True):
    rows = np.array([p], np.float32)
    decided = decide(rows, reference.colour[None], [RED, GREY], calibrated=calibrated)
    return readings_of([place("O1")], decided, frozenset({"O1"} if under else ()))["O1"]


def test_a_clear_ball_is_read():
    """A likely ball of a known colour is said, with likelihoods for all labels and for none."""
    reading = read((0.0, 0.99, 0.01))

    assert (reading.look, reading.label) == (Look.CLEAR, "red")
    assert set(reading.likelihoods) == {"", "red", "grey"}


def test_a_clear_hole_is_read():
    """A likely empty hole is said to be empty."""
    reading = read((0.95, 0.01, 0.04))

    assert (reading.look, reading.label) == (Look.CLEAR, None)


@pytest.mark.parametrize("p", [(0.45, 0.05, 0.5), (0.55, 0.3, 0.15), (0.3, 0.5, 0.2)])
def test_what_is_not_certain_is_not_said(p):
    """Neither hole nor ball clearly: the reading is unsure."""
    assert read(p).look is Look.UNSURE


def test_a_lone_brown_ball_beside_a_hand_may_be_a_hole_in_its_shadow():
    """Two of the colour, one in the open, a red and a calibrated one are believed; that one is not."""
    brown = Reference("brown", -1.1, 0.05, 0.3)
    for tints, shaded, calibrated, sure in (
        ([brown], True, False, False),
        ([brown], False, False, True),
        ([brown], True, True, True),
        ([brown, brown], True, False, True),
        ([RED], True, False, True),
    ):
        p = np.repeat(np.array([[0, 0.999, 0.001]], np.float32), len(tints), axis=0)
        decided = decide(
            p,
            np.stack([reference.colour for reference in tints]),
            [RED, brown],
            calibrated=calibrated,
            shaded=np.full(len(p), shaded),
        )
        assert decided.ball.all() == sure


def test_a_field_under_a_hand_is_covered():
    """Under a hand a field is covered and says nothing, unless it is certainly seen between fingers."""
    assert read((0.9, 0.01, 0.09), under=True).look is Look.COVERED
    assert read((0.9, 0.01, 0.09), under=True).likelihoods == {}
    assert read((0.99, 0.0, 0.01), under=True).look is Look.CLEAR


def test_a_lonely_grey_ball_needs_more():
    """Without a calibration a single ball of a shadow's colour is believed only when it is certain."""
    assert read((0.02, 0.95, 0.03), GREY, calibrated=False).look is Look.UNSURE
    assert read((0.0, 0.995, 0.005), GREY, calibrated=False).look is Look.CLEAR


def test_nothing_over_the_board_makes_something_else_unlikely():
    """Where no hand is, a strange look of a field counts less."""
    log_p = np.log(np.array([[0.3, 0.3, 0.4]], np.float32))

    clear, covered = (weigh(log_p, np.array([over], np.float32))[0, OTHER] for over in (0.0, 0.9))

    assert clear < covered == pytest.approx(0.4, abs=1e-4)


def test_memory_places_are_counted_by_seat():
    """A seat's balls are counted over its four places; one unsure place makes the count unsure."""
    places = [place(f"P{seat}.{i}", "ball-place") for seat in (0, 1) for i in range(4)]
    p = np.array(
        [[0, 1, 0]] * 2 + [[1, 0, 0]] * 2 + [[1, 0, 0]] * 3 + [[0.4, 0.3, 0.3]], np.float32
    )
    tints = np.repeat(RED.colour[None], 8, axis=0)

    seen = np.ones(8, dtype=bool)

    counts = count_places(places, decide(p, tints, [RED, GREY], calibrated=True), tints, seen)

    assert (counts[0].look, dict(counts[0].of)) == (Look.CLEAR, {"red": 2})
    assert counts[1].look is Look.UNSURE


def test_a_ball_place_in_doubt_is_empty_if_it_has_no_balls_colour():
    """A hole's shadow is of no ball's colour; what is of one or under a hand stays in doubt."""
    shadow = np.float32([-0.35, 0.05, 0.1])
    green = np.float32([-0.8, -0.8, -0.05])
    cases = [
        ((0.75, 0.25, 0.0), shadow, True, Look.CLEAR),
        ((0.75, 0.25, 0.0), RED.colour, True, Look.UNSURE),
        ((0.45, 0.55, 0.0), shadow, True, Look.CLEAR),
        ((0.45, 0.55, 0.0), shadow, False, Look.UNSURE),
        ((0.45, 0.55, 0.0), green, True, Look.UNSURE),
        ((0.4, 0.3, 0.3), shadow, False, Look.UNSURE),
    ]
    places = [*(place(f"P0.{i}", "ball-place") for i in range(4)), place("O0", "outer")]
    for doubtful, tint, seen, look in cases:
        p = np.array([[0, 1, 0]] * 3 + [doubtful, (1, 0, 0)], np.float32)
        tints = np.stack([*[RED.colour] * 3, tint, shadow])
        decided = decide(p, tints, [RED], calibrated=True)
        hand = None if seen else np.ones(5, dtype=bool)
        counted = count_places(places, decided, tints, np.full(5, seen), hand=hand)[0]
        assert counted.look is look
        assert dict(counted.of) == ({"red": 3} if look is Look.CLEAR else {})


def test_a_hole_beside_sure_balls_of_quite_another_colour_is_empty_however_it_looks():
    """All balls of a seat are its player's: what has a hole's hue and not their colour is no ball.

    So it is not where no ball is sure, where it might be one of theirs, and where a hand may be over it.
    """
    hole, white = np.float32([-0.1, 0.03, 0.05]), np.float32([0.25, 0.0, 0.02])
    blue = Reference("blue", -0.8, -0.3, -0.8)
    places = [*(place(f"P0.{i}", "ball-place") for i in range(4)), place("O0", "outer")]
    for balls, covered, hand, look in (
        ([blue.colour] * 3, True, False, Look.CLEAR),
        ([blue.colour] * 3, False, True, Look.CLEAR),
        ([blue.colour] * 3, True, True, Look.UNSURE),
        ([white] * 3, True, False, Look.UNSURE),
        ([], True, False, Look.UNSURE),
    ):
        rest = 4 - len(balls)
        p = np.array(
            [[0, 1, 0]] * len(balls) + [(0.1, 0.45, 0.45)] * rest + [(1, 0, 0)], np.float32
        )
        tints = np.stack([*balls, *[hole] * rest, hole])
        known = [blue, Reference("white", 0.25, 0.0, 0.02)]
        decided = decide(p, tints, known, calibrated=True)
        seen = np.full(5, not covered)
        beside = np.ones(5, dtype=bool) if hand else None
        counted = count_places(places, decided, tints, seen, hand=beside)[0]

        assert counted.look is look
        assert sum(counted.of.values()) == (len(balls) if look is Look.CLEAR else 0)


def test_a_hole_in_a_shadow_has_the_holes_hue_however_like_an_orange_ball_it_is():
    """A dark hole is as near to pale orange as orange balls are, but its hue is the holes' alone."""
    orange, hole = Reference("orange", -0.36, 0.3, 0.52), np.float32([-0.5, 0.05, 0.0])
    places = [*(place(f"P0.{i}", "ball-place") for i in range(4)), place("O0", "outer")]
    for doubtful, tint, calibrated, look in (
        ((0.6, 0.35, 0.05), hole, False, Look.CLEAR),
        ((0.35, 0.6, 0.05), hole, True, Look.CLEAR),
        ((0.35, 0.6, 0.05), hole, False, Look.UNSURE),
        ((0.6, 0.35, 0.05), (orange.colour + hole) / 2, True, Look.UNSURE),
    ):
        p = np.array([[0, 1, 0]] * 3 + [doubtful, (1, 0, 0)], np.float32)
        tints = np.stack([*[orange.colour] * 3, tint, hole])
        decided = decide(p, tints, [orange], calibrated=calibrated)
        assert count_places(places, decided, tints, np.ones(5, dtype=bool))[0].look is look


def test_what_may_be_the_first_ball_of_a_colour_that_was_never_seen_is_in_doubt():
    """Clear glass has a hole's hue; that it is unlike what such balls are assumed to look like is nothing."""
    places = [*(place(f"P0.{i}", "ball-place") for i in range(4)), place("O0", "outer")]
    glass, hole = np.float32([-0.3, 0.0, -0.02]), np.float32([-0.1, 0.03, 0.05])
    for assumed, look in ((True, Look.UNSURE), (False, Look.CLEAR)):
        white = Reference("white", -0.15, -0.13, -0.28, assumed)
        p = np.array([(0.75, 0.24, 0.01)] * 4 + [(1, 0, 0)], np.float32)
        tints = np.stack([*[glass] * 4, hole])
        decided = decide(p, tints, [RED, white], calibrated=True)
        assert count_places(places, decided, tints, np.ones(5, dtype=bool))[0].look is look


def test_what_is_of_nobodys_colour_is_a_hole_though_its_hue_is_a_little_off():
    """A deep hole's dark changes its hue; what is far from every ball's colour as well is no ball."""
    places = [*(place(f"P0.{i}", "ball-place") for i in range(4)), place("O0", "outer")]
    turquoise = Reference("turquoise", -0.2, -0.7, -0.5)
    deep, hole = np.float32([-1.1, 0.31, 0.5]), np.float32([-0.6, 0.16, 0.25])
    for doubtful, look in (((0.65, 0.3, 0.05), Look.CLEAR), ((0.3, 0.65, 0.05), Look.UNSURE)):
        p = np.array([[0, 1, 0]] * 3 + [doubtful, (1, 0, 0)], np.float32)
        tints = np.stack([*[turquoise.colour] * 3, deep, hole])
        decided = decide(p, tints, [turquoise], calibrated=True)
        assert count_places(places, decided, tints, np.ones(5, dtype=bool))[0].look is look


def test_a_picture_alone_may_not_know_the_colour_of_what_looks_rather_like_a_ball():
    """A lone black ball of the holes' hue is in doubt, and so is a clear one; a calibration knows better."""
    places = [*(place(f"P0.{i}", "ball-place") for i in range(4)), place("O0", "outer")]
    black, clear = np.float32([-1.7, 0.02, 0.02]), np.float32([0.5, -0.1, -0.2])
    hole = np.float32([0.1, 0.0, 0.0])
    for doubtful, tint, calibrated, look in (
        ((0.13, 0.87, 0.0), black, False, Look.UNSURE),
        ((0.13, 0.87, 0.0), black, True, Look.CLEAR),
        ((0.66, 0.2, 0.14), clear, False, Look.UNSURE),
        ((0.66, 0.2, 0.14), clear, True, Look.CLEAR),
        ((0.66, 0.2, 0.14), hole, False, Look.CLEAR),
        ((0.1, 0.85, 0.05), hole, False, Look.UNSURE),
    ):
        p = np.array([[1, 0, 0]] * 3 + [doubtful, (1, 0, 0)], np.float32)
        tints = np.stack([*[hole] * 3, tint, hole])
        decided = decide(p, tints, [RED], calibrated=calibrated)
        assert count_places(places, decided, tints, np.ones(5, dtype=bool))[0].look is look


def test_what_has_no_holes_shape_may_be_clear_glass_unless_a_hand_explains_it():
    """Clear glass shows the wood through it; in a hand's shadow a hole is as strange."""
    places = [*(place(f"P0.{i}", "ball-place") for i in range(4)), place("O0", "outer")]
    p = np.array([[1, 0, 0]] * 3 + [(0.23, 0.05, 0.72), (1, 0, 0)], np.float32)
    tints = np.repeat(np.float32([[0.1, 0.0, 0.0]]), 5, axis=0)
    for shaded, look in ((None, Look.UNSURE), (np.zeros(5, dtype=bool), Look.CLEAR)):
        decided = decide(p, tints, [RED], calibrated=False, shaded=shaded)
        assert count_places(places, decided, tints, np.ones(5, dtype=bool))[0].look is look


def test_balls_of_two_colours_in_one_corner_are_in_doubt():
    """All balls that lie in a seat's places are its player's: one of another colour may be a hole."""
    places = [place(f"P0.{i}", "ball-place") for i in range(4)]
    p = np.repeat(np.array([[0, 1, 0]], np.float32), 4, axis=0)
    for last, look in ((RED, Look.CLEAR), (GREY, Look.UNSURE)):
        tints = np.stack([*[RED.colour] * 3, last.colour])
        decided = decide(p, tints, [RED, GREY], calibrated=True)
        assert count_places(places, decided, tints, np.ones(4, dtype=bool))[0].look is look


@pytest.mark.parametrize(
    ("one", "other", "likely", "sure"),
    [
        ((-0.71, 0.48, 0.09), (-0.67, 0.35, 0.25), 0.8, False),
        ((-0.71, 0.48, 0.09), (-0.67, 0.35, 0.25), 0.6, True),
        ((0.163, 0.008, 0.04), (-0.408, 0.145, 0.071), 0.95, False),
        ((0.163, 0.008, 0.04), (-0.408, 0.145, 0.071), 0.8, True),
    ],
)
def test_a_picture_alone_doubts_two_hues_of_one_label(one, other, likely, sure):
    """A familiar clear colour makes a ball of what is not quite one; of a plain colour it may be a hole."""
    tints = np.float32([one, other])
    p = np.array([[0.01, 0.99, 0], [1 - likely, likely, 0]], np.float32)
    decided = decide(
        p, tints, [Reference("any", *np.mean(tints, axis=0).tolist())], calibrated=False
    )
    assert decided.names.sure.tolist() == [sure] * 2


def test_a_hole_in_an_edges_shadow_is_no_ball_of_a_strange_colour():
    """What has the hue of the holes near it and is far from every ball's is none, however like one it is."""
    hole, strange = np.float32([-0.58, 0.17, 0.23]), np.float32([-0.66, 0.2, 0.29])
    for tint, p_ball, ball in (
        (strange, 0.93, False),
        (strange, 0.99, False),
        (RED.colour, 0.93, True),
    ):
        p = np.array([[1 - p_ball, p_ball, 0]] + [[1, 0, 0]] * 7, np.float32)
        near = np.full((8, 8), 0.5, np.float32)
        decided = decide(p, np.stack([tint, *[hole] * 7]), [RED], calibrated=True, near=near)
        assert decided.ball[0] == ball


def test_what_looks_like_a_hole_but_has_just_a_balls_colour_is_in_doubt():
    """A brown wooden ball on wood looks rather like a hole; a hole near brown in a shadow does not."""
    brown, hole = Reference("brown", -0.9, 0.2, 0.2), np.float32([-0.53, 0.1, 0.14])
    shadow = np.float32([-0.9, 0.12, 0.16])
    for tint, p_ball, empty in (
        (brown.colour, 0.07, False),
        (brown.colour, 0.001, True),
        (shadow, 0.008, True),
    ):
        p = np.array([[1 - p_ball, p_ball, 0]] + [[1, 0, 0]] * 7, np.float32)
        tints = np.stack([tint, *[hole] * 7])
        near = np.full((8, 8), 0.5, np.float32)
        decided = decide(p, tints, [brown], calibrated=True, near=near)
        assert decided.empty[0] == empty
        assert decided.empty[1:].all()


@pytest.mark.parametrize(("p_ball", "empty"), [(0.12, False), (0.02, False), (0.008, True)])
def test_where_holes_and_balls_have_one_colour_a_ball_must_be_very_unlikely(p_ball, empty):
    """A brown ball on walnut has the colour of a hole; only its shape tells, and a little of it is enough."""
    brown, hole = Reference("brown", -0.55, 0.12, 0.15), np.float32([-0.53, 0.1, 0.14])
    p = np.array([[1 - p_ball, p_ball, 0]] + [[1, 0, 0]] * 7, np.float32)
    tints = np.stack([brown.colour, *[hole] * 7])
    decided = decide(p, tints, [brown], calibrated=True, near=np.full((8, 8), 0.5, np.float32))
    assert decided.empty[0] == empty


@pytest.mark.parametrize(
    ("light", "bluer", "p_ball", "empty"),
    [
        (0.2, 0.0, 0.06, False),
        (0.2, 0.0, 0.01, True),
        (-1.5, 0.0, 0.06, True),
        (0.6, 0.0, 0.06, True),
        (0.2, -0.5, 0.06, True),
    ],
    ids=["shaded", "hardly a ball", "a darker ball", "too light", "another hue"],
)
def test_a_ball_of_the_holes_hue_may_lie_in_shade(light, bluer, p_ball, empty):
    """Natural wood in the shade of a board's edge was 0.43 darker than its colour, and told as a hole."""
    p = np.array([(0.95 - p_ball, p_ball, 0.05), *[(0.99, 0.0, 0.01)] * 7], np.float32)
    tints = np.stack([np.float32([-0.23, 0.03, 0.07]), *[np.float32([-0.52, 0.05, 0.06])] * 7])
    wood = Reference("natural", light, -0.01, 0.02 + bluer)
    near = np.full((8, 8), 0.5, np.float32)
    decided = decide(p, tints, [RED, wood], calibrated=True, near=near)

    assert bool(decided.empty[0]) is empty
    assert decided.empty[1:].all()


def test_a_ball_of_no_known_colour_leaves_a_count_open():
    """What has a ball's shape in a ball place but no ball's colour may be a reflection."""
    places = [place(f"P0.{i}", "ball-place") for i in range(4)]
    p = np.repeat(np.array([[0, 1, 0]], np.float32), 4, axis=0)
    grey = np.float32([0.0, 0.09, -0.24])
    for tint, look in ((RED.colour, Look.CLEAR), (grey, Look.UNSURE)):
        tints = np.stack([*[RED.colour] * 3, tint])
        decided = decide(p, tints, [RED], calibrated=True)
        assert count_places(places, decided, tints, np.ones(4, dtype=bool))[0].look is look


def test_what_has_a_holes_hue_is_a_ball_of_the_woods_own_colour_or_in_doubt():
    """A hole all in shadow is in doubt beside brown balls, whose hue is another; wooden ones look like it."""
    places = [*(place(f"P0.{i}", "ball-place") for i in range(4)), place("O0", "outer")]
    hole, dark = np.float32([-0.3, 0.04, 0.09]), np.float32([-0.5, 0.04, 0.09])
    p = np.array([[0, 1, 0]] * 4 + [(1, 0, 0)], np.float32)
    for label, colour, look in (
        ("brown", (-0.75, 0.3, 0.4), Look.UNSURE),
        ("natural", (-0.45, 0.05, 0.1), Look.CLEAR),
    ):
        balls = Reference(label, *colour)
        tints = np.stack([*[balls.colour] * 3, dark, hole])
        decided = decide(p, tints, [balls], calibrated=True)
        assert count_places(places, decided, tints, np.ones(5, dtype=bool))[0].look is look


def test_four_places_that_look_alike_are_not_empty_if_their_hue_is_no_holes():
    """Balls of glass in all four places look like each other, but not like the board's empty holes."""
    shadow, glass = np.float32([-0.35, 0.05, 0.1]), np.float32([-0.3, 0.08, 0.57])
    places = [
        *(place(f"P0.{i}", "ball-place") for i in range(4)),
        *(place(f"O{i}", "outer") for i in range(6)),
    ]
    p = np.repeat(np.array([[1, 0, 0]], np.float32), 10, axis=0)
    for tint, look in ((glass, Look.UNSURE), (shadow, Look.CLEAR)):
        tints = np.stack([*[tint] * 4, *[shadow] * 6])
        decided = decide(p, tints, [RED], calibrated=True)
        assert count_places(places, decided, tints, np.ones(10, dtype=bool))[0].look is look


@pytest.mark.parametrize(("p_empty", "limit"), [(0.99, ODD), (0.6, ODD_IN_DOUBT)])
def test_what_looks_like_a_hole_but_has_not_the_hue_of_those_near_it_is_unsure(p_empty, limit):
    """Yellow glass on dark wood may look like a hole; its hue gives it away, if it differs enough."""
    hole = np.float32([-0.6, 0.1, 0.2])
    near = np.exp(-np.abs(np.subtract.outer(range(6), range(6))) / 2).astype(np.float32)
    np.fill_diagonal(near, -np.inf)
    p = np.repeat(np.array([[1, 0, 0]], np.float32), 6, axis=0)
    p[3] = (p_empty, (1 - p_empty) / 3, 1 - p_empty - (1 - p_empty) / 3)
    for off, empty in ((limit - 0.05, True), (limit + 0.05, False)):
        tints = np.repeat(hole[None], 6, axis=0)
        tints[3, 1] += off
        decided = decide(p, tints, [RED], calibrated=True, near=near)
        assert decided.empty.tolist() == [True] * 3 + [empty] + [True] * 2
