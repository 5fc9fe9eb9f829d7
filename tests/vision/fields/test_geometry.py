"""Patches, areas and the view from above lie where the camera sees them."""

import numpy as np
import pytest

from referee.board import Variant
from tests.vision.truth import nominal_board
from vision.camera import Camera
from vision.fields.cells import CELLS
from vision.fields.covers import Hands
from vision.fields.layout import lay_out
from vision.fields.patches import (
    SIZE,
    SPAN,
    ball_centres,
    grid_axes,
    lay_grid,
    project_axes,
    square,
)
from vision.fields.slants import Slants
from vision.fields.spots import lay_areas
from vision.fields.top_view import SAMPLES, lay_top
from vision.scales import scales
from vision.view import View


def looking_down(tilt_deg: float = 25.0, *, memory: bool = False) -> View:
    tilt = np.radians(tilt_deg)
    ahead = np.array([0.0, np.sin(tilt), -np.cos(tilt)])
    right = np.array([1.0, 0.0, 0.0])
    rotation = np.stack([right, np.cross(ahead, right), ahead])
    camera = Camera(
        width_px=1640, height_px=1232, focal_px=1200.0, rotation=rotation,
        centre_mm=-650 * ahead, k1=0.05,
    )  # fmt: skip
    return View(camera, nominal_board(memory=memory))


@pytest.mark.parametrize("tilt_deg", [0.0, 20.0, 35.0])
def test_a_ball_fills_the_unit_disc_of_its_patch(tilt_deg):
    """A ball's outline lies one radius from its patch's middle, whatever the slant of the camera."""
    view = looking_down(tilt_deg)
    places = view.board.fields[::13]
    radius = view.board.ball_mm / 2
    centres = ball_centres(places, radius)
    grid = lay_grid(view, centres, radius, square())
    x, y = grid_axes()
    rng = np.random.default_rng(0)
    for i, centre in enumerate(centres):
        surface = rng.normal(size=(4000, 3))
        surface = centre + radius * surface / np.linalg.norm(surface, axis=1, keepdims=True)
        at = grid.map_px[i] * (2 if grid.halved else 1)
        seen = view.camera.project(surface)
        middle, corner = at.mean(axis=0), at[0]
        scale = np.linalg.norm(corner - middle) / np.hypot(x[0, 0], y[0, 0])
        reach = np.linalg.norm(seen - 0.5 - middle, axis=1).max() / scale

        assert reach == pytest.approx(1.0, abs=0.07)


@pytest.mark.parametrize("tilt_deg", [0.0, 35.0])
def test_patches_anywhere_lie_as_the_camera_says(tilt_deg):
    """Patches laid between knots lie where the camera sees them, to a thirtieth of a ball's radius."""
    view = looking_down(tilt_deg)
    slants = Slants(view)
    half, radius = view.board.side_mm / 2, slants.radius_mm
    flat = np.random.default_rng(1).uniform(-half, half, (400, 2))
    points = np.column_stack([flat, np.full(len(flat), radius)])

    laid, exact = slants.at(points), project_axes(view, points, radius)

    radius_px = np.linalg.norm(exact.across, axis=1)
    for name in ("middle", "across", "upward"):
        off = np.linalg.norm(getattr(laid, name) - getattr(exact, name), axis=1)
        assert (off / radius_px).max() < 1 / 30


def test_a_patch_shows_its_place():
    """A bright spot painted at a field's ball centre is in the middle of its patch alone."""
    view = looking_down()
    radius = view.board.ball_mm / 2
    places = view.board.fields
    grid = lay_grid(view, ball_centres(places, radius), radius, square())
    frame = np.zeros((1232, 1640, 3), np.uint8)
    column, row = view.camera.project(ball_centres([places[20]], radius))[0].astype(int)
    frame[row - 4 : row + 5, column - 4 : column + 5] = 255

    patches = grid.cut(scales(frame)).max(axis=2).reshape(-1, SIZE, SIZE)

    assert patches[20, SIZE // 2, SIZE // 2] > 200
    assert patches[21, SIZE // 2, SIZE // 2] == 0


def test_an_area_knows_where_its_balls_are():
    """A sample of a start area's picture stands for a ball's centre at the height of its balls."""
    view = looking_down()
    radius = view.board.ball_mm / 2
    areas = lay_areas(view, view.board.of_kind("start"), radius)
    size = areas.size
    for area in range(4):
        pixels = areas.grid.map_px[area].reshape(size, size, 2)
        scale = 2 if areas.grid.halved else 1
        for at in ((size // 2, size // 2), (size // 3, size // 4)):
            expected = view.camera.project(areas.points_mm[area][at][None])[0]
            seen = pixels[at] * scale + scale / 2

            assert np.linalg.norm(seen - expected) < 3.0


def test_the_view_from_above_is_the_board():
    """A sample of the view from above lies at its millimetres, rows from the far side to the near one."""
    view = looking_down()
    top = lay_top(view)
    for row, column in ((0, 0), (10, 80), (SAMPLES - 1, SAMPLES // 2)):
        at = np.array([[top.x_mm[column], top.y_mm[row], 0.0]])

        assert np.allclose(top.map_px[row, column], view.camera.project(at)[0], atol=0.6)
    assert top.y_mm[0] > top.y_mm[-1]


def test_a_pixel_under_a_hand_is_covered():
    """The hand's cells are found again from the frame's pixels."""
    view = looking_down()
    layout = lay_out(view)
    under = np.zeros((CELLS, CELLS), np.uint8)
    under[3:6, 20:26] = 255
    hands = Hands(view, layout.top, under)
    x, y = float(layout.top.x_mm[3 * 23]), float(layout.top.y_mm[3 * 4])

    assert hands(*view.camera.project(np.array([[x, y, 0.0]]))[0])
    assert not hands(*view.camera.project(np.array([[-x, -y, 0.0]]))[0])
    assert not hands(*view.camera.project(np.array([[0.0, 400.0, 0.0]]))[0])


def test_a_view_is_laid_out_once():
    """The same view is prepared once; one that is only equal is another."""
    view = looking_down()

    assert lay_out(view) is lay_out(view)
    assert lay_out(looking_down()) is not lay_out(view)


def test_memory_has_options_and_no_felt():
    """A board with Memory corners has option holes in pairs and no start areas."""
    layout = lay_out(looking_down(memory=True))

    assert layout.view.board.variant is Variant.MEMORY
    assert layout.starts is None
    assert layout.options is not None
    pairs = layout.options.partners
    assert (pairs[pairs] == np.arange(len(pairs))).all()
    assert (pairs != np.arange(len(pairs))).all()


def test_patches_reach_the_wood():
    """A patch reaches beyond the ball's edge on all sides."""
    x, y = grid_axes()

    assert np.abs(x).max() == np.abs(y).max() == pytest.approx(SPAN)
    assert SPAN > 1.5
