"""Balls that the eye never sees for certain, faces that it never reads: what the rules and numbers tell."""

from dataclasses import replace

import pytest

from referee.events import Illegal, RoundWon, Throw, Turn, standing
from referee.sighting import Count, Look, Reading
from referee.table.patience import LIVE
from tests.referee.table.scripted import MATCH, Board

PICTURES = 12


class FaintBoard(Board):
    """A table on which balls of one colour are never sure; ``likelihoods`` are what the eye says of them."""

    def __init__(self, label, likelihoods):
        super().__init__(MATCH, LIVE, 0.1)
        self.label, self.likelihoods = label, likelihoods
        self.look(5)

    def _picture(self, **seen):
        name, sighting = super()._picture(**seen)
        faint = Reading(Look.UNSURE, None, self.likelihoods)
        fields = {
            field: faint if self.label in {reading.label, self.on.get(field)} else reading
            for field, reading in sighting.fields.items()
        }
        start = {
            seat: Count(Look.UNSURE, {}) if count.of.get(self.label) else count
            for seat, count in sighting.start.items()
        }
        return name, replace(sighting, fields=fields, start=start)

    def throws(self, number, option=None):
        """Let somebody throw under a hand, and see the dice lie."""
        self.look(4, hand=True, covered=["D"])
        self.throw(number, option)
        self.look(PICTURES)

    def moves(self, source, target, colour="red"):
        """Let somebody move a ball under a hand."""
        self.look(4, hand=True, covered=["S0", "S1", source, target])
        self.move(source, target, colour)
        self.look(PICTURES)


def told(board, kind):
    """Return what stands of one kind of event."""
    return [event.what for event in standing(board.table.events) if isinstance(event.what, kind)]


def seats(board):
    """Return whose throws are told."""
    return [throw.seat for throw in told(board, Throw)]


LIKELY = {"": 0.05, "red": 0.7, "blue": 0.2}
"""What an eye says of natural wood on wood."""

UNKNOWN = {"blue": 1.0}
"""What an eye says of a colour that it never learned."""


@pytest.mark.parametrize("likelihoods", [LIKELY, UNKNOWN])
def test_a_ball_that_is_never_sure_has_entered(likelihoods):
    """The player who threw a six and then both dice is not taken for the next one."""
    board = FaintBoard("red", likelihoods)
    board.throws(6)
    board.moves("", "O0")
    board.throws(4, "half")

    assert seats(board) == [0, 0]
    assert board.table.state.line.stands.on == {"O0": 0}


@pytest.mark.parametrize("likelihoods", [LIKELY, UNKNOWN])
def test_turns_of_balls_that_are_never_sure_are_followed(likelihoods):
    """Entered, moved, and the next player enters: all is told, and nobody is blamed."""
    board = FaintBoard("red", likelihoods)
    board.throws(6)
    board.moves("", "O0")
    board.throws(4, "half")
    board.moves("O0", "O4")
    board.throws(12)
    board.moves("", "O16", "blue")
    board.throws(2, "double")

    assert seats(board) == [0, 0, 1, 1]
    assert [turn.position["on"] for turn in told(board, Turn)] == [{"O4": 0}]
    assert not told(board, Illegal)


def test_what_was_clear_and_is_doubtful_for_long_may_have_changed():
    """A clear blue ball that a faint red one throws is believed to be gone when its start area shows it."""
    board = FaintBoard("red", UNKNOWN)
    board.throws(2)
    board.throws(4)
    board.throws(8)
    board.throws(12)
    board.moves("", "O16", "blue")
    board.throws(2, "half")
    board.moves("O16", "O18", "blue")
    board.throws(6)
    board.moves("", "O0")
    board.throws(10, "half")
    board.moves("O0", "O10")
    board.throws(8, "double")
    board.moves("O18", "O26", "blue")
    board.throws(8, "double")
    board.moves("O10", "O26")
    board.throws(4)

    assert seats(board)[-3:] == [1, 0, 1]
    assert not told(board, Illegal)


def blind(board):
    """Throw the number die so that it is never read."""
    board.look(4, hand=True, covered=["D"])
    x, y = board.mm["number"]
    board.mm["number"] = (x - 50.0, y)
    lying = dict.fromkeys(board.mm, "lying")
    board.look(PICTURES, dice={"state": lying, "mm": board.mm, **board.faces, "number": None})


@pytest.fixture
def steady():
    """A game of clear balls, ten pictures a second."""
    board = Board(MATCH, LIVE, 0.1)
    board.look(5)
    return board


def test_a_face_that_cannot_be_read_is_the_one_that_never_was(steady):
    """All faces were read but the eight: what lies there unread shows that."""
    for number in (4, 2, 10, 2, 4, 10, 4, 2):
        steady.look(4, hand=True, covered=["D"])
        steady.throw(number)
        steady.look(PICTURES)
    blind(steady)
    steady.look(4, hand=True, covered=["D"])
    steady.throw(2)
    steady.look(PICTURES)

    assert [throw.faces["number"] for throw in told(steady, Throw)][-2:] == [8, 2]


def test_a_foul_after_the_turn_of_a_guess_is_called(steady):
    """Which face was guessed does not matter any more once the next player has thrown."""
    blind(steady)
    for number in (2, 4, 12):
        steady.look(4, hand=True, covered=["D"])
        steady.throw(number)
        steady.look(PICTURES)
    steady.look(4, hand=True, covered=["S1", "O17"])
    steady.move("", "O17", "blue")
    steady.look(PICTURES)

    assert len(told(steady, Illegal)) == 1
    assert not told(steady, RoundWon)


def test_a_foul_waits_for_a_spot_that_begins_to_look_otherwise(steady):
    """Nobody is blamed while a spot that the foul concerns is changing its looks."""
    steady.look(4, hand=True, covered=["D"])
    steady.throw(6)
    steady.look(PICTURES)
    steady.look(4, hand=True, covered=["S0"])
    steady.on = {"O0": "red"}
    steady.start = {"0": 2}
    steady.look(2)
    steady.start = {}
    steady.look(PICTURES)

    assert not told(steady, Illegal)
    assert steady.table.state.line.stands.on == {"O0": 0}
