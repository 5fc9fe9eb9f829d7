"""Dice that cannot be read, whose place jumps or that seem to lean at times: none is lost or told twice."""

from dataclasses import replace

import pytest

from referee.events import Illegal, Throw, Turn, Unsure
from referee.table.patience import LIVE
from tests.referee.table.live import PICTURES, LiveBoard, told
from tests.referee.table.scripted import MATCH, Board

BELIEVED = 6
"""Pictures within which a foul is called: it is looked at for 0.3 s, and then stands there for 0.2 s."""


class GuessingBoard(LiveBoard):
    """The same, where the eye says what the number die may show that it cannot read."""

    def __init__(self, number):
        self.likelihoods = {
            **dict.fromkeys(("2", "4", "6", "8", "10", "12"), 0.4),
            str(number): 0.9,
        }
        super().__init__()

    def _picture(self, **seen):
        name, sighting = super()._picture(**seen)
        number = sighting.dice["number"]
        if number.face is None and number.x_mm is not None:
            number = replace(number, likelihoods=self.likelihoods)
        return name, replace(sighting, dice={**sighting.dice, "number": number})


@pytest.fixture
def board():
    """A table where nothing was thrown yet."""
    return LiveBoard()


def numbers(board):
    """Return whose throws are told, and what they showed."""
    return [(throw.seat, throw.faces["number"]) for throw in told(board, Throw)]


@pytest.mark.parametrize("jump_mm", [(0.0, 0.0), (3.0, 2.0), (9.0, 8.0), (-8.0, 11.0)])
def test_an_unread_die_whose_place_jumps_is_one_throw(board, jump_mm):
    """Wherever it seems to lie from picture to picture."""
    board.throws(4)
    board.blind((-30.0, 30.0), (-30.0 + jump_mm[0], 30.0 + jump_mm[1]))
    board.throws(10)

    assert [seat for seat, _ in numbers(board)] == [0, 0, 0]
    assert [number for _, number in numbers(board)][::2] == [4, 10]


def test_an_unread_die_whose_place_jumped_under_a_hand_is_one_throw(board):
    """A hand passes over the die, which seems to lie a little way off then."""
    board.throws(4)
    board.blind((-30.0, 30.0))
    board.look(4, hand=True, covered=["D"])
    board.mm["number"] = (-22.0, 24.0)
    board.look(PICTURES, dice=board.unread())
    board.throws(10)

    assert [number for _, number in numbers(board)][::2] == [4, 10]


def test_a_die_that_flickers_where_it_lies_until_it_is_read_is_one_throw(board):
    """It seems to roll and to lie on another one there, which nobody does with a die in so short a time."""
    board.throws(4)
    board.blind((-30.0, 30.0))
    for state, x_mm in (("moving", -28.0), ("stacked", -32.0)):
        board.mm["number"] = (x_mm, 30.0)
        board.see(dice=board.unread(state))
    board.mm["number"], board.faces["number"] = (-30.0, 32.0), "10"
    board.look(PICTURES)

    assert numbers(board) == [(0, 4), (0, 10)]


@pytest.mark.parametrize(("rolling", "throws"), [(0, 2), (5, 3)])
def test_a_die_that_was_sought_elsewhere_is_one_throw(board, rolling, throws):
    """What is taken for the die lies far away until the die is found; in so short a time nobody throws."""
    board.throws(4)
    board.blind((-30.0, 30.0))
    board.look(rolling, dice={**board.unread("moving"), "mm": {"option": board.mm["option"]}})
    board.mm["number"], board.faces["number"] = (35.0, -20.0), "10"
    board.look(PICTURES)

    assert numbers(board)[-1] == (0, 10)
    assert len(numbers(board)) == throws


def test_throws_that_fall_near_by_are_two_though_the_other_die_is_unread(board):
    """Blue and red both throw VIII with an option that is not read, a little way off each other."""
    board.throws(6)
    board.moves("", "O0")
    board.throws(4, "half")
    board.moves("O0", "O2")
    board.throws(6)
    board.moves("", "O16", "blue")
    for place_mm, source, target, colour in (
        ((20.0, 20.0), "O16", "O20", "blue"),
        ((20.0, 11.0), "O2", "O6", "red"),
    ):
        rolling = {"state": dict.fromkeys(board.mm, "moving"), "mm": {}, **board.faces}
        board.look(4, hand=True, dice=rolling)
        board.mm = {"number": place_mm, "option": (-30.0, place_mm[1])}
        board.faces = {"number": "8", "option": None}
        board.look(PICTURES)
        if colour == "red":
            board.faces["option"] = "half"
            board.look(PICTURES)
        board.moves(source, target, colour)

    assert numbers(board) == [(0, 6), (0, 4), (1, 6), (1, 8), (0, 8)]
    assert not told(board, Illegal)


@pytest.mark.parametrize("other", ["stacked", "leaning"])
def test_a_die_that_seems_to_lean_now_and_then_was_thrown(board, other):
    """It lies flat as well, so the move tells what it showed, and nobody is blamed."""
    board.throws(6)
    board.moves("", "O0")
    states = (*(other,) * 5, *("lying",) * 5)
    board.blind(*((-23.0, 24.0),) * 5, *((-30.0, 30.0),) * 5, states=states, option="double")
    board.moves("O0", "O16", dice=board.unread())
    board.throws(12)

    assert numbers(board) == [(0, 6), (0, 8), (1, 12)]
    assert not told(board, Illegal)


@pytest.mark.parametrize("counted", [True, False])
def test_a_die_that_seems_to_lean_counts_if_somebody_moves_by_it(board, counted):
    """Nobody moves by a die that leans: it is thrown again, and that is one throw in either case."""
    board.throws(6)
    board.moves("", "O0")
    board.blind((-30.0, 30.0), states=("leaning",), option="double")
    if not counted:
        board.throws(8, "double")
    board.moves("O0", "O16", **({"dice": board.unread("leaning")} if counted else {}))
    board.throws(12)

    assert numbers(board) == [(0, 6), (0, 8), (1, 12)]
    assert not told(board, Illegal)


@pytest.mark.parametrize("state", ["leaning", "stacked"])
@pytest.mark.parametrize("number", [6, 12])
def test_a_die_that_seems_to_lean_most_likely_shows_what_its_top_looks_like(state, number):
    """A ball enters by a six or a twelve, so the move alone does not tell which of them it was."""
    board = GuessingBoard(number)
    board.throws(4)
    board.blind((-30.0, 30.0), states=(state,))
    board.moves("", "O0", dice=board.unread(state))
    board.throws(8, "half")

    assert numbers(board) == [(0, 4), (0, number), (0, 8)]


@pytest.mark.parametrize(
    ("option", "target"), [("half", "O4"), ("double", "O16"), ("swap-ring", "O8")]
)
def test_the_option_that_fell_with_an_unread_number_counts_though_it_is_taken_up_first(
    option, target
):
    """A hand covers the option die while the number die still lies there unread; then both are thrown."""
    board = GuessingBoard(8)
    board.throws(6)
    board.moves("", "O0")
    board.blind((-30.0, 30.0), option=option)
    board.moves("O0", target, dice=board.unread())
    covered = {**board.unread(), "state": {"number": "lying", "option": "covered"}}
    board.look(4, hand=True, covered=["S1"], dice=covered)
    half = board.table.state.half
    board.throws(6)

    assert (half.guesses[0].number, half.guesses[0].option) == (8, option)
    assert [throw.faces for throw in told(board, Throw)][1] == {"number": 8, "option": option}


@pytest.mark.parametrize("moved", [True, False])
def test_a_die_that_fell_back_unseen_was_thrown_if_somebody_moves_by_it(board, moved):
    """Only the option die was pushed, or both were thrown and the number die fell where it had lain."""
    board.throws(6)
    board.moves("", "O0")
    board.look(4, hand=True, covered=["D"])
    board.mm["option"], board.faces["option"] = (-30.0, 40.0), "double"
    board.look(PICTURES)
    if moved:
        board.moves("O0", "O12")
    board.throws(8, "half")

    assert numbers(board) == ([(0, 6), (0, 6), (1, 8)] if moved else [(0, 6), (0, 8)])
    assert not told(board, Illegal)


def test_a_die_that_leaned_and_was_taken_for_flat_did_not_count(board):
    """The third throw shows it: who may throw only three times enters by the fourth that was seen."""
    board.throws(10)
    board.blind((-30.0, 30.0))
    board.throws(8)
    board.throws(6)
    board.moves("", "O0")

    assert numbers(board) == [(0, 10), (0, 8), (0, 6)]
    assert board.table.state.line.stands.on == {"O0": 0}


@pytest.mark.parametrize("pictures", [6, 40])
def test_a_die_that_was_not_read_is_asked_for_once(board, pictures):
    """Also if it was taken up before anybody could be asked: then its throw is told by a guess."""
    board.throws(4)
    board.blind((-30.0, 30.0), pictures=pictures)
    board.throws(10)

    assert [unsure.fields for unsure in told(board, Unsure)] == [("dice.number",)]


def test_a_foul_is_called_after_the_throw_that_came_with_it(board):
    """Blue throws and moves under one hand; red's turn, which was over, is not what is wrong."""
    board.throws(6)
    board.moves("", "O0")
    board.throws(4, "half")
    board.moves("O0", "O2")
    board.look(4, hand=True, covered=["D", "S1", "O16"])
    board.on["O16"] = "blue"
    board.throw(4)
    board.look(PICTURES)

    kinds = [event.what.kind for event in board.table.events]
    assert kinds[-3:] == ["turn", "throw", "illegal"]
    assert told(board, Illegal)[0].seat == 1
    assert told(board, Turn)[0].seat == 0


def test_a_foul_is_called_soon_after_the_hand_left(board):
    """Somebody enters by a four."""
    board.throws(4)
    board.look(4, hand=True, covered=["S0", "O0"])
    board.move("", "O0")

    assert "illegal" in board.look(BELIEVED - 1)


@pytest.fixture
def late(board):
    """A game in which a blue ball stands where it was never seen to come, when red's throw is told."""
    board.throws(4)
    board.on["O40"] = "blue"
    board.look(4, hand=True, covered=["D", "O40"])
    board.throw(10)
    board.start = {"1": 2}
    board.look(PICTURES)
    board.start = {}
    return board


def test_what_was_wrong_before_a_throw_is_not_the_thrower_s_foul(late):
    """Not even when the start area that the ball left is seen at last."""
    late.look(4, hand=True, covered=["S1"])
    late.look(PICTURES)

    assert not told(late, Illegal)


def test_what_was_put_right_since_the_throw_may_be_a_foul_again(late):
    """The ball goes home, and then somebody puts it there in plain sight of all."""
    late.look(4, hand=True, covered=["S1", "O40"])
    late.move("O40", "", "blue")
    late.look(PICTURES)
    late.look(4, hand=True, covered=["S1", "O40"])
    late.move("", "O40", "blue")
    late.look(PICTURES)

    assert len(told(late, Illegal)) == 1


def test_nobody_is_blamed_after_a_ball_vanished_and_the_next_player_threw(board):
    """A ball of clear glass left its field and is nowhere to be seen: the next throw fits nothing."""
    board.throws(6)
    board.moves("", "O0")
    board.throws(10, "half")
    board.start = {"0": 1}
    board.moves("O0", "")
    board.look(2 * PICTURES)
    board.throws(6)
    board.moves("", "O16", "blue")
    board.look(PICTURES)

    assert told(board, Unsure)
    assert not any(isinstance(event.what, Illegal) for event in board.table.events)


def test_nobody_is_blamed_by_a_throw_that_cannot_be_read_once_another_fell(board):
    """What the option that was never read allowed is not known; the next player only played on."""
    board.throws(6)
    board.moves("", "O0")
    board.throws(2, "double")
    board.moves("O0", "O4")
    board.throws(12)
    board.moves("", "O16", "blue")
    lying = {"state": dict.fromkeys(board.mm, "lying"), "mm": board.mm}
    board.look(4, hand=True, covered=["D"])
    board.mm = {"number": (-30.0, 30.0), "option": (-20.0, -40.0)}
    board.faces["number"] = "6"
    unread = {**lying, "mm": board.mm, **board.faces, "option": None}
    board.look(PICTURES, dice=unread)
    board.moves("O16", "I8", "blue", dice=unread)
    board.throws(8, "hole-in")
    board.look(PICTURES)

    assert not any(isinstance(event.what, Illegal) for event in board.table.events)


def test_an_unread_throw_is_guessed_so_that_the_next_one_is_as_the_rules_ask(board):
    """Both dice are thrown by who has a ball on the board: so the number that was not read let one enter."""
    board.blind((-30.0, 30.0))
    board.look(4, hand=True, covered=["S0", "O0", "D"])
    board.on["O0"] = "red"
    board.look(2, dice=board.unread())
    board.throws(6, "half")
    board.look(PICTURES)
    board.moves("O0", "O3")
    board.look(PICTURES)

    assert numbers(board)[-1] == (0, 6)
    assert told(board, Throw)[-1].faces["option"] == "half"
    assert numbers(board)[0][1] in {6, 12}
    assert not any(isinstance(event.what, Illegal) for event in board.table.events)


@pytest.mark.parametrize(("turn_deg", "throws"), [(14.0, 1), (60.0, 2)])
def test_a_hand_that_rests_like_a_leaning_die_throws_nothing(board, turn_deg, throws):
    """What lies there afterwards to the hair as before was not thrown; what is turned was."""
    board.look(4, hand=True, covered=["D"])
    board.faces["number"], board.mm["number"] = "6", (-20.0, 30.0)
    lies = {"state": dict.fromkeys(board.mm, "lying"), "mm": dict(board.mm), **board.faces}
    board.look(PICTURES, dice=lies | {"deg": {"number": 13.0}})
    before = len(told(board, Throw))
    beside = {**board.mm, "number": (board.mm["number"][0] + 40.0, board.mm["number"][1])}
    rests = {
        **lies,
        "state": {"number": "leaning", "option": "lying"},
        "mm": beside,
        "number": None,
    }
    board.look(3 * PICTURES, hand=True, covered=["S2"], dice=rests)
    board.look(PICTURES, dice=lies | {"deg": {"number": turn_deg}})

    assert len(told(board, Throw)) == before + throws - 1


@pytest.mark.parametrize("number", [4, 8, 10])
def test_a_die_that_seems_to_roll_where_it_lies_showed_what_it_seems_to_show(number):
    """Red's third throw is never read, and one was made, since blue throws both dice next."""
    board = GuessingBoard(number)
    position = {
        "game": "inner-circle", "memory": False, "seats": [0, 1], "balls": 2, "on": {"O20": 1},
        "start": {"0": 2, "1": 1}, "counters": {"0": 0, "1": 0}, "turn": 0,
    }  # fmt: skip
    board.table = Board(replace(MATCH, position=position), LIVE, 0.1).table
    board.on = {"O20": "blue"}
    board.look(5)
    board.throws(2)
    board.throws(10)
    board.blind((-30.0, 30.0), states=("moving",), pictures=40)
    board.look(4, hand=True, covered=["D"], dice=board.unread("absent"))
    board.mm = {"number": (0.0, 20.0), "option": (35.0, 0.0)}
    board.throws(12, "double")

    assert numbers(board) == [(0, 2), (0, 10), (0, number), (1, 12)]
