"""Builds the printed parts: `python -m hardware.cad.build --out FOLDER [--camera-height MM] [--table MM]`.

Each part becomes an STL to print, a STEP to change and an SVG to look at; every mesh is checked for
being watertight, for the printer's bed and, where a part is said to need no supports, for overhangs.
"""

import argparse
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import trimesh
from build123d import Color, ExportSVG, LineType, Part, Rot, export_step, export_stl

from hardware.cad.dimensions import BED_MM, Arm, Board
from hardware.cad.holders import camera_holder, light_holder, pi_box, pi_lid
from hardware.cad.joints import elbow, head, table_clamp
from hardware.field_of_view import cameras

# Printers bridge and overhang about 45 degrees; small undersides (screw holes, nut pockets, the roof of
# a slit) bridge without harm, larger ones sag.
STEEPEST_DEG = 46.0
LARGEST_BRIDGE_MM2 = 160.0


@dataclass(frozen=True, slots=True)
class Print:
    """A part as it lies on the printer's bed, how many a kit needs, and whether supports are needed."""

    name: str
    part: Part
    count: int
    supports: bool


def prints(arm: Arm, board: Board) -> Iterator[Print]:
    """Yield every printed part of the kits, turned as it is printed."""
    yield Print("table-clamp", Rot(90, 0, 0) * table_clamp(arm), 1, supports=True)
    yield Print("elbow", elbow(arm), 1, supports=True)
    yield Print("head", Rot(180, 0, 0) * head(arm), 1, supports=True)
    for camera in cameras():
        yield Print(f"camera-holder-{camera['id']}", camera_holder(camera, arm), 1, supports=False)
    yield Print("pi-box", pi_box(), 1, supports=False)
    yield Print("pi-lid", pi_lid(), 1, supports=False)
    yield Print("light-holder", Rot(90, 0, 0) * light_holder(board), 4, supports=False)


def faults(name: str, mesh: trimesh.Trimesh, *, supports: bool) -> Iterator[str]:
    """Yield what keeps a mesh from being printed."""
    if not mesh.is_watertight:
        yield f"{name} is not watertight"
    if max(mesh.extents[:2]) > BED_MM or mesh.extents[2] > BED_MM:
        yield f"{name} measures {mesh.extents.round(1)} mm; the bed is {BED_MM:g} mm"
    if not supports and (area := overhang_mm2(mesh)) > LARGEST_BRIDGE_MM2:
        yield f"{name} overhangs by {area:.0f} mm²; turn it or say that it needs supports"


def overhang_mm2(mesh: trimesh.Trimesh) -> float:
    """Return the area that hangs over air: faces that look down too steeply above the first layer."""
    steep = mesh.face_normals[:, 2] < -np.cos(np.radians(90 - STEEPEST_DEG))
    above = mesh.triangles[:, :, 2].min(axis=1) > mesh.bounds[0, 2] + 0.3
    return float(mesh.area_faces[steep & above].sum())


def picture(part: Part, path: Path) -> None:
    """Draw the part from above and the side as an SVG line drawing with hidden lines dotted."""
    visible, hidden = part.project_to_viewport((-120, -160, 130))
    largest = max(part.bounding_box().size)
    svg = ExportSVG(scale=180 / largest)
    svg.add_layer("hidden", line_color=Color(0.75, 0.75, 0.75), line_type=LineType.DOT)
    svg.add_layer("visible", line_weight=0.5)
    svg.add_shape(hidden, layer="hidden")
    svg.add_shape(visible, layer="visible")
    svg.write(str(path))


def build(out: Path, arm: Arm, board: Board) -> list[str]:
    """Write all files of all parts into ``out`` and return what is wrong with them."""
    out.mkdir(parents=True, exist_ok=True)
    found: list[str] = []
    for item in prints(arm, board):
        stl = out / f"{item.name}.stl"
        export_stl(item.part, stl)
        export_step(item.part, out / f"{item.name}.step")
        picture(item.part, out / f"{item.name}.svg")
        found += faults(item.name, trimesh.load_mesh(stl), supports=item.supports)
    return found


def main() -> int:
    """Build the parts and say what is wrong with them."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--out", type=Path, default=Path("out/parts"))
    parser.add_argument("--camera-height", type=float, default=Arm().camera_height_mm, metavar="MM")
    parser.add_argument("--table", type=float, default=Arm().table_mm, metavar="MM")
    options = parser.parse_args()
    arm = Arm(camera_height_mm=options.camera_height, table_mm=options.table)
    found = build(options.out, arm, Board())
    sys.stderr.writelines(f"{fault}\n" for fault in found)
    print(
        f"{options.out}: cut the upright bar to {arm.column_mm:.0f} mm, the boom to {arm.boom_mm:.0f} mm"
    )
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
