"""The box of the Raspberry Pi and its lid: one for the 3B+, the 4 and the 5."""

from build123d import Axis, Box, Cylinder, Part, Pos, fillet

from hardware.cad.dimensions import (
    PI_BOARD_MM,
    PI_HOLE_MM,
    PI_HOLES_MM,
    PI_TALLEST_MM,
    PI_THICK_MM,
)
from hardware.cad.shapes import BOTTOM, hole

WALL_MM = 2.4
STANDOFF_MM = 4.0
_PLAY_MM = 1.5
_RIM_MM = 4.0
_LENGTH, _WIDTH = (size + 2 * _PLAY_MM for size in PI_BOARD_MM)
BOARD_TOP_MM = WALL_MM + STANDOFF_MM + PI_THICK_MM
HEIGHT_MM = BOARD_TOP_MM + PI_TALLEST_MM + 1.0
# The sockets on the long side lie between these places, and the camera's sockets near that side.
_SOCKETS_MM, _CAMERA_MM = (3.0, 61.0), (42.0, 54.0)
_MIDDLE = Pos(PI_BOARD_MM[0] / 2, PI_BOARD_MM[1] / 2, 0)


def _block(x: tuple[float, float], y: tuple[float, float], z: tuple[float, float]) -> Part:
    """A box between these places; x and y from the board's corner between card and power."""
    middle = Pos((x[0] + x[1]) / 2, (y[0] + y[1]) / 2, z[0])
    return Part() + middle * Box(x[1] - x[0], y[1] - y[0], z[1] - z[0], align=BOTTOM)


def _shell(height_mm: float) -> Part:
    outer = Box(_LENGTH + 2 * WALL_MM, _WIDTH + 2 * WALL_MM, height_mm, align=BOTTOM)
    return Part() + _MIDDLE * fillet(outer.edges().filter_by(Axis.Z), 4.0)


def pi_box() -> Part:
    """The tray: standoffs with holes for M2.5, free sockets on two sides, the card's slot, air, straps.

    Straps or cable ties through the long slots hold it to the upright bar.
    """
    length, width = PI_BOARD_MM
    tray = _shell(HEIGHT_MM)
    tray -= Pos(0, 0, WALL_MM) * (_MIDDLE * Box(_LENGTH, _WIDTH, HEIGHT_MM, align=BOTTOM))
    above, top = BOARD_TOP_MM - 1.0, HEIGHT_MM + 1.0
    tray -= _block((length, length + 9), (1.0, width - 1.0), (above, top))
    tray -= _block(_SOCKETS_MM, (-9.0, 0.0), (above, top))
    tray -= _block((-9.0, 4.0), (width / 2 - 8, width / 2 + 8), (-1.0, BOARD_TOP_MM - PI_THICK_MM))
    for i in range(5):
        tray -= _block((16 + 9 * i, 19 + 9 * i), (13.0, width - 13.0), (-1.0, 9.0))
    for x in (9.0, 72.0):
        for y in (width / 2 - 14, width / 2 + 14):
            tray -= _block((x - 2, x + 2), (y - 2, y + 2), (-1.0, 9.0))
    for x, y in PI_HOLES_MM:
        tray += Pos(x, y, 0) * Cylinder(3.1, WALL_MM + STANDOFF_MM, align=BOTTOM)
        # A screw of 2.5 mm cuts its own thread in this.
        tray -= Pos(x, y, 0) * hole(PI_HOLE_MM - 0.5)
    return Part() + tray


def pi_lid() -> Part:
    """The lid as it lies on the box: rims that clamp inside the walls, slots for wires, cable and air."""
    width = PI_BOARD_MM[1]
    lid = _shell(WALL_MM)
    lid -= _block((6.0, 60.0), (width - 8.0, width - 0.5), (-1.0, 9.0))
    lid -= _block(_CAMERA_MM, (1.5, 24.0), (-1.0, 9.0))
    for i in range(4):
        lid -= _block((8 + 8 * i, 11 + 8 * i), (12.0, width - 14.0), (-1.0, 9.0))
    gap, rim = 0.15 - _PLAY_MM, 1.6
    for x, y in (
        ((8.0, 70.0), (width - gap - rim, width - gap)),
        ((gap, gap + rim), (8.0, width / 2 - 10)),
        ((gap, gap + rim), (width / 2 + 10, width - 8)),
        ((64.0, 80.0), (gap, gap + rim)),
    ):
        lid += _block(x, y, (-_RIM_MM, 0.5))
    return Part() + lid
