"""References follow colours that drift slowly, and nothing that jumps, strays or runs into another."""

from dataclasses import replace

import numpy as np
import pytest

from vision.fields import Appearance, follow_colours
from vision.fields.colour import drifted, name_colours, reference
from vision.fields.palette import assumed

BLUE = reference("blue", np.float32([-0.9, -0.35, -1.0]))
VIOLET = reference("violet", np.float32([-0.7, 0.2, -0.8]))
FIRST = Appearance((BLUE, VIOLET), {0: "blue", 1: "violet"})


def shifted(appearance, by):
    """The appearance with all its colours moved by ``by`` (3,)."""
    moved = tuple(reference(r.label, r.colour + np.float32(by)) for r in appearance.references)
    return replace(appearance, references=moved)


def evening(by, pictures):
    """Follow balls whose colours move by ``by`` (3,) in all, as the eye does; were they named right?"""
    now, right = FIRST, []
    for i in range(pictures):
        balls = shifted(FIRST, np.array(by) * i / pictures)
        colours = np.stack([r.colour for r in balls.references])
        here = drifted(colours, now.references)
        right.append([n.label for n in name_colours(colours, here)] == ["blue", "violet"])
        now = follow_colours(now, replace(now, references=tuple(here)), FIRST)
    return now, right


@pytest.mark.parametrize("by", [(0.6, 0.3, 0.3), (-0.8, -0.2, 0.1), (0.0, 0.1, 0.5)])
def test_a_slow_drift_is_followed(by):
    """Over 200 pictures of an evening every ball keeps its name, and the references come along."""
    now, right = evening(by, 200)

    assert all(right)
    goal = shifted(FIRST, by)
    for mine, theirs, first in zip(now.references, goal.references, FIRST.references, strict=True):
        assert np.linalg.norm(mine.colour - theirs.colour) < 0.5 * np.linalg.norm(
            first.colour - theirs.colour
        )


def test_one_picture_moves_a_reference_only_a_little():
    """A single odd picture moves no reference by more than a tenth of the way."""
    odd = shifted(FIRST, (0.1, 0.2, 0.1))

    now = follow_colours(FIRST, odd, FIRST)

    assert np.allclose(
        now.references[0].colour, BLUE.colour + 0.1 * np.float32([0.1, 0.2, 0.1]), atol=2e-3
    )


def test_no_reference_strays_far_or_into_another():
    """However long odd pictures last, blue stays blue and violet apart from it."""
    now = FIRST
    for _ in range(500):
        towards = Appearance((VIOLET, VIOLET), FIRST.seats)
        now = follow_colours(now, replace(towards, references=(
            reference("blue", VIOLET.colour), VIOLET)), FIRST)  # fmt: skip

    assert [n.label for n in name_colours(np.stack([BLUE.colour, VIOLET.colour]), now.references)] == [
        "blue", "violet",
    ]  # fmt: skip


def test_other_labels_are_left_alone():
    """Colours of a picture that are not the calibration's labels change nothing."""
    assert follow_colours(FIRST, Appearance((BLUE,)), FIRST) == FIRST


def test_a_colour_that_was_only_assumed_is_learned_from_its_balls():
    """Dark red glass that no start area showed is called red at once, and known after some pictures."""
    orange = reference("orange", np.float32([-0.8, 0.3, 0.6]))
    red = assumed("red", [orange])
    assert red is not None
    first = now = Appearance((orange, red), {0: "orange", 1: "red"})
    balls = np.float32([[-1.35, 0.95, 0.45], [-0.8, 0.3, 0.6]])
    for _ in range(40):
        here = drifted(balls, now.references)
        assert [n.label for n in name_colours(balls, here)] == ["red", "orange"]
        now = follow_colours(now, replace(now, references=tuple(here)), first)

    assert not now.references[1].assumed
    assert np.allclose(now.references[1].colour, balls[0], atol=0.1)


def test_a_label_that_is_no_colour_is_not_assumed_to_look_like_any():
    """A seat called otherwise waits until its balls are seen; a known make is as dark as its other balls."""
    assert assumed("Anna", [BLUE]) is None
    dark = reference("blue", BLUE.colour - np.float32([0.5, 0, 0]))
    plain, glass = assumed("red", [BLUE]), assumed("red", [dark])
    assert plain is not None
    assert glass is not None
    assert plain.light - glass.light == pytest.approx(0.5, abs=1e-3)
