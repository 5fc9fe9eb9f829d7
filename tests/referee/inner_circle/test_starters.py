"""Who may begin a round (S3)."""

import pytest

from referee.games.inner_circle.game import open_game
from referee.match import match_from_data


@pytest.mark.parametrize(("starter", "may"), [("winner", (2,)), ("next", (2,)), ("any", (2, 0, 3))])
def test_who_may_begin_is_told_with_the_usual_one_first(starter: str, may: tuple[int, ...]) -> None:
    """With `round_starter` "any" every seat may, once; else only the one on turn."""
    seats = {"0": "red", "2": "blue", "3": "green"}
    terms = {"game": "inner-circle", "memory": False, "balls": 2, "seats": seats, "first": 0}
    game = open_game(match_from_data(terms | {"house": {"round_starter": starter}}))
    position = game.position(game.position_data(game.opening()) | {"turn": 2})

    assert game.starters(position) == may
