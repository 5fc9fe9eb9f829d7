"""Blurs and slopes of small pictures as products of matrices."""

import cv2
import numpy as np
import pytest

from vision.fields.blurs import Between, bell, box, slopes

SIZE, FINE, COARSE, WIDTH = 45, 1.6, 4.5, 7
PICTURES = np.random.default_rng(3).normal(size=(3, SIZE, SIZE)).astype(np.float32)


@pytest.mark.parametrize(
    ("product", "usual"),
    [
        (bell(SIZE, FINE), lambda picture: cv2.GaussianBlur(picture, (0, 0), FINE)),
        (box(SIZE, WIDTH), lambda picture: cv2.blur(picture, (WIDTH, WIDTH))),
        (slopes(SIZE)[0], lambda picture: cv2.Sobel(picture, cv2.CV_32F, 1, 0)),
        (slopes(SIZE)[1], lambda picture: cv2.Sobel(picture, cv2.CV_32F, 0, 1)),
    ],
)
def test_products_filter_small_pictures_as_opencv_does(product, usual):
    """They are the same up to the edges, for several pictures at once."""
    for picture, filtered in zip(PICTURES, product.of(PICTURES), strict=True):
        assert np.abs(filtered - usual(picture)).max() < 1e-5


def test_what_stands_out_is_the_difference_of_two_blurs():
    """One product for the rows of both changes nothing."""
    fine, coarse = bell(SIZE, FINE), bell(SIZE, COARSE)

    stands_out = Between(fine, coarse).of(PICTURES)

    assert np.abs(stands_out - (fine.of(PICTURES) - coarse.of(PICTURES))).max() < 1e-5
