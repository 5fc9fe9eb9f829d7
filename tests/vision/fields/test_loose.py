"""Balls that lie in no field, by what is known of the fields near them."""

import numpy as np

from vision.fields.loose import BESIDE, HELD, flanks


def test_what_lies_beside_a_field_that_likely_holds_a_ball_is_its_flank():
    """A registration a little askew shows a ball beside its hole: no other one fits there."""
    radius = 7.0
    beside, apart = (BESIDE - 0.5) * radius, (BESIDE + 0.5) * radius
    away = np.float32([[beside, apart], [apart, beside], [apart, apart]])

    assert flanks(away, np.float32([HELD + 0.05, 0.1]), radius).tolist() == [True, False, False]
    assert not flanks(away, np.float32([HELD - 0.1, HELD - 0.1]), radius).any()
