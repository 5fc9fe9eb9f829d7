"""Dice: which were thrown since the last throw."""

import random
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from referee.sighting import DieReading, DieState
from referee.table.dice import (
    MOVED_MM,
    NO_FACE,
    Lying,
    dice_data,
    dice_from_data,
    lying,
    rolled,
    unread,
)
from referee.table.watching import Watched

PLACES = st.floats(-60, 60)
DICE = st.builds(
    Lying, st.sampled_from(["2", "6", "12"]), PLACES, PLACES, turn_deg=st.floats(0, 360)
)
HERE, THERE = Lying("6", 0.0, 0.0), Lying("6", 20.0, 0.0)


@given(DICE)
def test_die_that_lies_still_was_not_thrown(die):
    """The same die in the same place is no throw."""
    assert not rolled({"number": die}, {"number": die}, {}).moved


def test_same_face_elsewhere_is_a_throw():
    """The same face in another place is a throw; another face in the same place too."""
    other = Lying("12", 0.0, 0.0)

    assert rolled({"number": HERE}, {"number": THERE}, {}).moved == {"number": THERE}
    assert rolled({"number": HERE}, {"number": other}, {}).moved == {"number": other}


def test_die_without_face_is_unread():
    """A die that lies elsewhere and cannot be read is told of; where it lay before it is the old one."""
    assert rolled({"number": HERE}, {"number": Lying("", 20.0, 0.0)}, {}).unread == ("number",)
    assert rolled({"number": HERE}, {"number": Lying("", 1.0, 0.0)}, {}).unread == ()


def test_die_that_was_seen_away_did_not_stay_a_little_way_off():
    """The same face near by is the same fall if nothing took it up, else another one."""
    beside = Lying("6", 9.0, 0.0)

    assert HERE.lay(beside, gaps=False)
    assert not HERE.lay(replace(beside, lifted=True), gaps=False)
    assert HERE.lay(replace(beside, x_mm=1.0, lifted=True), gaps=False)


def test_die_that_leant_elsewhere_lies_anew():
    """After a die leant far away, the same face in the same place as before is a new throw."""
    leaning = unread(DieReading(DieState.LEANING, x_mm=40.0, y_mm=0.0))
    assert leaning is not None
    away = rolled({"number": HERE}, {}, {"number": leaning}).away

    assert rolled({"number": HERE, **away}, {"number": HERE}, {}).moved == {"number": HERE}


@pytest.mark.parametrize(
    ("x_mm", "turn_deg", "face", "thrown"),
    [
        (0.9, 15.0, "6", False),
        (0.9, 40.0, "6", True),
        (0.9, 193.0, "6", True),
        (3.0, 13.0, "6", True),
        (0.9, 13.0, "8", True),
        (0.9, None, "6", True),
    ],
)
def test_die_that_seemed_to_lean_elsewhere_and_lies_as_it_lay(x_mm, turn_deg, face, thrown):
    """Fingers looked like a die that leans: one that lies to the hair as before was not thrown."""
    lay = replace(HERE, turn_deg=13.0)
    before = {"number": lay}
    for place_mm in (40.0, 55.0):
        leaning = unread(DieReading(DieState.LEANING, x_mm=place_mm, y_mm=-20.0))
        assert leaning is not None
        before |= rolled(before, {}, {"number": leaning}).away
    found = replace(HERE, face=face, x_mm=x_mm, turn_deg=turn_deg, lifted=True)

    for known in (before, dice_from_data(dice_data(before))):
        assert bool(rolled(known, {"number": found}, {}).moved) is thrown


def test_die_that_was_seen_to_roll_was_thrown():
    """A die that rolled elsewhere is a throw, even where it lay before and with the same face.

    What stays in one place does not roll: a hand rests there, which hides the die that lies where it lay,
    and may let it be seen for a glimpse.
    """
    rolling = [DieReading(DieState.MOVING, x_mm=40.0 - 5 * i, y_mm=0.0) for i in range(4)]
    resting = [DieReading(DieState.MOVING, x_mm=40.0, y_mm=i % 2) for i in range(4)]
    hidden = [DieReading(DieState.COVERED)] * 4
    flat = DieReading(DieState.LYING, face=HERE.face, x_mm=HERE.x_mm, y_mm=HERE.y_mm)
    glimpsed = [resting[0], flat, *resting[1:]]
    for readings, thrown in (
        (rolling, {"number"}), (resting, set()), (hidden, set()), (glimpsed, set()),
    ):  # fmt: skip
        watched = Watched(HERE, 5, 0.0)
        for i, seen in enumerate(readings):
            watched = watched.seen(lying(seen), i / 10, reading=seen, gaps=False)
        die = watched.seen(HERE, 1.0, gaps=False).die

        assert die is not None
        assert rolled({"number": HERE}, {"number": die}, {}).moved.keys() == thrown


@pytest.mark.parametrize("rolling", [1, 2])
def test_a_die_that_is_read_while_it_comes_to_rest_lies_as_it_does_then(rolling):
    """Else a hand that passes over it has thrown it: it lies otherwise turned then than it seemed to fall."""
    turns = [7.0] * rolling + [75.0] * 6
    readings = [DieReading(DieState.LYING, face="8", x_mm=0.0, y_mm=0.0, turn_deg=t) for t in turns]
    watched = Watched(None, 1, 0.0)
    for i, reading in enumerate(readings):
        watched = watched.seen(lying(reading), 0.1 * i, gaps=False)
    fell = watched.die
    for i in range(3):
        hidden = DieReading(DieState.MOVING)
        watched = watched.seen(None, 1.0 + 0.1 * i, reading=hidden, gaps=False)
    watched = watched.seen(lying(readings[-1]), 1.5, gaps=False)

    assert fell is not None
    assert watched.die is not None
    assert watched.die.lifted
    assert fell.same(watched.die)


@pytest.mark.parametrize(
    ("face", "turn_deg", "away", "thrown"),
    [
        ("8", 204.0, True, True),  # it fell where it had lain, but otherwise turned
        ("8", 50.0, True, False),  # it was glimpsed away and lay there all the time
        ("8", 204.0, False, False),  # nobody took it up
        ("2", 228.0, True, False),  # a II upside down reads alike
        ("10", 228.0, True, False),
        ("4", 228.0, True, True),  # a IV does not
        ("swap-ring", 90.0, True, False),  # a ring has no up and down
        ("8", None, True, False),
    ],
)
def test_number_that_lies_otherwise_turned_was_thrown(face, turn_deg, away, thrown):
    """A number die that was taken up and lies where it had lain was thrown if it is turned."""
    lay, fell, beside = (
        lying(DieReading(DieState.LYING, face=shown, x_mm=x_mm, y_mm=0.0, turn_deg=turned))
        for shown, x_mm, turned in (
            (face, 0.0, 48.0),
            (face, 1.2, turn_deg),
            ("double", 40.0, 10.0),
        )
    )
    assert lay is not None
    assert fell is not None
    assert beside is not None
    moving = DieReading(DieState.MOVING if away else DieState.COVERED)
    watched = Watched(lay, 5, 0.0)
    for i in range(3):
        watched = watched.seen(None, i / 10, reading=moving, gaps=False)
    die = watched.seen(fell, 1.0, gaps=False).die

    assert die is not None
    others: dict[str, Lying]
    for others in ({}, {"option": beside}):
        roll = rolled({"number": lay, **others}, {"number": die, **others}, {})
        assert bool(roll.moved) is thrown


@pytest.mark.parametrize(
    ("far_mm", "pictures", "lay"),
    [(25.0, 5, True), (29.0, 8, True), (31.0, 5, False), (25.0, 11, False)],
)
def test_die_that_is_not_read_is_found_again_where_it_lay(far_mm, pictures, lay):
    """It seemed to lie beside there for so short a time and so near by that it has not moved."""
    watched, t_s = Watched(None, 0, 0.0), 0.0
    for x_mm, times in ((0.0, 20), (far_mm, pictures), (0.0, 1)):
        for _ in range(times):
            t_s += 0.1
            watched = watched.seen(Lying(NO_FACE, x_mm, 0.0), t_s, gaps=False)

    assert (watched.since_s < 1.0) == lay


def test_die_that_rolled_on_after_a_glimpse_was_lifted():
    """A die that was taken up and seemed to lie for a glimpse is still one that was taken up."""
    moving, beside = DieReading(DieState.MOVING), Lying("6", 0.0, 8.0)
    for looks, lifted in ((1, True), (2, True), (10, False)):
        watched = Watched(HERE, 5, 0.0)
        for i, seen in enumerate([None, None, *[beside] * looks, None, Lying("6", 3.0, 0.0)]):
            watched = watched.seen(seen, 0.5 + i / 10, reading=moving, gaps=False)

        assert watched.die is not None
        assert watched.die.lifted is lifted
        assert HERE.same(watched.die) is not lifted


@given(st.integers(0, 10**6))
def test_noise_is_averaged(seed):
    """A die that is seen with noise does not seem to move."""
    noise = random.Random(seed)
    watched = Watched(None, 0, 0.0)
    for i in range(20):
        watched = watched.seen(Lying("6", noise.gauss(0, 0.7), noise.gauss(0, 0.7)), i / 10)

    assert watched.die is not None
    assert not rolled({"number": Lying("6", 0.0, 0.0)}, {"number": watched.die}, {}).moved


@given(st.dictionaries(st.sampled_from(["number", "option"]), DICE))
def test_round_trip(dice):
    """Dice are read back as they were written, to a tenth of a millimetre."""
    back = dice_from_data(dice_data(dice))

    assert back.keys() == dice.keys()
    assert all(dice[name].same(back[name]) for name in dice)
    assert all(abs(dice[name].turn_deg - back[name].turn_deg) <= 0.5 for name in dice)


def test_what_an_unread_die_may_be_is_kept():
    """The likeliest first, also if how it lay before is not known; one that is read is what it shows."""
    dice = {
        "number": Lying(NO_FACE, 1.0, 2.0, guesses=("10", "2")),
        "option": Lying("half", 0.0, 0.0),
    }

    assert dice_from_data(dice_data(dice)) == dice
    assert dice_data(dice)["option"] == ["half", 0.0, 0.0, 0.0, None]


def test_dice_of_earlier_journals_are_read():
    """Dice that were written without how they are turned are read back."""
    assert dice_from_data({"number": ["6", 0.0, 0.0, 2.0]})["number"].turn_deg is None


def test_only_flat_dice_lie():
    """A die that leans, moves, is covered or without a place does not lie."""
    states = [state for state in DieState if state is not DieState.LYING]

    assert lying(None) is None
    assert lying(DieReading(DieState.LYING, "6")) is None
    assert all(lying(DieReading(state, "6", x_mm=0.0, y_mm=0.0)) is None for state in states)
    assert lying(DieReading(DieState.LYING, "6", x_mm=0.0, y_mm=MOVED_MM)) is not None
