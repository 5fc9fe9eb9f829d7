"""What real people do at a table, one by one, and what is told of it."""

import pytest

from referee.events import Illegal, Step, Throw, Turn
from referee.table.patience import LIVE
from tests.referee.table.scripted import Board

HAND = {"hand": True, "covered": ["O0", "O2", "O4", "O6"]}


def told(board, kind):
    """Return what happened of a kind, in order."""
    return [event.what for event in board.table.events if isinstance(event.what, kind)]


def test_the_same_faces_twice():
    """The same number thrown again, elsewhere on the table, is another throw."""
    board = Board()
    board.see()

    assert board.throw(4) == ["throw"]
    assert board.throw(4) == ["throw"]
    assert [throw.faces["number"] for throw in told(board, Throw)] == [4, 4]


@pytest.mark.parametrize("state", ["moving", "leaning", "stacked", "absent"])
def test_a_die_that_does_not_lie_is_no_throw(board, state):
    """A die in a hand, on its edge or upon the other one is no throw; one that then lies flat is."""
    board.move("O0", "O6")
    dice = {
        "state": {"number": state, "option": "lying"},
        "mm": {**board.mm, "number": (20.0, 40.0)},
        "number": None,
        "option": "half",
    }

    assert "throw" not in board.look(3, dice=dice)
    assert board.throw(4) == ["turn", "throw"]


def test_several_steps_between_two_clear_views(board):
    """Half of the number and then the other half, seen as one: the position counts."""
    board.see(hand=True)
    assert board.move("O0", "O3", hand=True, covered=["O0", "O3"]) == []
    assert board.see() == ["clear", "step"]
    assert told(board, Step)[-1].position["on"] == {"O3": 0}


def test_two_turns_between_two_clear_views(board):
    """Red moves and blue throws and enters before anything is clearly seen: both are told in order."""
    covered = {"hand": True, "covered": ["O0", "O6", "S0", "S1", "O16"]}
    board.on = {"O6": "red"}
    board.see(**covered)
    board.throw(6, **covered)
    board.see(**covered)
    board.on = {"O6": "red", "O16": "blue"}
    board.see(**covered)
    board.look(2)

    turns, throws = told(board, Turn), told(board, Throw)
    assert [turn.seat for turn in turns] == [0]
    assert (throws[-1].seat, throws[-1].faces["number"]) == (1, 6)
    assert told(board, Step)[-1].position["on"] == {"O6": 0, "O16": 1}
    assert not told(board, Illegal)


def test_a_ball_slid_slowly_over_other_legal_stops():
    """A ball that a hand pushes over fields where it might stop makes one step, where it is left."""
    board = Board(patience=LIVE, step_s=0.1)
    board.look(6)
    board.throw(12)
    board.look(6)
    board.on["O0"] = "red"
    board.look(4, hand=True, covered=["O0", "S0"])
    board.look(6)
    board.throw(6, "half")
    board.look(6)
    for field in ("O1", "O3", "O5", "O6"):
        board.on = {field: "red"}
        board.look(5, hand=True, covered=[f"O{int(field[1:]) - 1}"])
    kinds = board.look(8)

    assert kinds.count("step") == 1
    assert told(board, Step)[-1].position["on"] == {"O6": 0}
    assert not told(board, Illegal)


def test_a_move_begun_and_taken_back(board):
    """A legal step that is taken back and made another way: the last position counts, nobody is blamed."""
    assert board.move("O0", "O6") == ["step"]
    board.move("O6", "O0")
    board.move("O0", "O3")
    board.throw(4)

    assert told(board, Turn)[-1].position["on"] == {"O3": 0}
    assert not told(board, Illegal)


def test_dice_picked_up_early(board):
    """Dice that the next player takes before the move is done change nothing until they are thrown."""
    gone = {
        "state": {"number": "absent", "option": "absent"},
        "mm": {},
        "number": None,
        "option": None,
    }
    assert board.look(2, dice=gone) == []
    assert "step" in board.move("O0", "O6", dice=gone)

    assert board.throw(8) == ["turn", "throw"]
    assert told(board, Throw)[-1].seat == 1


def test_the_game_is_put_away(board):
    """Balls and dice that are put into the box in the middle of a game are no foul of anybody."""
    gone = {
        "state": {"number": "absent", "option": "absent"},
        "mm": {},
        "number": None,
        "option": None,
    }
    empty = {"0": {}, "1": {}}
    board.see(hand=True, covered=["O0"])
    board.on = {}
    board.look(2, dice=gone, start=empty, hand=True)
    kinds = board.look(6, dice=gone, start=empty)

    assert set(kinds) <= {"clear", "unsure"}


def test_one_misread_piece_does_not_poison_what_follows(board):
    """A ball that is seen where none is, for a whole turn, leaves turns and throws as they were."""
    ghost = {"O40": "blue"}
    for source, target, number in (("O0", "O6", 4), ("O6", "O6", 2), ("O6", "O6", 8)):
        board.on = {target: "red"}
        board.see(on=board.on | ghost, hand=False)
        board.throw(number, on=board.on | ghost)
        assert source
    board.look(2)

    assert [throw.faces["number"] for throw in told(board, Throw)][-3:] == [4, 2, 8]
    assert not told(board, Illegal)
