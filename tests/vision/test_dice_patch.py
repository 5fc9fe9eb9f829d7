"""A die is told from bare floor by its own pixels, also where a bright rim is most of what is seen there."""

import itertools

import cv2
import numpy as np
import pytest

import vision.dice_watch
from referee.sighting import DieReading, DieState
from tests.vision.test_dice_watch import OPTION, noise, picture, view
from vision.dice import DiceSeen
from vision.dice_patch import dice_patch
from vision.dice_watch import DiceReaders, DiceWatch

__all__ = ["view"]

FELT, RIM, BLACK = (55, 55, 55), 190, (25, 25, 25)


def at_rim(view, edges=0.7):
    """A place before the rim, so many of a die's edges within it."""
    return view.board.disc("dice").radius_mm - edges * view.board.die_mm, 0.0


def dark_felt(view, *, dice=(), colour=BLACK, seed=0):
    """Dark felt before a bright rim, with plain dice of a colour on it."""
    radius_mm, angles = view.board.disc("dice").radius_mm, np.linspace(0, 2 * np.pi, 90)
    edge_mm = radius_mm * np.column_stack([np.cos(angles), np.sin(angles), 0 * angles])
    frame = cv2.fillPoly(
        np.full((960, 1280, 3), RIM, np.uint8),
        [view.camera.project(edge_mm).round().astype(np.int32)],
        FELT,
    )
    for x_mm, y_mm in dice:
        for size_mm, shade in ((16, colour), (5, (80, 80, 80))):
            corners = [
                (x_mm + dx * size_mm / 2, y_mm + dy * size_mm / 2, 5.0)
                for dx, dy in ((-1, -1), (-1, 1), (1, 1), (1, -1))
            ]
            outline = view.camera.project(np.array(corners)).round().astype(np.int32)
            cv2.fillConvexPoly(frame, outline, shade)
    return frame + noise(seed)


@pytest.mark.parametrize("edges", [0.62, 0.7, 0.9, 2.0])
def test_bare_felt_is_no_dark_die_that_lay_there(view, edges):
    """Not even before the rim, which looks the same with and without it."""
    at = at_rim(view, edges)
    die = dice_patch(dark_felt(view, dice=(at,)), view, *at)

    assert die.shown(dark_felt(view, dice=(at,), seed=1))
    assert not die.shown(dark_felt(view, seed=1))
    assert not die.shown(dark_felt(view, dice=(OPTION,), seed=1))


def test_a_die_in_another_light_lies_on(view):
    """Darker all over, or with a shadow's edge beside it, it looks as it did."""
    at = at_rim(view)
    lies = dark_felt(view, dice=(at,))
    shaded = lies.copy()
    edge = round(float(view.camera.project(np.array([[at[0] - 11.0, 0.0, 5.0]]))[0, 0]))
    shaded[:, :edge] //= 2
    die = dice_patch(lies, view, *at)

    assert die.shown((0.6 * dark_felt(view, dice=(at,), seed=1)).astype(np.uint8))
    assert die.shown(shaded)


def test_a_dark_die_taken_from_the_rim_is_not_said_to_lean_on(view, monkeypatch):
    """While something else moves, so that the dice are not read, it is seen that it has gone."""
    at = at_rim(view)
    leans = DieReading(DieState.LEANING, x_mm=at[0], y_mm=at[1])
    lies = DieReading(DieState.LYING, "double", x_mm=OPTION[0], y_mm=OPTION[1])
    both = DiceSeen({"number": leans, "option": lies})
    monkeypatch.setattr(vision.dice_watch.DiceReader, "read", lambda *_, **__: both)
    watch = DiceWatch(DiceReaders(None), live=True)
    assert watch.read(dark_felt(view, dice=(at, OPTION)), view, None).dice["number"] == leans

    stays = dark_felt(view, dice=(at, OPTION, (-30.0, 30.0)))
    gone = dark_felt(view, dice=(OPTION, (-40.0, 20.0)))
    said = [watch.read(frame, view, None).dice for frame in (stays, gone)]

    assert [each["number"].state for each in said] == [DieState.LEANING, DieState.MOVING]
    assert [each["option"] for each in said] == [lies, lies]


def test_the_floor_is_kept_only_where_it_is_asked_for(view, monkeypatch):
    """Where each picture stands for itself nothing is seen to rest, and no place is asked about."""
    kept = []
    lying = {
        name: DieReading(DieState.LYING, face, x_mm=x_mm, y_mm=y_mm)
        for name, face, (x_mm, y_mm) in (("number", "6", (-18.0, 12.0)), ("option", "half", OPTION))
    }
    monkeypatch.setattr(
        vision.dice_watch.DiceReader, "read", lambda *_, **__: DiceSeen(dict(lying))
    )
    monkeypatch.setattr(vision.dice_watch.BareFloor, "learn", lambda *_: kept.append(live))
    for live, seed in itertools.product((False, True), range(2)):
        DiceWatch(DiceReaders(None), live=live).read(picture(view, seed=seed), view, None)

    assert kept == [True, True]
