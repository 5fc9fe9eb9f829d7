"""The arm's joints: table clamp, cross and head, which pinch round bars of 20 mm."""

from build123d import (
    Axis,
    Box,
    Cone,
    Cylinder,
    Edge,
    Location,
    Part,
    Plane,
    Polygon,
    Pos,
    Rot,
    extrude,
    fillet,
)

from hardware.cad.dimensions import CLAMP, PINCH, Arm, Fastener
from hardware.cad.shapes import (
    BOTTOM,
    KNOB_MM,
    bolt_at,
    hexagon,
    hole,
    pinched,
    solid,
    teardrop,
)

_BACK_MM = 16.0
FORK_GAP_MM = 10.6
_CHEEK_MM = 8.0
PAD_MM, PAD_RECESS_MM = 8.0, 5.0


def clamp_profile_mm(arm: Arm) -> tuple[tuple[float, float], ...]:
    """Return the clamp's outline seen from the side: x into the table, z up, the table's top at z = 0."""
    jaw, low = arm.jaw_mm, -arm.jaw_opening_mm
    left, right = -_BACK_MM, arm.throat_mm
    return (
        (left, jaw), (right, jaw), (right, 0.0), (0.0, 0.0), (0.0, low), (right, low),
        (right, low - 12.0), (right - 12.0, low - _BACK_MM - 2.0), (left, low - _BACK_MM - 2.0),
    )  # fmt: skip


def clamp_screw_x_mm(arm: Arm) -> float:
    """Return where the clamp's screw stands, from the table's edge."""
    return arm.throat_mm * 0.56


def table_clamp(arm: Arm) -> Part:
    """A C clamp for the table's edge with the upright bar's socket; printed lying, +y up.

    The jaw opens 22 mm wider than the table, room for the pad; an M8 bolt in a captive nut presses.
    """
    half, top = arm.half_mm, arm.half_mm + arm.ear_mm
    face = Plane.XZ * Polygon(*clamp_profile_mm(arm), align=None)
    frame = Pos(0, -half, 0) * extrude(face, half + top, dir=(0, 1, 0))
    inner = [edge for edge in frame.edges().filter_by(Axis.Y) if _is_inner(edge, arm)]
    frame = fillet(inner, 6.0)
    block, cut = pinched(arm, arm.grip_mm)
    column = Pos(half, 0, arm.jaw_mm)
    low = -arm.jaw_opening_mm
    screw_at = Pos(clamp_screw_x_mm(arm), (top - half) / 2, low)
    screw = Pos(0, 0, -60) * extrude(teardrop(CLAMP.hole_mm), 100)
    nut = Pos(0, 0, -CLAMP.nut_mm) * hexagon(CLAMP, CLAMP.nut_mm + 1)
    body = solid(frame, column * (Pos(0, 0, -1) * block))
    # The bar stands on the jaw: its bore ends there.
    return Part() + (body - column * _above(cut) - screw_at * screw - screw_at * nut)


def _above(cut: Part) -> Part:
    return Part() + (cut - Pos(0, 0, -200) * Box(200, 200, 200, align=BOTTOM))


def _is_inner(edge: Edge, arm: Arm) -> bool:
    middle = edge.center()
    return bool(abs(middle.X) < 0.1 and -arm.jaw_opening_mm - 1 < middle.Z < 0.1)


def clamp_bolt(arm: Arm) -> Location:
    """Return where the clamp's pinch bolt enters."""
    return Pos(arm.half_mm, 0, arm.jaw_mm) * bolt_at(arm, arm.grip_mm)


def cross(arm: Arm) -> Part:
    """Two pinched blocks at right angles, one for the upright bar and one for the boom; printed standing.

    The bars pass each other, so that the boom slides up and down and in and out.
    """
    upright, upright_cut = pinched(arm, _cross_mm(arm))
    level, level_cut = pinched(arm, arm.grip_mm)
    turn, lie = _cross_blocks(arm)
    body = solid(turn * upright, lie * level)
    return Part() + (body - turn * upright_cut - lie * level_cut)


def cross_bolts(arm: Arm) -> tuple[Location, Location]:
    """Return where the cross's two pinch bolts enter."""
    turn, lie = _cross_blocks(arm)
    return turn * bolt_at(arm, _cross_mm(arm)), lie * bolt_at(arm, arm.grip_mm)


def _cross_mm(arm: Arm) -> float:
    return arm.half_mm * 2 + arm.ear_mm


def _cross_blocks(arm: Arm) -> tuple[Location, Location]:
    """How the two blocks stand: the level one's knob turns away from the upright bar."""
    lie = Pos(-arm.grip_mm / 2, arm.bars_apart_mm, arm.half_mm) * _LYING
    return Rot(0, 0, 180), lie


# Turns a block along z with its slit towards +y into one along x with its slit towards +z.
_LYING = Plane(origin=(0, 0, 0), x_dir=(0, 1, 0), z_dir=(1, 0, 0)).location


def head(arm: Arm) -> Part:
    """The boom's end: a pinched socket, and a fork in which a camera holder tilts; printed fork up.

    The socket ends in a cone, on whose rim the bar comes to rest.
    """
    block, cut = pinched(arm, arm.grip_mm)
    cone = arm.bore_mm / 2
    half = arm.half_mm
    body = Pos(0, 0, arm.grip_mm) * Box(2 * half, 2 * half, cone + 4.0, align=BOTTOM)
    body = fillet(body.edges().filter_by(Axis.Z), 4.0)
    foot = arm.grip_mm + cone + 4.0
    pivot = arm.grip_mm + arm.pivot_beyond_end_mm
    width = FORK_GAP_MM + 2 * _CHEEK_MM
    fork = Pos(0, 0, foot) * Box(24.0, width, pivot - foot, align=BOTTOM)
    fork += Pos(0, 0, pivot) * Rot(90, 0, 0) * Cylinder(12.0, width)
    gap = Pos(0, 0, foot + 1.0) * Box(40.0, FORK_GAP_MM, 80.0, align=BOTTOM)
    bore = Pos(0, 0, arm.grip_mm) * Cone(arm.bore_mm / 2, 1.0, cone - 1.0, align=BOTTOM)
    axis = Pos(0, 0, pivot) * Rot(90, 0, 0) * hole(PINCH.hole_mm)
    nut = Pos(0, width / 2 - PINCH.nut_mm, pivot) * Rot(-90, 0, 0) * hexagon(PINCH, 20.0)
    return Part() + (solid(block, body, fork) - cut - gap - bore - axis - nut)


def head_bolts(arm: Arm) -> tuple[Location, Location]:
    """Return where the head's pinch bolt and its tilting axis enter."""
    pivot = arm.grip_mm + arm.pivot_beyond_end_mm
    across = FORK_GAP_MM / 2 + _CHEEK_MM
    return bolt_at(arm, arm.grip_mm), Pos(0, -across, pivot) * Rot(-90, 0, 0)


def knob(bolt: Fastener) -> Part:
    """A star knob for a hex bolt's head; printed with the pocket up."""
    radius = bolt.across_flats_mm * 1.35 + 2.0
    body = Cylinder(radius, KNOB_MM, align=BOTTOM)
    for i in range(6):
        body -= Rot(0, 0, 60 * i + 30) * Pos(radius + 2.5, 0, 0) * Cylinder(5.0, 40.0)
    pocket = Pos(0, 0, KNOB_MM - bolt.head_mm) * hexagon(bolt, 20.0)
    return Part() + (body - hole(bolt.hole_mm) - pocket)


def pad() -> Part:
    """The plate between the clamp's bolt and the table's underside; printed with the recess up."""
    body = Cylinder(14.0, PAD_MM, align=BOTTOM)
    recess = Pos(0, 0, PAD_MM - PAD_RECESS_MM) * Cylinder(
        CLAMP.hole_mm / 2 + 0.2, 20.0, align=BOTTOM
    )
    return Part() + (body - recess)
