"""Shapes that several printed parts have: bores that print without supports, pockets, pinched blocks."""

import math

from build123d import (
    Align,
    Axis,
    Box,
    Circle,
    Cylinder,
    Location,
    Part,
    Polygon,
    Pos,
    Rectangle,
    RegularPolygon,
    Rot,
    Sketch,
    extrude,
    fillet,
)

from hardware.cad.dimensions import PINCH, Arm, Fastener

BOTTOM = (Align.CENTER, Align.CENTER, Align.MIN)
_SLIT_MM = 3.0
# What a knob of 12 mm leaves between the block and the head of its M5 bolt.
KNOB_MM = 12.0
KNOB_FLOOR_MM = KNOB_MM - PINCH.head_mm
_LONG = 400.0


def solid(*parts: Part) -> Part:
    """Join parts into one."""
    whole = Part()
    for part in parts:
        whole += part
    return whole


def teardrop(diameter_mm: float) -> Sketch:
    """A circle with a roof of 45 degrees towards +y: a level bore that prints without supports."""
    r = diameter_mm / 2
    s = r / math.sqrt(2)
    return Circle(r) + Polygon((-s, s), (s, s), (0, r * math.sqrt(2)), align=None)


def hexagon(fastener: Fastener, depth_mm: float) -> Part:
    """A pocket for a nut or a bolt's head, standing on z = 0."""
    return Part() + extrude(RegularPolygon(fastener.pocket_mm / 2, 6), depth_mm)


def hole(diameter_mm: float) -> Part:
    """A long hole along z through the origin."""
    return Part() + Cylinder(diameter_mm / 2, _LONG)


def pinched(arm: Arm, length_mm: float) -> tuple[Part, Part]:
    """A block round a bar along z, from z = 0: what to add, and what to cut out of the whole.

    The bore has its roof and its slit towards +y, so the block prints without supports lying with +y up
    or standing with z up. One bolt along x pinches it: its knob turns at +x, its nut slides from +y into
    a slot of the other ear, and nothing stands out at -x.
    """
    half, top = arm.half_mm, arm.half_mm + arm.ear_mm
    block = Pos(0, (top - half) / 2, 0) * Box(2 * half, top + half, length_mm, align=BOTTOM)
    block = fillet(block.edges().filter_by(Axis.Z), 4.0)
    slit = Pos(0, top / 2 + 5) * Rectangle(_SLIT_MM, top + 10)
    bore = Pos(0, 0, -1) * extrude(teardrop(arm.bore_mm) + slit, length_mm + 2)
    return Part() + block, solid(bore, bolt_at(arm, length_mm) * _pinch_cut(arm))


def bolt_at(arm: Arm, length_mm: float) -> Location:
    """Return where a pinched block's bolt enters it, the bolt's way being z."""
    return Pos(arm.half_mm, arm.half_mm + 5.0, length_mm / 2) * Rot(0, -90, 0)


def _pinch_cut(arm: Arm) -> Part:
    """The bolt's blind hole from z = 0, open before it, and the slot of its nut, open towards +y."""
    deep = PINCH.length_mm - KNOB_FLOOR_MM
    shaft = Pos(0, 0, -_LONG / 4) * Cylinder(
        PINCH.hole_mm / 2, _LONG / 4 + deep + 1.5, align=BOTTOM
    )
    wide = PINCH.across_flats_mm + 0.3
    low, high = -PINCH.pocket_mm / 2 - 0.1, arm.ear_mm
    slot = Pos(0, (low + high) / 2, deep - PINCH.nut_mm - 0.2) * Box(
        wide, high - low, PINCH.nut_mm + 0.5, align=BOTTOM
    )
    return solid(shaft, slot)
