"""The score by the counting balls: set, forgotten, moved without a win, kept without a referee."""

from referee.events import Illegal, RoundWon, Throw
from referee.match import score
from referee.table.patience import FOLDER
from referee.table.state import Stage
from referee.table.table import Table
from tests.referee.table.scripted import Board


class TestCounters:
    """Counting balls, and the end of a round."""

    def test_counter_before_the_last_ball(self):
        """The counting ball may be moved before the ball that wins is home."""
        board = self.near_the_end()
        board.counters["0"] = 1
        assert board.see() == []

        assert board.move("O6", "T0") == ["step", "turn", "round"]
        assert board.last(RoundWon).what.counters == {"0": 1, "1": 0}

    def test_counter_without_a_win(self, board):
        """A counting ball that moves although nobody can win now is illegal."""
        board.counters["1"] = 1
        assert board.see() == ["illegal"]
        assert board.last(Illegal).what.rule == "G3"
        assert board.last(Illegal).what.fields == ("counters.1",)
        board.counters["1"] = 0
        assert board.see() == ["restored"]

    def test_wrong_counter_after_a_win(self):
        """After a win the winner's counting ball is due, and no other."""
        board = self.near_the_end()
        board.move("O6", "T0")
        board.counters["1"] = 1
        assert board.see() == ["illegal"]
        assert board.see() == []
        board.counters["1"] = 0
        assert board.see() == ["restored"]
        board.counters["0"] = 1
        assert board.see() == []
        board.on = {}
        assert board.see() == []
        assert board.throw(8) == ["throw"]
        assert board.last(Throw).what.seat == 0

    def test_counter_forgotten(self):
        """Who throws for the next round before the counting ball was moved is told; the throw counts."""
        board = self.near_the_end()
        board.move("O6", "T0")
        board.on = {}
        assert board.see() == []
        assert board.throw(8) == ["illegal"]
        assert board.last(Illegal).what.fields == ("counters.0",)
        assert board.see() == []
        board.counters["0"] = 1
        assert board.see() == ["restored", "throw"]

    def test_counter_forgotten_and_allowed(self):
        """The players may leave the counting ball where it is."""
        board = self.near_the_end()
        board.move("O6", "T0")
        board.on = {}
        board.see()
        board.throw(8)

        board.decide(lambda d: d.let_stand())

        assert board.see() == ["throw"]

    def near_the_end(self):
        """Return a game in which red wins with hole-in now."""
        board = Board()
        board.see()
        for number in (6, 12):
            board.throw(number)
            board.move("", "O0")
            board.throw(6, "hole-in")
            board.move("O0", "O6")
            if number == 6:
                board.move("O6", "T4")
                board.throw(2)
                board.throw(2)
                board.throw(4)
        return board


class TestScoreOnly:
    """A table that keeps the score only."""

    def board(self):
        """Return a table at which anything may be played."""
        board = Board()
        board.table = Table(board.table.game, patience=FOLDER, refereeing=False)
        board.see()
        return board

    def test_rounds(self):
        """Rounds are counted by the counting balls, whatever is played."""
        board = self.board()
        board.throw(4)
        assert board.move("", "O33", "blue") == []
        for at in (1, 2):
            board.counters["1"] = at
            assert board.see() == ["round"]
        board.counters["1"] = 3
        assert board.see() == ["round", "game"]
        assert score(board.table.events).counters == {0: 0, 1: 3}

    def test_strange_score(self):
        """A counting ball that jumps is unsure."""
        board = self.board()
        board.counters["0"] = 2
        assert board.see() == ["unsure"]

    def test_another_game(self):
        """Won and set up again, the table keeps the score of another game."""
        board = self.board()
        board.see()
        for at in (1, 2, 3):
            board.counters["1"] = at
            board.see()
        assert board.table.state.stage is Stage.OVER

        board.counters["1"] = 0

        assert board.see() == ["start"]
        board.counters["0"] = 1
        assert board.see() == ["round"]

    def test_taken_back(self):
        """A round that was taken back counts again only after the counting ball was put back."""
        board = self.board()
        board.see()
        board.counters["1"] = 1
        board.see()
        board.decide(lambda d: d.take_back(1))

        assert board.see() == []
        board.counters["1"] = 0
        assert board.see() == ["restored"]
        board.counters["1"] = 1
        assert board.see() == ["round"]
