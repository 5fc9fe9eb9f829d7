"""How throws that no event tells of yet are kept in the memo of an event, and read back."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from referee.game import Game, P, T
from referee.table.dice import dice_data, dice_from_data
from referee.table.state import Fallen, State


def unexplained(game: Game[P, T], state: State[P, T]) -> dict[str, Any]:
    """Return a memo of how the dice lie and of the throws that no event tells of yet."""
    memo: dict[str, Any] = {"dice": dice_data(state.dice)}
    if state.queue or state.half:
        memo["queue"] = [_data(game, item) for item in (*state.queue, state.half)]
    return memo


def _data(game: Game[P, T], item: Fallen[T] | None) -> dict[str, Any] | None:
    if item is None:
        return None
    return {
        "throws": [game.throw_data(throw) for throw in item.throws],
        "guesses": [game.throw_data(throw) for throw in item.guesses],
        "dice": dice_data(item.dice),
        "same_faces": item.same_faces,
        "perhaps": item.perhaps,
        "taken": sorted(item.taken),
        "missed": item.missed,
    }


def remembered(game: Game[P, T], state: State[P, T], memo: Mapping[str, Any]) -> State[P, T]:
    """Return the state with how the dice lie, and the throws that wait, as a memo tells."""
    if "dice" in memo:
        state = replace(state, dice=dice_from_data(memo["dice"]))
    if "queue" in memo:
        *queue, half = (_from_data(game, item) for item in memo["queue"])
        state = replace(state, queue=tuple(filter(None, queue)), half=half)
    return state


def _from_data(game: Game[P, T], data: Mapping[str, Any] | None) -> Fallen[T] | None:
    if data is None:
        return None
    return Fallen(
        throws=tuple(game.throw(each) for each in data["throws"]),
        guesses=tuple(game.throw(each) for each in data["guesses"]),
        dice=dice_from_data(data["dice"]),
        same_faces=data["same_faces"],
        perhaps=data.get("perhaps", False),
        taken=frozenset(data.get("taken", ())),
        missed=data.get("missed", False),
    )
