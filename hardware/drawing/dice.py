"""Dice to make: nets to fold and a sheet of stickers, with the numerals and symbols of both dice."""

from collections import Counter
from collections.abc import Iterator

from hardware.drawing.shapes import Drawing, Layer, Path, Shape, Text, moved, rectangle
from vision.painter.glyphs import OPTIONS, face_glyph

NUMBER_FACES = ("2", "4", "6", "8", "10", "12")
OPTION_FACES = OPTIONS[:6]

# Where a net's six squares lie, in edges: a cross. Opposite faces are two apart in the long row.
_NET = ((0, 0), (1, 0), (2, 0), (3, 0), (1, 1), (1, -1))
# Squares whose sides get a flap for the glue, and on which side (dx, dy).
_FLAPS = (((0, 0), (0, 1)), ((0, 0), (0, -1)), ((2, 0), (0, 1)), ((2, 0), (0, -1)),
          ((3, 0), (0, 1)), ((3, 0), (0, -1)), ((3, 0), (1, 0)))  # fmt: skip
_FLAP = 0.3
# The glyphs' height and their pen's width, in edges.
_GLYPH, _PEN = 0.34, 0.06
_GAP_MM = 6.0
# The pen of the lines to fold along.
_FOLD_MM = 0.12


def dice_sheet(edge_mm: float, words: str = "dice of {edge_mm:g} mm") -> Drawing:
    """Draw a net and a row of stickers for each die, for dice of this edge; ``words`` stand over them."""
    shapes: list[Shape] = []
    for row, faces in enumerate((NUMBER_FACES, OPTION_FACES)):
        y = (0.5 - row) * 4.4 * edge_mm
        shapes += (moved(shape, -4.2 * edge_mm, y) for shape in net(faces, edge_mm))
        shapes += (moved(shape, 1.6 * edge_mm, y) for shape in stickers(faces, edge_mm))
    shapes.append(Text(Layer.TEXT, 0, 4.6 * edge_mm, 3.0, words.format(edge_mm=edge_mm)))
    return Drawing(f"dice {edge_mm:g} mm", 10 * edge_mm, 10 * edge_mm, tuple(shapes))


def net(faces: tuple[str, ...], edge_mm: float) -> Iterator[Shape]:
    """Yield the net of one die: cut round it, fold along the thin lines, glue the flaps."""
    for face, (column, row) in zip(faces, _NET, strict=True):
        yield from _glyph(face, edge_mm, column * edge_mm, row * edge_mm)
    yield from _edges(edge_mm)
    for (column, row), (dx, dy) in _FLAPS:
        yield _flap(edge_mm, column, row, dx, dy)


def _edges(edge_mm: float) -> Iterator[Path]:
    """Yield every edge of the net once: to fold where another square or a flap joins it, else to cut."""
    sides = Counter(
        (2 * column + dx, 2 * row + dy)
        for column, row in _NET
        for dx, dy in ((1, 0), (-1, 0), (0, 1), (0, -1))
    )
    joined = {(2 * column + dx, 2 * row + dy) for (column, row), (dx, dy) in _FLAPS}
    for (x, y), squares in sides.items():
        middle, half = (x * edge_mm / 2, y * edge_mm / 2), edge_mm / 2
        along = (0.0, half) if x % 2 else (half, 0.0)
        ends = tuple((middle[0] + s * along[0], middle[1] + s * along[1]) for s in (-1, 1))
        fold = squares == 2 or (x, y) in joined
        yield Path(Layer.MARK, ends, pen=_FOLD_MM) if fold else Path(Layer.CUT, ends)


def stickers(faces: tuple[str, ...], edge_mm: float) -> Iterator[Shape]:
    """Yield six stickers a little smaller than a face, to cut out and put on blank dice."""
    side = 0.86 * edge_mm
    for i, face in enumerate(faces):
        x = (i % 3) * (side + _GAP_MM)
        y = (0.5 - i // 3) * (side + _GAP_MM)
        yield from _face(face, side, x, y)


def _face(face: str, side: float, x: float, y: float) -> Iterator[Shape]:
    yield rectangle(Layer.CUT, side, side, x, y)
    yield from _glyph(face, side, x, y)


def _glyph(face: str, side: float, x: float, y: float) -> Iterator[Path]:
    for stroke in face_glyph(face, "strokes"):
        points = tuple((x + px * side * _GLYPH, y - py * side * _GLYPH) for px, py in stroke.points)
        yield Path(Layer.MARK, points, pen=_PEN * side * stroke.weight)


def _flap(edge: float, column: int, row: int, dx: int, dy: int) -> Path:
    x, y = (column + dx / 2) * edge, (row + dy / 2) * edge
    along = (edge / 2 * abs(dy), edge / 2 * abs(dx))
    out = (dx * _FLAP * edge, dy * _FLAP * edge)
    narrow = 0.7
    points = (
        (x - along[0], y - along[1]),
        (x + out[0] - along[0] * narrow, y + out[1] - along[1] * narrow),
        (x + out[0] + along[0] * narrow, y + out[1] + along[1] * narrow),
        (x + along[0], y + along[1]),
    )
    return Path(Layer.CUT, points)
