"""How quick simulated players are, beside another implementation of a race game on a ring."""

import random
import time

import pytest

from referee.games.inner_circle import House, Position
from referee.games.inner_circle.players import play_round, seated
from referee.games.inner_circle.plays import Plays

ROUNDS = 60
LEAST_SHARE = 0.1
"""Steps a second must reach this share of the other implementation's (which is written in C++)."""


def own_speed() -> tuple[float, float]:
    """Random rounds and steps a second, four players with two balls each."""
    rng, seats, steps = random.Random(1), (0, 1, 2, 3), 0
    opening, plays = Position.set_up(seats, 2, 0), Plays(House())
    began = time.process_time()
    for _ in range(ROUNDS):
        turns = play_round(plays, opening, seated(("random",), seats), rng)
        steps += sum(len(turn.played) for turn in turns)
    taken = time.process_time() - began
    return ROUNDS / taken, steps / taken


def test_random_matches_are_played_quickly(capsys: pytest.CaptureFixture[str]) -> None:
    """Whole rounds take a few milliseconds each."""
    rounds, steps = own_speed()
    with capsys.disabled():
        print(f"\nplayers: {rounds:.0f} random rounds a second, {steps:.0f} steps a second")

    assert rounds > 10


@pytest.mark.slow
def test_players_keep_up_with_open_spiel(capsys: pytest.CaptureFixture[str]) -> None:
    """Steps a second reach a tenth of OpenSpiel's on Mensch ärgere Dich nicht, in the same run."""
    pyspiel = pytest.importorskip("pyspiel", reason="package open_spiel has no wheel here")
    game, rng, steps = pyspiel.load_game("maedn"), random.Random(1), 0
    began = time.process_time()
    while time.process_time() - began < 3.0:
        state = game.new_initial_state()
        while not state.is_terminal():
            state.apply_action(rng.choice(state.legal_actions()))
            steps += 1
    theirs = steps / (time.process_time() - began)
    _, ours = own_speed()
    with capsys.disabled():
        print(f"\nplayers: {ours:.0f} steps a second; maedn of OpenSpiel: {theirs:.0f}")

    assert ours > LEAST_SHARE * theirs
