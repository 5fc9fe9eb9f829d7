"""Events told anew: nothing stays that turned out false, and what is in its place can be told anew again."""

from dataclasses import replace

import pytest

from referee.events import (
    Corrected,
    Illegal,
    Restored,
    Step,
    Throw,
    Turn,
    Unsure,
    event_from_record,
    standing,
)
from referee.snapshot import Sentence
from referee.table import rivalry
from referee.table.changes import fold
from referee.table.dice import dice_data
from referee.table.outcome import Act, Outcome, belonging, throw_act
from referee.table.patience import LIVE
from referee.table.rereading import read_again
from referee.table.rivalry import Rivalry, after
from referee.table.rivals import Rival
from referee.table.senses import Look
from referee.table.state import State
from referee.telling import foul
from tests.referee.table.live import LiveBoard

ILLEGAL = Illegal(0, "M1", Sentence("foul.M1.count"), ("O1",))


@pytest.fixture
def board():
    """A game in which red has a ball on O0 and is to throw both dice."""
    board = LiveBoard()
    board.throws(6)
    board.moves("", "O0")
    return board


def number(table, face, option=None):
    """Return the act of a throw by red, with the dice where they lie."""
    shown = {"number": face} | ({"option": option} if option else {})
    name = str(face)
    dice = {**table.state.dice, "number": replace(table.state.dice["number"], face=name)}
    return throw_act(table.game, 0, table.game.throw(shown), {"dice": dice_data(dice)})


def unthrown(table):
    """Return the state as if the last throw had not been made."""
    state = table.state
    line = replace(state.line, throws=state.line.throws[:-1])
    return replace(state, line=line, thrown=state.thrown[:-1])


def fouls(table):
    """Return the fouls that stand, in the table's events and in those of a table made from its records."""
    records = [event_from_record(event.record()) for event in table.events]
    return [e.n for e in standing(records) if isinstance(e.what, Illegal)]


def test_a_foul_that_a_rival_takes_for_a_step_is_taken_back(board):
    """The step is told where the foul was called, and would hide that it stands in the records still."""
    board.throws(10, "half")
    table = board.table
    n, before = table.state.thrown[-1], unthrown(table)
    board.moves("O0", "O6")
    wrong = table.state.wrong
    assert len(fouls(table)) == 1
    throw = number(table, 6, "half")
    rival = Rival(belonging((throw,), n - 1), after(table.game, before, (throw,)), (n,))

    table._replace(rival, Outcome((Act(Step(0, table.game.position_data(wrong))),)))

    assert fouls(table) == []
    assert table.state.line.stands == wrong
    assert fold(table.opened, table.events).line == table.state.line


def test_a_foul_that_is_one_to_a_rival_as_well_stays(board):
    """What was wrong whatever was thrown was called once, though a step has followed since."""
    board.throws(10, "half")
    table = board.table
    n, before, stood = table.state.thrown[-1], unthrown(table), table.state.line.stands
    board.moves("O0", "O7")
    named = fouls(table)
    throw = number(table, 6, "half")
    state = after(table.game, before, (throw,))
    stands = next(e.position for e in table.game.fit(state.line.before, state.line.throws, {},
                  limit=9, slack=1.0, ceiling=1.0) if e.position.on != stood.on)  # fmt: skip

    table._replace(
        Rival(belonging((throw,), n - 1), state, (n,)),
        Outcome((Act(Step(0, table.game.position_data(table.game.turned(stands, 0)))),)),
    )

    assert fouls(table) == named


def test_a_throw_that_was_called_too_early_was_the_only_one_to_a_rival(board):
    """The throw before it did not count; the throw itself, told now, would hide that it was called."""
    board.throws(6, "half")
    board.look(40)
    table = board.table
    n, state = table.state.thrown[-1], unthrown(table)
    board.throws(4, "double")
    assert table.state.early

    table._replace(Rival((), state, (n,)), Outcome((number(table, 4, "double"),)))

    assert fouls(table) == []
    assert not table.state.blamed


def test_a_die_is_read_again_whose_throw_was_told_anew(board):
    """That it stands in its place, before what told so, is no reason to leave it as it is."""
    board.throws(8, "half")
    table = board.table
    n = table.state.thrown[-1]
    throw = number(table, 12, "half")
    table.carry_out((Act(Corrected((n,)), {"dice": throw.memo["dice"]}), replace(throw, after=n)))
    read = replace(table.state.dice["number"], face="10", reread=True)

    gone, again = read_again(table.game, table.events, {"number": read})

    assert gone.what == Corrected((table.state.thrown[-1],))
    assert again.what.faces["number"] == 10


def test_the_foul_that_stands_again_is_shown(board):
    """Back to the first of two wrong positions, it is that one whose reason and pictures are shown."""
    board.throws(10, "half")
    board.moves("O0", "O7")
    board.moves("O7", "O3")
    table = board.table
    first, second = (event for event in table.events if isinstance(event.what, Illegal))
    table.carry_out(table.decisions("Ada").take_back(first.n))

    shown = foul(table.game, table.state, table.events)

    assert table.state.called == first.n
    assert shown.says == first.what.reason != second.what.reason


def test_a_throw_told_with_a_foul_is_told_anew_with_the_others():
    """What was told before the foul is replaced by a rival that tells it, too; the foul itself is not."""
    acts = tuple(Act(what) for what in (Turn(0, (), {}), Throw(1, {}), ILLEGAL, Unsure((), 0.0)))
    kept: Rivalry = replace(Rivalry(LIVE), rivals=(Rival((), State(), (4,)),))

    [rival] = kept.retold(acts, (7, 8, 9, 10)).rivals

    assert rival.replaces == (4, 7, 8)


@pytest.mark.parametrize("restored", [True, False])
def test_a_foul_told_better_stays_whichever_rival_is_right(restored):
    """It was called so as well; it is put right in what a rival tells only if it still stands there."""
    acts = (Act(Corrected((7,))), Act(ILLEGAL), *([Act(Restored({}))] if restored else []))
    numbers = tuple(range(8, 8 + len(acts)))

    assert Rival((), State(), (4,)).retold(acts, numbers) == ()


def test_a_rival_corrects_nothing(monkeypatch):
    """Its events are none yet: it tells nothing as corrected that has no number, nor twice what it threw."""
    again = Outcome((Act(Corrected((0,))), Act(Throw(0, {"number": 6}), after=0)))
    monkeypatch.setattr(rivalry, "follow", lambda *_: again)
    kept: Rivalry = replace(Rivalry(LIVE), rivals=(Rival((), State(), (4,)),))
    look = Look(evidence={}, dice={}, unread={}, t_s=1.0, frame="")

    kept, better = kept.weighed(None, State(), Outcome(lost=True), look, 4)

    assert better is None
    assert [rival.acts for rival in kept.rivals] == [()]
