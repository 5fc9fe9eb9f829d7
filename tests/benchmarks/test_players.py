"""How quick simulated players are, beside another implementation of a race game on a ring.

The target is a tenth of that one's steps a second (it is written in C++). On a quiet machine the share is
11 to 12 %; it is printed. What is asserted is half of the target, so that a busy machine fails nothing.
"""

import random
import time

import pytest

from referee.games.inner_circle import House, Position
from referee.games.inner_circle.players import play_round, seated
from referee.games.inner_circle.plays import Plays

ROUNDS = 200
PAIRS = 5
TARGET, LEAST_SHARE = 0.1, 0.05
"""The share of the other implementation's steps a second that is meant, and the least that passes."""


def own_speed(plays: Plays) -> tuple[float, float]:
    """Random rounds and steps a second, four players with two balls each."""
    rng, seats, steps = random.Random(1), (0, 1, 2, 3), 0
    opening = Position.set_up(seats, 2, 0)
    began = time.process_time()
    for _ in range(ROUNDS):
        turns = play_round(plays, opening, seated(("random",), seats), rng)
        steps += sum(len(turn.played) for turn in turns)
    taken = time.process_time() - began
    return ROUNDS / taken, steps / taken


def maedn_speed(game) -> float:
    """Steps a second of OpenSpiel's Mensch ärgere Dich nicht, four players at random."""
    rng, steps = random.Random(1), 0
    began = time.process_time()
    while time.process_time() - began < 0.5:
        state = game.new_initial_state()
        while not state.is_terminal():
            state.apply_action(rng.choice(state.legal_actions()))
            steps += 1
    return steps / (time.process_time() - began)


def test_random_matches_are_played_quickly(capsys: pytest.CaptureFixture[str]) -> None:
    """Whole rounds take a millisecond or so each."""
    rounds, steps = own_speed(Plays(House()))
    with capsys.disabled():
        print(f"\nplayers: {rounds:.0f} random rounds a second, {steps:.0f} steps a second")

    assert rounds > 100


def test_players_keep_up_with_open_spiel(capsys: pytest.CaptureFixture[str]) -> None:
    """Steps a second beside OpenSpiel's, measured by turns; the least disturbed pair counts."""
    pyspiel = pytest.importorskip("pyspiel", reason="package open_spiel has no wheel here")
    game, plays = pyspiel.load_game("maedn"), Plays(House())
    pairs = [(*own_speed(plays), maedn_speed(game)) for _ in range(PAIRS)]
    rounds, ours, theirs = max(pairs, key=lambda pair: pair[1] / pair[2])
    with capsys.disabled():
        print(
            f"\nplayers: {rounds:.0f} random rounds and {ours:.0f} steps a second; "
            f"maedn of OpenSpiel: {theirs:.0f} steps, "
            f"share {ours / theirs:.1%} (target {TARGET:.0%})"
        )

    assert ours >= LEAST_SHARE * theirs
