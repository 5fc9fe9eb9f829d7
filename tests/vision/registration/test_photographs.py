"""Boards are found in photographs: a sample here, all of them by the scoring command beside it."""

from functools import cache

import pytest

from tests.shared import SHARED, needs_shared
from tests.vision.registration.score import GOOD, Scored, measured_board, score
from tests.vision.truth import Photo, all_photos, photos
from vision.registration import register, reregister, track
from vision.registration.following import moved

pytestmark = needs_shared

# One photograph in eleven: every table and session comes up, with and without hands.
EVERY = 11


@cache
def sample() -> list[tuple[Photo, Scored]]:
    """The sample, each with its score."""
    assert SHARED is not None
    return [(photo, score(photo)) for photo in list(all_photos(SHARED / "photos/dev"))[::EVERY]]


def test_every_board_is_found_to_a_fifth_of_the_pitch():
    """All places of every photograph lie where they should, seats in the right order, variant known."""
    wrong = [f"{photo.path}: {scored.says}" for photo, scored in sample() if not scored.right]

    assert len(sample()) > 15
    assert not wrong


def test_fields_lie_within_a_tenth_of_the_pitch():
    """The rings' fields are where balls lie: their worst centres stray much less than is allowed."""
    worst = [max(scored.worst[kind] for kind in "OIT") for _, scored in sample()]

    assert max(worst) < GOOD / 2


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
