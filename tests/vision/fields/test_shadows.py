"""Shadows that look like dark glass, and balls that lean on the rim, as spots of one start area."""

import numpy as np
import pytest

from tests.vision.fields.test_geometry import looking_down
from vision.fields.layout import lay_out
from vision.fields.leaning import may_lean
from vision.fields.shadows import DOUBTED, shadows_doubted
from vision.fields.spots import Relief, Spots

FELT = np.float32([-1.3, 0.85, 0.15])
GLASS, SHADOW = np.float32([-1.45, 0.95, 0.4]), np.float32([-1.95, 1.15, 0.4])


def spots_in(radius_mm: float, *places: tuple[float, float]) -> Spots:
    """Spots of the first area so many ball radii right of and above its middle."""
    areas = lay_out(looking_down()).starts
    assert areas is not None
    off = np.array([(x, y, 0.0) for x, y in places]) * radius_mm
    inside = areas.rim_mm - np.hypot(off[:, 0], off[:, 1])
    count = len(places)
    return Spots(
        areas.centres_mm[:1] + off,
        np.zeros(count, dtype=np.int64),
        inside.astype(np.float32),
        np.zeros((count, 3), np.float32),
        np.zeros((count, 2), np.float32),
    )


@pytest.mark.parametrize(
    ("p", "beside", "tint", "shining", "shadow"),
    [
        (0.87, 1.8, SHADOW, False, True),
        (0.87, 1.8, SHADOW, True, False),
        (0.87, 1.8, GLASS, False, False),
        (0.87, 3.5, SHADOW, False, False),
        (0.99, 1.8, SHADOW, False, False),
    ],
)
def test_a_dull_dark_spot_beside_glass_may_be_its_shadow(p, beside, tint, shining, shadow):
    """Glass has the lamp's glint and its shadow has none; two balls of glass are as bright as each other."""
    view = looking_down()
    areas, radius = lay_out(view).starts, view.board.ball_mm / 2
    assert areas is not None
    spots = spots_in(radius, (0.0, 0.0), (0.0, -beside))
    glint = np.zeros((4, areas.size, areas.size), np.float32)
    if shining:
        away = np.linalg.norm(areas.points_mm[0] - spots.points_mm[1], axis=2)
        glint[0][away < 0.3 * radius] = 0.5
    none = np.zeros((4, 3), np.float32)
    relief = Relief(glint, glint, none, none, glint > 1, glint, none[:, 0], none)

    found = shadows_doubted(
        np.float32([1.0, p]),
        np.stack([GLASS, tint]),
        np.stack([FELT] * 2),
        spots,
        relief,
        areas,
        radius,
    )

    assert found.tolist() == [1.0, pytest.approx(DOUBTED if shadow else p)]


def test_a_dark_crescent_at_the_rim_may_be_its_shadow():
    """As dull and dark in the middle of the felt it is a ball like any other."""
    view = looking_down()
    areas, radius = lay_out(view).starts, view.board.ball_mm / 2
    assert areas is not None
    rim = areas.rim_mm / radius
    spots = spots_in(radius, (0.6 - rim, 0.0), (0.0, 0.0))
    dull = np.zeros((4, areas.size, areas.size), np.float32)
    none = np.zeros((4, 3), np.float32)

    found = shadows_doubted(
        np.float32([0.9, 0.9]),
        np.stack([SHADOW] * 2),
        np.stack([FELT] * 2),
        spots,
        Relief(dull, dull, none, none, dull > 1, dull, none[:, 0], none),
        areas,
        radius,
    )

    assert found.tolist() == [DOUBTED, pytest.approx(0.9)]


def test_what_has_the_woods_hue_at_the_rim_may_be_its_edge():
    """A wooden ball farther in, or one that surely is one, is believed."""
    view = looking_down()
    areas, radius = lay_out(view).starts, view.board.ball_mm / 2
    assert areas is not None
    rim = areas.rim_mm / radius
    spots = spots_in(radius, (0.55 - rim, 0.0), (0.55 - rim, 0.1), (0.0, 0.9 - rim))
    dull = np.zeros((4, areas.size, areas.size), np.float32)
    none = np.zeros((4, 3), np.float32)

    found = shadows_doubted(
        np.float32([0.8, 0.99, 0.8]),
        np.repeat(np.float32([[-0.16, 0.01, 0.04]]), 3, axis=0),
        np.stack([FELT] * 3),
        spots,
        Relief(dull, dull, none, none, dull > 1, dull, none[:, 0], none),
        areas,
        radius,
    )

    assert found.tolist() == pytest.approx([float(DOUBTED), 0.99, 0.8])


@pytest.mark.parametrize(
    ("p", "tint", "strength", "odd"),
    [
        (0.27, (-0.4, 0.13, 0.12), (4.7, 5.0), True),
        (0.27, (-0.4, 0.13, 0.12), (3.7, 0.7), False),
        (0.1, (-0.4, 0.13, 0.12), (4.7, 5.0), False),
        (0.1, (-0.4, 0.6, 0.12), (4.7, 5.0), True),
        (0.3, (-1.3, 0.7, -0.3), (2.6, -7.3), True),
        (0.01, (-1.3, 0.7, -0.3), (2.6, -7.3), False),
    ],
)
def test_what_stands_out_as_balls_do_may_lean_on_the_rim(p, tint, strength, odd):
    """Brown wood and dark glass count from nearly believed on, what is bright and of another hue earlier."""
    spots = spots_in(7.0, (0.0, 4.0))
    outstanding = Spots(
        spots.points_mm,
        spots.area,
        spots.inside_mm,
        np.float32([[*strength, 1.0]]),
        spots.middle_px,
    )

    assert may_lean(np.float32([p]), np.float32([tint]), outstanding).tolist() == [odd]
