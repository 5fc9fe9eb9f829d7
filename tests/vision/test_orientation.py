"""Quarter turns and mirrors that balls, wood, dice and symbols show, and those that they do not."""

from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from referee.board import Variant
from referee.games.inner_circle.blunders import CLUMSY
from referee.sighting import Count, Look
from tests.firmware.simulation.rounds import Effort, measures_of, stage_of
from tests.vision.truth import nominal_board
from vision.calibration import Calibration, calibrate
from vision.dice import read_dice
from vision.errors import NoBoardError
from vision.eye import Eye
from vision.fields import picture_of
from vision.grain import WAYS, Grain, see_grain
from vision.mirror import (
    mirrored_frame,
    mirrored_view,
    refuse_mirrored,
    straight_dice,
    straight_symbols,
)
from vision.orientation import (
    Orientation,
    by_balls,
    by_grain,
    by_signs,
    denied,
    nothing,
    tells,
    weighed,
)
from vision.painter.painter import Painter
from vision.registration.seats import turn_camera
from vision.seeing import see, see_alone
from vision.view import View

FOUR = {0: "red", 1: "blue", 2: "green", 3: "yellow"}


def areas(labels):
    """Start areas in which so many balls of a colour lie."""
    return {seat: Count(Look.CLEAR, {label: 2}) for seat, label in labels.items()}


def told(labels, seats):
    """What balls alone tell."""
    return weighed(by_balls(areas(labels), seats))


@given(st.integers(0, 3), st.booleans())
def test_four_colours_tell_turn_and_mirror(quarters, mirrored):
    """With four players' balls in their areas each of the eight ways to lie is told from all others."""
    lies = {
        seat: FOUR[(-(seat + quarters) if mirrored else seat + quarters) % 4] for seat in range(4)
    }

    assert told(lies, FOUR) == Orientation(quarters, mirrored)


@given(st.integers(0, 3))
def test_two_colours_tell_a_turn_but_no_mirror(quarters):
    """Two players' balls in opposite areas show a quarter turn, and nothing of a mirror."""
    two = {0: "red", 2: "blue"}
    lies = {seat: two[(seat + quarters) % 4] for seat in range(4) if (seat + quarters) % 4 in two}

    assert told(lies, two) == Orientation(quarters, None)


def test_one_area_tells_nothing():
    """A single area with balls, or none at all, leaves it unknown."""
    assert told({1: "red"}, FOUR) == Orientation()
    assert told({}, FOUR) == Orientation()


def test_unsure_and_mixed_areas_do_not_count():
    """An area that is not read for sure, or holds two colours, is no sign."""
    seen = areas({0: "red"}) | {
        1: Count(Look.UNSURE, {"yellow": 1}),
        2: Count(Look.CLEAR, {"red": 1, "blue": 1}),
    }

    assert weighed(by_balls(seen, FOUR)) == Orientation()


def test_what_no_turn_explains_is_unknown():
    """Three areas in an order that neither turns nor mirrors give are no turn."""
    assert told({0: "red", 1: "yellow", 2: "blue"}, FOUR) == Orientation()


def test_balls_of_players_who_changed_places_do_not_outweigh_the_wood():
    """Balls that lie as if the board was turned count less than a face that lies as it did."""
    balls = by_balls(areas({0: "blue", 1: "green", 2: "yellow", 3: "red"}), FOUR)
    wood = np.array([-7.5 if way != (0, False) else 0.0 for way in WAYS])

    assert denied(balls)
    assert weighed(balls, wood) == Orientation(0, False)


@given(st.integers(0, 7), st.floats(0, 30))
def test_signs_of_a_mirror_tell_no_turn(way, straight):
    """Dice and symbols say mirrored or not, never by how many quarters; weak ones say nothing."""
    quarters, _ = WAYS[way]
    lies = weighed(by_signs(-straight))

    assert lies.quarters is None
    assert lies.mirrored is (True if straight > 2.5 else None)
    assert weighed(nothing(), by_signs(straight)).quarters is None or quarters


@pytest.fixture(scope="module")
def photo(sample_photos):
    """A picture of a game with Memory's plates."""
    return next(p for p in sample_photos if p.row["stored"] and len(p.row["on"]) > 10)


@pytest.fixture(scope="module")
def calibration(photo):
    return calibrate([photo.frame], nominal_board(memory=False), measures=photo.measures)


def dimmed(frame):
    """The same scene in a warmer and darker light, and noise of its own."""
    noise = np.random.default_rng(5).normal(0, 2.0, frame.shape)
    return np.clip(frame * np.array([0.5, 0.6, 0.75]) + noise, 0, 255).astype(np.uint8)


def grain_in(frame, view):
    """The board's own face in a frame."""
    return see_grain(picture_of(frame, view), view)


def lying(view, quarters):
    """The view of a registration that took another corner for seat 0's."""
    return View(turn_camera(view.camera, 90.0 * quarters), view.board)


@pytest.fixture(scope="module")
def boards(sample_photos):
    """The known faces of boards beside the tests, and each board in another light, straight and mirrored."""
    told = []
    for photo in sample_photos[::3]:
        frame, view = dimmed(photo.frame), photo.view
        over = mirrored_frame(frame), mirrored_view(view)
        told.append((grain_in(photo.frame, view), (frame, view), over))
    return told


@pytest.mark.parametrize(("quarters", "mirrored"), WAYS)
def test_wood_tells_every_way_to_lie(boards, quarters, mirrored):
    """The grain of boards beside the tests tells each of the eight ways, in another light, too."""
    for known, straight, over in boards:
        frame, view = over if mirrored else straight
        # Seat 0 of a mirrored picture's board is taken for seat 3's.
        seen = grain_in(frame, lying(view, quarters - mirrored))
        assert weighed(by_grain(known, seen)) == Orientation(quarters, mirrored)


def test_a_plain_board_tells_nothing(photo):
    """Where there is no grain, or another board's, the wood does not say which way it lies."""
    known = grain_in(photo.frame, photo.view)
    plain = np.full_like(photo.frame, 120)
    noise = np.random.default_rng(2).normal(0, 3.0, plain.shape)

    for frame in (plain, np.clip(plain + noise, 0, 255).astype(np.uint8)):
        assert not tells(by_grain(known, grain_in(frame, photo.view)))
    assert not tells(by_grain(None, known))


@settings(deadline=None, max_examples=10)
@given(st.floats(3, 8), st.floats(-np.pi, np.pi))
def test_wood_tells_a_shift(photo, length_mm, way):
    """A board that lies three millimetres and more beside its place does not stay there; at it, it does."""
    known = grain_in(photo.frame, photo.view)
    shift = length_mm * np.array([np.cos(way), np.sin(way), 0.0])
    camera = photo.view.camera
    aside = View(replace(camera, centre_mm=camera.centre_mm - shift), photo.view.board)

    assert known.stays(grain_in(dimmed(photo.frame), photo.view))
    assert not known.stays(grain_in(photo.frame, aside))


def test_a_kept_face_tells_as_well(photo):
    """Written as rows of digits and read back, a face is like itself."""
    grain = grain_in(photo.frame, photo.view)
    kept = Grain.from_rows(grain.to_rows())

    assert kept.to_rows() == grain.to_rows()
    assert kept.likeness(grain)[0] > 0.95
    with pytest.raises(ValueError, match="square"):
        Grain.from_rows(["444", "444"])


def test_dice_and_symbols_show_a_mirror(sample_photos):
    """No straight photograph's dice or symbols say mirrored; mirrored ones never say straight."""
    for photo in sample_photos[1::5]:
        frame, view = photo.frame, photo.view
        flipped, over = mirrored_frame(frame), mirrored_view(view)
        assert straight_dice(frame, view, read_dice(frame, view)) > -2.0
        assert straight_dice(flipped, over, read_dice(flipped, over)) < 2.0
        symbols = straight_symbols(frame, view), straight_symbols(flipped, over)
        if photo.view.board.variant is Variant.MEMORY:
            assert symbols[0] > 2
            assert symbols[1] < -2
        else:
            assert symbols == (0.0, 0.0)


def test_a_face_found_better_in_the_mirror_that_fits_both_ways_tells_nothing():
    """A double reads the same in a mirror; that its place was found worse one way round is no sign.

    The set-up picture of this painted table was refused for that.
    """
    stage = stage_of(1012, CLUMSY, Effort(), memory=False)
    painter = Painter(stage.table)
    frame = painter.paint(stage.world.scene(), np.random.default_rng(1012))
    view = View(painter.camera(stage.world.scene()), stage.table.board)
    refuse_mirrored(frame, view, read_dice(frame, view))

    found = calibrate([frame], nominal_board(memory=False), measures=measures_of(view.board))
    assert found.quality > 0.9


def test_a_mirrored_picture_is_refused(photo):
    """A mirrored picture of a Memory board is neither read by itself nor calibrated; it says why."""
    frame, board = mirrored_frame(photo.frame), nominal_board(memory=False)

    with pytest.raises(NoBoardError, match="mirrored"):
        see_alone(frame, board, measures=photo.measures)
    with pytest.raises(NoBoardError, match="mirrored"):
        calibrate([frame], board, measures=photo.measures)


def test_a_mirrored_picture_is_not_read_with_a_calibration(photo, calibration):
    """The sighting says that the picture is mirrored, and reads nothing in it."""
    sighting = see(mirrored_frame(photo.frame), calibration).sighting

    assert sighting.board.mirrored
    assert sighting.board.moved
    assert not sighting.board.seen
    assert not sighting.fields


def test_a_board_turned_by_half_is_read_as_it_lies(photo, calibration):
    """Each ball is read on the field on which it lies, whichever way round the board lies."""
    kept = Calibration.from_json(calibration.to_json())
    straight = see(photo.frame, kept).sighting
    turned = see(np.ascontiguousarray(photo.frame[::-1, ::-1]), kept).sighting

    assert straight.board.quarters == 0
    assert not straight.board.moved
    assert turned.board.quarters == 2
    assert turned.board.moved
    both = [name for name, r in straight.fields.items() if r.sure and turned.fields[name].sure]
    assert len(both) > 0.95 * len(straight.fields)
    assert all(straight.fields[n].label == turned.fields[n].label for n in both)


def test_an_eye_learns_the_wood_that_its_calibration_lacks(photo, calibration):
    """Without a kept face, balls in their areas show that the board lies straight; then wood tells turns."""
    seats = {
        seat: next(iter(c.of))
        for seat, c in see(photo.frame, calibration).sighting.start.items()
        if c.of
    }
    colours = replace(calibration.appearance, seats=seats)
    eye = Eye(replace(calibration, appearance=colours, grain=None))
    turned = Eye(eye.calibration)
    half = np.ascontiguousarray(photo.frame[::-1, ::-1])

    turned.read(half)
    eye.read(photo.frame)

    assert turned.calibration.grain is None
    assert eye.calibration.grain is not None
    assert eye.read(half).board.quarters == 2
