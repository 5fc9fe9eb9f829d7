"""Recent looks and what followed from them.

A spot that is seen now like this and now like that leads to a few looks that come again and again, and each
need be thought about only once.
"""

from collections.abc import Callable, Hashable
from typing import Generic

from referee.evidence import clear_contents, likeliest
from referee.game import Game, P, T
from referee.table.dice import MOVED_MM, UNREAD_MM, Lying, rolled
from referee.table.outcome import Outcome
from referee.table.possible import unsure
from referee.table.senses import Look
from referee.table.state import State

REMEMBERED_LOOKS = 8
"""Looks that are remembered, those that led to nothing: any event makes all of them news."""

Rule = Callable[[Game[P, T], State[P, T], Look], Outcome[P, T]]


class Recall(Generic[P, T]):
    """What followed from recent looks in one state of the game; another state needs another one."""

    def __init__(self) -> None:
        self._outcomes: dict[Hashable, Outcome[P, T]] = {}

    def known(self, like: Hashable) -> Outcome[P, T] | None:
        """Return what followed from a look of this `likeness`."""
        outcome = self._outcomes.pop(like, None)
        if outcome is not None:
            self._outcomes[like] = outcome
        return outcome

    def keep(self, like: Hashable, outcome: Outcome[P, T]) -> None:
        """Remember what followed from a look of this `likeness`."""
        self._outcomes[like] = outcome
        while len(self._outcomes) > REMEMBERED_LOOKS:
            del self._outcomes[next(iter(self._outcomes))]

    def follow(
        self, rule: Rule[P, T], game: Game[P, T], state: State[P, T], look: Look
    ) -> Outcome[P, T]:
        """Return what follows from a look by this rule."""
        like = likeness(state, look)
        outcome = self.known(like)
        if outcome is None:
            outcome = rule(game, state, look)
            self.keep(like, outcome)
        return outcome


def likeness(state: State[P, T], look: Look) -> Hashable:
    """Return all of a look, and of the state between two events, that matters to what follows from it."""
    roll = rolled(state.dice, look.dice, look.unread)
    dim = unsure(look.evidence)
    return (
        len(state.queue), state.half is not None, look.hand, look.loose, roll.unread, look.gone,
        frozenset((name, _place(die, UNREAD_MM)) for name, die in roll.away.items()),
        # A die that lies where it lay has not moved, but it is seen, so that somebody may be blamed.
        frozenset((name, bool(die.face)) for name, die in look.dice.items()), frozenset(look.doubted.items()),
        frozenset((name, die.face, _place(die), die.lifted, die.jumped) for name, die in roll.moved.items()),
        frozenset(clear_contents(look.evidence).items()),
        frozenset((spot, likeliest(look.evidence[spot])) for spot in dim),
        frozenset(look.coming.items()), frozenset(clear_contents(look.contested).items()),
        look.touched, look.restless, look.wavering, frozenset(look.turning.items()), _order(state, look, dim),
    )  # fmt: skip


def _order(state: State[P, T], look: Look, dim: frozenset[str]) -> Hashable:
    """Return what was seen when all was in order last and matters to a look; no event tells it."""
    shown, evidence = state.shown, look.evidence
    lay = {} if shown is None else shown.dice
    # Where a piece still lies it does not matter how clearly it was seen.
    faint = state.order.faint
    left = (spot for spot in faint if not (spot in evidence and likeliest(evidence[spot])))
    return (
        None if shown is None else shown.position,
        frozenset((name, _place(die)) for name, die in lay.items()),
        frozenset(left),
        state.order.bare & dim,
        state.order.murky & dim,
    )


def _place(die: Lying, fine_mm: float = MOVED_MM) -> tuple[int, int]:
    """Return where a die lies, as finely as it matters to whether it was thrown."""
    return round(die.x_mm / fine_mm), round(die.y_mm / fine_mm)
