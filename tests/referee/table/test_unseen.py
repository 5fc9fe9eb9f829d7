"""Balls that have clearly left their place and are nowhere to be seen: where the rules alone let them be."""

import pytest

from referee.events import Step, Throw, standing
from referee.sighting import Look, Reading
from tests.referee.table.dusk import ONE_EACH, Dusk

NOTHING_SAID = Reading(Look.UNSURE, None, {})
"""What an eye says of a field of which it cannot tell whether a ball lies in it or beside it."""

NONE_YET = {"on": {}, "start": {"0": 2, "1": 2}}


def seats(board):
    """Return whose throws are told."""
    return [
        event.what.seat for event in standing(board.table.events) if isinstance(event.what, Throw)
    ]


def entered_unseen():
    """Return a table on which red threw a six and its ball came to a field of which nothing is told."""
    board = Dusk(**NONE_YET)
    board.fields["O0"] = NOTHING_SAID
    board.throws(6, None)
    board.moves(("", "O0", "red"))
    return board


def test_a_ball_that_left_its_area_has_entered_where_nothing_is_told():
    """Red threw a six and one ball is gone: whoever throws both dice then is red, not blue."""
    board = entered_unseen()
    board.throws(4, "half")

    assert seats(board) == [0, 0]
    assert board.table.state.line.stands.on == {"O0": 0}


def test_a_foul_of_a_ball_that_entered_unseen_is_called():
    """From where it must lie, which is seen once it has left, it comes to where its throw does not lead."""
    board = entered_unseen()
    board.throws(4, "hole-in")
    board.fields = {}
    board.moves(("O0", "O9", "red"))

    assert board.called() == ["M1"]


@pytest.mark.parametrize(("hidden", "told"), [(["O24"], 1), (["O24", "I12"], 0)])
def test_of_two_places_that_are_not_seen_none_is_told(hidden, told):
    """By the throw that changes rings red may have come to either; only one that is alone is believed."""
    board = Dusk(**ONE_EACH)
    board.fields = dict.fromkeys(hidden, NOTHING_SAID)
    board.throws(4, "swap-ring")
    board.moves(("O20", "O24", "red"))
    board.throws(2, "half")

    assert len([e for e in board.table.events if isinstance(e.what, Step)]) == told
