"""Boards in photographs whose camera is nudged; that boards are found is shown by `tests.vision.test_eye`."""

from functools import cache

import cv2
import numpy as np
import pytest

from tests.shared import SHARED, needs_shared
from tests.vision.registration.score import measured_board
from tests.vision.truth import Photo, nominal_board, photos
from vision.calibration import calibrate
from vision.eye import Eye
from vision.registration import register, reregister, settled, track
from vision.registration.following import moved
from vision.view import View

pytestmark = needs_shared


@cache
def nudged() -> tuple[list[Photo], dict[str, Photo]]:
    """A session whose camera is nudged, and its photographs by name."""
    assert SHARED is not None
    session = list(photos(SHARED / "photos/dev/session-01"))
    return session, {photo.path.stem: photo for photo in session}


def test_a_nudged_camera_is_noticed_at_once_and_followed():
    """Until the nudge the board is where it was, after it it is not, and it is found again."""
    session, by_name = nudged()
    setup = by_name["setup"]
    view = register(setup.frame, measured_board(setup)).view
    nudge = next(photo for photo in session if photo.row.get("note") == "camera nudged")
    before = [photo for photo in session if "0001" <= photo.path.stem < nudge.path.stem]

    assert all(track(photo.frame, view).view is view for photo in before)
    assert all(track(photo.frame, view).good for photo in before)
    assert not track(nudge.frame, view).good
    again = reregister(nudge.frame, view)
    shift_mm, turn_deg = moved(setup.view, nudge.view)
    assert again.shift_mm == pytest.approx(shift_mm, abs=0.7)
    assert abs(again.turn_deg) == pytest.approx(abs(turn_deg), abs=0.2)
    assert track(nudge.frame, again.view).good


def away_mm(photo: Photo, view: View) -> float:
    """How far a view has the fields from where they are, at worst."""
    places, true = view.board.fields, photo.view
    away_px = view.pixels(places) - true.pixels(true.board.fields)
    return float((np.linalg.norm(away_px, axis=1) / view.px_per_mm(places)).max())


@pytest.mark.parametrize("name", ["session-01", "session-03"])
def test_a_nudged_board_is_found_as_exactly_as_at_first(name):
    """A rough fit suffices while a board is being pushed; where it stays it is known as well as before."""
    assert SHARED is not None
    session = list(photos(SHARED / "photos/dev" / name))
    setup = next(photo for photo in session if photo.path.stem == "setup")
    nudge = next(photo for photo in session if photo.row.get("note") == "camera nudged")
    view = register(setup.frame, measured_board(setup)).view
    rough = reregister(nudge.frame, view, roughly=True).view

    known_mm = away_mm(setup, view)
    assert away_mm(nudge, rough) < known_mm + 1.0
    assert away_mm(nudge, settled(nudge.frame, rough)) < known_mm + 0.15
    assert away_mm(nudge, reregister(nudge.frame, view).view) < known_mm + 0.15


@pytest.mark.parametrize("blur_px", [0.0, 3.0, 6.0])
def test_a_live_eye_finds_out_exactly_where_a_nudged_board_stays(blur_px):
    """A board is found roughly at first; once two sharp pictures agree without a hand it is known exactly."""
    assert SHARED is not None
    session = {photo.path.stem: photo for photo in photos(SHARED / "photos/dev/session-03")}
    setup, nudged_board = session["setup"], session["0041"]
    eye = Eye(
        calibrate([setup.frame], nominal_board(memory=False), measures=setup.measures), live=True
    )
    eye.look(setup.frame)
    first = eye.look(nudged_board.frame).view
    blurred = session["0042"].frame
    if blur_px:
        blurred = np.asarray(cv2.GaussianBlur(blurred, (0, 0), blur_px), dtype=np.uint8)
    eye.look(blurred)
    for stem in ("0042", "0041", "0042", "0041"):
        last = eye.look(session[stem].frame).view

    assert first is not None
    assert last is not None
    assert away_mm(nudged_board, last) < away_mm(nudged_board, first) - 0.4
