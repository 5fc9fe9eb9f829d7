"""The table on scripted pictures: hands, lost balls, counting balls, and eyes that err for long."""

from dataclasses import replace

import pytest

from referee.events import Illegal, Step, Turn, Unsure
from referee.sighting import BoardView
from referee.snapshot import Repair
from referee.table.patience import LIVE
from referee.telling import foul
from tests.referee.table.scripted import Board

HAND = {"hand": True}


class TestHands:
    """Hands over the board."""

    def test_hand_over_a_die(self, board):
        """A die that a hand covers and uncovers was not thrown."""
        assert board.see(hand=True, covered=["D"]) == ["covered"]
        assert board.see(hand=True, covered=["D"]) == []
        assert board.see() == ["clear"]

    def test_ball_slid_under_a_hand(self, board):
        """A ball that is slid over legal stops makes one step, where the hand leaves it."""
        assert board.move("O0", "O1", **HAND) == ["covered"]
        assert board.move("O1", "O3", **HAND) == []
        assert board.move("O3", "O5", **HAND) == []
        assert board.move("O5", "O6", **HAND) == []
        assert board.see() == ["clear", "step"]

    def test_hand_rests(self, board):
        """A hand that rests on the board does not stop the game where everything is seen."""
        board.move("O0", "O6")
        assert board.see(hand=True, covered=["O40"]) == ["covered"]
        board.throw(8, hand=True, covered=["O40"])
        kinds = board.look(5, hand=True, covered=["O40"])

        assert kinds == ["turn", "throw"]

    def test_no_blame_under_a_hand(self, board):
        """While a hand is over the board nobody is blamed."""
        assert board.move("O0", "O9", **HAND) == ["covered"]
        assert board.look(3, **HAND) == []
        assert board.move("O9", "O6") == ["clear", "step"]

    def test_dice_thrown_under_a_hand(self, board):
        """Dice that lie still beside a hand are a throw when they were seen twice."""
        board.move("O0", "O6")
        assert board.throw(8, **HAND) == ["covered"]
        assert board.see(**HAND) == ["turn", "throw"]


class TestLost:
    """Balls that are not where they could be."""

    def test_missing_ball(self, board):
        """A ball that is missing is unsure, and nothing when it is back."""
        board.start = {"0": 1}
        assert board.move("O0", "") == ["unsure"]
        assert board.last(Unsure).what.fields == ("O0",)
        assert board.see() == []
        assert board.move("", "O0") == []

    def test_ball_between_the_holes(self, board):
        """A ball beside its hidden hole is unsure."""
        seen = {"on": {}, "start": {"0": {"red": 1}, "1": {"blue": 2}}, "covered": ["O0"]}

        assert board.see(**seen, loose=[{"colour": "red"}]) == ["unsure"]
        assert board.see() == []

    def test_thrown_ball_in_hand(self, board):
        """A step that throws a ball counts although that ball is still on its way home."""
        board.move("O0", "O6")
        board.throw(6)
        board.move("", "O16", "blue")
        board.throw(2, "swap-ring")
        board.move("O16", "O18", "blue")
        board.throw(12, "half")
        board.start = {"1": 1}
        board.on.pop("O18")

        assert board.move("O6", "O18") == ["step", "unsure"]
        board.start = {}
        assert board.see() == []
        assert board.table.state.line.stands.start == {0: 1, 1: 2}

    def test_game_goes_on_without_a_ball(self, board):
        """A ball off the board does not stop the others; where it belongs is told."""
        board.move("O0", "O6")
        board.start = {"1": 1}
        assert board.see() == ["unsure"]
        assert board.throw(4) == ["turn", "throw"]


class TestWeakEye:
    """An eye that misreads one thing for long."""

    def test_stuck_count(self, board):
        """A start area that is misread for several turns poisons nothing."""
        board.start = {"1": 1}
        board.move("O0", "O6")
        assert isinstance(board.last(Step).what, Step)

        board.throw(12)
        board.on["O16"] = "blue"
        board.see()
        board.throw(4, "half")
        board.move("O16", "O20", "blue")
        board.throw(2, "double")

        turns = [event.what for event in board.table.events if isinstance(event.what, Turn)]
        assert [turn.seat for turn in turns] == [0, 1]
        assert turns[1].position["on"] == {"O6": 0, "O20": 1}
        assert not any(isinstance(event.what, Illegal) for event in board.table.events)

    def test_stuck_field(self, board):
        """A ball that the eye sees where none is does not hide what is played."""
        ghost = board.on | {"O40": "blue"}
        assert board.see(on=ghost) == ["unsure"]

        board.on = {"O6": "red", "O40": "blue"}
        board.start = {"1": 2}
        assert board.see() == ["step"]
        assert board.throw(8) == ["turn", "throw"]

    def test_unreadable_die(self, board):
        """While a die cannot be read nobody is blamed for a move that it may allow."""
        board.move("O0", "O6")
        faces = {**board.faces, "number": None}
        board.mm["number"] = (-20.0, 20.0)
        dice = {"state": dict.fromkeys(board.mm, "lying"), "mm": board.mm, **faces}

        assert board.see(dice=dice) == ["unsure"]
        assert board.last(Unsure).what.fields == ("dice.number",)
        assert board.see() == ["turn", "throw"]

    def test_die_read_again(self, board):
        """A die that shows another face without having moved was misread, if that explains all."""
        board.faces["number"] = "10"

        assert board.see() == ["corrected", "throw"]
        assert board.move("O0", "O10") == ["step"]


def test_put_right_and_thrown(board):
    """A wrong move is put right and the next dice are thrown between two looks: both are told."""
    board.move("O0", "O6")
    assert board.move("O6", "O8") == ["illegal"]
    board.on = {"O6": "red"}
    assert board.throw(8) == ["restored", "turn", "throw"]


def test_a_foul_shows_the_way_that_was_due(board):
    """A miscounted ball is shown where it stands and belongs, with the fields that were to be counted."""
    board.move("O0", "O7")

    shown = foul(board.table.game, board.table.state, board.table.events)

    assert shown.rule == "M1"
    assert shown.counted == tuple(f"O{n}" for n in range(7))
    assert shown.repairs == (Repair(0, "O7", "O6"),)


def test_a_foul_names_the_house_rule_that_allows_it(entered):
    """Where a house rule would allow what was done, the dispute shows it."""
    shown = foul(entered.table.game, entered.table.state, entered.table.events)

    assert shown.legal_under == ("entry_uses_whole_number=false",)


@pytest.mark.parametrize(("throws", "field", "rule"), [((), "T3", "S2"), ((6,), "O16", "S3")])
def test_a_round_begins_as_it_was_set_up_and_with_who_begins(throws, field, rule):
    """S2, S3: a ball that was left over, or the wrong player's, is called so until it is put back."""
    board = Board()
    board.see()
    for number in throws:
        board.throw(number)
    assert board.move("", field, "blue") == ["illegal"]
    called = next(event.what for event in board.table.events if isinstance(event.what, Illegal))
    assert (rule, (field, "start.1")) == (called.rule, called.fields)
    assert board.move(field, "", "blue") == ["restored"]


class TestLive:
    """A camera's patience."""

    def board(self):
        """Return a game before a camera, five pictures a second."""
        board = Board(patience=LIVE, step_s=0.2)
        board.look(4)
        board.throw(6)
        board.look(4)
        board.move("", "O0")
        board.look(4)
        board.throw(6, "half")
        board.look(4)
        return board

    def test_a_glance_is_not_enough(self):
        """What is seen in one picture only is not believed."""
        board = self.board()
        before = len(board.table.events)
        board.move("O0", "O9")
        board.move("O9", "O0")
        board.look(4)

        assert len(board.table.events) == before

    def test_foul_within_a_second(self):
        """A wrong position is announced within a second, and not at once."""
        board = self.board()
        assert board.move("O0", "O9", hand=True, covered=["O0", "O9"]) == ["covered"]
        assert board.see() == ["clear"]
        assert board.look(2) == []
        assert board.look(2) == ["illegal"]

    def test_nobody_is_blamed_where_no_hand_was(self):
        """What seems to have moved while no hand was there is doubted, and believed when it lasts."""
        board = self.board()
        board.look(10)
        assert board.move("O0", "O9") == []
        assert "illegal" not in board.look(8)
        assert "illegal" in board.look(16)

    def test_a_thrown_die_that_seems_to_drift(self):
        """A die that was taken up and thrown is not thrown again when it is seen a little to the side."""
        board = Board(patience=LIVE, step_s=0.1)
        board.look(5)
        gone = {"state": dict.fromkeys(board.mm, "absent"), "mm": dict.fromkeys(board.mm)}
        board.look(4, dice={**gone, "number": None, "option": None})
        assert board.throw(4) + board.look(5) == ["throw"]

        x, y = board.mm["number"]
        board.mm["number"] = (x + 2.5, y)

        assert board.look(30) == []

    def test_doubt_takes_longer(self):
        """That a ball is missing is told when it has been missing for a while."""
        board = self.board()
        board.start = {"0": 1}
        board.move("O0", "")
        assert board.look(4) == []
        assert board.look(8) == ["unsure"]


def test_nothing_is_read_in_a_mirrored_picture(board):
    """A mirrored picture is an event, and what it seems to show means nothing; then the game goes on."""
    clear = board.sighting()
    for seen in (True, False):
        board.on = {"O6": "red"}
        view = BoardView(seen=seen, moved=True, mirrored=True)
        mirrored = [replace(board.sighting(), board=view) for _ in range(5)]
        events = [board.table.observe(each, "m", board.count) for each in mirrored]
        assert [event.what.kind for event in events[0]] == ["moved-camera"]
        assert not any(events[1:])
        board.on = {"O0": "red"}
        back = replace(clear, board=BoardView(seen=True, mirrored=False))
        assert board.table.observe(back, "back", board.count) == ()
    assert board.move("O0", "O6") == ["step"]


def test_a_quarter_turn_is_an_event(board):
    """A board that lies turned is said once; it is read as it lies."""
    turned = replace(board.sighting(), board=BoardView(seen=True, moved=True, quarters=1))
    kinds = [
        event.what.kind for _ in range(3) for event in board.table.observe(turned, "t", board.count)
    ]

    assert kinds == ["moved-camera"]
    assert board.table.state.line.stands.on == {"O0": 0}
