"""What people decide: events like those that are seen, or the reason why they cannot be."""

from collections.abc import Mapping, Sequence
from typing import Any, Generic

from referee.errors import RefereeError
from referee.events import (
    Abandoned,
    Agreed,
    Corrected,
    Event,
    Paused,
    Restored,
    Resumed,
    standing,
)
from referee.game import Game, P, T
from referee.snapshot import Sentence
from referee.table.dice import dice_data
from referee.table.outcome import Act, step_acts, throw_act, turn_act
from referee.table.state import Line, Stage, State


class Refused(RefereeError, ValueError):  # noqa: N818  (a decision that cannot be)
    """A decision makes no sense now; ``says`` tells why."""

    def __init__(self, key: str) -> None:
        super().__init__(key)
        self.says = Sentence(f"decision.{key}")


class Decisions(Generic[P, T]):
    """The decisions that may be made in one state; ``by`` names who makes them.

    Each method returns the acts that carry it out and raises `Refused` if it makes no sense.
    """

    def __init__(
        self, game: Game[P, T], state: State[P, T], events: Sequence[Event], by: str
    ) -> None:
        self._game = game
        self._state = state
        self._events = events
        self._memo: Mapping[str, Any] = {"by": by, "dice": dice_data(state.dice)}

    def pause(self) -> tuple[Act, ...]:
        """Look away."""
        if self._state.paused:
            raise Refused("paused-already")
        return (Act(Paused(), self._memo),)

    def resume(self) -> tuple[Act, ...]:
        """Look again."""
        if not self._state.paused:
            raise Refused("not-paused")
        return (Act(Resumed(), self._memo),)

    def abandon(self) -> tuple[Act, ...]:
        """End the game without a winner."""
        if self._state.stage in {Stage.IDLE, Stage.OVER}:
            raise Refused("no-game")
        return (Act(Abandoned(), self._memo),)

    def let_stand(self) -> tuple[Act, ...]:
        """Play on with what was called illegal: the position stands, and the turn may end there."""
        state = self._state
        if state.stage is Stage.CLEARING and state.wrong is not None:
            stands = Restored(self._game.position_data(state.wrong))
            return (Act(stands, {**self._memo, "agreed": True}),)
        if state.wrong is None and not state.early:
            raise Refused("nothing-wrong")
        return self._agreed(self._line.stands if state.wrong is None else state.wrong)

    def agree(self, rule: str) -> tuple[Act, ...]:
        """Play by another house rule from now on, "name=value", by which nothing would be wrong."""
        line, state = self._line, self._state
        if state.wrong is None and not state.early:
            raise Refused("nothing-wrong")
        called = next(event for event in self._events if event.n == state.called)
        if rule not in called.memo.get("legal_under", ()):
            raise Refused("other-rule")
        stands = line.stands if state.wrong is None else state.wrong
        return (
            Act(Agreed(rule), self._memo),
            *step_acts(self._game.under(rule), line, stands),
        )

    def end_turn(self) -> tuple[Act, ...]:
        """Agree that the turn is over with what stands there last."""
        line = self._line
        if self._state.wrong is not None:
            raise Refused("wrong-stands")
        act = turn_act(self._game, line, line.stands)
        return (Act(act.what, self._memo),)

    def correct_position(self, data: Mapping[str, Any]) -> tuple[Act, ...]:
        """Take a position for the one that stands on the board; its turn may go on or end.

        Raises:
            InvalidRequest: it is no position of this game.

        """
        return self._agreed(self._game.position(data))

    def correct_throw(self, data: Mapping[str, Any]) -> tuple[Act, ...]:
        """Take a throw for the last one of this turn; what was done since is judged anew.

        Raises:
            InvalidRequest: it is no throw of this game.

        """
        if not self._state.thrown:
            raise Refused("no-throw")
        throw = self._game.throw(data)
        gone = self._since(self._state.thrown[-1])
        # The board is not laid out anew: the same moves may well be right with the true throw.
        memo = {key: value for key, value in self._memo.items() if key != "by"}
        again = throw_act(self._game, self._line.before.turn, throw, self._memo)
        return (Act(Corrected(gone), memo), again)

    def take_back(self, to: int) -> tuple[Act, ...]:
        """Go back to just after event ``to``; the board is then to be laid out so."""
        if not any(event.n == to for event in standing(self._events)):
            raise Refused("no-event")
        gone = self._since(to)[1:]
        if not gone:
            raise Refused("nothing-later")
        return (Act(Corrected(gone), self._memo),)

    @property
    def _line(self) -> Line[P, T]:
        if self._state.line is None or self._state.stage is not Stage.PLAY:
            raise Refused("no-game")
        return self._state.line

    def _agreed(self, position: P) -> tuple[Act, ...]:
        first, *won = step_acts(self._game, self._line, position)
        return (Act(first.what, {**self._memo, "agreed": True}), *won)

    def _since(self, n: int) -> tuple[int, ...]:
        """Return the number of event ``n`` and of all that followed it."""
        numbers = tuple(event.n for event in standing(self._events))
        return numbers[numbers.index(n) :]
