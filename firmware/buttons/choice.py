"""Choosing the driver of the button by the name in the settings."""

from firmware.buttons.gpio import GpioButton
from firmware.buttons.none import NoButton
from firmware.buttons.port import Button
from firmware.settings import ButtonSettings


def choose_button(settings: ButtonSettings) -> Button:
    """Return the button that the settings name, not yet opened."""
    if settings.driver == "gpio":
        return GpioButton(settings.pin, settings.hold_s)
    return NoButton()
