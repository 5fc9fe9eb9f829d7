"""The parts of the reading of dice: drawings, templates, geometry and learned faces."""

import json
from dataclasses import replace

import cv2
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.vision.truth import nominal_board
from vision.camera import Camera
from vision.dice import DiceFaces, read_dice
from vision.dice.area import DiceArea, Window, window_map
from vision.dice.bank import FADE, make_bank, normalised
from vision.dice.close_up import CloseUp
from vision.dice.coarse import mark_filter
from vision.dice.drawn import templates
from vision.dice.faces import FACES
from vision.dice.glyphs import draw, glyphs
from vision.dice.locate import Pose
from vision.dice.match import SIZE, drawn_banks, promising, refine, scored
from vision.errors import CalibrationError
from vision.frame import Frame
from vision.view import View


def view_from(x_mm: float, y_mm: float, z_mm: float) -> View:
    """A camera that looks straight down from a point, with a lens that bends."""
    camera = Camera(
        width_px=1640,
        height_px=1232,
        focal_px=1300.0,
        rotation=np.diag([1.0, -1.0, -1.0]),
        centre_mm=np.array([x_mm, y_mm, z_mm]),
        k1=-0.05,
    )
    return View(camera, nominal_board(memory=False))


def test_every_face_is_drawn_in_several_hands() -> None:
    """All twelve faces have at least eight drawings, none of them empty or full."""
    drawn = [(glyph.face, float(draw(glyph.strokes, 48).mean())) for glyph in glyphs()]

    assert set(FACES) == {face for face, _ in drawn}
    assert all(sum(face == other for other, _ in drawn) >= 8 for face in FACES)
    assert all(0.02 < ink < 0.45 for _, ink in drawn)


def test_templates_know_themselves_in_every_quarter() -> None:
    """A template turned by a quarter correlates best with its own face, and fully."""
    names, patches = templates(SIZE, (0.04,))
    bank = make_bank(names, patches)
    turned = np.ascontiguousarray(np.rot90(patches, 1, axes=(1, 2)))
    by_label = bank.by_label(bank.scores(turned))

    assert [bank.labels[i] for i in by_label.argmax(axis=1)] == names
    assert by_label.max(axis=1).min() > 0.97


@pytest.mark.parametrize(("face", "turn_deg"), [("6", 30.0), ("swap-ball", 70.0), ("half", 10.0)])
def test_a_pose_is_moved_to_where_the_mark_is(face: str, turn_deg: float) -> None:
    """From a millimetre beside, six degrees and a twelfth of its size a pose comes back to the face."""
    window = Window(5.0, -8.0, 22.0, 13.0, 3.0)
    close_up = CloseUp(window, face_at(face, window, 17.0, turn_deg))
    beside = Pose(6.0, -8.7, turn_deg + 6.0, 18.4, light=False, score=0.0)

    banks = drawn_banks()
    match = refine(close_up, promising(close_up, [beside], banks, 1), banks)[0]

    assert match.label == face
    assert (match.x_mm, match.y_mm) == pytest.approx((5.0, -8.0), abs=0.4)
    assert abs((match.turn_deg - turn_deg + 45) % 90 - 45) < 3
    assert match.die_mm == pytest.approx(17.0, rel=0.06)


@pytest.mark.parametrize("face", ["12", "half", "swap-ball"])
def test_the_darkest_channel_shows_marks_that_a_lamp_hides_in_grey(face: str) -> None:
    """Marks of which a few grey values are left in blue alone are known there, on a white face only."""
    window, banks = Window(5.0, -8.0, 22.0, 13.0, 3.0), drawn_banks()
    plain = face_at(face, window, 17.0, 30.0)
    mark = (220.0 - plain[..., 0]) / 180.0
    white = np.stack([246.0 - 14.0 * mark, *[252.0 - mark] * 2], axis=2)
    noise = np.random.default_rng(1).normal(0.0, 2.0, white.shape)
    grey = CloseUp(window, np.clip(white + noise, 0, 255).astype(np.uint8))
    pose = np.array([[5.0, -8.0, 30.0, 17.0]])

    assert grey.glares()
    assert not CloseUp(window, plain).glares()
    before, after = (
        scored(one, pose, False, banks[False])[0] for one in (grey, replace(grey, darkest=True))
    )
    assert after.label == face
    assert after.scores[face] > before.scores[face] + 0.1


def face_at(face: str, window: Window, die_mm: float, turn_deg: float) -> Frame:
    """A white floor with one dark face drawn in the window's middle."""
    strokes = next(glyph.strokes for glyph in glyphs() if glyph.face == face)
    drawn = draw(strokes, 112)
    turn, k = np.radians(turn_deg), die_mm * window.px_per_mm / len(drawn)
    turned = np.array([[np.cos(turn), np.sin(turn)], [-np.sin(turn), np.cos(turn)]]) * k
    middle = np.full(2, (window.size - 1) / 2) - turned @ np.full(2, (len(drawn) - 1) / 2)
    ink = cv2.warpAffine(drawn, np.column_stack([turned, middle]), (window.size, window.size))
    grey = cv2.GaussianBlur(220 - 180 * ink, (0, 0), 1.0).astype(np.uint8)
    return cv2.cvtColor(grey, cv2.COLOR_GRAY2BGR).astype(np.uint8, copy=False)


def test_four_and_six_are_told_apart_upside_down() -> None:
    """IV correlates clearly less with VI, however turned, than with itself."""
    names, patches = templates(SIZE, (0.04,))
    bank = make_bank(names, patches)
    fours = patches[[i for i, name in enumerate(names) if name == "4"]]
    by_label = bank.by_label(bank.scores(fours))
    labels = list(bank.labels)

    assert (by_label[:, labels.index("4")] - by_label[:, labels.index("6")]).min() > 0.08


@settings(deadline=None, max_examples=25)
@given(
    st.floats(-150, 150), st.floats(-300, 100), st.floats(450, 750),
    st.floats(-60, 60), st.floats(-60, 60),
)  # fmt: skip
def test_windows_lie_where_the_camera_sees_them(
    x: float, y: float, z: float, u: float, v: float
) -> None:
    """The quick map of a window agrees with the camera to a twentieth of a pixel."""
    view = view_from(x, y, z)
    window = Window(u, v, 22.0, 13.0, 3.0)
    columns, rows = window_map(view, window)
    column, row = 31, 97
    point = [*window.to_mm(column, row), 13.0]

    expected = view.camera.project(np.array([point]))[0]

    assert np.abs(expected - [columns[row, column], rows[row, column]]).max() < 0.05


@given(st.floats(-70, 70), st.floats(-70, 70))
def test_window_coordinates_round_trip(x: float, y: float) -> None:
    """Millimetres to pixels and back is nothing."""
    window = DiceArea(view_from(0, 0, 600), 17.0).window

    assert window.to_mm(*window.to_px(x, y)) == pytest.approx((x, y), abs=1e-9)


def test_learned_faces_survive_the_file() -> None:
    """Faces written as JSON and read again are the same to a ninth of the ink."""
    _, patches = templates(SIZE, (0.04,))
    faces = DiceFaces(16.5, {"number": True}, {"6": patches[:2], "double": patches[9:10]})

    again = DiceFaces.from_json(json.loads(json.dumps(faces.to_json())))

    assert (faces.die_mm, faces.light) == (again.die_mm, again.light)
    assert list(faces.patches) == list(again.patches)
    assert all(np.abs(faces.patches[f] - again.patches[f]).max() < 0.06 for f in faces.patches)


def test_damaged_faces_are_refused() -> None:
    """A file of faces that lacks something is refused with advice."""
    with pytest.raises(CalibrationError, match="learn the dice again"):
        DiceFaces.from_json({"die_mm": 17, "light": {}, "faces": {"6": [["012"]]}})


def test_own_templates_join_the_drawn_ones() -> None:
    """A bank joined with own templates scores them fully and the drawn ones as before."""
    names, patches = templates(SIZE, (0.04,))
    drawn = make_bank(names[:40], patches[:40], fade=FADE)
    own = np.random.default_rng(1).random((1, SIZE, SIZE)).astype(np.float32)
    joined = drawn.joined(make_bank(["6"], own, fade=FADE))

    assert joined.by_label(joined.scores(own))[0, joined.labels.index("6")] > 0.99
    before = drawn.scores(patches[:5])
    assert np.abs(before - joined.scores(patches[:5])[:, : before.shape[1]]).max() < 0.02


@given(
    seed=st.integers(0, 2**32 - 1), grey=st.floats(0, 255), spread=st.sampled_from([0.0, 5.0, 60.0])
)
def test_plain_patches_meet_the_axes_as_normalised_ones_do(
    seed: int, grey: float, spread: float
) -> None:
    """Marks in the templates' axes are what rows of mean 0 and length 1 are there; even ones are nothing."""
    rng = np.random.default_rng(seed)
    patches = (grey + spread * rng.standard_normal((3, SIZE, SIZE))).astype(np.float32)
    bank = drawn_banks()[bool(seed % 2)]

    seen = bank.seen(patches)

    if spread:
        assert np.abs(seen - normalised(patches, bank.fade) @ bank.basis).max() < 2e-3
    assert np.abs(seen).max() < (1.0 if spread else 1e-2)


def test_sliding_templates_score_each_place_as_if_it_were_alone() -> None:
    """What a window shows at a place is scored as the same pixels by themselves, wherever it lies."""
    marks = mark_filter()
    windows = np.random.default_rng(2).uniform(0, 90, (2, 19, 19)).astype(np.float32)
    scores, side = marks.scores(windows), marks.size

    for i, row, column in np.ndindex(2, 4, 4):
        alone = windows[i : i + 1, row : row + side, column : column + side]
        assert scores[i, row, column] == pytest.approx(marks.scores(alone)[0, 0, 0], abs=1e-4)


def test_an_even_floor_has_no_dice() -> None:
    """A picture of one colour is read without a fuss."""
    frame = np.full((1232, 1640, 3), 90, np.uint8)

    seen = read_dice(frame, view_from(0, -100, 600))

    assert [None, None] == [reading.face for reading in seen.dice.values()]
