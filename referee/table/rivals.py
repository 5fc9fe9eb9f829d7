"""Other ways to explain the game than the one that is told, kept until something speaks for one of them."""

import math
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field, replace
from typing import Generic

from referee.events import Corrected, Illegal, Restored, Throw, Turn, Unsure
from referee.game import Game, P, T
from referee.table.dice import Dice, dice_from_data
from referee.table.outcome import Act, Outcome, belonging
from referee.table.recall import Recall
from referee.table.senses import Look
from referee.table.state import State
from referee.table.view import judged
from referee.table.wariness import passed_up

MOST_RIVALS = 6
"""Other ways to explain the game that are kept; the newest are the likeliest to be needed."""

MOST_TWICE = 3
"""The same of those in which two throws or more did not count: one in 25 painted rounds needs one."""

CERTAIN_S = 3.0
"""Dice that lie for so long were thrown for certain: a cocked die is taken up at once."""


THROWN_S = 1.0
"""A throw that nothing explains for so long speaks for a rival that explains it."""

UNCLEAR_S = 3.0
"""So long must a view be unclear until a rival that explains it is believed: errors pass sooner."""

RIM_MM = 55.0
"""Dice lean on the rim of the dice area: those of painted rounds 55 to 77 mm from the board's middle."""

STRAINED_S = 1.0
"""A rival to which what stands there is a foul for longer than this is given up, and so is one in which a
throw did not count if for so long it leaves more unexplained than what is told."""

FAILED_S = 10.0
"""A rival that explains nothing of what is seen for longer than this is given up."""

_HELD = (Corrected, Illegal, Unsure)
"""Events that hold whichever rival is right, as none tells them itself."""


@dataclass(frozen=True, slots=True)
class Rival(Generic[P, T]):
    """Another way to explain the game since event ``replaces[0]``, and the state it would be in.

    ``acts`` know after which event they belong, so that what is told and holds in both stays in its place.
    ``dice`` are those of a throw at ``t_s`` that did not count in this rival's eyes: one of them leaned
    and was thrown again; ``more`` throws before it did not, either. ``strained_s`` tells since when it has
    blamed, or has explained less than what is told, ``failed_s`` since when it has explained nothing.
    """

    acts: tuple[Act, ...]
    state: State[P, T]
    replaces: tuple[int, ...]
    dice: Dice | None = None
    t_s: float = 0.0
    more: int = 0
    strained_s: float | None = None
    failed_s: float | None = None
    recall: Recall[P, T] = field(default_factory=Recall, compare=False)

    @property
    def leant(self) -> bool:
        """Whether a die of the throw that did not count lay where dice may lean."""
        return self.dice is not None and self.outermost_mm >= RIM_MM

    @property
    def likelihood(self) -> tuple[int, float]:
        """How likely it is beside others that explain the same: more so the fewer throws did not count."""
        return -self.more, self.outermost_mm

    @property
    def outermost_mm(self) -> float:
        """How far from the middle the outermost of the dice lay: those at the rim lean; inf without dice."""
        if self.dice is None:
            return math.inf
        return max(math.hypot(die.x_mm, die.y_mm) for die in self.dice.values())

    def explains(self, outcome: Outcome[P, T], state: State[P, T]) -> bool:
        """Tell whether its outcome of a look, and the state after it, explain what the events cannot."""
        if outcome.acts:
            return True
        if state.half is not None or unexplained_by(outcome, state):
            return False
        return self.dice is None or bool(self.acts)

    def went_on(
        self,
        outcome: Outcome[P, T],
        state: State[P, T],
        look: Look,
        *,
        told: Outcome[P, T],
        last: int,
    ) -> "tuple[Rival[P, T], ...]":
        """Return the rival after one more look, nothing if it has explained nothing for too long.

        ``last`` is the number of the last event. ``told`` is the outcome for what is told: what was moved
        before the dice fell once more speaks for the throw that this rival denies, also if another throw
        would explain it, too.
        """
        less = self.dice is not None and set(_spots(told)) < set(_spots(outcome))
        strained_s = (self.strained_s or look.t_s) if less else None
        if strained_s is not None and look.t_s - strained_s > STRAINED_S:
            return ()
        unclear = state.half is not None or unexplained_by(outcome, state)
        clear = look.hand or outcome.acts or not unclear
        failed_s = None if clear else self.failed_s or look.t_s
        if failed_s is not None and look.t_s - failed_s > FAILED_S:
            return ()
        news = outcome.acts or state.queue != self.state.queue
        return (
            replace(
                self,
                acts=(*self.acts, *belonging(outcome.acts, last)),
                state=state,
                strained_s=strained_s,
                failed_s=failed_s,
                recall=Recall() if news else self.recall,
            ),
        )

    def retold(self, acts: Iterable[Act], numbers: Iterable[int]) -> tuple[int, ...]:
        """Return the numbers of those events that the rival would tell otherwise, or not at all.

        What was called wrong when this rival would have done so as well, and was put right since, was so.
        """
        held = _HELD if self.state.wrong is not None else (*_HELD, Restored)
        told = zip(acts, numbers, strict=True)
        return tuple(n for act, n in told if not isinstance(act.what, held))

    def strained(self, t_s: float, *, alone: bool) -> "tuple[Rival[P, T], ...]":
        """Return the rival after a look that would be a foul to it, nothing if that lasts.

        ``alone``: to what is told it would be none.
        """
        if not alone:
            return (self,)
        since_s = self.strained_s or t_s
        if self.dice is not None or t_s - since_s > STRAINED_S:
            return ()
        return (replace(self, strained_s=since_s),)

    def without_last(
        self,
        acts: tuple[Act, ...],
        after: Callable[[State[P, T], tuple[Act, ...]], State[P, T]],
        t_s: float,
        last: int,
    ) -> "tuple[Rival[P, T], ...]":
        """Return the rival in which the throw that its last ``acts`` end with did not count, either.

        ``after`` tells the state after acts, ``last`` is the number of the last event. Two throws that did
        not count are believed in only if the dice lay where they may lean both times.
        """
        left = uncounted(acts)
        if left is None or not self.leant:
            return ()
        acts, thrown, lie = left
        state = replace(after(self.state, acts), dice=lie, queue=(), half=None)
        other = replace(
            self, acts=(*self.acts, *belonging(acts, last)), state=state, dice=thrown, t_s=t_s,
            more=self.more + 1, strained_s=None, failed_s=None, recall=Recall(),
        )  # fmt: skip
        return (other,) if other.leant else ()

    def excuses(self, game: Game[P, T], wrong: P | None) -> bool:
        """Tell whether what was called wrong is in order to it; None: a throw that came too early.

        A step or a throw that follows would hide that it was none.
        """
        line = self.state.line
        if self.state.blamed or line is None:
            return False
        return wrong is None or judged(game, line, game.turned(wrong, line.before.turn)).legal

    def refuted(self, look: Look) -> bool:
        """Tell whether the dice have lain for too long to be no throw."""
        return look.t_s - self.t_s >= CERTAIN_S and self.lies(look)

    def lies(self, look: Look) -> bool:
        """Tell whether the dice of a throw that did not count still lie there: nobody threw them again."""
        return self.dice is not None and all(
            name in look.dice and die.same(look.dice[name]) for name, die in self.dice.items()
        )


def uncounted(acts: tuple[Act, ...]) -> tuple[tuple[Act, ...], Dice, Dice] | None:
    """Return acts without the throw that they end with, that throw's dice and how all lie; None: no throw.

    A turn that had ended by that throw alone has not, either.
    """
    if not acts or not isinstance(acts[-1].what, Throw) or "dice" not in acts[-1].memo:
        return None
    throw = acts[-1]
    assert isinstance(throw.what, Throw)
    lie = dice_from_data(throw.memo["dice"])
    thrown = {name: lie[name] for name, face in throw.what.faces.items() if face and name in lie}
    left = acts[:-1]
    if left and isinstance(left[-1].what, Turn):
        left = left[:-1]
    return (left, thrown, lie) if thrown else None


def passed_over(game: Game[P, T], state: State[P, T], acts: tuple[Act, ...]) -> bool:
    """Tell whether a player throws once more, and what his last throw allowed was not done.

    He may, where it allowed no more than to enter; but most likely that throw did not count.
    """
    if len(acts) != 1 or not isinstance(acts[0].what, Throw) or state.line is None:
        return False
    return acts[0].what.seat == state.line.before.turn and passed_up(game, state.line)


def unexplained_by(outcome: Outcome[P, T], state: State[P, T]) -> bool:
    """Tell whether an outcome, and the state after it, leave a throw or some spot unexplained.

    A throw of which one die cannot be read yet is waited for; no rival knows it better.
    """
    return bool(state.queue) or bool(_spots(outcome))


def _spots(outcome: Outcome[P, T]) -> list[str]:
    """Return the spots on the board that an outcome leaves unexplained."""
    return [spot for spot in outcome.doubt if not spot.startswith("dice.")]


def distinct(rivals: Iterable[Rival[P, T]], told: State[P, T]) -> tuple[Rival[P, T], ...]:
    """Return the rivals that have not come to the same as what is told, or as a newer rival.

    Those in which other dice did not count are kept beside each other: one of them may be refuted.
    """
    kept: list[Rival[P, T]] = []
    for rival in reversed(list(rivals)):
        states = [told, *(other.state for other in kept if other.dice == rival.dice)]
        if not any(_alike(rival.state, state) for state in states):
            kept.append(rival)
    return tuple(reversed(kept))


def within_limits(rivals: tuple[Rival[P, T], ...]) -> tuple[Rival[P, T], ...]:
    """Return as many rivals as are kept, those last in which the fewest throws did not count."""
    twice = [rival for rival in rivals if rival.more]
    once = [rival for rival in rivals if not rival.more]
    return (*twice[-MOST_TWICE:], *once[-MOST_RIVALS:])


def _alike(state: State[P, T], other: State[P, T]) -> bool:
    """Tell whether both expect the same to follow."""
    return (state.stage, state.line, state.queue) == (other.stage, other.line, other.queue)
