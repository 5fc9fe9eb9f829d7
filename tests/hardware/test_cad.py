"""The printed parts of the arm and the lights: built, measured and checked as meshes."""

import pytest

pytest.importorskip("build123d", reason="needs the CAD extra: pip install .[cad]")
trimesh = pytest.importorskip("trimesh", reason="needs the CAD extra: pip install .[cad]")

from build123d import export_stl  # noqa: E402

from hardware.cad.build import faults, overhang_mm2, prints  # noqa: E402
from hardware.cad.dimensions import Arm, Board  # noqa: E402


def mesh_of(part, folder):
    export_stl(part, folder / "part.stl")
    return trimesh.load_mesh(folder / "part.stl")


@pytest.mark.parametrize("arm", [Arm(camera_height_mm=450), Arm(camera_height_mm=800, table_mm=40)])
def test_every_part_can_be_printed(arm, tmp_path):
    """Each part is one watertight body that fits a 220 mm bed, without supports where it says so."""
    for item in prints(arm, Board()):
        mesh = mesh_of(item.part, tmp_path)

        assert 1 == len(item.part.solids()), item.name
        assert item.part.volume == pytest.approx(mesh.volume, rel=0.02)
        assert [] == list(faults(item.name, mesh, supports=item.supports))


def test_faults_are_found():
    """An open mesh, one larger than the bed and one with a large overhang are each named."""
    box = trimesh.creation.box((10, 10, 10))
    open_box = trimesh.Trimesh(box.vertices, box.faces[1:])
    wide = trimesh.creation.box((250, 10, 10))
    table = trimesh.creation.box((10, 10, 30))
    top = trimesh.creation.box((60, 60, 4)).apply_translation((0, 0, 17))
    mushroom = trimesh.util.concatenate([table, top])

    assert "watertight" in next(faults("a", open_box, supports=False))
    assert "bed" in next(faults("b", wide, supports=False))
    assert "overhangs" in next(faults("c", mushroom, supports=False))
    assert 3500 == pytest.approx(overhang_mm2(mushroom), rel=0.05)


@pytest.mark.parametrize("height", [450.0, 600.0, 800.0])
def test_bars_reach_the_height_asked_for(height):
    """The lens hangs at the height asked for: column, elbow and holder add up."""
    arm = Arm(camera_height_mm=height)
    boom_middle = arm.column_mm - (arm.socket_mm - arm.wall_mm) + arm.socket_outer_mm / 2

    assert height == pytest.approx(boom_middle - arm.camera_drop_mm)


@pytest.mark.parametrize(
    "change", [{"camera_height_mm": 440}, {"camera_height_mm": 810}, {"table_mm": 5}]
)
def test_an_arm_that_cannot_be_built_is_refused(change):
    """Heights and tables that the arm is not made for are errors that say what it is made for."""
    with pytest.raises(ValueError, match=r"made for|holds"):
        Arm(**change)
