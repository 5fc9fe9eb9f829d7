"""Dice that seem to roll for as long as they lie there: said to be unread, and nobody is blamed for them."""

from dataclasses import replace

import pytest

from referee.events import Illegal, Throw, Unsure, standing
from referee.sighting import DieReading, DieState
from referee.table.patience import LIVE
from referee.table.restless import GONE_S, restless, rolling_on
from referee.table.state import Fallen
from referee.table.waiting import remembered, unexplained
from tests.referee.table.scripted import MATCH, Board

THERE_MM = (-30.0, 30.0)


class SlowBoard(Board):
    """A game of which a picture is taken every second, and red has entered a ball."""

    def __init__(self):
        super().__init__()
        self.begin()

    def unread(self, state, place_mm):
        """Return how the dice look while the number die is not read; ``place_mm`` None: it is nowhere."""
        mm = {"option": self.mm["option"]} | ({"number": place_mm} if place_mm else {})
        return {
            "state": {"number": state, "option": "lying"},
            "mm": mm,
            **self.faces,
            "number": None,
        }

    def blind(self, state, place_mm=THERE_MM, option="half"):
        """Throw both dice so that the number die is not read."""
        self.mm["option"], self.faces["option"] = (self.mm["option"][0], 40.0), option
        return self.unread(state, place_mm)


@pytest.fixture
def board():
    """A game in which red has thrown once, and moved."""
    return SlowBoard()


def told(board, kind):
    """Return what stands of one kind of event."""
    return [event.what for event in standing(board.table.events) if isinstance(event.what, kind)]


UNREAD = [
    ("moving", THERE_MM), ("moving", None), ("absent", None), ("lying", THERE_MM), ("leaning", THERE_MM),
]  # fmt: skip


@pytest.mark.parametrize(("state", "place_mm"), [case for case in UNREAD if case[0] != "absent"])
def test_a_throw_that_is_never_read_is_said_to_be_unread(board, state, place_mm):
    """However the eye calls what it cannot read, and also if a hand comes in between.

    That a die is nowhere to be seen the players know themselves.
    """
    dice = board.blind(state, place_mm)
    board.look(1, dice=dice)
    board.look(1, dice=dice, hand=True, covered=["O0"])
    board.look(1, dice=dice)

    assert [unsure.fields for unsure in told(board, Unsure)] == [("dice.number",)]


@pytest.mark.parametrize(("state", "place_mm"), UNREAD)
def test_the_next_throw_is_the_next_player_s(board, state, place_mm):
    """Red moves by what was never read; then blue throws a six and enters, and that is no foul."""
    dice = board.blind(state, place_mm)
    board.look(3, dice=dice)
    board.move("O0", "O2", dice=dice)
    board.look(2, dice=dice)
    board.throw(6)
    board.move("", "O16", "blue")
    board.look(2)

    assert [throw.seat for throw in told(board, Throw)] == [0, 0, 1]
    assert not any(isinstance(event.what, Illegal) for event in board.table.events)
    assert board.table.state.line.stands.on == {"O2": 0, "O16": 1}


@pytest.mark.parametrize(("state", "place_mm"), [("moving", THERE_MM), ("moving", None)])
def test_a_number_thrown_alone_is_said_to_be_unread(board, state, place_mm):
    """Blue has no ball on the board, so no other die tells that one was thrown."""
    board.throw(4, "half")
    board.move("O0", "O2")
    board.look(3, dice=board.unread(state, place_mm))

    assert [unsure.fields for unsure in told(board, Unsure)] == [("dice.number",)]


def test_a_die_that_rolls_in_one_picture_is_none_that_cannot_be_read(board):
    """Nor one that rolls elsewhere in the next."""
    board.look(1, dice=board.unread("moving", THERE_MM))
    board.look(1, hand=True, covered=["D"])
    board.look(1, dice=board.unread("moving", (30.0, -30.0)))
    board.throw(8, "half")

    assert not told(board, Unsure)
    assert [throw.faces["number"] for throw in told(board, Throw)] == [6, 8]


@pytest.mark.parametrize(("places_mm", "said"), [([THERE_MM], 1), ([THERE_MM, (30.0, -30.0)], 0)])
def test_a_live_die_that_seems_to_roll_in_one_place_is_said_to_be_unread(places_mm, said):
    """One that is elsewhere every time does roll."""
    live = Board(MATCH, LIVE, 0.1)
    live.look(5)
    for i in range(40):
        live.mm["number"] = places_mm[i % len(places_mm)]
        states = {"number": "moving", "option": "lying"}
        live.see(dice={"state": states, "mm": live.mm, **live.faces, "number": None})

    assert len(told(live, Unsure)) == said


MOVING = DieReading(DieState.MOVING, x_mm=10.0, y_mm=0.0)
ELSEWHERE = DieReading(DieState.MOVING, x_mm=40.0, y_mm=0.0)
COVERED = DieReading(DieState.COVERED)
LYING = DieReading(DieState.LYING, "6", x_mm=10.0, y_mm=0.0)


@pytest.mark.parametrize(
    ("between", "hand", "rests"),
    [
        (MOVING, False, True),
        (MOVING, True, True),
        (COVERED, True, True),
        (ELSEWHERE, False, False),
        (ELSEWHERE, True, False),
        (LYING, False, False),
    ],
)
def test_what_is_seen_in_between_tells_whether_it_rolls(between, hand, rests):
    """Three pictures; nothing is known of a die that is covered."""
    now = rolling_on(None, MOVING, 0.0, hand=False)
    now = rolling_on(now, between, GONE_S / 2, hand=hand)
    now = rolling_on(now, MOVING, GONE_S, hand=False)

    assert bool(restless({"number": now}, GONE_S)) is rests


def test_a_die_in_a_hand_is_none_that_cannot_be_read():
    """A hand holds it still."""
    now = None
    for t_s in range(4):
        now = rolling_on(now, MOVING, float(t_s), hand=True)

    assert now is None


@pytest.mark.parametrize("unread", [*(case for case in UNREAD if case[0] != "absent"), None])
def test_nobody_is_blamed_by_a_throw_that_came_after_one_that_was_not_read(board, unread):
    """Blue enters by a throw that was seen in one picture, and not read; without that it is a foul."""
    board.throw(4, "half")
    board.move("O0", "O2")
    board.look(1)
    if unread is not None:
        board.look(1, dice=board.unread(*unread))
    board.look(1, hand=True, covered=["D", "O16", "S1"])
    board.on["O16"] = "blue"
    board.throw(8, "double")
    board.look(2)

    blamed = [foul.seat for foul in told(board, Illegal)]
    assert blamed == ([1] if unread is None else [])
    if unread is not None:
        assert [throw.seat for throw in told(board, Throw)] == [0, 0, 1, 1]


def test_a_throw_that_waits_is_kept_with_what_was_missed_before_it(board):
    """Also when the power fails."""
    item = Fallen(throws=(), guesses=(), dice={}, same_faces=False, missed=True)
    game, state = board.table.game, replace(board.table.state, queue=(item,))

    again = remembered(game, board.table.state, unexplained(game, state))

    assert again.queue == (item,)
