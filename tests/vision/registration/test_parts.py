"""The parts of registration by themselves: rings among spots, fits with outliers, proportions."""

from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.vision.registration.drawn import board, camera, draw
from vision.registration.holes import Spots
from vision.registration.least_squares import minimise
from vision.registration.log_picture import log_picture
from vision.registration.measure import measure, spots_from_above
from vision.registration.pose import camera_from_homography, usual_lens
from vision.registration.proportions import in_proportion
from vision.registration.quality import Support
from vision.registration.ring import find_rings
from vision.registration.top_view import view_from_above
from vision.view import View


@settings(max_examples=30, deadline=None)
@given(
    seed=st.integers(0, 1000), missing=st.integers(0, 13), clutter=st.integers(0, 150),
    slant_deg=st.floats(0, 35),
)  # fmt: skip
def test_a_ring_is_found_among_clutter(seed, missing, clutter, slant_deg):
    """A ring of 64 spots at a slant is found with a fifth of them gone and other spots all over.

    With more gone, too few neighbours may be left in a row to begin with: 4 of 120 rings lacking 15 to 20.
    """
    rng = np.random.default_rng(seed)
    angle = -2 * np.pi * np.arange(64) / 64
    circle = 180 * np.stack([np.cos(angle), np.sin(angle), np.zeros(64)], axis=1)
    true = camera(slant_deg=slant_deg, k1=0.0).project(circle)
    kept = np.sort(rng.permutation(64)[missing:])
    spots = np.vstack([true[kept] + rng.normal(0, 0.8, (len(kept), 2)),
                       rng.uniform((0, 0), (1280, 960), (clutter, 2))])  # fmt: skip
    rings = find_rings(Spots(8.0, spots, np.ones(len(spots))))

    places = rings[0].project(np.arange(64.0))
    gap = np.linalg.norm(places[:, None] - true[None], axis=2).min(axis=1)
    assert gap.max() < 0.2 * 2 * np.pi * 180 / 64 * 1.3


@given(seed=st.integers(0, 1000))
@settings(max_examples=20, deadline=None)
def test_outliers_do_not_bend_a_line(seed):
    """A fifth of wild measurements hardly changes a fitted line."""
    rng = np.random.default_rng(seed)
    x = np.linspace(0, 10, 50)
    y = 2 * x + 1 + rng.normal(0, 0.1, 50)
    y[rng.permutation(50)[:10]] += rng.uniform(5, 50, 10)
    fit = minimise(
        lambda p: (p[0] * x + p[1] - y) / 0.1, np.array([1.5, 2.0]), np.ones(2), weight=np.ones(50),
        rounds=40,
    )  # fmt: skip

    assert fit.x == pytest.approx([2.0, 1.0], abs=0.15)


@given(slant_deg=st.floats(18, 35), turn_deg=st.floats(-180, 180))
@settings(max_examples=20, deadline=None)
def test_a_camera_comes_back_from_its_homography(slant_deg, turn_deg):
    """At a slant, the homography of the board's plane gives back the camera that made it."""
    true = camera(slant_deg=slant_deg, turn_deg=turn_deg, k1=0.0)
    pose = np.column_stack([true.rotation[:, :2], -true.rotation @ true.centre_mm])
    to_pixels = np.array([[true.focal_px, 0, 640], [0, true.focal_px, 480], [0, 0, 1.0]])
    found = camera_from_homography(to_pixels @ pose, 1280, 960, usual_lens(1280))

    assert found.focal_px == pytest.approx(true.focal_px, rel=0.03)
    assert found.centre_mm == pytest.approx(true.centre_mm, abs=20)


@pytest.mark.parametrize("missing", ["side", "start", "counter"])
def test_what_was_not_measured_follows_what_was(missing):
    """One of side, start areas and counting fields left at its nominal length is brought into line."""
    nominal = board()
    grown = {"side": nominal.side_mm, "start": 246.0, "counter": 196.0}
    grow = {key: 1.0 if key == missing else 1.17 for key in grown}
    mixed = replace(nominal, side_mm=nominal.side_mm * grow["side"])
    mixed = mixed.with_corner("start", points_mm=((0.0, 246.0 * grow["start"]),))
    mixed = mixed.with_corner("counter", points_mm=((-20.0, 196.0 * grow["counter"]),) * 4)
    fitting = in_proportion(mixed)

    start = next(c for c in fitting.corners if c.kind == "start").points_mm[0][1]
    count = next(c for c in fitting.corners if c.kind == "counter").points_mm[0][1]
    assert fitting.side_mm == pytest.approx(440 * 1.17, rel=0.03)
    assert start == pytest.approx(246 * 1.17, rel=0.03)
    assert count == pytest.approx(196 * 1.17, rel=0.03)


def test_a_board_in_proportion_stays_as_it_is():
    """Lengths that fit each other are left alone."""
    assert in_proportion(board()) == board()


def test_a_row_of_dots_is_no_ring():
    """Dots of a tablecloth, of which rings drawn out to a row could be made, give none."""
    x, y = np.meshgrid(np.arange(20.0) * 30, np.arange(3.0) * 30)
    dots = np.stack([x.ravel(), y.ravel() + 0.03 * x.ravel()], axis=1)
    spots = Spots(9.0, dots, np.ones(len(dots)))

    assert all(ring.support < 12 for ring in find_rings(spots))


def test_an_areas_edge_is_not_looked_for_at_the_boards_side():
    """Where felt ends 6 mm before a bright board's side, which a dark table makes much clearer, and is
    expected 4 mm too far out, most of its edge is found, and nothing of it at the side.
    """
    true = board().with_corner("start", points_mm=((0.0, 256.0),), radius_mm=34.0)
    expected = View(camera(), true.with_corner("start", points_mm=((0.0, 260.0),)))
    picture = draw(View(camera(), true), table=(4, 4, 4), wood=(150, 205, 245))
    top = view_from_above(log_picture(picture, 1640), camera(), true.side_mm / 2 + 20, 1.0)

    rounds = measure(expected, top, spots_from_above(top, 6.0), None, 10.0).rounds
    seen = camera().on_plane(rounds.pixels)
    for circle, place in enumerate(true.of_kind("start"), start=1):
        away = np.hypot(*(seen[rounds.circle == circle] - (place.x_mm, place.y_mm)).T)
        assert len(away) > 0.75 * rounds.each
        assert np.abs(away - place.radius_mm).max() < 2.0


@pytest.mark.parametrize(
    ("sides", "corners", "ratio", "good"),
    [
        (0.65, 0.62, 1.18, True),  # a hand over it
        (0.90, 0.00, 1.22, True),  # Memory's places in the dark
        (0.46, 0.44, 1.22, False),  # a fit by the edge of a shadow
        (1.00, 0.25, 1.32, False),  # one by the sides of a tray
        (1.00, 0.95, 1.32, True),  # a board of such proportions
    ],
)
def test_sides_and_corners_that_may_be_there_by_chance_are_not_enough(sides, corners, ratio, good):
    """Rings alone say nothing of a board's size; on a board that was fitted before its ratio is known."""
    shows = Support(fields=0.66, target=0.75, sides=sides, corners=corners, side_ratio=ratio)

    assert (not shows.shortcomings()) is good
    assert not replace(shows, sides=0.9).shortcomings(board_known=True)
