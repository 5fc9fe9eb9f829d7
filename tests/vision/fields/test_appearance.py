"""What a calibration keeps of the colours."""

import json

import pytest

from vision.errors import CalibrationError
from vision.fields import Appearance
from vision.fields.colour import Reference

LEARNED = Appearance(
    (Reference("red", -0.8, 0.85, 0.25), Reference("blue", -0.9, -0.35, -1.0)),
    {0: "red", 2: "blue"},
)


def test_an_appearance_survives_its_file():
    """What is written as JSON is read back the same."""
    assert Appearance.from_json(json.loads(json.dumps(LEARNED.to_json()))) == LEARNED


def test_a_seat_knows_its_colour():
    """A seat's own colour is found by the label it plays; a seat nobody plays has none."""
    own = LEARNED.own(2)

    assert own is not None
    assert own.label == "blue"
    assert LEARNED.own(1) is None


@pytest.mark.parametrize(
    "damage",
    [{}, {"references": [{"label": "red"}], "seats": {}}, {"references": [], "seats": {"x": "red"}},
     {"references": [], "seats": []}],
)  # fmt: skip
def test_damaged_colours_say_what_to_do(damage):
    """A damaged file is named as such, with the way out."""
    with pytest.raises(CalibrationError, match="calibrate anew"):
        Appearance.from_json(damage)
