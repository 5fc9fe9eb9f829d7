"""A throw that is repeated: the dice leaned, and were read as if they lay."""

import pytest

from referee.events import Illegal, Throw, standing
from referee.table.patience import LIVE
from tests.referee.table.scripted import MATCH, Board

QUICK, SLOW = 15, 45
"""Pictures for which dice lie that are taken up at once, and dice that count for certain."""


def throw(board, number, option=None, **seen):
    """Throw dice, and look at them for a moment."""
    board.look(4, hand=True, covered=["D"])
    board.throw(number, option, **seen)


@pytest.fixture
def board():
    """A game in which red has a ball on O0, ten pictures a second."""
    board = Board(MATCH, LIVE, 0.1)
    board.look(5)
    throw(board, 6)
    board.look(SLOW)
    board.look(4, hand=True, covered=["O0", "S0"])
    board.move("", "O0")
    board.look(SLOW)
    return board


def thrown(board):
    """Return seat, number and option of each throw that stands."""
    throws = [e.what for e in standing(board.table.events) if isinstance(e.what, Throw)]
    return [(each.seat, each.faces["number"], each.faces["option"]) for each in throws]


def fouls(board):
    """Return all that was ever called, also if it was taken back."""
    return [event for event in board.table.events if isinstance(event.what, Illegal)]


def test_replaces_the_first(board):
    """Dice thrown again at once, before anything was moved, are one throw, and no foul."""
    throw(board, 6, "half")
    board.look(QUICK)
    throw(board, 4, "double")
    board.look(QUICK)

    assert thrown(board)[1:] == [(0, 4, "double")]
    assert not fouls(board)


def test_certain_throws_are_not_replaced(board):
    """Dice that lay there for seconds were thrown: who throws again throws too early."""
    throw(board, 6, "half")
    board.look(SLOW)
    throw(board, 4, "double")
    board.look(QUICK)

    assert thrown(board)[1:] == [(0, 6, "half")]
    assert len(fouls(board)) == 1


def test_puts_what_followed_right(board):
    """One of four throws of a player who may throw three times was none: he enters, not the next player."""
    throw(board, 6, "half")
    board.look(SLOW)
    board.look(4, hand=True, covered=["O0", "O6"])
    board.move("O0", "O6")
    for number in (10, 8, 8, 6):
        board.look(QUICK)
        throw(board, number)
    board.look(QUICK)
    board.look(4, hand=True, covered=["O16", "S1"])
    board.move("", "O16", "blue")
    board.look(QUICK)

    assert [seat for seat, _, _ in thrown(board)] == [0, 0, 1, 1, 1]
    assert thrown(board)[-1] == (1, 6, None)
    assert not fouls(board)


def test_excuses_nobody_while_the_dice_lie(board):
    """A foul that would be right if the last throw had not counted is one: nobody threw again."""
    throw(board, 10, "half")
    board.look(SLOW)
    board.look(4, hand=True, covered=["O0", "O10"])
    board.move("O0", "O10")
    board.look(SLOW)
    throw(board, 8)
    board.look(4)
    board.look(4, hand=True, covered=["O10", "O5"])
    board.move("O10", "O5")
    board.look(QUICK)

    assert thrown(board)[-1] == (1, 8, None)
    assert len(fouls(board)) == 1
