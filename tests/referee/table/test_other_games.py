"""The table knows games by their protocol alone: a game without dice is followed, too."""

from typing import Any

import pytest

from referee.game import Game, game_ids
from referee.sighting import BoardView, Look, Reading, Sighting
from referee.table.patience import FOLDER
from referee.table.table import Table
from tests.referee.table.toy import LENGTH, MATCH, Toy


class Track:
    """A track before an eye."""

    def __init__(self) -> None:
        game: Game[Any, Any] = Toy()
        self.table: Table[Any, Any] = Table(game, patience=FOLDER)
        self.count = 0

    def see(self, black: int, white: int) -> list[str]:
        """Show where the stones lie; returns the kinds of the events."""
        self.count += 1
        labels = {black: MATCH.seats[0], white: MATCH.seats[1]}
        fields = {f"P{i}": Reading(Look.CLEAR, labels.get(i)) for i in range(LENGTH + 2)}
        sighting = Sighting(board=BoardView(seen=True), hand=False, fields=fields)
        events = self.table.observe(sighting, str(self.count), float(self.count))
        return [event.what.kind for event in events]


@pytest.fixture
def track():
    """A track at the beginning of a game."""
    track = Track()
    assert track.see(0, 1) == ["start"]
    return track


def test_turns(track):
    """A turn is over when the next player does something."""
    assert track.see(2, 1) == ["step"]
    assert track.see(2, 3) == ["turn", "step"]
    assert track.see(4, 3) == ["turn", "step"]
    assert [event.what.kind for event in track.table.finish()] == ["turn"]


def test_foul(track):
    """A foul is named and restored."""
    assert track.see(5, 1) == ["illegal"]
    assert track.see(0, 1) == ["restored"]


def test_rounds(track):
    """A win ends the round, and the next begins from its set-up, with another player."""
    track.see(2, 1)
    track.see(2, 3)
    track.see(4, 3)
    track.see(4, 5)
    track.see(6, 5)
    assert track.see(6, 7) == ["turn", "step", "turn", "round"]
    assert track.see(0, 1) == []
    assert track.see(0, 2) == ["step"]
    assert track.table.state.line.before.turn == 1


def test_known_games():
    """The Inner Circle is among the games that can be played."""
    assert "inner-circle" in game_ids()
