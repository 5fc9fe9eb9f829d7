"""The wiring sources agree with the pin map that the drivers read."""

import importlib.util
import shutil

import pytest

yaml = pytest.importorskip("yaml", reason="needs the hardware extra: pip install .[hardware]")

from firmware.settings import Settings  # noqa: E402
from hardware.power import kits  # noqa: E402
from hardware.wiring.harness import (  # noqa: E402
    HERE,
    draw_diagrams,
    kit_a,
    kit_b,
    pins,
    sources,
)


@pytest.mark.parametrize("name", ["kit-a.yml", "kit-b.yml"])
def test_sources_are_those_of_the_pin_map(name):
    """The WireViz source in the repository is the one that the pin map gives now."""
    assert sources()[name] == (HERE / name).read_text(encoding="utf-8")


def wires(harness):
    """Every single wire as (from, pin, to, pin)."""
    for first, _cable, last in harness["connections"]:
        ((a, a_pins),) = first.items()
        ((b, b_pins),) = last.items()
        yield from ((a, p, b, q) for p, q in zip(a_pins, b_pins, strict=True))


def test_every_corner_light_is_wired_to_its_own_pins():
    """Kit A: each colour of each light goes to its pin of the pin map, its cathode to ground."""
    found = set(wires(kit_a()))
    for corner in pins()["corner"]:
        light = f"Light {corner['seat']}"
        for place, colour in enumerate(("red", "green", "blue"), start=1):
            assert ("Pi", corner[colour]["header"], light, place) in found
        assert any((a, b, q) == ("Pi", light, 4) and p in pins()["ground"]["headers"]
                   for a, p, b, q in found)  # fmt: skip


def test_the_drivers_use_the_pins_that_are_drawn():
    """The lights' and the button's drivers are set to the GPIO on the header pins of the harness."""
    drawn, settings = pins(), Settings()
    rows = tuple(
        tuple(corner[colour]["gpio"] for colour in ("red", "green", "blue"))
        for corner in sorted(drawn["corner"], key=lambda corner: corner["seat"])
    )

    assert rows == settings.lights.corner_pins
    assert drawn["button"]["gpio"] == settings.button.pin
    assert (drawn["strip"]["spi_bus"], drawn["strip"]["spi_device"]) == (
        settings.lights.spi_bus,
        settings.lights.spi_device,
    )


def test_wires_have_the_sections_that_are_computed_with():
    """Kit B: rails and links of the harness have the sections of the electrics, and are as long."""
    strip = kits()["electrics"]["strip"]
    cables = kit_b()["cables"]
    for number, segment in enumerate(strip["segment"], start=1):
        for name in (f"W-plus-{number}", f"W-minus-{number}"):
            assert f"{strip['rail_mm2']:g} mm2" == cables[name]["gauge"]
            assert segment["rail_m"] == cables[name]["length"]
        assert f"{strip['link_mm2']:g} mm2" == cables[f"W-data-{number}"]["gauge"]


@pytest.mark.skipif(
    not (shutil.which("dot") and importlib.util.find_spec("wireviz")),
    reason="needs the CAD extra and graphviz: pip install .[cad], apt-get install graphviz",
)
def test_diagrams_and_bills_of_material_are_drawn(tmp_path):
    """WireViz draws both sources, and their bills of material are those in the repository."""
    draw_diagrams(tmp_path)

    for name in ("kit-a", "kit-b"):
        assert "<svg" in (tmp_path / f"{name}.svg").read_text(encoding="utf-8")
        bill = (tmp_path / f"{name}.bom.tsv").read_text(encoding="utf-8")
        assert bill == (HERE / f"{name}.bom.tsv").read_text(encoding="utf-8")


@pytest.mark.parametrize("kit", [kit_a, kit_b])
def test_no_pin_of_the_header_but_ground_is_used_twice(kit):
    """A signal pin of the Pi carries one wire, and every ground pin one wire too."""
    used = [pin for a, pin, _, _ in wires(kit()) if a == "Pi"]

    assert len(set(used)) == len(used)


def test_nothing_feeds_the_lights_through_the_pi():
    """Kit B: no wire leads from the Pi's 5 V pins, and the grounds of both supplies are joined."""
    found = set(wires(kit_b()))

    assert not [wire for wire in found if wire[0] == "Pi" and wire[1] in (1, 2, 4, 17)]
    assert {("Pi", "Shifter"), ("Supply", "Shifter")} <= {
        (a, b) for a, _, b, q in found if q == "GND"
    }


def test_every_end_of_a_wire_exists():
    """Every pin that a wire ends on is one of its connector's."""
    for harness in (kit_a(), kit_b()):
        for a, p, b, q in wires(harness):
            for name, pin in ((a, p), (b, q)):
                plug = harness["connectors"][name]
                labels = plug.get("pinlabels", [])
                assert pin in plug.get("pins", []) or pin in labels or pin <= len(labels)
