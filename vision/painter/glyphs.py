"""Signs made of strokes: the Roman numerals and option symbols of dice, counting and memory fields.

A glyph lives in the square from -1 to 1, x right and y down; each option symbol has several drawings,
as different makers' dice do.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.painter.noise import Image

Point = tuple[float, float]


@dataclass(frozen=True, slots=True)
class Stroke:
    """A pen's way through some points; ``weight`` is its width relative to the glyph's normal pen."""

    points: tuple[Point, ...]
    weight: float = 1.0


Glyph = tuple[Stroke, ...]


@dataclass(frozen=True, slots=True)
class Pen:
    """Where a glyph is drawn, in pixels, how large (half its height), how it is turned, how thick.

    ``turn_deg`` is clockwise as seen.
    """

    centre_px: Point
    scale_px: float
    turn_deg: float
    width_px: float


FONTS = ("strokes", "sans", "serif")
NUMERALS = {"0": "0", "1": "I", "2": "II", "3": "III", "4": "IV", "6": "VI", "8": "VIII", "10": "X",
            "12": "XII"}  # fmt: skip
NUMBER_FACES = ("2", "4", "6", "8", "10", "12")
OPTION_FACES = ("half", "double", "swap-ball", "swap-ring", "direction", "hole-in")
OPTIONS = (*OPTION_FACES, "exit")

# Pen widths of the fonts as a share of the glyph's half height.
_PEN = {"strokes": 0.13, "sans": 0.25, "serif": 0.20}
_SYMBOL_PEN = {"strokes": 0.12, "sans": 0.18, "serif": 0.15}
_LETTER_WIDTH = {"I": 0.34, "V": 0.95, "X": 0.95, "/": 0.5, "0": 0.9, " ": 0.25}


def _arc(x: float, y: float, r: float, start_deg: float, end_deg: float) -> tuple[Point, ...]:
    count = max(4, round(abs(end_deg - start_deg) / 12))
    angles = [math.radians(start_deg + (end_deg - start_deg) * i / count) for i in range(count + 1)]
    return tuple((x + r * math.cos(a), y + r * math.sin(a)) for a in angles)


def _ring(x: float, y: float, r: float) -> Stroke:
    return Stroke(_arc(x, y, r, 0, 360))


def _dot(x: float, y: float, weight: float) -> Stroke:
    return Stroke(((x, y), (x + 0.01, y)), weight)


def _tip(x: float, y: float, heading_deg: float, size: float) -> Stroke:
    """An arrow's head at (x, y) pointing along ``heading_deg`` (0 right, 90 down)."""
    ends = [math.radians(heading_deg + side) for side in (145, -145)]
    a, b = ((x + size * math.cos(e), y + size * math.sin(e)) for e in ends)
    return Stroke((a, (x, y), b))


def _letter(letter: str, x: float, half: float, serif: bool) -> list[Stroke]:
    thin = 0.45 if serif else 1.0
    width = _LETTER_WIDTH[letter] * half
    match letter:
        case "I":
            strokes = [Stroke(((x, -half), (x, half)))]
            feet = [(x, -half), (x, half)]
        case "V":
            strokes = [Stroke(((x - width / 2, -half), (x, half))),
                       Stroke(((x, half), (x + width / 2, -half)), thin)]  # fmt: skip
            feet = [(x - width / 2, -half), (x + width / 2, -half)]
        case "X":
            strokes = [Stroke(((x - width / 2, -half), (x + width / 2, half))),
                       Stroke(((x - width / 2, half), (x + width / 2, -half)), thin)]  # fmt: skip
            feet = [(x + i * width / 2, j * half) for i in (-1, 1) for j in (-1, 1)]
        case "/":
            return [Stroke(((x - 0.2 * half, half), (x + 0.2 * half, -half)), thin)]
        case "0":
            return [
                Stroke(tuple((x + 0.42 * half * px, half * py) for px, py in _arc(0, 0, 1, 0, 360)))
            ]
        case _:
            return []
    if serif:
        strokes += [Stroke(((fx - 0.2 * half, fy), (fx + 0.2 * half, fy)), 0.5) for fx, fy in feet]
    return strokes


def text_glyph(text: str, font: str, half: float = 0.8) -> Glyph:
    """Return a word of the letters I, V, X, 0 and / as one glyph, made narrower until it fits."""
    gap = 0.34 if font == "sans" else 0.30
    widths = [_LETTER_WIDTH[letter] for letter in text]
    total = sum(widths) + gap * (len(text) - 1)
    half = min(half, 1.75 / total)
    x, strokes = -total * half / 2, list[Stroke]()
    for letter, width in zip(text, widths, strict=True):
        strokes += _letter(letter, x + width * half / 2, half, font == "serif")
        x += (width + gap) * half
    return tuple(strokes)


def _double(font: str, drawing: int) -> Glyph:
    """A multiplication sign beside (or above) II."""
    if drawing == 2:
        cross = [Stroke(((-0.3, -0.75), (0.3, -0.25))), Stroke(((-0.3, -0.25), (0.3, -0.75)))]
        return (*cross, Stroke(((-0.2, 0.0), (-0.2, 0.8))), Stroke(((0.2, 0.0), (0.2, 0.8))))
    size, y = (0.28, 0.25) if drawing else (0.32, 0.0)
    cross = [Stroke(((-0.55 - size, y - size), (-0.55 + size, y + size))),
             Stroke(((-0.55 - size, y + size), (-0.55 + size, y - size)))]  # fmt: skip
    bars = text_glyph("II", font, 0.65)
    return (*cross, *(Stroke(tuple((px + 0.4, py) for px, py in s.points), s.weight) for s in bars))


def _swap_ball(drawing: int) -> Glyph:
    """One ball for another: a crossed and an empty circle and the way between them."""
    x, r = 0.47, 0.30
    cross = [
        Stroke(((-x - 0.2, -0.2), (-x + 0.2, 0.2)), 0.7),
        Stroke(((-x - 0.2, 0.2), (-x + 0.2, -0.2)), 0.7),
    ]
    circles = [_ring(-x, 0, r), _ring(x, 0, r), *cross]
    if drawing == 0:
        return (
            *circles,
            Stroke(_arc(0, 0.05, 0.75, -150, -30)),
            Stroke(_arc(0, -0.05, 0.75, 150, 30)),
        )
    if drawing == 1:
        return (*circles, Stroke(_arc(0, 0.1, 0.8, 170, 10)))
    over = (Stroke(((-0.6, -0.62), (0.6, -0.62))), _tip(0.62, -0.62, 0, 0.3))
    under = (Stroke(((0.6, 0.62), (-0.6, 0.62))), _tip(-0.62, 0.62, 180, 0.3))
    return (*circles, *over, *under)


def _direction(drawing: int) -> Glyph:
    """A circle that runs back, counter-clockwise, to an arrow's head."""
    start, end, r = ((-40, -320, 0.62), (30, -270, 0.66), (-60, -300, 0.55))[drawing % 3]
    angle = math.radians(end)
    x, y = r * math.cos(angle), r * math.sin(angle)
    return (Stroke(_arc(0, 0, r, start, end)), _tip(x, y, end - 90 - 8, 0.42))


def _chevrons(count: int) -> Glyph:
    xs = [-0.1 * count + 0.55 * i - 0.25 * (count - 1) for i in range(count)]
    return tuple(Stroke(((x, -0.6), (x + 0.5, 0.0), (x, 0.6))) for x in xs)


def symbol_glyph(option: str, font: str, drawing: int = 0) -> Glyph:
    """Return an option's symbol; ``drawing`` (0, 1, 2) chooses among the makers' ways to draw it."""
    match option:
        case "half":
            return text_glyph("I/II", font, 0.62)
        case "double":
            return _double(font, drawing)
        case "swap-ball":
            return _swap_ball(drawing)
        case "swap-ring":
            inner = _dot(0, 0, 2.2) if drawing == 1 else _ring(0, 0, 0.34)
            return (_ring(0, 0, 0.72), inner)
        case "direction":
            return _direction(drawing)
        case "hole-in":
            return _chevrons(2)
        case "exit":
            return (Stroke(((-0.6, -0.6), (0.55, 0.55))), _tip(0.6, 0.6, 45, 0.6))
    raise ValueError(f"{option} is no option; known: {', '.join(OPTIONS)}")


def face_glyph(face: str, font: str, drawing: int = 0) -> Glyph:
    """Return the glyph of a die's face: a number in Arabic digits or an option's name."""
    if face in NUMERALS:
        return text_glyph(NUMERALS[face], font)
    return symbol_glyph(face, font, drawing)


@cache
def face_tile(face: str, font: str, drawing: int, size_px: int = 128) -> Image:
    """Return how much ink (0 to 1) covers each pixel of a die's face (size, size) float32."""
    tile: NDArray[np.uint8] = np.zeros((size_px, size_px), np.uint8)
    scale = 0.36 * size_px
    lettered = face in NUMERALS or face == "half"
    pen_px = (_PEN if lettered else _SYMBOL_PEN)[font] * scale
    pen = Pen((size_px / 2, size_px / 2), scale, 0.0, pen_px)
    draw_strokes(tile, face_glyph(face, font, drawing), pen)
    ink: Image = cv2.GaussianBlur(tile, (0, 0), size_px / 128).astype(np.float32) / 255
    return ink


def draw_strokes(
    picture: NDArray[np.uint8],
    strokes: Sequence[Stroke],
    pen: Pen,
) -> None:
    """Draw a glyph in white into a grey picture, in place."""
    centre_px, scale_px, turn_deg, pen_px = pen.centre_px, pen.scale_px, pen.turn_deg, pen.width_px
    cos, sin = math.cos(math.radians(turn_deg)), math.sin(math.radians(turn_deg))
    for stroke in strokes:
        points = np.array(
            [(centre_px[0] + scale_px * (x * cos - y * sin), centre_px[1] + scale_px * (x * sin + y * cos))
             for x, y in stroke.points]
        )  # fmt: skip
        cv2.polylines(picture, [np.round(points * 16).astype(np.int32).reshape(-1, 1, 2)], False, 255,
                      max(1, round(pen_px * stroke.weight)), cv2.LINE_AA, 4)  # fmt: skip
