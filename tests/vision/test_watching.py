"""The eye from picture to picture: still scenes are not read again, own lamps are no change of light."""

import functools

import cv2
import numpy as np
import pytest

import vision.eye
from firmware.lights.language import BLINK, BREATHE
from firmware.lights.pulse import strength
from referee.sighting import DieReading, DieState
from tests.vision.truth import nominal_board
from vision.calibration import calibrate
from vision.dice import DiceReader, DiceSeen
from vision.dice_watch import DiceWatch
from vision.eye import REPEATS, Eye


@pytest.fixture(scope="module")
def photo(sample_photos):
    """A picture of a game with Memory's plates, with nothing doubtful about it."""
    return next(p for p in sample_photos if p.row["stored"] and len(p.row["on"]) > 10)


@pytest.fixture(scope="module")
def calibration(photo):
    return calibrate([photo.frame], nominal_board(memory=False), measures=photo.measures)


@pytest.fixture
def eye(calibration, monkeypatch):
    """A fresh eye that counts how often it reads a picture in full."""
    watched = Eye(calibration)
    watched.readings = 0
    read = vision.eye.see

    def counted(*given, **named):
        watched.readings += 1
        return read(*given, **named)

    monkeypatch.setattr(vision.eye, "see", counted)
    return watched


@functools.cache
def noise_of(take, shape):
    """The noise of one of seven pictures, float32."""
    return np.random.default_rng(take).normal(0, 1.5, shape).astype(np.float32)


def noisy(frame, take):
    """The same scene, taken again."""
    return cv2.add(frame, noise_of(take % 7, frame.shape), dtype=cv2.CV_8U)


def test_a_still_scene_is_read_twice_and_then_now_and_again(eye, photo):
    """Two readings that agree stand for the next ten pictures; then it is read once more."""
    sightings = [eye.read(noisy(photo.frame, i % 3)) for i in range(2 + REPEATS)]
    assert eye.readings == 2
    assert all(sighting is sightings[1] for sighting in sightings[2:])

    eye.read(noisy(photo.frame, 7))
    assert eye.readings == 3


def test_a_scene_that_stays_still_rests_longer_each_time(eye, photo):
    """A table at which nobody plays for minutes is read every half a minute, not every second."""
    taken = [noisy(photo.frame, i) for i in range(3)]
    for i in range(400):
        eye.read(taken[i % 3])

    assert 2 < eye.readings <= 8


def test_dice_are_read_again_only_where_something_changed_at_them(eye, photo, monkeypatch):
    """A ball that moves does not have the dice read again; a die that goes does."""
    readings = []
    read = DiceReader.read
    monkeypatch.setattr(
        DiceReader, "read", lambda *given, **named: readings.append(1) or read(*given, **named)
    )
    first = eye.read(photo.frame)
    place = photo.view.board.places[next(iter(photo.row["on"]))]
    (x, y), scale = photo.view.pixels([place])[0], photo.view.px_per_mm([place])[0]
    moved = photo.frame.copy()
    cv2.circle(moved, (round(x), round(y)), round(9 * scale), (30, 30, 30), -1)

    assert eye.read(moved).dice == first.dice
    assert len(readings) == 1
    (area,) = photo.view.board.of_kind("dice")
    (x, y), scale = photo.view.pixels([area])[0], photo.view.px_per_mm([area])[0]
    cv2.circle(moved, (round(x), round(y)), round(0.9 * area.radius_mm * scale), (90, 110, 120), -1)
    eye.read(moved)
    assert len(readings) == 2


def test_dice_on_their_way_are_asked_for_until_they_have_come(eye, photo, monkeypatch):
    """That a die was seen to move twice alike, and so not read, is nothing to rest on."""
    lie = DiceSeen({"number": DieReading(DieState.LYING, "6", x_mm=0.0, y_mm=0.0)})
    moves = DiceSeen({"number": DieReading(DieState.MOVING)}, on_the_way=True)
    shown = iter([moves, moves, moves, lie, lie])
    monkeypatch.setattr(DiceWatch, "read", lambda *_: next(shown))

    told = [eye.read(noisy(photo.frame, i % 3)).dice["number"].state for i in range(9)]

    assert told == [DieState.MOVING] * 3 + [DieState.LYING] * 6
    assert eye.readings == 5


def test_a_change_is_read_at_once(eye, photo):
    """A ball that is put down after a still time is seen in the very next picture."""
    for i in range(4):
        eye.read(noisy(photo.frame, i))
    place = photo.view.board.places[next(iter(photo.row["on"]))]
    (x, y), scale = photo.view.pixels([place])[0], photo.view.px_per_mm([place])[0]
    other = photo.frame.copy()
    cv2.circle(other, (round(x), round(y)), round(9 * scale), (30, 30, 30), -1)

    before = eye.readings
    eye.read(other)

    assert eye.readings == before + 1


@pytest.fixture(scope="module")
def lit(photo):
    """Paints the scene, or another picture of it, with lamps at two fields, as bright as at a moment."""
    shown, glow = photo.frame, np.zeros(photo.frame.shape, np.float32)
    rows, columns = np.mgrid[: glow.shape[0], : glow.shape[1]]
    for x, y in photo.view.pixels([photo.view.board.places[name] for name in ("O5", "O40")]):
        near = np.exp(-((columns - x) ** 2 + (rows - y) ** 2) / (2 * 15.0**2))
        glow += near[..., None] * np.array([0.6, 0.8, 1.0])

    def paint(pulse, at_s, frame=shown):
        return noisy(frame + 70 * strength(pulse, at_s) * glow, round(at_s * 10))

    return paint


@pytest.mark.parametrize("pulse", [BREATHE, BLINK])
def test_a_still_scene_rests_while_lamps_pulse(eye, lit, pulse):
    """Once a scene was seen in all strengths of the light, it is read every other second alone."""
    lamps = {("O5", pulse), ("O40", pulse)}
    pictures = [lit(pulse, i / 10 + 0.013) for i in range(60)]
    for picture in pictures[:40]:
        eye.read(picture, lamps=frozenset(lamps))
    before = eye.readings

    for picture in pictures * 2:
        eye.read(picture, lamps=frozenset(lamps))

    assert eye.readings - before <= 2 * len(pictures) // 15


@pytest.mark.parametrize("at_s", [6.0, 6.7, 7.5])
def test_a_change_is_read_at_once_while_lamps_pulse(eye, photo, lit, at_s):
    """A ball that is put down in any strength of the light is seen in the very next picture."""
    for i in range(60):
        eye.read(lit(BREATHE, i / 10), lamps="breathing")
    place = photo.view.board.places[next(iter(photo.row["on"]))]
    (x, y), scale = photo.view.pixels([place])[0], photo.view.px_per_mm([place])[0]
    other = photo.frame.copy()
    cv2.circle(other, (round(x), round(y)), round(9 * scale), (30, 30, 30), -1)

    before = eye.readings
    for later_s in (0.0, 0.1):
        eye.read(lit(BREATHE, at_s + later_s, other), lamps="breathing")

    assert eye.readings == before + 2


def under_an_arm(photo):
    """The scene with a bare arm across it."""
    frame = photo.frame.copy()
    height, width = frame.shape[:2]
    ends = (
        (width // 3, 0),
        (width // 2, 0),
        (width // 2, height * 2 // 3),
        (width // 3, height * 2 // 3),
    )
    cv2.fillPoly(frame, [np.array(ends)], (130, 160, 215))
    return frame


@pytest.mark.parametrize("meanwhile", ["one", "another", None])
def test_what_was_seen_before_a_hand_came_is_read_again(eye, photo, meanwhile):
    """While somebody's hand was there a die may have been thrown to where it lay, in any light."""
    for i in range(4):
        eye.read(noisy(photo.frame, i), lamps="one")
    rested = eye.readings
    assert rested == 2

    assert eye.read(under_an_arm(photo), lamps=meanwhile).hand
    eye.read(noisy(photo.frame, 5), lamps="one")

    assert eye.readings == rested + 2


def test_own_lamps_are_no_change_of_light(eye, photo):
    """A tint of the picture is a change of the room's light, but not of lamps that the eye knows of."""
    tinted = np.clip(photo.frame * np.array([1.1, 1.0, 0.93]), 0, 255).astype(np.uint8)
    eye.read(photo.frame)

    assert not eye.read(tinted, lamps="next: seat 1").board.light_changed
    assert not eye.read(photo.frame).board.light_changed
    assert eye.read(tinted).board.light_changed


def test_colours_are_not_learned_in_the_light_of_own_lamps(eye, photo):
    """References stay while own lamps tint the picture or have just gone out, and follow the room's light."""
    tinted = np.clip(photo.frame * np.array([1.1, 1.0, 0.93]), 0, 255).astype(np.uint8)
    first = eye.appearance
    eye.read(tinted, lamps="foul")
    assert eye.appearance == first

    eye.read(tinted)
    assert eye.appearance == first
    eye.read(tinted)
    assert eye.appearance != first
