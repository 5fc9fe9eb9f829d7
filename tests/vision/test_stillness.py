"""Still scenes are seen to be still, and the least change of a piece is not overlooked."""

import cv2
import numpy as np
import pytest

from vision.stillness import Stillness, glance


def noisy(frame, sigma, seed):
    """The frame with a camera's noise."""
    noise = np.random.default_rng(seed).normal(0, sigma, frame.shape)
    return np.clip(frame + noise, 0, 255).astype(np.uint8)


@pytest.mark.parametrize("sigma", [0.0, 1.5, 3.0])
def test_noise_alone_is_no_change(sample_photos, sigma):
    """Pairs of noisy pictures of one scene do not differ."""
    frame = sample_photos[0].frame[::2, ::2]

    pairs = [
        (glance(noisy(frame, sigma, i)), glance(noisy(frame, sigma, 50 + i))) for i in range(10)
    ]

    assert not any(a.differs(b) for a, b in pairs)


def test_a_ball_that_appears_is_a_change(sample_photos):
    """A disc as large as a ball and half as bright as the board, on any of its fields, is noticed."""
    photo = sample_photos[0]
    view, before = photo.view, glance(noisy(photo.frame, 2.0, 1))
    fields = view.board.fields[::20]
    radii = view.px_per_mm(fields) * view.board.ball_mm / 2

    for (x, y), radius in zip(view.pixels(fields), radii, strict=True):
        after = noisy(photo.frame, 2.0, 2)
        colour = (after[int(y), int(x)].astype(float) * 0.5 + 20).tolist()
        cv2.circle(after, (round(x), round(y)), round(radius), colour, -1)
        assert glance(after).differs(before)


@pytest.mark.parametrize("sigma", [0.0, 2.0, 4.0])
def test_noise_that_goes_on_is_no_change(sample_photos, sigma):
    """A still scene stays still for many noisy pictures."""
    frame = sample_photos[0].frame[::3, ::3]
    stillness = Stillness(glance(noisy(frame, sigma, 0)))

    assert all(stillness.keeps(glance(noisy(frame, sigma, i))) for i in range(1, 40))


@pytest.mark.parametrize("at", [12, 40])
def test_a_faint_ball_is_noticed_within_a_second(sample_photos, at):
    """A disc as large as a ball that differs from its ground by less than the noise shows in ten pictures."""
    bare = sample_photos[0].frame[:400, :400] // 4 + 20
    faint = bare.copy()
    cv2.circle(faint, (200, 200), 11, (bare[200, 200] - 3.0).tolist(), -1)
    cv2.circle(bare, (200, 200), 11, bare[200, 200].tolist(), -1)
    stillness = Stillness(glance(noisy(bare, 2.0, 0)))

    kept = [stillness.keeps(glance(noisy(bare, 2.0, i))) for i in range(1, at)]
    noticed = [not stillness.keeps(glance(noisy(faint, 2.0, 100 + i))) for i in range(10)]

    assert all(kept)
    assert any(noticed)


def test_another_size_differs(sample_photos):
    """Pictures of different sizes are not compared."""
    frame = sample_photos[0].frame

    assert glance(frame).differs(glance(frame[: frame.shape[0] // 2]))
