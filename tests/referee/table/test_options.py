"""Remembered options: their balls often lie under a hand, and are seen later than those on the fields."""

from dataclasses import replace

import pytest

from referee.events import Illegal, Step
from referee.table.patience import LIVE
from tests.referee.table.scripted import MATCH, Board

PICTURES = 12


class Corners(Board):
    """A table with Memory corners, ten pictures a second; red has remembered to swap balls, blue to exit."""

    def __init__(self) -> None:
        """Begin with a ball of each on the outer ring."""
        self.stored = {"0": ["swap-ball"], "1": ["exit"]}
        position = {
            "game": "inner-circle", "memory": True, "seats": [0, 1], "balls": 2, "turn": 0,
            "counters": {"0": 0, "1": 0}, "on": {"O20": 0, "O40": 1}, "start": {"0": 1, "1": 1},
            "stored": self.stored,
        }  # fmt: skip
        terms = {**MATCH.terms, "memory": True}
        super().__init__(replace(MATCH, terms=terms, position=position), LIVE, 0.1)
        self.on = {"O20": "red", "O40": "blue"}
        self.look(5)

    def throws_a_six(self) -> None:
        """Throw under a hand, and let the dice be seen."""
        self.look(4, hand=True, covered=["D"])
        self.throw(6)
        self.look(PICTURES)

    def swaps_balls(self) -> None:
        """Swap the balls under a hand, which leaves them."""
        self.look(4, hand=True, covered=["O20", "O40"])
        self.on = {"O20": "blue", "O40": "red"}

    def called(self) -> list[str]:
        """Return the rules of all fouls that were ever called."""
        return [event.what.rule for event in self.table.events if isinstance(event.what, Illegal)]

    def _row(self):
        return super()._row() | {"stored": {seat: list(have) for seat, have in self.stored.items()}}


@pytest.mark.parametrize(("put_down", "called"), [(True, []), (False, ["X2"])])
def test_nobody_is_blamed_before_the_option_ball_is_seen(put_down: bool, called: list[str]):
    """Balls are swapped in plain sight while a hand is still at the corner, where the option's ball lies."""
    board = Corners()
    board.throws_a_six()
    corner = ["M0.swap-ball.lower", "M0.swap-ball.upper"]
    board.swaps_balls()
    board.look(6, hand=True, covered=corner)
    if put_down:
        board.stored["0"] = []
    board.look(1)
    board.look(PICTURES)

    assert board.called() == called
    assert any(isinstance(event.what, Step) for event in board.table.events) is put_down


@pytest.mark.parametrize(("put_down", "called"), [(True, []), (False, ["X2"])])
def test_an_option_ball_that_is_put_down_last_by_a_hand_that_is_not_seen(
    put_down: bool, called: list[str]
):
    """It lies up in two pictures after the balls were swapped, and is seen to lie down then."""
    board = Corners()
    board.throws_a_six()
    board.swaps_balls()
    board.look(4)
    if put_down:
        board.stored["0"] = []
    board.look(4 * PICTURES)

    assert board.called() == called


@pytest.mark.parametrize(("put_down", "called"), [(True, []), (False, ["X2"])])
def test_nobody_is_blamed_who_begins_before_the_option_ball_is_seen(
    put_down: bool, called: list[str]
):
    """Red's turn is over; blue takes a ball out before throwing, and its hand is still at the corner."""
    board = Corners()
    board.throws_a_six()
    board.look(4, hand=True, covered=["O20", "O26"])
    board.on = {"O26": "red", "O40": "blue"}
    board.look(PICTURES)
    board.look(4, hand=True, covered=["S1", "O16"])
    board.on["O16"] = "blue"
    board.look(6, hand=True, covered=["M1.exit.lower", "M1.exit.upper"])
    if put_down:
        board.stored["1"] = []
    board.look(PICTURES)

    assert board.called() == called
