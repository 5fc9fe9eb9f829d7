"""One RGB light at each corner, wired to GPIO pins, through gpiozero."""

import importlib
import os
from collections.abc import Mapping, Sequence
from contextlib import ExitStack
from typing import Any

from firmware.entered import Entered
from firmware.errors import LightsError
from firmware.lights.port import Colour

_DARK: Colour = (0, 0, 0)


class CornerLights(Entered):
    """Shows the lights called ``corner.SEAT``; all other names have no light here.

    Args:
        pins: for each seat the GPIO of red, green and blue.
        common_anode: whether a light shines when its pin is low.
        factory: gpiozero's pin factory; None for the one that the machine has.

    """

    def __init__(
        self, pins: Sequence[Sequence[int]], *, common_anode: bool = False, factory: Any = None
    ) -> None:
        self._pins = pins
        self._common_anode = common_anode
        self._factory = factory
        self._stack = ExitStack()
        self._leds: dict[str, Any] = {}

    def open(self) -> None:
        """Take the pins."""
        # Without this gpiozero would try one way to the pins after another and keep quiet about it.
        os.environ.setdefault("GPIOZERO_PIN_FACTORY", "lgpio")
        try:
            gpiozero = importlib.import_module("gpiozero")
            for seat, (red, green, blue) in enumerate(self._pins):
                led = gpiozero.RGBLED(
                    red, green, blue,
                    active_high=not self._common_anode, pin_factory=self._factory,
                )  # fmt: skip
                self._leds[f"corner.{seat}"] = self._stack.enter_context(led)
        except ImportError as error:
            raise LightsError(
                f"the corner lights need gpiozero and lgpio ({error}); on Raspberry Pi OS type: "
                "sudo apt install python3-gpiozero python3-lgpio"
            ) from error
        except Exception as error:
            # gpiozero's and lgpio's failures have no common base but Exception.
            self._stack.close()
            raise LightsError(f"the corner lights cannot be used: {error}") from error

    def close(self) -> None:
        """Make all lights dark and give the pins back."""
        self._leds.clear()
        self._stack.close()

    def show(self, colours: Mapping[str, Colour]) -> None:
        """Light the corners among these names."""
        for name, led in self._leds.items():
            red, green, blue = colours.get(name, _DARK)
            led.color = (red / 255, green / 255, blue / 255)
