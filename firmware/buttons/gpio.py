"""A push button between a GPIO pin and ground, through gpiozero."""

import importlib
import os
from queue import Empty, SimpleQueue
from typing import Any

from firmware.buttons.port import Press
from firmware.entered import Entered
from firmware.errors import ButtonError

# Contacts of a push button bounce for a few milliseconds; a quick finger needs about 80.
_BOUNCE_S = 0.03


class GpioButton(Entered):
    """Tells short from long presses; a long one is told as soon as it is long enough.

    Args:
        pin: the GPIO that the button connects to ground.
        hold_s: how long a long press is.
        factory: gpiozero's pin factory; None for the one that the machine has.

    """

    def __init__(self, pin: int, hold_s: float, *, factory: Any = None) -> None:
        self._pin = pin
        self._hold_s = hold_s
        self._factory = factory
        self._button: Any = None
        self._presses: SimpleQueue[Press] = SimpleQueue()
        self._held = False

    def open(self) -> None:
        """Listen to the pin."""
        os.environ.setdefault("GPIOZERO_PIN_FACTORY", "lgpio")
        try:
            gpiozero = importlib.import_module("gpiozero")
            self._button = gpiozero.Button(
                self._pin, hold_time=self._hold_s, bounce_time=_BOUNCE_S, pin_factory=self._factory
            )
        except ImportError as error:
            raise ButtonError(
                f"the button needs gpiozero and lgpio ({error}); on Raspberry Pi OS type: "
                "sudo apt install python3-gpiozero python3-lgpio"
            ) from error
        except Exception as error:
            # gpiozero's and lgpio's failures have no common base but Exception.
            raise ButtonError(f"the button on GPIO {self._pin} cannot be used: {error}") from error
        # Called in gpiozero's own thread: they only take a note.
        self._button.when_held = self._was_held
        self._button.when_released = self._was_released

    def close(self) -> None:
        """Give the pin back."""
        if self._button is not None:
            self._button.close()
            self._button = None

    def presses(self) -> list[Press]:
        """Return the presses since the last call, the oldest first."""
        found: list[Press] = []
        while True:
            try:
                found.append(self._presses.get_nowait())
            except Empty:
                return found

    def _was_held(self) -> None:
        self._held = True
        self._presses.put(Press.LONG)

    def _was_released(self) -> None:
        if not self._held:
            self._presses.put(Press.SHORT)
        self._held = False
