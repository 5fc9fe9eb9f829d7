"""Drawn boards before cameras of every kind are found, followed, and told from what is no board."""

from dataclasses import replace
from functools import cache

import cv2
import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tests.vision.registration.drawn import board, camera, draw
from vision.errors import NoBoardError
from vision.frame import Frame
from vision.registration import register, register_all, reregister, track
from vision.registration.seats import SEAT0
from vision.view import View

few = settings(max_examples=3, deadline=None, suppress_health_check=[HealthCheck.too_slow])


def standing() -> View:
    """One camera over the board."""
    return View(camera(), board())


@cache
def at_rest() -> Frame:
    """The picture of that camera."""
    return draw(standing())


@cache
def found_at_rest() -> View:
    """The view fitted to it."""
    return register(at_rest(), board()).view


def seat_corner(view: View, seat: int) -> np.ndarray:
    """The pixel of a seat's start area."""
    return view.pixels([view.board.places[f"S{seat}"]])[0]


@few
@given(
    slant_deg=st.floats(0, 35), turn_deg=st.floats(-180, 180), focal=st.floats(0.42, 0.8),
    k1=st.floats(-0.02, 0.08),
)  # fmt: skip
def test_any_camera_is_fitted(slant_deg, turn_deg, focal, k1):
    """Whatever the slant, turn, focal length and distortion, places are found to a tenth of the pitch."""
    height_mm = 560 * focal / 0.5
    true = View(
        camera(slant_deg=slant_deg, turn_deg=turn_deg, height_mm=height_mm,
               focal_px=focal * 1280, k1=k1),
        board(),
    )  # fmt: skip
    found = register(draw(true), board())

    places = list(found.view.board.places.values())
    pixels = found.view.pixels(places)
    scale = true.px_per_mm(places)
    turned = np.array(
        [[(c * p.x_mm - s * p.y_mm, s * p.x_mm + c * p.y_mm, p.z_mm) for p in places]
         for c, s in ((1, 0), (0, 1), (-1, 0), (0, -1))]
    )  # fmt: skip
    worst = [
        (np.linalg.norm(true.camera.project(points) - pixels, axis=1) / scale).max()
        for points in turned
    ]
    assert min(worst) < 0.1 * 2 * np.pi * 180 / 64


@few
@given(turn_deg=st.floats(-180, 180), seat0=st.sampled_from([None, *SEAT0]))
def test_seat_0_sits_where_it_is_said(turn_deg, seat0):
    """Seat 0 is the start area nearest the named corner of the picture, the lower left one by default."""
    found = register(draw(View(camera(turn_deg=turn_deg), board())), board(), seat0=seat0).view

    name = seat0 or "lower-left"
    corner = (1280 if "right" in name else 0, 0 if "upper" in name else 960)
    distance = [np.hypot(*(seat_corner(found, seat) - corner)) for seat in range(4)]
    assert distance[0] <= min(distance) + 0.01 * 1280


def test_an_unknown_corner_is_named():
    """A seat0 that is no corner is an error that says which there are."""
    with pytest.raises(ValueError, match="lower-left"):
        register(at_rest(), board(), seat0="north")


@few
@given(length=st.floats(5, 50), way=st.floats(-180, 180), turn_deg=st.floats(-20, 20))
def test_a_moved_board_is_noticed_and_followed(length, way, turn_deg):
    """A shift of 5 to 50 mm with any turn is never taken for the old place, and measured to a millimetre."""
    view = found_at_rest()
    shift = (length * np.cos(np.radians(way)), length * np.sin(np.radians(way)))
    picture = draw(standing(), shift_mm=shift, turn_deg=turn_deg)

    assert not track(picture, view).good
    again = reregister(picture, view)
    assert again.shift_mm == pytest.approx(length, abs=1.0)
    assert track(picture, again.view).good


def test_a_board_at_rest_keeps_its_view():
    """A board that has not moved keeps the same view object, also with half of it covered."""
    picture, view = at_rest(), found_at_rest()
    covered = picture.copy()
    covered[:, :600] = 90

    for frame in (picture, covered):
        tracked = track(frame, view)
        assert tracked.good
        assert tracked.view is view
        assert tracked.shift_mm < 0.5


def test_several_pictures_are_fitted_together():
    """Pictures in which the board lies elsewhere, or is not seen, do not spoil the common view."""
    frames = [np.full((960, 1280, 3), 80, np.uint8), at_rest(),
              draw(standing(), shift_mm=(25.0, 0.0)), at_rest()]  # fmt: skip
    found = register_all(frames, board()).view

    places = [found.board.places[name] for name in ("O0", "O32", "S1")]
    assert np.abs(found.pixels(places) - standing().pixels(places)).max() < 2.0


def test_pictures_of_different_sizes_are_refused():
    """Pictures of one camera have one size."""
    with pytest.raises(ValueError, match="640x480"):
        register_all([at_rest(), np.zeros((480, 640, 3), np.uint8)], board())


def dots() -> np.ndarray:
    """A tablecloth of dots."""
    picture = np.full((960, 1280, 3), 200, np.uint8)
    picture[::24, ::24] = 0
    return picture


@pytest.mark.parametrize(
    "picture",
    [
        np.full((960, 1280, 3), 128, np.uint8),
        np.random.default_rng(1).integers(0, 255, (600, 800, 3), np.uint8),
        dots(),
        np.zeros((1, 1, 3), np.uint8),
        at_rest()[:480, :640],
    ],
    ids=["flat", "noise", "dots", "pixel", "quarter"],
)
def test_no_board_is_said_to_be_none(picture):
    """Where there is no board, or a quarter of one, nothing is returned; the message says what to do."""
    with pytest.raises(NoBoardError, match="whole board"):
        register(np.ascontiguousarray(picture), board())


def test_a_tray_of_the_same_wood_is_no_board():
    """Where a tray's sides are 1.08 times as far away as the board's, which do not show, nothing says how
    large the board is: it is refused, and not fitted with its rings too small.
    """
    tray = replace(board(), side_mm=1.08 * board().side_mm)
    with pytest.raises(NoBoardError, match="as long as the outer ring"):
        register(draw(View(camera(), tray)), board())


def on_a_loud_cloth(picture: Frame, view: View, contrast: float) -> Frame:
    """Pale a picture of a board to a part of its contrast, on a cloth of black and white stripes."""
    half = view.board.side_mm / 2
    corners = np.array([(x, y, 0.0) for x, y in ((1, 1), (1, -1), (-1, -1), (-1, 1))]) * half
    inside = np.zeros(picture.shape[:2], np.uint8)
    cv2.fillConvexPoly(inside, np.rint(view.camera.project(corners)).astype(np.int32), (1,))
    rows = np.arange(len(picture))[:, None, None]
    cloth = np.where(rows // 8 % 2, 30, 220)
    pale = 150 + contrast * (picture.astype(np.float32) - 150)
    noise = np.random.default_rng(1).normal(0, 1.0, picture.shape)
    mixed = np.where(inside[..., None] > 0, pale, cloth) + noise
    return np.clip(mixed, 0, 255).astype(np.uint8)


@pytest.mark.parametrize("contrast", [1.0, 0.15])
def test_a_pale_board_is_found_on_a_loud_cloth(contrast):
    """Stripes over most of a picture are clearer than pale holes in wood; the board is found all the same."""
    found = register(on_a_loud_cloth(at_rest(), standing(), contrast), board()).view

    places = [found.board.places[name] for name in ("O0", "O32", "S1")]
    assert np.abs(found.pixels(places) - standing().pixels(places)).max() < 2.0
