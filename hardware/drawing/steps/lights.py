"""How the lights are wired: one corner light, the lit board's feed, its data way and its rails."""

import math
from collections.abc import Iterator
from itertools import pairwise
from typing import Any

from hardware.drawing.shapes import Drawing, Layer, Path, Rgb
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
    WOOD,
    YELLOW,
    Pen,
)
from referee.board import Board, Place

SEGMENTS: tuple[Rgb, ...] = (RED, YELLOW, GREEN, BLUE, (150, 60, 160))


def strip_places(board: Board) -> tuple[Place, ...]:
    """Return the places along the strip: ring by ring from outside, then the counting fields."""
    return (*board.fields, *board.of_kind("counter"))


def segments(board: Board, electrics: dict[str, Any]) -> Iterator[tuple[Place, ...]]:
    """Yield the places of each segment of the lit board."""
    places, start = strip_places(board), 0
    for segment in electrics["segment"]:
        yield places[start : start + segment["lights"]]
        start += segment["lights"]


def link_m(places: tuple[Place, ...]) -> float:
    """Return the way from a segment's first light to its last, from light to light, in metres."""
    return sum(math.hypot(b.x_mm - a.x_mm, b.y_mm - a.y_mm) for a, b in pairwise(places)) / 1000


def corner_light(electrics: dict[str, Any]) -> Drawing:
    """Draw one corner light: its legs, its resistors, its wires."""
    pen, ohm = Pen(), electrics["resistor_ohm"]
    pen.dot(0, 26, 9, PALE)
    pen.area(0, 20, 18, 12, PALE)
    pen.area(0, 13.5, 21, 3, METAL)
    legs = (("red", RED, -7.5), ("ground", GREY, -2.5), ("green", GREEN, 2.5), ("blue", BLUE, 7.5))
    for name, colour, x in legs:
        bottom = -2.0 if name == "ground" else 2.0
        pen.wire((x, 12), (x, bottom), colour=METAL, pen=1.0)
        out = 4.2 * x
        if name == "ground":
            pen.wire((x, bottom), (out, -14), (out, -34), colour=colour)
        else:
            pen.wire((x, bottom), (out, -8), (out, -34), colour=colour)
            pen.frame(out, -18, 5, 12, WOOD)
            pen.write(out + (11 if x > 5 else -11), -18, f"{ohm[name]} Ω", 3.4)
        pen.write(out, -38, name)
    pen.write(0, 41, "longest leg: ground (common cathode)")
    pen.write(0, -45, "One light a corner; seen from the flat side of its rim. A drawing.", 2.4)
    return pen.drawing("A corner light and its resistors", 110, 100)


def feed(electrics: dict[str, Any], *, meters: bool = False) -> Drawing:
    """Draw the lit board's feed: supply, fuse, capacitors, level shifter, first lights; with meters, where
    to measure before and after switching on.
    """
    pen = Pen()
    pen.wire((-82, _PLUS), (88, _PLUS), colour=RED, pen=1.6)
    pen.wire((-82, _MINUS), (88, _MINUS), colour=GREY, pen=1.6)
    pen.frame(-84, 0, 24, 74, PALE)
    pen.write(-84, 6, "supply", 4.4)
    pen.write(-84, -1, f"{electrics['supply_v']:g} V", 4.4)
    pen.write(-84, -8, f"{electrics['supply_a']:g} A", 4.4)
    pen.frame(-63, _PLUS, 12, 6, WHITE)
    pen.write(-50, _PLUS + 8, f"fuse {electrics['fuse_a']:g} A slow", 4.0)
    _capacitor(pen)
    _shifter(pen)
    _first_lights(pen)
    if meters:
        _meter(pen, -20.0, "Ω", f"off: more than {electrics['least_ohm']:g} Ω")
        _meter(pen, 92.0, "V", f"all lit: {electrics['least_v']:g} V or more")
    pen.write(0, -42, "The two grounds are joined, the two pluses never. A drawing.", 3.6)
    return pen.drawing("The lit board's feed", 206, 98)


_PLUS, _MINUS = 30.0, -30.0


def _capacitor(pen: Pen) -> None:
    pen.wire((-52, _PLUS), (-52, _MINUS), colour=DARK)
    pen.area(-52, 0, 10, 4, WHITE)
    for y in (2, -2):
        pen.wire((-58, y), (-46, y), colour=DARK, pen=1.4)
    pen.write(-56, 7, "+", 4.4)
    pen.write(-62, -10, "1000 µF", 3.6)


def _shifter(pen: Pen) -> None:
    pen.wire((6, _PLUS), (6, 10), colour=RED)
    pen.wire((6, _MINUS), (6, -10), colour=GREY)
    pen.wire((-9, -5), (-9, _MINUS), colour=GREY)
    pen.frame(6, 0, 24, 22, DARK)
    pen.shapes.append(Path(Layer.COLOUR, ((0, 7), (0, -7), (14, 0)), closed=True, fill=WHITE))
    pen.write(24, 16, "74AHCT125", 4.0)
    pen.wire((-32, 0), (-6, 0), colour=YELLOW)
    pen.wire((-9, -5), (-6, -5), colour=GREY)
    pen.frame(-36, 0, 16, 14, PCB)
    pen.write(-36, 11.5, "Pi: data", 4.0)
    pen.wire((-36, -7), (-36, _MINUS), colour=GREY)
    pen.write(-14, -16, "OE", 3.6)
    pen.write(25, -20, "100 nF beside it", 3.6)


def _first_lights(pen: Pen) -> None:
    pen.wire((18, 0), (46, 0), colour=YELLOW)
    pen.frame(29, 0, 12, 5, WOOD)
    pen.write(30, -8, "330 Ω", 3.6)
    for i in range(3):
        x = 47 + 16 * i
        pen.wire((x, _PLUS), (x, 5), colour=RED)
        pen.wire((x, _MINUS), (x, -5), colour=GREY)
        pen.wire((x, 0), (x + 16, 0), colour=YELLOW)
        pen.dot(x, 0, 6, DARK)
        pen.area(x, 0, 6, 6, WHITE)
    pen.write(63, -14, "lights, DIN to DOUT", 3.6)


def _meter(pen: Pen, x: float, unit: str, words: str) -> None:
    for end in (_PLUS, _MINUS):
        pen.wire((x, end), (x, 0), colour=DARK, pen=0.5)
    pen.dot(x, 0, 7, DARK)
    pen.dot(x, 0, 6.3, YELLOW)
    pen.write(x, 0, unit, 6.0)
    pen.write(min(x + 15.0, 72.0), _PLUS + 8, words, 4.0)


def _board(pen: Pen, board: Board) -> None:
    pen.area(0, 0, board.side_mm, board.side_mm, WOOD)
    for place in board.places.values():
        if place.holds in ("balls", "dice"):
            pen.dot(place.x_mm, place.y_mm, place.radius_mm, PALE)


def strip_order(board: Board, electrics: dict[str, Any]) -> Drawing:
    """Draw the way of the data along the lights of the lit board."""
    pen = Pen()
    _board(pen, board)
    places = strip_places(board)
    for number, part in enumerate(segments(board, electrics)):
        colour = SEGMENTS[number]
        for a, b in pairwise(part):
            pen.wire((a.x_mm, a.y_mm), (b.x_mm, b.y_mm), colour=colour, pen=2.0)
        for place in part:
            pen.dot(place.x_mm, place.y_mm, max(place.radius_mm, 3.5), colour)
        first = part[0]
        pen.write(first.x_mm, first.y_mm, str(places.index(first) + 1), 7.0)
    _legend(pen, board, electrics)
    return pen.drawing(
        "The data's way along the lights", board.side_mm + 20, board.side_mm + 60, -25
    )


def rails(board: Board, electrics: dict[str, Any]) -> Drawing:
    """Draw how the rails bring plus and minus to the first light of every segment."""
    pen = Pen()
    _board(pen, board)
    low = -board.side_mm / 2
    source = (0.0, low - 4)
    for number, part in enumerate(segments(board, electrics)):
        for a, b in pairwise(part):
            pen.wire((a.x_mm, a.y_mm), (b.x_mm, b.y_mm), colour=METAL, pen=2.0)
        for place in part:
            pen.dot(place.x_mm, place.y_mm, 3.5, SEGMENTS[number])
    for number, part in enumerate(segments(board, electrics)):
        bend = (source[0] + (number - 2) * 14.0, low + 14.0 + 6 * number)
        first = (part[0].x_mm, part[0].y_mm)
        pen.wire(source, bend, first, colour=RED, pen=2.6)
        shifted = tuple((x + 4.0, y - 4.0) for x, y in (bend, first))
        pen.wire((source[0] + 4, source[1]), *shifted, colour=DARK, pen=2.6)
        pen.dot(*first, 6.0, SEGMENTS[number])
    _legend(pen, board, electrics)
    return pen.drawing("The rails of the lit board", board.side_mm + 20, board.side_mm + 60, -25)


def _legend(pen: Pen, board: Board, electrics: dict[str, Any]) -> None:
    low = -board.side_mm / 2 - 14
    for number, segment in enumerate(electrics["segment"]):
        x, y = -150 + 150 * (number % 3), low - 13 * (number // 3)
        pen.dot(x - 55, y, 4, SEGMENTS[number])
        pen.write(x + 8, y, f"{segment['name']}: {segment['lights']}", 6.5)
    pen.write(0, low - 26, "Seen from below, left and right change sides. A drawing.", 6.0)
