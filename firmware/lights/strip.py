"""A strip of WS2812 lights beside the fields, sent over SPI."""

import importlib
from collections.abc import Callable, Mapping, Sequence
from typing import Any, Protocol

from firmware.entered import Entered
from firmware.errors import LightsError
from firmware.lights.port import Colour
from firmware.lights.ws2812 import MOST_LIGHTS, SPI_HZ, encode, linear, within_budget

_DARK: Colour = (0, 0, 0)

# What is shown is sent again now and then, should a light have missed it (calls of `show`).
_AGAIN = 60


class Spi(Protocol):
    """What the driver uses of spidev's SpiDev."""

    max_speed_hz: int

    def open(self, bus: int, device: int) -> None:
        """Open a device."""

    def writebytes2(self, values: bytes) -> None:
        """Send bytes."""

    def close(self) -> None:
        """Release the device."""


class StripLights(Entered):
    """Shows the lights that lie on one strip.

    Args:
        order: the lights' names along the strip, beginning at the wire.
        stand_ins: the lights on it that shine for one that is not, by its name.
        budget_ma: the most current that the strip may take; beyond it all lights are dimmed alike.
        open_device: makes spidev's device.

    """

    def __init__(
        self,
        order: Sequence[str],
        stand_ins: Mapping[str, Sequence[str]] | None = None,
        *,
        bus: int = 0,
        device: int = 0,
        budget_ma: float = 2000.0,
        open_device: Callable[[], Spi] | None = None,
    ) -> None:
        self._order = tuple(order)
        self._stand_ins = stand_ins or {}
        self._bus, self._device_number = bus, device
        self._budget_ma = budget_ma
        self._open_device = open_device or _open_spidev
        self._device: Spi | None = None
        self._sent = b""
        self._since_sent = 0

    def open(self) -> None:
        """Open the strip, dark."""
        if len(self._order) > MOST_LIGHTS:
            raise LightsError(
                f"the strip has {len(self._order)} lights; at most {MOST_LIGHTS} are possible"
            )
        device = self._open_device()
        try:
            device.open(self._bus, self._device_number)
            device.max_speed_hz = SPI_HZ
        except OSError as error:
            name = f"/dev/spidev{self._bus}.{self._device_number}"
            raise LightsError(
                f"the strip cannot be used ({name}: {error.strerror}); switch SPI on with: "
                "sudo raspi-config nonint do_spi 0"
            ) from error
        self._device = device
        self.show({})

    def close(self) -> None:
        """Make the strip dark and let go of it."""
        if self._device is not None:
            self.show({})
            self._device.close()
            self._device = None

    def show(self, colours: Mapping[str, Colour]) -> None:
        """Light the fields among these names; sends only what changed, and all of it now and then."""
        if self._device is None:
            raise LightsError("the strip is closed")
        lit = self._stood_in(colours) | dict(colours)
        duties = [linear(lit.get(name, _DARK)) for name in self._order]
        data = encode(within_budget(duties, self._budget_ma))
        self._since_sent += 1
        if data == self._sent and self._since_sent < _AGAIN:
            return
        try:
            self._device.writebytes2(data)
        except OSError as error:
            raise LightsError(f"the strip is gone: {error.strerror}") from error
        self._sent, self._since_sent = data, 0

    def _stood_in(self, colours: Mapping[str, Colour]) -> dict[str, Colour]:
        return {
            name: colour
            for absent, colour in colours.items()
            for name in self._stand_ins.get(absent, ())
        }


def _open_spidev() -> Spi:
    try:
        spidev: Any = importlib.import_module("spidev")
    except ImportError as error:
        raise LightsError(
            f"the strip needs spidev ({error}); on Raspberry Pi OS type: "
            "sudo apt install python3-spidev"
        ) from error
    device: Spi = spidev.SpiDev()
    return device
