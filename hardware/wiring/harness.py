"""The wiring of kits A and B as WireViz sources, made from the pin map and the kits' data.

`python -m hardware.wiring.harness` writes `kit-a.yml` and `kit-b.yml` beside this file;
`python -m hardware.wiring.harness --diagrams FOLDER` also draws them (needs wireviz and graphviz).
"""

import argparse
import subprocess
import sys
import tomllib
from pathlib import Path
from typing import Any

import yaml

from hardware.power import kits

HERE = Path(__file__).parent
PINS = HERE.parent.parent / "firmware" / "pins.toml"
COLOURS = ("red", "green", "blue")
_WIRES = {"red": "RD", "green": "GN", "blue": "BU", "ground": "BK", "supply": "RD", "data": "YE"}

Harness = dict[str, Any]


def pins() -> dict[str, Any]:
    """Return the pin map that the drivers read."""
    return tomllib.loads(PINS.read_text(encoding="utf-8"))


def kit_a() -> Harness:
    """Return kit A: four corner lights with their resistors, and the button."""
    header = _header()
    connectors: Harness = {"Pi": header, "Button": _plug("push button", ["signal", "ground"])}
    cables: Harness = {"W-button": _cable(["data", "ground"], 0.14)}
    ways = [_way(_pi(header, pins()["button"]["header"], pins()["ground"]["headers"][-1]),
                 "W-button", "Button", 2)]  # fmt: skip
    for corner, ground in zip(pins()["corner"], pins()["ground"]["headers"], strict=False):
        name, cable = f"Light {corner['seat']}", f"W-light-{corner['seat']}"
        connectors[name] = _plug("RGB light, common cathode", [*COLOURS, "cathode"]) | {
            "notes": _resistors()
        }
        cables[cable] = _cable([*COLOURS, "ground"], 0.14)
        headers = [corner[colour]["header"] for colour in COLOURS]
        ways.append(_way(_pi(header, *headers, ground), cable, name, 4))
    return {"connectors": connectors, "cables": cables, "connections": ways}


def kit_b() -> Harness:
    """Return kit B: supply, fuse, level shifter and the segments of addressable lights, and the button."""
    data = kits()["electrics"]["strip"]
    header = _header()
    connectors: Harness = {
        "Pi": header,
        "Button": _plug("push button", ["signal", "ground"]),
        "Supply": _plug(
            f"5 V {data['supply_a']:g} A, capacitor 1000 µF across", ["+5 V", "ground"]
        ),
        "Fuse": _plug(f"{data['fuse_a']:g} A slow", ["in", "out"]),
        "Shifter": _plug("74AHCT125", ["1A", "1Y", "1OE", "VCC", "GND"])
        | {"notes": "1OE to GND; 100 nF from VCC to GND; 330 Ω from 1Y to the first light"},
    }
    cables: Harness = {
        "W-button": _cable(["data", "ground"], 0.14),
        "W-data": _cable(["data", "ground"], 0.14),
        "W-fuse": _cable(["supply"], data["rail_mm2"], data["feed_m"]),
        "W-shifter": _cable(["supply", "ground"], 0.14),
    }
    grounds = pins()["ground"]["headers"]
    ways = [
        _way(_pi(header, pins()["button"]["header"], grounds[-1]), "W-button", "Button", 2),
        [_pi(header, pins()["strip"]["header"], grounds[3]), {"W-data": [1, 2]}, {"Shifter": ["1A", "GND"]}],
        [{"Supply": ["+5 V"]}, {"W-fuse": [1]}, {"Fuse": ["in"]}],
        [{"Fuse": ["out"]}, {"W-shifter": [1]}, {"Shifter": ["VCC"]}],
        [{"Supply": ["ground"]}, {"W-shifter": [2]}, {"Shifter": ["GND"]}],
    ]  # fmt: skip
    _add_segments(data, connectors, cables, ways)
    return {"connectors": connectors, "cables": cables, "connections": ways}


def _add_segments(
    data: dict[str, Any], connectors: Harness, cables: Harness, ways: list[Any]
) -> None:
    previous, out = "Shifter", "1Y"
    for number, segment in enumerate(data["segment"], start=1):
        name = f"Segment {number}"
        connectors[name] = _plug(
            f"{segment['name']}: {segment['lights']} lights, {data['link_mm2']:g} mm² between",
            ["+5 V", "ground", "data in", "data out"],
        )
        cables[f"W-plus-{number}"] = _cable(["supply"], data["rail_mm2"], segment["rail_m"])
        cables[f"W-minus-{number}"] = _cable(["ground"], data["rail_mm2"], segment["rail_m"])
        cables[f"W-data-{number}"] = _cable(["data"], data["link_mm2"])
        ways.append([{"Fuse": ["out"]}, {f"W-plus-{number}": [1]}, {name: ["+5 V"]}])
        ways.append([{"Supply": ["ground"]}, {f"W-minus-{number}": [1]}, {name: ["ground"]}])
        ways.append([{previous: [out]}, {f"W-data-{number}": [1]}, {name: ["data in"]}])
        previous, out = name, "data out"


def _header() -> Harness:
    return {
        "type": "Raspberry Pi header",
        "pins": [],
        "pinlabels": [],
        "hide_disconnected_pins": True,
    }


def _pi(header: Harness, *wanted: int) -> dict[str, list[int]]:
    """Note the header pins used, with their names, and return them as one end of a cable."""
    for pin in wanted:
        if pin not in header["pins"]:
            header["pins"].append(pin)
            header["pinlabels"].append(_pin_name(pin))
    return {"Pi": list(wanted)}


def _pin_name(header: int) -> str:
    data = pins()
    if header in data["ground"]["headers"]:
        return "GND"
    wired = [
        data["button"],
        data["strip"],
        *(c[colour] for c in data["corner"] for colour in COLOURS),
    ]
    return next(f"GPIO{pin['gpio']}" for pin in wired if pin["header"] == header)


def _plug(kind: str, labels: list[str]) -> Harness:
    return {"type": kind, "pinlabels": labels}


def _cable(wires: list[str], section_mm2: float, length_m: float = 1.0) -> Harness:
    colours = [_WIRES[wire] for wire in wires]
    return {"wirecount": len(wires), "colors": colours, "gauge": f"{section_mm2:g} mm2",
            "length": length_m}  # fmt: skip


def _way(pi: dict[str, list[int]], cable: str, plug: str, count: int) -> list[Any]:
    numbers = list(range(1, count + 1))
    return [pi, {cable: numbers}, {plug: numbers}]


def _resistors() -> str:
    ohm = kits()["electrics"]["corner"]["resistor_ohm"]
    return ", ".join(f"{ohm[colour]} Ω in {colour}" for colour in COLOURS)


def sources() -> dict[str, str]:
    """Return the WireViz source of each kit by its file's name."""
    return {
        f"{name}.yml": yaml.safe_dump(harness, sort_keys=False, allow_unicode=True)
        for name, harness in (("kit-a", kit_a()), ("kit-b", kit_b()))
    }


def draw_diagrams(folder: Path) -> None:
    """Draw both kits with WireViz: a diagram (SVG) and a bill of materials (TSV) each."""
    folder.mkdir(parents=True, exist_ok=True)
    for name, text in sources().items():
        source = folder / name
        source.write_text(text, encoding="utf-8")
        command = [
            sys.executable,
            "-m",
            "wireviz.wv_cli",
            "-f",
            "st",
            "-o",
            str(folder),
            str(source),
        ]
        subprocess.run(command, check=True, capture_output=True)  # noqa: S603  (our own file)


def main() -> int:
    """Write the sources, and draw them if asked."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--diagrams", type=Path, metavar="FOLDER", help="draw them with WireViz")
    options = parser.parse_args()
    for name, text in sources().items():
        (HERE / name).write_text(text, encoding="utf-8")
    if options.diagrams:
        draw_diagrams(options.diagrams)
    return 0


if __name__ == "__main__":
    sys.exit(main())
