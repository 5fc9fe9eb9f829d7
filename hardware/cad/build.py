"""Builds the printed parts: `python -m hardware.cad.build --out FOLDER [--camera-height MM] [--table MM]`.

Each part becomes an STL to print, a STEP to change and a picture to look at; every mesh is checked for
being watertight, for the printer's bed and, where a part is said to need no supports, for overhangs.
"""

import argparse
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import trimesh
from build123d import Part, Rot, export_step, export_stl

from hardware.cad.dimensions import BED_MM, CLAMP, PINCH, Arm, Board
from hardware.cad.holders import cable_clip, camera_holder, lens_mm, light_holder
from hardware.cad.joints import cross, head, knob, pad, table_clamp
from hardware.cad.pi_box import pi_box, pi_lid
from hardware.cad.render import Body, Floats, Picture, render
from hardware.field_of_view import cameras

# Printers manage overhangs up to about 45 degrees from upright; small undersides (the roof of a screw's
# hole, of a nut's pocket) are bridged without harm, larger ones sag.
STEEPEST_DEG = 46.0
LARGEST_BRIDGE_MM2 = 120.0
# Three walls of 0.45 mm and a third of infill: what a print of these shapes weighs of a solid one, and
# PETG's weight.
SOLID_SHARE, PETG_G_PER_MM3 = 0.55, 1.27e-3
# Facets of pictures and prints are no further than this from the true shape, in mm and radians.
_FINENESS = (0.05, 0.2)


@dataclass(frozen=True, slots=True)
class Print:
    """A part as it lies on the printer's bed, how many a kit needs, and whether supports are needed."""

    name: str
    part: Part
    count: int = 1
    supports: bool = False


def prints(arm: Arm, board: Board) -> Iterator[Print]:
    """Yield every printed part of the kits, turned as it is printed; one camera holder is needed."""
    yield Print("table-clamp", Rot(90, 0, 0) * table_clamp(arm))
    yield Print("cross", cross(arm))
    yield Print("head", head(arm))
    for camera in cameras():
        yield Print(f"camera-holder-{camera['id']}", camera_holder(camera))
    yield Print("knob-m5", knob(PINCH), 5)
    yield Print("knob-m8", knob(CLAMP))
    yield Print("pad", pad())
    yield Print("cable-clip", cable_clip(arm), 4)
    yield Print("pi-box", pi_box())
    yield Print("pi-lid", Rot(180, 0, 0) * pi_lid())
    yield Print("light-holder", Rot(90, 0, 0) * light_holder(board), 4)


def faults(name: str, mesh: trimesh.Trimesh, *, supports: bool) -> Iterator[str]:
    """Yield what keeps a mesh from being printed."""
    if not mesh.is_watertight:
        yield f"{name} is not watertight"
    if max(mesh.extents[:2]) > BED_MM or mesh.extents[2] > BED_MM:
        yield f"{name} measures {mesh.extents.round(1)} mm; the bed is {BED_MM:g} mm"
    if not supports and (area := overhang_mm2(mesh)) > LARGEST_BRIDGE_MM2:
        yield f"{name} overhangs by {area:.0f} mm²; turn it or say that it needs supports"


def overhang_mm2(mesh: trimesh.Trimesh) -> float:
    """Return the area of the largest piece that hangs over air: faces above the first layer that look
    down too steeply and hang together.
    """
    steep = mesh.face_normals[:, 2] < -np.cos(np.radians(90 - STEEPEST_DEG))
    hangs = steep & (mesh.triangles[:, :, 2].min(axis=1) > mesh.bounds[0, 2] + 0.3)
    joined = mesh.face_adjacency[hangs[mesh.face_adjacency].all(axis=1)]
    pieces = trimesh.graph.connected_components(joined, nodes=np.flatnonzero(hangs))
    return max((float(mesh.area_faces[piece].sum()) for piece in pieces), default=0.0)


def weight_g(items: list[Print], camera_id: str) -> float:
    """Return about what the prints of one kit weigh, with this camera's holder."""
    mine = [p for p in items if "camera-holder" not in p.name or p.name.endswith(f"-{camera_id}")]
    return float(sum(p.count * p.part.volume for p in mine)) * SOLID_SHARE * PETG_G_PER_MM3


def triangles(part: Part) -> Floats:
    """Return the part's surface as triangles (n, 3, 3) in millimetres."""
    points, faces = part.tessellate(*_FINENESS)
    corners: Floats = np.array([(p.X, p.Y, p.Z) for p in points])[np.array(faces)]
    return corners


def picture(part: Part) -> Picture:
    """Return a rendering of one part."""
    return render([Body(triangles(part), "printed")], (-1.1, -1.5, 1.1), 480)


def build(out: Path, arm: Arm, board: Board) -> list[str]:
    """Write all files of all parts into ``out`` and return what is wrong with them."""
    out.mkdir(parents=True, exist_ok=True)
    found: list[str] = []
    for item in prints(arm, board):
        stl = out / f"{item.name}.stl"
        export_stl(item.part, stl)
        export_step(item.part, out / f"{item.name}.step")
        cv2.imwrite(str(out / f"{item.name}.png"), picture(item.part))
        found += faults(item.name, trimesh.load_mesh(stl), supports=item.supports)
    return found


def cutting_list(arm: Arm, camera: dict[str, Any]) -> str:
    """Say how long to cut the two bars for this camera."""
    ahead, below = lens_mm(camera)
    upright = arm.column_mm(below)
    boom = arm.boom_mm(ahead + arm.pivot_beyond_end_mm)
    return f"cut the upright bar to {upright:.0f} mm and the boom to {boom:.0f} mm"


def main() -> int:
    """Build the parts and say what is wrong with them."""
    known = {camera["id"]: camera for camera in cameras()}
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--out", type=Path, default=Path("out/parts"), metavar="FOLDER")
    parser.add_argument("--camera", choices=known, default="module-3")
    parser.add_argument("--camera-height", type=float, default=Arm().camera_height_mm, metavar="MM")
    parser.add_argument("--table", type=float, default=Arm().table_mm, metavar="MM")
    options = parser.parse_args()
    try:
        arm = Arm(camera_height_mm=options.camera_height, table_mm=options.table)
    except ValueError as error:
        parser.error(str(error))
    found = build(options.out, arm, Board())
    sys.stderr.writelines(f"{fault}\n" for fault in found)
    print(f"{options.out}: {cutting_list(arm, known[options.camera])}")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
