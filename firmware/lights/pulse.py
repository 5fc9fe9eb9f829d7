"""How lamps look at one moment: pulses as a function of time, and the brightness that was set."""

import math
from collections.abc import Mapping

from firmware.lights.language import BLINK, BREATHE, COUNT
from firmware.lights.port import Colour
from referee.snapshot import Lamp

# Slower than three flashes a second, the limit for people who cannot bear flicker (WCAG 2.3.1).
_BLINK_S = 0.8
_BREATH_S = 3.0
# As people count aloud with a finger on the fields, and then look at where they got to.
_FIELD_S, _COUNTED_S = 0.45, 2.0
# A breathing lamp is never quite dark, so that it is not taken for one that is off.
_LEAST = 0.15


def strength(pulse: str, at_s: float) -> float:
    """Return how bright a pulse is at a moment, 0 to 1; all lamps with one pulse go together."""
    if pulse == BLINK:
        return 1.0 if at_s % _BLINK_S < _BLINK_S / 2 else 0.0
    if pulse == BREATHE:
        wave = (1 - math.cos(2 * math.pi * at_s / _BREATH_S)) / 2
        return _LEAST + (1 - _LEAST) * wave
    if pulse.startswith(COUNT):
        place, count = (int(part) for part in pulse.removeprefix(COUNT).split("-"))
        counting_s = at_s % (count * _FIELD_S + _COUNTED_S)
        return 1.0 if counting_s >= place * _FIELD_S else _LEAST
    return 1.0


def colours(lamps: Mapping[str, Lamp], at_s: float, brightness: float = 1.0) -> dict[str, Colour]:
    """Return what each lamp shows at a moment, dark ones left out."""
    shown = {
        name: _scaled(lamp.rgb, brightness * strength(lamp.pulse, at_s))
        for name, lamp in lamps.items()
    }
    return {name: colour for name, colour in shown.items() if any(colour)}


def _scaled(rgb: str, factor: float) -> Colour:
    red, green, blue = (round(int(rgb[i : i + 2], 16) * factor) for i in (1, 3, 5))
    return red, green, blue
