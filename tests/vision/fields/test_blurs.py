"""Blurs of small pictures as products of matrices."""

import cv2
import numpy as np
import pytest

from vision.fields.blurs import Between, bell, box

SIZE, FINE, COARSE, WIDTH = 45, 1.6, 4.5, 7
PICTURES = np.random.default_rng(3).normal(size=(3, SIZE, SIZE)).astype(np.float32)


@pytest.mark.parametrize(
    ("blur", "usual"),
    [
        (bell(SIZE, FINE), lambda picture: cv2.GaussianBlur(picture, (0, 0), FINE)),
        (box(SIZE, WIDTH), lambda picture: cv2.blur(picture, (WIDTH, WIDTH))),
    ],
)
def test_products_blur_small_pictures_as_opencv_does(blur, usual):
    """They are the same up to the edges, for several pictures at once."""
    for picture, blurred in zip(PICTURES, blur.of(PICTURES), strict=True):
        assert np.abs(blurred - usual(picture)).max() < 1e-5


def test_what_stands_out_is_the_difference_of_two_blurs():
    """One product for the rows of both changes nothing."""
    fine, coarse = bell(SIZE, FINE), bell(SIZE, COARSE)

    stands_out = Between(fine, coarse).of(PICTURES)

    assert np.abs(stands_out - (fine.of(PICTURES) - coarse.of(PICTURES))).max() < 1e-5
