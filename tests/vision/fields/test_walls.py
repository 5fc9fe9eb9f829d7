"""The wall of a recess that a slanting sight shows, and balls that lean on its rim, as plain pictures."""

import numpy as np
import pytest

from tests.vision.fields.test_geometry import looking_down
from vision.fields.layout import lay_out
from vision.fields.spots import Areas, Relief, spots_at, stand_out
from vision.fields.start_spots import AreasSeen, StartSpots, has_twin
from vision.fields.walls import are_walls
from vision.view import View

WOOD, LIT, FELT, PALE = (60, 120, 165), (110, 190, 250), (50, 40, 150), (150, 190, 210)
FELTS_TINT = np.float32([[-0.6, 0.8, 0.1]])
# The sight goes from below to the upper edge of the board, whose recesses show their far walls.
FAR = 1


def laid(tilt_deg: float) -> tuple[View, Areas, float]:
    """A camera's view, its areas, and a ball's radius."""
    view = looking_down(tilt_deg)
    areas = lay_out(view).starts
    assert areas is not None
    return view, areas, view.board.ball_mm / 2


def ground(view: View, areas: Areas, area: int) -> np.ndarray:
    """How far within the ground that its ray gets to each sample of an area lies, in millimetres."""
    place, eye = view.board.of_kind("start")[0], view.camera.centre_mm
    points, centre = areas.points_mm[area].reshape(-1, 3), areas.centres_mm[area]
    within = []
    for height in (place.z_mm, place.z_mm - place.depth_mm):
        part = (height - eye[2]) / (points[:, 2] - eye[2])
        met = eye + part[:, None] * (points - eye)
        within.append(areas.rim_mm - np.hypot(*(met - centre)[:, :2].T))
    return np.minimum(*within)


def recesses(view: View, areas: Areas) -> np.ndarray:
    """Pictures of felt where it is seen, bright walls beside it, and wood beyond the rim."""
    light = np.full((*areas.beyond.shape, 3), WOOD, dtype=float)
    light[~areas.beyond] = LIT
    for area in range(4):
        light[area][ground(view, areas, area) > 0] = FELT
    light += np.random.default_rng(1).normal(0, 3, light.shape)
    return np.clip(light, 0, 255).astype(np.uint8)


def at_rim(areas: Areas, inside: float, radius: float) -> int:
    """The sample so many radii inside the far rim of the area that shows most of its wall."""
    off = areas.points_mm[FAR] - areas.centres_mm[FAR]
    wanted = np.array([0.0, areas.rim_mm - inside * radius])
    nearest = np.linalg.norm(off[..., :2] - wanted, axis=2).argmin()
    return int(FAR * areas.size**2 + nearest)


def told(pictures: np.ndarray, areas: Areas, at: int, tint: tuple[float, ...], radius: float):
    """Whether the spot at a sample is a wall, and how the areas stand out."""
    relief: Relief = stand_out(pictures, areas)
    spots = spots_at(relief, areas, np.array([at]))
    asked, tints = np.ones(1, dtype=bool), np.float32([tint])
    walls = are_walls(asked, tints, FELTS_TINT, spots, relief, areas, radius)
    return bool(walls[0]), relief


@pytest.mark.parametrize("tilt_deg", [0.0, 20.0, 35.0])
def test_the_ground_is_seen_where_its_rays_get_to_it(tilt_deg):
    """Ground is seen where rays pass within the rim and meet it within the walls."""
    view, areas, radius = laid(tilt_deg)
    for area in range(4):
        within = ground(view, areas, area)

        assert np.abs(within - areas.seen_mm[area])[np.abs(within) < radius].max() < 0.2 * radius


def test_a_wall_that_is_seen_hides_no_felt_and_is_no_ball():
    """A bright wall behind the felt is a wall, and explains itself; a pale wooden ball before it is none."""
    view, areas, radius = laid(35.0)
    at = at_rim(areas, 0.6, radius)
    bare = recesses(view, areas)

    wall, relief = told(bare, areas, at, (0.3, 0.05, 0.0), radius)

    assert wall
    assert not relief.strange.any()
    at, ball = at_rim(areas, 0.9, radius), bare.copy()
    away = np.linalg.norm(
        areas.points_mm.reshape(-1, 3) - areas.points_mm.reshape(-1, 3)[at], axis=1
    )
    ball.reshape(-1, 3)[away < radius] = PALE
    wall, relief = told(ball, areas, at, (0.4, 0.0, -0.1), radius)
    assert not wall
    assert relief.strange[FAR].any()


@pytest.mark.parametrize(("inside", "tint"), [(0.6, (-0.8, 0.7, 0.1)), (2.0, (0.3, 0.05, 0.0))])
def test_glass_of_the_felts_hue_and_what_lies_off_the_rim_are_no_walls(inside, tint):
    """Only what is of the wood's hue and near the rim can be a wall: red glass hides its like."""
    view, areas, radius = laid(35.0)

    assert not told(recesses(view, areas), areas, at_rim(areas, inside, radius), tint, radius)[0]


@pytest.mark.parametrize(("pale", "twin"), [(False, False), (True, True)])
def test_a_wall_of_a_balls_own_brown_is_no_twin_of_it(pale, twin):
    """What was taken for none and has a sure ball's colour is a ball beside it only where it hides felt."""
    view, areas, radius = laid(35.0)
    at = at_rim(areas, 0.9 if pale else 0.6, radius)
    pictures = recesses(view, areas)
    points = areas.points_mm.reshape(-1, 3)
    if pale:
        pictures.reshape(-1, 3)[np.linalg.norm(points - points[at], axis=1) < radius] = PALE
    relief = stand_out(pictures, areas)
    sure = FAR * areas.size**2 + areas.size**2 // 2
    spots, brown = spots_at(relief, areas, np.array([sure, at])), np.float32([0.3, 0.05, 0.0])
    found = StartSpots(
        spots, np.float32([0.99, 0.0]), np.stack([brown, brown]), FELTS_TINT.repeat(4, axis=0),
        np.zeros((2, 2), np.float32),
    )  # fmt: skip

    assert has_twin(AreasSeen(areas, relief, radius), found, [1], [0], FAR) is twin
