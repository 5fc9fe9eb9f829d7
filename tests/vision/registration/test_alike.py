"""Boards behind large arms: fitted by what most holes look like, and with the plates that lie on them."""

from itertools import islice

import numpy as np
import pytest

from firmware.simulation.recording import measures_of
from firmware.simulation.stills import stills
from referee.board_file import board_with_measures
from tests.vision.fields.painted_options import as_kept
from tests.vision.painted import painted_table
from tests.vision.registration.drawn import board, camera, draw
from tests.vision.truth import nominal_board
from vision.registration import register
from vision.registration.alike import typical_hole
from vision.registration.log_picture import log_picture
from vision.registration.seats import turn_like
from vision.registration.top_view import TopView, view_from_above
from vision.view import View


def worst(found: View, row: dict) -> float:
    """The farthest that a place of a picture was projected from its true one, in pitches."""
    centres = {name: at for name, at in row["centres"].items() if name in found.board.places}
    places = [found.board.places[name] for name in centres]
    pitch_mm = 2 * np.pi * found.board.ring("outer").radius_mm / 64
    missed = np.linalg.norm(found.pixels(places) - np.array(list(centres.values())), axis=1)
    return float((missed / (pitch_mm * found.px_per_mm(places))).max())


@pytest.mark.parametrize(("seed", "number"), [(9231, 1), (8729, 3), (8607, 5), (60015, 3)])
def test_a_board_behind_a_large_arm_is_found_right(seed, number):
    """Grooves and shadows drew its spots aside by half a pitch, it was taken for one without plates, or an
    edge of the arm's shadow on the cloth for its side.
    """
    table = painted_table(seed)
    picture = next(islice(stills(table, number, seed), number - 1, None))
    measured = board_with_measures(nominal_board(memory=False), measures_of(table.board))
    found = register(as_kept(picture.frame), measured).view

    assert found.board.variant is table.board.variant
    assert worst(turn_like(found, View(camera(), found.board)), picture.row) < 0.2


def from_above(half_hidden: bool = False) -> TopView:
    """A drawn board from above, with the left half of it under a sleeve of stripes if wanted."""
    view = View(camera(slant_deg=0.0, turn_deg=0.0), board())
    top = view_from_above(log_picture(draw(view), 1640), view.camera, 240.0, 1.0)
    if half_hidden:
        stripes = np.sin(np.arange(top.image.shape[0]) / 3.0, dtype=np.float32)
        top.image[:, : top.image.shape[1] // 2] = 4.5 + 0.3 * stripes[:, None]
    return top


def test_holes_are_found_near_where_they_are_expected_and_no_sleeve_is_one():
    """To a pixel from 3 mm beside; half of the places that say what holes look like lie on the sleeve."""
    top = from_above(half_hidden=True)
    places = [place for place in board().fields if place.kind != "target"]
    centres = np.array([(place.x_mm, place.y_mm) for place in places])
    hole = typical_hole(top, centres)
    assert hole is not None

    found, there = hole.near(centres + np.array([2.0, -2.0]))

    hidden = centres[:, 0] < -9
    assert not there[hidden].any()
    assert there[centres[:, 0] > 9].all()
    assert np.abs(found - centres)[there].max() < 1.1


def test_what_holes_look_like_is_not_known_where_hardly_any_show():
    """Places on bare wood are like nothing."""
    top = from_above()
    rng = np.random.default_rng(1)

    assert typical_hole(top, rng.uniform(-60, 60, (40, 2))) is None
