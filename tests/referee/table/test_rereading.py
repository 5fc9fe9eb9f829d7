"""Dice that are read late, wrongly at first, too briefly or not at all: what is told ends as it was."""

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from referee.events import Corrected, Illegal, Throw, Turn, event_from_record, standing
from referee.sighting import DieReading, DieState
from referee.table.changes import fold
from referee.table.dice import Lying
from referee.table.patience import LIVE
from referee.table.watching import Watched
from tests.referee.table.scripted import MATCH, Board

ENOUGH = 8
"""Pictures in which what lies there is believed."""


class Dim(Board):
    """A table whose eye reads the number die as a test says, ten pictures a second."""

    def __init__(self):
        super().__init__(MATCH, LIVE, 0.1)
        self.reading = None
        """What is seen of the number die: a change of its reading."""

    def see(self, **seen):
        """Take a picture."""
        name, sighting = self._picture(**seen)
        if self.reading is not None:
            dice = {**sighting.dice, "number": self.reading(sighting.dice["number"])}
            sighting = replace(sighting, dice=dice)
        events = self.table.observe(sighting, name, self.count * self.step_s)
        return [event.what.kind for event in events]

    def roll(self, number, option=None, **seen):
        """Throw dice under a hand, and look once."""
        self.look(4, hand=True, covered=["D"])
        x_mm, y_mm = self.mm["number"]
        self.mm["number"] = (x_mm + 20.0 if x_mm < 20.0 else x_mm - 40.0, y_mm)
        self.throw(number, option, **seen)

    def carry(self, source, target, colour="red"):
        """Move a ball under a hand, and look until that is believed."""
        spots = [source or ("S0" if colour == "red" else "S1"), target]
        self.look(6, hand=True, covered=spots)
        self.move(source, target, colour)
        self.look(ENOUGH)

    def story(self):
        """Return the throws and turns that stand."""
        told = [event.what for event in standing(self.table.events)]
        throws = [
            (e.seat, e.faces["number"], e.faces["option"]) for e in told if isinstance(e, Throw)
        ]
        turns = [[t["number"] for t in e.throws] for e in told if isinstance(e, Turn)]
        return throws, turns

    def blamed(self):
        """Return whether anything was ever called illegal."""
        return any(isinstance(event.what, Illegal) for event in self.table.events)


def dark(reading):
    """A die that lies there and cannot be read."""
    return replace(reading, face=None)


def beside(reading):
    """The same, placed by a side that is taken for its top."""
    if reading.x_mm is None:
        return reading
    return replace(reading, face=None, x_mm=reading.x_mm + 13.0)


def absent(_):
    """A die that is not found at all."""
    return DieReading(DieState.ABSENT)


def shows(face):
    """Return how a die is read as this face."""
    return lambda reading: replace(reading, face=face)


@pytest.fixture
def board():
    """A game in which red has a ball on O0 and is to throw both dice."""
    board = Dim()
    board.look(ENOUGH)
    board.roll(6)
    board.look(ENOUGH)
    board.carry("", "O0")
    return board


@pytest.mark.parametrize("unread", [dark, beside])
def test_a_face_that_is_read_late_replaces_the_guess(unread):
    """A throw that was guessed when the round was won is told as it is read at last, with its turn."""
    board = won_by_a_guess(unread)
    guess = board.story()[0][-1]
    assert guess[1:] != (10, "hole-in")
    before = len(board.table.events)

    board.reading = None
    board.look(ENOUGH)

    throws, turns = board.story()
    assert throws[-1] == (0, 10, "hole-in")
    assert turns[-1][-1] == 10
    assert isinstance(board.table.events[before].what, Corrected)
    kinds = [event.what.kind for event in standing(board.table.events)]
    assert kinds.count("round") == 1
    records = [event_from_record(event.record()) for event in board.table.events]
    assert fold(board.table.game, records).stage is board.table.state.stage


def won_by_a_guess(unread):
    """Return a game that red has won by hole-in, with a number that nobody could read."""
    match = replace(
        MATCH, position={**POSITION, "on": {"O1": 0, "T0": 0}, "start": {"0": 0, "1": 2}}
    )
    board = Dim()
    board.table = Board(match, LIVE, 0.1).table
    board.on = {"O1": "red", "T0": "red"}
    board.look(ENOUGH)
    board.reading = unread
    board.roll(10, "hole-in")
    board.look(ENOUGH)
    board.carry("O1", "T3")
    return board


POSITION = {
    "game": "inner-circle", "memory": False, "seats": [0, 1], "balls": 2,
    "counters": {"0": 0, "1": 0}, "turn": 0,
}  # fmt: skip


def test_a_die_read_otherwise_at_first_ends_as_most_pictures_say(board):
    """A throw read as 12 for a moment and as 10 from then on is a 10, thrown once."""
    board.reading = shows("12")
    board.roll(10, "half")
    board.look(4)
    assert board.story()[0][-1] == (0, 12, "half")

    board.reading = None
    board.look(2 * ENOUGH)

    assert board.story()[0] == [(0, 6, None), (0, 10, "half")]
    assert not board.blamed()
    board.carry("O0", "O10")
    assert not board.blamed()


def test_a_throw_onto_the_same_place_counts(board):
    """A die falls where it lay, and for a picture it seems to lie there still with its old face."""
    board.roll(10, "half")
    board.look(30)
    board.carry("O0", "O10")
    board.look(4, hand=True, covered=["D"])
    board.reading = shows("10")
    board.faces["number"] = "8"
    board.see()
    board.reading = None
    board.look(2 * ENOUGH)

    assert board.story()[0][2:] == [(1, 8, None)]


def test_a_moment_does_not_change_what_was_read_for_long(board):
    """Three pictures of another face change nothing of a throw that has lain for seconds."""
    board.roll(10, "half")
    board.look(30)
    board.reading = shows("12")
    board.look(4)
    board.reading = None
    board.look(30)

    assert board.story()[0] == [(0, 6, None), (0, 10, "half")]
    assert not any(isinstance(event.what, Corrected) for event in board.table.events)


def test_a_foul_by_a_misread_die_is_taken_back(board):
    """A move that is wrong only by the face which was read first is right by what is read later."""
    board.reading = shows("12")
    board.roll(10, "hole-in")
    board.look(5)
    board.carry("O0", "O10")
    assert board.blamed()

    board.reading = None
    board.look(3 * ENOUGH)

    assert board.story()[0][-1] == (0, 10, "hole-in")
    assert board.table.state.wrong is None
    assert board.table.state.line.stands.on == {"O10": 0}


def test_what_people_said_of_a_throw_holds(board):
    """A throw that somebody corrected is not read again."""
    board.reading = shows("12")
    board.roll(10, "half")
    board.look(4)
    board.decide(lambda decisions: decisions.correct_throw({"number": 4, "option": "half"}))

    board.reading = None
    board.look(3 * ENOUGH)

    assert board.story()[0][-1] == (0, 4, "half")


@given(st.lists(st.sampled_from(["10", "10", "10", "12", ""]), min_size=30, max_size=60))
def test_the_face_that_is_read_most_is_believed(faces):
    """Whatever a die is read as in between, it ends as the face that most of the last pictures show."""
    watched = Watched(None, 0, 0.0)
    for i, face in enumerate([*faces, *["10"] * 12]):
        watched = watched.seen(Lying(face, 0.0, 0.0), i / 10, gaps=False)

    assert watched.die is not None
    assert watched.die.face == "10"


def test_a_number_die_that_is_not_found_was_thrown_with_the_other(board):
    """With the option die thrown anew and a ball moved, the number is what explains the move."""
    board.reading = absent
    board.roll(8, "hole-in")
    board.look(30)
    board.carry("O0", "I4")
    board.reading = None
    board.roll(4)
    board.look(ENOUGH)

    throws, turns = board.story()
    assert throws[1:] == [(0, 8, "hole-in"), (1, 4, None)]
    assert turns == [[6, 8]]
    assert not board.blamed()


def test_a_die_that_fell_down_is_thrown_again(board):
    """If nothing was moved, dice of which one was not found count as they are thrown then."""
    board.reading = absent
    board.roll(8, "half")
    board.look(30)
    board.reading = None
    board.roll(4, "double")
    board.look(ENOUGH)

    assert board.story()[0][1:] == [(0, 4, "double")]
    assert not board.blamed()


def rolling(_):
    """A die that rolls."""
    return DieReading(DieState.MOVING)


@pytest.mark.parametrize("rolls", [3, 6])
def test_a_die_that_seemed_to_lie_while_it_rolled_was_thrown_once(rolls):
    """Else the third try would be the next player's throw, and his foul a legal step of 8 double."""
    board = Dim()
    position = {
        **POSITION, "seats": [0, 1, 2], "on": {"O20": 1, "O40": 2}, "start": {"0": 2, "1": 1, "2": 1},
        "counters": {"0": 0, "1": 0, "2": 0},
    }  # fmt: skip
    seats = {0: "red", 1: "blue", 2: "green"}
    Board.__init__(board, replace(MATCH, seats=seats, position=position), LIVE, 0.1)
    board.on = {"O20": "blue", "O40": "green"}
    board.faces["option"] = "double"
    board.look(ENOUGH)
    board.roll(2)
    board.look(ENOUGH)
    board.roll(4)
    board.reading = rolling
    board.look(rolls)
    board.reading = None
    board.mm["number"] = (board.mm["number"][0], 18.0)
    board.look(ENOUGH)
    board.roll(8)
    board.look(ENOUGH)
    board.roll(2, "half")
    board.look(ENOUGH)
    board.carry("O20", "O28", "blue")

    throws, _ = board.story()
    assert throws == [(0, 2, None), (0, 4, None), (0, 8, None), (1, 2, "half")]
    assert board.blamed()


@pytest.mark.parametrize("glimpses", [0, 1, 2])
def test_a_throw_that_is_taken_up_at_once(glimpses):
    """Both dice are thrown by the next player, before the last failed try was believed."""
    board = Dim()
    match = replace(MATCH, position={**POSITION, "on": {"O20": 1}, "start": {"0": 2, "1": 1}})
    board.table = Board(match, LIVE, 0.1).table
    board.on = {"O20": "blue"}
    board.look(ENOUGH)
    for number in (2, 4):
        board.roll(number)
        board.look(ENOUGH)
    board.look(4, hand=True, covered=["D"])
    board.throw(10, **({} if glimpses else {"hand": True, "covered": ["D"]}))
    board.look(max(0, glimpses - 1))
    board.look(4, hand=True, covered=["D"])
    board.throw(12, "double")
    board.look(ENOUGH)

    throws, turns = board.story()
    assert [throw[0] for throw in throws] == [0, 0, 0, 1]
    assert throws[-1] == (1, 12, "double")
    assert len(turns) == 1
    if glimpses:
        assert turns == [[2, 4, 10]]
