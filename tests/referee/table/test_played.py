"""Whole games at random, followed."""

import random

import pytest

from referee.events import Illegal
from referee.table.patience import LIVE
from tests.referee.table.film import filmed
from tests.referee.table.following import follow_rows, played, story_of, table_of, without
from tests.referee.table.from_truth import Errors
from tests.referee.table.played import Habits

WEAK = Errors(unsure=0.02, covered=0.01, misread=0.001, die_mm=0.7, start_unsure=0.05)


@pytest.mark.parametrize("seed", range(10))
def test_clear_views(seed):
    """With a clear view after each throw and step all events are right, fouls and rounds too."""
    game = played(seed, Habits())

    events = follow_rows(table_of(game.match), game.rows, errors=Errors(die_mm=0.5))

    assert story_of(events) == game.story


@pytest.mark.parametrize("seed", range(4))
def test_rounds(seed):
    """A game goes on over several rounds to its end."""
    game = played(seed, Habits(wrong=0.02, lean=0.0), most=500, rounds=5)

    events = follow_rows(table_of(game.match), game.rows)

    assert story_of(events) == game.story


@pytest.mark.parametrize("seed", range(8))
def test_memory(seed):
    """Options are stored and used, balls brought in by exit, also before the first throw."""
    game = played(seed, Habits(), memory=True, most=100)

    events = follow_rows(table_of(game.match), game.rows)

    assert story_of(events) == game.story


@pytest.mark.parametrize("seed", range(6))
def test_any_starter(seed):
    """Where whoever throws first begins, the first ball that enters tells who that was."""
    house = {"round_starter": "any"}
    game = played(seed, Habits(wrong=0.0), house=house, most=1000, rounds=2)

    events = follow_rows(table_of(game.match), game.rows)

    assert story_of(events) == game.story


@pytest.mark.parametrize("seed", range(100, 106))
def test_hidden_steps(seed):
    """Several steps, and the next player's throw, between two clear views."""
    game = played(seed, Habits(skip=0.5, wrong=0.0))

    events = follow_rows(table_of(game.match), game.rows)

    assert story_of(events, steps=False) == without(game.story, "step")


@pytest.mark.parametrize("seed", range(200, 206))
def test_hidden_throws(seed):
    """Dice that lie there for all to see while hands hide the fields are thrown all the same."""
    game = played(seed, Habits(hurry=0.5))

    events = follow_rows(table_of(game.match), game.rows)

    assert story_of(events, steps=False) == without(game.story, "step")


@pytest.mark.parametrize("seed", range(300, 306))
def test_weak_eye(seed):
    """An eye that errs leads to right turns and throws in a slow recording, and to no false alarm."""
    game = played(seed, Habits())

    seen = story_of(follow_rows(table_of(game.match), game.rows, errors=WEAK), steps=False)

    expected = without(game.story, "step")
    fouls = ("illegal", "restored")
    assert without(seen, *fouls) == without(expected, *fouls)
    assert len(seen) <= len(expected)


@pytest.mark.parametrize("seed", range(400, 403))
def test_option_die_never_seen(seed):
    """With an option die that is never found, numbers and positions are right and nobody is blamed."""
    game = played(seed, Habits(wrong=0.0, lost=0.0))

    table = table_of(game.match)
    seen = follow_rows(table, game.rows, errors=Errors(option_hidden=True))

    turns = [
        (story[1], story[3]) for story in without(story_of(seen), "step") if story[0] == "turn"
    ]
    expected = [(story[1], story[3]) for story in game.story if story[0] == "turn"]
    # The last throw may still wait for its option die.
    assert turns == expected[: len(turns)]
    assert len(turns) >= len(expected) - 2
    assert not any(isinstance(event.what, Illegal) for event in seen)


@pytest.mark.parametrize("seed", range(3))
def test_film(seed):
    """Ten pictures a second of a weak eye lead to exactly what happened, fouls included."""
    game = played(seed, Habits(), most=50)
    film = filmed(game.rows, random.Random(seed))

    table = table_of(game.match, LIVE)
    seen = story_of(follow_rows(table, film, errors=WEAK, seed=seed, live=True), steps=False)

    assert seen == without(game.story, "step")
