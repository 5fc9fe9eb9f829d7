"""Currents, voltage drops and fuses of the lights, computed from kits.toml."""

import tomllib
from dataclasses import dataclass
from pathlib import Path
from typing import Any

KITS = Path(__file__).parent / "kits.toml"


def kits() -> dict[str, Any]:
    """Return the data of kits.toml."""
    return tomllib.loads(KITS.read_text(encoding="utf-8"))


@dataclass(frozen=True, slots=True)
class Load:
    """What one segment of lights draws at the program's budget, and the voltages along its way."""

    name: str
    amperes: float
    first_v: float
    last_v: float


def corner_ma(electrics: dict[str, Any], forward: str = "forward_v") -> dict[str, float]:
    """Return the current of each colour of one corner light in milliamperes (Ohm's law).

    ``forward`` says with which voltages of the lights: usual ones, or the ``least_forward_v``.
    """
    return {
        colour: (electrics["supply_v"] - volts) / electrics["resistor_ohm"][colour] * 1000
        for colour, volts in electrics[forward].items()
    }


def ohms(electrics: dict[str, Any], length_m: float, section_mm2: float) -> float:
    """Return the resistance of a copper wire of this length, there and back."""
    return float(2 * electrics["copper_ohm_mm2_per_m"] * length_m / section_mm2)


def strip_loads(electrics: dict[str, Any]) -> tuple[Load, ...]:
    """Return each segment's load when the whole budget burns in that segment alone, the worst case.

    Along a segment every light takes its part, so that on the average half the current flows there.
    """
    loads = []
    for segment in electrics["segment"]:
        full_a = segment["lights"] * electrics["full_ma_per_light"] / 1000
        amperes = min(full_a, electrics["budget_a"])
        way_m = electrics["feed_m"] + segment["rail_m"]
        before = ohms(electrics, way_m, electrics["rail_mm2"]) + electrics["fuse_ohm"]
        along = ohms(electrics, segment["link_m"], electrics["link_mm2"]) / 2
        first_v = electrics["supply_v"] - amperes * before
        loads.append(Load(segment["name"], amperes, first_v, first_v - amperes * along))
    return tuple(loads)


def full_amperes(electrics: dict[str, Any]) -> float:
    """Return what all lights together would draw in full white, if the program let them."""
    lights = sum(segment["lights"] for segment in electrics["segment"])
    return float(lights * electrics["full_ma_per_light"] / 1000)
