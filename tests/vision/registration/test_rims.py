"""The rims of holes: a circle is laid on what most holes near one another look like."""

import cv2
import numpy as np
import pytest

from vision.camera import Points
from vision.registration.rims import _median_of_rows, find_rims
from vision.registration.top_view import TopView

BALL_MM, HALF_MM, MM = 16.0, 240.0, 1.0
NEAR_MM = 0.25


def hole_centres() -> Points:
    """Return two rings of holes, (96, 2) mm, none of them just on a pixel."""
    rings = []
    for radius_mm, count in ((180.0, 64), (110.0, 32)):
        angle = 2 * np.pi * np.arange(count) / count + 0.013
        rings.append(radius_mm * np.stack([np.cos(angle), np.sin(angle)], axis=1))
    return np.vstack(rings)


def drawn(centres_mm: Points, radius_mm: float, rng: np.random.Generator) -> TopView:
    """Draw bowls, dark on their left as a lamp from there leaves them, and a ball in every third one."""
    fine = 4
    size = round(2 * HALF_MM / MM) * fine
    image = np.zeros((size, size), dtype=np.float32)
    for number, (x, y) in enumerate(centres_mm):
        middle = round((x + HALF_MM) * fine / MM), round((HALF_MM - y) * fine / MM)
        radius = round(radius_mm * fine / MM)
        cv2.circle(image, middle, radius, -0.5, -1)
        cv2.ellipse(image, middle, (radius, radius), 0, 90, 270, -1.2, -1)
        if number % 3 == 0:
            cv2.circle(image, middle, round(BALL_MM / 2 * fine), float(rng.uniform(-1, 1)), -1)
    small = cv2.resize(image, None, fx=1 / fine, fy=1 / fine, interpolation=cv2.INTER_AREA)
    noise = rng.normal(0, 0.03, small.shape)
    return TopView(np.asarray(small + noise, dtype=np.float32), MM)


@pytest.mark.parametrize("radius_mm", [6.6, 7.4, 8.2])
@pytest.mark.parametrize("aside_mm", [(-1.4, 0.0), (0.6, 0.9), (0.0, -1.1)])
def test_rims_are_found_beside_spots_that_err(radius_mm, aside_mm):
    """Spots that all lie aside are brought to the middles of the rims, whose radius is found."""
    rng = np.random.default_rng(7)
    centres = hole_centres()
    spots = centres + np.array(aside_mm) + rng.normal(0, 0.2, centres.shape)
    rims = find_rims(drawn(centres, radius_mm, rng), spots, BALL_MM)
    assert rims is not None
    assert np.abs(rims.at(spots) + np.array(aside_mm)).max() < NEAR_MM + 0.15
    assert rims.radius_mm == pytest.approx(radius_mm, abs=NEAR_MM)


def test_few_holes_show_no_rims():
    """With holes on one side of the board alone nothing is said of the others."""
    rng = np.random.default_rng(1)
    centres = hole_centres()
    assert find_rims(drawn(centres, 7.0, rng), centres[centres[:, 0] > 20], BALL_MM) is None


@pytest.mark.parametrize("many", [1, 2, 7, 8])
def test_medians_are_those_of_numpy(many):
    """Of an odd number it is the middle one, of an even number the mean of the two."""
    rows = np.random.default_rng(many).normal(0, 1, (5, many)).astype(np.float32)
    assert np.array_equal(_median_of_rows(rows), np.median(rows, axis=1))
