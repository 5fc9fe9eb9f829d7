"""Dice that are read now as one face and now as another where they lie: nobody is blamed by one of them."""

import itertools

import pytest

from referee.events import Corrected, Illegal, Throw, Turn, Unsure
from referee.table.patience import FOLDER, LIVE
from tests.referee.table.live import told
from tests.referee.table.scripted import MATCH, Board

TURN_DEG = 30.0


class Flickering(Board):
    """A game in which red has a ball on O0; the number die then shows what a test says."""

    def __init__(self, patience):
        super().__init__(MATCH, patience, 1.0 if patience is FOLDER else 0.1)
        self.turn_deg = TURN_DEG
        self.pictures = 1 if patience is FOLDER else 8
        self.read = itertools.repeat("2")
        self.look(self.pictures)
        self.throws("6", "6")
        self.moves("", "O0")

    def see(self, **seen):
        """Take a picture in which the number die is read as its next face."""
        self.faces["number"] = next(self.read)
        return super().see(**seen)

    def throws(self, number, cycle, option=None):
        """Throw the dice; then the number die is read as these faces, again and again."""
        if self.pictures > 1:
            self.look(4, hand=True, covered=["D"])
        self.read = itertools.cycle(cycle)
        self.throw(int(number), option)
        self.look(self.pictures - 1)

    def moves(self, source, target):
        """Move a red ball, under a hand where pictures come quickly, and look."""
        if self.pictures > 1:
            self.look(4, hand=True, covered=[source or "S0", target])
        self.move(source, target)
        self.look(self.pictures - 1)

    def _row(self):
        row = super()._row()
        row["dice"]["deg"] = {"number": self.turn_deg, "option": 10.0}
        return row


def throws(board):
    """Return the numbers of the throws that stand."""
    return [throw.faces["number"] for throw in told(board, Throw)]


def blamed(board):
    """Return whether anybody was ever called wrong."""
    return any(isinstance(event.what, Illegal) for event in board.table.events)


@pytest.mark.parametrize(
    ("patience", "cycle"),
    [
        *((FOLDER, cycle) for cycle in ("68", "6688", "668")),
        *((LIVE, cycle) for cycle in ("68", "668", "6668", "666688")),
    ],
)
def test_the_face_that_explains_the_board_is_told(patience, cycle):
    """A move by the second face: the throw is told anew, once, and nobody is blamed however long it lasts."""
    board = Flickering(patience)
    board.throws("8", cycle, "half")
    if cycle.startswith("66") and patience is FOLDER:
        board.look(cycle.index("8") - 1)
    assert throws(board) == [6, 6]

    board.moves("O0", "O4")
    board.look(4 * board.pictures)

    assert not blamed(board)
    assert throws(board) == [6, 8]
    assert len(told(board, Corrected)) == 1
    assert board.table.state.line.stands.on == {"O4": 0}
    assert not told(board, Turn)


@pytest.mark.parametrize("patience", [FOLDER, LIVE])
def test_a_foul_by_the_first_face_is_taken_back(patience):
    """What was called by a face that is read otherwise later was no foul, if it is none by the later one."""
    board = Flickering(patience)
    board.throws("8", "6", "half")
    board.moves("O0", "O4")
    board.look(2 * board.pictures)
    assert told(board, Illegal)

    board.read = itertools.cycle("668")
    board.look(3 * board.pictures)

    assert not told(board, Illegal)
    assert throws(board) == [6, 8]
    assert board.table.state.wrong is None


@pytest.mark.parametrize("patience", [FOLDER, LIVE])
def test_a_foul_by_both_faces_is_called(patience):
    """A move of nine is wrong whichever of two numbers was thrown."""
    board = Flickering(patience)
    board.throws("8", "68")
    board.moves("O0", "O9")
    board.look(3 * board.pictures)

    assert len(told(board, Illegal)) == 1


@pytest.mark.parametrize("patience", [FOLDER, LIVE])
def test_what_may_be_right_by_the_second_face_is_asked_for(patience):
    """Where the ball would come to by the second face is hidden; once it is seen, both make a foul of it."""
    board = Flickering(patience)
    board.throws("8", "68", "half")
    if patience is LIVE:
        board.look(4, hand=True, covered=["O0", "O4", "O5"])
    board.on = {"O5": "red"}
    board.look(3 * board.pictures, covered=["O4"])

    assert not told(board, Illegal)
    assert [unsure.fields for unsure in told(board, Unsure)] == [("dice.number",)]

    board.look(3 * board.pictures)

    assert len(told(board, Illegal)) == 1


@pytest.mark.parametrize("patience", [FOLDER, LIVE])
def test_a_stop_on_the_way_by_the_first_face_proves_nothing(patience):
    """Red puts the ball down where the first face leads to, and goes on to where the second does."""
    board = Flickering(patience)
    board.throws("8", "68", "half")
    board.moves("O0", "O3")
    board.moves("O3", "O4")
    board.look(3 * board.pictures)

    assert not blamed(board)
    assert throws(board) == [6, 8]
    assert board.table.state.line.stands.on == {"O4": 0}


@pytest.mark.parametrize("before", [None, "6"])
def test_nobody_is_blamed_by_a_doubted_throw_that_waits(before):
    """Thrown and moved under one hand; the dice of a throw before it, with the same face, lay elsewhere."""
    board = Flickering(LIVE)
    if before:
        board.throws("6", before, "half")
    board.look(4, hand=True, covered=["D", "O0", "O4"])
    board.on = {"O4": "red"}
    board.read = itertools.cycle("86")
    board.throw(6, "half", hand=True, covered=["D", "O0", "O4"])
    board.look(5 * board.pictures)

    assert not blamed(board)
    assert throws(board) == ([6, 6] if before else [6])


def test_a_glimpse_of_another_face_saves_nobody():
    """Before a camera two pictures of another face are no reason to doubt the first."""
    board = Flickering(LIVE)
    board.throws("6", "6", "half")
    board.read = itertools.chain("88", itertools.repeat("6"))
    board.moves("O0", "O4")
    board.look(board.pictures)

    assert [foul.seat for foul in told(board, Illegal)] == [0]


def test_what_was_read_otherwise_long_ago_saves_nobody():
    """Faces that were read two seconds ago and more are forgotten."""
    board = Flickering(LIVE)
    board.throws("6", "68", "half")
    board.read = itertools.repeat("6")
    board.look(30)
    board.moves("O0", "O4")
    board.look(board.pictures)

    assert len(told(board, Illegal)) == 1


@pytest.mark.parametrize("patience", [FOLDER, LIVE])
def test_what_people_said_of_a_doubted_throw_holds(patience):
    """A number that somebody corrected is not told anew by either face."""
    board = Flickering(patience)
    board.throws("8", "68", "half")
    board.look(2)
    board.decide(lambda decisions: decisions.correct_throw({"number": 10, "option": "half"}))
    board.moves("O0", "O4")
    board.look(2 * board.pictures)

    assert throws(board)[-1] == 10


def test_most_pictures_of_a_slow_recording_are_believed():
    """One picture of another face changes nothing, two of three do, and neither is a throw."""
    board = Flickering(FOLDER)
    board.throws("8", "688", "half")
    board.see()
    assert throws(board) == [6, 6]
    board.see()

    assert throws(board) == [6, 8]
    assert not told(board, Turn)


@pytest.mark.parametrize(
    ("turned_deg", "off_mm", "thrown"),
    [(3.0, 0.5, False), (182.0, 0.5, False), (9.0, 0.0, True), (90.0, 0.5, True), (0.0, 2.5, True)],
)
def test_what_lies_otherwise_was_thrown_in_a_slow_recording(turned_deg, off_mm, thrown):
    """Another face in another place, or otherwise turned, is a throw; to the hair alike it is none."""
    board = Flickering(FOLDER)
    board.throws("4", "4")
    board.moves("O0", "O4")
    board.turn_deg += turned_deg
    board.mm["number"] = (board.mm["number"][0] + off_mm, board.mm["number"][1])
    board.read = itertools.repeat("12")
    board.look(4)

    assert throws(board) == ([6, 4, 12] if thrown else [6, 4])
    assert bool(told(board, Turn)) == thrown
