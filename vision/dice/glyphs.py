"""The twelve faces as drawings: Roman numerals and option symbols in several hands, made of lines and arcs.

A face is the square -0.5 to 0.5 in both axes, x right, y up. Every drawing is a coverage map, (N, N)
float32 from 0 (die) to 1 (mark). The makers of dice engrave, burn and print with whatever lettering they
have, so every face comes in several weights, widths and serifs; no font file is used or copied.
"""

import math
from collections.abc import Iterator
from dataclasses import dataclass, replace

import cv2
import numpy as np
from numpy.typing import NDArray

Coverage = NDArray[np.float32]
Point = tuple[float, float]

NUMBER_FACES: dict[str, str] = {
    "2": "II", "4": "IV", "6": "VI", "8": "VIII", "10": "X", "12": "XII",
}  # fmt: skip
OPTION_FACES = ("half", "double", "swap-ball", "swap-ring", "direction", "hole-in")

# Side of the drawing in pixels; drawn at four times the size of the templates, then shrunk.
_CANVAS = 192
_SHIFT = 4


@dataclass(frozen=True, slots=True)
class Stroke:
    """A line through ``points`` of one ``width``; closed and filled where said so."""

    points: tuple[Point, ...]
    width: float
    filled: bool = False


@dataclass(frozen=True, slots=True)
class Hand:
    """How letters are drawn; all lengths along the middle of the strokes, in cap heights.

    ``pitch`` is the room an I takes, ``v_wide`` and ``x_wide`` the widths of V and X, ``side`` the room
    beside them, ``weight`` and ``thin`` the widths of strong and light strokes, ``serif`` how far serifs
    reach. ``height`` is the cap height and ``room`` the longest word's length, in die edges.
    """

    name: str
    height: float
    room: float
    weight: float
    thin: float
    pitch: float
    v_wide: float
    x_wide: float
    side: float
    slash: float
    serif: float = 0.0


HANDS = (
    Hand("engraved", 0.49, 0.68, 0.08, 0.08, 0.31, 0.62, 0.65, 0.09, 0.44),
    Hand("carved", 0.49, 0.68, 0.14, 0.14, 0.31, 0.62, 0.65, 0.09, 0.44),
    Hand("brushed", 0.49, 0.68, 0.20, 0.20, 0.31, 0.62, 0.65, 0.09, 0.44),
    Hand("bold", 0.47, 0.62, 0.20, 0.16, 0.52, 0.74, 0.76, 0.10, 0.28),
    Hand("plain", 0.47, 0.60, 0.12, 0.10, 0.46, 0.70, 0.72, 0.09, 0.32),
    Hand("book", 0.44, 0.64, 0.15, 0.06, 0.64, 0.86, 0.72, 0.26, 0.28, serif=0.10),
    Hand("bookish", 0.44, 0.66, 0.18, 0.11, 0.60, 0.70, 0.70, 0.26, 0.30, serif=0.12),
    Hand("poster", 0.46, 0.66, 0.20, 0.11, 0.56, 0.80, 0.76, 0.12, 0.28, serif=0.12),
    Hand("wide poster", 0.46, 0.68, 0.24, 0.07, 0.64, 0.76, 0.78, 0.15, 0.26, serif=0.10),
)

# The small x before the II of "double": its height and width and the room behind it in caps, the II's pitch
# against the hand's, and whether the x stands on the line.
_SMALL_X = (
    (0.56, 0.58, 0.24, 1.20, False),
    (0.56, 0.52, 0.20, 1.0, False),
    (0.56, 0.56, 0.45, 1.0, True),
    (0.56, 0.56, 0.65, 1.0, True),
    (0.70, 0.66, 0.40, 1.0, True),
)
# The II of "half" against the hand's pitch: some press it together.
_HALF_PITCH = (0.8, 1.0)


@dataclass(frozen=True, slots=True)
class Glyph:
    """One drawing of one face."""

    face: str
    style: str
    strokes: tuple[Stroke, ...]


def glyphs() -> Iterator[Glyph]:
    """Yield every drawing of every face."""
    for hand in HANDS:
        for face, word in NUMBER_FACES.items():
            yield Glyph(face, hand.name, tuple(_fitted(_word(word, hand), hand)))
        for pitch in _HALF_PITCH:
            strokes = tuple(_fitted(_half(hand, pitch), hand))
            yield Glyph("half", f"{hand.name} {pitch}", strokes)
        for tall, wide, gap, pitch, on_line in _SMALL_X:
            strokes = tuple(_fitted(_double(hand, tall, wide, gap, pitch, on_line=on_line), hand))
            yield Glyph("double", f"{hand.name} {tall} {gap}", strokes)
    for width in (0.045, 0.065, 0.095):
        yield from _symbols(width)


def draw(strokes: tuple[Stroke, ...], size: int) -> Coverage:
    """Draw strokes on a whole face, (size, size) float32 from 0 to 1."""
    canvas = np.zeros((_CANVAS, _CANVAS), np.uint8)
    for stroke in strokes:
        points = np.array(stroke.points) * (1, -1) + 0.5
        pixels = np.round((points * _CANVAS - 0.5) * (1 << _SHIFT)).astype(np.int32)
        if stroke.filled:
            cv2.fillPoly(canvas, [pixels], 255, cv2.LINE_AA, _SHIFT)
        else:
            width = max(1, round(stroke.width * _CANVAS))
            cv2.polylines(canvas, [pixels], False, 255, width, cv2.LINE_AA, _SHIFT)
    small = cv2.resize(canvas, (size, size), interpolation=cv2.INTER_AREA)
    return (small.astype(np.float32) / 255).astype(np.float32)


# ------------------------------------------------------------------ words


def _letter(letter: str, left: float, hand: Hand) -> tuple[list[Stroke], float]:
    """Return the strokes of a letter one cap high whose room begins at ``left``, and where that ends."""
    w, t = hand.weight, hand.thin
    match letter:
        case "I":
            x = left + hand.pitch / 2
            strokes = [Stroke(((x, -0.5), (x, 0.5)), w), *_serifs(hand, (x, 0.5), (x, -0.5))]
            return strokes, left + hand.pitch
        case "V":
            a, b = left + hand.side, left + hand.side + hand.v_wide
            foot = (a + b) / 2
            strokes = [Stroke(((a, 0.5), (foot, -0.5)), w), Stroke(((b, 0.5), (foot, -0.5)), t)]
            return [*strokes, *_serifs(hand, (a, 0.5), (b, 0.5))], b + hand.side
        case _:
            a, b = left + hand.side, left + hand.side + hand.x_wide
            strokes = [Stroke(((a, 0.5), (b, -0.5)), w), Stroke(((b, 0.5), (a, -0.5)), t)]
            corners = ((a, 0.5), (b, 0.5), (a, -0.5), (b, -0.5))
            return [*strokes, *_serifs(hand, *corners)], b + hand.side


def _serifs(hand: Hand, *ends: Point) -> Iterator[Stroke]:
    if hand.serif:
        half, width = hand.serif + hand.weight / 2, 0.06
        for x, y in ends:
            inside = y - math.copysign(width / 2, y)
            yield Stroke(((x - half, inside), (x + half, inside)), width)


def _word(word: str, hand: Hand, left: float = 0.0) -> list[Stroke]:
    strokes: list[Stroke] = []
    for letter in word:
        more, left = _letter(letter, left, hand)
        strokes += more
    return strokes


def _half(hand: Hand, pitch: float) -> list[Stroke]:
    left = hand.pitch + hand.side
    slash = Stroke(((left, -0.5), (left + hand.slash, 0.5)), hand.thin)
    pressed = replace(hand, pitch=hand.pitch * pitch)
    return [*_word("I", hand), slash, *_word("II", pressed, left + hand.slash + hand.side)]


def _double(
    hand: Hand, tall: float, wide: float, gap: float, pitch: float, *, on_line: bool
) -> list[Stroke]:
    middle = -0.5 + tall / 2 if on_line else 0.0
    small = replace(hand, x_wide=wide / tall, side=0.0)
    strokes = _scaled(_word("X", small), tall, (0.0, middle))
    return [*strokes, *_word("II", replace(hand, pitch=hand.pitch * pitch), wide + gap)]


def _scaled(strokes: list[Stroke], by: float, move: Point) -> list[Stroke]:
    return [
        Stroke(
            tuple((x * by + move[0], y * by + move[1]) for x, y in stroke.points),
            stroke.width * by,
            stroke.filled,
        )
        for stroke in strokes
    ]


def _fitted(strokes: list[Stroke], hand: Hand) -> list[Stroke]:
    """Centre a word on the face, as high as the hand writes or as long as it has room."""
    left = min(x for stroke in strokes for x, _ in stroke.points)
    right = max(x for stroke in strokes for x, _ in stroke.points)
    by = min(hand.height, hand.room / (right - left))
    return _scaled(strokes, by, (-(left + right) / 2 * by, 0.0))


# ------------------------------------------------------------------ symbols


def _arc(centre: Point, radius: float, from_deg: float, to_deg: float) -> tuple[Point, ...]:
    angles = np.radians(np.linspace(from_deg, to_deg, 25))
    return tuple(
        (centre[0] + radius * math.cos(a), centre[1] + radius * math.sin(a)) for a in angles
    )


def _head(tip: Point, towards_deg: float, size: float) -> Stroke:
    """An arrow's head, a filled triangle."""
    points = [tip]
    for side in (150.0, -150.0):
        a = math.radians(towards_deg + side)
        points.append((tip[0] + size * math.cos(a), tip[1] + size * math.sin(a)))
    return Stroke(tuple(points), 0.0, filled=True)


def _symbols(w: float) -> Iterator[Glyph]:
    style = f"line {w}"
    for radius in (0.26, 0.30):
        outer = Stroke(_arc((0, 0), radius, 0, 360), w)
        for dot in (0.06, 0.10):
            spot = Stroke(_arc((0, 0), dot, 0, 360), 0.0, filled=True)
            yield Glyph("swap-ring", f"{style} dot {dot}", (outer, spot))
        inner = Stroke(_arc((0, 0), radius * 0.5, 0, 360), w)
        yield Glyph("swap-ring", f"{style} ring", (outer, inner))
    for sweep, radius in ((285, 0.26), (300, 0.28), (270, 0.24), (180, 0.31), (210, 0.31)):
        yield Glyph("direction", f"{style} {sweep}", _turn_back(radius, sweep, w))
    for drop in (0.17, 0.25):
        for step in (0.22, 0.28):
            yield Glyph("hole-in", f"{style} {drop} {step}", _chevrons(0.27, drop, step, w))
    yield Glyph("swap-ball", f"{style} arrows", _swap_arrows(w))
    for depth in (0.22, 0.28, 0.34):
        for radius, drop in ((0.10, 0.5), (0.13, 0.0)):
            bow = _swap_bow(depth, radius, drop, w)
            yield Glyph("swap-ball", f"{style} bow {depth} {radius}", bow)


def _turn_back(radius: float, sweep: float, w: float) -> tuple[Stroke, ...]:
    """An arc open to the right that runs counter-clockwise to its head."""
    start = 180 - sweep / 2
    end = start + sweep
    size = 0.10 + w
    arc = _arc((0, 0), radius, start, end)
    ahead = math.radians(end + 90)
    tip = (arc[-1][0] + size * 0.4 * math.cos(ahead), arc[-1][1] + size * 0.4 * math.sin(ahead))
    middle = (min(x for x, _ in arc) + max(x for x, _ in arc)) / 2
    strokes = [Stroke(arc, w), _head(tip, end + 90, size)]
    return tuple(_scaled(strokes, 1.0, (-middle, 0.0)))


def _chevrons(tall: float, drop: float, step: float, w: float) -> tuple[Stroke, ...]:
    """Two chevrons that point to the right."""
    return tuple(
        Stroke(((x - drop / 2, tall), (x + drop / 2, 0.0), (x - drop / 2, -tall)), w)
        for x in (-step / 2, step / 2)
    )


def _ball(centre: Point, radius: float, w: float, *, crossed: bool) -> Iterator[Stroke]:
    yield Stroke(_arc(centre, radius, 0, 360), w)
    if crossed:
        d = radius * 0.7
        x, y = centre
        yield Stroke(((x - d, y - d), (x + d, y + d)), w * 0.5)
        yield Stroke(((x - d, y + d), (x + d, y - d)), w * 0.5)


def _swap_arrows(w: float) -> tuple[Stroke, ...]:
    """Two balls one above the other, an arrow up on one side and down on the other."""
    strokes = [*_ball((0, 0.19), 0.13, w, crossed=True), *_ball((0, -0.19), 0.13, w, crossed=False)]
    for x, up in ((-0.27, 1), (0.27, -1)):
        strokes.append(Stroke(((x, -0.20 * up), (x, 0.14 * up)), w * 0.8))
        strokes.append(_head((x, 0.22 * up), 90 * up, 0.07 + w / 2))
    return tuple(strokes)


def _swap_bow(depth: float, radius: float, drop: float, w: float) -> tuple[Stroke, ...]:
    """Two balls side by side; a bow joins their outer sides, from ``drop`` radii to ``depth`` below."""
    apart = 0.20
    span, drop = apart + radius * 0.55, drop * radius
    sag = depth - drop
    reach = (span * span + sag * sag) / (2 * sag)
    centre_y = reach - depth
    from_deg = math.degrees(math.atan2(-drop - centre_y, -span)) % 360
    bow = Stroke(_arc((0, centre_y), reach, from_deg, 540 - from_deg), w)
    balls = [
        *_ball((-apart, 0.0), radius, w, crossed=False),
        *_ball((apart, 0.0), radius, w, crossed=True),
    ]
    return tuple(_scaled([*balls, bow], 1.0, (0.0, (depth - radius) / 2)))
