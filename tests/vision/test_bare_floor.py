"""A mark of the floor that was there when both dice lay elsewhere is none of them."""

from dataclasses import replace
from itertools import chain, repeat

import cv2
import numpy as np
import pytest

import vision.dice_watch
from referee.sighting import DieReading, DieState
from tests.vision.test_dice_patch import at_rim, dark_felt
from tests.vision.test_dice_watch import LYING, NUMBER, OPTION, picture, view
from vision.bare_floor import BareFloor
from vision.dice import DiceSeen
from vision.dice.locate import Spot
from vision.dice_places import dice_box
from vision.dice_watch import DiceReaders, DiceWatch
from vision.fields.cells import CELLS

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


def known(*pictures):
    """The floor as some pictures show it, each given with the readings of both dice."""
    floor = BareFloor()
    for frame, seen_in, dice in pictures:
        floor.learn(frame, dice_box(frame, seen_in), DiceSeen(dice))
    return floor


def test_floor_is_remembered_where_no_die_lay(view):
    """Nothing is known of the floor beneath a die, nor while one of them is not read."""
    frame = picture(view, spots=(MARK,))
    floor = known((frame, view, LYING))

    assert floor.shows(picture(view, spots=(MARK,), dice=(), seed=1), view, MARK, {"number"})
    assert not floor.shows(picture(view, dice=(MARK,)), view, MARK, {"number"})
    assert not floor.shows(frame, view, NUMBER, {"number"})
    assert not floor.shows(frame, view, (400.0, 400.0), {"number"})
    assert not known((frame, view, LYING | {"option": ON_ITS_WAY})).shows(
        frame, view, MARK, {"number"}
    )


def test_a_mark_beside_a_die_that_stays_is_floor(view):
    """Another die that had come there would hide it."""
    beside = (OPTION[0] + 15.0, OPTION[1])
    floor = known((picture(view, spots=(beside,)), view, LYING))

    assert floor.shows(
        picture(view, dice=(OPTION,), spots=(beside,), seed=1), view, beside, {"number"}
    )
    assert not floor.shows(picture(view, dice=(OPTION, beside)), view, beside, {"number"})


def test_an_unread_die_that_stays_is_no_floor(view):
    """It looks as it did then, and may be looked for beside its place."""
    beside = (NUMBER[0], NUMBER[1] + 15.0)
    floor = known((picture(view, spots=(beside,)), view, LYING))
    again = picture(view, spots=(beside,), seed=1)

    assert not floor.shows(again, view, beside, {"number"})
    assert floor.shows(again, view, beside, {"option"})


def test_floor_that_a_die_hides_was_seen_before(view):
    """Of two throws the floor is known, not of one that was read again where it lay."""
    lying = {name: replace(die, x_mm=-die.x_mm) for name, die in LYING.items()}
    dice = [(die.x_mm, die.y_mm) for die in lying.values()]
    thrown = picture(view, spots=(MARK,)), view, LYING
    again = picture(view, dice=dice, spots=(MARK,)), view, lying
    bare = picture(view, dice=(), spots=(NUMBER,), seed=2)

    assert not known(thrown, thrown).shows(bare, view, NUMBER, {"number"})
    marked = picture(view, dice=dice, spots=(NUMBER,)), view, lying
    assert known(marked, thrown, thrown).shows(bare, view, NUMBER, {"number"})
    assert not known(again, thrown).shows(bare, view, NUMBER, {"number"})


def test_a_hand_over_the_dice_area_is_no_floor(view, monkeypatch):
    """What both dice beside it were read with hides the floor, which was known before."""
    then = DiceSeen(LYING | {"number": UNREAD}, (), STRIKING)
    said = chain([DiceSeen(LYING)] * 2, repeat(then))
    monkeypatch.setattr(vision.dice_watch.DiceReader, "read", lambda *_, **__: next(said))
    watch = DiceWatch(DiceReaders(None), live=True)
    watch.read(picture(view, spots=(MARK,)), view, None)
    covered = np.zeros((CELLS, CELLS), np.uint8)
    covered[CELLS // 2 + 2 :] = 255
    for i in range(6):
        hand_and_shadow = (MARK[0] + 5.0 + i, MARK[1]), (-40.0 + 6 * i, 45.0)
        watch.read(picture(view, spots=hand_and_shadow), view, covered)

    for i in range(4):
        shown = picture(view, dice=(OPTION,), spots=(MARK,), seed=i)
        seen = watch.read(shown, view, None)

    assert seen.dice["number"].state is DieState.ABSENT


@pytest.mark.parametrize("edges", [0.62, 0.7, 1.0])
def test_before_the_rim_floor_is_told_from_a_dark_die(view, edges):
    """The bright rim is most of what is seen there, with and without a black die that leans on it."""
    at = at_rim(view, edges)
    felt = dark_felt(view, dice=(NUMBER, OPTION))
    grain = cv2.line(felt.copy(), *ends(view, at), (90, 90, 90), 4)

    floor = known((grain, view, LYING))

    assert floor.shows(grain, view, at, {"number"})
    assert not floor.shows(felt, view, at, {"number"})
    assert not floor.shows(dark_felt(view, dice=(at, OPTION)), view, at, {"number"})


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
