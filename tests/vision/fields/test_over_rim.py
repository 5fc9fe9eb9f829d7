"""Balls of the felt's own colour at the far rim, where they hide the wall and the board behind it."""

from collections import Counter

import numpy as np
import pytest

from tests.vision.fields.far_rim import RIGHT, WRONG, counted
from tests.vision.fields.test_walls import FELT, at_rim, laid, recesses
from vision.fields.over_rim import before_rim
from vision.fields.spots import stand_out

# Slanted tables that nothing was tried on.
SEEDS = (43_001, 43_005, 43_008)


@pytest.mark.parametrize("inside", [0.8, 1.1])
def test_what_hides_the_rim_is_asked_for_where_its_centre_is(inside):
    """A ball just like the felt shows only by the wood that it hides; plain recesses hide none."""
    view, areas, radius = laid(35.0)
    pictures, points = recesses(view, areas), areas.points_mm.reshape(-1, 3)
    assert not len(before_rim(stand_out(pictures, areas), areas))

    centre = points[at_rim(areas, inside, radius)]
    pictures.reshape(-1, 3)[np.linalg.norm(points - centre, axis=1) < radius] = FELT
    asked = points[before_rim(stand_out(pictures, areas), areas)]

    away = np.linalg.norm(asked - centre, axis=1)
    assert away.min() < 0.5 * radius
    assert away.max() < 2.5 * radius


def test_red_glass_at_the_far_rim_of_red_felt_is_no_bare_felt():
    """Most of these balls are counted, and none is missed for sure."""
    said = Counter(each for seed in SEEDS for each in counted(seed))

    assert not said[WRONG]
    assert said[RIGHT] > 0.6 * said.total()
