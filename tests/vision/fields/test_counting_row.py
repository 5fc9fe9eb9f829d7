"""Counting fields that lie elsewhere than the board file says: found in the picture, or said to be unseen."""

from dataclasses import replace

import numpy as np
import pytest

from firmware.resources import nominal_board
from firmware.simulation.recording import measures_of
from firmware.simulation.show import simulated_table
from referee.board import Variant
from referee.sighting import Choice, Look
from vision.calibration import calibrate
from vision.fields import read, with_counting_row
from vision.painter.painter import Painter
from vision.painter.scene import Scene
from vision.seeing import see_alone
from vision.view import View

# What the painted balls show, by seat; seat 2 has none.
COUNTERS = {0: 0, 1: 2, 3: 3}


def painted(seed, out_mm=0.0, apart=1.0, counters=COUNTERS):
    """A picture of a table, and its view with counting fields so far beside where they are."""
    variant = Variant.MEMORY if seed % 3 == 0 else Variant.BASE
    painter = Painter(simulated_table(nominal_board(variant=variant), seed, size_px=(1280, 960)))
    scene = Scene(counters=counters)
    board = painter.table.board
    points = next(c.points_mm for c in board.corners if c.kind == "counter")
    beside = tuple((u * apart, v + out_mm) for u, v in points)
    view = View(painter.camera(scene), board.with_corner("counter", points_mm=beside))
    return painter.paint(scene, np.random.default_rng(seed)), view, points


@pytest.mark.parametrize(
    ("seed", "out_mm", "apart"), [(3, 7.0, 0.8), (4, -5.0, 0.8), (11, 6.0, 1.0), (20, 0.0, 0.72)]
)
def test_counting_fields_are_found_where_they_are(seed, out_mm, apart):
    """Row and distances that are off by several millimetres are found, and the counts are read there."""
    picture, view, true = painted(seed, out_mm, apart)

    found = with_counting_row(picture, view)

    points = next(c.points_mm for c in found.board.corners if c.kind == "counter")
    assert np.abs(np.array(points) - np.array(true)).max() < 2.5
    counters = read(picture, found).counters
    assert counters == {seat: Choice(Look.CLEAR, COUNTERS.get(seat)) for seat in range(4)}


@pytest.mark.parametrize("seed", [3, 20])
def test_counting_fields_stay_where_they_are_seen(seed):
    """Where the board's own places fit they are hardly changed, also if only one ball lies in them."""
    picture, view, true = painted(seed, counters={1: 2})

    found = with_counting_row(picture, view)

    points = next(c.points_mm for c in found.board.corners if c.kind == "counter")
    assert np.abs(np.array(points) - np.array(true)).max() < 2.0
    assert read(picture, found).counters[1] == Choice(Look.CLEAR, 2)


def test_where_no_counting_fields_are_seen_no_seat_is_said_to_have_no_ball():
    """In a picture without any holes the places are unseen and every seat's count is unsure."""
    picture, view, _ = painted(4, out_mm=6.0)
    plain = np.full_like(picture, np.median(picture, axis=(0, 1)).astype(np.uint8))

    found = with_counting_row(plain, view)

    assert found == replace(view, board=view.board.with_corner("counter", unseen=True))
    counts = read(plain, found).counters.values()
    assert {count.look for count in counts} == {Look.UNSURE}


@pytest.mark.parametrize("off_mm", [0, -12])
def test_a_measured_row_is_believed_where_the_picture_shows_it(off_mm):
    """An unusual board's row, out of proportion with its side, is where its owner measured it; one that was
    measured wrongly is looked for in the picture. No seat is said to have no ball.
    """
    table = simulated_table(nominal_board(variant=Variant.BASE), 861, size_px=(1280, 960))
    picture = Painter(table).paint(Scene(counters=COUNTERS), np.random.default_rng(1))
    measures = measures_of(table.board)
    measures["count_mm"] = [[u, v + off_mm] for u, v in measures["count_mm"]]

    calibration = calibrate([picture], nominal_board(), measures=measures)
    true = {seat: Choice(Look.CLEAR, COUNTERS.get(seat)) for seat in range(4)}

    assert read(picture, calibration.view, calibration.appearance).counters == true
    assert see_alone(picture, nominal_board(), measures=measures).sighting.counters == true
