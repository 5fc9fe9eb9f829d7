"""The wiring sources agree with the pin map that the drivers read."""

import pytest

yaml = pytest.importorskip("yaml", reason="needs the hardware extra: pip install .[hardware]")

from hardware.wiring.harness import HERE, kit_a, kit_b, pins, sources  # noqa: E402


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
