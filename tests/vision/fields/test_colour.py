"""Colours: how different two are, which label a ball gets, how references follow the light."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from vision.fields.colour import (
    Reference,
    difference,
    difference_of_each,
    distances,
    drifted,
    name_colours,
    plainly,
    reference,
)
from vision.fields.palette import PALETTE, strays

tones = st.floats(-1.5, 1.5, allow_nan=False)
colours = st.tuples(tones, tones, tones)

RED = Reference("red", -0.8, 0.85, 0.25)
BLUE = Reference("blue", -0.9, -0.35, -1.0)
BLACK = Reference("black", -1.15, -0.12, -0.3)


def between(a: tuple[float, ...], b: tuple[float, ...]) -> float:
    return float(difference(np.array([a], np.float32), np.array([b], np.float32))[0, 0])


def test_a_ball_that_likes_another_name_than_its_groups_has_strayed():
    """Of brown and natural wood in one group the lesser one strays; balls of one colour do not."""
    wood, brown = PALETTE["wood"], PALETTE["brown"]
    group = [reference("wood", np.array(wood, np.float32))]

    assert strays(np.array([wood, brown], np.float32), group).tolist() == [False, True]
    assert not strays(np.array([wood, (-0.2, 0.02, 0.1)], np.float32), group).any()
    assert not len(strays(np.zeros((0, 3), np.float32), group))


def test_a_sure_stray_casts_doubt_on_what_may_be_of_its_colour():
    """Beside a white ball taken for natural wood one halfway to it is in doubt, too; a natural one is not."""
    wood, white, halfway = PALETTE["wood"], PALETTE["white"], (0.0, -0.05, -0.17)
    group = [reference("wood", np.array(wood, np.float32))]
    balls = np.array([wood, white, halfway], np.float32)

    assert strays(balls, group, np.array([True, True, True])).tolist() == [False, True, True]
    assert strays(balls, group, np.array([True, False, True])).tolist() == [False, True, False]


def test_no_ball_is_sure_of_a_name_that_half_of_its_balls_stray_from():
    """Black and blue balls that mirror a blue window hang together: what lies between them is neither."""
    blue = reference("blue", np.float32([-0.4, -0.3, -0.49]))
    black = [(-0.43, -0.17, -0.48), (-0.46, -0.24, -0.51), (-0.78, -0.13, -0.47)]
    between, blues = (-0.64, -0.25, -0.55), [(-0.31, -0.32, -0.85), (-0.36, -0.27, -0.74)]
    balls = np.array([*black, between, *blues], np.float32)
    sure = np.ones(6, dtype=bool)

    assert strays(balls, [blue], sure).all()
    assert strays(balls[2:], [blue], sure[2:]).tolist()[1:] == [False] * 3
    assert strays(balls[[0, 2, 4, 5]], [blue], sure[:4]).tolist() == [True, True, False, False]
    most_blue = np.concatenate([balls, balls[4:]])
    assert strays(most_blue, [blue], np.ones(8, dtype=bool)).tolist() == [True] * 3 + [False] * 5
    assert not strays(balls, [blue], np.arange(6) != 1)[4:].any()


def test_light_tells_natural_wood_from_brown():
    """Between two colours of wood light tells: each ball is sure, and one halfway is not."""
    natural = reference("natural", np.array([-0.22, 0.1, 0.2], np.float32))
    brown = reference("brown", np.array([-0.89, 0.2, 0.26], np.float32))
    seen = np.array([[-0.1, 0.05, 0.14], [-1.05, 0.22, 0.32], [-0.55, 0.15, 0.23]], np.float32)

    labels = [name.label for name in name_colours(seen, [natural, brown])]

    assert labels == ["natural", "brown", None]


@given(colours, colours)
def test_a_difference_has_no_direction(a, b):
    """Two colours differ as much one way as the other, and a colour does not differ from itself."""
    assert between(a, b) == pytest.approx(between(b, a), abs=1e-4)
    assert between(a, a) == pytest.approx(0, abs=2e-3)


@given(st.lists(st.tuples(colours, colours), min_size=1, max_size=9))
def test_each_with_its_own_differs_as_all_with_all_do(pairs):
    """Pairs by themselves differ by just what they differ by among all others."""
    a, b = (np.array(some, np.float32) for some in zip(*pairs, strict=True))

    assert difference_of_each(a, b).tolist() == difference(a, b).diagonal().tolist()


@given(colours, st.floats(-0.5, 0.5))
def test_shadow_changes_a_colour_less_than_another_hue(colour, step):
    """A step in light alone counts less than the same step towards red."""
    light, red, yellow = colour
    darker = between(colour, (light + step, red, yellow))
    redder = between((light, 0.0, -0.28), (light, step, -0.28))

    assert darker <= redder + 1e-3


def test_a_ball_gets_the_nearest_label():
    """A colour near a reference is named after it, with the likelihoods of all labels."""
    named = name_colours(np.array([[-0.7, 0.8, 0.2]], np.float32), [RED, BLUE, BLACK])[0]

    assert named.label == "red"
    assert set(named.log_likelihoods) == {"red", "blue", "black"}
    assert named.log_likelihoods["red"] == max(named.log_likelihoods.values())


def test_a_colour_between_two_labels_is_not_named():
    """Halfway between two references nothing is said."""
    middle = (RED.colour + BLUE.colour) / 2

    assert name_colours(middle[None], [RED, BLUE])[0].label is None


def test_an_unknown_colour_is_not_named():
    """A colour far from the only label known is none of it."""
    assert name_colours(BLUE.colour[None], [RED])[0].label is None


def test_some_of_many_names_are_those_of_some_colours():
    """Parts of what is named together are as if named alone."""
    colours = np.stack([RED.colour, BLUE.colour, (RED.colour + BLUE.colour) / 2, BLACK.colour])
    together = name_colours(colours, [RED, BLUE, BLACK])
    assert [name.label for name in together] == ["red", "blue", None, "black"] == together.told()
    assert list(together[1:3]) == list(name_colours(colours[1:3], [RED, BLUE, BLACK]))


def test_without_references_nothing_is_named():
    """No label is known: none is given."""
    assert name_colours(RED.colour[None], [])[0].label is None


def test_references_follow_the_pictures_own_balls():
    """A picture in other light pulls a reference towards its balls and leaves the others."""
    seen = RED.colour + np.array([-0.3, 0.1, 0.1], np.float32)

    red, blue = drifted(np.stack([seen, seen]), [RED, BLUE])

    assert between(tuple(red.colour), tuple(seen)) < between(tuple(RED.colour), tuple(seen)) / 2
    assert blue == BLUE


def test_references_do_not_run_away():
    """A ball of an unknown colour moves no reference."""
    strange = np.array([[0.3, -1.2, 1.2]], np.float32)

    assert drifted(strange, [RED, BLUE]) == [RED, BLUE]


@pytest.mark.parametrize(
    ("other", "off", "sure"),
    [
        (0.0, 0.0, True),
        (0.0, 0.12, False),
        (-0.13, 0.0, False),
    ],
)
def test_two_clear_colours_that_are_near_each_other_are_told_apart_where_balls_are_just_of_one(
    other, off, sure
):
    """In warm light blue and turquoise are hardly farther from each other than two balls may be."""
    blue = Reference("blue", -0.09, -0.23, -0.78)
    turquoise = Reference("turquoise", -0.06, -0.47 - other, -0.55 + other)
    seen = blue.colour[None] + np.float32([[0, -off, 0]])
    apart = distances(seen, [blue, turquoise])

    assert name_colours(seen, [blue, turquoise])[0].label is None
    assert plainly(apart, [blue, turquoise]).tolist() == [sure]


@pytest.mark.parametrize(
    ("way", "name"), [(0.0, "orange"), (0.3, "orange"), (0.5, None), (0.7, "red"), (1.0, "red")]
)
def test_a_ball_halfway_between_two_near_clear_colours_has_no_sure_name(way, name):
    """Balls on fields may be a little less red than on felt: still orange, but none halfway to red is."""
    orange, red = Reference("orange", -0.25, 0.55, 0.62), Reference("red", -0.4, 0.68, 0.3)
    seen = (orange.colour + np.float32(way) * (red.colour - orange.colour))[None]
    apart = distances(seen, [orange, red])

    assert distances(orange.colour[None], [red])[0, 0] < 0.25
    assert plainly(apart, [orange, red]).tolist() == [name is not None]
    assert [orange.label, red.label][int(apart[0].argmin())] == name or name is None


@pytest.mark.parametrize(
    "pair",
    [
        [Reference("grey", -0.4, -0.13, -0.3), Reference("black", -0.9, -0.13, -0.3)],
        [Reference("blue", -0.09, -0.23, -0.78), Reference("turquoise", -0.06, -0.47, -0.55, True)],
        [Reference("blue", -0.09, -0.23, -0.78)],
    ],
)
def test_greys_and_assumed_colours_are_told_apart_only_by_how_likely_they_are(pair):
    """Greys differ by light alone, and an assumed colour may be another."""
    assert not plainly(distances(pair[0].colour[None], pair), pair).any()
