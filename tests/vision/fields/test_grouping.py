"""Telling colours apart in one picture, and naming them."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from vision.fields.grouping import find_colours, founds_a_colour, linked
from vision.fields.palette import PALETTE, assign_names, prototype

NONE = np.empty((0, 3), np.float32)
FOUR = ("red", "blue", "green", "yellow")


def balls(*names: str, spread: float = 0.04, seed: int = 0) -> np.ndarray:
    rng = np.random.default_rng(seed)
    exact = np.array([PALETTE[name] for name in names], np.float32)
    return (exact + rng.normal(0, spread, exact.shape)).astype(np.float32)


@given(st.lists(st.sampled_from(FOUR), min_size=1, max_size=16), st.integers(0, 50))
@settings(max_examples=40, deadline=None)
def test_each_colour_becomes_one_group_of_its_own_name(names, seed):
    """Balls of the usual colours are told apart and named, however many there are of each."""
    found = find_colours(balls(*names, seed=seed), NONE)

    assert {reference.label for reference in found} == set(names)


def test_names_that_are_given_are_used():
    """The names of a match are given to the colours they fit."""
    found = find_colours(
        balls("orange", "orange", "violet"), NONE, ["violet", "turquoise", "orange"]
    )

    assert {r.label for r in found} == {"orange", "violet"}


def test_names_that_are_no_colours_are_given_one_to_one():
    """Names of players serve too, each for one colour."""
    found = find_colours(balls("red", "blue"), NONE, ["Anna", "Ben"])

    assert {r.label for r in found} == {"Anna", "Ben"}


def test_no_more_colours_than_players():
    """Six sorts of balls are taken for four: no game here has more players."""
    found = find_colours(balls("red", "blue", "green", "yellow", "white", "black"), NONE)

    assert len(found) == 4


def test_a_start_area_adds_a_colour_that_lies_nowhere_else():
    """The colour of balls that all lie in their start area is known from there."""
    found = find_colours(balls("red"), balls("blue"))

    assert {r.label for r in found} == {"red", "blue"}


def test_felt_does_not_make_a_second_red():
    """A red ball that looks a little different on felt is red all the same."""
    shifted = balls("red") + np.array([0.1, -0.15, -0.1], np.float32)

    assert len(find_colours(balls("red", "red"), shifted)) == 1


def test_no_ball_no_colour():
    """An empty board has no colours."""
    assert find_colours(NONE, NONE) == ()


def test_groups_hang_together_by_short_steps():
    """A chain of near colours is one group, a far one another; the larger comes first."""
    chain = np.array([[0, 0.9, 0.2], [0, 0.8, 0.2], [0, 0.7, 0.2], [0, -0.8, 0]], np.float32)

    assert [list(group) for group in linked(chain, 0.3)] == [[0, 1, 2], [3]]


@given(st.integers(1, 4), st.integers(4, 6), st.integers(0, 1000))
def test_no_name_is_given_twice(rows, columns, seed):
    """Names are assigned one to one, whatever they cost."""
    table = np.random.default_rng(seed).random((rows, columns)).astype(np.float32)

    assert len(set(assign_names(table))) == rows


@pytest.mark.parametrize(
    ("name", "usual"), [("Rot", "red"), ("purple", "violet"), ("WHITE", "white")]
)
def test_colours_have_names_in_two_languages(name, usual):
    """A colour's usual look is known by its German and English names."""
    found = prototype(name)

    assert found is not None
    assert (found.light, found.red_green, found.yellow_blue) == PALETTE[usual]


def test_a_players_name_is_no_colour():
    """A name that is no colour has no usual look."""
    assert prototype("Anna") is None


def test_a_lone_ball_that_may_be_a_hole_is_no_colour_of_its_own():
    """A hole that looked like a ball was a fifth colour, wood, of which all other holes were then."""
    bare, hole = np.float32([[-0.12, 0.02, 0.05]] * 3), (-0.13, 0.03, 0.04)
    seen = np.concatenate([balls(*FOUR), np.float32([hole])])

    def told(*likely, colours=seen):
        return founds_a_colour(colours, np.float32(likely), bare).tolist()

    assert told(0.95, 1, 1, 1, 0.91) == [True] * 4 + [False]
    assert told(0.95, 1, 1, 1, 0.99) == [True] * 5
    assert told(1, 1, 1, 1, 0.91, 0.91, colours=np.float32([*seen, hole])) == [True] * 6
    assert founds_a_colour(seen, np.ones(5), bare[:0]).all()
