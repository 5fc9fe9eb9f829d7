"""When nobody is blamed yet, and how often somebody is."""

from referee.acting import Carry
from referee.table.patience import FOLDER, LIVE
from referee.table.senses import Senses


def unseen(board, name):
    """Return the dice as the board has them, with one die that is nowhere to be seen."""
    state = dict.fromkeys(board.mm, "lying") | {name: "absent"}
    mm = {die: place for die, place in board.mm.items() if die != name}
    return {"state": state, "mm": mm} | board.faces | {name: None}


def test_nobody_is_blamed_while_the_number_die_is_gone(board):
    """What it will show may explain what stands there."""
    assert "illegal" not in board.move("O0", "O11", dice=unseen(board, "number"))
    assert "illegal" not in board.look(3, dice=unseen(board, "number"))


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


def test_only_in_slow_recordings_dice_are_thrown_between_pictures():
    """Live no throw fits between two pictures, so a die that slips aside was not thrown."""
    assert Senses(FOLDER).look(hand=False, t_s=1.0, frame="1").gaps
    assert not Senses(LIVE).look(hand=False, t_s=1.0, frame="1").gaps


def test_pieces_are_lifted_unless_it_is_said():
    """A hand that carries a piece lifts it."""
    assert not Carry("O0", "O6").slid
