"""Wood whose grain runs in streaks: a board that was pushed along them has not stayed where it lay."""

from dataclasses import replace

import cv2
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.vision.test_nudges import calibration, table
from vision.grain import Grain
from vision.orientation import stays
from vision.painter.scene import Hand, Nudge
from vision.scales import scales

CELLS = 176


def streaks(seed, sigma):
    """Streaks along x that fade over ``sigma`` cells, 16 cells wider than a face all round, float32."""
    face = np.random.default_rng(seed).normal(size=(CELLS + 32,) * 2).astype(np.float32)
    long = cv2.GaussianBlur(face, (0, 0), sigmaX=sigma, sigmaY=0.7)
    return np.asarray(long / np.abs(long).mean(), dtype=np.float32)


def open_cells(seed):
    """Which cells are bare wood: holes lie where the view expects them, whatever the board does."""
    free = np.ones((CELLS, CELLS), dtype=np.float32)
    for x, y in np.random.default_rng(seed).integers(0, CELLS, (120, 2)).tolist():
        cv2.circle(free, (x, y), 5, 0.0, -1)
    return free


@settings(max_examples=40)
@given(st.integers(0, 1000), st.floats(1.5, 6.0), st.integers(-8, 8), st.integers(-8, 8))
def test_a_streaky_face_stays_only_where_it_is(seed, sigma, x, y):
    """However long the streaks, a face a cell or more aside is not where it was, and at its place it is."""
    whole, free = streaks(seed, sigma), open_cells(seed)
    known = Grain(whole[16:-16, 16:-16] * free)
    later = Grain(whole[16 + y : 16 + y + CELLS, 16 + x : 16 + x + CELLS] * free)

    assert known.stays(later) is ((x, y) == (0, 0))


@pytest.mark.parametrize("x_mm", [-15, -6, 6, 10, 15])
def test_a_board_pushed_along_its_grain_has_not_stayed(x_mm):
    """Streaks narrower than a cell are not taken for a pattern that stays."""
    painter, scene = table()
    pushed = painter.paint(replace(scene, nudge=Nudge(x_mm=x_mm)), np.random.default_rng(3))
    grain = calibration().grain
    assert grain is not None

    assert not stays(scales(pushed), calibration().view, grain)


def test_a_board_under_an_arm_has_stayed():
    """An arm that hides a side and half the fields does not hide that the board lies where it lay."""
    painter, scene = table()
    arm = Hand(x_mm=-40, y_mm=60, z_mm=30, arm_deg=-60)
    picture = painter.paint(replace(scene, hands=(arm,)), np.random.default_rng(4))
    grain = calibration().grain
    assert grain is not None

    assert stays(scales(picture), calibration().view, grain)
