"""Fouls of balls that are never surely seen, and beside start areas that are not: called or not."""

import pytest

from referee.events import Corrected, Illegal, Step, Throw
from referee.sighting import Count, Look, Reading
from tests.referee.table.dusk import ONE_EACH, PICTURES, Dusk, dim


@pytest.mark.parametrize(("clear_since", "called"), [(False, ["M1"]), (True, [])])
def test_a_ball_that_is_never_surely_seen_is_called_in_the_next_hole(clear_since, called):
    """It looked no clearer in its own hole when it was seen last, so lying between two is no reason."""
    board = Dusk(**ONE_EACH)
    seen = dim(red=0.87, empty=0.01)
    board.fields["O20"] = seen
    board.throws(4, "hole-in")
    if clear_since:
        del board.fields["O20"]
        board.look(3 * PICTURES)
    board.fields = {"O21": seen}
    board.moves(("O20", "O21", "red"))

    assert board.called() == called


def test_a_ball_that_was_unclear_in_its_own_hole_since_is_called():
    """What seemed to lie between two holes was put back, was not clear there, and looks as before now."""
    board = Dusk(**ONE_EACH)
    board.throws(4, "hole-in")
    seen = dim(red=0.87, empty=0.01)
    board.fields = {"O21": seen}
    board.moves(("O20", "O21", "red"))
    assert board.called() == []

    board.fields = {"O20": seen}
    board.moves(("O21", "O20", "red"))
    board.fields = {"O21": seen}
    board.moves(("O20", "O21", "red"))

    assert board.called() == ["M1"]


@pytest.mark.parametrize("pictures", [3, 5, 8])
def test_a_look_that_led_to_nothing_is_thought_about_anew(pictures):
    """No hand was seen meanwhile, so no event tells that the ball was unclear in its own hole since."""
    board = Dusk(**ONE_EACH)
    board.throws(4, "hole-in")
    seen = dim(red=0.87, empty=0.01)
    board.look(1, hand=True, covered=["S0", "S1", "O20", "O21"])
    for field, looks in (("O21", pictures), ("O20", 8), ("O21", PICTURES)):
        board.on, board.fields = {"O40": "blue", field: "red"}, {field: seen}
        board.look(looks)

    assert board.called() == ["M1"]


def test_a_ball_that_may_have_come_from_an_unclear_start_area_is_not_called():
    """It lies in plain sight, but how many are left is not seen; perhaps a throw was missed."""
    board = Dusk(on={"O20": 0}, start={"0": 1, "1": 2})
    board.throws(4, "hole-in")
    board.areas[1] = Count(Look.UNSURE, {})
    board.moves(("", "O16", "blue"))

    assert board.called() == []


def test_a_ball_from_an_area_that_seems_empty_is_not_called_if_another_one_does_wrongly():
    """What is counted in an area says nothing if the same is counted in one where a ball must be."""
    board = Dusk(**ONE_EACH)
    board.areas = dict.fromkeys((0, 1), Count(Look.UNSURE, {}))
    board.throws(4, "hole-in")
    board.moves(("", "O16", "blue"))

    assert board.called() == []


def test_a_foul_beside_a_start_area_that_is_miscounted_is_called():
    """Nothing was taken from there, and all pieces are there only if nothing was."""
    board = Dusk(**ONE_EACH)
    board.throws(4, "hole-in")
    board.areas[1] = Count(Look.UNSURE, {})
    board.fields["O25"] = dim(red=0.9, empty=0.02)
    board.moves(("O20", "O25", "red"))

    assert board.called() == ["M1"]


@pytest.mark.parametrize("ahead", [0.52, 0.48])
def test_a_ball_that_may_have_entered_did_if_both_dice_are_thrown_then(ahead):
    """The hole looks like both by turns, the start area is not counted: only the next throw tells."""
    board = Dusk(on={"O40": 1}, start={"0": 2, "1": 1})
    board.areas[0] = Count(Look.UNSURE)
    board.throws(6, None)
    board.fields["O0"] = dim(red=ahead, empty=1 - ahead)
    board.moves(("", "O0", "red"))
    board.look(4, hand=True, covered=["D", "O0"])
    board.throw(8, "double")
    board.look(1)
    board.fields["O0"] = dim(red=1 - ahead, empty=ahead)
    board.look(5)

    told = [event.what for event in board.table.events if isinstance(event.what, Step | Throw)]
    assert [type(what) for what in told] == [Throw, Step, Throw]
    assert told[1].position["on"] == {"O0": 0, "O40": 1}
    assert told[2].faces == {"number": 8, "option": "double"}


@pytest.mark.parametrize("faint", [True, False])
def test_a_foul_in_plain_sight_is_called_beside_a_ball_that_was_never_clear(faint):
    """The hole of the one looks rather empty, and did while all was in order; the other was miscounted.

    A ball that was clear before may have left its hole by the same move, so nobody is blamed then.
    """
    board = Dusk(on={"O20": 0, "O40": 1}, start={"0": 1, "1": 1})
    board.areas = dict.fromkeys((0, 1), Count(Look.UNSURE))
    if faint:
        board.fields["O40"] = dim(blue=0.08, empty=0.9)
    board.throws(4, "hole-in")
    board.fields["O40"] = dim(blue=0.08, empty=0.9)
    board.moves(("O20", "O25", "red"), ("O40", "O40", "blue"))

    assert board.called() == ["M1"] * faint


@pytest.mark.parametrize(
    ("number", "option", "clear", "faint"),
    [(2, "double", "O42", "O12"), (2, "swap-ring", "I20", "O12"), (6, "hole-in", "O46", "T0")],
)
def test_two_balls_that_moved_are_no_foul_if_one_looks_rather_empty_where_it_lies(
    number, option, clear, faint
):
    """So did the other one in the hole that it left, which looks as before; nothing clear says otherwise."""
    board = Dusk(on={"O20": 0, "O40": 1, "O10": 1}, start={"0": 1, "1": 0}, turn=1)
    rather_empty = dim(blue=0.08, empty=0.9)
    board.fields["O40"] = rather_empty
    board.throws(number, option)
    board.fields = {"O40": rather_empty, faint: rather_empty}
    board.moves(("O40", clear, "blue"), ("O10", faint, "blue"))

    assert board.called() == []


@pytest.mark.parametrize(
    ("was", "hole", "called"),
    [
        (dim(red=0.08, empty=0.9), None, []),
        (dim(red=0.9, empty=0.05), None, []),
        (None, None, ["M1"]),
        (dim(red=0.9, empty=0.05), dim(red=0.06, empty=0.92), ["M1"]),
    ],
)
def test_a_faint_balls_move_beside_a_misread_field_is_no_foul(was, hole, called):
    """It looks rather empty where it lies now, but that hole was surely empty before.

    A ball that was clear in its own hole would be in the next one, or at least likely; and a hole that looked
    so all the time has not changed.
    """
    board = Dusk(**ONE_EACH)
    board.start = {"0": 1, "1": 1}
    board.fields = {f: seen for f, seen in {"O20": was, "I12": hole}.items() if seen}
    board.throws(4, "hole-in")
    board.fields = {"I12": dim(red=0.08, empty=0.9)}
    board.look(4, hand=True, covered=["S0", "O20", "I12", "O25"])
    del board.on["O20"]
    board.on |= {"I12": "red", "O25": "red"}
    board.look(PICTURES)

    assert board.called() == called


@pytest.mark.parametrize(
    ("left", "called"), [(dim(blue=0.52, empty=0.48), ["M1"]), (dim(red=0.52, empty=0.48), [])]
)
def test_a_foul_in_plain_sight_is_called_if_its_hole_looks_like_anothers_ball_by_a_hair(
    left, called
):
    """It is not its own ball that seems to lie there, and the other one is elsewhere."""
    board = Dusk(**ONE_EACH)
    board.fields["O20"] = dim(red=0.9, empty=0.05)
    board.throws(4, "hole-in")
    board.fields["O20"] = left
    board.moves(("O20", "O29", "red"))

    assert board.called() == called


@pytest.mark.parametrize(
    ("was", "target", "told"),
    [(None, "I12", [Step]), (None, "O25", [Illegal]), (dim(red=0.1, empty=0.85), "I12", [])],
)
def test_a_ball_that_came_in_plain_view_from_a_hole_that_is_dim_without_it_has_come(
    was, target, told
):
    """The hand left the hole where it came to in sight; that one has not been seen so for long is no doubt.

    A ball that looked no better in its own hole may lie there still, and the other one be misread.
    """
    board = Dusk(**ONE_EACH)
    board.start = {"0": 1, "1": 1}
    if was:
        board.fields["O20"] = was
    board.look(40)
    board.throws(4, "hole-in")
    board.look(4, hand=True, covered=["O20"])
    board.fields["O20"] = dim(blue=0.39, empty=0.6)
    del board.on["O20"]
    board.on[target] = "red"
    board.look(PICTURES)

    kinds = [type(event.what) for event in board.table.events]
    assert [kind for kind in kinds if kind in {Step, Illegal}] == told


@pytest.mark.parametrize(("spots", "told"), [(12, [Throw, Step, Throw]), (0, [Throw, Illegal])])
def test_a_throw_is_not_too_early_while_a_step_would_hardly_be_seen(spots, told):
    """The light goes while a player moves and the next one throws; it is back then, and the step was made.

    In good light a throw before any step is called at once.
    """
    board = Dusk(**ONE_EACH)
    board.throws(4, "hole-in")
    board.look(5 * PICTURES)
    dark = {f"O{field}": dim(empty=0.8, blue=0.15) for field in range(50, 50 + spots)}
    board.fields = dark and dark | {"O20": dim(empty=0.8, red=0.1), "I12": dim(red=0.8, empty=0.1)}
    if spots:
        board.moves(("O20", "I12", "red"))
    board.throws(8, "half")
    board.fields = {}
    board.look(PICTURES)

    kinds = [type(event.what) for event in board.table.events]
    assert [kind for kind in kinds if kind in {Throw, Step, Illegal}] == told
    assert Corrected not in kinds


MURKY = dim(red=0.58, empty=0.37)


@pytest.mark.parametrize(
    ("was", "now", "called"),
    [
        (MURKY, MURKY, ["M1"]),
        (dim(red=0.37, empty=0.58), MURKY, ["M1"]),
        (None, MURKY, []),
        (MURKY, dim(red=0.9, empty=0.05), []),
        (dim(red=0.05, empty=0.9), MURKY, []),
    ],
)
def test_a_foul_in_plain_sight_is_called_beside_a_hole_that_was_always_murky(was, now, called):
    """Where the ball belonged looks like both, and did while all was in order: nothing came to lie there.

    A hole that was clear before, or looks more like a ball than it did, may have got it, and the field in
    which it seems to lie be misread.
    """
    board = Dusk(**ONE_EACH)
    if was is not None:
        board.fields["I12"] = was
        board.look(3 * PICTURES)
    board.throws(4, "hole-in")
    board.fields["I12"] = now
    board.moves(("O20", "O25", "red"))

    assert board.called() == called


def test_a_hole_is_not_murky_for_having_got_a_ball_whose_own_looks_rather_empty():
    """All seems in order at first, as nothing is clear; then its own is, and an area is counted wrong."""
    board = Dusk(**ONE_EACH)
    board.fields["O20"] = dim(red=0.9, empty=0.05)
    board.throws(4, "hole-in")
    board.fields = {"O20": dim(red=0.33, empty=0.6), "I12": dim(red=0.48, empty=0.52)}
    board.moves(("O20", "I12", "red"))
    board.fields.pop("O20")
    board.look(4, hand=True, covered=["S0", "O20"])
    board.areas[0] = Count(Look.CLEAR, {"red": 2})
    board.look(PICTURES)

    assert board.called() == []


@pytest.mark.parametrize("by_turns", [(0.48, 0.52), (0.52, 0.48), (0.48, 0.48)])
def test_a_misread_field_beside_an_arrival_that_may_be_none_is_no_foul(by_turns):
    """Where the ball was to go the eye wavers by a hair, and a field seems to have it for a while."""
    board = Dusk(**ONE_EACH)
    board.throws(4, "hole-in")
    board.fields["I4"] = Reading(Look.CLEAR, "red")
    board.look(4, hand=True, covered=["S0", "O20", "I12"])
    board.on = {"O40": "blue", "I12": "red"}
    for red in PICTURES * by_turns:
        board.fields["I12"] = dim(red=red, empty=1 - red)
        board.look(1)

    assert board.called() == []


@pytest.mark.parametrize(
    ("seen", "before", "beside", "called"),
    [
        (dim(red=0.64, empty=0.3), None, None, ["M1"]),
        (dim(red=0.5, empty=0.4), None, None, []),
        (dim(red=0.64, empty=0.3), dim(red=0.2, empty=0.5), None, []),
        (dim(red=0.64, empty=0.3), None, dim(red=0.2, empty=0.5), []),
    ],
)
def test_a_ball_that_can_only_lie_in_a_spot_that_was_surely_empty_is_called(
    seen, before, beside, called
):
    """It is hardly seen there; but nothing was before it left, and no other spot may have it."""
    board = Dusk(**ONE_EACH)
    others = {} if beside is None else {"O30": beside}
    board.fields = others if before is None else {"O23": before}
    board.throws(4, "hole-in")
    board.fields = {"O23": seen, **others}
    board.moves(("O20", "O23", "red"))

    assert board.called() == called
