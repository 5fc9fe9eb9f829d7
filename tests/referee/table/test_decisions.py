"""What people decide: letting things stand, correcting, taking back, pausing."""

import pytest

from referee.events import (
    Abandoned,
    Corrected,
    Illegal,
    Restored,
    Step,
    Throw,
    event_from_record,
)
from referee.table.changes import fold
from referee.table.decisions import Refused
from referee.table.state import Stage
from referee.table.table import Table
from tests.referee.table.scripted import Board


@pytest.fixture
def board():
    """A game in which red has entered a ball and thrown 6 and half."""
    board = Board()
    assert board.see() == ["start"]
    board.throw(6)
    board.move("", "O0")
    assert board.throw(6, "half") == ["throw"]
    return board


class TestLetStand:
    """Playing on with what was called illegal."""

    def test_position_counts(self, board):
        """After a wrong move was allowed the next player throws, and the turn ended there."""
        assert board.move("O0", "O7") == ["illegal"]

        assert board.decide(lambda d: d.let_stand()) == ["step"]
        assert board.see() == []
        assert board.throw(4) == ["turn", "throw"]
        assert board.last(Throw).what.seat == 1

    def test_same_player_may_go_on(self, board):
        """Who was allowed something may throw again if the rules ask for that kind of throw only."""
        board.move("O0", "O7")
        board.decide(lambda d: d.let_stand())

        board.throw(4, "double")

        assert board.last(Throw).what.seat == 0

    def test_nothing_wrong(self, board):
        """Nothing can be let stand where nothing is wrong."""
        with pytest.raises(Refused):
            board.decide(lambda d: d.let_stand())

    def test_early_throw(self, board):
        """A throw before the turn was over is called; allowed, it is the next player's."""
        assert board.throw(4) == ["illegal"]
        assert isinstance(board.table.events[-1].what, Illegal)

        board.decide(lambda d: d.let_stand())

        assert board.see() == ["turn", "throw"]
        assert board.last(Throw).what.seat == 1


class TestAgree:
    """Playing by another house rule, by which nothing would be wrong."""

    RULE = "entry_uses_whole_number=false"

    def test_it_counts_from_now_on(self, entered):
        """The move is legal by the new rule, which the match keeps; the turn goes on by the rules."""
        assert entered.decide(lambda d: d.agree(self.RULE)) == ["house", "step"]

        assert entered.table.state.wrong is None
        assert not entered.table.state.line.agreed
        assert entered.table.game.match.house == {"entry_uses_whole_number": False}
        assert entered.throw(4) == ["throw"], "after an entry the same player throws again"

    def test_it_is_taken_back(self, entered):
        """Whoever goes back to before the foul plays by the old rule again."""
        before = entered.table.state.called - 1
        entered.decide(lambda d: d.agree(self.RULE))

        entered.decide(lambda d: d.take_back(before))

        assert entered.table.game.match.house == {}
        assert entered.table.state == fold(entered.table.opened, entered.table.events)

    def test_only_a_rule_that_makes_it_right(self, entered):
        """Another house rule is no way out, nor is any where nothing is wrong."""
        with pytest.raises(Refused, match="other-rule"):
            entered.decide(lambda d: d.agree("own_ball=throws"))
        entered.move("O0", "")
        with pytest.raises(Refused, match="nothing-wrong"):
            entered.decide(lambda d: d.agree(self.RULE))

    def test_it_outlives_the_power(self, entered):
        """The journal alone leads back to the same rules."""
        entered.decide(lambda d: d.agree(self.RULE))

        again = Table(
            entered.table.opened, [event_from_record(e.record()) for e in entered.table.events]
        )

        assert again.game.match == entered.table.game.match
        assert again.state.line == entered.table.state.line


class TestEarlyThrow:
    """A throw before the turn was over."""

    def test_made_good(self, board):
        """When the move is made after all, turn and throw count."""
        assert board.throw(4) == ["illegal"]
        assert board.see() == []

        assert board.move("O0", "O6") == ["step", "turn", "throw"]


class TestCorrect:
    """Correcting what the table believes."""

    def test_position(self, board):
        """A position from the phone stands until something else is seen."""
        data = board.table.game.position_data(board.table.state.line.stands)

        board.decide(
            lambda d: d.correct_position({**data, "on": {"O5": 0}, "start": data["start"]})
        )
        board.on = {"O5": "red"}

        assert board.see() == []
        assert board.table.state.line.stands.on == {"O5": 0}

    def test_throw(self, board):
        """With the throw corrected, what was called illegal is a step."""
        assert board.move("O0", "O10") == ["illegal"]

        kinds = board.decide(lambda d: d.correct_throw({"number": 10, "option": "half"}))

        assert kinds == ["corrected", "throw"]
        assert board.see() == ["step"]

    def test_the_last_of_several_tries(self):
        """Of three throws only the last is corrected; what was thrown before stays."""
        board = Board()
        board.see()
        for number in (2, 4, 8):
            assert board.throw(number) == ["throw"]

        assert board.decide(lambda d: d.correct_throw({"number": 6})) == ["corrected", "throw"]
        assert [throw.number for throw in board.table.state.line.throws] == [2, 4, 6]

    def test_no_throw(self):
        """Without a throw there is none to correct."""
        board = Board()
        board.see()
        with pytest.raises(Refused):
            board.decide(lambda d: d.correct_throw({"number": 10}))


class TestTakeBack:
    """Going back to an earlier event."""

    def test_board_is_laid_out(self, board):
        """After going back nobody is blamed until the board stands as it did; then the game goes on."""
        thrown = board.last(Throw).n
        board.move("O0", "O6")
        assert board.throw(4) == ["turn", "throw"]

        assert board.decide(lambda d: d.take_back(thrown)) == ["corrected"]
        assert board.see() == []
        assert board.move("O6", "O20") == []
        assert board.move("O20", "O0") == ["restored"]
        assert board.move("O0", "O3") == ["step"]
        assert board.throw(4) == ["turn", "throw"]

    def test_unknown_event(self, board):
        """One cannot go back to what never happened or to now."""
        with pytest.raises(Refused):
            board.decide(lambda d: d.take_back(99))
        with pytest.raises(Refused):
            board.decide(lambda d: d.take_back(board.table.events[-1].n))

    def test_journal_keeps_both(self, board):
        """What was taken back stays in the log, marked as replaced."""
        before = len(board.table.events)
        board.decide(lambda d: d.take_back(1))

        assert len(board.table.events) == before + 1
        assert board.last(Corrected).what.replaces == tuple(range(2, before + 1))


def test_pause(board):
    """While paused nothing that is seen counts."""
    assert board.decide(lambda d: d.pause()) == ["pause"]
    assert board.move("O0", "O9") == []
    assert board.move("O9", "O0") == []

    assert board.decide(lambda d: d.resume()) == ["resume"]
    assert board.move("O0", "O6") == ["step"]
    with pytest.raises(Refused):
        board.decide(lambda d: d.resume())


def test_abandon(board):
    """An abandoned game is over; a new set-up starts another."""
    board.decide(lambda d: d.abandon())

    assert isinstance(board.table.events[-1].what, Abandoned)
    assert board.table.state.stage is Stage.OVER
    board.on = {}
    assert board.see() == ["start"]


def test_end_turn(board):
    """Players may agree that a turn is over."""
    assert board.decide(lambda d: d.end_turn()) == ["turn"]

    board.throw(4)

    assert board.last(Throw).what.seat == 1


def test_taken_back_by_hand(board):
    """A wrong move that is taken back is restored, one that is put right is a step."""
    assert board.move("O0", "O7") == ["illegal"]
    assert board.move("O7", "O0") == ["restored"]
    assert isinstance(board.last(Restored).what, Restored)
    assert board.move("O0", "O9") == ["illegal"]
    assert board.move("O9", "O6") == ["step"]
    assert isinstance(board.last(Step).what, Step)
