"""Other ways to explain the game than the one that is told, kept until something speaks for one of them."""

import math
from dataclasses import dataclass
from typing import Generic

from referee.events import Throw, Turn
from referee.game import P, T
from referee.table.dice import Dice, dice_from_data
from referee.table.outcome import Act, Outcome
from referee.table.senses import Look
from referee.table.state import State

MOST_RIVALS = 6
"""Other ways to explain the game that are kept; the newest are the likeliest to be needed."""

CERTAIN_S = 3.0
"""Dice that lie for so long were thrown for certain: a cocked die is taken up at once."""


@dataclass(frozen=True, slots=True)
class Rival(Generic[P, T]):
    """Another way to explain the game since event ``replaces[0]``, and the state it would be in.

    ``dice`` are those of a throw at ``t_s`` that did not count in this rival's eyes: one of them leaned
    and was thrown again.
    """

    acts: tuple[Act, ...]
    state: State[P, T]
    replaces: tuple[int, ...]
    dice: Dice | None = None
    t_s: float = 0.0

    @property
    def outermost_mm(self) -> float:
        """How far from the middle the outermost of the dice lay: those at the rim lean; inf without dice."""
        if self.dice is None:
            return math.inf
        return max(math.hypot(die.x_mm, die.y_mm) for die in self.dice.values())

    def explains(self, outcome: Outcome[P, T], state: State[P, T]) -> bool:
        """Tell whether its outcome of a look, and the state after it, explain what the events cannot."""
        if self.dice is None or outcome.acts:
            return True
        return bool(self.acts) and not (outcome.doubt or state.queue or state.half)

    def refuted(self, look: Look) -> bool:
        """Tell whether the dice have lain for too long to be no throw."""
        if self.dice is None or look.t_s - self.t_s < CERTAIN_S:
            return False
        return all(
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
