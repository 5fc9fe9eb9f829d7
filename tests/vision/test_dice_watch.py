"""The dice are read when they have come to rest, and not while anything moves over them."""

from dataclasses import replace
from functools import cache
from itertools import chain, repeat

import cv2
import numpy as np
import pytest

import vision.dice_watch
from referee.sighting import DieReading, DieState
from tests.vision.truth import nominal_board
from vision.dice import DiceFaces, DiceSeen
from vision.dice.locate import Spot
from vision.dice_watch import DiceReaders, DiceWatch
from vision.fields.cells import CELLS
from vision.painter.chance import table_from_seed
from vision.view import View

NUMBER, OPTION = (-18.0, 12.0), (20.0, -10.0)
LYING = {
    "number": DieReading(DieState.LYING, "6", x_mm=NUMBER[0], y_mm=NUMBER[1]),
    "option": DieReading(DieState.LYING, "double", x_mm=OPTION[0], y_mm=OPTION[1]),
}


@pytest.fixture(scope="module")
def view():
    """A usual camera over a board."""
    table = table_from_seed(3, nominal_board(memory=False), size_px=(1280, 960))
    return View(table.camera, table.board)


@pytest.fixture
def watch(monkeypatch):
    """A watch whose reader says that both dice lie, and counts its readings."""

    class Reader:
        def __init__(self, *_, **__):
            pass

        def read(self, _frame, *, covered=None):
            watched.readings += 1
            return DiceSeen(LYING)

    monkeypatch.setattr(vision.dice_watch, "DiceReader", Reader)
    watched = DiceWatch(DiceReaders(None), live=True)
    watched.readings = 0
    return watched


def picture(view, *, dice=(NUMBER, OPTION), spots=(), seed=0):
    """A noisy grey floor with light dice, each with a dark sign, and dark spots of a finger's size."""
    frame = np.full((960, 1280, 3), 120, np.uint8)
    for places, colour, size_mm in ((dice, 220, 16), (dice, 40, 5), (spots, 60, 18)):
        for x_mm, y_mm in places:
            corners = [
                (x_mm + dx * size_mm / 2, y_mm + dy * size_mm / 2, 5.0)
                for dx, dy in ((-1, -1), (-1, 1), (1, 1), (1, -1))
            ]
            outline = view.camera.project(np.array(corners)).round().astype(np.int32)
            cv2.fillConvexPoly(frame, outline, (colour, colour, colour))
    return frame + noise(seed)


@cache
def noise(seed):
    """Up to 3 grey levels of noise."""
    return np.random.default_rng(seed).integers(0, 4, (960, 1280, 3), np.uint8)


def states(seen):
    return {name: reading.state for name, reading in seen.dice.items()}


def test_still_dice_are_read_once_and_now_and_again(watch, view):
    """A change that was too faint to notice is found out within four seconds."""
    for i in range(45):
        assert watch.read(picture(view, seed=i % 3), view, None).dice == LYING

    assert watch.readings == 2


def test_rolling_dice_are_not_read_before_they_lie(watch, view):
    """Dice on their way are said to move; read is the second picture in which they lie alike."""
    watch.read(picture(view), view, None)
    rolling = [((-30.0 + 9 * i, 25.0 - 7 * i), OPTION) for i in range(4)]
    seen = [watch.read(picture(view, dice=dice), view, None) for dice in rolling]
    said = [states(each) for each in seen]
    assert watch.readings == 1
    assert all(each.on_the_way for each in seen)
    assert [each["number"] for each in said] == [DieState.MOVING] * 4
    assert [each["option"] for each in said] == [DieState.LYING] * 4

    last = watch.read(picture(view, dice=rolling[-1], seed=9), view, None)

    assert watch.readings == 2
    assert last.dice == LYING
    assert not last.on_the_way


def test_dice_beside_a_hand_are_read_while_it_moves(watch, view):
    """What a hand hides does not count as moving, so that dice beside it are read, and only once."""
    covered = np.zeros((CELLS, CELLS), np.uint8)
    covered[: CELLS // 2 - 2] = 255
    watch.read(picture(view, dice=(NUMBER,)), view, None)
    hand = [((-40.0 + 20 * i, 50.0),) for i in range(3)]
    for spots in hand:
        watch.read(picture(view, spots=spots), view, covered)

    assert watch.readings == 2


def test_a_die_under_a_hand_is_covered(watch, view):
    """While a hand moves over the dice, those under it are covered and the others lie as they did."""
    watch.read(picture(view), view, None)
    covered = np.zeros((CELLS, CELLS), np.uint8)
    covered[:, : CELLS // 2] = 255
    shadow = ((35.0, 20.0),)

    seen = watch.read(picture(view, dice=(OPTION,), spots=shadow), view, covered)

    assert states(seen) == {"number": DieState.COVERED, "option": DieState.LYING}
    assert watch.readings == 1


def test_a_hand_that_only_passes_has_nothing_read_again(watch, view):
    """After a hand has gone the dice lie as they did, and its passing by is not worth a reading."""
    watch.read(picture(view), view, None)
    for spots in (((0.0, 40.0),), ((5.0, 20.0),), ((10.0, 45.0),), ()):
        assert watch.read(picture(view, spots=spots), view, None).dice == LYING

    assert watch.readings == 1


def of_face(face):
    """A reading of both dice, the number die with this face."""
    return DiceSeen({**LYING, "number": replace(LYING["number"], face=face)})


@pytest.mark.parametrize("rolls", [((25.0, 30.0),), ((25.0, 30.0), (5.0, 38.0), (-10.0, 30.0))])
def test_a_die_thrown_back_to_where_it_lay_is_read_again(view, monkeypatch, rolls):
    """Another face in the same place looks the same in a glance, so what was read before is not trusted."""
    said = iter([of_face("6"), of_face("10")])
    monkeypatch.setattr(vision.dice_watch.DiceReader, "read", lambda *_, **__: next(said))
    fresh = DiceWatch(DiceReaders(None), live=True)
    assert fresh.read(picture(view), view, None).dice["number"].face == "6"
    for place in rolls:
        seen = fresh.read(picture(view, dice=(place, OPTION), spots=(place,)), view, None)
        assert seen.dice["number"].state is DieState.MOVING

    for i in range(3):
        assert fresh.read(picture(view, seed=i), view, None).dice["number"].face == "10"


def test_a_die_that_was_hidden_in_a_picture_that_was_read_is_read_again(view, monkeypatch):
    """Also if the dice were read beside a hand in between: under it a die may have been thrown."""
    hidden = DiceSeen({**LYING, "number": DieReading(DieState.COVERED)})
    said = iter([of_face("6"), hidden, of_face("10")])
    monkeypatch.setattr(vision.dice_watch.DiceReader, "read", lambda *_, **__: next(said))
    fresh = DiceWatch(DiceReaders(None), live=True)
    fresh.read(picture(view), view, None)
    hand = picture(view, spots=(NUMBER,))
    states_beside = [states(fresh.read(hand, view, None))["number"] for _ in range(3)]
    assert states_beside[-1] is DieState.COVERED

    assert fresh.read(picture(view, seed=2), view, None).dice["number"].face == "10"


def test_what_never_rests_is_read_all_the_same(watch, view):
    """Where something keeps moving for half a second the dice are read as they are."""
    for i in range(14):
        watch.read(picture(view, spots=((-40.0 + 6 * i, 45.0),)), view, None)

    assert watch.readings == 3


def test_pictures_far_apart_are_read_each(watch, view):
    """In a slow recording a difference is no movement."""
    watch.live = False
    for i in range(4):
        watch.read(picture(view, dice=((-30.0 + 9 * i, 25.0), OPTION)), view, None)

    assert watch.readings == 4


@pytest.mark.parametrize("seems", [DieState.MOVING, DieState.COVERED])
def test_what_rests_and_cannot_be_read_does_not_move(watch, view, monkeypatch, seems):
    """What the reader takes for moving, or for covered where no hand is, lies there unread."""
    moving = {"number": DieReading(seems), "option": LYING["option"]}
    places = ((*OPTION, 9.0), (*NUMBER, 8.0), (0.0, 50.0, 3.0))
    striking = [Spot(x_mm, y_mm, salience, 0.0, 0.0) for x_mm, y_mm, salience in places]
    monkeypatch.setattr(
        vision.dice_watch.DiceReader, "read", lambda *_, **__: DiceSeen(moving, (), tuple(striking))
    )
    watch.read(picture(view, dice=(OPTION,)), view, None)
    first = watch.read(picture(view), view, None)
    second = watch.read(picture(view, seed=1), view, None)

    assert first.dice["number"].state is DieState.MOVING
    unread = second.dice["number"]
    assert (unread.state, unread.face) == (DieState.LYING, None)
    assert (unread.x_mm, unread.y_mm) == NUMBER
    assert second.dice["option"] == LYING["option"]


@pytest.mark.parametrize(("edges", "state"), [(0.7, DieState.LEANING), (1.2, DieState.LYING)])
def test_what_rests_at_the_rim_and_cannot_be_read_leans(watch, view, monkeypatch, edges, state):
    """A flat die has little room there, and most of those would be read."""
    x_mm = view.board.disc("dice").radius_mm - edges * view.board.die_mm
    moving = {"number": DieReading(DieState.MOVING), "option": LYING["option"]}
    striking = (Spot(x_mm, 0.0, 8.0, 0.0, 0.0),)
    monkeypatch.setattr(
        vision.dice_watch.DiceReader, "read", lambda *_, **__: DiceSeen(moving, (), striking)
    )
    watch.read(picture(view, dice=(OPTION,)), view, None)
    for seed in range(2):
        seen = watch.read(picture(view, dice=(OPTION, (x_mm, 0.0)), seed=seed), view, None)

    assert (seen.dice["number"].state, seen.dice["number"].x_mm) == (state, x_mm)


def test_where_nothing_stands_out_no_die_rests(watch, view, monkeypatch):
    """One that rolled off the board leaves the felt's own speckles, which are no die."""
    moving = {"number": DieReading(DieState.MOVING), "option": LYING["option"]}
    speckles = (Spot(-42.0, 17.0, 1.7, 0.0, 0.0), Spot(-20.0, -45.0, 1.6, 0.0, 0.0))
    monkeypatch.setattr(
        vision.dice_watch.DiceReader, "read", lambda *_, **__: DiceSeen(moving, (), speckles)
    )
    for seed in range(3):
        seen = watch.read(picture(view, dice=(OPTION,), seed=seed), view, None)

    assert seen.dice["number"].state is DieState.ABSENT


UNREAD = (DieReading(DieState.LYING, x_mm=NUMBER[0], y_mm=NUMBER[1]), DieReading(DieState.ABSENT))


@pytest.mark.parametrize("unread", UNREAD)
def test_a_die_that_was_not_read_is_tried_again(watch, view, monkeypatch, unread):
    """Of a die that is not read, or not found, more pictures are read; what one of them told is kept."""
    first = LYING | {"number": unread}
    second = LYING | {"option": DieReading(DieState.LYING, x_mm=OPTION[0], y_mm=OPTION[1])}
    said = iter([first, first, second])
    monkeypatch.setattr(vision.dice_watch.DiceReader, "read", lambda *_, **__: DiceSeen(next(said)))

    seen = [watch.read(picture(view, seed=i % 3), view, None).dice for i in range(6)]

    assert seen == [first, first, LYING, LYING, LYING, LYING]


def test_a_die_that_lies_as_it_was_read_is_not_taken_for_the_other(watch, view, monkeypatch):
    """While the number die rolls, what is unread where the option die was read is the option die."""
    there = DieReading(DieState.LYING, x_mm=OPTION[0] + 2.0, y_mm=OPTION[1])
    mistaken = {"number": there, "option": DieReading(DieState.MOVING)}
    said = iter([LYING, mistaken])
    monkeypatch.setattr(vision.dice_watch.DiceReader, "read", lambda *_, **__: DiceSeen(next(said)))
    watch.live = False
    watch.read(picture(view), view, None)

    seen = watch.read(picture(view, dice=(OPTION,)), view, None).dice

    assert seen == {"number": DieReading(DieState.MOVING), "option": LYING["option"]}


@pytest.mark.parametrize(
    ("hides", "beside", "expected"),
    [
        (NUMBER, DieReading(DieState.LEANING, x_mm=62.0, y_mm=-37.0), DieState.COVERED),
        (NUMBER, DieReading(DieState.LYING, "4", x_mm=62.0, y_mm=-37.0), DieState.LYING),
        (OPTION, DieReading(DieState.LEANING, x_mm=62.0, y_mm=-37.0), DieState.LEANING),
    ],
)
def test_the_edge_of_a_hand_that_hides_a_die_is_not_that_die(
    view, monkeypatch, hides, beside, expected
):
    """It lies under the hand as far as anybody knows, unless it is read elsewhere."""
    said = chain([LYING], repeat(LYING | {"number": beside}))
    monkeypatch.setattr(vision.dice_watch.DiceReader, "read", lambda *_, **__: DiceSeen(next(said)))
    fresh = DiceWatch(DiceReaders(None), live=True)
    fresh.read(picture(view), view, None)
    covered = np.zeros((CELLS, CELLS), np.uint8)
    left = slice(0, CELLS // 2) if hides is NUMBER else slice(CELLS // 2, CELLS)
    covered[:, left] = 255
    arm = ((0.0, 45.0), (0.0, -45.0))
    for seed in range(3):
        seen = fresh.read(picture(view, spots=arm, dice=(), seed=seed), view, covered)

    assert seen.dice["number"].state is expected


@pytest.mark.parametrize(
    ("place", "expected"), [(OPTION, DieState.COVERED), ((-30.0, 40.0), DieState.LYING)]
)
def test_what_is_read_where_the_other_die_lies_under_a_hand_is_that_die(
    view, monkeypatch, place, expected
):
    """A die that is in the hand does not lie where the other one lies; elsewhere it may."""
    there = DieReading(DieState.LYING, "2", x_mm=place[0] + 2.0, y_mm=place[1] - 1.0)
    beside = {"number": there, "option": DieReading(DieState.COVERED)}
    said = chain([LYING], repeat(beside))
    monkeypatch.setattr(vision.dice_watch.DiceReader, "read", lambda *_, **__: DiceSeen(next(said)))
    fresh = DiceWatch(DiceReaders(None), live=True)
    fresh.read(picture(view), view, None)
    covered = np.zeros((CELLS, CELLS), np.uint8)
    covered[:, CELLS // 2 :] = 255
    arm = ((0.0, 45.0), (0.0, -45.0))
    for seed in range(3):
        seen = fresh.read(picture(view, spots=arm, dice=(), seed=seed), view, covered)

    assert seen.dice["number"].state is expected


def test_a_die_that_was_seen_to_lie_is_not_believed_beside_the_board(watch, view, monkeypatch):
    """Nothing has moved since; one that was first found beside the board stays there."""
    within = DieReading(DieState.LYING, x_mm=NUMBER[0], y_mm=NUMBER[1])
    beside = DieReading(DieState.OFF_BOARD, x_mm=166.0, y_mm=-263.0)
    for first, then, expected in ((within, beside, within), (beside, beside, beside)):
        said = iter([LYING | {"number": first}] + [LYING | {"number": then}] * 9)
        monkeypatch.setattr(
            vision.dice_watch.DiceReader, "read", lambda *_, said=said, **__: DiceSeen(next(said))
        )
        fresh = DiceWatch(DiceReaders(None), live=True)
        seen = [fresh.read(picture(view, seed=i), view, None) for i in range(5)]

        assert seen[-1].dice["number"] == expected


@pytest.mark.parametrize("first", [0, 1])
def test_a_die_that_was_seen_to_lean_is_not_taken_for_one_that_lies(view, monkeypatch, first):
    """In other pictures of it only a side is found, and that something rests away from the rim."""
    leans = DieReading(DieState.LEANING, likelihoods={"12": 0.7}, x_mm=-37.0, y_mm=48.0)
    smeared = DieReading(DieState.MOVING, likelihoods={"8": 0.9}, x_mm=-19.0, y_mm=49.0)
    spots = (Spot(-20.0, 30.0, 8.0, 0.0, 0.0),)
    said = [leans, smeared][:: -1 if first else 1]
    each = iter([LYING] + [LYING | {"number": said[i % 2]} for i in range(9)])
    monkeypatch.setattr(
        vision.dice_watch.DiceReader, "read", lambda *_, **__: DiceSeen(next(each), (), spots)
    )
    fresh = DiceWatch(DiceReaders(None), live=True)
    fresh.read(picture(view, dice=(OPTION,)), view, None)
    there = (OPTION, (-20.0, 30.0))
    seen = [fresh.read(picture(view, dice=there, seed=i), view, None) for i in range(8)]

    assert [one.dice["number"] for one in seen[3:]] == [leans] * 5


def test_a_reader_is_made_anew_for_a_known_size_only_where_the_faces_have_none(view):
    """Its maps take ten megabytes; learned faces bring the dice's size with them."""
    for faces, anew in ((None, True), (DiceFaces(16.5), False)):
        readers = DiceReaders(faces)
        first = readers.of(view)
        readers.size.edge_mm = 16.0

        assert (readers.of(view) is not first) is anew
        assert readers.of(view) is readers.of(view)
