"""Balls that may lie in the sun beside wood in the shade."""

import numpy as np
import pytest

from vision.fields.colour import Reference
from vision.fields.decision import decide
from vision.fields.profile import Contrast, radii
from vision.fields.sunlit import DARKER, see_sunlit

# Colours as on a painted table.
PINK = Reference("pink", -0.1, 0.45, -0.22)
VIOLET = Reference("violet", -0.9, 0.27, -0.6)
WHITE = Reference("white", 0.4, -0.12, -0.28)
GREY = Reference("grey", -0.4, -0.12, -0.28)
KNOWN = [PINK, VIOLET, WHITE, GREY]
SHADE = 0.5
# A violet ball beside a plate's edge was that much lighter than beside lit wood.
SUN = 0.54


def beside(darker: float):
    """Nine places, the wood of the last darker by so much (logarithm)."""
    wood = np.full((9, 3), 4.0, np.float32)
    wood[-1] -= darker
    return see_sunlit(Contrast(np.zeros((9, 3, len(radii())), np.float32), wood))


def told(ball, lighter, darker, *, likely=1.0, calibrated=True):
    """What the last of nine places is called: a ball that is so much lighter beside wood so much darker."""
    tints = np.zeros((9, 3), np.float32)
    tints[-1] = ball.colour + np.float32([lighter, 0, 0])
    p = np.array([(1, 0, 0)] * 8 + [(1 - likely, likely, 0)], np.float32)
    decided = decide(p, tints, KNOWN, calibrated=calibrated, sunlit=beside(darker))
    return decided.names.told()[decided.named[8]]


@pytest.mark.parametrize(("darker", "found"), [(0.5 * DARKER, []), (SHADE, [8]), (-SHADE, [])])
def test_only_beside_darker_wood_may_a_ball_lie_in_the_sun(darker, found):
    """Brighter wood is lit as the ball there, or mirrors a lamp."""
    sunlit = beside(darker)

    assert np.flatnonzero(sunlit.places).tolist() == found
    assert np.allclose(sunlit.more[8], [-darker, 0, 0], atol=1e-5)
    assert not sunlit.more[:8].any()


@pytest.mark.parametrize("lighter", [0.0, SHADE])
@pytest.mark.parametrize("ball", [PINK, VIOLET])
def test_a_clear_colour_has_its_name_in_the_shade_and_in_the_sun(ball, lighter):
    """Whichever it lies in, one way measures it right."""
    assert told(ball, lighter, SHADE) == ball.label


def test_a_ball_in_the_sun_needs_the_other_way():
    """Beside wood that is lit as it is, so light a violet one may be a pink one."""
    assert told(VIOLET, SUN, 0.0) is None
    assert told(VIOLET, SUN, SUN) == "violet"


def test_greys_that_may_be_each_other_in_the_sun_have_no_sure_name():
    """A grey ball in the sun seems as light beside dark wood as a white one in the shade."""
    white_in_shade, grey_in_sun = told(WHITE, 0, 0.8), told(GREY, 0.8, 0.8)

    assert white_in_shade is None
    assert grey_in_sun is None
    assert told(GREY, 0.0, 0.8) == "grey"
    assert told(WHITE, 0.0, 0.0) == "white"


@pytest.mark.parametrize(("likely", "calibrated"), [(0.5, True), (1.0, False)])
def test_only_sure_balls_of_known_colours_are_asked_both_ways(likely, calibrated):
    """What may be a shadow is measured as it is; a picture alone finds its colours in these very balls."""
    both = [told(VIOLET, SUN, shade, likely=likely, calibrated=calibrated) for shade in (0.0, 0.75)]

    assert both[0] == both[1]
