"""A throw that is repeated: the dice leaned, and were read as if they lay."""

from dataclasses import replace

import pytest

from referee.events import (
    Clear,
    Corrected,
    Illegal,
    Restored,
    Step,
    Throw,
    event_from_record,
    standing,
)
from referee.table.changes import fold
from referee.table.dice import Lying
from referee.table.outcome import Act, Outcome
from referee.table.patience import LIVE
from referee.table.rivals import Rival, distinct, unexplained_by
from referee.table.state import Fallen, Order, Shown, State
from referee.table.table import Table
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
    state = replace(table.state, shown=shown, order=Order(frozenset({"O0"})))
    table._replace(Rival((), state, (len(table.events),)), Outcome())

    assert table.state.shown == shown
    assert table.state.order.faint == {"O0"}


def test_know_nothing_better_while_a_die_is_waited_for():
    """A die that cannot be read is no reason to take anything back; a throw that fits nowhere is."""
    fallen = Fallen((), (1, 2), {}, same_faces=False)
    waiting, stuck = State(half=fallen), State(queue=(fallen,))

    assert not unexplained_by(Outcome(doubt=("dice.option",)), waiting)
    assert unexplained_by(Outcome(), stuck)
    assert not Rival((), waiting, (1,)).explains(Outcome(), waiting)
    assert Rival((), State(), (1,)).explains(Outcome(), State())


def scolded():
    """Return a game in which a die leaned, a foul was called and put right, and then red entered by 12.

    The leaning die was told as red's third throw, so that the 12 was taken for blue's.
    """
    start = {"0": 2, "1": 2, "2": 1}
    position = {
        "game": "inner-circle", "memory": False, "seats": [0, 1, 2], "balls": 2,
        "on": {"O40": 2}, "start": start, "counters": dict.fromkeys(start, 0), "turn": 0,
    }  # fmt: skip
    seats = {0: "red", 1: "blue", 2: "green"}
    board = Board(replace(MATCH, seats=seats, position=position), LIVE, 0.1)
    board.on = {"O40": "green"}
    board.look(5)
    for number, y_mm in zip((2, 4, 8, 12), (0, 9, 57, 9), strict=True):
        board.mm["number"] = (0.0, float(y_mm))
        throw(board, number)
        board.look(QUICK)
    for source, target, colour in (
        ("O40", "O46", "green"),
        ("O46", "O40", "green"),
        ("", "O0", "red"),
    ):
        board.look(4, hand=True, covered=[source or "S0", target])
        board.move(source, target, colour)
        board.look(QUICK)
    return board


def test_are_told_where_they_belong_before_a_foul_that_followed_and_holds():
    """The foul was one whoever threw, so it stands; what is told late stands before it in every record."""
    board = scolded()

    assert thrown(board) == [(0, 2, None), (0, 4, None), (0, 12, None)]
    told = [e.what for e in standing(board.table.events) if e.what.kind not in {"covered", "clear"}]
    assert [type(what) for what in told[-5:]] == [Throw, Illegal, Restored, Corrected, Step]
    records = [event_from_record(event.record()) for event in board.table.events]
    again = Table(board.table.opened, records, LIVE)
    assert (again.state.line, again.state.dice) == (board.table.state.line, board.table.state.dice)
    assert standing(records) == standing(board.table.events)


def test_what_was_told_late_is_taken_back_with_what_it_belongs_to():
    """Going back to before the throw takes it and the foul back; going back to the foul keeps it."""
    board = scolded()
    foul, before = board.last(Illegal).n, standing(board.table.events)
    last = next(e for e in reversed(before) if isinstance(e.what, Throw))
    place = before.index(last)

    assert board.table.decisions("Ada").take_back(before[place - 1].n)[0].what.replaces == tuple(
        event.n for event in before[place:]
    )
    assert last.n > foul
    assert last.n not in board.table.decisions("Ada").take_back(foul)[0].what.replaces


def test_a_foul_that_is_none_to_them_is_taken_back(board):
    """What stands there in order to what replaces the events is called wrong no longer."""
    throw(board, 10, "half")
    board.look(QUICK)
    board.look(4, hand=True, covered=["O0", "O10"])
    board.move("O0", "O10")
    board.look(QUICK)
    table = board.table
    n = len(table.events)
    throw(board, 8)
    board.look(5)
    told = [event.n for event in table.events[n:] if event.what.kind in {"turn", "throw"}]
    board.look(4, hand=True, covered=["O10", "O6"])
    board.move("O10", "O6")
    board.look(QUICK)
    assert table.state.blamed
    state = replace(table.state, wrong=None, early=False, called=0)

    table._replace(Rival((), state, tuple(told)), Outcome())

    assert not table.state.blamed
    assert not [e for e in standing(table.events) if isinstance(e.what, Illegal)]
