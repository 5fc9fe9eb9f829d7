"""The arm's joints: a table clamp, an elbow and a head, each with sockets for round bars."""

from build123d import (
    Align,
    Axis,
    Box,
    Cylinder,
    Part,
    Pos,
    Rot,
    chamfer,
)  # fmt: skip

from hardware.cad.dimensions import Arm

_BOTTOM = (Align.CENTER, Align.CENTER, Align.MIN)
_SLIT_MM = 2.5
_EAR_MM = 12.0


def socket(arm: Arm) -> Part:
    """A tube for a bar, standing on its floor, with a slit and two ears for a pinching screw."""
    outer, inner = arm.socket_outer_mm, arm.bar_mm + arm.bar_play_mm
    ears = Pos(outer / 2 + _EAR_MM / 2 - 2, 0, arm.socket_mm / 2) * Box(
        _EAR_MM + 4, 3 * arm.wall_mm, arm.socket_mm
    )
    body = Cylinder(outer / 2, arm.socket_mm, align=_BOTTOM) + ears
    body -= Pos(0, 0, arm.wall_mm) * Cylinder(inner / 2, arm.socket_mm, align=_BOTTOM)
    slit = Pos(outer / 2, 0, arm.wall_mm) * Box(
        outer + _EAR_MM, _SLIT_MM, arm.socket_mm, align=_BOTTOM
    )
    screw = (
        Pos(outer / 2 + _EAR_MM / 2, 0, arm.socket_mm * 0.6)
        * Rot(90, 0, 0)
        * Cylinder((arm.pinch_screw_mm + 0.4) / 2, 6 * arm.wall_mm)
    )
    return Part() + (body - slit - screw)


def table_clamp(arm: Arm) -> Part:
    """A C clamp for the table's edge with an upright socket; printed lying on its side.

    The jaw opens for tables up to 10 mm thicker than ``arm.table_mm``; an M8 screw with a nut presses.
    """
    depth = arm.socket_outer_mm + 8
    jaw = arm.table_mm + 20
    thick = 14.0
    throat = 50.0
    back = Pos(-thick / 2, 0, -(jaw + 2 * thick) / 2 + thick) * Box(thick, depth, jaw + 2 * thick)
    upper = Pos(throat / 2, 0, thick / 2) * Box(throat, depth, thick)
    lower = Pos(throat / 2, 0, -jaw - thick / 2) * Box(throat, depth, thick)
    body = back + upper + lower
    hole = Cylinder((arm.clamp_screw_mm + 0.5) / 2, 3 * thick)
    nut = Cylinder(7.6, 7.0)
    at = Pos(throat * 0.6, 0, -jaw - thick / 2)
    body -= at * hole
    body -= at * (Pos(0, 0, thick / 2 - 3.0) * nut)
    column = Pos(arm.socket_outer_mm / 2, 0, thick - 0.01) * Rot(0, 0, 180) * socket(arm)
    return Part() + (body + column)


def elbow(arm: Arm) -> Part:
    """Joins the upright and the level bar at a right angle; printed as it stands here."""
    upright = Pos(0, 0, -arm.socket_mm) * (Rot(180, 0, 0) * Pos(0, 0, -arm.socket_mm) * socket(arm))
    half = arm.socket_outer_mm / 2
    block = Pos(half / 2, 0, half) * Box(arm.socket_outer_mm + half, arm.socket_outer_mm, 2 * half)
    level = Pos(half, 0, half) * Rot(0, 90, 0) * Rot(0, 0, 90) * socket(arm)
    return Part() + (upright + block + level)


def head(arm: Arm) -> Part:
    """The boom's end: a socket and a fork in which a camera holder tilts."""
    fork_gap = 10.4
    cheek = 6.0
    base = socket(arm)
    width = fork_gap + 2 * cheek
    fork = Pos(0, 0, -18) * Box(20, width, 36)
    fork -= Pos(0, 0, -21) * Box(24, fork_gap, 36)
    fork -= Pos(0, 0, -28) * Rot(90, 0, 0) * Cylinder((arm.pinch_screw_mm + 0.4) / 2, width + 4)
    part = Part() + (base + fork)
    edges = part.edges().filter_by(Axis.Y).group_by(Axis.Z)[0]
    return Part() + chamfer(edges, 3.0)
