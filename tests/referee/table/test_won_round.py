"""The board after a win: what lies on it still is no wrong beginning of the next round."""

import pytest

from referee.events import RoundWon, Throw
from referee.sighting import Count, Look
from tests.referee.table.dusk import PICTURES, Dusk, dim


@pytest.mark.parametrize("cleared", [False, True])
def test_a_won_round_lies_there_until_its_balls_are_taken_away(cleared):
    """What won and is hardly seen is no wrong beginning of the next round.

    The score is seen to be moved on just before the winner's start area is seen to be empty.
    """
    board = Dusk(on={"T0": 0, "O6": 0}, start={"0": 0, "1": 2}, counters={"0": 0, "1": 0})
    board.throws(4, "hole-in")
    board.fields = {field: dim(red=0.9, empty=0.02, blue=0.05) for field in ("T0", "T1")}
    board.moves(("O6", "T1", "red"))
    assert isinstance(board.table.events[-1].what, RoundWon)

    board.counters["0"] = 1
    if cleared:
        board.on = {}
    board.look(4, hand=True, covered=["S0", "C0.0"])
    board.areas = {0: Count(Look.COVERED, {})}
    board.look(4)
    board.areas = {}
    board.look(PICTURES)
    assert board.called() == []

    board.on = {}
    board.look(4, hand=True, covered=["S0", "T0", "T1"])
    board.look(PICTURES)
    board.throws(8, None)
    assert isinstance(board.table.events[-1].what, Throw)
    assert board.called() == []


@pytest.mark.parametrize("misread", [False, True])
def test_a_won_round_lies_there_until_the_last_of_its_balls_is_taken_away(misread):
    """The others are, and dice are pushed by it; an area is not seen just then.

    With every ball in its start area nothing lies in the hole, whatever it looks like.
    """
    board = Dusk(on={"T0": 0, "O6": 0, "O40": 1}, start={"0": 0, "1": 1})
    board.throws(4, "hole-in")
    board.fields["T1"] = dim(red=0.66, blue=0.3, empty=0.001)
    board.moves(("O6", "T1", "red"))
    board.counters["0"] = 1
    board.look(4, hand=True, covered=["C0.0"])
    board.look(PICTURES)

    board.on = {"T1": "red"}
    board.areas = {0: Count(Look.COVERED, {})}
    board.look(4, hand=True, covered=["O40", "S1", "T0", "D"])
    kinds = [*board.throw(8), *board.look(PICTURES)]
    assert "throw" not in kinds

    board.on, board.areas = {}, {}
    if not misread:
        del board.fields["T1"]
    board.look(4, hand=True, covered=["S0"])
    board.look(PICTURES)
    board.throws(6, None)
    assert isinstance(board.table.events[-1].what, Throw)
    assert board.called() == []


def test_a_won_round_lies_there_while_one_of_its_balls_is_not_seen():
    """A hand has just left it, and its own area is not counted: the next round does not begin without it."""
    board = Dusk(on={"T0": 0, "O6": 0, "T5": 1}, start={"0": 0, "1": 1})
    board.throws(4, "hole-in")
    board.moves(("O6", "T1", "red"))
    board.counters["0"] = 1
    board.look(4, hand=True, covered=["C0.0"])
    board.look(PICTURES)

    board.on, board.areas = {"T5": "blue"}, {1: Count(Look.UNSURE, {})}
    board.look(4, hand=True, covered=["S0", "S1", "T0", "T1", "T5"])
    board.look(PICTURES, hand=True, covered=["T5"])
    board.look(1)
    board.areas = {}
    board.look(PICTURES)
    assert board.called() == []

    board.on = {}
    board.look(4, hand=True, covered=["S1", "T5"])
    board.look(PICTURES)
    board.throws(6, None)
    assert isinstance(board.table.events[-1].what, Throw)
    assert board.called() == []
