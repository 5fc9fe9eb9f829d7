"""Pictures from files: whole ones are read, anything less is an error that names the file."""

import cv2
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from firmware.pictures import PictureError, decode_picture, read_picture

PICTURE = np.random.default_rng(1).integers(0, 255, (120, 160, 3), dtype=np.uint8)
PICTURE = cv2.GaussianBlur(PICTURE, (0, 0), 5)


def encoded(kind: str) -> bytes:
    return cv2.imencode(kind, PICTURE)[1].tobytes()


@pytest.mark.parametrize("kind", [".jpg", ".png"])
def test_a_whole_picture_is_read(kind, tmp_path):
    """JPEG and PNG are read as BGR of the size they were written in."""
    path = tmp_path / f"a{kind}"
    path.write_bytes(encoded(kind))

    picture = read_picture(path)

    assert (PICTURE.shape, np.uint8) == (picture.shape, picture.dtype)
    assert np.abs(picture.astype(int) - PICTURE).mean() < 3


@pytest.mark.parametrize("kind", [".jpg", ".png"])
@given(part=st.floats(0.0, 0.98))
@settings(max_examples=30, deadline=None)
def test_a_half_written_picture_is_an_error(kind, part):
    """A file cut off anywhere is an error, never a picture with a grey end."""
    data = encoded(kind)

    with pytest.raises(PictureError, match=r"half\.jpg"):
        decode_picture(data[: int(len(data) * part)], "half.jpg")


@pytest.mark.parametrize(
    ("content", "says"),
    [(b"", "empty"), (b"not a picture", "no picture"), (b"\x00" * 5000, "no picture")],
)
def test_what_is_no_picture_is_named(content, says, tmp_path):
    """Empty files and other data are errors that name the file."""
    path = tmp_path / "odd.jpg"
    path.write_bytes(content)

    with pytest.raises(PictureError, match=rf"odd\.jpg.*{says}"):
        read_picture(path)


def test_a_missing_file_and_a_folder_are_named(tmp_path):
    """What cannot be opened is an error with the reason."""
    with pytest.raises(PictureError, match=r"none\.jpg"):
        read_picture(tmp_path / "none.jpg")
    with pytest.raises(PictureError, match="cannot read"):
        read_picture(tmp_path)


def test_bytes_behind_the_end_mark_do_no_harm():
    """Some cameras write a few bytes behind the picture; it is whole all the same."""
    assert decode_picture(encoded(".jpg") + b"\x00" * 100, "a.jpg").shape == PICTURE.shape
