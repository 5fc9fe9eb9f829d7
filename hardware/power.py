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
    """What one segment of lights draws and loses on its rails at the program's budget."""

    name: str
    amperes: float
    drop_v: float
    last_v: float


def corner_ma(electrics: dict[str, Any]) -> dict[str, float]:
    """Return the current of each colour of one corner light in milliamperes (Ohm's law)."""
    return {
        colour: (electrics["supply_v"] - forward) / electrics["resistor_ohm"][colour] * 1000
        for colour, forward in electrics["forward_v"].items()
    }


def strip_loads(electrics: dict[str, Any]) -> tuple[Load, ...]:
    """Return each segment's load when the whole budget burns in that segment alone, the worst case."""
    ohm_per_m = 2 * electrics["copper_ohm_mm2_per_m"] / electrics["rail_mm2"]
    loads = []
    for segment in electrics["segment"]:
        full_a = segment["lights"] * electrics["full_ma_per_light"] / 1000
        amperes = min(full_a, electrics["budget_a"])
        drop_v = amperes * ohm_per_m * segment["rail_m"]
        loads.append(Load(segment["name"], amperes, drop_v, electrics["supply_v"] - drop_v))
    return tuple(loads)
