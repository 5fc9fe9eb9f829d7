"""The printed, cut and drilled board: files are parsed back and measured."""

import io
import itertools
import math
import xml.etree.ElementTree as ET

import cv2
import numpy as np
import pytest

from hardware.drawing.board import draw
from hardware.drawing.shapes import Circle, Drawing, Layer
from hardware.drawing.svg import to_svg
from referee.board import Board, Variant
from tests.hardware.test_board import board

ezdxf = pytest.importorskip("ezdxf", reason="needs the hardware extra: pip install .[hardware]")
pytest.importorskip("reportlab", reason="needs the hardware extra: pip install .[hardware]")
pypdfium2 = pytest.importorskip("pypdfium2", reason="needs the hardware extra")

from hardware.drawing.dice import NUMBER_FACES, OPTION_FACES, net, stickers  # noqa: E402
from hardware.drawing.dxf import to_dxf  # noqa: E402
from hardware.drawing.markers import MARKER_MM, marker_sheet  # noqa: E402
from hardware.drawing.pdf import OVERLAP_MM, PAPERS_MM, RULER_MM, tiles, to_pdf  # noqa: E402
from hardware.prints import NOMINAL, write  # noqa: E402

SVG = "{http://www.w3.org/2000/svg}"
BOARDS = [board(variant) for variant in Variant]


def expected_holes(b: Board) -> list[tuple[float, float, float]]:
    """Every place as centre and radius, in a fixed order."""
    return sorted((round(p.x_mm, 2), round(p.y_mm, 2), p.radius_mm) for p in b.places.values())


@pytest.mark.parametrize("b", BOARDS, ids=list(Variant))
def test_svg_holes_lie_where_the_board_file_has_them(b):
    """SVG: every place is a circle at its place in millimetres, on a page of the board's size."""
    root = ET.fromstring(to_svg(draw(b)))
    circles = [
        (round(float(c.get("cx")), 2), round(-float(c.get("cy")), 2), float(c.get("r")))
        for c in root.iter(f"{SVG}circle")
    ]

    assert f"{b.side_mm:g}mm" == root.get("width")
    assert pytest.approx(b.side_mm) == float(root.get("viewBox").split()[2])
    np.testing.assert_allclose(expected_holes(b), sorted(circles), atol=0.011)


@pytest.mark.parametrize("b", BOARDS, ids=list(Variant))
def test_dxf_holes_lie_where_the_board_file_has_them(b):
    """DXF: every place is a circle in millimetres on the layer of its tool, within the outline."""
    document = ezdxf.read(io.StringIO(to_dxf(draw(b))))
    space = document.modelspace()
    circles = [
        (round(c.dxf.center.x, 2), round(c.dxf.center.y, 2), c.dxf.radius)
        for c in space.query("CIRCLE")
    ]
    (outline,) = space.query("LWPOLYLINE[layer=='cut']")
    xs = [point[0] for point in outline.get_points()]

    assert ezdxf.units.MM == document.units
    np.testing.assert_allclose(expected_holes(b), sorted(circles), atol=0.011)
    assert pytest.approx(b.side_mm) == max(xs) - min(xs)


@pytest.mark.parametrize("paper", PAPERS_MM)
def test_tiles_cover_the_board_and_overlap(paper):
    """The tiles of each paper cover the whole board, each reaching into its neighbour."""
    drawing = draw(BOARDS[0])
    sheet = list(tiles(drawing, paper))
    first, last = sheet[0], sheet[-1]

    assert first.x <= -drawing.width / 2
    assert first.y + first.height >= drawing.height / 2
    assert last.x + last.width >= drawing.width / 2
    assert last.y <= -drawing.height / 2
    for a, b in itertools.pairwise(sheet):
        if a.row == b.row:
            assert math.isclose(a.x + a.width - b.x, OVERLAP_MM)


@pytest.mark.parametrize("paper", PAPERS_MM)
def test_check_ruler_is_100_mm(paper):
    """PDF: the ruler on every page measures 100 mm on paper of the right size."""
    document = pypdfium2.PdfDocument(to_pdf(draw(BOARDS[0]), paper))
    dots_per_mm = 10
    for page in document:
        picture = page.render(scale=dots_per_mm * 25.4 / 72, grayscale=True).to_numpy()
        picture = picture.reshape(picture.shape[:2])
        foot = picture[-int(14 * dots_per_mm) :]
        longest = max(_longest_run(row < 128) for row in foot)

        assert pytest.approx(PAPERS_MM[paper][0], abs=0.5) == page.get_width() * 25.4 / 72
        assert pytest.approx(RULER_MM, abs=0.5) == longest / dots_per_mm


def _longest_run(dark) -> int:
    best = run = 0
    for dot in dark:
        run = run + 1 if dot else 0
        best = max(best, run)
    return best


@pytest.mark.parametrize("b", BOARDS, ids=list(Variant))
def test_marks_stay_clear_of_the_holes(b):
    """No engraved stroke runs into a hole, so that every mark can be made and seen."""
    drawing = draw(b)
    holes = [shape for shape in drawing.on(Layer.HOLE) if isinstance(shape, Circle)]
    for point in _mark_points(drawing):
        for hole in holes:
            assert math.hypot(point[0] - hole.x, point[1] - hole.y) > hole.radius


def _mark_points(drawing: Drawing):
    for shape in drawing.on(Layer.MARK):
        yield from getattr(shape, "points", ((getattr(shape, "x", 0), getattr(shape, "y", 0)),))


def rendered(drawing: Drawing, paper: str, dots_per_mm: float) -> list[np.ndarray]:
    """Every page of the PDF as a grey picture."""
    document = pypdfium2.PdfDocument(to_pdf(drawing, paper))
    scale = dots_per_mm * 25.4 / 72
    pages = [page.render(scale=scale, grayscale=True).to_numpy() for page in document]
    return [page.reshape(page.shape[:2]) for page in pages]


def test_printed_markers_are_found_and_have_their_size():
    """Every corner marker on the printed sheet is read by OpenCV's detector and is 40 mm wide."""
    detector = cv2.aruco.ArucoDetector(
        cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_APRILTAG_36h11)
    )
    found = {}
    for page in rendered(marker_sheet(), "a3", 6):
        corners, ids, _ = detector.detectMarkers(page)
        for quad, seat in zip(corners, [] if ids is None else ids.ravel(), strict=True):
            found[int(seat)] = np.linalg.norm(quad.reshape(4, 2)[0] - quad.reshape(4, 2)[1]) / 6

    assert {0, 1, 2, 3} == set(found)
    assert [MARKER_MM] * 4 == pytest.approx(list(found.values()), abs=0.4)


def test_nets_and_stickers_have_every_face_once():
    """Each die's net is six squares of its edge; each face stands once on the net and on a sticker."""
    edge = 18.0
    squares = [s for s in net(NUMBER_FACES, edge) if getattr(s, "closed", False)]
    labels = [s for s in stickers(OPTION_FACES, edge) if getattr(s, "closed", False)]

    assert 6 == len(squares) == len(labels) == len(set(OPTION_FACES)) == len(set(NUMBER_FACES))
    for square in squares:
        xs, ys = zip(*square.points, strict=True)
        assert (edge, edge) == pytest.approx((max(xs) - min(xs), max(ys) - min(ys)))
    assert len({square.points for square in squares}) == 6


def test_everything_is_written(tmp_path):
    """One command writes SVG, DXF and the three papers' PDF of boards, dice and markers."""
    names = {path.name for path in write(tmp_path, NOMINAL)}

    assert names == {path.name for path in tmp_path.iterdir()}
    for what in ("inner-circle-base", "inner-circle-memory", "dice", "markers"):
        assert {
            f"{what}.svg",
            f"{what}.dxf",
            *(f"{what}-{paper}.pdf" for paper in PAPERS_MM),
        } <= names
