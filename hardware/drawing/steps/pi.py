"""The Pi with its sockets, and its header with the pins of the pin map."""

from collections.abc import Iterator
from typing import Any

from hardware.drawing.shapes import Drawing, Rgb
from hardware.drawing.steps.pen import (
    BLUE,
    DARK,
    GREEN,
    GREY,
    METAL,
    PALE,
    PCB,
    RED,
    WHITE,
    YELLOW,
    Pen,
)

COLOURS: dict[str, Rgb] = {"red": RED, "green": GREEN, "blue": BLUE}
_PITCH = 5.0


def pi() -> Drawing:
    """Draw a Pi from above: card, power, camera, header."""
    pen = Pen()
    pen.area(0, 0, 85, 56, PCB)
    for x, y in ((-39, -24.5), (19, -24.5), (-39, 24.5), (19, 24.5)):
        pen.dot(x, y, 2.6, YELLOW)
        pen.dot(x, y, 1.4, WHITE)
    for i in range(20):
        for row in (0, 1):
            pen.area(-34.5 + 2.54 * i, 23.2 + 2.54 * row, 1.6, 1.6, DARK)
    for y in (-19, 0, 18):
        pen.area(36, y, 17, 14, METAL)
    pen.area(-31.5, -25, 9, 7, METAL)
    pen.area(-16, -25, 7, 8, METAL)
    pen.area(-3, -25, 7, 8, METAL)
    pen.area(2.5, -13, 3, 22, PALE)
    pen.area(-45, 0, 12, 11, DARK)
    pen.area(-12, 2, 15, 15, METAL)
    for words, tail, tip in (
        ("card, from below", (-64.0, 14.0), (-52.0, 2.0)),
        ("power", (-46.0, -38.0), (-32.0, -30.0)),
        ("camera, contacts as marked", (22.0, -38.0), (4.0, -20.0)),
        ("header: pin 1 here", (-52.0, 37.0), (-36.0, 28.5)),
        ("pin 40", (26.0, 37.0), (14.5, 28.5)),
    ):
        pen.arrow(tail, tip)
        pen.write(tail[0], tail[1] + (2.8 if tail[1] > 0 else -2.8), words)
    pen.write(0, -47.5, "Raspberry Pi 4; the Pi 5 and the 3B+ differ a little. A drawing.", 2.4)
    return pen.drawing("A Raspberry Pi and its sockets", 170, 104)


def _uses(pins: dict[str, Any], parts: tuple[str, ...]) -> Iterator[tuple[int, str, Rgb]]:
    """Yield header pin, label and colour of every wire of these parts."""
    if "corners" in parts:
        for corner, ground in zip(pins["corner"], pins["ground"]["headers"], strict=False):
            for name, colour in COLOURS.items():
                yield corner[name]["header"], f"seat {corner['seat']} {name}", colour
            yield ground, f"seat {corner['seat']} ground", GREY
    if "button" in parts:
        yield pins["button"]["header"], "button", YELLOW
        yield pins["ground"]["headers"][-1], "button ground", GREY
    if "strip" in parts:
        yield pins["strip"]["header"], "data to shifter", YELLOW
        yield pins["ground"]["headers"][3], "ground to shifter", GREY


def header(pins: dict[str, Any], parts: tuple[str, ...], title: str) -> Drawing:
    """Draw the 40-pin header with the wires of these parts ("corners", "button", "strip")."""
    pen, used = Pen(), {pin: (label, fill) for pin, label, fill in _uses(pins, parts)}
    height = 20 * _PITCH
    pen.area(0, 0, 2 * _PITCH + 3, height + 3, DARK)
    for pin in range(1, 41):
        side = -1 if pin % 2 else 1
        x, y = side * _PITCH / 2, height / 2 - _PITCH * ((pin - 1) // 2 + 0.5)
        label, fill = used.get(pin, ("", METAL))
        pen.dot(x, y, 1.7, fill)
        if label:
            pen.wire((x, y), (side * 13.0, y), colour=fill, pen=0.9)
            pen.write(side * 38.0, y, f"{pin}: {label}", 2.9)
    pen.write(-9.5, height / 2 - _PITCH / 2, "1", 2.6)
    pen.write(0, -height / 2 - 8.0, "The card's slot is at the end of pin 1. A drawing.", 2.4)
    return pen.drawing(title, 130, height + 26)
