"""When nobody is blamed yet, and how often somebody is."""

import pytest

from referee.acting import Carry
from referee.events import Illegal
from referee.table.patience import FOLDER, LIVE
from referee.table.senses import Senses
from tests.referee.table.scripted import Board


def unseen(board, name):
    """Return the dice as the board has them, with one die that is nowhere to be seen."""
    state = dict.fromkeys(board.mm, "lying") | {name: "absent"}
    mm = {die: place for die, place in board.mm.items() if die != name}
    return {"state": state, "mm": mm} | board.faces | {name: None}


def test_nobody_is_blamed_while_the_number_die_is_gone(board):
    """What it will show may explain what stands there."""
    assert "illegal" not in board.move("O0", "O11", dice=unseen(board, "number"))
    assert "illegal" not in board.look(3, dice=unseen(board, "number"))


@pytest.mark.parametrize("hidden", [1, 2, 3])
def test_a_foul_is_called_once_the_dice_are_seen_where_they_lay(board, hidden):
    """An arm that leaves passes over them: the foul is seen while they are not, and stands there after it."""
    assert "illegal" not in board.move("O0", "O11", dice=unseen(board, "number"))
    assert "illegal" not in board.look(hidden, dice=unseen(board, "number"))

    assert "illegal" in board.look(4)


def test_the_option_die_alone_may_be_gone(board):
    """A throw takes the number die in any case, so it is enough to see that one."""
    assert "illegal" in board.move("O0", "O11", dice=unseen(board, "option")) + board.look(
        3, dice=unseen(board, "option")
    )


def test_one_position_is_called_once_and_another_anew(board):
    """The same wrong position is not called again; another wrong one is."""
    assert board.move("O0", "O11") == ["illegal"]
    assert "illegal" not in board.look(4)
    assert "illegal" in board.move("O11", "O12") + board.see()


def test_a_foul_is_told_from_where_the_turn_stood():
    """Red changed ring in view and then counted seven: not the change was wrong, but the count."""
    board = Board()
    board.begin()
    board.throw(6, "swap-ring")
    assert board.move("O0", "I0") == ["step"]
    assert board.move("I0", "I7") == ["illegal"]
    called = board.last(Illegal).what
    assert (called.seat, called.rule, called.fields) == (0, "M1", ("I7", "I6"))


@pytest.mark.parametrize(
    ("last", "seat", "rule"), [(6, 0, "S3"), (4, 0, "S3"), (8, 1, "T2"), (10, 1, "T2")]
)
def test_a_turn_is_not_over_while_its_throw_lies_there_unplayed(last, seat, rule):
    """After 4, 4 and 6 or 4 Red may enter, so a ball of Blue's on the board is Red's affair."""
    board = Board()
    board.see()
    for number in (4, 4, last):
        board.throw(number)
    board.move("", "O16", "blue")
    board.see()
    called = board.last(Illegal).what
    assert (called.seat, called.rule) == (seat, rule)


def test_somebody_elses_ball_is_moved_instead_of_entering():
    """Red threw VI with no ball in play; the ball that moves is Blue's, but the turn is Red's."""
    board = Board()
    board.see()
    for number in (4, 4, 8, 6):
        board.throw(number)
    board.move("", "O16", "blue")
    board.throw(2, "half")
    board.move("O16", "O18", "blue")
    for number in (4, 2, 6):
        board.throw(number)
    board.move("O18", "O20", "blue")
    board.see()
    called = board.last(Illegal).what
    assert (called.seat, called.rule) == (0, "T4")


def test_a_foul_is_called_as_soon_whenever_it_began():
    """At ten pictures a second 0.3 s are three pictures more, however their times are rounded."""
    waited = set()
    for before in range(5, 13):
        board = Board(patience=LIVE, step_s=0.1)
        board.look(before)
        board.look(4, hand=True, covered=["D"])
        board.throw(8)
        board.look(12)
        board.look(4, hand=True, covered=["O0", "S0"])
        board.move("", "O0")
        waited.add(next(n for n in range(1, 20) if "illegal" in board.see()))
    assert len(waited) == 1


def test_only_in_slow_recordings_dice_are_thrown_between_pictures():
    """Live no throw fits between two pictures, so a die that slips aside was not thrown."""
    assert Senses(FOLDER).look(hand=False, t_s=1.0, frame="1").gaps
    assert not Senses(LIVE).look(hand=False, t_s=1.0, frame="1").gaps


def test_pieces_are_lifted_unless_it_is_said():
    """A hand that carries a piece lifts it."""
    assert not Carry("O0", "O6").slid


def test_a_wrong_move_in_full_view_is_called_as_soon_as_the_hand_is_gone():
    """A hand that hides neither the field left nor the one reached moves a ball wrongly, no doubt of that."""
    board = Board(patience=LIVE, step_s=0.2)
    board.look(6)
    board.throw(6)
    board.look(6)
    board.on["O0"] = "red"
    board.look(4, hand=True)
    board.look(6)
    board.throw(6, "half")
    board.look(6)
    board.on = {"O7": "red"}
    board.look(4, hand=True)

    assert "illegal" in board.look(5)
