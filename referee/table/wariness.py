"""What makes the referee wary: guessed dice, throws that were let pass, spots that were not seen."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from referee.game import Game, P, T
from referee.table.state import Line, Reads, State

LOST_FOR = 3
"""Turns that must be explained after the referee lost the game before anybody is blamed: by then a wrong
guess of whose turn it was shows."""

GUESSED_FOR = 1
"""The same after a die that could not be read was guessed: when its turn is over, what stands there is
known, whatever the die showed."""

LASTING_S = 1.0
"""What cannot be seen for so long is remembered."""


def guessing(state: State[P, T], memo: Mapping[str, Any]) -> State[P, T]:
    """Return the state in which nobody is blamed for some turns, if the memo tells of a guess."""
    if not memo.get("guessed"):
        return state
    least = LOST_FOR if memo.get("agreed") else GUESSED_FOR
    return replace(state, doubtful=max(state.doubtful, least))


def unclear(game: Game[P, T], state: State[P, T], memo: Mapping[str, Any]) -> State[P, T]:
    """Return the state in which it is remembered that something could not be seen, if that lasted."""
    lasted = memo.get("for_s", 0.0) >= LASTING_S
    return replace(state, unclear=_lap(game)) if lasted else state


def passed_up(game: Game[P, T], line: Line[P, T]) -> bool:
    """Tell whether the last throw allows something, and nothing was done with it."""
    idle = bool(line.throws) and game.judge(line.before, line.throws[:-1], line.stands).legal
    return idle and bool(game.choices(line.before, line.throws, line.stands))


def wondering(game: Game[P, T], state: State[P, T], *, guessed: bool) -> State[P, T]:
    """Return the state in which it is remembered that the last throw was let pass, if it was.

    ``guessed``: it was so before a throw that nobody saw, which explains little. What is remembered fades
    with each turn, so that the next one of the same player is the last.
    """
    if state.line is None or not passed_up(game, state.line):
        return state
    lap = _lap(game)
    return replace(state, passed_up=lap, unclear=lap if guessed else state.unclear)


def _lap(game: Game[P, T]) -> int:
    """Return the turns until the next one of the player whose turn it is has ended."""
    return len(game.match.seats) + 1


def maybe_other(state: State[P, T], others: tuple[T, ...]) -> State[P, T]:
    """Return the state in which the last throw may have been one of these others, too."""
    if not others or state.line is None:
        return state
    place = len(state.line.throws) - 1
    return replace(state, guesses=(*state.guesses, (place, others)))


def also_read(read: Reads, faces: Mapping[str, Any]) -> Reads:
    """Return how often each face was read after one more throw."""
    more = {die: {**read.get(die, {})} for die in faces}
    for die, face in faces.items():
        if face is not None:
            more[die][str(face)] = more[die].get(str(face), 0) + 1
    return {**read, **more}
