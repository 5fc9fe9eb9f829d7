"""Start areas: what the balls' colour says of spots, and what the felt may hide."""

import numpy as np

from referee.sighting import Look
from vision.fields.appearance import Appearance
from vision.fields.colour import reference
from vision.fields.covers import CELLS, HIDDEN_FIELDS, _over_fields
from vision.fields.start import StartArea, agreed, count_starts

FELT = np.float32([-0.9, 0.8, 0.2])
RED = reference("red", np.float32([-0.5, 0.85, 0.25]))
DARK_GLASS = reference("red", np.float32([-1.3, 0.8, 0.2]))
BLUE = reference("blue", np.float32([-0.9, -0.35, -1.0]))


def area(*spots):
    """A start area whose spots have these probabilities and tints."""
    p = np.float32([p for p, _ in spots])
    tints = np.float32([tint for _, tint in spots]).reshape(-1, 3)
    return StartArea(2, np.zeros((len(spots), 3)), p, tints, FELT)


def test_a_shadow_is_no_likelier_for_having_the_hue_of_red_felt():
    """On red felt a red ball is as bright as red balls are; its shadow, as red as it, is not."""
    shadow = np.float32([-1.7, 0.8, 0.2])
    (seen,) = agreed([area((0.8, RED.colour), (0.8, shadow))], [RED])

    assert seen.p_ball[0] > 0.8
    assert len(seen.p_ball) == 1 or seen.p_ball[1] < 0.5


def test_another_colour_in_a_start_area_is_likely_no_ball():
    """A green reflection among a player's blue balls is less likely than before, a blue spot likelier."""
    green = np.float32([-0.8, -0.8, -0.05])
    (seen,) = agreed([area((0.7, BLUE.colour), (0.7, green))], [BLUE])

    assert seen.p_ball[0] > 0.7
    assert (seen.p_ball[1:] < 0.7).all()


def test_an_area_that_may_hide_dark_glass_is_never_sure():
    """Glass of the felt's hue, darker than it, may lie there unseen; bright red balls and blue ones not."""
    for own, look in ((DARK_GLASS, Look.UNSURE), (RED, Look.CLEAR), (BLUE, Look.CLEAR)):
        known = Appearance((own,), {2: own.label})
        assert count_starts([area()], known, frozenset())[2].look is look


def test_fields_hidden_together_are_under_a_hand():
    """So many hidden fields beside each other hide what lies between; fewer, or far ones, do not."""
    near = np.arange(HIDDEN_FIELDS)
    together = _over_fields(10 + near // 2 * 2, 12 + near % 2 * 3)
    assert together[11, 13] == 255
    assert together[:8].max() == 0

    assert _over_fields(np.full(HIDDEN_FIELDS - 1, 10), 10 + near[1:]).max() == 0
    assert _over_fields(np.full(HIDDEN_FIELDS, 3), near * 5 % CELLS).max() == 0
