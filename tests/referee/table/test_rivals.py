"""A throw that is repeated: the dice leaned, and were read as if they lay."""

from dataclasses import replace

import pytest

from referee.events import Clear, Illegal, Throw, standing
from referee.table.changes import fold
from referee.table.dice import Lying
from referee.table.outcome import Act, Outcome
from referee.table.patience import LIVE
from referee.table.rivals import Rival, distinct, unexplained_by
from referee.table.state import Fallen, Shown, State
from tests.referee.table.scripted import MATCH, Board

QUICK, SLOW = 15, 45
"""Pictures for which dice lie that are taken up at once, and dice that count for certain."""


def throw(board, number, option=None, **seen):
    """Throw dice, and look at them for a moment."""
    board.look(4, hand=True, covered=["D"])
    board.throw(number, option, **seen)


@pytest.fixture
def board():
    """A game in which red has a ball on O0, ten pictures a second."""
    board = Board(MATCH, LIVE, 0.1)
    board.look(5)
    throw(board, 6)
    board.look(SLOW)
    board.look(4, hand=True, covered=["O0", "S0"])
    board.move("", "O0")
    board.look(SLOW)
    return board


def thrown(board):
    """Return seat, number and option of each throw that stands."""
    throws = [e.what for e in standing(board.table.events) if isinstance(e.what, Throw)]
    return [(each.seat, each.faces["number"], each.faces["option"]) for each in throws]


def fouls(board):
    """Return all that was ever called, also if it was taken back."""
    return [event for event in board.table.events if isinstance(event.what, Illegal)]


def lie(board):
    """Return whether the table believes that the dice lie as they do."""
    return {
        name: (die.face, round(die.x_mm), round(die.y_mm))
        for name, die in board.table.state.dice.items()
    } == {name: (board.faces[name], *map(round, board.mm[name])) for name in board.mm}


def test_replaces_the_first(board):
    """Dice thrown again at once, before anything was moved, are one throw, and no foul."""
    throw(board, 6, "half")
    board.look(QUICK)
    throw(board, 4, "double")
    board.look(QUICK)

    assert thrown(board)[1:] == [(0, 4, "double")]
    assert lie(board)
    assert not fouls(board)


def test_certain_throws_are_not_replaced(board):
    """Dice that lay there for seconds were thrown: who throws again throws too early."""
    throw(board, 6, "half")
    board.look(SLOW)
    throw(board, 4, "double")
    board.look(QUICK)

    assert thrown(board)[1:] == [(0, 6, "half")]
    assert len(fouls(board)) == 1


def test_puts_what_followed_right(board):
    """One of four throws of a player who may throw three times was none: he enters, not the next player."""
    throw(board, 6, "half")
    board.look(SLOW)
    board.look(4, hand=True, covered=["O0", "O6"])
    board.move("O0", "O6")
    for number in (10, 8, 8, 6):
        board.look(QUICK)
        throw(board, number)
    board.look(QUICK)
    board.look(4, hand=True, covered=["O16", "S1"])
    board.move("", "O16", "blue")
    board.look(QUICK)

    assert [seat for seat, _, _ in thrown(board)] == [0, 0, 1, 1, 1]
    assert thrown(board)[-1] == (1, 6, None)
    assert lie(board)
    assert not fouls(board)


def test_two_of_five_throws_of_one_player_were_none():
    """Dice at the rim leaned twice, and were read as if they lay: he enters after three that counted."""
    board = Board(MATCH, LIVE, 0.1)
    board.look(5)
    for number, y_mm in zip((2, 4, 8, 10, 8, 4, 10, 6), (0, 9, 0, 57, 9, 58, 0, 9), strict=True):
        board.mm["number"] = (0.0, float(y_mm))
        throw(board, number)
        board.look(QUICK)
    board.look(4, hand=True, covered=["O16", "S1"])
    board.move("", "O16", "blue")
    board.look(QUICK)

    assert thrown(board)[3:] == [(1, number, None) for number in (8, 10, 6)]
    assert board.table.state.line.stands.on == {"O16": 1}
    assert not fouls(board)


def test_is_given_up_if_it_leaves_more_unexplained():
    """Three throws and a ball that entered; a misread start area lets a fourth throw fit nowhere at first.

    Had the second not counted, the fourth would be the third, and the ball would have entered before it.
    """
    board = Board(MATCH, LIVE, 0.1)
    board.look(5)
    for looks in (SLOW, QUICK, SLOW):
        throw(board, 4)
        board.look(looks)
    board.look(4, hand=True, covered=["O0", "S0"])
    board.move("", "O0")
    board.look(2)
    board.start["0"] = 0
    board.look(QUICK)
    throw(board, 6, "swap-ring")
    board.look(QUICK)
    board.look(4, hand=True, covered=["S0"])
    board.look(2)
    board.look(4, hand=True, covered=["S0"])
    del board.start["0"]
    board.look(QUICK)

    assert thrown(board) == [(0, 4, None)] * 3 + [(0, 6, "swap-ring")]
    assert not fouls(board)


def test_excuses_nobody_while_the_dice_lie(board):
    """A foul that would be right if the last throw had not counted is one: nobody threw again."""
    throw(board, 10, "half")
    board.look(SLOW)
    board.look(4, hand=True, covered=["O0", "O10"])
    board.move("O0", "O10")
    board.look(SLOW)
    throw(board, 8)
    board.look(4)
    board.look(4, hand=True, covered=["O10", "O5"])
    board.move("O10", "O5")
    board.look(QUICK)

    assert thrown(board)[-1] == (1, 8, None)
    assert len(fouls(board)) == 1


def test_are_kept_beside_each_other_if_other_dice_did_not_count():
    """Both come to the same until one is refuted, since its dice lie there for long."""
    one, other = ({"number": Lying("6", x_mm, 0.0)} for x_mm in (10.0, 30.0))
    rivals = [Rival((), State(), (n,), dice) for n, dice in enumerate((one, other, other, None))]

    assert [rival.replaces for rival in distinct(rivals, State(laying=True))] == []
    kept = distinct(rivals, State(starter=1, queue=(Fallen((1,), (), {}, same_faces=True),)))
    assert [rival.replaces for rival in kept] == [(0,), (2,), (3,)]


def test_bring_what_they_knew_of_the_dice(board):
    """A die that a rival saw to be pushed has not been thrown when that rival replaces the events."""
    throw(board, 6, "half")
    board.look(QUICK)
    table = board.table
    lay = table.state.dice
    pushed = {**lay, "number": Lying("6", lay["number"].x_mm + 9.0, lay["number"].y_mm)}
    rival = Rival((), replace(table.state, dice=pushed), (len(table.events),))
    table._replace(rival, Outcome())

    assert table.state.dice == pushed
    table.carry_out([Act(Clear())])
    assert fold(table.opened, table.events).dice == pushed


def test_bring_what_they_saw_to_be_in_order(board):
    """A foul beside an unread die, or of a ball that is never sure, is called no later for the correction."""
    throw(board, 6, "half")
    board.look(QUICK)
    table = board.table
    shown = Shown(table.state.line.stands, table.state.dice)
    state = replace(table.state, shown=shown, faint=frozenset({"O0"}))
    table._replace(Rival((), state, (len(table.events),)), Outcome())

    assert table.state.shown == shown
    assert table.state.faint == {"O0"}


def test_know_nothing_better_while_a_die_is_waited_for():
    """A die that cannot be read is no reason to take anything back; a throw that fits nowhere is."""
    fallen = Fallen((), (1, 2), {}, same_faces=False)
    waiting, stuck = State(half=fallen), State(queue=(fallen,))

    assert not unexplained_by(Outcome(doubt=("dice.option",)), waiting)
    assert unexplained_by(Outcome(), stuck)
    assert not Rival((), waiting, (1,)).explains(Outcome(), waiting)
    assert Rival((), State(), (1,)).explains(Outcome(), State())
