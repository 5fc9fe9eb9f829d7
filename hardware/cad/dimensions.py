"""The lengths that the printed parts share, in millimetres."""

import math
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Fastener:
    """A metric hex bolt with its nut: the hole it passes, and the pocket for its nut or head."""

    thread_mm: float
    length_mm: float
    across_flats_mm: float
    nut_mm: float

    @property
    def hole_mm(self) -> float:
        """Diameter of a hole that the bolt passes freely."""
        return self.thread_mm + 0.4

    @property
    def pocket_mm(self) -> float:
        """Diameter of the circle round a hexagonal pocket for the nut."""
        return (self.across_flats_mm + 0.3) / math.cos(math.radians(30))

    @property
    def head_mm(self) -> float:
        """Depth of a pocket that takes a hex bolt's head (ISO 4017) whole."""
        return 0.7 * self.thread_mm

    @property
    def name(self) -> str:
        """Return the name that shops sell it by."""
        return f"M{self.thread_mm:g} x {self.length_mm:g}"


# ISO 4032 nuts and ISO 4017 heads have the same width across flats.
PINCH = Fastener(5.0, 35.0, 8.0, 4.0)
CLAMP = Fastener(8.0, 60.0, 13.0, 6.5)


@dataclass(frozen=True, slots=True, kw_only=True)
class Arm:
    """The camera arm: printed joints on round bars that any hardware shop sells.

    ``camera_height_mm`` is measured from the table's top to the lens; ``reach_mm`` from the upright bar to
    the lens, so that a board of 480 mm has room before the clamp.
    """

    table_mm: float = 20.0
    camera_height_mm: float = 680.0
    reach_mm: float = 320.0
    bar_mm: float = 20.0
    bar_play_mm: float = 0.4
    wall_mm: float = 6.0
    grip_mm: float = 45.0
    jaw_mm: float = 14.0
    throat_mm: float = 52.0

    def __post_init__(self) -> None:
        if not 450 <= self.camera_height_mm <= 800:
            raise ValueError(
                f"the camera's height is {self.camera_height_mm} mm; the arm is made for 450 to 800"
            )
        if not 10 <= self.table_mm <= 45:
            raise ValueError(f"the table is {self.table_mm} mm thick; the clamp holds 10 to 45")

    @property
    def bore_mm(self) -> float:
        """Diameter of the bores for the bars."""
        return self.bar_mm + self.bar_play_mm

    @property
    def half_mm(self) -> float:
        """From a bore's middle to the outside of the block round it."""
        return self.bore_mm / 2 + self.wall_mm

    @property
    def jaw_opening_mm(self) -> float:
        """How wide the clamp's jaw is: the table, the pad and some way to screw."""
        return self.table_mm + 22.0

    @property
    def ear_mm(self) -> float:
        """How far the slit ears with the pinch screw stand out beyond the block."""
        return 14.0

    @property
    def bars_apart_mm(self) -> float:
        """From the upright bar's middle to the boom's, which pass each other in the cross."""
        return self.bore_mm + self.wall_mm

    @property
    def boom_tail_mm(self) -> float:
        """How far the boom stands out behind the upright bar's middle."""
        return self.grip_mm / 2 + 10.0

    @property
    def pivot_beyond_end_mm(self) -> float:
        """From the boom's end to the axis on which the camera tilts."""
        return 34.0

    def boom_height_mm(self, lens_below_mm: float) -> float:
        """Return how high over the table the boom's middle must be for a lens that hangs this far below."""
        return self.camera_height_mm + lens_below_mm

    def column_mm(self, lens_below_mm: float) -> float:
        """Return the length of the upright bar: from the clamp's upper jaw to a thumb above the cross."""
        above = self.half_mm + self.ear_mm + 10.0
        return self.boom_height_mm(lens_below_mm) - self.jaw_mm + above

    def boom_mm(self, lens_beyond_mm: float) -> float:
        """Return the length of the level bar, for a lens this far beyond the boom's end."""
        return self.reach_mm - lens_beyond_mm + self.boom_tail_mm


@dataclass(frozen=True, slots=True, kw_only=True)
class Board:
    """What the light holders clip onto."""

    thickness_mm: float = 20.0
    led_mm: float = 5.0


# Raspberry Pi 3B+, 4 and 5, from the mechanical drawings: board, mounting holes from the corner between
# card and power sockets, and the tallest socket above the board (USB).
PI_BOARD_MM = (85.0, 56.0)
PI_HOLES_MM = ((3.5, 3.5), (61.5, 3.5), (3.5, 52.5), (61.5, 52.5))
PI_HOLE_MM = 2.7
PI_THICK_MM = 1.4
PI_TALLEST_MM = 16.4

# The bed of a common printer.
BED_MM = 220.0
