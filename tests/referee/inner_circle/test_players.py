"""Simulated players play by the rules, whatever the variant."""

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from referee.games.inner_circle import House, Position, judge
from referee.games.inner_circle.house import OwnBall, ThreeThrows
from referee.games.inner_circle.players import PLAYERS, PlayedTurn, play_round, play_turn, seated
from referee.games.inner_circle.plays import Plays

HOUSES = (
    House(),
    House(own_ball=OwnBall.THROWS, enter_with_both_dice=False),
    House(three_throws=ThreeThrows.ALWAYS, entry_uses_whole_number=False, swap_ball_may_hole=True),
)
PARTIES = (((0, 2), 4, False), ((0, 1, 2, 3), 2, False), ((1, 2, 3), 3, False), ((0, 3), 2, True))


def a_round(kind: str, party: tuple[tuple[int, ...], int, bool], seed: int) -> list[PlayedTurn]:
    seats, balls, memory = party
    opening = Position.set_up(seats, balls, seats[0], memory=memory)
    return list(play_round(Plays(House()), opening, seated([kind], seats), random.Random(seed)))


@settings(max_examples=30, deadline=None)
@given(
    st.sampled_from(sorted(PLAYERS)),
    st.sampled_from(PARTIES),
    st.sampled_from(HOUSES),
    st.integers(0, 10**6),
)
def test_every_turn_of_a_player_is_legal_and_complete(
    kind: str, party: tuple[tuple[int, ...], int, bool], house: House, seed: int
) -> None:
    """The judge, which searches from the position alone, agrees with each of a round's first turns."""
    seats, balls, memory = party
    position, rng = Position.set_up(seats, balls, seats[0], memory=memory), random.Random(seed)
    players, plays = seated([kind], seats), Plays(house)
    for _ in range(12):
        turn = play_turn(plays, position, players[position.turn], rng)
        verdict = judge(house, turn.before, turn.throws, turn.after)
        assert (verdict.legal, verdict.complete) == (True, True)
        if turn.after.winner is not None:
            break
        position = turn.after


@pytest.mark.parametrize("kind", sorted(PLAYERS))
@pytest.mark.parametrize("party", PARTIES)
def test_rounds_come_to_an_end(kind: str, party: tuple[tuple[int, ...], int, bool]) -> None:
    """Some player brings all balls home."""
    last = a_round(kind, party, 5)[-1].after

    assert last.winner in party[0]


def test_the_same_seed_plays_the_same_round() -> None:
    """Chance comes from the given generator alone."""
    first, again, other = (
        [(turn.throws, turn.after) for turn in a_round("careful", PARTIES[1], seed)]
        for seed in (8, 8, 9)
    )

    assert first == again
    assert first != other


def test_players_who_think_need_fewer_turns() -> None:
    """Greedy and careful players win sooner than random ones, over twenty rounds."""
    turns = {
        kind: sum(len(a_round(kind, PARTIES[0], seed)) for seed in range(20)) for kind in PLAYERS
    }

    assert max(turns["greedy"], turns["careful"]) < turns["random"]


def test_a_played_turn_tells_all_that_was_done() -> None:
    """Throws stand among the steps in their order, and the last position has the same balls as the end."""
    for turn in a_round("random", PARTIES[3], 2):
        assert turn.throws == tuple(p.done for p in turn.played if p.done in turn.throws)
        assert turn.played[-1].position.where == turn.after.where
