import cv2
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.vision.truth import Photo, nominal_board
from vision.aiming import Corners, Hint, aim_hint, find_corners, is_moving, light_hint, small_grey
from vision.frame import Frame

SQUARE = np.array([(-0.5, -0.5), (-0.5, 0.5), (0.5, 0.5), (0.5, -0.5)])
ASPECT = 4 / 3


def square(
    side: float, x: float = 0.5, y: float = 0.5, turn_deg: float = 0.0
) -> list[tuple[float, float]]:
    """Return the corners of a board of this side (of the picture's height), as they lie in the picture."""
    turn = np.deg2rad(turn_deg)
    spin = np.array([[np.cos(turn), -np.sin(turn)], [np.sin(turn), np.cos(turn)]])
    return [(x + px / ASPECT, y + py) for px, py in side * SQUARE @ spin.T]


@given(st.floats(0.5, 0.65), st.floats(0, 360))
def test_a_whole_board_from_above_is_well_aimed(side: float, turn_deg: float) -> None:
    """However it is turned, a board that fits into the picture needs no advice."""
    assert aim_hint(square(side, turn_deg=turn_deg), ASPECT) is None


@given(st.floats(0.5, 0.9), st.sampled_from([(0.1, 0.5), (0.9, 0.5), (0.5, 0.1), (0.5, 0.9)]))
def test_a_board_over_the_edge_is_cut_off(side: float, at: tuple[float, float]) -> None:
    """Whichever edge it is."""
    assert aim_hint(square(side, *at), ASPECT) is Hint.CUT_OFF


@given(st.floats(0.1, 0.4), st.floats(0, 360))
def test_a_small_board_is_too_far(side: float, turn_deg: float) -> None:
    """Under half of the picture's height the camera hangs too high."""
    assert aim_hint(square(side, turn_deg=turn_deg), ASPECT) is Hint.LOWER


def test_a_board_from_the_side_and_no_board() -> None:
    """A slanting view is told from a distant one; no corners are no board."""
    slanting = [(0.05, 0.95), (0.95, 0.95), (0.7, 0.3), (0.3, 0.3)]

    assert aim_hint(slanting, ASPECT) is Hint.STEEPER
    assert aim_hint((), ASPECT) is Hint.NO_BOARD


@pytest.fixture(scope="module")
def photo(sample_photos: list[Photo]) -> Photo:
    """A photo-real picture of a whole board."""
    return sample_photos[0]


@pytest.fixture(scope="module")
def photograph(photo: Photo) -> Frame:
    """The same as a picture alone."""
    return photo.frame


def corners_in(picture: Frame, photo: Photo) -> Corners:
    """Look for the board of a photograph, as the program knows it, in a picture."""
    return find_corners(picture, nominal_board(memory=photo.table["memory"]))


def test_the_board_is_outlined_in_a_photograph(photo: Photo, photograph: Frame) -> None:
    """The corners lie where the truth has the start areas, a little further out; nothing is to be said."""
    corners = corners_in(photograph, photo)
    small = small_grey(photograph)

    assert aim_hint(corners, photograph.shape[1] / photograph.shape[0]) is None
    assert light_hint(small) is None
    assert not is_moving(small, small)
    half = photo.view.board.side_mm / 2
    square_mm = np.array([(x, y, 0.0) for x, y in ((-1, -1), (-1, 1), (1, 1), (1, -1))]) * half
    true = photo.view.camera.project(square_mm) / photograph.shape[1::-1]
    assert np.abs(np.array(corners) - true).max() < 0.01


def test_what_is_wrong_with_a_picture_is_told(photo: Photo, photograph: Frame) -> None:
    """Dark, shifted under the eyes, far away and cut off: each has its own advice."""
    height, width = photograph.shape[:2]
    far = np.full_like(photograph, 110)
    small = cv2.resize(photograph, None, fx=0.5, fy=0.5, interpolation=cv2.INTER_AREA)
    far[: small.shape[0], : small.shape[1]] = small
    lowered = np.roll(photograph, round(0.25 * height), axis=0)
    lowered[: round(0.25 * height)] = 110

    assert light_hint(small_grey((photograph * 0.2).astype(np.uint8))) is Hint.TOO_DARK
    assert is_moving(small_grey(np.roll(photograph, 20, axis=1)), small_grey(photograph))
    assert aim_hint(corners_in(far, photo), width / height) is Hint.LOWER
    assert aim_hint(corners_in(lowered, photo), width / height) in {Hint.CUT_OFF, Hint.NO_BOARD}


def test_a_hand_moves_no_camera(photograph: Frame) -> None:
    """Something that comes into a third of the picture is not taken for a moving camera."""
    handed = photograph.copy()
    handed[:, : photograph.shape[1] // 3] = (90, 120, 170)

    assert not is_moving(small_grey(handed), small_grey(photograph))
