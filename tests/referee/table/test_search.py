"""The search for what dice that nobody could read may have shown: it ends soon, however many there are."""

import itertools
from collections import Counter

import pytest

from referee.table.state import Fallen
from referee.table.ways import MOST_TRIED, MOST_VIEWS, ways
from tests.referee.table.scripted import Board


class Counting:
    """A game that counts how often it is asked for what."""

    def __init__(self, game):
        self.game, self.asked = game, Counter()

    def __getattr__(self, name):
        self.asked[name] += 1
        return getattr(self.game, name)


@pytest.fixture
def board():
    """A game in which red has entered by a six and throws both dice."""
    board = Board()
    board.begin()
    return board


def anything(game):
    """Return a throw of both dice of which neither could be read."""
    shown = itertools.product(*(game.faces[name] for name in game.dice))
    faces = (dict(zip(game.dice, each, strict=True)) for each in shown)
    throws = tuple(throw for throw in map(game.thrown, faces) if throw is not None)
    return Fallen(throws, throws, {}, same_faces=False)


def number(game):
    """Return a throw of the number die alone, which could not be read."""
    faces = ({game.dice[0]: face} for face in game.faces[game.dice[0]])
    throws = tuple(throw for throw in map(game.thrown, faces) if throw is not None)
    return Fallen(throws, throws, {}, same_faces=False)


@pytest.mark.parametrize("unread", [1, 2, 3, 6])
def test_a_search_that_finds_nothing_ends_soon(board, unread):
    """However many throws wait, so many are tried and turns compared with the board, and no more."""
    game = board.table.game
    board.on = {"O0": "red", "O1": "blue", "O2": "blue"}
    counting = Counting(game)
    queue = (anything(game),) * unread

    found = ways(counting, board.table.state.line, queue, game.evidence(board.sighting()))

    assert found == []
    assert counting.asked["kinds"] <= 3 * (MOST_TRIED + 1)
    assert counting.asked["fit"] <= MOST_VIEWS + 1


@pytest.mark.parametrize("unread", [1, 2, 3])
def test_a_search_finds_a_throw_that_explains_the_board(board, unread):
    """Red moves by what one of its throws may have shown, and blue throws in vain."""
    game = board.table.game
    board.on = {"O8": "red"}
    queue = (anything(game), *(number(game),) * (unread - 1))

    found = ways(game, board.table.state.line, queue, game.evidence(board.sighting()))

    assert found
    assert not found[0].strays
