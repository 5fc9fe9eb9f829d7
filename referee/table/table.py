"""The table: follows a live game, sightings in, events out."""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Generic

from referee.events import (
    Agreed,
    Corrected,
    Event,
    Start,
    Throw,
    Unsure,
)
from referee.evidence import clear_contents, differing
from referee.game import Game, P, T
from referee.sighting import Sighting
from referee.table.decisions import Decisions
from referee.table.dice import dice_data
from referee.table.follow import follow, may_end
from referee.table.guessing import asked, guessed_dice
from referee.table.outcome import Act, Blame, Outcome, turn_act
from referee.table.patience import LIVE, Patience
from referee.table.recall import Recall
from referee.table.rereading import read_again
from referee.table.rivals import (
    THROWN_S,
    UNCLEAR_S,
    Rival,
    distinct,
    newest,
    passed_over,
    uncounted,
    unexplained_by,
)
from referee.table.scoring import keep_score
from referee.table.senses import Look, Senses
from referee.table.state import Stage, State, apply, fold, under_agreements, unexplained
from referee.table.surroundings import Surroundings

ROUNDED_S = 0.001
"""Differences of times are rounded: three pictures at ten a second take a bit less than 0.3 s."""

PUZZLED = 12
"""After so many looks that led to nothing only every fourth one is thought about: the search for what may
have happened unseen is long, and another look seldom tells more before a hand comes."""


@dataclass(frozen=True, slots=True)
class _Since:
    """Something that has lasted since a moment, and whether it has been said."""

    what: object
    t_s: float
    said: bool = False


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
        self._rule = follow if refereeing else keep_score
        self.events = list(events)
        self.game = under_agreements(game, self.events)
        self.state: State[P, T] = fold(game, self.events)
        self._patience = patience
        self._senses = Senses(patience)
        self._around = Surroundings()
        self._doubt: _Since | None = None
        self._blame: _Since | None = None
        self._rivals: tuple[Rival[P, T], ...] = ()
        self._odd: frozenset[str] = frozenset()
        """The spots that have not been as they should since the last throw was told."""
        self._stuck: _Since | None = None
        """Since when nothing explains what is seen, and whether that is a throw."""
        self._last = ("", 0.0)
        self._recall: Recall[P, T] = Recall()
        self._recalled = 0
        """The number of events when looks were begun to be remembered."""
        self._outcome: Outcome[P, T] = Outcome()
        self._puzzled = 0, 0
        """The number of events, and how many looks since then were unlike each other and led to none."""
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
        self._rivals, self._blame, self._doubt = (), None, None
        return tuple(self.events[first:])

    # ------------------------------------------------------------ events

    def _do(self, act: Act) -> int:
        """Let an event happen; returns its number."""
        frame, t_s = self._last
        n = len(self.events) + 1
        if self._untold and "dice" not in act.memo:
            # Nothing that was seen may be lost when the power fails.
            act = Act(act.what, {**unexplained(self.game, self.state), **act.memo})
        self._untold = False
        event = Event(n=n, frame=frame, t=t_s, what=act.what, memo=act.memo)
        self.events.append(event)
        if isinstance(act.what, Corrected):
            self.game = under_agreements(self.opened, self.events)
            self.state = fold(self.opened, self.events)
        else:
            if isinstance(act.what, Agreed):
                self.game = self.game.under(act.what.rule)
            self.state = apply(self.game, self.state, act.what, act.memo, n)
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
        outcome = self._follow(look)
        if self._overtaken(outcome, look):
            return
        known = self.state.dice
        state = _noted(self.state, outcome)
        self._untold |= (state.dice, state.queue, state.half) != (
            self.state.dice, self.state.queue, self.state.half,
        )  # fmt: skip
        self.state = state
        self._ask(outcome.acts)
        numbers = tuple(self._do(act) for act in outcome.acts)
        thrown = any(isinstance(act.what, Throw) for act in outcome.acts)
        self._odd = frozenset(outcome.doubt) if thrown else self._still_odd(look)
        changed = [name for name, die in self.state.dice.items() if known.get(name) != die]
        self._senses = self._senses.believed(changed)
        self._keep_rivals(state, outcome, numbers)
        if look.hand or look.resting:
            return
        self._weigh_blame(outcome, look)
        self._weigh_doubt(outcome.doubt, look)

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
            self._rivals, self._blame = (), None
        return bool(acts)

    def _follow(self, look: Look) -> Outcome[P, T]:
        """Say what follows from the look; one like a recent one that led to nothing does so again."""
        if self._recalled != len(self.events):
            self._recalled, self._recall = len(self.events), Recall()
        outcome = self._recall.known(self.state, look)
        if outcome is None:
            if self._rests():
                return self._outcome
            outcome = self._rule(self.game, self.state, look)
            self._recall.keep(self.state, look, outcome)
        self._outcome = outcome
        return outcome

    def _rests(self) -> bool:
        """Count one more look unlike the recent ones, and tell whether it need not be thought about."""
        events, looks = self._puzzled
        looks = looks + 1 if events == len(self.events) else 1
        self._puzzled = len(self.events), looks
        return self._patience.looks > 1 and looks > PUZZLED and looks % 4 != 0

    def _weigh_blame(self, outcome: Outcome[P, T], look: Look) -> None:
        """Announce a foul that has stood for long enough; a moment of doubt does not clear it."""
        blame = outcome.blame
        if blame is not None and not self._odd.isdisjoint(self._concerned(blame)):
            # What was wrong before the player threw is not his doing.
            blame = None
        if blame is None:
            self._blame = self._blame if outcome.doubt else None
        elif self._blame is None or self._blame.what != (blame.seen, blame.stands):
            self._blame = _Since((blame.seen, blame.stands), look.t_s)
        if blame is None or self._blame is None or self._blame.said:
            return
        patience = self._patience
        wait_s = 2 * patience.doubt_s if blame.unhurried else patience.blame_s
        if look.t_s - self._blame.t_s >= wait_s - ROUNDED_S:
            for act in (*blame.first, blame.act(self.game)):
                self._do(act)
            self._blame = None

    def _concerned(self, blame: Blame[P]) -> tuple[str, ...]:
        """Return the spots that are otherwise than they stood last."""
        if self.state.line is None or not blame.stands:
            return ()
        contents = self.game.contents
        return differing(contents(blame.seen), contents(self.state.line.stands))

    def _still_odd(self, look: Look) -> frozenset[str]:
        """Return the spots that were wrong when the last throw was told and have not been put right since."""
        if not self._odd or self.state.line is None:
            return self._odd
        clear, known = clear_contents(look.evidence), self.game.contents(self.state.line.stands)
        return frozenset(spot for spot in self._odd if clear.get(spot) != known.get(spot, ""))

    def _ask(self, acts: Iterable[Act]) -> None:
        """Say that a die could not be read before its throw is told by a guess, unless that was said."""
        if asked(self.events):
            return
        places = next((unread for act in acts if (unread := guessed_dice(act))), ())
        if places:
            self._do(Act(Unsure(places, self._last[1])))

    def _weigh_doubt(self, spots: tuple[str, ...], look: Look) -> None:
        """Say once what has not been clear for long enough."""
        if not spots:
            self._doubt = None
            return
        if self._doubt is None or self._doubt.what != spots:
            said = self._doubt is not None and self._doubt.said
            since = self._doubt.t_s if self._doubt and not said else look.t_s
            self._doubt = _Since(spots, since)
        if not self._doubt.said and look.t_s - self._doubt.t_s >= self._patience.doubt_s:
            lasted_s = look.t_s - self._doubt.t_s
            self._do(Act(Unsure(spots, self._doubt.t_s), {"for_s": round(lasted_s, 2)}))
            self._doubt = _Since(spots, self._doubt.t_s, said=True)

    # ------------------------------------------------------------ rivals

    def _keep_rivals(
        self, state: State[P, T], outcome: Outcome[P, T], numbers: tuple[int, ...]
    ) -> None:
        """Keep what else the events of this look could have been."""
        kept = [
            replace(rival, replaces=(*rival.replaces, *rival.retold(outcome.acts, numbers)))
            for rival in self._rivals
        ]
        fresh = [Rival(acts, self._after(state, acts), numbers) for acts in outcome.rivals]
        without = uncounted(outcome.acts) if self._patience.looks > 1 else None
        if without is not None:
            acts, thrown, lie = without
            after = replace(self._after(state, acts), dice=lie, queue=(), half=None)
            fresh.append(Rival(acts, after, numbers, thrown, self._last[1]))
        self._rivals = newest(distinct((*kept, *fresh), self.state))

    def _after(self, state: State[P, T], acts: Iterable[Act]) -> State[P, T]:
        for act in acts:
            state = apply(self.game, state, act.what, act.memo, 0)
        return state

    def _overtaken(self, outcome: Outcome[P, T], look: Look) -> bool:
        """Let rivals explain the look too; one that can where the events cannot replaces them."""
        wrong = outcome.blame is not None or outcome.baffled or outcome.lost
        stuck = self._is_stuck(outcome, look)
        repeated = passed_over(self.game, self.state, outcome.acts)
        going: list[Rival[P, T]] = []
        better: list[tuple[Rival[P, T], Outcome[P, T]]] = []
        for rival in self._rivals:
            if rival.refuted(look):
                continue
            other = rival.recall.follow(follow, self.game, rival.state, look)
            if other.blame is not None or other.baffled or other.lost:
                going += rival.strained(look.t_s, alone=not self._same_foul(outcome, other))
                continue
            state = self._after(_noted(rival.state, other), other.acts)
            # That a throw did not count is believed only once it was repeated.
            doubted = wrong or stuck or (repeated and rival.leant)
            if doubted and not rival.lies(look) and rival.explains(other, state):
                better.append((rival, other))
            if self._patience.looks > 1:
                going += rival.without_last(other.acts, self._after, look.t_s)
            going += rival.went_on(other, state, look)
        if better:
            self._replace(*max(better, key=lambda each: each[0].likelihood))
            return True
        self._rivals = tuple(going)
        return False

    def _same_foul(self, outcome: Outcome[P, T], other: Outcome[P, T]) -> bool:
        """Tell whether what is wrong to a rival is about to be called so, or was."""
        told = self.state.wrong if outcome.blame is None else outcome.blame.seen
        if told is None or other.blame is None:
            return False
        return not differing(self.game.contents(told), self.game.contents(other.blame.seen))

    def _is_stuck(self, outcome: Outcome[P, T], look: Look) -> bool:
        """Tell whether what is seen has made no sense for so long that a rival may be right."""
        if look.hand or look.resting:
            return False
        state = _noted(self.state, outcome)
        if outcome.acts or not unexplained_by(outcome, state):
            self._stuck = None
            return False
        thrown = bool(state.queue)
        if self._stuck is None or self._stuck.what != thrown:
            self._stuck = _Since(thrown, look.t_s)
        return look.t_s - self._stuck.t_s >= (THROWN_S if thrown else UNCLEAR_S)

    def _replace(self, rival: Rival[P, T], other: Outcome[P, T]) -> None:
        self._rivals = ()
        self._blame = None
        self._do(Act(Corrected(rival.replaces)))
        for act in (*rival.acts, *other.acts):
            self._do(act)
        # How the dice lie and which throws wait is what the rival knew of them, too.
        after = self._after(_noted(rival.state, other), other.acts)
        self.state = replace(
            self.state, dice=after.dice, queue=after.queue, half=after.half, ready=after.ready
        )
        self._untold = True


def _noted(state: State[P, T], outcome: Outcome[P, T]) -> State[P, T]:
    """Return the state with what an outcome says that is no event."""
    if outcome.dice is not None:
        state = replace(state, dice={**state.dice, **outcome.dice})
    if outcome.ready:
        state = replace(state, ready=True)
    if outcome.queue is not None:
        state = replace(state, queue=outcome.queue, half=outcome.half)
    return state
