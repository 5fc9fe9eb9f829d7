"""Flat drawings in millimetres: what every print, laser or router file is made from.

Axes as on the board: origin in the middle, x right, y up.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from enum import StrEnum


class Layer(StrEnum):
    """What a tool does with a shape; also the layer's name in DXF and the group's id in SVG."""

    CUT = "cut"
    """Cut through along the line."""
    HOLE = "hole"
    """A round hole for a ball, drilled or milled with a ball-nose cutter."""
    RECESS = "recess"
    """A flat pocket."""
    MARK = "mark"
    """Engraved, burnt or printed strokes."""
    TEXT = "text"
    """Printed words; not for tools."""
    COLOUR = "colour"
    """Printed colour; not for tools."""


Rgb = tuple[int, int, int]
"""A printed colour: sRGB, 0 to 255, red first."""
BLACK: Rgb = (0, 0, 0)


@dataclass(frozen=True, slots=True)
class Circle:
    """A circle: a line, or filled with a printed colour."""

    layer: Layer
    x: float
    y: float
    radius: float
    fill: Rgb | None = None


@dataclass(frozen=True, slots=True)
class Path:
    """A line through points, closed or open, with a pen of some width (0: a hairline), or an area filled
    with a printed colour.
    """

    layer: Layer
    points: tuple[tuple[float, float], ...]
    closed: bool = False
    pen: float = 0.0
    fill: Rgb | None = None


@dataclass(frozen=True, slots=True)
class Text:
    """A word whose middle stands at x, y; ``height`` is that of its capitals."""

    layer: Layer
    x: float
    y: float
    height: float
    words: str


Shape = Circle | Path | Text


@dataclass(frozen=True, slots=True)
class Drawing:
    """Shapes on a sheet of ``width`` times ``height`` millimetres around the origin.

    ``copies`` says how many are needed.
    """

    title: str
    width: float
    height: float
    shapes: tuple[Shape, ...]
    copies: int = 1

    def on(self, *layers: Layer) -> Iterator[Shape]:
        """Yield the shapes of some layers."""
        return (shape for shape in self.shapes if shape.layer in layers)


def tool_layer(shape: Shape) -> str:
    """Return the name of the layer that a tool sees: holes have one for each diameter."""
    if isinstance(shape, Circle) and shape.layer is Layer.HOLE:
        return f"{Layer.HOLE}-{2 * shape.radius:g}mm"
    return str(shape.layer)


def moved(shape: Shape, dx: float, dy: float) -> Shape:
    """Return the shape shifted by dx, dy."""
    match shape:
        case Path(points=points):
            return replace(shape, points=tuple((x + dx, y + dy) for x, y in points))
        case Circle() | Text():
            return replace(shape, x=shape.x + dx, y=shape.y + dy)


def turned(
    points: Iterable[tuple[float, float]], cos: float, sin: float
) -> Iterator[tuple[float, float]]:
    """Yield points turned about the origin by the angle whose cosine and sine are given."""
    return ((x * cos - y * sin, x * sin + y * cos) for x, y in points)


def rectangle(
    layer: Layer,
    width: float,
    height: float,
    x: float = 0.0,
    y: float = 0.0,
    *,
    fill: Rgb | None = None,
) -> Path:
    """Return a rectangle round x, y."""
    w, h = width / 2, height / 2
    points = ((x - w, y - h), (x + w, y - h), (x + w, y + h), (x - w, y + h))
    return Path(layer, points, closed=True, fill=fill)
