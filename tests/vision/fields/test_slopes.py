"""How the light leans over a patch: over a ball it leans inside as it does round it."""

import numpy as np
import pytest

from vision.fields.patches import disc
from vision.fields.profile import Contrast, radii
from vision.fields.slopes import slopes


def leaning(inside, outside, turn):
    """A patch whose light leans by these towards ``turn`` (radians)."""
    towards = disc().x * np.cos(turn) + disc().y * np.sin(turn)
    light = towards * np.where(radii() < 1, inside, outside)
    samples = np.stack([light, 0 * light, 0 * light])[None].astype(np.float32)
    return Contrast(samples, np.zeros((1, 3), np.float32))


@pytest.mark.parametrize("turn", [0.0, 1.0, 2.5, 4.0])
def test_slopes_do_not_depend_on_where_the_lamp_stands(turn):
    """A turned patch is described alike, by its size and by which rings lean the same way."""
    assert slopes(leaning(0.5, 0.3, turn)) == pytest.approx(
        slopes(leaning(0.5, 0.3, 0.0)), abs=0.02
    )


def test_a_ball_leans_as_what_is_round_it_and_a_shadow_may_not():
    """The fifth number tells whether inside and outside lean the same way."""
    assert slopes(leaning(0.5, 0.3, 1.0))[0, 4] > 0.8
    assert slopes(leaning(0.5, -0.3, 1.0))[0, 4] < -0.8
    assert abs(slopes(leaning(0.5, 0.0, 1.0))[0, 4]) < 0.1
