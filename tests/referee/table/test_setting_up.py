"""Setting up with more balls than agreed (S1), which no turn can do: the live table calls it all the same."""

import tomllib

import pytest

from referee.catalogue import speaker
from referee.events import Illegal
from referee.table.patience import LIVE
from tests.referee.table.scripted import Board
from tests.shared import ROOT

FOLDER = ROOT / "referee" / "games" / "inner_circle"

ROLLING = {
    "state": {"number": "moving", "option": "lying"},
    "mm": {"option": (30.0, 0.0)},
    "option": "half",
}


@pytest.fixture
def board():
    """A game that has started with two balls each."""
    board = Board()
    assert board.see() == ["start"]
    return board


@pytest.mark.parametrize(
    ("language", "words"),
    [
        (
            "de",
            "Rot hat 3 Kugeln. In dieser Partie spielt jeder mit 2; bitte wegnehmen, was zu viel ist.",
        ),
        (
            "en",
            "Rot has 3 balls. In this match everybody plays with 2; please take away what is too many.",
        ),
    ],
)
def test_a_ball_too_many_is_called_by_its_rule(board, language, words):
    """It is told once, in words, with the place where it lies; taken away, the set-up is right again."""
    board.start["0"] = 3

    assert board.look(3) == ["illegal"]
    said = board.last(Illegal).what
    texts = tomllib.loads((FOLDER / f"texts.{language}.toml").read_text("utf-8"))
    assert ("S1", ("start.0",)) == (said.rule, said.fields)
    assert words == speaker(texts, {0: "Rot"})(said.reason)
    del board.start["0"]
    assert board.look(2) == ["restored"]
    assert board.throw(6) == ["throw"]


def test_a_ball_too_many_on_the_board_is_called_too(board):
    """The third ball may lie in a hole as well."""
    board.on["O5"], board.start["0"] = "red", 2

    assert board.look(2) == ["illegal"]
    assert "S1" == board.last(Illegal).what.rule


def test_players_who_throw_all_the_same_are_followed(board):
    """Whoever does not mind is told once, and the game goes on."""
    board.start["0"] = 3
    board.look(2)
    board.start["0"] = 2

    assert board.throw(6)[-1] == "throw"
    board.start.clear()
    assert board.move("", "O0") == ["step"]


def test_a_misread_ball_is_not_one_too_many(board):
    """A ball of one colour that looks like another one is missed there, so nobody is blamed."""
    board.start.update({"0": 3, "1": 1})

    assert "illegal" not in board.look(4)


def test_a_field_that_is_not_seen_blames_nobody(board):
    """With a covered field it is not certain that no ball is missing."""
    board.start["0"] = 3

    assert "illegal" not in board.look(4, covered=["O40"])


def test_a_moment_is_not_enough():
    """Live a ball too many must lie there for a while, as with every foul."""
    board = Board(patience=LIVE, step_s=0.1)
    board.look(40)
    board.start["0"] = 3
    assert "illegal" not in board.look(10)
    del board.start["0"]
    assert "illegal" not in board.look(40)
    board.start["0"] = 3
    assert "illegal" in board.look(100)


def test_later_in_the_round_nobody_is_blamed(board):
    """Once a throw was made a ball too many is not told from a misread one."""
    board.throw(6)
    board.move("", "O0")
    board.start["1"] = 3

    assert "illegal" not in board.look(4)


@pytest.mark.parametrize("hand", [False, True])
def test_dice_that_are_found_before_a_hand_came_were_not_thrown(hand):
    """The first picture misses a die; only under a hand may it have come there since."""
    board = Board(patience=LIVE, step_s=0.1)
    board.see(dice=ROLLING)
    board.look(3 if hand else 0, hand=hand, dice=ROLLING)
    board.faces["number"] = "6"

    assert ("throw" in board.look(8)) == hand


@pytest.mark.parametrize("hand", [False, True])
def test_a_die_that_seemed_to_lie_elsewhere_at_first_was_not_thrown(hand):
    """In the first picture the option die is taken for the number die, which cannot be read there."""
    board = Board(patience=LIVE, step_s=0.1)
    mixed_up = {"number": None, "option": None, "state": {"number": "lying", "option": "moving"}}
    mixed_up |= {"mm": {"number": (12.0, 8.0)}}
    board.see(dice=mixed_up)
    board.look(3 if hand else 0, hand=hand, dice=mixed_up)
    board.mm.update(number=(2.0, -55.0), option=(12.0, 8.0))
    board.faces.update(number="8", option="double")

    assert ("throw" in board.look(12)) == hand


@pytest.mark.parametrize("states", [["absent"], ["off-board"], ["absent", "moving"]])
def test_the_first_throw_may_be_tossed_by_a_hand_that_stays_beside_the_board(states):
    """Nothing is seen of the hand, but dice that were seen away before have come to lie there."""
    board = Board(patience=LIVE, step_s=0.1)
    for state in states:
        board.look(5, dice={"state": {"number": state, "option": state}, "mm": {}})
    board.faces.update(number="6", option="half")

    assert "throw" in board.look(8)
