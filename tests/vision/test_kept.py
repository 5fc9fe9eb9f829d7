"""What an eye keeps between pictures stays small, however often lamps change and boards are pushed."""

import gc
import tracemalloc

import cv2
import numpy as np
import pytest

from tests.vision.truth import nominal_board
from vision.calibration import calibrate
from vision.eye import STATES, STRENGTHS, Eye
from vision.seeing import read_view
from vision.view import View

KB, MB = 1 << 10, 1 << 20


@pytest.fixture(scope="module")
def photo(sample_photos):
    """A picture of a game."""
    return next(p for p in sample_photos if len(p.row["on"]) > 10)


@pytest.fixture(scope="module")
def without_dice(photo):
    """The same with nothing in the dice area, so that dice are looked for beside the board, too."""
    frame = photo.frame.copy()
    (area,) = photo.view.board.of_kind("dice")
    (x, y), scale = photo.view.pixels([area])[0], photo.view.px_per_mm([area])[0]
    cv2.circle(frame, (round(x), round(y)), round(0.9 * area.radius_mm * scale), (70, 80, 90), -1)
    return frame


@pytest.fixture(scope="module")
def calibration(photo):
    """Made before memory is traced, which makes all slow."""
    return calibrate([photo.frame], nominal_board(memory=False), measures=photo.measures)


@pytest.fixture
def kept():
    """Tells how many bytes of Python and numpy were kept since it was asked last."""
    tracemalloc.start()
    last = 0

    def since():
        nonlocal last
        gc.collect()
        now, _ = tracemalloc.get_traced_memory()
        more, last = now - last, now
        return more

    yield since
    tracemalloc.stop()


def dimmed(frame, i):
    """The scene in another strength of a light that falls on all of it."""
    return np.clip(frame * (1 - 0.05 * i), 0, 255).astype(np.uint8)


def test_lamps_that_change_and_pulse_cost_little(calibration, without_dice, kept):
    """Of all states of the lamps and all strengths of their light less than twelve megabytes are kept."""
    eye = Eye(calibration)
    eye.look(without_dice, lamps="one")
    eye.look(without_dice, lamps="two")
    kept()

    eye.look(without_dice, lamps="three")
    a_state = kept()
    for i in (1, 2):
        eye.look(dimmed(without_dice, i), lamps="three")
    a_strength = kept() / 2

    assert a_strength > 10 * KB, "the pictures are no other strengths"
    assert STATES * (a_state + STRENGTHS * a_strength) < 12 * MB


def test_what_is_prepared_for_a_view_goes_with_it(photo, without_dice, kept):
    """A board that is pushed again and again does not fill the memory with maps of where it lay."""
    views = [View(photo.view.camera, photo.view.board) for _ in range(3)]
    read_view(without_dice, views[0], None, None)
    kept()

    for view in views[1:]:
        read_view(without_dice, view, None, None)

    assert kept() < MB
