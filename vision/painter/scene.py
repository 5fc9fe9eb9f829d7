"""What stands on a table at one moment, as plain values; `Painter` makes a picture of it."""

from collections.abc import Mapping
from dataclasses import dataclass, field


@dataclass(frozen=True, slots=True)
class LooseBall:
    """A game ball that lies at some place; ``z_mm`` is the height of its centre, None where it rests."""

    label: str
    x_mm: float
    y_mm: float
    z_mm: float | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Die:
    """A die: ``face`` is its top where it lies, ``yaw_deg`` its turn counter-clockwise seen from above.

    ``x_mm`` and ``y_mm`` are its centre; ``z_mm`` the centre's height over where it would rest.
    ``lean_deg`` tips it over its side that looks along ``lean_to_deg`` (mathematical angle). A moving die
    is smeared along ``travel_mm`` and ``spin_deg`` within the exposure.
    """

    face: str
    x_mm: float
    y_mm: float
    yaw_deg: float = 0.0
    z_mm: float = 0.0
    lean_deg: float = 0.0
    lean_to_deg: float = 0.0
    travel_mm: tuple[float, float] = (0.0, 0.0)
    spin_deg: float = 0.0


@dataclass(frozen=True, slots=True, kw_only=True)
class Hand:
    """A hand over the board: the place under its finger tips, how high, and from where the arm comes.

    ``arm_deg`` is the mathematical angle of the elbow as seen from the hand; ``pose`` is "pinch", "flat",
    "fist" or "point"; a ball's label or "die" may be ``held`` between the finger tips.
    """

    x_mm: float
    y_mm: float
    z_mm: float
    arm_deg: float
    pose: str = "pinch"
    held: str | None = None
    skin: tuple[float, float, float] = (224, 172, 140)
    sleeve: tuple[float, float, float] = (60, 78, 110)
    sleeve_mm: float = 130.0
    right: bool = True
    travel_mm: tuple[float, float] = (0.0, 0.0)


@dataclass(frozen=True, slots=True)
class Nudge:
    """How far the camera was pushed since the table was set up: millimetres and degrees."""

    x_mm: float = 0.0
    y_mm: float = 0.0
    turn_deg: float = 0.0


@dataclass(frozen=True, slots=True, kw_only=True)
class Scene:
    """What lies where.

    ``on``: labels by place name (fields, ball places). ``start``: balls in the start areas, with places.
    ``counters``: by seat the counting field (0 to 3) of its counting ball. ``stored``: by seat the
    options in the upper row; seats in it have their other option balls in the lower row.
    ``dice``: by die name. ``lamps``: factors on the lamps' power by lamp name (1 if missing).
    ``glow``: coloured lights beside places, linear RGB by place name.
    """

    on: Mapping[str, str] = field(default_factory=dict)
    start: tuple[LooseBall, ...] = ()
    loose: tuple[LooseBall, ...] = ()
    counters: Mapping[int, int] = field(default_factory=dict)
    stored: Mapping[int, tuple[str, ...]] = field(default_factory=dict)
    dice: Mapping[str, Die] = field(default_factory=dict)
    hands: tuple[Hand, ...] = ()
    lamps: Mapping[str, float] = field(default_factory=dict)
    glow: Mapping[str, tuple[float, float, float]] = field(default_factory=dict)
    nudge: Nudge = Nudge()
