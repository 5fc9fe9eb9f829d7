"""Checks of single values: each takes anything and returns the clean value, or says what it expected."""

import re
from collections.abc import Callable
from typing import Any

Check = Callable[[Any], Any]


def whole(least: int, most: int) -> Check:
    """Return the check for a whole number from ``least`` to ``most``."""

    def check(value: Any) -> int:
        if isinstance(value, bool) or not isinstance(value, int) or not least <= value <= most:
            raise ValueError(f"a whole number from {least} to {most}")
        return value

    return check


def number(least: float, most: float) -> Check:
    """Return the check for a number from ``least`` to ``most``."""

    def check(value: Any) -> float:
        if (
            isinstance(value, bool)
            or not isinstance(value, int | float)
            or not least <= value <= most
        ):
            raise ValueError(f"a number from {least:g} to {most:g}")
        return float(value)

    return check


def truth(value: Any) -> bool:
    """Return a truth value."""
    if not isinstance(value, bool):
        raise ValueError("true or false")  # noqa: TRY004  (one kind of error for one kind of failure)
    return value


def one_of(*choices: str | int) -> Check:
    """Return the check for one of a few values."""

    def check(value: Any) -> str | int:
        for choice in choices:
            if choice == value and type(choice) is type(value):
                return choice
        raise ValueError("one of " + ", ".join(str(choice) for choice in choices))

    return check


def board(*names: str) -> Check:
    """Return the check for a board that comes with the program or the path of an owner's board file."""

    def check(value: Any) -> str:
        if isinstance(value, str) and (value in names or value.endswith(".toml")):
            return value
        raise ValueError(
            f"one of {', '.join(names)}, or the path of a board file that ends in .toml"
        )

    return check


def text(value: Any) -> str:
    """Return a text of one line, without blanks at its ends."""
    if not isinstance(value, str) or not value.isprintable():
        raise ValueError("a text of one line")
    return value.strip()


def camera(value: Any) -> str:
    """Return the name of a camera: camera, usb:ID, or the path of a recording.

    A simulated camera needs a simulated table before it, which `ringrichter try` alone has.
    """
    name = text(value)
    if name in {"", "usb:", "simulated"}:
        raise ValueError(
            "camera, usb:ID, a folder of pictures or a video file"
            " ('ringrichter try' plays at a simulated table)"
        )
    return name


def pin(value: Any) -> int:
    """Return the number of a GPIO pin of the 40-pin header (BCM numbering)."""
    # 0 and 1 belong to the identification chips of boards that are plugged on.
    return int(whole(2, 27)(value))


def pins(count: int) -> Check:
    """Return the check for ``count`` different GPIO pins."""

    def check(value: Any) -> tuple[int, ...]:
        try:
            checked = tuple(pin(item) for item in value) if isinstance(value, list | tuple) else ()
        except ValueError:
            checked = ()
        if len(checked) != count or len(set(checked)) != count:
            raise ValueError(f"a list of {count} different GPIO numbers from 2 to 27")
        return checked

    return check


def pin_rows(rows: int, columns: int) -> Check:
    """Return the check for ``rows`` lists of ``columns`` GPIO pins, all different."""

    def check(value: Any) -> tuple[tuple[int, ...], ...]:
        wrong = f"{rows} lists of {columns} GPIO numbers from 2 to 27, all different"
        if not isinstance(value, list | tuple) or len(value) != rows:
            raise ValueError(wrong)
        try:
            checked = tuple(pins(columns)(row) for row in value)
        except ValueError as error:
            raise ValueError(wrong) from error
        if len({one for row in checked for one in row}) != rows * columns:
            raise ValueError(wrong)
        return checked

    return check


def secret(value: Any) -> str:
    """Return a PIN of 4 to 12 digits, or nothing for none."""
    if not isinstance(value, str) or not re.fullmatch(r"([0-9]{4,12})?", value):
        raise ValueError('4 to 12 digits in quotes, or "" for none')
    return value


def network_name(value: Any) -> str:
    """Return the name of a Wi-Fi network, or nothing for none."""
    name = text(value) if isinstance(value, str) and value.isprintable() else None
    if name is None or len(name.encode()) > 32:
        raise ValueError('a name of up to 32 bytes, or "" for none')
    return name


def wifi_password(value: Any) -> str:
    """Return a password that WPA2 takes, or nothing for none."""
    if not isinstance(value, str) or not re.fullmatch(r"([ -~]{8,63})?", value):
        raise ValueError('8 to 63 letters and digits without umlauts, or "" for none')
    return value
