"""What people's hands do at a table, as plain values: the words of a script for simulated players.

A spot is a place of the board by its name ("O12", "C0.1", "M2.half.upper"), the start area of a seat ("S1"),
or the surface beside a place ("beside O12"). Nothing here knows rules, times or millimetres.
"""

from dataclasses import dataclass

BESIDE = "beside "


def beside(spot: str) -> str:
    """Return the spot on the surface next to a place, where a piece can be laid for a moment."""
    return BESIDE + spot


@dataclass(frozen=True, slots=True)
class Carry:
    """One piece is taken from a spot and put on another one; ``slid`` over the board, not lifted."""

    source: str
    target: str
    slid: bool = False


@dataclass(frozen=True, slots=True)
class Handle:
    """The hand of ``seat`` comes, carries pieces one after the other, and goes."""

    seat: int
    carries: tuple[Carry, ...]


@dataclass(frozen=True, slots=True)
class Roll:
    """The hand of ``seat`` takes dice and throws them; ``faces`` are (die, face) of those thrown.

    ``landing`` is "lying", or "leaning" or "off-board" for the first die thrown.
    """

    seat: int
    faces: tuple[tuple[str, str], ...]
    landing: str = "lying"


@dataclass(frozen=True, slots=True)
class Rest:
    """The hand of ``seat`` rests over a spot for a while and moves nothing."""

    seat: int
    spot: str
    seconds: float


@dataclass(frozen=True, slots=True)
class Bump:
    """Somebody pushes the camera."""

    x_mm: float
    y_mm: float
    turn_deg: float


@dataclass(frozen=True, slots=True)
class Dim:
    """A lamp is dimmed, switched off (0) or on again (1); an empty name means every lamp."""

    lamp: str
    factor: float


@dataclass(frozen=True, slots=True)
class Pause:
    """Nobody does anything for a while."""

    seconds: float


Act = Handle | Roll | Rest | Bump | Dim | Pause
