"""Printed corner markers: found, turned and mirrored, and never believed where they contradict each other."""

import cv2
import numpy as np
import pytest

from tests.vision.registration.drawn import camera, draw
from tests.vision.truth import nominal_board
from vision.errors import NoBoardError
from vision.registration import register
from vision.registration.markers import Markers, find_markers, turn_to_markers
from vision.registration.seats import turn_camera
from vision.view import View

SIZE_MM, BESIDE_MM = 40.0, 34.0


def marked(view: View, seats: dict[int, int]) -> np.ndarray:
    """A grey table with the marker of each seat of ``seats`` laid beside the corner of another or its own."""
    lens = view.camera
    picture = np.full((lens.height_px, lens.width_px), 150, np.uint8)
    dictionary = cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_APRILTAG_36h11)
    starts = view.board.of_kind("start")
    for seat, corner in seats.items():
        sheet = np.full((200, 200), 255, np.uint8)
        sheet[20:180, 20:180] = cv2.aruco.generateImageMarker(dictionary, seat, 160)
        sign = np.sign([starts[corner].x_mm, starts[corner].y_mm])
        middle = sign * (view.board.side_mm / 2 + BESIDE_MM)
        ends = np.array([(-1, 1), (1, 1), (1, -1), (-1, -1)]) * SIZE_MM / 2 * 1.25 + middle
        pixels = lens.project(np.column_stack([ends, np.zeros(4)])).astype(np.float32)
        sheet_px = np.float32([(0, 0), (200, 0), (200, 200), (0, 200)])
        lay = cv2.getPerspectiveTransform(sheet_px, pixels)
        size = (lens.width_px, lens.height_px)
        laid = cv2.warpPerspective(sheet, lay, size, flags=cv2.INTER_AREA, borderValue=0)
        over = cv2.warpPerspective(np.full_like(sheet, 255), lay, size)
        picture = np.where(over > 127, laid, picture)
    return np.dstack([picture] * 3)


@pytest.fixture
def view() -> View:
    """A camera with the whole table round the board in its picture."""
    return View(camera(slant_deg=20.0, height_mm=900.0), nominal_board(memory=False))


@pytest.mark.parametrize("quarters", range(4))
def test_markers_say_which_corner_is_whose(view, quarters):
    """However the board was found, it is turned so that each marker lies beside its own seat's corner."""
    picture = marked(view, {seat: seat for seat in range(4)})
    found = View(turn_camera(view.camera, 90.0 * quarters), view.board)

    turned = turn_to_markers(found, find_markers(picture))

    assert turned is not None
    np.testing.assert_allclose(turned.camera.centre_mm, view.camera.centre_mm, atol=1e-6)


def test_one_marker_is_enough(view):
    """A hand over three of the markers leaves enough to tell."""
    found = View(turn_camera(view.camera, 90.0), view.board)

    turned = turn_to_markers(found, find_markers(marked(view, {2: 2})))

    assert turned is not None
    np.testing.assert_allclose(turned.camera.centre_mm, view.camera.centre_mm, atol=1e-6)


def test_markers_that_contradict_each_other_tell_nothing(view):
    """Two markers laid at each other's corners do not turn the board."""
    assert turn_to_markers(view, find_markers(marked(view, {0: 1, 1: 0}))) is None


def test_without_markers_nothing_is_said(view):
    """A table without markers turns no board."""
    markers = find_markers(marked(view, {}))

    assert len(markers.seats) == 0
    assert turn_to_markers(view, markers) is None


def test_a_mirrored_picture_is_noticed(view):
    """Markers in a mirrored picture are found where they are, and said to be mirrored."""
    picture = marked(view, {seat: seat for seat in range(4)})
    straight = find_markers(picture)
    mirrored = find_markers(np.ascontiguousarray(picture[:, ::-1]))

    assert (straight.mirrored, mirrored.mirrored) == (False, True)
    where = dict(zip(mirrored.seats.tolist(), mirrored.pixels.tolist(), strict=True))
    for seat, (x, y) in zip(straight.seats.tolist(), straight.pixels.tolist(), strict=True):
        assert where[seat] == pytest.approx((picture.shape[1] - x, y), abs=1.5)


def test_a_marker_between_two_corners_tells_nothing(view):
    """A marker in the middle of a side belongs to neither corner."""
    middle = view.camera.project(np.array([[0.0, view.board.side_mm / 2, 0.0]]))

    assert turn_to_markers(view, Markers(np.array([0]), middle)) is None


def test_a_mirrored_board_is_refused(view):
    """A board is found in a mirrored picture, too; markers show that its fields would run backwards."""
    table = marked(view, {seat: seat for seat in range(4)})
    picture = np.where(table == 150, draw(view), table)
    assert register(picture, view.board).view.camera.centre_mm == pytest.approx(
        view.camera.centre_mm, abs=15.0
    )

    with pytest.raises(NoBoardError, match="mirrored"):
        register(np.ascontiguousarray(picture[:, ::-1]), view.board)
