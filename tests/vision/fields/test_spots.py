"""Balls on felt and silver balls in pairs of holes, on pictures made of plain discs."""

import numpy as np
import pytest

from tests.vision.fields.test_geometry import looking_down
from vision.fields.glints import GLINT, brightest_glint, may_shine
from vision.fields.layout import Areas, lay_out
from vision.fields.lying import Lying
from vision.fields.options import Margins, read_options
from vision.fields.spots import apart, find_spots, stand_out
from vision.view import View


def felt_with(view: View, areas: Areas, at: dict[int, list[tuple[int, int]]]) -> np.ndarray:
    size = areas.size
    rows, columns = np.indices((size, size))
    pictures = np.full((4, size, size, 3), (40, 110, 150), np.uint8)
    for area in range(4):
        inside = (
            np.linalg.norm(areas.points_mm[area] - areas.centres_mm[area], axis=2) < areas.rim_mm
        )
        pictures[area][inside] = (50, 40, 150)
        for row, column in at.get(area, []):
            pictures[area][np.hypot(rows - row, columns - column) < 3.5] = (160, 70, 30)
    rng = np.random.default_rng(0)
    noisy = np.clip(pictures + rng.normal(0, 2, pictures.shape), 0, 255).astype(np.uint8)
    return noisy.reshape(4, size * size, 3)


def test_every_ball_on_felt_is_a_spot():
    """Balls on felt, two of them touching, are among the spots that stand out."""
    view = looking_down()
    areas = lay_out(view).starts
    assert areas is not None
    middle = areas.size // 2
    balls = [(middle, middle), (middle, middle + 7), (middle - 9, middle - 4)]

    spots = find_spots(stand_out(felt_with(view, areas, {2: balls}), areas), areas)

    for row, column in balls:
        away = np.linalg.norm(
            spots.points_mm[spots.area == 2] - areas.points_mm[2][row, column], axis=1
        )
        assert away.min() < 0.4 * view.board.ball_mm / 2
    strongest = [spots.strength[spots.area == i, 0].max() for i in range(4)]
    assert np.argmax(strongest) == 2


def test_a_hand_over_half_an_area_is_strange_to_the_felt_of_the_others():
    """Skin that hides most of an area is no ground: the other areas' felt tells what is strange."""
    view = looking_down()
    areas = lay_out(view).starts
    assert areas is not None
    size = areas.size
    pictures = felt_with(view, areas, {}).reshape(4, size, size, 3)
    columns = np.indices((size, size))[1]
    hidden = columns > 0.4 * size
    pictures[1][hidden] = (80, 95, 125)

    strange = stand_out(pictures.reshape(4, -1, 3), areas).strange

    inner = areas.inner.reshape(4, size, size)
    assert strange[1][inner[1] & (columns > 0.5 * size)].mean() > 0.9
    assert not strange[1][inner[1] & (columns < 0.3 * size)].any()
    assert not strange[[0, 2, 3]].any()


def test_a_point_of_light_on_felt_is_a_glint_unless_it_is_on_a_ball():
    """A white point in one area glints there alone, and no longer once a ball is known to be there."""
    view = looking_down()
    areas = lay_out(view).starts
    assert areas is not None
    middle, radius = areas.size // 2, view.board.ball_mm / 2
    pictures = felt_with(view, areas, {}).reshape(4, areas.size, areas.size, 3)
    pictures[1, middle : middle + 2, middle : middle + 2] = 160
    glint = stand_out(pictures.reshape(4, -1, 3), areas).glint
    none, ball = np.zeros((0, 3)), areas.points_mm[1][middle, middle][None]

    assert brightest_glint(glint[1], areas, 1, none, radius) > GLINT
    assert brightest_glint(glint[0], areas, 0, none, radius) < GLINT
    assert brightest_glint(glint[1], areas, 1, ball, radius) < GLINT


def test_a_glint_is_on_a_ball_with_all_of_it():
    """A wide glint whose inner end is on a ball is that ball's; one that lies apart from it is not."""
    view = looking_down()
    areas = lay_out(view).starts
    assert areas is not None
    middle, radius = areas.size // 2, view.board.ball_mm / 2
    ball = areas.points_mm[0][middle, middle][None]
    wide, apart_from_it = np.zeros((2, areas.size, areas.size), np.float32)
    wide[middle, middle + 3 : middle + 8] = GLINT + 0.2
    apart_from_it[middle, middle + 7] = GLINT + 0.2

    assert brightest_glint(wide, areas, 0, ball, radius) == 0
    assert brightest_glint(apart_from_it, areas, 0, ball, radius) > GLINT

    nothing = np.zeros_like(wide)
    lying = Lying.of([ball, ball, ball[:0], ball[:0]], areas.points_mm)
    on_ball = nothing.copy()
    on_ball[middle, middle : middle + 3] = GLINT + 0.2
    glints = np.stack([on_ball, apart_from_it, nothing, on_ball])
    assert may_shine(glints, areas, lying, radius) == [False, True, False, True]


def test_spots_that_are_one_ball_count_once():
    """Of spots nearer than a distance the first in order stays."""
    points = np.array([[0.0, 0, 0], [3, 0, 0], [20, 0, 0]])

    assert apart(points, [1, 0, 2], 10) == [1, 2]


@pytest.mark.parametrize(
    ("total", "likeness", "stored", "unsure"),
    [(9.0, 1.5, True, False), (-9.0, -1.5, False, False), (2.0, 1.5, False, True),
     (9.0, -0.5, False, True), (5.0, 0.05, True, False), (4.5, 0.05, False, True)],
)  # fmt: skip
def test_an_option_needs_judge_and_likeness(total, likeness, stored, unsure):
    """An option is said to be stored or free only where the judge and the other holes agree."""
    layout = lay_out(looking_down(memory=True))
    assert layout.options is not None
    places = layout.options.places
    sign = np.array([1.0 if p.name.endswith("upper") else -1.0 for p in places])
    clear = sign * -9
    chosen = [i for i, p in enumerate(places) if p.name.startswith("M1.half.")]
    totals, likes = clear.copy(), sign * -1.5
    totals[chosen], likes[chosen] = sign[chosen] * total, sign[chosen] * likeness

    corners = read_options(places, Margins(totals, likes))

    assert ("half" in corners[1].which) is stored
    assert ("half" in corners[1].unsure) is unsure
    assert corners[0].which == ()
