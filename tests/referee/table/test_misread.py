"""Fouls and throws while the eye misreads one thing for long."""

from referee.events import Illegal
from referee.evidence import differing
from tests.referee.table.scripted import Board


def wrong_fields(board):
    """Return where pieces lie that must not, as the referee believes."""
    state, contents = board.table.state, board.table.game.contents
    return set(differing(contents(state.wrong), contents(state.line.stands)))


def test_a_foul_is_called_beside_a_ghost(board):
    """A wrong move is told although the eye sees a ball of the other colour where none is."""
    board.on = {"O9": "red"}
    kinds = board.see(on={"O9": "red", "O40": "blue"})

    assert "illegal" in kinds
    assert wrong_fields(board) == {"O0", "O9"}


def test_a_foul_that_may_be_one_of_two_is_called_once(board):
    """A wrong move and a ghost of the same colour: it is a foul either way, and told better later."""
    board.on = {"O9": "red"}
    assert "illegal" in board.see(on={"O9": "red", "O10": "red"})
    assert board.look(2, on={"O9": "red", "O10": "red"}) == []

    kinds = board.look(3)

    assert kinds in ([], ["corrected", "illegal"])
    assert wrong_fields(board) == {"O0", "O9"}
    assert board.move("O9", "O0") == ["restored"]


def test_no_foul_where_one_misread_spot_makes_it_right(board):
    """A legal step and a ghost of the same colour: nobody is blamed."""
    board.on = {"O6": "red"}

    assert "illegal" not in board.look(3, on={"O6": "red", "O9": "red"})
    assert "illegal" not in board.look(3)
    assert board.table.state.line.stands.on == {"O6": 0}


def test_a_thrown_ball_on_its_way_is_no_foul(board):
    """A ball that went home while whoever threw it is not recognised on its field is waited for."""
    board.move("O0", "O6")
    board.throw(12)
    board.move("", "O16", "blue")
    board.throw(10, "half")
    board.move("O16", "O26", "blue")
    board.throw(10, "swap-ball")
    board.on = {"O16": "red", "O26": "blue"}
    board.see()
    board.throw(2, "half")
    board.move("O26", "O28", "blue")
    board.throw(12, "half")
    board.on = {"O28": "red"}

    assert "illegal" not in board.look(3, on={}, start={"0": {"red": 1}, "1": {"blue": 2}})


def test_a_number_die_that_is_not_recognised_was_thrown_with_the_other(board):
    """While only something like the number die is seen and the option die fell anew, nobody is blamed."""
    board.move("O0", "O6")
    board.mm["option"] = (10.0, -20.0)
    board.faces["option"] = "double"
    lost = {"state": {"number": "moving", "option": "lying"}, "mm": {"option": (10.0, -20.0)}}
    lost |= {"number": None, "option": "double"}
    board.look(3, dice=lost)
    board.on = {"O6": "red", "O16": "blue"}

    assert "illegal" not in board.look(4, dice=lost)
    assert not any(isinstance(event.what, Illegal) for event in board.table.events)
    assert board.table.state.half is not None


def test_a_foul_is_told_by_what_was_seen_right_before():
    """A ball moved too far, and one waiting that is not seen since before the throw: the ball was moved.

    By what is seen the other one may as well have entered there, and the moved one be misread.
    """
    board = Board()
    board.begin()
    unseen = {"start": {"0": {}, "1": {"blue": 2}}}
    board.look(2, **unseen)
    assert board.throw(4, "half", **unseen) == ["throw"]
    board.look(2, **unseen)

    kinds = board.move("O0", "O9", **unseen) + board.look(4, **unseen)

    assert [kind for kind in kinds if kind != "unsure"] == ["illegal"]
    assert wrong_fields(board) == {"O0", "O9"}
