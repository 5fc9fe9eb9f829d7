"""Counting balls: which hole of a seat's is taken, and when none is."""

import numpy as np
import pytest

from referee.sighting import Choice, Look
from tests.vision.fields.test_decision import place
from vision.fields.counters import read_counters
from vision.fields.profile import Contrast, radii


@pytest.mark.parametrize(
    ("p_ball", "look", "at"),
    [
        ((0.01, 0.99, 0.0, 0.0), Look.CLEAR, 1),
        ((0.0, 0.0, 0.01, 0.0), Look.CLEAR, None),
        ((0.95, 0.0, 0.96, 0.0), Look.UNSURE, None),
        ((0.5, 0.0, 0.0, 0.0), Look.UNSURE, None),
    ],
)
def test_a_counting_ball_lies_in_one_hole(p_ball, look, at):
    """One clear ball is a count, none is none, two or half a ball is unsure."""
    holes = [place(f"C2.{i}", "counter") for i in range(4)]
    log_p = np.log(
        np.array([[1 - b - 1e-4, b + 1e-4, 1e-4] for b in p_ball], np.float32).clip(1e-4)
    )

    wood = Contrast(np.zeros((4, 3, len(radii())), np.float32), np.zeros((4, 3), np.float32))

    choice = read_counters(holes, wood, log_p, np.ones(4, bool))[2]

    assert (choice.look, choice.at) == (look, at)


@pytest.mark.parametrize(
    ("one", "rest", "look"),
    [(0.13, 0.04, Look.UNSURE), (0.13, 0.12, Look.CLEAR), (0.06, 0.03, Look.CLEAR)],
)
def test_a_hole_redder_than_the_others_is_not_surely_empty(one, rest, look):
    """A ball that a lamp makes pale may be judged empty; holes are less red, but on red wood all are so."""
    holes = [place(f"C{seat}.{i}", "counter") for seat in (0, 1) for i in range(4)]
    p = np.array([[0.98, 0.01, 0.01]] * 8, np.float32)
    samples = np.zeros((8, 3, len(radii())), np.float32)
    samples[:, 1] = rest
    samples[2, 1] = one
    contrast = Contrast(samples, np.zeros((8, 3), np.float32))

    choices = read_counters(holes, contrast, np.log(p), np.ones(8, bool))

    assert choices == {0: Choice(look), 1: Choice(Look.CLEAR)}


def test_a_hole_redder_than_its_seats_others_is_not_surely_empty():
    """Light that falls on one side of a board makes all of its holes there less red."""
    holes = [place(f"C{seat}.{i}", "counter") for seat in (0, 1) for i in range(4)]
    p = np.array([[0.98, 0.01, 0.01]] * 8, np.float32)
    samples = np.zeros((8, 3, len(radii())), np.float32)
    samples[4:, 1] = 0.06
    samples[1, 1] = 0.08
    contrast = Contrast(samples, np.zeros((8, 3), np.float32))

    choices = read_counters(holes, contrast, np.log(p), np.ones(8, bool))

    assert choices == {0: Choice(Look.UNSURE), 1: Choice(Look.CLEAR)}


def test_no_count_is_none_only_where_the_holes_are_known_to_lie():
    """Four empty places are no count, unless the holes may lie elsewhere; a ball is one all the same."""
    holes = [place(f"C{seat}.{i}", "counter") for seat in (0, 1) for i in range(4)]
    p = np.array([[0.98, 0.01, 0.01]] * 7 + [[0.01, 0.98, 0.01]], np.float32)
    wood = Contrast(np.zeros((8, 3, len(radii())), np.float32), np.zeros((8, 3), np.float32))

    choices = [
        read_counters(holes, wood, np.log(p), np.ones(8, bool), known=known)
        for known in (True, False)
    ]

    assert [choice[0] for choice in choices] == [Choice(Look.CLEAR, None), Choice(Look.UNSURE)]
    assert [choice[1].at for choice in choices] == [3, 3]


@pytest.mark.parametrize(
    ("red", "seen", "look"),
    [(0.0, True, Look.CLEAR), (0.12, True, Look.UNSURE), (0.0, False, Look.UNSURE)],
)
def test_a_hole_beside_its_place_is_empty_if_nothing_is_red(red, seen, look):
    """A hole that the fit misses a little is still empty, unless it is red or something is over it."""
    holes = [place(f"C0.{i}", "counter") for i in range(4)]
    p = np.array([[0.98, 0.01, 0.01]] * 3 + [[0.1, 0.05, 0.85]], np.float32)
    samples = np.zeros((4, 3, len(radii())), np.float32)
    samples[3, 1] = red
    contrast = Contrast(samples, np.zeros((4, 3), np.float32))

    choice = read_counters(holes, contrast, np.log(p), np.array([True, True, True, seen]))[0]

    assert (choice.look, choice.at) == (look, None)


@pytest.mark.parametrize(
    ("reds", "hidden", "at"),
    [
        ((0.0, 0.2, 0.0, 0.0), None, 1),
        ((0.1, 0.3, 0.1, 0.1), None, 1),
        ((0.0, 0.2, 0.08, 0.0), None, None),
        ((0.0, 0.12, 0.0, 0.0), None, None),
        ((0.0, 0.2, 0.0, 0.0), 3, None),
    ],
)
def test_the_only_hole_as_red_as_balls_has_the_ball(reds, hidden, at):
    """Glaring light hides it from the judge: what is redder than all holes is one, if nothing else may be."""
    holes = [place(f"C{seat}.{i}", "counter") for seat in (0, 1) for i in range(4)]
    p = np.array([[0.9, 0.02, 0.08]] * 8, np.float32)
    samples = np.zeros((8, 3, len(radii())), np.float32)
    samples[:, 1] = reds[0]
    samples[:4, 1] = np.array(reds)[:, None]
    contrast = Contrast(samples, np.zeros((8, 3), np.float32))
    seen = np.arange(8) != hidden

    choice = read_counters(holes, contrast, np.log(p), seen)[0]

    assert choice == (Choice(Look.UNSURE) if at is None else Choice(Look.CLEAR, at))
