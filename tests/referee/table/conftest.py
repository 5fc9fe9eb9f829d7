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
