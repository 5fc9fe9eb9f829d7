"""Balls beside wood that may mirror a lamp."""

import numpy as np
import pytest

from vision.fields.colour import Reference
from vision.fields.decision import decide
from vision.fields.glare import BRIGHTER, Glare, see_glare, seems_another
from vision.fields.profile import Contrast, radii

WHITE = Reference("white", 1.1, -0.19, -0.4)
BROWN = Reference("brown", -0.25, -0.02, -0.1)
RED = Reference("red", -0.5, 0.7, 0.2)
BESIDE = 0.9
# What is mirrored is less brown than the wood: measured beside a lamp on a painted walnut board.
MIRRORED = np.array([[-BESIDE, 0.21, 0.38]], np.float32)


def seen_beside(brighter):
    """Nine places, the wood of the last brighter by so much (logarithm)."""
    wood = np.full((9, 3), 4.0, np.float32)
    wood[-1] += brighter
    return Contrast(np.zeros((9, 3, len(radii())), np.float32), wood)


def mirrored(reference):
    """One sure ball of a colour beside wood that mirrors a lamp: its colour there, and the glare."""
    return reference.colour[None] + MIRRORED, Glare(
        np.array([0]), reference.colour[None], np.zeros(1, np.float32)
    )


@pytest.mark.parametrize(("brighter", "found"), [(0.5 * BRIGHTER, 0), (BESIDE, 1), (-BESIDE, 0)])
def test_only_brighter_wood_may_mirror_a_lamp(brighter, found):
    """Shadow darkens ball and wood alike; beside brighter wood a ball may be brighter by as much."""
    tints = np.repeat(BROWN.colour[None], 9, axis=0)
    glare = see_glare(seen_beside(brighter), tints)

    assert glare.places.tolist() == [8] * found
    assert np.allclose(glare.colours, tints[glare.places] + [brighter, 0, 0], atol=1e-4)


@pytest.mark.parametrize(("ball", "named"), [(WHITE, False), (RED, True)])
def test_a_ball_beside_a_mirrored_lamp_is_named_only_if_both_ways_say_the_same(ball, named):
    """A white one there seems brown; a red one stays red."""
    tints, glare = mirrored(ball)
    p = np.array([[0, 1, 0]], np.float32)
    with_it = decide(p, tints, [WHITE, BROWN, RED], calibrated=True, glare=glare)
    without = decide(p, tints, [WHITE, BROWN, RED], calibrated=True)

    assert without.names.told() == ["brown" if ball is WHITE else "red"]
    assert with_it.names.told() == ["red" if named else None]


def test_it_is_no_colour_of_its_own_if_another_ball_is_like_it_but_for_the_mirror():
    """With a white ball elsewhere it is one more; with none it may be a colour that no other ball has."""
    beside, glare = mirrored(WHITE)
    with_white, with_brown = (
        np.concatenate([beside, other.colour[None]]) for other in (WHITE, BROWN)
    )
    sure = np.ones(2, dtype=bool)

    assert seems_another(glare, with_white, sure).tolist() == [True, False]
    assert not seems_another(glare, with_brown, sure).any()
    assert not seems_another(glare, beside, sure[:1]).any()


@pytest.mark.parametrize(
    ("hue_off", "other", "beside", "empty"),
    [
        ((-0.05, -0.08), 0.005, True, False),
        ((-0.01, -0.02), 0.005, True, True),
        ((-0.05, -0.08), 0.02, True, True),
        ((-0.05, -0.08), 0.005, False, True),
    ],
)
def test_clear_glass_beside_a_mirrored_lamp_is_not_surely_an_empty_hole(
    hue_off, other, beside, empty
):
    """It is as dark as the holes there, but less brown; what something over it explains is none."""
    hole = np.float32([-0.6, 0.13, 0.32])
    tints = np.stack([hole] * 9)
    tints[-1, 1:] += np.float32(hue_off)
    glare = see_glare(seen_beside(BESIDE if beside else 0.0), tints)
    p = np.array([(1, 0, 0)] * 8 + [(0.94 - other, 0.06, other)], np.float32)
    near = np.full((9, 9), 0.5, np.float32)
    np.fill_diagonal(near, -np.inf)
    decided = decide(p, tints, [WHITE, RED], calibrated=True, near=near, glare=glare)

    assert decided.empty.tolist() == [True] * 8 + [empty]


@pytest.mark.parametrize("beside", [True, False])
def test_holes_beside_a_mirrored_lamp_are_compared_with_each_other(beside):
    """Against wood that a lamp makes white they seem browner than holes elsewhere, but are empty."""
    hole, there = np.float32([-0.1, 0.03, 0.05]), np.float32([-0.9, 0.2, 0.3])
    tints = np.stack([hole] * 18 + [there] * 3)
    wood = np.full((21, 3), 4.0, np.float32)
    wood[18:] += BESIDE if beside else 0.0
    glare = see_glare(Contrast(np.zeros((21, 3, len(radii())), np.float32), wood), tints)
    near = np.full((21, 21), 0.5, np.float32)
    np.fill_diagonal(near, -np.inf)
    p = np.array([(0.999, 0.001, 0)] * 21, np.float32)
    decided = decide(p, tints, [WHITE, RED], calibrated=True, near=near, glare=glare)

    assert decided.empty.tolist() == [True] * 18 + [beside] * 3
