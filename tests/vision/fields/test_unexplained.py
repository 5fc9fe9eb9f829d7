"""What of a start area is neither felt nor near a ball: one that was overlooked, or two that are one."""

from functools import partial

import numpy as np
import pytest

from vision.fields.lying import Lying
from vision.fields.touching import with_touching
from vision.fields.unexplained import (
    UNEXPLAINED,
    all_unexplained,
    beyond_balls,
    may_be_one,
    unexplained,
)


def test_specks_are_no_hidden_ball():
    """As many strange samples leave an area unexplained in one heap, not strewn over the felt."""
    rows, columns = np.indices((40, 40))
    points = np.stack([rows * 2.0, columns * 2.0, np.zeros((40, 40))], axis=2)
    heap = (rows < 5) & (columns < 5)
    strewn = (rows % 8 == 0) & (columns % 8 == 0)
    none = np.zeros((0, 3))

    assert heap.sum() == strewn.sum()
    assert unexplained(heap, points, none, 7.0) > UNEXPLAINED
    assert unexplained(strewn, points, none, 7.0) < UNEXPLAINED


def discs_at(*centres, radius=3.5):
    """A strange disc of a ball's size round each sample, and where the samples lie (2 mm apart)."""
    rows, columns = np.indices((40, 40))
    strange = np.zeros((40, 40), dtype=bool)
    for row, column in centres:
        strange |= np.hypot(rows - row, columns - column) < radius
    points = np.stack([rows * 2.0, columns * 2.0, np.zeros((40, 40))], axis=2)
    return strange, points


@pytest.mark.parametrize(
    ("balls", "apart", "one"), [(1, 6, True), (2, 6, False), (1, 7, False), (2, 7, False)]
)
def test_spots_at_one_balls_edges_may_be_one(balls, apart, one):
    """Two balls that touch are two discs of no felt; two spots too near on one disc are in doubt."""
    centres = [(20, 17)] if balls == 1 else [(20, 17), (20, 24)]
    strange, points = discs_at(*centres)
    spots = np.stack([points[20, 20 - apart // 2], points[20, 20 - apart // 2 + apart]])

    assert may_be_one(strange, points, spots, 7.0) is one


def test_balls_that_glow_look_larger_and_leave_nothing():
    """Three balls that all look a third too large are three; a fourth's disc is left over."""
    centres = [(8, 8), (8, 28), (28, 8)]
    balls = np.array([(2.0 * row, 2.0 * column, 0.0) for row, column in centres])
    glowing, points = discs_at(*centres, radius=4.0)
    more, _ = discs_at(*centres, (28, 28), radius=4.0)

    assert abs(beyond_balls(glowing, points, balls, 7.0)) < 0.1
    assert beyond_balls(more, points, balls, 7.0) > 0.9


def test_balls_that_glow_and_touch_leave_nothing_but_one_that_was_overlooked():
    """Three that touch and look a third too large are three; two of them that were taken for one are not."""
    centres = np.array([(12.0, 12.0), (12.0, 20.2), (19.1, 16.1)])
    spots = centres + np.array([(-0.6, -0.6), (-0.6, 0.6), (0.6, 0.0)])
    balls = np.column_stack([2.0 * spots, np.zeros(3)])
    glowing, points = discs_at(*centres, radius=4.2)

    assert unexplained(glowing, points, balls, 7.0) < UNEXPLAINED
    for taken_for_one in ((0, 1), (0, 2), (1, 2)):
        (third,) = {0, 1, 2} - {*taken_for_one}
        found = np.stack([balls[third], balls[list(taken_for_one)].mean(axis=0)])
        for radius in (4.2, 3.5):
            strange, _ = discs_at(*centres, radius=radius)
            assert unexplained(strange, points, found, 7.0) > UNEXPLAINED


def test_a_spot_beside_its_balls_middle_explains_the_ball_but_not_another():
    """A glint or a shadow draws a spot aside; what lies beyond the ball is still another one."""
    alone, points = discs_at((12, 12), radius=4.0)
    beside, _ = discs_at((12, 12), (12, 20), radius=4.0)
    for row, column in ((12, 9.2), (12, 14.8), (9.2, 12), (14.8, 12)):
        spot = np.array([[2.0 * row, 2.0 * column, 0.0]])
        assert unexplained(alone, points, spot, 7.0) < UNEXPLAINED
        assert unexplained(beside, points, spot, 7.0) > UNEXPLAINED


def test_areas_together_leave_what_each_leaves_by_itself():
    """Areas with one ball, with another one overlooked, with none and with specks, each as if alone."""
    shown = ([(8, 8)], [(8, 8), (28, 28)], [], [(20, 20)])
    pictures, points = zip(*(discs_at(*centres) for centres in shown), strict=True)
    strange, ball = np.stack(pictures), np.array([(16.0, 16.0, 0.0)])
    strange[2, ::16, ::16] = True
    balls = [ball, ball, ball[:0], np.array([(40.0, 40.0, 0.0), (16.0, 16.0, 0.0)])]

    together = all_unexplained(strange, Lying.of(balls, np.stack(points)), 7.0)

    alone = [unexplained(*one, 7.0) for one in zip(strange, points, balls, strict=True)]
    assert together == pytest.approx(alone)
    assert together[1] > UNEXPLAINED > max(together[0], together[2], together[3])


def test_what_is_near_a_ball_is_near_one_of_its_own_area():
    """A ball in one area makes nothing near in another; where there is none nothing is near."""
    _, points = discs_at()
    balls = [np.array([(40.0, 40.0, 0.0)]), np.zeros((0, 3))]
    lying = Lying.of(balls, np.stack([points, points]))

    at = np.array([20 * 40 + 20, 20 * 40 + 25, 1600 + 20 * 40 + 20])
    assert lying.near(at, 9.0).tolist() == [True, False, False]
    assert lying.near(at, 11.0).tolist() == [True, True, False]


def test_two_balls_that_touch_are_two_if_only_both_explain_what_is_no_felt():
    """Spots that are too near for two balls are two where two discs lie, and one where one does."""
    spots = np.array([(40.0, 33.0, 0.0), (40.0, 43.5, 0.0)])
    p = np.float32([0.99, 0.98])
    for centres, count in (([(20, 16), (20, 23)], 2), ([(20, 16)], 1)):
        strange, points = discs_at(*centres)
        left = partial(unexplained, strange, points, radius_mm=7.0)
        found, rest = with_touching(spots, p, [0, 1], [0], left(spots[:1]), left, 7.0)
        assert len(found) == count
        assert rest <= UNEXPLAINED
