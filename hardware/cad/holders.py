"""What carries a camera, the Pi and the corner lights."""

from typing import Any

from build123d import Align, Axis, Box, Cylinder, Part, Pos, Rot, fillet

from hardware.cad.dimensions import (
    PI_BOARD_MM,
    PI_HOLE_EDGE_MM,
    PI_HOLE_MM,
    PI_HOLE_PITCH_MM,
    Arm,
    Board,
)

_BOTTOM = (Align.CENTER, Align.CENTER, Align.MIN)
_PLATE_MM = 3.0
_STANDOFF_MM = 5.0
_TONGUE_MM = 10.0


def camera_holder(camera: dict[str, Any], arm: Arm) -> Part:
    """A plate with standoffs for one camera's holes and a tongue that tilts in the arm's head.

    Printed flat; the camera looks through the opening, its board lies on the standoffs.
    """
    across, along = camera["board_mm"]
    plate = Pos(0, 0, 0) * Box(across + 8, along + 8, _PLATE_MM, align=_BOTTOM)
    pitch_x, pitch_y = camera["hole_pitch_mm"]
    lens_x, lens_y = camera["lens_mm"]
    opening = Pos(lens_x, lens_y, 0) * Cylinder(
        min(camera["lens_diameter_mm"] / 2 + 1.0, pitch_x / 2 - 3.2), 3 * _PLATE_MM
    )
    body = plate - opening
    for x in (-pitch_x / 2, pitch_x / 2):
        for y in (-pitch_y / 2, pitch_y / 2):
            body += Pos(x, y, 0) * Cylinder(2.6, _PLATE_MM + _STANDOFF_MM, align=_BOTTOM)
            body -= Pos(x, y, 0) * Cylinder(camera["hole_mm"] / 2, 40)
    return Part() + (body + _tongue(along, arm))


def _tongue(along: float, arm: Arm) -> Part:
    tongue = Pos(0, along / 2 + 4 + 9, 0) * Box(16, 18, _TONGUE_MM, align=_BOTTOM)
    rib = Pos(0, along / 2 + 4, 0) * Box(16, 4, _TONGUE_MM, align=_BOTTOM)
    hole = (
        Pos(0, along / 2 + 4 + 10, _TONGUE_MM / 2)
        * Rot(0, 90, 0)
        * Cylinder((arm.pinch_screw_mm + 0.4) / 2, 40)
    )
    return Part() + (tongue + rib - hole)


def pi_box(wall: float = 2.4) -> Part:
    """An open tray for a Raspberry Pi with standoffs, free sockets on two sides and air slots."""
    length, width = PI_BOARD_MM
    inner_x, inner_y = length + 3.0, width + 3.0
    height = 14.0
    tray = Box(inner_x + 2 * wall, inner_y + 2 * wall, height, align=_BOTTOM)
    tray = fillet(tray.edges().filter_by(Axis.Z), 4.0)
    tray -= Pos(0, 0, wall) * Box(inner_x, inner_y, height, align=_BOTTOM)
    # The connectors' sides: USB and network at +x, power and display at -y.
    tray -= Pos(inner_x / 2, 0, wall + 3) * Box(4 * wall, inner_y - 4, height, align=_BOTTOM)
    tray -= Pos(-4, -inner_y / 2, wall + 3) * Box(inner_x - 16, 4 * wall, height, align=_BOTTOM)
    for i in range(-3, 4):
        tray -= Pos(i * 9.0, 0, 0) * Box(3.0, inner_y - 22, 4 * wall)
    for x, y in _pi_holes():
        tray += Pos(x, y, 0) * Cylinder(3.2, wall + 4.0, align=_BOTTOM)
        tray -= Pos(x, y, 0) * Cylinder(PI_HOLE_MM / 2, 40)
    return Part() + tray


def _pi_holes() -> list[tuple[float, float]]:
    left = -PI_BOARD_MM[0] / 2 + PI_HOLE_EDGE_MM
    low = -PI_BOARD_MM[1] / 2 + PI_HOLE_EDGE_MM
    return [
        (left + dx, low + dy) for dx in (0, PI_HOLE_PITCH_MM[0]) for dy in (0, PI_HOLE_PITCH_MM[1])
    ]


def pi_lid(wall: float = 2.4) -> Part:
    """The lid of the Pi's box: a plate with a rim that clips inside, and air slots."""
    length, width = PI_BOARD_MM
    lid = Box(length + 3.0 + 2 * wall, width + 3.0 + 2 * wall, wall, align=_BOTTOM)
    lid = fillet(lid.edges().filter_by(Axis.Z), 4.0)
    for i in range(-3, 4):
        lid -= Pos(i * 10.0, 0, 0) * Box(3.0, width - 20, 4 * wall)
    for y in (-(width + 2.4) / 2 + 1.0, (width + 2.4) / 2 - 1.0):
        lid += Pos(0, y, wall) * Box(30.0, 1.8, 3.0, align=_BOTTOM)
    return Part() + lid


def light_holder(board: Board) -> Part:
    """A clip for the board's corner with a bore for a round LED that shines inwards; printed upright."""
    thick, jaw, depth = 3.0, board.thickness_mm + 0.3, 16.0
    back = Pos(0, 0, 0) * Box(thick, 18, jaw + 2 * thick + 12, align=_BOTTOM)
    lower = Pos(depth / 2, 0, 0) * Box(depth + thick, 18, thick, align=_BOTTOM)
    upper = Pos(depth / 4, 0, jaw + thick) * Box(depth / 2 + thick, 18, thick, align=_BOTTOM)
    bore = (
        Pos(0, 0, jaw + 2 * thick + 6)
        * Rot(0, 90, 0)
        * Cylinder((board.led_mm + 0.2) / 2, 6 * thick)
    )
    return Part() + (back + lower + upper - bore)
