"""The rivals of what is told: kept from look to look, until one explains what the events cannot."""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Generic

from referee.events import Corrected
from referee.evidence import differing
from referee.game import Game, P, T
from referee.table.announcing import Since
from referee.table.changes import apply
from referee.table.follow import follow
from referee.table.outcome import Act, Outcome, belonging
from referee.table.patience import Patience
from referee.table.rivals import (
    THROWN_S,
    UNCLEAR_S,
    Rival,
    distinct,
    passed_over,
    uncounted,
    unexplained_by,
    within_limits,
)
from referee.table.senses import Look
from referee.table.state import State


@dataclass(frozen=True, slots=True)
class Rivalry(Generic[P, T]):
    """The rivals that are kept; a value, its methods return the next one.

    ``stuck`` is since when nothing explains what is seen, and whether that is a throw.
    """

    patience: Patience
    rivals: tuple[Rival[P, T], ...] = ()
    stuck: Since | None = None

    def none(self) -> "Rivalry[P, T]":
        """Return what is kept after something was told anew: no rivals of what was told before."""
        return replace(self, rivals=())

    def retold(self, acts: tuple[Act, ...], numbers: tuple[int, ...]) -> "Rivalry[P, T]":
        """Return what is kept after these events were told, of which the rivals tell none."""
        rivals = (
            replace(rival, replaces=(*rival.replaces, *rival.retold(acts, numbers)))
            for rival in self.rivals
        )
        return replace(self, rivals=tuple(rivals))

    def joined(
        self,
        game: Game[P, T],
        before: State[P, T],
        told: State[P, T],
        outcome: Outcome[P, T],
        numbers: tuple[int, ...],
        t_s: float,
        last: int,
    ) -> "Rivalry[P, T]":
        """Return what is kept after a look at ``t_s``: also what else its events could have been.

        ``numbers`` are those of the events, ``last`` is that of the one before them; ``before`` is the state
        without and ``told`` with them.
        """
        kept = self.retold(outcome.acts, numbers).rivals
        fresh = [
            Rival(belonging(acts, last), after(game, before, acts), numbers)
            for acts in outcome.rivals
        ]
        without = uncounted(outcome.acts) if self.patience.looks > 1 else None
        if without is not None:
            acts, thrown, lie = without
            state = replace(after(game, before, acts), dice=lie, queue=(), half=None)
            fresh.append(Rival(belonging(acts, last), state, numbers, thrown, t_s))
        return replace(self, rivals=within_limits(distinct((*kept, *fresh), told)))

    def weighed(
        self, game: Game[P, T], told: State[P, T], outcome: Outcome[P, T], look: Look, last: int
    ) -> "tuple[Rivalry[P, T], tuple[Rival[P, T], Outcome[P, T]] | None]":
        """Return what is kept after the rivals explained the look, and the one that can if ``told`` cannot.

        It comes with its outcome; ``outcome`` is that of what is told, ``last`` the last event's number.
        """
        wrong = outcome.blame is not None or outcome.baffled or outcome.lost
        since, stuck = self._stuck(told, outcome, look)
        repeated = passed_over(game, told, outcome.acts)
        going: list[Rival[P, T]] = []
        better: list[tuple[Rival[P, T], Outcome[P, T]]] = []

        def happen(state: State[P, T], acts: Iterable[Act]) -> State[P, T]:
            return after(game, state, acts)

        for rival in self.rivals:
            if rival.refuted(look):
                continue
            other = rival.recall.follow(follow, game, rival.state, look)
            if other.blame is not None or other.baffled or other.lost or _corrects(other):
                alone = not _same_foul(game, told, outcome, other)
                going += rival.strained(look.t_s, alone=alone)
                continue
            state = happen(other.noted(rival.state), other.acts)
            # That a throw did not count is believed only once it was repeated.
            doubted = wrong or stuck or (repeated and rival.leant)
            if doubted and not rival.lies(look) and rival.explains(other, state):
                better.append((rival, other))
            if self.patience.looks > 1:
                going += rival.without_last(other.acts, happen, look.t_s, last)
            going += rival.went_on(other, state, look, told=outcome, last=last)
        if better:
            best = max(better, key=lambda each: each[0].likelihood)
            return replace(self, rivals=(), stuck=since), best
        return replace(self, rivals=tuple(going), stuck=since), None

    def _stuck(
        self, told: State[P, T], outcome: Outcome[P, T], look: Look
    ) -> tuple[Since | None, bool]:
        """Return since when what is seen makes no sense, and whether a rival may be right by now."""
        if look.hand or look.resting:
            return self.stuck, False
        state = outcome.noted(told)
        if outcome.acts or not unexplained_by(outcome, state):
            return None, False
        thrown = bool(state.queue)
        since = self.stuck
        if since is None or since.what != thrown:
            since = Since(thrown, look.t_s)
        return since, look.t_s - since.t_s >= (THROWN_S if thrown else UNCLEAR_S)


def after(game: Game[P, T], state: State[P, T], acts: Iterable[Act]) -> State[P, T]:
    """Return the state after acts that are no events yet."""
    for act in acts:
        state = apply(game, state, act.what, act.memo, 0)
    return state


def _corrects(outcome: Outcome[P, T]) -> bool:
    """Tell whether events would be told anew: those of a rival are none yet, so none of them can be."""
    return any(isinstance(act.what, Corrected) for act in outcome.acts)


def _same_foul(
    game: Game[P, T], told: State[P, T], outcome: Outcome[P, T], other: Outcome[P, T]
) -> bool:
    """Tell whether what is wrong to a rival is about to be called so, or was."""
    wrong = told.wrong if outcome.blame is None else outcome.blame.seen
    if wrong is None or other.blame is None:
        return False
    return not differing(game.contents(wrong), game.contents(other.blame.seen))
