"""Dark glass on felt of its own colour, on pictures made of plain discs and noise."""

import numpy as np
import pytest

from tests.vision.fields.test_geometry import looking_down
from vision.fields import stains
from vision.fields.layout import Areas, lay_out
from vision.fields.spots import stand_out
from vision.fields.stains import STAIN, away_from, darkest, find_stains, where_lit

FELT = (50, 40, 150)


def laid() -> tuple[Areas, float]:
    """The areas of a camera that looks straight down, and a ball's radius."""
    view = looking_down()
    areas = lay_out(view).starts
    assert areas is not None
    return areas, view.board.ball_mm / 2


def painted(areas: Areas, noise: float, dark: list[tuple[int, int]], seed: int) -> np.ndarray:
    """Red felt in wood, noisy; discs at (row, column) of the first area are a third darker."""
    size = areas.size
    rows, columns = np.indices((size, size))
    light = np.full((4, size, size, 3), (40.0, 110.0, 150.0))
    light[~areas.beyond.reshape(4, size, size)] = FELT
    for row, column in dark:
        light[0][np.hypot(rows - row, columns - column) < 3.3] *= 0.67
    light += np.random.default_rng(seed).normal(0, noise, light.shape)
    return np.clip(light, 0, 255).astype(np.uint8).reshape(4, size * size, 3)


def stain_of(areas: Areas, pictures: np.ndarray, area: int, balls: np.ndarray, radius: float):
    """The darkest stain of an area beside its balls."""
    found = find_stains(pictures, stand_out(pictures, areas), areas)
    return darkest(found, area, away_from(balls[:, None, None], areas.points_mm[area]), radius)


NONE = np.zeros((0, 3))


@pytest.mark.parametrize("noise", [2.0, 8.0, 16.0])
def test_glass_is_a_stain_and_bare_felt_is_none(noise):
    """A disc a third darker is told from bare felt, however noisy, on most of many pictures."""
    areas, radius = laid()
    middle = areas.size // 2
    found = bare = 0
    for seed in range(20):
        pictures = painted(areas, noise, [(middle - 4, middle + 5)], seed)
        found += stain_of(areas, pictures, 0, NONE, radius) > STAIN
        bare += stain_of(areas, pictures, 1, NONE, radius) > STAIN

    assert found == 20
    assert bare <= 1


def test_a_ball_that_was_found_is_no_stain_but_the_next_one_is():
    """Of two dark balls on an area the one that is known is left out, not the other."""
    areas, radius = laid()
    middle = areas.size // 2
    one, other = (middle, middle - 7), (middle + 2, middle + 7)
    ball = areas.points_mm[0][one][None]

    assert stain_of(areas, painted(areas, 3, [one], 1), 0, ball, radius) < STAIN
    assert stain_of(areas, painted(areas, 3, [one, other], 1), 0, ball, radius) > STAIN


@pytest.mark.parametrize("turn", [0.4, 1.3, 2.9, 5.0])
@pytest.mark.parametrize("away", [1.2, 1.4])
def test_a_shadow_at_a_ball_that_was_found_is_no_stain(turn, away):
    """What gets darker only towards a found ball is the shadow it lies in."""
    areas, radius = laid()
    middle = areas.size // 2
    one = (middle, middle - 2)
    shadow = round(one[0] + 3.5 * away * np.sin(turn)), round(one[1] + 3.5 * away * np.cos(turn))
    ball = areas.points_mm[0][one][None]

    assert stain_of(areas, painted(areas, 3, [one, shadow], 1), 0, ball, radius) < STAIN
    assert stain_of(areas, painted(areas, 3, [one, shadow], 1), 0, NONE, radius) > STAIN


@pytest.mark.parametrize("turn", [0.4, 1.3, 2.9, 5.0])
def test_a_ball_that_touches_one_that_was_found_is_a_stain(turn):
    """Two balls that touch are each darkest in their own middles."""
    areas, radius = laid()
    middle = areas.size // 2
    one = (middle, middle - 2)
    other = round(one[0] + 7.2 * np.sin(turn)), round(one[1] + 7.2 * np.cos(turn))
    ball = areas.points_mm[0][one][None]

    assert stain_of(areas, painted(areas, 3, [one, other], 1), 0, ball, radius) > STAIN


def test_the_shadow_of_the_rim_is_no_stain():
    """A dark crescent a quarter of a ball wide along the rim hides no ball."""
    areas, radius = laid()
    pictures = painted(areas, 3, [], 2)
    off = areas.points_mm[0] - areas.centres_mm[0]
    near = np.hypot(off[..., 0] - 0.25 * radius, off[..., 1]) > areas.rim_mm - 0.25 * radius
    shaded = pictures[0].reshape(areas.size, areas.size, 3)
    shaded[near & ~areas.beyond[0].reshape(near.shape)] //= 2

    assert stain_of(areas, pictures, 0, NONE, radius) < STAIN


def in_shadow(areas: Areas, radius: float, wide: float, turn: float, glass: float | None):
    """The first area's rim throws a shadow so ``wide`` (ball radii); glass lies at a turn from its middle."""
    pictures = painted(areas, 3, [], 2).reshape(4, areas.size, areas.size, 3)
    off = (areas.points_mm[0] - areas.centres_mm[0])[..., :2] / radius
    rim = areas.rim_mm / radius
    towards = np.array([np.cos(turn), np.sin(turn)])
    deep = np.linalg.norm(off + wide * towards, axis=2) - rim
    felt = ~areas.beyond[0].reshape(deep.shape)
    light = np.where(felt, 1 - 0.6 * np.clip(deep / 0.3, 0, 1), 1)
    if glass is not None:
        at = (rim - 1) * np.array([np.cos(turn + glass), np.sin(turn + glass)])
        light[felt & (np.linalg.norm(off - at, axis=2) < 0.95)] *= 0.6
    pictures[0] = (pictures[0] * light[..., None]).astype(np.uint8)
    return pictures.reshape(4, -1, 3)


@pytest.mark.parametrize("turn", [0.3, 1.9, 4.0])
@pytest.mark.parametrize("wide", [0.9, 1.1])
def test_a_wide_shadow_of_the_rim_is_no_stain(turn, wide, monkeypatch):
    """A lamp that stands low throws a crescent as dark as glass, and about half a ball wide."""
    areas, radius = laid()
    pictures = in_shadow(areas, radius, wide, turn, None)

    assert stain_of(areas, pictures, 0, NONE, radius) < STAIN
    monkeypatch.setattr(stains, "is_crescent", lambda *_: False)
    assert stain_of(areas, pictures, 0, NONE, radius) > STAIN


@pytest.mark.parametrize("turn", [0.3, 1.9, 4.0])
@pytest.mark.parametrize("wide", [0.3, 0.6])
@pytest.mark.parametrize("glass", [-0.5, 0.0, 0.4])
def test_glass_in_the_shadow_of_the_rim_is_a_stain(turn, wide, glass):
    """Where glass lies against the rim in its shadow it is darker inwards, too, and only there."""
    areas, radius = laid()

    assert stain_of(areas, in_shadow(areas, radius, wide, turn, glass), 0, NONE, radius) > STAIN


@pytest.mark.parametrize(
    ("of_ball", "of_other", "told"), [(0.8, 0.5, True), (0.8, 0.2, False), (0.3, 0.2, True)]
)
def test_what_has_no_glint_beside_balls_that_shine_is_their_shadow(of_ball, of_other, told):
    """The lamp that shines in an area's balls shines in another one; dull balls tell nothing."""
    areas, radius = laid()
    middle = areas.size // 2
    one, other = (middle, middle - 7), (middle + 2, middle + 7)
    ball = areas.points_mm[0][one][None]
    pictures = painted(areas, 3, [one, other], 1)
    glint = np.zeros((areas.size, areas.size), np.float32)
    glint[one], glint[other] = of_ball, of_other
    away = away_from(ball[:, None, None], areas.points_mm[0])
    lit = where_lit(glint, away, radius)

    found = find_stains(pictures, stand_out(pictures, areas), areas)

    stain = darkest(found, 0, away, radius, lit=lit)
    assert (stain > STAIN) is told


def test_without_a_ball_that_is_seen_any_stain_counts():
    """Where no ball shows how the lamps shine in it, glass may be anywhere."""
    areas, radius = laid()
    glint = np.zeros((areas.size, areas.size), np.float32)

    assert where_lit(glint, glint[None][:0], radius).all()


def test_a_balls_own_glint_is_no_other_balls():
    """The shadow beside a shining ball is near to its glint, but another ball has one of its own."""
    areas, radius = laid()
    middle = areas.size // 2
    glint = np.zeros((areas.size, areas.size), np.float32)
    glint[middle, middle] = 0.8
    away = away_from(areas.points_mm[0][middle, middle][None, None, None], areas.points_mm[0])

    assert not where_lit(glint, away, radius).any()
    glint[middle, middle + 9] = 0.7
    assert where_lit(glint, away, radius)[middle, middle + 7]
