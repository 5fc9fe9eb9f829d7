"""A mark of the floor that was there when both dice lay elsewhere is none of them."""

from itertools import chain, repeat

import cv2
import numpy as np
import pytest

import vision.dice_watch
from referee.sighting import DieReading, DieState
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


def test_before_the_rim_nothing_is_told_to_be_floor(view):
    """The bright rim is most of what is seen there, with and without a black die that leans on it."""
    area = view.board.disc("dice")
    angles = np.linspace(0, 2 * np.pi, 90)
    edge_mm = np.column_stack(
        [area.radius_mm * np.cos(angles), area.radius_mm * np.sin(angles), 0 * angles]
    )
    outline = view.camera.project(edge_mm).round().astype(np.int32)
    felt = cv2.fillPoly(np.full((960, 1280, 3), 190, np.uint8), [outline], (55, 55, 55))
    at = area.radius_mm - 0.7 * view.board.die_mm, 0.0
    corners = [(at[0] + dx, at[1] + dy, 5.0) for dx, dy in ((-8, -8), (-8, 8), (8, 8), (8, -8))]
    die = view.camera.project(np.array(corners)).round().astype(np.int32)
    with_die = cv2.fillConvexPoly(felt.copy(), die, (25, 25, 25))

    floor = bare_floor(felt, dice_box(felt, view), DiceSeen(LYING))

    assert floor is not None
    assert not floor.shows(with_die, view, *at)
