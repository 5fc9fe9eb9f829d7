"""The kits: parts, pins, currents and the README's tables agree with each other."""

import tomllib

import pytest

from hardware.kit_tables import README, filled
from hardware.power import corner_ma, kits, strip_loads
from tests.hardware.test_board import board
from tests.shared import ROOT

KITS = kits()
PINS = tomllib.loads((ROOT / "firmware/pins.toml").read_text())
# Header pin of each GPIO, from the Raspberry Pi's own pinout (40-pin header).
HEADER = {
    2: 3, 3: 5, 4: 7, 14: 8, 15: 10, 17: 11, 18: 12, 27: 13, 22: 15, 23: 16, 24: 18, 10: 19, 9: 21,
    25: 22, 11: 23, 8: 24, 7: 26, 5: 29, 6: 31, 12: 32, 13: 33, 19: 35, 16: 36, 26: 37, 20: 38, 21: 40,
}  # fmt: skip


def wired_pins():
    yield PINS["button"]
    yield PINS["strip"]
    for corner in PINS["corner"]:
        yield from (corner[colour] for colour in ("red", "green", "blue"))


def test_readme_tables_are_those_of_the_data():
    """The README's tables are the ones that the data give now."""
    text = README.read_text()

    assert filled(text) == text


def test_pins_are_used_once_and_on_their_header_pin():
    """No GPIO is used twice, and each stands on the header pin where the Pi has it."""
    pins = list(wired_pins())

    assert len({pin["gpio"] for pin in pins}) == len(pins)
    assert [HEADER[pin["gpio"]] for pin in pins] == [pin["header"] for pin in pins]


def test_corner_lights_leave_the_spi_pins_free():
    """Kit A's lights do not use the pins of SPI 0, so that both kits can be wired together."""
    spi = {7, 8, 9, 10, 11}

    assert not spi & {c[x]["gpio"] for c in PINS["corner"] for x in ("red", "green", "blue")}


def test_corner_lights_stay_within_the_limits_of_the_pi():
    """No pin gives more than it may, and four white lights together stay under the header's limit."""
    electrics = KITS["electrics"]["corner"]
    currents = corner_ma(electrics)

    assert max(currents.values()) <= electrics["pin_limit_ma"]
    assert 4 * sum(currents.values()) <= electrics["header_limit_ma"]


def test_strip_is_fused_between_its_budget_and_its_wires():
    """The fuse holds the budget, blows before the rails overheat, and the supply gives more than it."""
    strip = KITS["electrics"]["strip"]

    assert strip["budget_a"] < strip["fuse_a"] < strip["rail_limit_a"]
    assert strip["fuse_a"] < strip["supply_a"]


def test_every_segment_keeps_its_voltage():
    """With the whole budget in one segment the lights there still get the voltage they need."""
    strip = KITS["electrics"]["strip"]

    for load in strip_loads(strip):
        assert load.last_v >= strip["least_v"], load


def test_there_is_a_light_for_every_field():
    """Kit B has a light for each of the base board's fields and counting fields."""
    b = board()
    lights = len(b.fields) + len(b.of_kind("counter"))
    segments = KITS["electrics"]["strip"]["segment"]
    kit = next(kit for kit in KITS["kit"] if kit["id"] == "B")

    assert lights == sum(segment["lights"] for segment in segments) == kit["parts"]["pixels"]


@pytest.mark.parametrize("kit", KITS["kit"], ids=lambda kit: kit["id"])
def test_a_kit_names_parts_that_exist_and_adds_up(kit):
    """Each kit's parts are described, and its steps' minutes add up to its time."""
    assert set(kit["parts"]) <= set(KITS["part"])
    assert kit["minutes"] == pytest.approx(sum(s["minutes"] for s in kit["step"]), rel=0.15)
    assert all(step["check"] for step in kit["step"])
