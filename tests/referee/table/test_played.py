"""Whole games at random, followed."""

import random

import pytest

from referee.table.patience import LIVE
from tests.referee.table.film import filmed
from tests.referee.table.following import follow_rows, played, story_of, table_of, without
from tests.referee.table.from_truth import Errors
from tests.referee.table.played import Habits

WEAK = Errors(unsure=0.02, covered=0.01, misread=0.001, die_mm=0.7, start_unsure=0.05)


@pytest.mark.parametrize("seed", range(16))
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


@pytest.mark.parametrize("seed", range(12))
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


@pytest.mark.parametrize("seed", range(100, 110))
def test_hidden_steps(seed):
    """Several steps, and the next player's throw, between two clear views."""
    game = played(seed, Habits(skip=0.5, wrong=0.0))

    events = follow_rows(table_of(game.match), game.rows)

    assert story_of(events, steps=False) == without(game.story, "step")


@pytest.mark.parametrize("seed", range(200, 210))
def test_hidden_throws(seed):
    """Dice that lie there for all to see while hands hide the fields are thrown all the same."""
    game = played(seed, Habits(hurry=0.5))

    events = follow_rows(table_of(game.match), game.rows)

    assert story_of(events, steps=False) == without(game.story, "step")


@pytest.mark.parametrize("seed", range(300, 310))
def test_weak_eye(seed):
    """An eye that errs leads to right turns and throws in a slow recording, and to no false alarm."""
    game = played(seed, Habits())

    seen = story_of(follow_rows(table_of(game.match), game.rows, errors=WEAK), steps=False)

    expected = without(game.story, "step")
    fouls = ("illegal", "restored")
    assert without(seen, *fouls) == without(expected, *fouls)
    assert len(seen) <= len(expected)


@pytest.mark.parametrize("seed", range(4))
def test_film(seed):
    """Ten pictures a second of a weak eye lead to exactly what happened, fouls included."""
    game = played(seed, Habits(), most=50)
    film = filmed(game.rows, random.Random(seed))

    table = table_of(game.match, LIVE)
    seen = story_of(follow_rows(table, film, errors=WEAK, seed=seed, live=True), steps=False)

    assert seen == without(game.story, "step")
