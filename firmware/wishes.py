"""What people may decide about the match that is being played, as events of its journal."""

from collections.abc import Mapping
from typing import Any

from firmware.live_match import LiveMatch
from referee.events import (
    Abandoned,
    Corrected,
    Happening,
    Paused,
    Resumed,
    Step,
    Throw,
    standing,
)
from referee.snapshot import Sentence
from web.commands import Abandon, Command, Correct, LetStand, Pause, Resume, Undo

Act = tuple[Happening, Mapping[str, Any]]


def decide(live: LiveMatch, command: Command, by: str) -> Sentence | None:
    """Commit what was decided; return why it cannot be, or None.

    Raises:
        InvalidRequest: a position or throw in the command makes no sense.
        JournalError: it cannot be committed.

    """
    acts = _acts(live, command, {"by": by})
    if isinstance(acts, Sentence):
        return acts
    live.add(*acts)
    return None


def _acts(live: LiveMatch, command: Command, memo: Mapping[str, Any]) -> list[Act] | Sentence:
    """Return the events of a decision, or why it makes no sense now."""
    paused = live.table.state.paused
    match command:
        case Pause() if not paused:
            return [(Paused(), memo)]
        case Resume() if paused:
            return [(Resumed(), memo)]
        case Pause() | Resume():
            return Sentence("command.done-already")
        case Abandon():
            return Sentence("command.over") if live.over else [(Abandoned(), memo)]
        case LetStand():
            return _let_stand(live, memo)
        case Correct():
            return _correct(live, command, memo)
        case Undo(to=to):
            return _undo(live, to, memo)
        case _:
            return Sentence("command.unknown")


def _let_stand(live: LiveMatch, memo: Mapping[str, Any]) -> list[Act] | Sentence:
    state = live.table.state
    if state.line is None or (state.wrong is None and not state.early):
        return Sentence("command.nothing-wrong")
    stands = state.line.stands if state.wrong is None else state.wrong
    return [_agreed(live, live.game.position_data(stands), memo)]


def _correct(live: LiveMatch, command: Correct, memo: Mapping[str, Any]) -> list[Act] | Sentence:
    if live.table.state.line is None:
        return Sentence("command.no-match")
    acts: list[Act] = []
    if command.throw is not None:
        thrown = _last_throw(live)
        if thrown is None:
            return Sentence("command.no-throw")
        throw = live.game.throw_data(live.game.throw(command.throw))
        faces = dict.fromkeys(live.game.dice) | throw
        acts = _taken_back(live, thrown - 1, memo)
        acts.append((Throw(live.table.state.line.before.turn, faces), memo))
    if command.position is not None:
        position = live.game.position_data(live.game.position(command.position))
        acts.append(_agreed(live, position, memo))
    return acts or Sentence("command.unknown")


def _undo(live: LiveMatch, to: int, memo: Mapping[str, Any]) -> list[Act] | Sentence:
    if not any(event.n == to for event in standing(live.events)):
        return Sentence("command.no-event")
    return _taken_back(live, to, memo) or Sentence("command.done-already")


def _taken_back(live: LiveMatch, to: int, memo: Mapping[str, Any]) -> list[Act]:
    later = tuple(event.n for event in standing(live.events) if event.n > to)
    return [(Corrected(later), memo)] if later else []


def _last_throw(live: LiveMatch) -> int | None:
    """Return the number of the last throw of the turn that is being played."""
    numbers = live.table.state.events
    throws = [e.n for e in live.events if e.n in numbers and isinstance(e.what, Throw)]
    return throws[-1] if throws else None


def _agreed(live: LiveMatch, position: Mapping[str, Any], memo: Mapping[str, Any]) -> Act:
    line = live.table.state.line
    seat = line.before.turn if line else 0
    return (Step(seat, position), {**memo, "agreed": True})
