"""What the eye saw at one moment: the referee's only input besides people's commands.

Colours are labels ("red") that the calibration bound to the balls; which seat plays which colour is the
match's business. A sighting assumes nothing about a game: it says what lies where, and how sure that is.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum


class Look(StrEnum):
    """How well one thing was seen."""

    CLEAR = "clear"
    UNSURE = "unsure"
    COVERED = "covered"


@dataclass(frozen=True, slots=True)
class Reading:
    """One field: the label of what lies there (None: nothing) and how likely each label is.

    ``likelihoods`` maps labels and "" (empty) to likelihoods of this picture that need not sum to one;
    a covered field has none, which says nothing for or against anything.
    """

    look: Look
    label: str | None = None
    likelihoods: Mapping[str, float] = field(default_factory=dict)

    @property
    def sure(self) -> bool:
        """Whether ``label`` may be believed."""
        return self.look is Look.CLEAR


@dataclass(frozen=True, slots=True)
class Count:
    """How many balls of each colour lie in an area (a start area), and whether that is sure."""

    look: Look
    of: Mapping[str, int] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Choice:
    """Which one of several holes is taken (a counting ball: 0 to 3; None: no ball seen)."""

    look: Look
    at: int | None = None


@dataclass(frozen=True, slots=True)
class Chosen:
    """Which of several holes are taken (remembered options), and which of the rest are unsure."""

    look: Look
    which: tuple[str, ...] = ()
    unsure: tuple[str, ...] = ()


class DieState(StrEnum):
    """How a die lies."""

    LYING = "lying"
    LEANING = "leaning"
    STACKED = "stacked"
    MOVING = "moving"
    ABSENT = "absent"
    OFF_BOARD = "off-board"
    COVERED = "covered"


@dataclass(frozen=True, slots=True)
class DieReading:
    """One die: how it lies, its face if that is sure, and where (millimetres on the board).

    ``face`` is a string ("6", "double") or None; ``likelihoods`` as in `Reading`.
    """

    state: DieState
    face: str | None = None
    likelihoods: Mapping[str, float] = field(default_factory=dict)
    x_mm: float | None = None
    y_mm: float | None = None
    turn_deg: float | None = None


@dataclass(frozen=True, slots=True)
class Loose:
    """A piece that lies on the board but in no field."""

    label: str
    x_mm: float
    y_mm: float
    near: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class BoardView:
    """Whether the board is seen where the calibration has it.

    ``quarters`` (0 to 3, counter-clockwise) and ``mirrored``: how the picture lies against the calibration,
    as far as the pieces show it; None where they do not. The board itself looks alike after each of them.
    """

    seen: bool
    moved: bool = False
    shift_mm: float | None = None
    turn_deg: float | None = None
    light_changed: bool = False
    quarters: int | None = None
    mirrored: bool | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Sighting:
    """Everything the eye says about one picture.

    ``fields`` by field name; ``start``, ``counters`` and ``stored`` by seat; ``dice`` by the die's name
    ("number", "option"). Names that are not in a mapping were not looked at.
    """

    board: BoardView
    hand: bool
    fields: Mapping[str, Reading] = field(default_factory=dict)
    start: Mapping[int, Count] = field(default_factory=dict)
    counters: Mapping[int, Choice] = field(default_factory=dict)
    stored: Mapping[int, Chosen] = field(default_factory=dict)
    dice: Mapping[str, DieReading] = field(default_factory=dict)
    loose: tuple[Loose, ...] = ()
    blurred: bool = False
