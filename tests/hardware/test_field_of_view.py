"""Which camera sees the board from which height."""

import math

import numpy as np
import pytest

from hardware.cad.dimensions import Arm
from hardware.field_of_view import MARGIN_MM, THICKNESS_MM, cameras, least_height_mm, reach
from tests.hardware.test_board import board
from vision.camera import Camera


@pytest.mark.parametrize("camera", cameras(), ids=lambda camera: camera["id"])
def test_the_whole_board_is_in_the_picture_from_the_least_height(camera):
    """Seen by a pinhole with the sheet's angles from that height, every corner is inside the picture."""
    b = board()
    height = least_height_mm(camera["vfov_deg"], b.side_mm)
    wide, high = camera["pixels"]
    eye = Camera(
        width_px=wide,
        height_px=high,
        focal_px=high / 2 / math.tan(math.radians(camera["vfov_deg"]) / 2),
        rotation=np.diag([1.0, -1.0, -1.0]),
        centre_mm=np.array([0.0, 0.0, height]),
    )
    half = b.side_mm / 2
    corners = eye.project(np.array([(x, y, 0.0) for x in (-half, half) for y in (-half, half)]))
    margin_px = MARGIN_MM / height * eye.focal_px

    assert corners.min() >= 0
    assert (corners <= [wide, high]).all()
    assert corners[:, 1].min() == pytest.approx(margin_px, rel=1e-6)


@pytest.mark.parametrize("camera", cameras(), ids=lambda camera: camera["id"])
@pytest.mark.parametrize("side_mm", [390.0, 440.0, 480.0])
def test_every_recommended_camera_is_sharp_enough(camera, side_mm):
    """Balls are large enough in the picture for every camera and board that the kit names."""
    assert reach(camera, side_mm, board().ball_mm).sharp_enough


@pytest.mark.parametrize("camera", cameras(), ids=lambda camera: camera["id"])
def test_the_arm_as_it_is_built_sees_the_nominal_board(camera):
    """Built without options, the arm hangs every camera high enough for the nominal board."""
    b = board()

    assert reach(camera, b.side_mm, b.ball_mm).height_mm <= Arm().camera_height_mm
    assert b.thickness_mm == THICKNESS_MM


def test_the_arm_reaches_every_height_that_is_needed():
    """The arm's range holds the least height of each camera over each board, or it may hang higher."""
    for camera in cameras():
        for side_mm in (390.0, 440.0, 480.0):
            assert reach(camera, side_mm, 13.5).height_mm <= 800
