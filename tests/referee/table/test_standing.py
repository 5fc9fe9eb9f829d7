"""What looks like a hand all evening, and hands that are there."""

import random

import pytest

from referee.sighting import BoardView, Look, Reading, Sighting
from referee.table.patience import LIVE
from referee.table.standing import ABSENT_S, IDLE_S, RESTING_S, Standing
from tests.referee.table.scripted import Board

STEP_S = 0.1
SHADOW = {"hand": True, "covered": ["S1"]}
"""A shadow on Blue's start area that is taken for a hand."""


def board(flickers):
    """Return a game before a camera over whose board something like a hand has been for a while."""
    board = Board(patience=LIVE, step_s=STEP_S)
    seen(board, 2 * ABSENT_S, flickers)
    return board


def seen(board, seconds, flickers):
    """Look for some time, with the shadow that comes and goes if it flickers; returns the events' kinds."""
    kinds = []
    for at in range(round(seconds / STEP_S)):
        kinds += board.see(**({} if flickers and at % 4 == 0 else SHADOW))
    return [kind for kind in kinds if kind not in {"covered", "clear"}]


def moved(board, source, target, flickers=False):
    """Move a ball with a hand over its fields, and look; returns the events' kinds."""
    hidden = [field for field in (source, target) if field]
    under = {"hand": True, "covered": ["S1", *hidden]}
    kinds = [*board.look(5, **under), *board.move(source, target, **under), *board.look(5, **under)]
    assert "illegal" not in kinds
    return [*kinds, *seen(board, 1.0, flickers)]


@pytest.mark.parametrize("flickers", [False, True])
def test_a_game_goes_on_beside_a_shadow(flickers):
    """Throws, steps and fouls are told, nothing else is."""
    game = board(flickers)
    game.throw(6, **SHADOW)
    assert seen(game, 1.0, flickers) == ["throw"]
    assert moved(game, "", "O0", flickers) == ["step"]
    game.throw(4, "direction", **SHADOW)
    assert seen(game, 1.0, flickers) == ["throw"]
    assert moved(game, "O0", "O9", flickers) == ["illegal"]
    assert moved(game, "O9", "O4", flickers) == ["step"]


@pytest.mark.parametrize(("covered", "free"), [(["S1"], False), ([], False), ([], True)])
def test_what_was_there_from_the_first_is_soon_no_hand(covered, free):
    """Nobody has seen the board without it: fouls are called after five seconds, else they wait."""
    game = Board(patience=LIVE, step_s=STEP_S)
    shadow = {"hand": True, "covered": covered}
    game.look(5, **({} if free else shadow))
    game.look(round((RESTING_S + 0.5) / STEP_S), **shadow)
    game.throw(6, **shadow)
    game.look(10, **shadow)
    game.move("", "O9", **{**shadow, "covered": [*covered, "O9"]})

    assert ("illegal" in game.look(10, **shadow)) is not free


def test_nobody_is_blamed_under_a_hand_that_rests():
    """A hand that came a while ago and rests may still be playing; when it is gone the foul is told."""
    game = Board(patience=LIVE, step_s=STEP_S)
    game.look(10)
    game.throw(6)
    game.look(10)
    game.move("", "O9", hand=True, covered=["O9"])
    resting = {"hand": True, "covered": ["S1"]}
    assert "illegal" not in game.look(round((ABSENT_S - 1.0) / STEP_S), **resting)
    assert "illegal" in game.look(10)


def test_what_was_done_is_told_beside_a_hand_that_hides_nothing():
    """The hand rests at the rim for a second: a step is told, but nobody is blamed while it is there."""
    game = Board(patience=LIVE, step_s=STEP_S)
    game.look(10)
    game.throw(6)
    game.look(10)
    game.move("", "O0", hand=True, covered=["O0"])
    beside = {"hand": True, "covered": []}
    assert "step" not in game.look(round(IDLE_S / STEP_S) - 2, **beside)
    assert "step" in game.look(5, **beside)
    game.move("O0", "O9", hand=True, covered=["O0", "O9"])
    assert "illegal" not in game.look(20, **beside)
    assert "illegal" in game.look(10)


def hiding(*fields, hand=True):
    """Return a sighting of a hand that hides these fields."""
    read = {field: Reading(Look.COVERED) for field in fields}
    return Sighting(board=BoardView(seen=True), hand=hand, fields=read)


def test_hands_that_come_and_go_are_hands():
    """Hands of people who play, three seconds over one place and five at most elsewhere, are waited for."""
    rng = random.Random(1)
    standing, t_s = Standing(), 0.0
    for _ in range(300):
        fields = [f"O{rng.randrange(64)}", f"I{rng.randrange(32)}"]
        for sighting, seconds in ((hiding(*fields), 3.0), (hiding(hand=False), rng.uniform(0, 5))):
            for _ in range(round(seconds / STEP_S)):
                t_s += STEP_S
                standing = standing.after(sighting, t_s)
                assert not standing.resting


def test_a_hand_joined_to_a_shadow_is_a_hand():
    """As soon as more is hidden than usual somebody plays; when he has gone, it is the shadow again."""
    standing, t_s = Standing(), 0.0
    for _ in range(round((ABSENT_S + 1.0) / STEP_S)):
        t_s += STEP_S
        standing = standing.after(hiding("O1"), t_s)
    assert standing.absent
    assert not standing.after(hiding("O1", "O2"), t_s + STEP_S).resting
    assert standing.after(hiding("O1", "O2"), t_s + STEP_S).after(hiding("O1"), t_s + 0.2).absent


def test_what_was_usual_is_forgotten():
    """When the shadow is gone for long enough, a hand there counts again."""
    standing = Standing()
    for at in range(400):
        standing = standing.after(hiding("O1"), at * STEP_S)
    for at in range(400, 800):
        standing = standing.after(hiding(hand=False), at * STEP_S)
    later = standing.after(hiding("O1"), 80.0)
    assert not later.resting
    assert later.hidden_s["O1"] < RESTING_S
