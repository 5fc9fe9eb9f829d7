"""The match's JSON form and the score that its events add up to."""

import pytest

from referee.errors import InvalidRequest
from referee.events import Corrected, Event, GameWon, RoundWon, Start
from referee.game import open_game
from referee.match import match_from_data, score

DATA = {
    "game": "inner-circle", "memory": False, "balls": 2, "house": {"own_ball": "throws"},
    "seats": {"0": "red", "1": "blue"}, "first": 0,
}  # fmt: skip


def test_round_trip():
    """A match is written as it was read."""
    assert match_from_data(DATA).data() == DATA


@pytest.mark.parametrize(
    ("change", "named"),
    [
        ({"game": 3}, "game"),
        ({"first": 2}, "first"),
        ({"first": True}, "first"),
        ({"seats": {}}, "seats"),
        ({"seats": {"0": "red", "1": "red"}}, "red"),
        ({"seats": {"a": "red"}}, "a"),
        ({"house": 1}, "house"),
        ({"position": 1}, "position"),
        ({"game": "chess"}, "chess"),
        ({"memory": 1}, "memory"),
        ({"balls": "two"}, "balls"),
        ({"balls": 9}, "balls"),
        ({"house": {"own_ball": "flies"}}, "own_ball"),
        ({"ball": 2}, "ball"),
        ({"seats": {"0": "red", "7": "blue"}}, "7"),
    ],
)
def test_errors_name_the_key(change, named):
    """What makes no sense is an error that names it."""
    with pytest.raises(InvalidRequest, match=named):
        open_game(match_from_data({**DATA, **change}))


@pytest.mark.parametrize("key", ["game", "seats", "first"])
def test_missing_key(key):
    """A key that is missing is named."""
    data = {name: value for name, value in DATA.items() if name != key}

    with pytest.raises(InvalidRequest, match=key):
        match_from_data(data)


def test_score_is_a_fold():
    """Rounds and games add up; a round that was taken back does not count."""
    counters = [{"0": 1, "1": 0}, {"0": 1, "1": 1}, {"0": 2, "1": 0}, {"0": 3, "1": 0}]
    whats = [
        Start({}, {"counters": {"0": 0, "1": 0}}),
        RoundWon(0, counters[0]),
        RoundWon(1, counters[1]),
        Corrected((3,)),
        RoundWon(0, counters[2]),
        RoundWon(0, counters[3]),
        GameWon(0, counters[3]),
    ]
    events = [Event(n=n, frame="", t=0.0, what=what) for n, what in enumerate(whats, start=1)]

    now = score(events)

    assert now.rounds == (0, 0, 0)
    assert now.games == (0,)
    assert now.counters == {0: 3, 1: 0}
