"""A drawing as PDF at true size, cut into pages that fit a home printer's paper.

Every page has a 100 mm check ruler, its number on a small map, dashed lines to cut along and grey strips
on which its neighbours are glued.
"""

import io
from collections.abc import Mapping

from reportlab.lib.units import mm
from reportlab.lib.utils import simpleSplit
from reportlab.pdfgen.canvas import Canvas

from hardware.drawing.shapes import Circle, Drawing, Layer, Path, Shape, Text
from hardware.drawing.tiles import FOOT_MM, MARGIN_MM, PAPERS_MM, STRIP_MM, Tile, tiles

RULER_MM = 100.0
# How far a page's content runs on below its neighbour, so that a slip of the scissors shows no white.
_BLEED_MM = 2.0
_GREYS = {Layer.CUT: 0.0, Layer.HOLE: 0.0, Layer.RECESS: 0.35, Layer.MARK: 0.0, Layer.TEXT: 0.45,
          Layer.COLOUR: 0.0}  # fmt: skip
_MAP_MM = (26.0, 15.0)


def to_pdf(drawing: Drawing, paper: str, words: Mapping[str, str]) -> bytes:
    """Return the tiled drawing as a PDF file; ``words`` is what its pages say (texts.LANGUAGE.toml)."""
    stream = io.BytesIO()
    size = tuple(length * mm for length in PAPERS_MM[paper])
    # Invariant: the same drawing gives the same bytes, so that a build can be compared.
    canvas = Canvas(stream, pagesize=size, invariant=1)
    canvas.setTitle(drawing.title)
    for tile in tiles(drawing, paper):
        canvas.saveState()
        canvas.scale(mm, mm)
        _foot(canvas, drawing, tile, paper, words)
        canvas.translate(*window_at_mm(tile, paper))
        _window(canvas, drawing, tile)
        _strips(canvas, tile, words)
        _cuts(canvas, tile)
        canvas.restoreState()
        canvas.showPage()
    canvas.save()
    return stream.getvalue()


def window_at_mm(tile: Tile, paper: str) -> tuple[float, float]:
    """Return where a tile's lower left corner stands on its page; a drawing on one page is centred."""
    width, height = PAPERS_MM[paper]
    left, top = MARGIN_MM, height - MARGIN_MM
    if tile.columns == 1:
        left = (width - tile.width) / 2
    if tile.rows == 1:
        top -= (height - 2 * MARGIN_MM - FOOT_MM - tile.height) / 2
    return left, top - tile.height


def _window(canvas: Canvas, drawing: Drawing, tile: Tile) -> None:
    """Draw the page's part of the drawing."""
    canvas.saveState()
    edge = 0.3
    left, right = edge, _BLEED_MM if tile.right else edge
    below, above = _BLEED_MM if tile.below else edge, edge
    window = canvas.beginPath()
    window.rect(-left, -below, tile.width + left + right, tile.height + below + above)
    canvas.clipPath(window, stroke=0, fill=0)
    canvas.translate(-tile.x, -tile.y)
    for shape in drawing.shapes:
        _draw(canvas, shape)
    canvas.restoreState()


def _strips(canvas: Canvas, tile: Tile, words: Mapping[str, str]) -> None:
    """Draw the grey strips on which the pages to the right and below are glued."""
    canvas.saveState()
    canvas.setFillGray(0.88)
    if tile.right:
        canvas.rect(tile.width + _BLEED_MM, 0, STRIP_MM - _BLEED_MM, tile.height, 0, 1)
    if tile.below:
        canvas.rect(0, -STRIP_MM, tile.width, STRIP_MM - _BLEED_MM, 0, 1)
    canvas.setFillGray(0.35)
    canvas.setFont("Helvetica", 3.4)
    if tile.below:
        text = words["strip"].format(name=tile.below)
        canvas.drawCentredString(tile.width / 2, -STRIP_MM + 2.0, text)
    if tile.right:
        canvas.translate(tile.width + STRIP_MM - 2.0, tile.height / 2)
        canvas.rotate(90)
        canvas.drawCentredString(0, 0, words["strip"].format(name=tile.right))
    canvas.restoreState()


def _cuts(canvas: Canvas, tile: Tile) -> None:
    """Draw the dashed lines to cut along, and marks where the neighbour's edge comes to lie."""
    canvas.saveState()
    canvas.setStrokeGray(0.35)
    canvas.setLineWidth(0.2)
    w, h, out = tile.width, tile.height, 6.0
    for wanted, x in ((tile.right, w), (tile.left, 0.0)):
        if wanted:
            canvas.line(x, h, x, h + out)
            canvas.line(x, 0, x, -out)
    for wanted, y in ((tile.below, 0.0), (tile.above, h)):
        if wanted:
            canvas.line(0, y, -out, y)
            canvas.line(w, y, w + out, y)
    canvas.setDash([2.5, 1.5])
    if tile.left:
        canvas.line(-0.1, 0, -0.1, h)
    if tile.above:
        canvas.line(0, h + 0.1, w, h + 0.1)
    canvas.restoreState()


def _foot(
    canvas: Canvas, drawing: Drawing, tile: Tile, paper: str, words: Mapping[str, str]
) -> None:
    """Draw what the page is, the ruler, what to do, and the map of all pages."""
    canvas.setLineWidth(0.25)
    canvas.setStrokeGray(0.0)
    canvas.setFillGray(0.0)
    y = MARGIN_MM + 9.0
    canvas.line(MARGIN_MM, y, MARGIN_MM + RULER_MM, y)
    for tick in range(0, int(RULER_MM) + 1, 10):
        canvas.line(MARGIN_MM + tick, y, MARGIN_MM + tick, y + (3.0 if tick % 50 == 0 else 1.8))
    pages = tile.rows * tile.columns
    number = words["number"].format(page=tile.number, pages=pages)
    several = pages > 1
    canvas.setFont("Helvetica-Bold", 4.0)
    canvas.drawString(MARGIN_MM, y + 4.8, f"{drawing.title}  ·  {tile.name}, {number}")
    canvas.setFont("Helvetica", 2.9)
    canvas.drawString(MARGIN_MM, y - 3.2, words["ruler"])
    doing = words["glue" if several else "whole"]
    if drawing.copies > 1:
        doing += " " + words["copies"].format(copies=drawing.copies)
    width = PAPERS_MM[paper][0] - 2 * MARGIN_MM - _MAP_MM[0] - 6
    for line, text in enumerate(simpleSplit(doing, "Helvetica", 2.9, width)):
        canvas.drawString(MARGIN_MM, y - 6.6 - 3.2 * line, text)
    if several:
        _map(canvas, tile, PAPERS_MM[paper][0] - MARGIN_MM - _MAP_MM[0], MARGIN_MM + 1.0)


def _map(canvas: Canvas, tile: Tile, left: float, low: float) -> None:
    """Draw all pages in small with this one filled."""
    cell = min(_MAP_MM[0] / tile.columns / tile.width, _MAP_MM[1] / tile.rows / tile.height)
    width, height = cell * tile.width, cell * tile.height
    canvas.saveState()
    canvas.setLineWidth(0.2)
    canvas.setFont("Helvetica", min(3.2, 0.5 * height))
    left += _MAP_MM[0] - width * tile.columns
    for row in range(tile.rows):
        for column in range(tile.columns):
            here = (row, column) == (tile.row, tile.column)
            x, y = left + column * width, low + (tile.rows - 1 - row) * height
            canvas.setFillGray(0.25 if here else 1.0)
            canvas.rect(x, y, width, height, 1, 1)
            canvas.setFillGray(1.0 if here else 0.25)
            name = f"{chr(ord('A') + row)}{column + 1}"
            canvas.drawCentredString(x + width / 2, y + height / 2 - 1.0, name)
    canvas.restoreState()


def _draw(canvas: Canvas, shape: Shape) -> None:
    canvas.setStrokeGray(_GREYS[shape.layer])
    canvas.setFillGray(_GREYS[shape.layer])
    canvas.setLineWidth(0.5 if shape.layer is Layer.MARK else 0.25)
    match shape:
        case Circle(x=x, y=y, radius=radius, fill=None):
            canvas.circle(x, y, radius)
        case Circle(x=x, y=y, radius=radius, fill=fill):
            canvas.setFillColorRGB(*(part / 255 for part in fill or ()))
            canvas.circle(x, y, radius, stroke=0, fill=1)
        case Path():
            _draw_path(canvas, shape)
        case Text(x=x, y=y, height=height, words=words):
            canvas.setFont("Helvetica", height / 0.72)
            canvas.drawCentredString(x, y - height / 2, words)


def _draw_path(canvas: Canvas, path: Path) -> None:
    line = canvas.beginPath()
    line.moveTo(*path.points[0])
    for point in path.points[1:]:
        line.lineTo(*point)
    if path.closed:
        line.close()
    if path.pen:
        canvas.setLineWidth(path.pen)
        canvas.setLineCap(1)
        canvas.setLineJoin(1)
    if path.fill:
        canvas.setFillColorRGB(*(part / 255 for part in path.fill))
    canvas.drawPath(line, fill=int(bool(path.fill)), stroke=int(not path.fill))
