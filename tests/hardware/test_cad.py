"""The printed parts of the arm and the lights: built, measured, put together and checked as meshes."""

import itertools
import math

import pytest

from hardware.field_of_view import cameras

build123d = pytest.importorskip("build123d", reason="needs the CAD extra: pip install .[cad]")
trimesh = pytest.importorskip("trimesh", reason="needs the CAD extra: pip install .[cad]")

from build123d import export_step, export_stl, import_step  # noqa: E402

from hardware.cad.assembly import (  # noqa: E402
    arm_parts,
    boom_end_mm,
    camera_board,
    hanging,
)
from hardware.cad.build import (  # noqa: E402
    cutting_list,
    faults,
    overhang_mm2,
    picture,
    prints,
    weight_g,
)
from hardware.cad.dimensions import CLAMP, PINCH, Arm, Board  # noqa: E402
from hardware.cad.holders import camera_holder, lens_mm  # noqa: E402
from hardware.cad.joints import table_clamp  # noqa: E402
from hardware.cad.loads import PETG_LASTING_N_PER_MM2, sag  # noqa: E402
from hardware.power import kits  # noqa: E402

CAMERAS = {camera["id"]: camera for camera in cameras()}
ARMS = [Arm(camera_height_mm=450), Arm(), Arm(camera_height_mm=800, table_mm=40)]


def mesh_of(part, folder):
    export_stl(part, folder / "part.stl")
    return trimesh.load_mesh(folder / "part.stl")


@pytest.fixture(scope="module")
def printed():
    """All parts of the arm as it is built without options."""
    return list(prints(Arm(), Board()))


def test_every_part_can_be_printed(printed, tmp_path):
    """Each part is one watertight body that fits a 220 mm bed and prints without supports."""
    for item in printed:
        mesh = mesh_of(item.part, tmp_path)

        assert 1 == len(item.part.solids()), item.name
        assert not item.supports
        assert item.part.volume == pytest.approx(mesh.volume, rel=0.02)
        assert [] == list(faults(item.name, mesh, supports=item.supports))


@pytest.mark.parametrize("table_mm", [10.0, 45.0])
def test_the_clamp_can_be_printed_for_every_table(table_mm, tmp_path):
    """The only part that changes with the table stays printable for the thinnest and the thickest one."""
    clamp = build123d.Rot(90, 0, 0) * table_clamp(Arm(table_mm=table_mm))

    assert 1 == len(clamp.solids())
    assert [] == list(faults("clamp", mesh_of(clamp, tmp_path), supports=False))


def test_steps_read_back(tmp_path):
    """A part written as STEP reads back with the same volume."""
    part = camera_holder(CAMERAS["module-3"])
    export_step(part, tmp_path / "part.step")

    assert part.volume == pytest.approx(import_step(tmp_path / "part.step").volume, rel=1e-6)


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
    assert [] == list(faults("c", mushroom, supports=True))
    assert 3600 == pytest.approx(overhang_mm2(mushroom), rel=0.05)


def test_parts_fit_together():
    """Put together, no two parts of the arm are in each other's way."""
    for a, b in itertools.combinations(arm_parts(Arm(), CAMERAS["module-3"]), 2):
        assert _common_mm3(a.part, b.part) < 1.0, (a.name, b.name)


@pytest.mark.parametrize("camera", CAMERAS.values(), ids=CAMERAS)
def test_the_lens_hangs_where_it_was_asked_for(camera):
    """The lens's front is at the height asked for and above the middle of the board."""
    for arm in ARMS:
        box = (hanging(arm, camera) * camera_board(camera)).bounding_box()
        ahead = boom_end_mm(arm, camera) + arm.pivot_beyond_end_mm + lens_mm(camera)[0]

        assert arm.camera_height_mm == pytest.approx(box.min.Z, abs=0.01)
        assert arm.half_mm + arm.reach_mm == pytest.approx(ahead)


def test_the_clamp_stands_clear_of_the_largest_board():
    """A board of 480 mm with its middle under the lens leaves room before the clamp's jaw."""
    arm = Arm()

    assert arm.half_mm + arm.reach_mm - 480 / 2 > arm.throat_mm + 20


@pytest.mark.parametrize("camera", CAMERAS.values(), ids=CAMERAS)
def test_camera_holders_have_the_cameras_holes(camera):
    """A pin of the data sheet's diameter goes through each hole of its place, a thicker one does not."""
    holder = camera_holder(camera)
    x_mm, y_mm = (pitch / 2 for pitch in camera["hole_pitch_mm"])
    for x, y in itertools.product((-x_mm, x_mm), (-y_mm, y_mm)):
        thin, thick = (
            build123d.Pos(x, y, 0) * build123d.Cylinder(camera["hole_mm"] / 2 + more, 40)
            for more in (-0.02, 0.1)
        )
        assert _common_mm3(holder, thin) == 0
        assert _common_mm3(holder, thick) > 1


def _common_mm3(a, b):
    common = a & b
    return 0 if common is None else common.volume


def test_module_2_and_3_have_the_holes_of_their_data_sheet():
    """The small cameras' holes are 21 by 12.5 mm apart, those of the HQ camera 30 by 30."""
    pitches = {name: tuple(camera["hole_pitch_mm"]) for name, camera in CAMERAS.items()}

    assert {(21.0, 12.5)} == {pitch for name, pitch in pitches.items() if "module" in name}
    assert (30.0, 30.0) == pitches["hq-6mm"]


@pytest.mark.parametrize("arm", ARMS)
def test_the_arm_does_not_sag(arm):
    """With the heaviest camera the lens sinks by a few millimetres at most and the clamp does not creep."""
    found = sag(arm, arm.column_mm(60.0))

    assert found.lens_mm < 3.0
    assert found.lean_deg < 0.5
    assert found.clamp_n_per_mm2 < PETG_LASTING_N_PER_MM2
    assert found.swing_hz > 5.0


def test_the_kits_bars_and_screws_are_those_of_the_arm(printed):
    """The parts list names the bolts of the parts, enough bar for the default arm, and the prints' weight."""
    part, arm, camera = kits()["part"], Arm(), CAMERAS["module-3"]
    numbers = [int(word) for word in cutting_list(arm, camera).split() if word.isdigit()]
    weight = weight_g(printed, "module-3")

    assert f"{CLAMP.name} " in part["bolt-m8"]["name"]
    assert f"{PINCH.name} " in part["bolt-m5"]["name"]
    assert sum(numbers) <= 1000 * part["bars"]["metres"]
    assert weight == pytest.approx(part["prints"]["grams"], rel=0.1)


def test_pictures_show_the_part():
    """A rendering shows the part in its own colour on white paper."""
    seen = picture(camera_holder(CAMERAS["module-2"]))
    share = (seen.reshape(-1, 3).min(axis=1) < 200).mean()

    assert (seen[0, 0] == 255).all()
    assert 0.2 < share < 0.9


@pytest.mark.parametrize(
    "change", [{"camera_height_mm": 440}, {"camera_height_mm": 810}, {"table_mm": 5}]
)
def test_an_arm_that_cannot_be_built_is_refused(change):
    """Heights and tables that the arm is not made for are errors that say what it is made for."""
    with pytest.raises(ValueError, match=r"made for|holds"):
        Arm(**change)


def test_the_lens_sees_past_its_holder():
    """Nothing of the holder stands before the lens: all of it lies behind the camera's back."""
    for camera in CAMERAS.values():
        top = camera_holder(camera).bounding_box().max.Z
        lens_front = lens_mm(camera)[1] + 6.0
        beside = math.tan(math.radians(camera["hfov_deg"] / 2)) * max(top - lens_front, 0.0)

        assert beside < camera["board_mm"][1] / 2
