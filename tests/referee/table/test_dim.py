"""Fouls beside spots that are not clear: what is seen well enough is called, and what may be right is not."""

import pytest

from referee.events import Step
from referee.sighting import Count, Look, Reading
from referee.table.possible import possible
from tests.referee.table.dusk import ONE_EACH, PICTURES, Dusk, dim


@pytest.mark.parametrize(
    ("red", "empty", "called"), [(0.9, 0.02, 1), (0.8, 0.18, 1), (0.5, 0.4, 0)]
)
def test_a_miscounted_ball_that_is_hardly_seen_is_called(red, empty, called):
    """It has left its place, the only dim spot most likely has it, and no move leads there."""
    board = Dusk(**ONE_EACH)
    board.throws(4, "hole-in")
    board.fields["O25"] = dim(red=red, empty=empty, blue=0.05)
    board.moves(("O20", "O25", "red"))

    assert board.called() == ["M1"] * called


@pytest.mark.parametrize(
    ("target", "seen", "called"),
    [
        ("O21", {"red": 0.9, "empty": 0.07}, []),
        ("O19", {"red": 0.8, "empty": 0.02}, []),
        ("I10", {"red": 0.9, "empty": 0.07}, []),
        ("O22", {"red": 0.9, "empty": 0.07}, ["M1"]),
        ("O21", None, ["M1"]),
    ],
)
def test_a_ball_that_was_put_down_between_two_holes_is_not_called(target, seen, called):
    """It seems to lie in the hole next to its own, but not for certain; there for certain it is called."""
    board = Dusk(**ONE_EACH)
    board.throws(4, "hole-in")
    if seen:
        board.fields[target] = dim(**seen, blue=0.05)
    board.moves(("O20", target, "red"))

    assert board.called() == called


def test_a_ball_that_lies_dimly_beside_its_dim_but_empty_goal_is_called():
    """Where it lies something does for certain, if not for certain it; its goal is dim as ever."""
    board = Dusk(**ONE_EACH)
    board.fields["I12"] = dim(empty=0.77, red=0.16, blue=0.07)
    board.throws(4, "hole-in")
    board.fields["O25"] = dim(red=0.97)
    board.moves(("O20", "O25", "red"))

    assert board.called() == ["M1"]


def test_a_ball_that_lies_beside_its_dim_but_empty_goal_is_called():
    """It is seen for certain where it lies; where it was to go most likely nothing is."""
    board = Dusk(**ONE_EACH)
    board.fields["I12"] = dim(empty=0.5, red=0.25, blue=0.04)
    board.throws(4, "hole-in")
    board.moves(("O20", "O25", "red"))

    assert board.called() == ["M1"]


@pytest.mark.parametrize(("empty", "called"), [(0.5, ["M1"]), (0.2, [])])
def test_a_ball_that_left_a_dim_field_is_called(empty, called):
    """It lies in plain sight where nothing leads to, and its own field is most likely empty."""
    board = Dusk(**ONE_EACH)
    board.throws(4, "hole-in")
    board.fields["O20"] = dim(empty=empty, red=0.25, blue=0.04)
    board.moves(("O20", "O29", "red"))

    assert board.called() == called


@pytest.mark.parametrize(
    ("red", "empty", "called"), [(0.35, 0.1, 1), (0.35, 0.3, 0), (0.2, 0.1, 0)]
)
def test_a_ball_that_looks_as_much_like_anothers_is_called(red, empty, called):
    """It has left its place, the others' balls are all there, and something lies where none belongs."""
    board = Dusk(**ONE_EACH)
    board.throws(4, "hole-in")
    board.fields["O25"] = dim(red=red, blue=0.45, empty=empty)
    board.moves(("O20", "O25", "red"))

    assert board.called() == ["M1"] * called


def test_a_ball_that_was_bumped_and_is_hardly_seen_is_not_called():
    """It has left its hole for certain; what lies in the next one may be anybody's."""
    board = Dusk(**ONE_EACH)
    board.throws(4, "hole-in")
    board.fields["O41"] = dim(blue=0.5, red=0.4, empty=0.02)
    board.moves(("O40", "O41", "blue"))

    assert board.called() == []


@pytest.mark.parametrize(("target", "called"), [("O42", ["T4"]), ("O41", [])])
def test_anothers_ball_whose_colour_is_not_sure_is_called_but_not_in_the_next_hole(target, called):
    """Something lies there for certain, and no other ball is missing; the next hole shows a bumped one."""
    board = Dusk(**ONE_EACH)
    board.throws(4, "hole-in")
    board.fields[target] = dim(blue=0.55, red=0.38)
    board.moves(("O40", target, "blue"))

    assert board.called() == called


def test_a_ball_that_lies_between_two_holes_is_not_called():
    """Its hole is empty, and the next one shows something that looks like nothing the eye knows."""
    board = Dusk(**ONE_EACH)
    board.throws(4, "hole-in")
    board.fields["O21"] = dim(red=0.03, blue=0.0005, empty=0.0005)
    board.moves(("O20", "O21", "red"))

    assert board.called() == []


@pytest.mark.parametrize("target", ["O24", "O26"])
def test_a_ball_that_may_lie_where_it_belongs_is_not_called(target):
    """Nobody is blamed if a dim spot may as well be empty, or is where the ball was to go."""
    board = Dusk(**ONE_EACH)
    board.throws(4, "hole-in")
    board.fields[target] = dim(red=0.5, empty=0.4, blue=0.1)
    board.start = {"0": 1}
    board.moves(("O20", "", "red"))

    assert board.called() == []


def test_a_misread_field_beside_a_dim_arrival_is_no_foul():
    """A field seems to have the ball for a while, and the one where it really lies is not clear."""
    board = Dusk(**ONE_EACH)
    board.throws(4, "hole-in")
    board.fields["I4"] = Reading(Look.CLEAR, "red")
    board.fields["I12"] = dim(red=0.7, empty=0.1, blue=0.2)
    board.moves(("O20", "I12", "red"))

    assert board.called() == []


def test_a_ball_in_a_wrong_start_area_is_no_foul():
    """A thrown ball was laid into another's start area, and its field is not quite clear yet."""
    board = Dusk(on={"I2": 0, "I12": 1}, start={"0": 1, "1": 1})
    board.throws(10, "swap-ring")
    board.fields["I12"] = dim(empty=0.6, red=0.18, blue=0.05)
    board.areas[0] = Count(Look.CLEAR, {"red": 1, "blue": 1})
    board.start = {"1": 1}
    board.moves(("I2", "O24", "red"), ("I12", "", "blue"))

    assert board.called() == []


def test_a_step_is_possible_on_a_board_whose_holes_all_look_a_little_like_balls():
    """A dozen holes are nearly clear; where the ball has gone is in doubt as far as it can be."""
    board = Dusk(**ONE_EACH)
    board.throws(4, "hole-in")
    game, line = board.table.game, board.table.state.line
    evidence = {spot: {content: 0.0} for spot, content in game.contents(line.stands).items()}
    evidence |= {f"O{i}": {"": 0.0, "0": 3.2, "1": 3.5} for i in range(12)}
    evidence |= {"O20": {"": 0.0}, "I12": {"": 0.0, "0": 0.0, "1": 3.5}}
    [step] = possible(game, line, evidence)

    assert game.contents(step.position)["I12"] == "0"


def test_a_ball_that_comes_into_sight_is_waited_for():
    """While a hand hides where it lies, the one other place that it may have reached is dim as ever."""
    board = Dusk(on={"I28": 0, "T0": 0, "I31": 1, "T4": 1}, start={"0": 0, "1": 0})
    board.fields["T7"] = dim(red=0.3, empty=0.5, blue=0.2)
    board.throws(4, "direction")
    board.on = {"T1": "red", "T0": "red", "I31": "blue", "T4": "blue"}
    board.look(4, hand=True, covered=["I28", "T1"])
    board.look(4, hand=True, covered=["T1"])
    board.look(PICTURES)

    won = [
        event.what.position["on"] for event in board.table.events if isinstance(event.what, Step)
    ]
    assert [sorted(on) for on in won] == [["I31", "T0", "T1", "T4"]]


FOUR = {"on": {"O11": 0, "O36": 1, "T0": 0, "T2": 1}, "start": {"0": 0, "1": 0}}
REDDISH, BLUISH = dim(red=0.6, blue=0.25, empty=0.001), dim(red=0.25, blue=0.6, empty=0.001)


@pytest.mark.parametrize(
    ("option", "moves", "shown"),
    [
        ("half", [("O36", "O46", "blue")], {"O11": REDDISH, "O46": BLUISH}),
        ("half", [("O11", "O14", "red")], {"O14": REDDISH, "O36": BLUISH}),
        (
            "swap-ball",
            [("O11", "O36", "red"), ("O36", "O16", "blue")],
            {"O36": REDDISH, "O16": BLUISH},
        ),
    ],
)
def test_a_foul_of_balls_whose_colour_is_unclear_is_called(option, moves, shown):
    """Red and orange are hardly told apart: whoever's they are, no turn leads to where they lie."""
    board = Dusk(**FOUR)
    board.fields = {"O11": REDDISH, "O36": BLUISH, "T0": REDDISH, "T2": BLUISH}
    board.throws(4, option)
    for source, _, _ in moves:
        board.fields.pop(source)
    board.fields |= shown
    board.moves(*moves)

    assert len(board.called()) == 1


def test_a_foul_beside_a_ball_that_looks_like_anothers_is_called():
    """By the likeliest colours the balls would not add up; by those with which they do all is wrong."""
    board = Dusk(**FOUR)
    board.fields["T2"] = dim(red=0.5, blue=0.4, empty=0.001)
    board.throws(4, "half")
    board.fields["O14"] = dim(red=0.6, blue=0.3, empty=0.001)
    board.moves(("O11", "O14", "red"))

    assert len(board.called()) == 1


def test_balls_that_lie_right_if_their_colours_are_others_are_no_foul():
    """Most likely the wrong ball was moved, but as it is seen it may be the right one."""
    board = Dusk(on={"O20": 0, "O24": 1}, start={"0": 1, "1": 1})
    board.throws(4, "half")
    board.fields = {"O22": BLUISH, "O24": REDDISH}
    board.moves(("O20", "O22", "red"))

    assert board.called() == []


def test_a_ball_that_begins_to_be_seen_elsewhere_is_waited_for():
    """It has left its place, a target field that is dim as ever may have it, and another one looks new."""
    board = Dusk(**ONE_EACH)
    board.fields["T0"] = dim(empty=0.5, red=0.25, blue=0.04)
    board.throws(4, "hole-in")
    board.look(2, hand=True, covered=["O20", "S0"])
    board.on = {"O40": "blue"}
    board.fields["T7"] = dim(empty=0.2, blue=0.7, red=0.4)
    board.look(2, hand=True, covered=["S0"])
    del board.fields["T7"]
    board.on["T7"] = "red"
    board.look(PICTURES)

    steps = [
        event.what.position["on"] for event in board.table.events if isinstance(event.what, Step)
    ]
    assert steps == [{"O40": 1, "T7": 0}]


def test_a_ball_that_is_put_back_beside_a_dim_goal_is_restored():
    """It was seen in neither place while a hand held it, and lies again where it was before the foul."""
    board = Dusk(**ONE_EACH)
    board.fields["I12"] = dim(empty=0.5, red=0.25, blue=0.04)
    board.throws(4, "hole-in")
    board.moves(("O20", "O25", "red"))
    board.start = {"0": 1}
    board.look(4, hand=True, covered=["O25"])
    del board.on["O25"]
    board.look(4, hand=True)
    board.on["O20"] = "red"
    board.look(PICTURES)

    kinds = [event.what.kind for event in board.table.events]
    assert board.called() == ["M1"]
    assert kinds.count("restored") == 1
    assert "step" not in kinds


def test_a_ball_is_not_put_back_while_one_surely_lies_where_it_may_have_gone():
    """It went on by a throw that is not read: nobody can say whose it is, and its area flickers."""
    board = Dusk(on={}, start={"0": 2, "1": 2})
    board.throws(6, None)
    board.moves(("", "O0", "red"))
    board.look(4, hand=True, covered=["D"])
    board.mm = {"number": (-20.0, 30.0), "option": (30.0, -30.0)}
    lies = {"state": {"number": "leaning", "option": "lying"}, "mm": board.mm}
    unread = lies | {"number": None, "option": "swap-ball"}
    board.look(PICTURES, dice=unread)
    board.look(4, hand=True, covered=["O0", "O2", "S0"], dice=unread)
    board.on = {"O2": "red"}
    board.fields["O2"] = dim(red=0.74, blue=0.25, empty=1e-5)
    board.areas[0] = Count(Look.UNSURE, {})
    board.look(5, hand=True, dice=unread)
    board.look(6, dice=unread)
    board.areas[0] = Count(Look.CLEAR, {"red": 1})
    board.look(3 * PICTURES, dice=unread)

    steps = [event.what for event in board.table.events if isinstance(event.what, Step)]
    assert [step.position["start"]["0"] for step in steps[:1]] == [1]
    assert all(step.position["start"]["0"] == 1 for step in steps)
    assert not board.called()
