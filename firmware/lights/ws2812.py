"""The bytes that make WS2812 lights shine when they are sent over SPI, and the current they take.

A light reads a bit by how long its wire stays high (data sheet: 0.4 µs for 0, 0.8 µs for 1, 1.25 µs in
all). At 6.4 MHz one byte of SPI lasts 1.25 µs, so a byte with two high bits is a 0 and one with five is
a 1. Lights take over what they got when the wire stays low for 300 µs.
"""

from collections.abc import Sequence

import numpy as np

from firmware.lights.port import Colour

SPI_HZ = 6_400_000
ZERO, ONE = 0b11000000, 0b11111000

# The driver of the kernel sends at most so much without a pause, which the lights would take for the end.
MOST_BYTES = 4096
_LEADING = 1
"""Some controllers distort the very first bit: it is not one of a light's."""
_LATCH = 240
"""300 µs of low wire."""
BYTES_A_LIGHT = 24
MOST_LIGHTS = (MOST_BYTES - _LEADING - _LATCH) // BYTES_A_LIGHT

# A full channel takes 20 mA, the chip of a dark light 1 mA.
CHANNEL_MA, IDLE_MA = 20.0, 1.0
GAMMA = 2.2


def encode(colours: Sequence[Colour]) -> bytes:
    """Return the bytes for a strip of lights in order; colours are sent green first.

    Raises:
        ValueError: more lights than one transfer can hold.

    """
    if len(colours) > MOST_LIGHTS:
        raise ValueError(f"{len(colours)} lights on a strip; at most {MOST_LIGHTS} are possible")
    channels = np.array(colours, dtype=np.uint8).reshape(-1, 3)[:, [1, 0, 2]]
    bits = np.unpackbits(channels, axis=1)
    body = np.where(bits == 1, np.uint8(ONE), np.uint8(ZERO)).astype(np.uint8).tobytes()
    return bytes(_LEADING) + body + bytes(_LATCH)


def linear(colour: Colour) -> Colour:
    """Return the duty of each channel with which a colour looks as it is meant."""
    red, green, blue = (round(255 * (part / 255) ** GAMMA) for part in colour)
    return red, green, blue


def current_ma(colours: Sequence[Colour]) -> float:
    """Return the current that a strip takes with these duties."""
    return sum(IDLE_MA + CHANNEL_MA * sum(colour) / 255 for colour in colours)


def within_budget(colours: Sequence[Colour], budget_ma: float) -> list[Colour]:
    """Return the duties, all dimmed alike where they would take more than ``budget_ma``."""
    idle = IDLE_MA * len(colours)
    wanted = current_ma(colours) - idle
    factor = min(1.0, max(0.0, budget_ma - idle) / wanted) if wanted > 0 else 1.0
    # Rounded down, so that the sum stays within the budget.
    return [(int(r * factor), int(g * factor), int(b * factor)) for r, g, b in colours]
