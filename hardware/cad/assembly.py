"""The arm put together on a table, with every part where it is in use."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from build123d import Axis, Box, Cylinder, Location, Part, Plane, Pos, Rot, fillet

from hardware.cad.dimensions import CLAMP, PINCH, Arm, Fastener
from hardware.cad.holders import (
    PLATE_MM,
    STANDOFF_MM,
    board_span_mm,
    cable_clip,
    camera_holder,
    lens_mm,
    pivot_mm,
)
from hardware.cad.joints import (
    PAD_MM,
    PAD_RECESS_MM,
    clamp_bolt,
    clamp_screw_x_mm,
    cross,
    cross_bolts,
    head,
    head_bolts,
    knob,
    pad,
    table_clamp,
)
from hardware.cad.pi_box import HEIGHT_MM, pi_box, pi_lid
from hardware.cad.shapes import BOTTOM, KNOB_FLOOR_MM, KNOB_MM, hexagon

PRINTED, WOOD, METAL, BOARD = "printed", "wood", "metal", "board"
# Turns a part along z (x down) into one along x: the head, on the boom's end.
_ALONG_X = Plane(origin=(0, 0, 0), x_dir=(0, 0, -1), z_dir=(1, 0, 0)).location
# Turns a camera holder over, its tongue towards the boom.
_FACING_DOWN = Plane(origin=(0, 0, 0), x_dir=(0, -1, 0), z_dir=(0, 0, -1)).location


@dataclass(frozen=True, slots=True)
class Placed:
    """One part in its place: its name, what it is made of, its shape."""

    name: str
    material: str
    part: Part


def boom_end_mm(arm: Arm, camera: dict[str, Any]) -> float:
    """Return where the boom ends, from the table's edge."""
    return arm.half_mm + arm.reach_mm - lens_mm(camera)[0] - arm.pivot_beyond_end_mm


def arm_parts(arm: Arm, camera: dict[str, Any]) -> Iterator[Placed]:
    """Yield the arm's parts: x from the table's edge over the table, z up from its top."""
    boom_z = arm.boom_height_mm(lens_mm(camera)[1])
    yield Placed("table clamp", PRINTED, table_clamp(arm))
    yield Placed("upright bar", WOOD, _upright(arm, camera))
    yield Placed("cross", PRINTED, Pos(arm.half_mm, 0, boom_z - arm.half_mm) * cross(arm))
    yield Placed("boom", WOOD, _boom(arm, camera, boom_z))
    yield Placed("head", PRINTED, _head_at(arm, camera, boom_z) * head(arm))
    hang = hanging(arm, camera)
    yield Placed("camera holder", PRINTED, hang * camera_holder(camera))
    yield Placed("camera", BOARD, hang * camera_board(camera))
    yield from _clamping(arm)
    yield from _pinching(arm, camera, boom_z)
    yield from _extras(arm, boom_z)


def _pinching(arm: Arm, camera: dict[str, Any], boom_z: float) -> Iterator[Placed]:
    """The five M5 bolts with their knobs."""
    at_cross = Pos(arm.half_mm, 0, boom_z - arm.half_mm)
    at_head = _head_at(arm, camera, boom_z)
    entries = [clamp_bolt(arm), *(at_cross * at for at in cross_bolts(arm))]
    entries += [at_head * at for at in head_bolts(arm)]
    for number, at in enumerate(entries, start=1):
        out = at * Pos(0, 0, -KNOB_FLOOR_MM)
        yield Placed(f"bolt {number}", METAL, out * _bolt(PINCH))
        yield Placed(f"knob {number}", PRINTED, at * Rot(180, 0, 0) * knob(PINCH))


def _head_at(arm: Arm, camera: dict[str, Any], boom_z: float) -> Location:
    start = boom_end_mm(arm, camera) - arm.grip_mm
    return Pos(start, arm.bars_apart_mm, boom_z) * _ALONG_X


def _upright(arm: Arm, camera: dict[str, Any]) -> Part:
    length = arm.column_mm(lens_mm(camera)[1])
    bar = Cylinder(arm.bar_mm / 2, length, align=BOTTOM)
    return Part() + Pos(arm.half_mm, 0, arm.jaw_mm) * bar


def _boom(arm: Arm, camera: dict[str, Any], boom_z: float) -> Part:
    length = arm.boom_mm(lens_mm(camera)[0] + arm.pivot_beyond_end_mm)
    bar = Rot(0, 90, 0) * Cylinder(arm.bar_mm / 2, length, align=BOTTOM)
    return Part() + Pos(arm.half_mm - arm.boom_tail_mm, arm.bars_apart_mm, boom_z) * bar


def hanging(arm: Arm, camera: dict[str, Any]) -> Location:
    """Return how the camera holder hangs in the head, looking straight down."""
    along, up = pivot_mm(camera)
    pivot = boom_end_mm(arm, camera) + arm.pivot_beyond_end_mm
    boom_z = arm.boom_height_mm(lens_mm(camera)[1])
    return Pos(pivot, arm.bars_apart_mm, boom_z) * Pos(along, 0, up) * _FACING_DOWN


def camera_board(camera: dict[str, Any]) -> Part:
    """The camera as a plain board with a round lens, in its holder's axes."""
    (near, far), base = board_span_mm(camera), PLATE_MM + STANDOFF_MM
    across = camera["board_mm"][0]
    board = Pos(0, (near + far) / 2, base) * Box(across, far - near, 1.0, align=BOTTOM)
    lens = Pos(*camera["lens_mm"], base + 1.0) * Cylinder(
        min(camera["lens_diameter_mm"], across - 4) / 2, camera["front_mm"] - 1.0, align=BOTTOM
    )
    return Part() + (board + lens)


def _clamping(arm: Arm) -> Iterator[Placed]:
    """The clamp's bolt with its knob below, and the pad between it and the table."""
    x, y = clamp_screw_x_mm(arm), arm.ear_mm / 2
    at = Pos(x, y, 0)
    below = -arm.table_mm
    yield Placed("pad", PRINTED, at * Pos(0, 0, below) * Rot(180, 0, 0) * pad())
    under = at * Pos(0, 0, below - (PAD_MM - PAD_RECESS_MM) - CLAMP.length_mm)
    yield Placed("bolt", METAL, under * _bolt(CLAMP))
    yield Placed("knob", PRINTED, under * Pos(0, 0, -CLAMP.head_mm) * _KNOB_UP * knob(CLAMP))


# The bolt's head lies in the knob's pocket, which looks up.
_KNOB_UP = Pos(0, 0, CLAMP.head_mm - KNOB_MM)


def _bolt(kind: Fastener) -> Part:
    """A hex bolt whose shaft points along z from z = 0."""
    shaft = Cylinder(kind.thread_mm / 2, kind.length_mm, align=BOTTOM)
    return Part() + (shaft + Pos(0, 0, -kind.head_mm) * hexagon(kind, kind.head_mm))


def _extras(arm: Arm, boom_z: float) -> Iterator[Placed]:
    """The Pi's box on the upright bar, and clips for the camera's cable."""
    box = Plane(origin=(0, 0, 0), x_dir=(0, 0, 1), z_dir=(0, -1, 0)).location
    at = Pos(arm.half_mm - 28.0, -arm.bar_mm / 2 - 0.2, boom_z * 0.42) * box
    yield Placed("box", PRINTED, at * pi_box())
    # The lid stands off a little, so that the drawing shows both.
    yield Placed("lid", PRINTED, at * Pos(0, 0, HEIGHT_MM + 12.0) * pi_lid())
    clip = Rot(0, 0, 180) * cable_clip(arm)
    yield Placed("cable clip", PRINTED, Pos(arm.half_mm, 0, boom_z * 0.75) * clip)


def table_and_board(arm: Arm, side_mm: float, thickness_mm: float) -> Iterator[Placed]:
    """Yield the table's top and a plain board with its middle under the lens."""
    top = Box(arm.reach_mm + side_mm / 2 + 60, side_mm + 160, arm.table_mm, align=BOTTOM)
    long = arm.reach_mm + side_mm / 2 + 60
    yield Placed("table", WOOD, Part() + Pos(long / 2, arm.bars_apart_mm, -arm.table_mm) * top)
    board = Box(side_mm, side_mm, thickness_mm, align=BOTTOM)
    board = fillet(board.edges().filter_by(Axis.Z), 2.0)
    at: Location = Pos(arm.half_mm + arm.reach_mm, arm.bars_apart_mm, 0)
    yield Placed("board", WOOD, Part() + at * board)
