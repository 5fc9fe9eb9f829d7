"""What carries a camera, a ribbon cable and the corner lights."""

from typing import Any

from build123d import Axis, Box, Cylinder, Part, Plane, Polygon, Pos, Rot, extrude, fillet

from hardware.cad.dimensions import PINCH, Arm, Board, Fastener
from hardware.cad.joints import FORK_GAP_MM
from hardware.cad.shapes import BOTTOM, hexagon, hole, solid

PLATE_MM = 4.0
STANDOFF_MM = 6.0
_TONGUE_MM = (FORK_GAP_MM - 0.6, 14.0)
_PIVOT_MM = (9.0, 6.0)
"""From the tongue's end, and over the bed."""


def camera_screw(camera: dict[str, Any]) -> Fastener:
    """Return the screw of a camera's holes: M2 or M2.5, through board, standoff and plate, with a nut."""
    thread = camera["hole_mm"] - 0.2
    return Fastener(thread, 16.0, 4.0 if thread < 2.3 else 5.0, 1.6 if thread < 2.3 else 2.0)


def board_span_mm(camera: dict[str, Any]) -> tuple[float, float]:
    """Return where the camera's board begins and ends along the cable, from the middle of its holes."""
    far = camera["hole_pitch_mm"][1] / 2 + camera["hole_edge_mm"]
    return far - camera["board_mm"][1], far


def pivot_mm(camera: dict[str, Any]) -> tuple[float, float]:
    """Return the tilting axis: how far from the middle of the holes, and how high over the bed."""
    return board_span_mm(camera)[1] + 30.0, _PIVOT_MM[1]


def lens_mm(camera: dict[str, Any]) -> tuple[float, float]:
    """Return the lens's front: how far before the tilting axis, and how far below it in use."""
    ahead = pivot_mm(camera)[0] - camera["lens_mm"][1]
    below = PLATE_MM + STANDOFF_MM + camera["front_mm"] - _PIVOT_MM[1]
    return ahead, below


def camera_holder(camera: dict[str, Any]) -> Part:
    """A plate for one camera and a tongue that tilts in the arm's head; printed flat.

    The camera's back faces the plate on standoffs, so nothing stands before its lens and the ribbon
    cable has room; its nuts sit in pockets of the plate's back.
    """
    across, (near, far) = camera["board_mm"][0], board_span_mm(camera)
    width, edge = across + 6.0, far + 3.0
    plate = Pos(0, (near + edge) / 2, 0) * Box(width, edge - near, PLATE_MM, align=BOTTOM)
    plate = fillet(plate.edges().filter_by(Axis.Z), 3.0)
    pitch_x, pitch_y = camera["hole_pitch_mm"]
    screw = camera_screw(camera)
    body, cut = solid(plate, _tongue(camera, edge, width)), Part()
    for x in (-pitch_x / 2, pitch_x / 2):
        for y in (-pitch_y / 2, pitch_y / 2):
            body += Pos(x, y, 0) * Cylinder(2.75, PLATE_MM + STANDOFF_MM, align=BOTTOM)
            cut += Pos(x, y, 0) * hole(camera["hole_mm"])
            cut += Pos(x, y, -1) * hexagon(screw, screw.nut_mm + 1)
    window = Pos(0, (near - pitch_y / 2) / 2 - 1, 0) * Box(
        pitch_x - 9, pitch_y / 2 - near - 14, 3 * PLATE_MM
    )
    return Part() + (body - cut - fillet(window.edges().filter_by(Axis.Z), 2.0))


def _tongue(camera: dict[str, Any], edge: float, width: float) -> Part:
    """The tongue, and the wedge by which it grows out of the plate."""
    thick, high = _TONGUE_MM
    pivot, up = pivot_mm(camera)
    end = pivot + _PIVOT_MM[0]
    side = Plane.YZ * Polygon(
        (edge - 10, 0), (end - 3, 0), (end, 3), (end, high - 4), (end - 4, high), (edge + 4, high),
        (edge - 2, PLATE_MM), (edge - 10, PLATE_MM), align=None,
    )  # fmt: skip
    tongue = Pos(-thick / 2, 0, 0) * extrude(side, thick, dir=(1, 0, 0))
    wedge = Polygon(
        (-width / 2 + 3, edge - 4), (width / 2 - 3, edge - 4), (thick / 2, edge + 8),
        (-thick / 2, edge + 8), align=None,
    )  # fmt: skip
    axis = Pos(0, pivot, up) * Rot(0, 90, 0) * hole(PINCH.hole_mm)
    return Part() + (solid(tongue, Part() + extrude(wedge, PLATE_MM, dir=(0, 0, 1))) - axis)


def cable_clip(arm: Arm) -> Part:
    """A ring that snaps onto a bar and holds the camera's ribbon cable in a slot; printed standing."""
    inner, outer = arm.bar_mm / 2 + 0.1, arm.bar_mm / 2 + 3.0
    ring = Cylinder(outer, 12.0, align=BOTTOM) - Cylinder(inner, 40.0)
    ring -= Pos(outer, 0, 0) * Box(outer, 1.62 * inner, 40.0)
    tray = Pos(-outer - 1.0, 0, 0) * Box(7.0, 22.0, 12.0, align=BOTTOM)
    slot = Pos(-outer - 1.5, 0, 0) * Box(1.6, 17.5, 40.0)
    entry = Pos(-outer - 1.5, 9.0, 0) * Rot(0, 0, 20) * Box(1.2, 9.0, 40.0)
    tray -= slot + entry
    return Part() + (solid(ring, tray) - hole(2 * inner))


def light_holder(board: Board) -> Part:
    """A clip for the board's edge with a collar for a round LED that shines inwards; printed lying.

    The collar hides the light from the camera; its two notches hold the wires.
    """
    wall, width, depth = 3.2, 18.0, 20.0
    jaw = board.thickness_mm + 0.2
    top = jaw + wall
    side = Plane.XZ * Polygon(
        (-wall, -wall), (depth, -wall), (depth + 1.5, -wall + 1.6), (depth, -0.4), (0, 0), (0, jaw),
        (7, jaw - 0.4), (8.5, jaw + 1.4), (7, top), (7, top + 9), (-wall - 3, top + 9),
        (-wall - 3, top), (-wall, top - 4), align=None,
    )  # fmt: skip
    body = Pos(0, -width / 2, 0) * extrude(side, width, dir=(0, 1, 0))
    at = Pos(0, 0, top + 4.5) * Rot(0, 90, 0)
    bore = at * hole(board.led_mm + 0.2)
    rim = (
        Pos(-wall - 3.5, 0, top + 4.5)
        * Rot(0, 90, 0)
        * Cylinder(board.led_mm / 2 + 0.6, 4.5, align=BOTTOM)
    )
    notch = Pos(-wall, 0, jaw / 2) * Box(2.4, 5.0, jaw)
    return Part() + (body - bore - rim - notch)
