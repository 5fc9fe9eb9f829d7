"""What people ask for about the match that is being played, as decisions of the referee's table."""

from typing import Any

from firmware.live_match import LiveMatch
from referee.table.decisions import Decisions, Refused
from referee.table.outcome import Act
from web.commands import Abandon, Command, Correct, LetStand, Pause, Resume, Undo


def decide(live: LiveMatch, command: Command, by: str) -> None:
    """Commit what was asked for in the name of ``by``.

    Raises:
        Refused: it makes no sense now.
        InvalidRequest: a position or throw in the command makes no sense at all.
        JournalError: it cannot be committed.

    """
    if isinstance(command, Correct) and command.throw is not None:
        live.carry_out(live.table.decisions(by).correct_throw(command.throw))
        if command.position is None:
            return
    live.carry_out(_acts(live.table.decisions(by), command))


def _acts(decisions: Decisions[Any, Any], command: Command) -> tuple[Act, ...]:
    match command:
        case Pause():
            return decisions.pause()
        case Resume():
            return decisions.resume()
        case Abandon():
            return decisions.abandon()
        case LetStand():
            return decisions.let_stand()
        case Correct(position=position) if position is not None:
            return decisions.correct_position(position)
        case Undo(to=to):
            return decisions.take_back(to)
        case _:
            raise Refused("unknown")
