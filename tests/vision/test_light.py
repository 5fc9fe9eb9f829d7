"""A switched lamp is noticed; a hand, noise and another camera angle are not a change of light."""

import numpy as np
import pytest

from vision.light import measure_light


@pytest.fixture(scope="module")
def photo(sample_photos):
    return next(p for p in sample_photos if not p.row["hand"])


@pytest.mark.parametrize("gain", [(0.88, 0.88, 0.88), (1.12, 1.0, 0.95), (0.9, 1.0, 1.05)])
def test_a_switched_lamp_is_noticed(photo, gain):
    """Wood that is darker, colder or warmer everywhere means that the light was changed."""
    frame = photo.frame
    other = np.clip(frame * np.array(gain), 0, 255).astype(np.uint8)

    assert measure_light(frame, photo.view).differs(measure_light(other, photo.view))


def test_noise_and_a_small_drift_are_no_change(photo):
    """A noisier picture, one or two per cent brighter, is the same light."""
    frame = photo.frame
    noise = np.random.default_rng(5).normal(0, 6, frame.shape)
    other = np.clip(frame * 1.02 + noise, 0, 255).astype(np.uint8)

    assert not measure_light(frame, photo.view).differs(measure_light(other, photo.view))


def test_something_that_covers_a_part_of_the_board_is_no_change(photo):
    """What hides a tenth of the picture does not move the median far."""
    frame = photo.frame
    other = frame.copy()
    other[:, frame.shape[1] // 2 :][:, : frame.shape[1] // 10] = 90

    assert not measure_light(frame, photo.view).differs(measure_light(other, photo.view))
