"""What people ask for about the match that is being played, as decisions of the referee's table."""

from typing import Any

from firmware.buttons.panel import Action
from firmware.live_match import LiveMatch
from referee.events import Step, Throw, standing
from referee.table.decisions import Decisions, Refused
from referee.table.outcome import Act
from web.commands import Abandon, Agree, Command, Correct, LetStand, Pause, Resume, Undo

# Who asked, in the journal.
_BUTTON = "button"


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


def press(live: LiveMatch, action: Action) -> None:
    """Commit what somebody at the button asked for.

    Raises:
        Refused: it makes no sense now.
        JournalError: it cannot be committed.

    """
    decisions = live.table.decisions(_BUTTON)
    paused = live.table.state.paused
    match action:
        case Action.RESUME:
            if paused:
                live.carry_out(decisions.resume())
        case _ if paused:
            # A knock against the button must not wake a referee that was told to look away.
            raise Refused("looks-away")
        case Action.END_TURN:
            # Nor may it end a turn that is not over.
            if not live.table.may_end:
                raise Refused("not-over")
            live.carry_out(decisions.end_turn())
        case _:
            live.carry_out(decisions.take_back(_before_last_step(live)))


def _before_last_step(live: LiveMatch) -> int:
    """Return the event to go back to: the one before the last step or throw of this turn."""
    numbers = live.table.state.events
    valid = standing(live.events)
    done = [i for i, e in enumerate(valid) if e.n in numbers and isinstance(e.what, Step | Throw)]
    if not done:
        raise Refused("nothing-later")
    return valid[done[-1] - 1].n


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
        case Agree(rule=rule):
            return decisions.agree(rule)
        case Correct(position=position) if position is not None:
            return decisions.correct_position(position)
        case Undo(to=to):
            return decisions.take_back(to)
        case _:
            raise Refused("unknown")
