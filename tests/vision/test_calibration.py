"""Calibrations: written and read back, and refused where they are damaged."""

import json
from dataclasses import replace

import pytest

from firmware.calibrations import load_calibration, save_calibration
from tests.vision.truth import nominal_board
from vision.calibration import Calibration
from vision.errors import CalibrationError


@pytest.fixture(scope="module")
def calibration(sample_photos) -> Calibration:
    """A calibration of one photograph."""
    from vision.calibration import calibrate  # noqa: PLC0415  (loads the eye only where it is used)

    photo = sample_photos[0]
    return calibrate([photo.frame], nominal_board(memory=False), measures=photo.measures)


def test_a_calibration_reads_back_as_the_same(calibration, tmp_path):
    """A calibration kept in a folder is read back with the same camera, board and colours."""
    save_calibration(tmp_path / "table", calibration)

    read = load_calibration(tmp_path / "table")

    assert read.to_json() == calibration.to_json()
    assert read.view.board.places == calibration.view.board.places
    assert [path.name for path in (tmp_path / "table").iterdir()] == ["calibration.json"]


@pytest.mark.parametrize("damage", ["", "{}", "[1]", "nothing", '{"format": 99}'])
def test_a_damaged_calibration_is_refused(damage, tmp_path):
    """What is no calibration of this format is an error that says to calibrate anew."""
    (tmp_path / "calibration.json").write_text(damage)

    with pytest.raises(CalibrationError, match="calibrate anew"):
        load_calibration(tmp_path)


def test_a_calibration_with_a_part_missing_is_refused(calibration, tmp_path):
    """Every part of the file is needed: without any one of them it is refused."""
    whole = json.loads(calibration.to_json())
    for key in whole:
        (tmp_path / "calibration.json").write_text(
            json.dumps({k: v for k, v in whole.items() if k != key})
        )
        with pytest.raises(CalibrationError):
            load_calibration(tmp_path)


def test_a_calibration_of_the_former_format_is_still_used(calibration, tmp_path):
    """A table calibrated before boards' faces were kept is read with the same camera, board and colours."""
    former = json.loads(calibration.to_json()) | {"format": 1}
    del former["grain"]
    (tmp_path / "calibration.json").write_text(json.dumps(former))

    read = load_calibration(tmp_path)

    assert calibration.grain is not None
    assert read.grain is None
    assert read.to_json() == replace(calibration, grain=None).to_json()


def test_a_folder_without_a_calibration_says_how_to_make_one(tmp_path):
    """The error names the command that makes a calibration."""
    with pytest.raises(CalibrationError, match="ringrichter calibrate"):
        load_calibration(tmp_path)


def test_a_calibration_is_small(calibration):
    """A calibration is a small readable file."""
    assert len(calibration.to_json()) < 100_000
