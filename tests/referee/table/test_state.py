"""The state of a game: a fold over its events, so that a game goes on after any interruption."""

import random
from dataclasses import replace

import pytest
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st

from referee.events import event_from_record
from referee.table.changes import fold
from referee.table.state import NO_ORDER
from tests.referee.table.following import follow_rows, played, story_of, table_of
from tests.referee.table.played import Habits

QUICK = settings(max_examples=8, deadline=None, suppress_health_check=[HealthCheck.too_slow])


def lasting(state):
    """Return the state without what only the next pictures tell."""
    return replace(state, dice={}, queue=(), ready=False, shown=None, order=NO_ORDER)


@QUICK
@given(st.integers(0, 10**6))
@example(351)  # It ends beside a die that is not read.
def test_state_is_a_fold(seed):
    """The events alone lead to the state that the table is in."""
    game = played(seed, Habits(skip=0.2, hurry=0.2), most=60)
    table = table_of(game.match)
    follow_rows(table, game.rows)

    records = [event_from_record(event.record()) for event in table.events]

    assert lasting(fold(table.game, records)) == lasting(table.state)


@QUICK
@given(st.integers(0, 10**6), st.data())
def test_goes_on_after_a_stop(seed, data):
    """A table made from the events so far goes on as if nothing had happened, wherever it stopped."""
    game = played(seed, Habits(), most=60)
    stop = data.draw(st.integers(1, len(game.rows)))
    first = table_of(game.match)
    follow_without_end(first, game.rows[:stop])

    second = type(first)(first.game, first.events, first._patience)
    events = follow_rows(second, game.rows[stop - 1 :])

    assert story_of(events) == game.story


@pytest.mark.parametrize("seed", range(5))
def test_throws_that_wait_survive_a_stop(seed):
    """Throws that nothing explains yet are not lost: neither two of them, nor the first of a round."""
    game = played(seed, Habits(hurry=0.6, wrong=0.0, lean=0.0), most=90, rounds=2)
    whole = story_of(follow_rows(table_of(game.match), game.rows), steps=False)
    for stop in random.Random(seed).sample(range(1, len(game.rows)), 2):
        first = table_of(game.match)
        follow_without_end(first, game.rows[:stop])

        second = type(first)(first.game, first.events, first._patience)
        events = follow_rows(second, game.rows[stop - 1 :])

        assert story_of(events, steps=False) == whole


def follow_without_end(table, rows):
    """Let the table see the rows without ending the recording."""
    table.finish = lambda: ()
    follow_rows(table, rows)
