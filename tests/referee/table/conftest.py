"""Boards that several tests begin with."""

import pytest

from tests.referee.table.scripted import Board


@pytest.fixture
def board():
    """A game in which red has a ball on O0 and has thrown 6 and half."""
    board = Board()
    assert board.see() == ["start"]
    assert board.throw(6) == ["throw"]
    assert board.move("", "O0") == ["step"]
    assert board.throw(6, "half") == ["throw"]
    return board


@pytest.fixture
def entered():
    """A game in which red moved twelve fields by 12 and double, and entered a ball with the rest: a foul."""
    board = Board()
    board.begin()
    board.throw(12, "double")
    board.move("O0", "O12")
    assert board.move("", "O0") == ["illegal"]
    return board
