import time
from collections.abc import Iterator
from typing import Any

import pytest

from firmware.buttons.choice import choose_button
from firmware.buttons.gpio import GpioButton
from firmware.buttons.none import NoButton
from firmware.buttons.port import Button, Press
from firmware.buttons.simulated import SimulatedButton
from firmware.errors import ButtonError
from firmware.settings import ButtonSettings

PIN = 21


@pytest.fixture
def mock_pins() -> Iterator[Any]:
    """gpiozero's own simulated pins."""
    mock = pytest.importorskip("gpiozero.pins.mock")
    factory = mock.MockFactory()
    yield factory
    factory.reset()


def gpio(factory: Any, hold_s: float = 60.0) -> GpioButton:
    return GpioButton(PIN, hold_s, factory=factory)


@pytest.mark.parametrize("make", [lambda _: NoButton(), lambda _: SimulatedButton(), gpio])
def test_no_press_is_no_press(make: Any, mock_pins: Any) -> None:
    """A button that nobody touches tells nothing, and closing twice is harmless."""
    button: Button = make(mock_pins)
    with button:
        assert button.presses() == []

    button.__exit__(None, None, None)


def test_presses_are_told_once_and_in_order() -> None:
    """What was told is not told again."""
    button = SimulatedButton()
    with button:
        button.press(Press.SHORT)
        button.press(Press.LONG)

        assert button.presses() == [Press.SHORT, Press.LONG]
        assert button.presses() == []


def wait_for(button: Button) -> list[Press]:
    """Return the next presses, which gpiozero's thread tells when the contact has come to rest."""
    until_s = time.monotonic() + 10
    while time.monotonic() < until_s:
        if presses := button.presses():
            return presses
    return []


def test_a_press_and_release_is_a_short_press(mock_pins: Any) -> None:
    """The pin going low and high again is one short press."""
    with gpio(mock_pins) as button:
        pin = mock_pins.pin(PIN)
        pin.drive_low()
        pin.drive_high()

        assert wait_for(button) == [Press.SHORT]


def test_a_held_button_is_a_long_press_and_no_short_one(mock_pins: Any) -> None:
    """A long press is told while the finger is still down, and letting go adds nothing."""
    with gpio(mock_pins, hold_s=0.05) as button:
        pin = mock_pins.pin(PIN)
        pin.drive_low()
        assert wait_for(button) == [Press.LONG]

        pin.drive_high()
        assert button.presses() == []


def test_a_pin_that_is_taken_is_one_sentence(mock_pins: Any) -> None:
    """Two parts on one pin are refused with the pin's number."""
    with gpio(mock_pins), pytest.raises(ButtonError, match=f"GPIO {PIN}"):
        gpio(mock_pins).__enter__()


def test_the_driver_is_the_one_named() -> None:
    """The settings choose, never a failed import."""
    assert isinstance(choose_button(ButtonSettings()), NoButton)
    assert isinstance(choose_button(ButtonSettings(driver="gpio")), GpioButton)
