"""An unfinished turn as a frozen value, and the steps of which a turn is made.

A `Turn` is what the board shows (where the mover's and the others' balls lie) and the mover's `Means`: what
he may still do. Both are plain tuples, because a search looks at many of them.
"""

from enum import IntEnum, StrEnum
from typing import NamedTuple


class Stage(IntEnum):
    """How far the turn has come with its throws."""

    # A search hashes millions of these; an enumeration's own hash is a slow function of the name.
    __hash__ = int.__hash__

    BEGIN = 0
    """Nothing is thrown or used yet."""
    OPENED = 1
    """Exit was used before the first throw: both dice are due, nothing else before them (X5)."""
    TRYING = 2
    """One or two tries with the number die alone (T2)."""
    TRIED = 3
    """The third try is thrown (T2): the turn may end."""
    PLAY = 4
    """Both dice have been thrown (T4), or a ball has entered and they are due."""
    WON = 5
    """All the mover's balls are home (G1)."""


class Means(NamedTuple):
    """What the mover may still do, apart from where the balls lie.

    ``stored`` are the remembered options, ``locked`` those of them that were stored in this turn (X3),
    ``option`` the thrown one while it is neither used nor stored, each as bits (see `throw`); ``thrown``
    counts the throws used. ``parts`` are the parts of the number still to be moved, in ascending order.
    """

    stage: Stage
    thrown: int
    parts: tuple[int, ...]
    option: int
    stored: int
    locked: int
    back: bool
    """Numbers move counter-clockwise (O4)."""
    due: bool
    """A throw of both dice is due before the turn may end (T2, T3)."""
    whole: bool
    """The number lies there unmodified and as a whole: it may enter a ball (T3) or be stored as exit (X4)."""
    moved: bool
    """A part of this throw has been moved: double takes one part, not all (O2)."""
    multiplied: bool
    """This throw was doubled, and none of its parts has entered a ball (T6)."""
    right: int
    """The number of the try just thrown, if it lets a ball enter and nothing else came first (T2), or 0."""


class Turn(NamedTuple):
    """An unfinished turn: the mover's balls, the other seats' balls in seat order (masks), and the means."""

    own: int
    others: tuple[int, ...]
    means: Means


class Kind(StrEnum):
    """The kinds of steps."""

    __hash__ = str.__hash__

    THROW = "throw"
    MOVE = "move"
    ENTER = "enter"
    HALF = "half"
    DOUBLE = "double"
    DOUBLE_ALL = "double-all"
    SWAP_BALL = "swap-ball"
    SWAP_RING = "swap-ring"
    DIRECTION = "direction"
    HOLE_IN = "hole-in"
    EXIT = "exit"
    STORE = "store"


class Step(NamedTuple):
    """One step of a turn.

    ``number`` is the part that is moved, halved, doubled, stored as exit or used to enter (0: none),
    ``path`` the fields of the moving ball: where it leaves and every field on which it touches down.
    ``option`` is the bit of the option that is used or stored (0: none) and ``remembered`` whether a memory
    field gave it. ``breaks`` says what a step that the rules do not allow breaks ("M4.stayed", see
    `mistakes`).
    """

    kind: Kind
    number: int = 0
    path: tuple[int, ...] = ()
    option: int = 0
    remembered: bool = False
    breaks: str = ""

    def along(self, path: tuple[int, ...]) -> "Step":
        """Return the step with this path."""
        return Step(self.kind, self.number, path, self.option, self.remembered, self.breaks)
