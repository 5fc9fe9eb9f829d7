"""Balls that lie in no field, by what is known of the fields near them."""

import numpy as np
import pytest

from tests.vision.fields.between import placed
from vision.fields.gaps import LEAST, NEIGHBOURS, TIMES, Gaps, oddness
from vision.fields.loose import BESIDE, HELD, flanks


def test_what_lies_beside_a_field_that_likely_holds_a_ball_is_its_flank():
    """A registration a little askew shows a ball beside its hole: no other one fits there."""
    radius = 7.0
    beside, apart = (BESIDE - 0.5) * radius, (BESIDE + 0.5) * radius
    away = np.float32([[beside, apart], [apart, beside], [apart, apart]])

    assert flanks(away, np.float32([HELD + 0.05, 0.1]), radius).tolist() == [True, False, False]
    assert not flanks(away, np.float32([HELD - 0.1, HELD - 0.1]), radius).any()


def _ring(count: int) -> Gaps:
    """Return gaps of one ring, each with those on either side of it."""
    steps = [step for k in range(1, NEIGHBOURS // 2 + 1) for step in (k, -k)]
    beside = (np.arange(count)[:, None] + steps) % count
    return Gaps(np.zeros((count, 2), np.float32), beside)


def test_the_gap_that_differs_from_those_beside_it_is_odd():
    """What all gaps of a ring show alike is the wood's and the holes' own."""
    tones = np.tile(np.float32([0.3, 0.1, -0.2]), (64, 1))
    tones[20, 0] += 2 * 1.5 * LEAST
    odd = oddness(tones, _ring(64))

    assert np.flatnonzero(odd).tolist() == [20]
    assert not oddness(tones[:0], Gaps(np.zeros((0, 2), np.float32), np.zeros((0, 8), int))).size


def test_grainy_wood_makes_no_gap_odd():
    """Where all gaps differ a little from each other, one must differ by much more."""
    rough = np.random.default_rng(5).normal(0, 0.08, (64, 3)).astype(np.float32)
    usual = float(np.median(oddness(rough, _ring(64)) == 0))
    rough[20, 1] += TIMES * 0.3

    assert usual == 1
    assert 20 in np.flatnonzero(oddness(rough, _ring(64)))


@pytest.mark.parametrize("seed", [22048, 22050, 22057])
def test_balls_midway_between_two_fields_are_told_with_their_colour(seed):
    """Nine of ten are told on painted tables, none in a field, none that is not there."""
    some = list(placed(seed, count=3))

    assert sum(one.said == "told" for one in some) >= len(some) - 1
    for one in some:
        assert one.said in {"told", "not told"}, one.name
        assert not one.invented, one.name
        if one.told is not None:
            assert set(one.fields) <= set(one.told.near), one.name
            assert all(one.seen.fields[name].label is None for name in one.fields)


def test_a_field_beside_what_is_perhaps_a_loose_ball_is_not_said_to_hold_it():
    """What of a ball between two fields reaches into one of them is no sign of a ball there."""
    unsure = [
        one.seen.fields[name]
        for one in placed(22003)
        if one.said == "not told"
        for name in one.fields
        if not one.seen.fields[name].sure
    ]

    assert unsure
    assert all(not reading.likelihoods for reading in unsure)
