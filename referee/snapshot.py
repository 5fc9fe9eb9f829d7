"""What a table looks like from outside at one moment: what pages and lights are drawn from.

A snapshot holds the whole state, so that a phone that slept needs nothing but the newest one. It
speaks of seats, places of the board by name and sentences by key; it knows the rules of no game.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, fields, is_dataclass
from enum import Enum, StrEnum
from typing import Any

from referee.sighting import DieState, Look

JSON = dict[str, Any]


class Phase(StrEnum):
    """What the table waits for."""

    IDLE = "idle"
    """No match is set."""
    NO_CAMERA = "no-camera"
    """The camera gives no pictures."""
    NO_BOARD = "no-board"
    """The camera gives pictures, but no board is found in them."""
    SETTING_UP = "setting-up"
    """The pieces are being put where the game starts."""
    THROW = "throw"
    """A throw is due."""
    PLAY = "play"
    """A throw lies there and is to be played."""
    MAY_END = "may-end"
    """The turn may end here; the next player may throw."""
    MOVING = "moving"
    """A hand is over the board or something moves."""
    WRONG = "wrong"
    """Something stands where the rules do not allow it."""
    ROUND_OVER = "round-over"
    """A round is won; the table is cleared for the next."""
    GAME_OVER = "game-over"
    """The game is won."""
    SCORE = "score"
    """Only the score is kept; nobody is refereed."""
    PAUSED = "paused"
    """The players asked the referee to look away."""


@dataclass(frozen=True, slots=True)
class Sentence:
    """A sentence for people: its key in the message catalogues and what is put into it.

    Parameters named ``seat`` or ending in ``_seat`` are shown as that player's name.
    """

    key: str
    params: Mapping[str, str | int | None] = field(default_factory=dict)


@dataclass(frozen=True, slots=True, kw_only=True)
class SeatView:
    """Who sits where: the colour's label as the calibration bound it and, if known, its look."""

    seat: int
    colour: str
    player: str = ""
    rgb: str = ""
    """``#rrggbb`` as the camera saw it, or empty."""


@dataclass(frozen=True, slots=True, kw_only=True)
class MatchView:
    """What is played, by whom and under which house rules."""

    game: str
    seats: tuple[SeatView, ...]
    variant: str = "base"
    balls: int = 0
    house: Mapping[str, str | bool] = field(default_factory=dict)
    first: int | None = None
    round: int = 1


@dataclass(frozen=True, slots=True)
class PlaceView:
    """How well one place is seen, and the seat whose piece the eye sees there (None: nothing)."""

    look: Look
    seat: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class DieView:
    """One die: how it lies, its face, where on the board, and whether it is part of this throw."""

    state: DieState
    face: str | None = None
    x_mm: float | None = None
    y_mm: float | None = None
    turn_deg: float | None = None
    counts: bool = True


class Due(StrEnum):
    """What somebody may or must do now."""

    NOTHING = "nothing"
    SET_UP = "set-up"
    THROW_NUMBER = "throw-number"
    """Throw the number die alone."""
    THROW_BOTH = "throw-both"
    MOVE = "move"
    COUNTER = "counter"
    """Move the counting ball."""
    PUT_BACK = "put-back"
    CLEAR = "clear"
    """Bring the pieces back to the start for the next round."""
    HAND_AWAY = "hand-away"
    LOOK_AGAIN = "look-again"
    """Something is hidden or unclear and should be moved into sight."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Choice:
    """One thing that the player may do now: a piece's way over the board, and its words."""

    seat: int
    path: tuple[str, ...]
    """Places from where the piece lies to where it may go."""
    says: Sentence
    throws: tuple[str, ...] = ()
    """Places whose pieces would be thrown home."""
    why: Sentence | None = None
    """Why a beginner might well choose this, if it is what is advised."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Expectation:
    """Whose turn it is and what may be done now; ``next_seat`` follows when the turn ends."""

    due: Due
    seat: int | None = None
    says: Sentence | None = None
    next_seat: int | None = None
    throws_left: int | None = None
    choices: tuple[Choice, ...] = ()


@dataclass(frozen=True, slots=True)
class Thrown:
    """A piece that was thrown: whose it is and the place it left."""

    seat: int
    place: str


@dataclass(frozen=True, slots=True, kw_only=True)
class MoveView:
    """The last move: the way of one piece, place by place, and what it threw.

    ``back``: it went backwards; ``swapped`` is the seat with whose piece it changed places. ``number``
    grows by one with each move, so that a page knows whether it has shown it.
    """

    number: int
    seat: int
    path: tuple[str, ...]
    thrown: tuple[Thrown, ...] = ()
    back: bool = False
    swapped: int | None = None


@dataclass(frozen=True, slots=True)
class Repair:
    """One piece to put right: from where it lies (None: from outside) to where it belongs."""

    seat: int
    stands: str | None
    belongs: str | None


@dataclass(frozen=True, slots=True, kw_only=True)
class FoulView:
    """What is wrong, by which rule, and the way back."""

    rule: str
    says: Sentence
    seat: int | None = None
    repairs: tuple[Repair, ...] = ()
    counted: tuple[str, ...] = ()
    """The path that was due, field by field."""
    legal_under: tuple[str, ...] = ()
    """House rules under which this would have been legal."""
    evidence: tuple[str, ...] = ()
    """Names of the pictures kept for this dispute."""


@dataclass(frozen=True, slots=True)
class Lamp:
    """One light: its colour (``#rrggbb``) and pulse (``steady``, ``breathe``, ``blink``, ``count-I-N``)."""

    rgb: str
    pulse: str = "steady"


@dataclass(frozen=True, slots=True, kw_only=True)
class EventView:
    """One line of the journal in words; ``clock`` is the table's time of day, if it has one."""

    n: int
    kind: str
    says: Sentence
    seat: int | None = None
    clock: str = ""
    by: str = ""
    """Who asked for it, if a person did."""
    undoable: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class CameraView:
    """The camera: its driver, whether pictures come, and what would help it see better."""

    driver: str = "none"
    seeing: bool = False
    board: bool = False
    advice: Sentence | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Snapshot:
    """Everything that can be seen of a table at one moment.

    Args:
        version: grows with every change; a page shows the highest it got.
        phase: what the table waits for.
        game: id of the game on the table ("inner-circle").
        match: who plays what, or None while no match is set.
        position: the game's position in its JSON form (for The Inner Circle the keys of the machine
            interface: seats, balls, on, start, counters, stored, turn), or None.
        places: how single places are seen, by the board's names and those of areas ("O0",
            "start.0", "counters.0", "stored.0"); a place that is left out is seen clearly and as
            the position says.
        dice: by the die's name ("number", "option").
        throws: the throws of this turn so far, as in the machine interface.
        hand: whether a hand is over the board.
        lamps: by place name or "corner.K"; a lamp that is left out is dark.
        events: the newest last.
        found: whose balls the eye found in which start area, for a new match.

    """

    version: int
    phase: Phase
    game: str = "inner-circle"
    match: MatchView | None = None
    position: Mapping[str, Any] | None = None
    places: Mapping[str, PlaceView] = field(default_factory=dict)
    dice: Mapping[str, DieView] = field(default_factory=dict)
    throws: tuple[Mapping[str, Any], ...] = ()
    hand: bool = False
    expectation: Expectation = Expectation(due=Due.NOTHING)
    says: Sentence | None = None
    move: MoveView | None = None
    foul: FoulView | None = None
    winner: int | None = None
    lamps: Mapping[str, Lamp] = field(default_factory=dict)
    events: tuple[EventView, ...] = ()
    camera: CameraView = CameraView()
    found: tuple[SeatView, ...] = ()

    def to_json(self, say: Callable[[Sentence], Any] | None = None) -> JSON:
        """Return plain dictionaries, lists, texts and numbers.

        ``say`` words the sentences; without it they stay keys with parameters.
        """
        data: JSON = _plain(self, say)
        return data


def _plain(value: Any, say: Callable[[Sentence], Any] | None) -> Any:
    if say and isinstance(value, Sentence):
        return say(value)
    if is_dataclass(value) and not isinstance(value, type):
        return {f.name: _plain(getattr(value, f.name), say) for f in fields(value)}
    if isinstance(value, Mapping):
        return {str(key): _plain(item, say) for key, item in value.items()}
    if isinstance(value, tuple | list):
        return [_plain(item, say) for item in value]
    return value.value if isinstance(value, Enum) else value
