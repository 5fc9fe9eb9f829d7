"""Balls of nearly the felt's own colour beside others of theirs, on pictures of plain discs and noise."""

from collections.abc import Sequence

import numpy as np
import pytest

from tests.vision.fields.test_geometry import looking_down
from vision.fields.layout import Areas, lay_out
from vision.fields.profile import OPPONENT, log_values
from vision.fields.spots import stand_out
from vision.fields.twins import shows_lighter, shows_twin

FELT, BALL, BROWNISH = (55, 45, 165), (42, 34, 215), (57, 62, 175)
LIT, SHADE, DARK = (75, 62, 225), (28, 23, 85), (28, 23, 120)


def laid() -> tuple[Areas, float]:
    """The areas of a camera that looks straight down, and a ball's radius."""
    view = looking_down()
    areas = lay_out(view).starts
    assert areas is not None
    return areas, view.board.ball_mm / 2


At = tuple[int, int]


def shows(
    discs: list[tuple[int, int, tuple[int, int, int]]],
    found: Sequence[At],
    seed: int,
    glints: Sequence[At] = (),
    noise: float = 8.0,
) -> bool:
    """Whether the first area of red felt with such discs shows another ball than those that were found."""
    areas, radius = laid()
    size = areas.size
    rows, columns = np.indices((size, size))
    light = np.full((4, size, size, 3), (40.0, 110.0, 150.0))
    light[~areas.beyond.reshape(4, size, size)] = FELT
    for row, column, colour in discs:
        light[0][np.hypot(rows - row, columns - column) < 3.5] = colour
    for row, column in glints:
        light[0][row, column] = 250.0
    light += np.random.default_rng(seed).normal(0, noise, light.shape)
    pictures = np.clip(light, 0, 255).astype(np.uint8).reshape(4, size * size, 3)
    relief = stand_out(pictures, areas)
    points = areas.points_mm[0]
    balls = np.array([points[row, column] for row, column in found])
    return shows_twin(relief, 0, points, areas.reach[0], balls, radius)


@pytest.mark.parametrize("seed", range(5))
def test_another_ball_like_one_that_was_found_is_seen(seed):
    """Of two red balls on red felt one was found: there is another; if both were, there is none."""
    middle = laid()[0].size // 2
    balls = [(middle, middle), (middle - 9, middle + 4)]
    discs = [(*at, BALL) for at in balls]

    assert shows(discs, balls[:1], seed)
    assert not shows(discs, balls, seed)


@pytest.mark.parametrize("seed", range(5))
def test_wood_at_the_rim_is_no_ball_whose_hue_lies_between_felt_and_wood(seed):
    """Of a brownish red ball on red felt another one beside it may be wood half seen, and is not told."""
    middle = laid()[0].size // 2
    balls = [(middle, middle), (middle - 9, middle + 4)]

    assert not shows([(*at, BROWNISH) for at in balls], balls[:1], seed)


@pytest.mark.parametrize("colour", [LIT, SHADE, FELT])
def test_felt_in_the_sun_or_in_a_shade_is_no_red_ball(colour):
    """What has the felt's own hue is no other ball, lighter or darker as it may be."""
    middle = laid()[0].size // 2
    discs = [(middle, middle, BALL), (middle - 9, middle + 4, colour)]

    assert not any(shows(discs, [(middle, middle)], seed) for seed in range(5))


@pytest.mark.parametrize("seed", range(5))
def test_dark_glass_is_told_from_a_shadow_by_its_glint(seed):
    """A stain of dark balls' hue is another one only where it shines as they do."""
    middle = laid()[0].size // 2
    balls = [(middle, middle), (middle - 12, middle + 6)]
    discs = [(*at, DARK) for at in balls]

    assert not shows(discs, balls[:1], seed, glints=balls[:1], noise=2.0)
    assert shows(discs, balls[:1], seed, glints=balls, noise=2.0)


BRIGHT, WOOD, SUNLIT = (70, 62, 245), (40.0, 110.0, 150.0), (80.0, 190.0, 250.0)


def shows_bright(
    discs: list[tuple[int, int, tuple[int, int, int]]],
    found: Sequence[At],
    wood: tuple[float, float, float] = WOOD,
    seed: int = 0,
) -> bool:
    """Whether the first area of dark red felt shows another ball of a bright red beside those found."""
    areas, radius = laid()
    size = areas.size
    rows, columns = np.indices((size, size))
    light = np.full((4, size, size, 3), wood)
    light[~areas.beyond.reshape(4, size, size)] = FELT
    for row, column, colour in discs:
        light[0][np.hypot(rows - row, columns - column) < 3.5] = colour
    light += np.random.default_rng(seed).normal(0, 5, light.shape)
    pictures = np.clip(light, 0, 255).astype(np.uint8).reshape(4, size * size, 3)
    relief = stand_out(pictures, areas)
    wood_tone = relief.wood[0]
    felt = (relief.ground[0] - wood_tone) @ OPPONENT
    bright = (log_values(np.array([[BRIGHT]], np.uint8))[0, 0] - wood_tone) @ OPPONENT
    balls = np.array([areas.points_mm[0][row, column] for row, column in found]).reshape(-1, 3)
    return shows_lighter(felt, relief, areas, 0, radius, bright, balls)


@pytest.mark.parametrize("wood", [WOOD, SUNLIT])
def test_a_ball_brighter_than_its_felt_is_seen_beside_the_wood(wood):
    """Bright red on dark red at the rim: it is seen beside none and beside another, until it is found."""
    middle = laid()[0].size // 2
    at_rim = (middle - 12, middle + 6)
    balls = [(middle, middle), at_rim]
    discs = [(*at, BRIGHT) for at in balls]

    assert shows_bright(discs[1:], [], wood)
    assert shows_bright(discs, balls[:1], wood)
    assert not shows_bright(discs, balls, wood)


@pytest.mark.parametrize("seed", range(5))
def test_bare_felt_and_the_wood_round_it_are_no_bright_ball(seed):
    """Neither the edge of sunlit wood, which is half seen, nor felt in a shade is as light for its hue."""
    middle = laid()[0].size // 2

    assert not shows_bright([], [], SUNLIT, seed)
    assert not shows_bright([(middle, middle, SHADE)], [], WOOD, seed)
