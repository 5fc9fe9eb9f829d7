"""The kits: parts, pins, currents and the README's tables agree with each other."""

import re
import tomllib

import pytest

pytest.importorskip("yaml", reason="needs the hardware extra: pip install .[hardware]")

from firmware.commands import COMMANDS
from firmware.doctor import STEPS
from firmware.lights.choice import strip_order
from firmware.settings import Settings
from hardware.drawing.steps.lights import link_m, segments, strip_places
from hardware.drawing.svg import to_svg
from hardware.images import IMAGES, MADE_FROM, drawings, fingerprint
from hardware.kit_tables import README, filled, kind
from hardware.power import corner_ma, full_amperes, kits, ohms, strip_loads
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
    currents = corner_ma(electrics, "least_forward_v")

    assert max(currents.values()) <= electrics["pin_limit_ma"]
    assert 4 * sum(currents.values()) <= electrics["header_limit_ma"]


def test_strip_is_fused_between_its_budget_and_its_wires():
    """The fuse holds the budget, blows before the rails overheat, and the supply gives more than it."""
    strip = KITS["electrics"]["strip"]

    assert strip["budget_a"] < strip["fuse_a"] < strip["supply_a"]
    assert strip["fuse_a"] <= min(strip["rail_limit_a"], strip["link_limit_a"])


def test_the_program_keeps_the_budget_of_the_strip():
    """The current that the program allows by default is the one that fuse, supply and wires are made for."""
    strip = KITS["electrics"]["strip"]

    assert Settings().lights.current_ma == 1000 * strip["budget_a"]
    assert full_amperes(strip) == pytest.approx(120 * 0.060)


def test_drops_follow_ohms_law():
    """Two amperes through half a metre of 0.75 mm² copper, there and back, lose 0.05 V."""
    strip = KITS["electrics"]["strip"]

    assert 2.0 * ohms(strip, 0.5, 0.75) == pytest.approx(2.0 * 2 * 0.5 * 0.0178 / 0.75)
    assert 2.0 * ohms(strip, 0.5, 0.75) == pytest.approx(0.047, abs=0.001)


def test_links_are_long_enough_for_the_board():
    """The wires from light to light that the voltages are computed with reach along the real board."""
    strip = KITS["electrics"]["strip"]
    for segment, part in zip(strip["segment"], segments(board(), strip), strict=True):
        assert len(part) == segment["lights"]
        assert 1.0 <= segment["link_m"] / link_m(part) < 1.15, segment["name"]


def test_enough_wire_is_bought():
    """Rails and links of all segments, one colour of each, are no longer than what the kit's list names."""
    strip, part = KITS["electrics"]["strip"], KITS["part"]
    rails = strip["feed_m"] + sum(segment["rail_m"] for segment in strip["segment"])

    assert rails <= part["wire-thick"]["metres"]
    assert sum(s["link_m"] for s in strip["segment"]) <= part["wire-link"]["metres"]
    for name in ("wire-thick", "wire-link", "bars"):
        assert f"{part[name]['metres']:g} m" in part[name]["name"]


def test_the_lights_are_drawn_in_the_order_of_the_program():
    """The data's way on the plan is the order in which the program lights the strip."""
    assert strip_order(board()) == tuple(place.name for place in strip_places(board()))


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
    assert kit["minutes"] == sum(step["minutes"] for step in kit["step"])


@pytest.mark.parametrize("name", KITS["part"])
def test_every_part_says_what_to_buy(name):
    """Each part has a name, a price, what to look for and a replacement, and some kit needs it."""
    part = KITS["part"][name]

    assert part["name"]
    assert part["price_eur"] >= 0
    assert part["look_for"]
    assert part["replacement"]
    assert any(name in kit["parts"] for kit in KITS["kit"])


def test_every_step_has_a_check_that_the_doctor_offers():
    """`ringrichter doctor STEP` knows the check that each step of each kit names."""
    named = {step["check"] for kit in KITS["kit"] for step in kit["step"]}

    assert named <= set(STEPS)


def test_commands_that_the_kits_name_exist():
    """Every command and file that the README or a step tells people to type is there."""
    text = README.read_text() + "".join(s["text"] for kit in KITS["kit"] for s in kit["step"])
    for command in re.findall(r"(?:`|\n    )ringrichter ([a-z]+)", text):
        assert command in COMMANDS, command
    for module in re.findall(r"python -m (hardware[.a-z_]*)", text):
        path = ROOT / module.replace(".", "/")
        assert path.with_suffix(".py").is_file() or (path / "__main__.py").is_file(), module
    for script in re.findall(r"sh ([a-z_/]+\.sh)", text):
        assert (ROOT / script).is_file(), script


def test_every_picture_exists_and_says_that_it_is_no_photograph():
    """Each picture of the README lies in its folder and is used, and its text says what kind it is."""
    shown = re.findall(r"!\[([^\]]*)\]\(images/([^)]+)\)", README.read_text())
    linked = set(re.findall(r"\(images/([^)]+)\)", README.read_text()))

    assert {step["picture"] for kit in KITS["kit"] for step in kit["step"]} <= {p for _, p in shown}
    for says, picture in shown:
        assert kind(picture) in says, picture
    for line in README.read_text().splitlines():
        if line.strip().startswith("!["):
            assert re.search(r"<br>\*(a drawing|a rendering|painted by the program)\*$", line), line
    assert linked == {path.name for path in IMAGES.iterdir()} - {MADE_FROM.name}


@pytest.mark.parametrize("page", [README, README.parent / "boards/README.md"], ids=str)
def test_every_link_leads_somewhere(page):
    """Every file that a page of this room links to is there, and every heading too."""
    text = page.read_text()
    anchors = {
        re.sub(r"[^a-z0-9 -]", "", heading.lower()).replace(" ", "-")
        for heading in re.findall(r"^#+ (.+)$", text, re.MULTILINE)
    }
    for target in re.findall(r"\]\(([^)]+)\)", text):
        if target.startswith("#"):
            assert target[1:] in anchors, target
        else:
            assert (page.parent / target).exists(), target


def test_drawings_are_those_of_the_data():
    """Every drawing of the README is the one that the data give now."""
    for name, drawing in drawings():
        assert (IMAGES / name).read_text(encoding="utf-8") == to_svg(drawing), name


def test_renderings_are_those_of_the_data():
    """Renderings and wiring diagrams were made after the last change of the parts, cameras and wiring."""
    assert MADE_FROM.read_text().strip() == fingerprint(), "run python -m hardware.images"
