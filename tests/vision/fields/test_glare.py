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
    return reference.colour[None] + MIRRORED, Glare(np.array([0]), reference.colour[None])


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
