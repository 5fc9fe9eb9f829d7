"""The state of a live game."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Generic

from referee.game import P, T
from referee.table.dice import Dice


class Stage(StrEnum):
    """What is going on at the table."""

    IDLE = "idle"
    """No game has started."""
    PLAY = "play"
    """A turn is being played."""
    CLEARING = "clearing"
    """A round is won; the table is set up for the next."""
    OVER = "over"
    """The game is won or was abandoned."""


Reads = Mapping[str, Mapping[str, int]]
"""How often each face of each die was read."""


@dataclass(frozen=True, slots=True)
class Line(Generic[P, T]):
    """A turn so far: what stood before it, its throws, and the last legal position that stood there.

    ``agreed``: the players let a position stand, so the turn may end whatever the rules say.
    """

    before: P
    stands: P
    throws: tuple[T, ...] = ()
    agreed: bool = False


@dataclass(frozen=True, slots=True)
class Fallen(Generic[T]):
    """Dice that fell: the throws that they may be, the likeliest first, and how all dice lie now.

    ``guesses`` are throws with a die that cannot be read. ``same_faces``: they show what they showed
    before, so they may only have been pushed. ``perhaps``: a die was not seen to lie there, or too briefly,
    so that nothing may have been thrown. ``taken`` are the dice that were thrown as far as it is seen.
    ``missed``: before it a die was to be seen and not read, so there may have been one more throw.
    """

    throws: tuple[T, ...]
    guesses: tuple[T, ...]
    dice: Dice
    same_faces: bool
    perhaps: bool = False
    taken: frozenset[str] = frozenset()
    missed: bool = False


@dataclass(frozen=True, slots=True)
class Shown(Generic[P]):
    """A position that stood there for all to see, and was in order, beside dice of which one is not read."""

    position: P
    dice: Dice

    def after(self, before: "Shown[P] | None") -> "Shown[P]":
        """Return it with dice that may be those of a throw before, near by, where they lay at first."""
        lay = {} if before is None else before.dice
        dice = {
            name: lay[name] if name in lay and not lay[name].apart(die) else die
            for name, die in self.dice.items()
        }
        return Shown(self.position, dice)


@dataclass(frozen=True, slots=True)
class Order:
    """How spots were seen when all was in order last.

    ``faint`` are those whose pieces were not surely seen, ``bare`` those that were surely seen to be empty,
    ``murky`` empty ones that looked as if a piece might lie there.
    """

    faint: frozenset[str] = frozenset()
    murky: frozenset[str] = frozenset()
    bare: frozenset[str] = frozenset()


NO_ORDER = Order()
"""Nothing is known of when all was in order."""


@dataclass(frozen=True, slots=True)
class State(Generic[P, T]):
    """Where the game is.

    ``line`` is the turn being played (in `Stage.CLEARING`: the first one of the next round); ``won`` the
    position in which the last round was won; ``starter`` who began this round; ``wrong`` the position that
    was called illegal and still stands, ``called`` the number of the event that did so and ``perhaps``
    what else it may be as far as it was seen, ``early`` whether a throw was called illegal because the turn
    before it was not over; ``dice`` how the dice lay when they were last believed;
    ``ready``: the next round is set up (not in the events, but shown again by the next pictures);
    ``starting``: the round waits for its first throw, and the house rules may leave open whose;
    ``laying``: people took events back, so the board is being laid out as it was and nobody is blamed;
    ``doubtful``: the turns to come in which nobody is blamed, since something was guessed;
    ``queue`` throws that were seen and that nothing explains yet, ``half`` one of which a die cannot be
    read yet; ``shown`` what stood there last beside a die that is not read, since the last step or throw;
    ``order`` how the spots were seen when all was in order last (not in the events, either);
    ``passed_up`` and ``unclear`` the turns for which it is remembered that a throw was let pass, and that
    something could not be seen;
    ``guesses`` which of this turn's throws were guessed, and what else they may have been;
    ``read`` how often each face of each die was read: an eye that cannot read a face never reads it;
    ``events`` and ``thrown`` the numbers of the events and of the throws that this turn consists of.
    """

    stage: Stage = Stage.IDLE
    line: Line[P, T] | None = None
    won: P | None = None
    starter: int = 0
    wrong: P | None = None
    called: int = 0
    perhaps: tuple[P, ...] = ()
    early: bool = False
    dice: Dice = field(default_factory=dict)
    queue: tuple[Fallen[T], ...] = ()
    half: Fallen[T] | None = None
    shown: Shown[P] | None = None
    order: Order = NO_ORDER
    ready: bool = False
    starting: bool = False
    laying: bool = False
    paused: bool = False
    doubtful: int = 0
    passed_up: int = 0
    unclear: int = 0
    guesses: tuple[tuple[int, tuple[T, ...]], ...] = ()
    read: Reads = field(default_factory=dict)
    events: tuple[int, ...] = ()
    thrown: tuple[int, ...] = ()

    @property
    def blamed(self) -> bool:
        """Whether something was called illegal and has not been put right since."""
        return self.wrong is not None or self.early

    @property
    def wary(self) -> int:
        """The turns to come in which nobody is blamed: a guess may have been wrong, or the game is lost.

        In 2,863 throws and turns of painted rounds nobody let pass what a throw allowed. Where it seemed so a
        ball or a throw had not been seen, and something else could not be made out, either.
        """
        return max(self.doubtful, min(self.passed_up, self.unclear))
