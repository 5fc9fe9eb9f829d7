"""The table where it cannot know what happened: it asks and goes on, and blames nobody."""

import pytest

from referee.events import Step, Throw, Unsure
from referee.table.patience import LIVE
from referee.telling import sentence
from tests.referee.table.scripted import MATCH, Board


@pytest.fixture
def board():
    """A game in which red has moved its ball by 6 to O6, so that blue is to throw."""
    board = Board()
    board.begin()
    board.throw(6, "half")
    board.move("O0", "O6")
    return board


def unread(board):
    """Throw both dice so that the number cannot be read; returns how the dice look from now on."""
    board.mm = {"number": (-20.0, 30.0), "option": (30.0, -30.0)}
    faces = {**board.faces, "number": None}
    return {"state": dict.fromkeys(board.mm, "lying"), "mm": board.mm, **faces}


def test_a_number_that_is_never_read_is_asked_for_and_then_guessed(board):
    """Nobody is blamed for what an unread throw may allow; the next throw tells what it was."""
    dice = unread(board)
    assert board.see(dice=dice) == ["unsure"]
    assert board.last(Unsure).what.fields == ("dice.number",)
    assert sentence(board.last(Unsure)).key == "event.unsure.dice"
    assert board.move("", "O16", "blue", dice=dice) == []

    assert board.throw(4, "half") == ["turn", "throw", "step", "throw"]
    assert board.last(Step).what.seat == 1
    assert board.last(Throw).what.faces == {"number": 4, "option": "half"}


def test_after_a_guess_what_another_face_allows_is_no_foul(board):
    """Three equal numbers let a ball enter; if the first was never read, nobody is blamed for it."""
    dice = unread(board)
    board.see(dice=dice)
    board.throw(4)
    board.throw(4)

    assert "illegal" not in board.move("", "O16", "blue")


def test_after_a_guess_what_no_face_allows_is_a_foul(board):
    """What is wrong whatever the unread die showed is called."""
    dice = unread(board)
    board.see(dice=dice)
    board.move("", "O16", "blue", dice=dice)
    board.throw(4, "half")

    assert board.move("O16", "O25", "blue") == ["illegal"]


def test_after_a_guess_the_game_is_found_again(board):
    """Players who went on from what nobody understood are followed from what stands there."""
    dice = unread(board)
    board.see(dice=dice)
    board.move("", "O16", "blue", dice=dice)
    board.throw(4, "half")
    board.move("O16", "O25", "blue")
    board.throw(8, "double")

    kinds = board.throw(10, "half")

    assert kinds[:2] == ["step", "throw"]
    assert board.table.game.contents(board.table.state.line.stands)["O25"] == "1"
    assert "illegal" not in board.look(3)


def test_the_doubt_after_a_guess_outlives_a_restart(board):
    """That nobody is blamed after a guess stands in the events."""
    dice = unread(board)
    board.see(dice=dice)
    board.move("", "O16", "blue", dice=dice)
    board.throw(4, "half")

    board.table = type(board.table)(board.table.game, board.table.events, board.table._patience)

    assert board.table.state.doubtful > 0


@pytest.mark.parametrize(("misread", "kinds"), [(True, ["unsure"]), (False, ["illegal"])])
def test_who_lost_sight_of_a_ball_blames_nobody_by_it(misread, kinds):
    """A six that lets enter and seems to be passed up, and an unclear start area: most likely a ball entered.

    Without the doubt it is taken for what it looks like, and the ball that comes from nowhere for a foul.
    """
    board = Board(MATCH, LIVE, 0.1)
    board.look(5)
    _throw(board, 2)
    _throw(board, 6)
    board.start = {"0": 1} if misread else {}
    _under_hand(board, "S0", times=25)
    board.start = {}
    _under_hand(board, "S0")
    _throw(board, 8, "half" if misread else None)
    _throw(board, 6)
    board.on["O16"] = "blue"
    _under_hand(board, "S1", "O16")
    _throw(board, 4, "half")
    del board.on["O16"]
    board.on["O18"] = "blue"
    _under_hand(board, "O16", "O18")
    _throw(board, 6, "half")
    board.on["O7"] = "red"

    seen = _under_hand(board, "S0", "O7", times=25)

    assert [kind for kind in seen if kind not in {"covered", "clear"}] == kinds


def _throw(board, number, option=None):
    """Throw dice under a hand, and look at them for a moment."""
    board.look(4, hand=True, covered=["D"])
    board.throw(number, option)
    board.look(15)


def _under_hand(board, *spots, times=15):
    """Change some spots under a hand, and look at them; returns the kinds of all events."""
    return [*board.look(4, hand=True, covered=list(spots)), *board.look(times)]


def test_nobody_is_blamed_before_the_place_of_arrival_is_seen():
    """One misread piece makes a right step look wrong while the field that it led to is hidden."""
    board = Board()
    board.begin()
    board.throw(6, "half")
    misread = {"on": {"O9": "red"}, "covered": ["O6"]}

    kinds = board.move("O0", "O6", **misread) + board.look(4, **misread)

    assert set(kinds) <= {"unsure"}
    assert board.see() == ["step"]
    assert board.move("O6", "O9") == ["illegal"]


def test_a_ball_beside_its_hole_went_nowhere():
    """While a ball lies beside its hole, nothing is believed that needs it elsewhere."""
    board = Board()
    board.begin()
    beside = {
        "on": {"O17": "red"},
        "covered": ["S0"],
        "loose": [{"colour": "red"}],
        "note": "beside O0",
    }

    kinds = board.throw(6, "half", **beside)

    assert "step" not in kinds
    assert "turn" not in kinds
    assert "illegal" not in board.look(3, **beside)
    assert board.table.game.contents(board.table.state.line.stands)["O0"] == "0"


@pytest.fixture
def live():
    """A game before a camera, ten pictures a second, in which red has thrown 4."""
    board = Board(patience=LIVE, step_s=0.1)
    board.look(5)
    gone = {"state": dict.fromkeys(board.mm, "absent"), "mm": dict.fromkeys(board.mm)}
    board.look(4, dice={**gone, "number": None, "option": None})
    assert board.throw(4) + board.look(5) == ["throw"]
    return board


@pytest.mark.parametrize("names", [("number",), ("number", "option")])
def test_dice_that_slip_aside_were_not_thrown(live, names):
    """Dice that lie a little aside from one picture to the next, and then back, were not thrown."""
    was = dict(live.mm)
    for name in names:
        live.mm[name] = (was[name][0] + 4.0, was[name][1] + 4.0)
    kinds = live.look(8)
    live.mm = was

    assert kinds + live.look(8) == []


def test_dice_that_a_hand_hid_while_the_board_slipped_were_not_thrown(live):
    """Both dice a little aside in one direction, with the faces they showed, is the board and no throw."""
    live.look(5, hand=True, covered=["D"])
    live.mm = {name: (x + 4.0, y + 4.0) for name, (x, y) in live.mm.items()}

    assert "throw" not in live.look(8)
