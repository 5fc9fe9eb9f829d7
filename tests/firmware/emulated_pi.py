"""Runs on an emulated Raspberry Pi (tests/emulated_pi.sh): the drivers of lights and button on real pins.

Nothing is simulated above the chip: gpiozero, lgpio and the kernel are those of a real Pi. What the pins are
set to is read from the kernel's own list. The emulated chip reports no edges: presses cannot be tried.
"""

import re
import sys
import time
from pathlib import Path

import gpiozero

from firmware.buttons.gpio import GpioButton
from firmware.errors import ButtonError, LightsError
from firmware.lights.corners import CornerLights

# Kit A's, as in firmware/pins.toml.
PINS = ((17, 27, 22), (5, 6, 13), (23, 24, 25), (12, 16, 20))
BUTTON = 21


def levels() -> dict[int, str]:
    """Return direction and level of each pin that is in use ("out hi")."""
    text = Path("/sys/kernel/debug/gpio").read_text(encoding="ascii")
    chip = re.search(r"gpiochip\d+: GPIOs (\d+)-", text)
    assert chip, text
    found = re.finditer(r"gpio-(\d+) .*\) (in|out)\s+(hi|lo)", text)
    return {int(m[1]) - int(chip[1]): f"{m[2]} {m[3]}" for m in found}


def check(what: str, expected: object, found: object) -> None:
    sys.stdout.write(f"{'ok' if expected == found else 'WRONG'}: {what}: {found}\n")
    if expected != found:
        sys.exit(1)


def main() -> None:
    check("board", "3B", gpiozero.Device._default_pin_factory().board_info.model)
    with CornerLights(PINS) as lights:
        lights.show({"corner.0": (255, 0, 0), "corner.2": (255, 255, 255)})
        time.sleep(0.5)
        lit = {pin for pin, level in levels().items() if level == "out hi"}
        check("full red at seat 0, white at seat 2", {17, 23, 24, 25}, lit)
        lights.show({"corner.1": (128, 128, 0)})
        seen = [levels() for _ in range(200)]
        for pin, name in ((5, "red"), (6, "green")):
            share = sum(level[pin] == "out hi" for level in seen) / len(seen)
            check(f"half {name} at seat 1 is a pulse", True, 0.1 < share < 0.9)
        check("no blue at seat 1", {"out lo"}, {level[13] for level in seen})
        check("seat 0 is dark", {"out lo"}, {level[17] for level in seen})
    check("left dark", set(), {pin for pin, level in levels().items() if level == "out hi"})
    with GpioButton(BUTTON, 2.0) as button:
        check("the button's pin is read", True, levels()[BUTTON].startswith("in"))
        check("nobody pressed", [], [p for p in button.presses() if p == "short"])
        try:
            with GpioButton(BUTTON, 2.0):
                check("a pin in use is refused", "refused", "taken")
        except ButtonError as error:
            check("a pin in use is refused", True, "GPIO 21" in str(error))
    try:
        with CornerLights(((17, 27, 99),)):
            check("a pin that is not there is refused", "refused", "taken")
    except LightsError as error:
        check("a pin that is not there is refused", True, "corner lights" in str(error))


if __name__ == "__main__":
    main()
