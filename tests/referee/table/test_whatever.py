"""Fouls beside a die that cannot be read: called where they are some whatever it shows, and never else."""

import itertools
from dataclasses import replace

import pytest

from referee.events import Illegal, Throw, Turn, Unsure
from referee.table import blaming
from referee.table.patience import FOLDER, LIVE
from referee.table.whatever import wrong_whatever
from tests.referee.table.live import PICTURES, LiveBoard, told


class Asking(LiveBoard):
    """A game in which red has a ball on O0, and throws once more."""

    def __init__(self, patience=LIVE):
        super().__init__(patience)
        self.throws(6)
        self.moves("", "O0")
        self.unread_name = "option"

    def throws_unread(self, number, name="option"):
        """Throw both dice so that one of them is never read."""
        self.unread_name = name
        self.look(4, hand=True, covered=["D"])
        self.mm = {"number": (-20.0, 30.0), "option": (30.0, -30.0)}
        self.faces["number"] = str(number)
        self.look(PICTURES, dice=self.unread())

    def unread(self, state="lying"):
        """Return how the dice look while one of them is not read."""
        states = dict.fromkeys(self.mm, "lying") | {self.unread_name: state}
        return {"state": states, "mm": self.mm, **self.faces, self.unread_name: None}

    def put(self, source, target, colour="red"):
        """Move a ball beside the dice of which one is not read."""
        self.moves(source, target, colour, dice=self.unread())


@pytest.fixture
def board():
    """A game in which red is to throw."""
    return Asking()


@pytest.mark.parametrize("name", ["number", "option"])
@pytest.mark.parametrize("target", ["O7", "O27"])
def test_what_no_face_allows_is_called(board, name, target):
    """Nothing that red may have thrown leads there; the throw is told before the foul."""
    board.faces["option"] = "double"
    board.throws_unread(4, name)
    board.put("O0", target)

    assert [foul.seat for foul in told(board, Illegal)] == [0]
    kinds = [event.what.kind for event in board.table.events]
    assert kinds[-2:] == ["throw", "illegal"]
    assert told(board, Unsure)[-1].fields == (f"dice.{name}",)


@pytest.mark.parametrize("pictures", [3, 5, 8])
def test_what_no_face_allows_is_called_once_all_was_seen_in_order(board, pictures):
    """The ball lay there before, when nobody could tell how the dice had fallen, and no event came since."""
    board.look(4, hand=True, covered=["D", "O0", "O7"])
    board.mm = {"number": (-20.0, 30.0), "option": (30.0, -30.0)}
    board.faces["number"] = "4"
    for field, looks in (("O7", pictures), ("O0", 8), ("O7", PICTURES)):
        board.on = {field: "red"}
        board.look(looks, dice=board.unread())

    assert [foul.seat for foul in told(board, Illegal)] == [0]


@pytest.mark.parametrize("target", ["O2", "O8", "I4", "O60"])
def test_what_some_face_allows_is_not(board, target):
    """Half, double, the other ring or the other way round."""
    board.throws_unread(4)
    board.put("O0", target)
    board.look(3 * PICTURES, dice=board.unread())

    assert not told(board, Illegal)


def test_a_ball_that_is_nowhere_is_not_called(board):
    """Whatever the die shows: somebody holds it, most likely."""
    board.throws_unread(4)
    board.start = {"0": 1}
    board.put("O0", "")
    board.look(3 * PICTURES, dice=board.unread())

    assert not told(board, Illegal)


def test_what_may_be_misread_by_some_face_is_not_called(board):
    """If the die shows double the ball may lie on the field that something hides."""
    board.throws_unread(4)
    dice = board.unread()
    board.look(4, hand=True, covered=["O0", "O7", "O8"], dice=dice)
    board.on = {"O7": "red"}
    board.look(3 * PICTURES, covered=["O8"], dice=dice)

    assert not told(board, Illegal)


def test_in_a_slow_recording_an_unread_die_may_have_been_thrown_again():
    """Between two pictures, to where it lay before."""
    board = Asking(FOLDER)
    board.throws_unread(4)
    board.put("O0", "O7")

    assert not told(board, Illegal)


def test_nobody_is_blamed_by_an_unread_throw_while_another_one_waits(board):
    """Blue threw before red moved, and then once more: whose move it is cannot be told."""
    board.throws(4, "half")
    board.look(3 * PICTURES)
    board.throws(8, "double")
    assert [foul.seat for foul in told(board, Illegal)] == [0]

    board.throws_unread(10)
    board.put("O0", "O7")
    board.look(3 * PICTURES, dice=board.unread())

    assert len(told(board, Illegal)) == 1


@pytest.fixture
def called(board, monkeypatch):
    """The moment in which a ball lies wrong whatever the die shows that is not read."""
    moments = []

    def noted(now):
        found = wrong_whatever(now)
        moments.extend([now] if found else [])
        return found

    monkeypatch.setattr(blaming, "wrong_whatever", noted)
    board.throws_unread(4)
    board.put("O0", "O7")
    assert told(board, Illegal)
    return moments[-1]


def test_only_a_throw_that_waits_alone_and_is_not_read_is_judged(called):
    """Beside another one that waits it is not known whose it is, and one that is read is judged elsewhere."""
    assert wrong_whatever(called) is not None

    item = called.item
    another = replace(item, throws=item.guesses, guesses=())
    assert wrong_whatever(replace(called, queue=(another, item))) is None
    assert wrong_whatever(replace(called, item=another, queue=(another,))) is None


def test_what_two_unread_dice_allow_is_left_open(board):
    """They may have shown nearly anything."""
    board.look(4, hand=True, covered=["D"])
    board.mm = {"number": (-20.0, 30.0), "option": (30.0, -30.0)}
    both = board.unread() | {"number": None}
    board.look(PICTURES, dice=both)
    board.moves("O0", "O7", dice=both)
    board.look(3 * PICTURES, dice=both)

    assert not told(board, Illegal)


@pytest.mark.parametrize(("target", "option"), [("O2", "half"), ("O60", "direction")])
def test_what_was_seen_in_between_tells_what_was_thrown(board, target, option):
    """Red moved by it; that blue enters then without a throw is blue's foul, and red's turn is told."""
    board.throws_unread(4)
    board.put("O0", target)
    board.put("", "O16", "blue")

    assert [foul.seat for foul in told(board, Illegal)] == [1]
    assert told(board, Throw)[-1].faces == {"number": 4, "option": option}

    board.put("O16", "", "blue")
    board.throws(8)
    kinds = [event.what.kind for event in board.table.events]
    assert kinds.count("restored") == 1
    assert [turn.seat for turn in told(board, Turn)] == [0]


def test_who_stops_on_the_way_has_not_moved_wrongly(board):
    """Red puts the ball down where half would have led, and then counts on to double."""
    board.throws_unread(4)
    board.put("O0", "O2")
    board.put("O2", "O8")
    board.throws(8)

    assert not told(board, Illegal)
    assert [turn.position["on"] for turn in told(board, Turn)] == [{"O8": 0}]


@pytest.fixture
def entered(board):
    """A game in which red entered its second ball by XII, and then threw a die that is never read."""
    board.throws(10, "half")
    board.moves("O0", "O5")
    for number in (4, 2, 8):
        board.throws(number)
    board.throws(12, "half")
    board.moves("", "O0")
    board.throws_unread(4)
    return board


def goes_on(board, hidden):
    """Let red move from O0 to O2 beside an arm that hides some spots; where the ball comes to is in sight."""
    dice = board.unread()
    board.look(2, hand=True, covered=["O0", *hidden], dice=dice)
    board.on = {"O5": "red"}
    board.look(4, hand=True, covered=hidden, dice=dice)
    board.on = {"O2": "red", "O5": "red"}
    board.look(1, hand=True, covered=hidden, dice=dice)
    board.look(PICTURES, covered=hidden, dice=dice)


def test_a_ball_that_left_is_not_put_back_where_nobody_looks(entered):
    """Red's start area is hidden, and the ball has just come to another field."""
    goes_on(entered, ["S0"])
    entered.throws(10)

    assert told(entered, Turn)[-1].position["on"] == {"O2": 0, "O5": 0}
    assert told(entered, Throw)[-2].faces == {"number": 4, "option": "half"}


def test_nobody_threw_too_early_while_an_unread_throw_waits(entered):
    """The field to which the ball went is hidden, too, so that it seems to be put back; then blue throws."""
    hidden = ["S0", "O2"]
    goes_on(entered, hidden)
    entered.look(4, hand=True, covered=["D", *hidden])
    entered.throw(10, covered=hidden)
    entered.look(PICTURES, covered=hidden)

    assert not told(entered, Illegal)


@pytest.mark.parametrize("taken", [("number",), ("number", "option")])
def test_nobody_is_blamed_once_the_unread_dice_are_taken_up(board, taken):
    """Whoever takes them up may have thrown again."""
    board.throws_unread(4)
    gone = board.unread()
    gone["mm"] = {name: place for name, place in board.mm.items() if name not in taken}
    gone["state"] = gone["state"] | dict.fromkeys(taken, "absent")
    gone |= dict.fromkeys(taken)
    board.look(4, hand=True, covered=["D"])
    board.moves("O0", "O7", dice=gone)

    assert not told(board, Illegal)


@pytest.mark.parametrize(("far_mm", "called"), [(0.0, 1), (3.0, 1), (7.0, 0)])
def test_a_throw_that_fell_near_the_one_before_excuses_who_moves_by_it(board, far_mm, called):
    """Blue threw while a hand hid the dice, to nearly where red's dice lay, of which one was never read."""
    board.throws_unread(6)
    board.put("O0", "O3")
    (x, y), (x_option, y_option) = board.mm["number"], board.mm["option"]
    board.mm = {"number": (x + far_mm, y), "option": (x_option, y_option + far_mm)}
    board.look(4, hand=True, covered=["D"], dice=board.unread())
    board.look(PICTURES, dice=board.unread())
    board.put("", "O16", "blue")

    assert len(told(board, Illegal)) == called


@pytest.mark.parametrize("far_mm", [19.0, 25.0])
def test_a_die_that_seems_to_lie_now_here_and_now_there_is_one_throw(far_mm):
    """One of the places lies further from the other than a die is wide, so that neither lasts for long."""
    board = LiveBoard()
    board.throws(4)
    places = [(-30.0, 30.0)] * 2 + [(-30.0, 30.0 + far_mm)]
    board.look(4, hand=True, covered=["D"])
    for place_mm in itertools.islice(itertools.cycle(places), PICTURES):
        board.mm["number"] = place_mm
        board.see(dice=board.unread())
    board.throws(10)

    assert [throw.faces["number"] for throw in told(board, Throw)][::2] == [4, 10]
    assert len(told(board, Throw)) == 3
