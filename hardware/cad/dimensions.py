"""The lengths that the printed parts share, in millimetres."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class Arm:
    """The camera arm: printed joints on round bars that any hardware shop sells.

    ``camera_height_mm`` is measured from the table's top to the lens.
    """

    table_mm: float = 20.0
    camera_height_mm: float = 600.0
    reach_mm: float = 300.0
    bar_mm: float = 20.0
    bar_play_mm: float = 0.4
    wall_mm: float = 5.0
    socket_mm: float = 45.0
    clamp_screw_mm: float = 8.0
    pinch_screw_mm: float = 4.0

    def __post_init__(self) -> None:
        if not 450 <= self.camera_height_mm <= 800:
            raise ValueError(
                f"the camera's height is {self.camera_height_mm} mm; the arm is made for 450 to 800"
            )
        if not 10 <= self.table_mm <= 45:
            raise ValueError(f"the table is {self.table_mm} mm thick; the clamp holds 10 to 45")

    @property
    def socket_outer_mm(self) -> float:
        """Outer diameter of the sockets that hold the bars."""
        return self.bar_mm + self.bar_play_mm + 2 * self.wall_mm

    @property
    def column_mm(self) -> float:
        """Length to cut the upright bar: from the clamp's socket floor to the elbow's."""
        boom_height = self.camera_height_mm + self.camera_drop_mm
        return boom_height - self.socket_outer_mm / 2 + self.socket_mm - self.wall_mm

    @property
    def boom_mm(self) -> float:
        """Length to cut the level bar, from the elbow's socket floor to the head's."""
        return self.reach_mm + self.socket_mm

    @property
    def camera_drop_mm(self) -> float:
        """How far below the boom's middle the lens hangs."""
        return 32.0


@dataclass(frozen=True, slots=True, kw_only=True)
class Board:
    """What the light holders clip onto."""

    thickness_mm: float = 20.0
    led_mm: float = 5.0


# Raspberry Pi 3B+, 4 and 5: board and mounting holes from the mechanical drawings.
PI_BOARD_MM = (85.0, 56.0)
PI_HOLE_PITCH_MM = (58.0, 49.0)
PI_HOLE_EDGE_MM = 3.5
PI_HOLE_MM = 2.7

# The bed of a common printer.
BED_MM = 220.0
