"""A mark of the floor that was there when both dice lay elsewhere is none of them."""

from itertools import chain, repeat

import cv2
import numpy as np
import pytest

import vision.dice_watch
from referee.sighting import DieReading, DieState
from tests.vision.test_dice_patch import at_rim, dark_felt
from tests.vision.test_dice_watch import LYING, NUMBER, OPTION, picture, view
from vision.bare_floor import bare_floor
from vision.dice import DiceSeen
from vision.dice.locate import Spot
from vision.dice_places import dice_box
from vision.dice_watch import DiceReaders, DiceWatch

__all__ = ["view"]

MARK = (-30.0, -32.0)
UNREAD = DieReading(DieState.LYING, x_mm=MARK[0], y_mm=MARK[1])
ON_ITS_WAY = DieReading(DieState.MOVING)
OFF = DieReading(DieState.OFF_BOARD, x_mm=256.0, y_mm=-128.0)
STRIKING = (Spot(*MARK, 2.8, 0.0, 0.0), Spot(*OPTION, 6.0, 0.0, 0.0))


@pytest.mark.parametrize("mistaken", [UNREAD, ON_ITS_WAY])
@pytest.mark.parametrize(
    ("before", "states"),
    [
        ((MARK,), {DieState.ABSENT}),
        ((), {DieState.LYING}),
    ],
)
def test_what_looks_as_before_is_floor(view, monkeypatch, mistaken, before, states):
    """The number die has rolled off the board; a mark in the dice area looks a little like it."""
    then = LYING | {"number": mistaken}
    said = chain([DiceSeen(LYING)], repeat(DiceSeen(then, (), STRIKING)))
    monkeypatch.setattr(vision.dice_watch.DiceReader, "read", lambda *_, **__: next(said))
    watch = DiceWatch(DiceReaders(None), live=True)
    watch.read(picture(view, spots=before), view, None)

    seen = [
        watch.read(picture(view, dice=(OPTION,), spots=(MARK,), seed=i), view, None)
        for i in range(4)
    ]

    assert {each.dice["number"].state for each in seen[1:]} == states
    assert all(each.dice["option"] == LYING["option"] for each in seen[1:])


def test_a_die_that_is_found_beside_the_board_after_all_is_told(view, monkeypatch):
    """Nothing has been taken for it within the board meanwhile."""
    lost = LYING | {"number": ON_ITS_WAY}
    said = chain(
        [DiceSeen(LYING)],
        [DiceSeen(lost, (), STRIKING)] * 2,
        repeat(DiceSeen(LYING | {"number": OFF})),
    )
    monkeypatch.setattr(vision.dice_watch.DiceReader, "read", lambda *_, **__: next(said))
    watch = DiceWatch(DiceReaders(None), live=True)
    watch.read(picture(view, spots=(MARK,)), view, None)

    for i in range(5):
        seen = watch.read(picture(view, dice=(OPTION,), spots=(MARK,), seed=i), view, None)

    assert seen.dice["number"] == OFF


def test_floor_is_remembered_where_no_die_lay(view):
    """Nothing is known of the floor beneath a die, nor while one of them is not read."""
    frame = picture(view, spots=(MARK,))
    box = dice_box(frame, view)
    floor = bare_floor(frame, box, DiceSeen(LYING))

    assert floor is not None
    assert floor.shows(picture(view, spots=(MARK,), dice=(), seed=1), view, *MARK)
    assert not floor.shows(picture(view, dice=(MARK,)), view, *MARK)
    assert not floor.shows(frame, view, NUMBER[0] + 20.0, NUMBER[1])
    assert not floor.shows(frame, view, 400.0, 400.0)
    assert bare_floor(frame, box, DiceSeen(LYING | {"option": ON_ITS_WAY})) is None


@pytest.mark.parametrize("edges", [0.62, 0.7, 1.0])
def test_before_the_rim_floor_is_told_from_a_dark_die(view, edges):
    """The bright rim is most of what is seen there, with and without a black die that leans on it."""
    at = at_rim(view, edges)
    felt = dark_felt(view, dice=(NUMBER, OPTION))
    grain = cv2.line(felt.copy(), *ends(view, at), (90, 90, 90), 4)

    floor = bare_floor(grain, dice_box(grain, view), DiceSeen(LYING))

    assert floor is not None
    assert floor.shows(grain, view, *at)
    assert not floor.shows(felt, view, *at)
    assert not floor.shows(dark_felt(view, dice=(at, OPTION)), view, *at)


def ends(view, at):
    """The pixels at which a short line through a place begins and ends."""
    line_mm = np.array([(at[0] - 6.0, at[1] - 4.0, 0.0), (at[0] + 4.0, at[1] + 6.0, 0.0)])
    return [tuple(int(v) for v in pixel) for pixel in view.camera.project(line_mm).round()]


@pytest.mark.parametrize("mistaken", [UNREAD, ON_ITS_WAY])
def test_what_is_left_when_floor_is_known_is_looked_at(view, monkeypatch, mistaken):
    """The die that cannot be read lies where something else stands out, which was not there before."""
    elsewhere = (-8.0, 38.0)
    striking = (*STRIKING, Spot(*elsewhere, 2.6, 0.0, 0.0))
    then = DiceSeen(LYING | {"number": mistaken}, (), striking)
    said = chain([DiceSeen(LYING)], repeat(then))
    monkeypatch.setattr(vision.dice_watch.DiceReader, "read", lambda *_, **__: next(said))
    watch = DiceWatch(DiceReaders(None), live=True)
    watch.read(picture(view, spots=(MARK,)), view, None)

    for i in range(3):
        shown = picture(view, dice=(OPTION, elsewhere), spots=(MARK,), seed=i)
        seen = watch.read(shown, view, None)

    number = seen.dice["number"]
    assert (number.state, number.face) == (DieState.LYING, None)
    assert (number.x_mm, number.y_mm) == elsewhere
    assert seen.dice["option"] == LYING["option"]
