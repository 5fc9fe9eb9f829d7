"""The table: follows a live game, sightings in, events out."""

from collections.abc import Iterable
from dataclasses import replace
from typing import Generic

from referee.events import (
    AFTER,
    Agreed,
    Corrected,
    Event,
    Start,
    Throw,
    Unsure,
    newest,
    place_after,
)
from referee.game import Game, P, T
from referee.sighting import Sighting
from referee.table.announcing import Announcing
from referee.table.changes import apply, fold, under_agreements
from referee.table.decisions import Decisions
from referee.table.dice import dice_data
from referee.table.follow import follow, may_end
from referee.table.guessing import asked, guessed_dice
from referee.table.outcome import Act, Outcome, turn_act
from referee.table.patience import LIVE, Patience
from referee.table.rereading import read_again
from referee.table.rivalry import Rivalry, after
from referee.table.rivals import Rival
from referee.table.scoring import keep_score
from referee.table.senses import Look, Senses
from referee.table.state import Stage, State
from referee.table.surroundings import Surroundings
from referee.table.thinking import Thinking
from referee.table.waiting import unexplained


class Table(Generic[P, T]):
    """Follows one match of one game; without ``refereeing`` it keeps nothing but the score.

    ``opened`` is the game by the house rules that the match began with, ``game`` by those that count now.
    The state is a fold over the events alone: a table made from a journal's events goes on where that
    one stopped. What is not in the events (how long something has been seen) is only what the next
    pictures show again.
    """

    def __init__(
        self,
        game: Game[P, T],
        events: Iterable[Event] = (),
        patience: Patience = LIVE,
        *,
        refereeing: bool = True,
    ) -> None:
        self.opened = game
        self.refereeing = refereeing
        self._thinking: Thinking[P, T] = Thinking(follow if refereeing else keep_score, patience)
        self.events = list(events)
        self.game = under_agreements(game, self.events)
        self.state: State[P, T] = fold(game, self.events)
        self._patience = patience
        self._senses = Senses(patience)
        self._around = Surroundings()
        self._announcing: Announcing[P, T] = Announcing(patience)
        self._rivalry: Rivalry[P, T] = Rivalry(patience)
        self._last = ("", 0.0)
        self._untold = False
        """Whether dice or throws changed since the events told how they lie."""

    @property
    def may_end(self) -> bool:
        """Whether the turn may end with what stands on the board."""
        return self.refereeing and may_end(self.game, self.state)

    def observe(self, sighting: Sighting, frame: str, t_s: float) -> tuple[Event, ...]:
        """Take one picture's sighting; ``frame`` names the picture, ``t_s`` is when it was taken."""
        first = len(self.events)
        self._last = (frame, t_s)
        if self.state.stage is Stage.IDLE:
            self._start(sighting)
        self._around, happened = self._around.after(sighting)
        for what in happened:
            self._do(Act(what))
        board = sighting.board
        # No place has its right name in a mirrored picture.
        legible = board.seen and not board.mirrored and not sighting.blurred
        if legible and not self.state.paused:
            self._senses = self._senses.after(sighting, self.game.evidence(sighting), t_s)
            self._look(self._senses.look(hand=sighting.hand, t_s=t_s, frame=frame))
        return tuple(self.events[first:])

    def finish(self) -> tuple[Event, ...]:
        """End the recording: a turn that may end is over."""
        first = len(self.events)
        line = self.state.line
        if self.may_end and line is not None:
            self._do(turn_act(self.game, line, line.stands))
        return tuple(self.events[first:])

    def decisions(self, by: str) -> Decisions[P, T]:
        """Return what ``by`` may decide now; `carry_out` takes the acts of a decision."""
        return Decisions(self.game, self.state, self.events, by)

    def carry_out(self, acts: Iterable[Act]) -> tuple[Event, ...]:
        """Let what people decided happen."""
        first = len(self.events)
        for act in acts:
            self._do(act)
        self._rivalry, self._announcing = self._rivalry.none(), self._announcing.decided()
        return tuple(self.events[first:])

    # ------------------------------------------------------------ events

    def _do(self, act: Act) -> int:
        """Let an event happen; returns its number."""
        frame, t_s = self._last
        n = len(self.events) + 1
        memo = act.memo
        if self._untold and "dice" not in memo:
            # Nothing that was seen may be lost when the power fails.
            memo = {**unexplained(self.game, self.state), **memo}
        self._untold = False
        if act.after is not None:
            memo = {**memo, AFTER: place_after(self.events[act.after - 1])}
        event = Event(n=n, frame=frame, t=t_s, what=act.what, memo=memo)
        self.events.append(event)
        if isinstance(act.what, Corrected) or act.after is not None:
            self.game = under_agreements(self.opened, self.events)
            self.state = fold(self.opened, self.events)
        else:
            if isinstance(act.what, Agreed):
                self.game = self.game.under(act.what.rule)
            self.state = apply(self.game, self.state, act.what, memo, n)
        return n

    def _start(self, sighting: Sighting) -> None:
        """Start with the first picture; the dice that lie there were not thrown."""
        senses = Senses(self._patience).after(sighting, {}, 0.0)
        dice = {name: watched.die for name, watched in senses.dice.items() if watched.die}
        start = Start(self.game.match.data(), self.game.position_data(self.game.opening()))
        self._do(Act(start, {"dice": dice_data(dice)}))

    # ------------------------------------------------------------ following

    def _look(self, look: Look) -> None:
        self._lay_before(look)
        if self._read_again(look):
            return
        outcome = self._thinking.follow(self.game, self.state, look, len(self.events))
        if outcome is None or self._overtaken(outcome, look):
            return
        known = self.state.dice
        state = outcome.noted(self.state)
        self._untold |= (state.dice, state.queue, state.half) != (
            self.state.dice, self.state.queue, self.state.half,
        )  # fmt: skip
        self.state = state
        last = newest(self.events)
        self._ask(outcome.acts)
        numbers = tuple(self._do(act) for act in outcome.acts)
        thrown = any(isinstance(act.what, Throw) for act in outcome.acts)
        said = self._announcing
        said = said.thrown(outcome) if thrown else said.seen(self.game, self.state, look)
        changed = [name for name, die in self.state.dice.items() if known.get(name) != die]
        self._senses = self._senses.believed(changed)
        self._rivalry = self._rivalry.joined(
            self.game, state, self.state, outcome, numbers, look.t_s, last
        )
        acts: tuple[Act, ...] = ()
        if not (look.hand or look.resting):
            said, acts = said.weighed(self.game, self.state, outcome, look)
        self._announcing = said
        self._ask(acts)
        numbers = tuple(self._do(act) for act in acts)
        self._rivalry = self._rivalry.retold(acts, numbers)

    def _lay_before(self, look: Look) -> None:
        """Remember dice that are found before any hand was seen: they lay there, and nobody threw them.

        Nor was one thrown that could not be read at first, wherever that seemed to be. One that was seen away
        before came from beside the board, tossed by a hand that stayed there.
        """
        if self._around.touched or look.gaps:
            return
        unread = {name for name, die in self.state.dice.items() if not die.face}
        found = {
            name: die
            for name, die in look.dice.items()
            if (name not in self.state.dice or (name in unread and die.face)) and not die.lifted
        }
        if found:
            self.state = replace(self.state, dice={**self.state.dice, **found})
            self._untold = True

    def _read_again(self, look: Look) -> bool:
        """Tell the last throw anew if its dice are read otherwise by now."""
        acts = read_again(self.game, self.events, look.dice) if self.refereeing else ()
        for act in acts:
            self._do(act)
        if acts:
            self._rivalry, self._announcing = self._rivalry.none(), self._announcing.unblamed()
        return bool(acts)

    def _ask(self, acts: Iterable[Act]) -> None:
        """Say that a die could not be read before its throw is told by a guess, unless that was said."""
        if asked(self.events):
            return
        places = next((unread for act in acts if (unread := guessed_dice(act))), ())
        if places:
            self._do(Act(Unsure(places, self._last[1])))

    # ------------------------------------------------------------ rivals

    def _overtaken(self, outcome: Outcome[P, T], look: Look) -> bool:
        """Let rivals explain the look too; one that can where the events cannot replaces them."""
        self._rivalry, better = self._rivalry.weighed(
            self.game, self.state, outcome, look, newest(self.events)
        )
        if better is not None:
            self._replace(*better)
        return better is not None

    def _replace(self, rival: Rival[P, T], other: Outcome[P, T]) -> None:
        self._announcing = self._announcing.unblamed()
        # How the dice lie, which throws wait and what was in order is what the rival knew of them, too.
        known = after(self.game, other.noted(rival.state), other.acts)
        self._do(Act(Corrected(rival.replaces), {"dice": dice_data(known.dice)}))
        for act in rival.acts:
            self._do(act)
        if self.state.blamed and rival.excuses(self.game, self.state.wrong):
            self._acquit()
        for act in other.acts:
            self._do(act)
        if self.state.blamed and not known.blamed:
            # To the rival what stands there is no foul.
            self._acquit()
        self.state = replace(
            self.state, dice=known.dice, queue=known.queue, half=known.half, ready=known.ready,
            shown=known.shown, order=known.order,
        )  # fmt: skip
        self._untold = True

    def _acquit(self) -> None:
        """Take back what is called wrong."""
        self._do(Act(Corrected((self.state.called,))))
