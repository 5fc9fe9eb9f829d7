"""Hands of which only finger tips reach in over the board's edge."""

from dataclasses import replace

import numpy as np
import pytest

from tests.vision.fields.test_geometry import looking_down
from vision.errors import CalibrationError
from vision.fields.appearance import Appearance
from vision.fields.cells import CELLS
from vision.fields.covers import Covers
from vision.fields.layout import lay_out
from vision.fields.profile import DARK
from vision.fields.reader import picture_of
from vision.fields.rim import (
    MOST,
    PLACES,
    across_changes,
    cells_beside_changes,
    kept,
    over_rim,
    stays,
    tones_at,
    tones_of_rows,
)
from vision.view import View

FINGER = slice(50, 53)
SKIN, CLOTH = (-0.4, 0.25, 0.15), (-1.2, 0.0, 0.3)
NOTHING = Covers(
    np.zeros((CELLS, CELLS), np.float32), False, 0.0, np.zeros((CELLS, CELLS), np.uint8)
)


@pytest.fixture(scope="module")
def rim():
    return lay_out(looking_down()).rim


def tones(*, finger=None, inside=True, outside=True, shade=0.0):
    """Tones across the edge of a board on a cloth, a finger over some places, or part of one."""
    seen = np.zeros((4 * PLACES, 5, 3), np.float32)
    seen[:, 2:] = CLOTH
    if finger is not None and inside:
        seen[finger, :2] = SKIN
    if finger is not None and outside:
        seen[finger, 2:] = SKIN
    seen[..., 0] -= shade
    return seen


def covers(rim, now, before=None):
    rows = kept(tones() if before is None else before, rim)
    return over_rim(NOTHING, now, tones_of_rows(rows), rim)


def test_finger_tips_over_the_edge_are_a_hand_where_they_are(rim):
    """The cells at the edge there are under it, and no others."""
    found = covers(rim, tones(finger=FINGER))

    assert found.hand
    assert found.under[rim.row[FINGER], rim.column[FINGER]].all()
    assert np.count_nonzero(found.under) < 0.03 * found.under.size


def test_what_lies_on_one_side_of_the_edge_alone_is_no_hand(rim):
    """A mug that was put beside the board, and a ball at its rim."""
    assert not covers(rim, tones()).hand
    assert not covers(rim, tones(finger=FINGER, inside=False)).hand
    assert not covers(rim, tones(finger=FINGER, outside=False)).hand


def test_light_and_shadow_over_the_edge_are_no_hand(rim):
    """A shadow changes no colour, a lamp all of a side, another table all of the rim."""
    side, shadow = slice(PLACES, 2 * PLACES), tones()
    shadow[FINGER, :, 0] -= 0.4

    assert not covers(rim, shadow).hand
    assert not covers(rim, tones(shade=0.5)).hand
    assert not covers(rim, tones(finger=side)).hand
    assert not covers(rim, tones(finger=slice(0, 4 * PLACES, 3))).hand
    assert 4 * PLACES / 3 > MOST


def test_a_finger_in_the_calibrating_picture_is_no_hand_when_it_has_gone(rim):
    """Nothing is kept where it was; elsewhere hands are seen as ever."""
    found = covers(rim, tones(), before=tones(finger=FINGER))

    assert not found.hand
    assert covers(rim, tones(finger=slice(10, 13)), before=tones(finger=FINGER)).hand


def test_where_only_the_table_changed_is_told(rim):
    """Skin of the wood's own colour hides the table alone; a ball at the rim hides only wood."""
    before = tones_of_rows(kept(tones(), rim))

    changed = cells_beside_changes(tones(finger=FINGER, inside=False), before, rim)

    assert changed[rim.row[FINGER], rim.column[FINGER]].all()
    assert np.count_nonzero(changed) <= FINGER.stop - FINGER.start
    assert not cells_beside_changes(tones(finger=FINGER, outside=False), before, rim).any()
    assert not cells_beside_changes(tones(shade=0.3), before, rim).any()


@pytest.mark.parametrize("grey", [None, 200])
def test_the_whole_edge_is_looked_at_only_where_something_beside_the_board_changed(rim, grey):
    """A bare table is told by its samples at one distance; the whole edge is asked where these changed."""
    view = looking_down()
    camera = view.camera
    frame = np.full((camera.height_px, camera.width_px, 3), 90, np.uint8)
    wood = np.array([np.log(90 + DARK), 0.0, 0.0], np.float32)
    rows = kept(tones_at(picture_of(frame, view), rim.samples, wood), rim)
    if grey is not None:
        corner = rim.corners_px.mean(axis=0).astype(int)
        frame[:, corner[0] - 8 : corner[0] + 8] = grey
    seen = across_changes(picture_of(frame, view), rim, wood, rows)

    assert (seen is None) is (grey is None)
    if seen is not None:
        now, before = seen
        assert cells_beside_changes(now, before, rim).any()
        assert np.array_equal(before, tones_of_rows(rows), equal_nan=True)


@pytest.mark.parametrize(("away_mm", "there"), [(1.0, True), (4.0, False)])
def test_the_table_beside_a_board_that_was_pushed_tells_nothing(rim, away_mm, there):
    """A camera that sways by a millimetre sees the same table."""
    view = looking_down()
    camera = replace(view.camera, centre_mm=view.camera.centre_mm + np.array([away_mm, 0, 0]))

    assert stays(kept(tones(), rim), lay_out(View(camera, view.board)).rim) is there
    assert not stays((), rim)


def test_a_calibration_keeps_what_lies_across_the_edge(rim):
    """To a thirtieth of a logarithm, and a damaged one is refused."""
    seen = tones()
    rows = kept(seen, rim)
    data = Appearance(rim=rows).to_json()

    assert Appearance.from_json(data).rim == rows
    assert np.allclose(tones_of_rows(rows), seen, atol=0.031)
    assert Appearance.from_json({k: v for k, v in data.items() if k != "rim"}).rim == ()
    with pytest.raises(CalibrationError):
        Appearance.from_json(data | {"rim": rows[:-1]})
    with pytest.raises(CalibrationError):
        Appearance.from_json(data | {"rim": ["?", *rows[1:]]})
