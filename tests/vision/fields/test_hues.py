"""Hues: two colours that are linked by their brightness fall into two, one colour does not."""

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from vision.fields.grouping import find_colours
from vision.fields.hues import MAYBE_TWO_DEG, TWO_COLOURS_DEG, of_two, of_two_plain, sides_of

RED, ORANGE = (-0.75, 0.73, 0.27), (-0.52, 0.43, 0.61)
BLUE, TURQUOISE = (-0.05, -0.22, -0.7), (0.1, -0.55, -0.5)


def balls(*colours):
    """Balls of these colours, three of each, hardly different from each other."""
    off = np.float32([[0, 0, 0], [0.05, 0.01, -0.01], [-0.05, 0.0, 0.02]])
    return np.concatenate([np.float32(colour) + off for colour in colours])


def test_two_hues_lie_on_two_sides():
    """Red and orange glass of one brightness may be two colours, blue and turquoise are two."""
    for pair, least in (((RED, ORANGE), MAYBE_TWO_DEG), ((BLUE, TURQUOISE), TWO_COLOURS_DEG)):
        upper = sides_of(balls(*pair), least)
        assert upper is not None
        assert upper[:3].all() != upper[3:].all()
        assert len(set(upper[:3])) == len(set(upper[3:])) == 1


@given(st.permutations(range(6)), st.floats(-0.4, 0.4))
def test_one_hue_has_one_side(order, darker):
    """Balls of one colour, some of them in shadow, are of one colour in any order."""
    shaded = balls(RED, RED)[order] + np.float32([darker, 0, 0]) * (np.arange(6)[:, None] < 2)

    assert sides_of(shaded, MAYBE_TWO_DEG) is None
    assert sides_of(shaded[:1], MAYBE_TWO_DEG) is None


def test_the_lesser_side_of_a_label_is_in_doubt():
    """Among red balls of one label an orange one is in doubt; of two and two or one and one all are."""
    mixed = np.concatenate([balls(RED), np.float32([ORANGE])])
    labels, sure = np.array(["red"] * 4), np.ones(4, dtype=bool)

    assert of_two(mixed, labels, sure).tolist() == [False, False, False, True]
    assert of_two(mixed[[0, 1, 3, 3]], labels, sure).all()
    assert of_two(mixed[[0, 3]], labels[:2], sure[:2]).all()
    assert not of_two(mixed, labels, ~sure).any()
    assert not of_two(balls(RED), labels[:3], sure[:3]).any()


def test_hues_take_a_group_apart():
    """Pale blue and turquoise glass that hang together by short steps get a name each."""
    found = find_colours(balls(BLUE, TURQUOISE), np.zeros((0, 3), np.float32))

    assert sorted(reference.label for reference in found) == ["blue", "turquoise"]


def test_two_balls_alone_are_in_doubt_sooner():
    """Fourteen degrees between two balls may be red and orange glass, beside a third they are a spread."""
    red, orange = np.float32([-0.71, 0.48, 0.09]), np.float32([-0.67, 0.35, 0.25])
    pair, shaded = np.stack([red, orange]), np.stack([red, red - np.float32([0.4, 0.03, 0.05])])
    sure = np.ones(4, dtype=bool)

    assert of_two(pair, np.array(["red"] * 2), sure[:2]).all()
    assert not of_two(shaded, np.array(["red"] * 2), sure[:2]).any()
    assert not of_two(np.concatenate([pair, pair[:1]]), np.array(["red"] * 3), sure[:3]).any()
    assert of_two(np.concatenate([pair, pair]), np.array(["red"] * 4), sure).all()


def test_one_ball_aside_of_many_is_in_doubt():
    """An orange ball a few degrees beside four equally red ones may be of a colour of its own."""
    red = np.float32(
        [[-0.05, 0.35, 0.0], [-0.03, 0.35, 0.01], [-0.04, 0.33, -0.02], [0.03, 0.43, 0.07]]
    )
    orange = np.float32([[0.05, 0.22, 0.08]])
    labels, sure = np.array(["red"] * 5), np.ones(5, dtype=bool)

    assert of_two(np.concatenate([red, orange]), labels, sure).tolist() == [False] * 4 + [True]
    assert of_two(np.concatenate([red[1:], orange]), labels[:4], sure[:4]).tolist() == [
        False
    ] * 3 + [True]
    assert not of_two(np.concatenate([red[:2], orange]), labels[:3], sure[:3]).any()
    assert not of_two(red, labels[:4], sure[:4]).any()


def test_natural_and_brown_balls_of_one_label_are_in_doubt():
    """Two kinds of wood differ in their light, and balls of one kind do not by so much."""
    natural, brown = np.float32([0.163, 0.008, 0.04]), np.float32([-0.408, 0.145, 0.071])
    shaded = np.float32([-0.34, 0.0, 0.0])
    label, many, plain = np.zeros(2, int), np.ones(2, bool), np.array([True])

    assert of_two_plain(np.stack([natural, brown]), label, many, plain).all()
    assert not of_two_plain(np.stack([brown, brown + shaded]), label, many, plain).any()
    tinted = np.float32([[0.1, 0.28, 0.2], [-0.35, 0.28, 0.2]])
    assert not of_two_plain(tinted, label, many, plain).any()


def test_balls_of_one_light_whose_hues_differ_are_in_doubt():
    """Wood of another hue is another wood, however alike the light; less than that is a spread."""
    label, many, plain = np.zeros(2, int), np.ones(2, bool), np.array([True])
    beech, pear = np.float32([0.0, 0.0, 0.04]), np.float32([0.0, 0.1, 0.2])
    natural, tones = (
        np.float32([0.5, 0.0, -0.1]),
        np.float32([[0, 0.111, 0.093], [0, 0.126, 0.106]]),
    )

    assert of_two_plain(np.stack([beech, pear]), label, many, plain).all()
    alike, other = (np.stack([natural, natural - tone]) for tone in tones)
    assert not of_two_plain(alike, label, many, plain).any()
    assert of_two_plain(other, label, many, plain).all()


def test_white_and_natural_balls_of_one_label_are_in_doubt():
    """The lesser side of a gap between grey and the wood's hue, or both; a clear label's are no matter."""
    natural, white = balls((0.9, -0.05, -0.02)), balls((0.95, -0.15, -0.29))
    mixed, label = np.concatenate([natural, white[:1]]), np.zeros(6, int)

    def doubted(colours, plain=True):
        many = np.ones(len(colours), bool)
        return of_two_plain(colours, label[: len(colours)], many, np.array([plain])).tolist()

    assert doubted(mixed) == [False] * 3 + [True]
    assert doubted(np.concatenate([natural, white])) == [True] * 6
    assert doubted(mixed, plain=False) == [False] * 4
    assert doubted(white[:1]) == [False]


def test_white_and_natural_balls_that_are_lit_on_dark_wood_are_in_doubt():
    """White ones are lighter and farther from the wood: what shadows do to one colour is not asked there."""
    white = [(0.8, -0.21, -0.44), (0.79, -0.19, -0.45), (0.78, -0.21, -0.42), (0.81, -0.18, -0.43)]
    wooden = [(0.6, -0.2, -0.2), (0.67, -0.19, -0.21), (0.71, -0.2, -0.2), (0.68, -0.19, -0.16)]
    for several, doubtful in ((white + wooden, 8), (white, 0), (wooden, 0)):
        nearest, sure = np.zeros(len(several), int), np.ones(len(several), bool)
        told = of_two_plain(np.float32(several), nearest, sure, np.array([True]))
        assert told.sum() == doubtful


@given(st.floats(0, 0.5))
def test_white_balls_in_a_shadow_that_wood_shines_into_are_of_one_colour(darker):
    """A white ball is the nearer to the wood's hue the darker it is."""
    white = balls((0.5, -0.15, -0.3))
    white[0] += np.float32([-darker, 0.1 * darker, 0.3 * darker])

    assert not of_two_plain(white, np.zeros(3, int), np.ones(3, bool), np.array([True])).any()


def test_black_balls_whose_hue_is_but_noise_are_of_one_colour():
    """Of dark balls hardly any light tells a hue."""
    black = np.float32([[-1.4, -0.1, -0.1], [-1.3, -0.15, -0.4]])

    assert not of_two_plain(black, np.zeros(2, int), np.ones(2, bool), np.array([True])).any()
