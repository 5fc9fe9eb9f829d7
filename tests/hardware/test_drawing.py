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
from hardware.drawing.memory import corner_plate, target_plate  # noqa: E402
from hardware.drawing.pdf import RULER_MM, to_pdf, window_at_mm  # noqa: E402
from hardware.drawing.practice import practice  # noqa: E402
from hardware.drawing.tiles import FOOT_MM, MARGIN_MM, PAPERS_MM, STRIP_MM, tiles  # noqa: E402
from hardware.prints import LANGUAGES, NOMINAL, PAPER_ONLY, drawings, texts, write  # noqa: E402
from tests.hardware.glued import SCALE, glued  # noqa: E402

SVG = "{http://www.w3.org/2000/svg}"
BOARDS = [board(variant) for variant in Variant]
WORDS = texts("en")["page"]


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


@pytest.mark.parametrize("b", BOARDS, ids=list(Variant))
def test_holes_are_sorted_by_their_drill(b):
    """DXF and SVG: holes of one diameter share a layer that is named after it."""
    document = ezdxf.read(io.StringIO(to_dxf(draw(b))))
    drills = {f"hole-{2 * p.radius_mm:g}mm" for p in b.places.values()
              if p.holds not in ("balls", "dice")}  # fmt: skip
    for circle in document.modelspace().query("CIRCLE"):
        if circle.dxf.layer.startswith("hole"):
            assert f"hole-{2 * circle.dxf.radius:g}mm" == circle.dxf.layer
    groups = {group.get("id") for group in ET.fromstring(to_svg(draw(b))).iter(f"{SVG}g")}

    assert drills <= {layer.dxf.name for layer in document.layers}
    assert drills <= groups


@pytest.mark.parametrize("paper", PAPERS_MM)
def test_tiles_cover_the_board_without_a_gap(paper):
    """The pages' windows lie edge to edge, cover the whole board, and fit their paper with their strips."""
    drawing = draw(BOARDS[0])
    sheet = tiles(drawing, paper)
    area = sum(tile.width * tile.height for tile in sheet)
    width, height = PAPERS_MM[paper]

    assert drawing.width * drawing.height == pytest.approx(area)
    assert min(tile.x for tile in sheet) == pytest.approx(-drawing.width / 2)
    assert max(tile.y + tile.height for tile in sheet) == pytest.approx(drawing.height / 2)
    for a, b in itertools.pairwise(sheet):
        if a.row == b.row:
            assert math.isclose(a.x + a.width, b.x)
            assert (a.right, b.left) == (b.name, a.name)
    for tile in sheet:
        left, low = window_at_mm(tile, paper)
        assert left >= MARGIN_MM
        assert left + tile.width + STRIP_MM <= width - MARGIN_MM
        assert low - STRIP_MM >= MARGIN_MM + FOOT_MM
        assert low + tile.height <= height - MARGIN_MM


@pytest.mark.parametrize("paper", PAPERS_MM)
def test_glued_pages_are_the_drawing(paper):
    """The pages, printed, cut and glued, show every hole where the board file has it."""
    b = BOARDS[0]
    sheet = glued(practice(b), paper)
    half = b.side_mm / 2
    for place in b.fields:
        x, y = round((place.x_mm + half) * SCALE), round((half - place.y_mm) * SCALE)
        reach = round(place.radius_mm * SCALE * 1.4)
        part = sheet[y - reach : y + reach, x - reach : x + reach].min(axis=2) < 200
        rows, columns = np.nonzero(part)
        middle = np.array([columns.mean(), rows.mean()]) - reach + 0.5

        assert np.abs(middle / SCALE).max() < 0.4, place.name
        assert part.sum() / SCALE**2 == pytest.approx(np.pi * place.radius_mm**2, rel=0.06)


@pytest.mark.parametrize("paper", PAPERS_MM)
def test_check_ruler_is_100_mm(paper):
    """PDF: the ruler on every page measures 100 mm on paper of the right size."""
    document = pypdfium2.PdfDocument(to_pdf(draw(BOARDS[0]), paper, WORDS))
    dots_per_mm = 10
    for page in document:
        picture = page.render(scale=dots_per_mm * 25.4 / 72, grayscale=True).to_numpy()
        picture = picture.reshape(picture.shape[:2])
        foot = picture[-int((MARGIN_MM + FOOT_MM) * dots_per_mm) :, : int(115 * dots_per_mm)]
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
    document = pypdfium2.PdfDocument(to_pdf(drawing, paper, WORDS))
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


def test_nets_fold_into_a_die():
    """A net has nineteen edges of the die's length: twelve to fold, seven to cut; flaps only where they
    glue one of the twelve edges of a cube.
    """
    edge = 18.0
    shapes = list(net(NUMBER_FACES, edge))
    straight = [s for s in shapes if len(s.points) == 2 and math.dist(*s.points) == edge]
    folds = [s for s in straight if s.layer is Layer.MARK]
    cuts = [s for s in straight if s.layer is Layer.CUT]
    flaps = [s for s in shapes if s.layer is Layer.CUT and len(s.points) == 4]

    assert (12, 7, 7) == (len(folds), len(cuts), len(flaps))
    assert len({frozenset(s.points) for s in straight}) == 19


def test_stickers_have_every_face_once():
    """Each face stands once on a square sticker that is smaller than the die's side."""
    squares = [s for s in stickers(OPTION_FACES, 18.0) if getattr(s, "closed", False)]

    assert 6 == len(squares) == len(set(OPTION_FACES)) == len(set(NUMBER_FACES))
    for square in squares:
        xs, ys = zip(*square.points, strict=True)
        assert max(xs) - min(xs) == pytest.approx(max(ys) - min(ys))
        assert 14.0 < max(xs) - min(xs) < 18.0


def test_memory_corner_plate_has_all_its_holes():
    """B6: a corner plate holds four counting fields, two rows of seven holes and four places for balls."""
    b = BOARDS[1]
    plate = corner_plate(b)
    holes = [shape for shape in plate.on(Layer.HOLE) if isinstance(shape, Circle)]
    outline = np.array(next(plate.on(Layer.CUT)).points, np.float32)

    assert 4 + 14 + 4 == len(holes)
    assert 4 == plate.copies
    for hole in holes:
        inside = cv2.pointPolygonTest(outline.reshape(-1, 1, 2), (hole.x, hole.y), True)
        assert inside > hole.radius + 1.0
    assert (outline[:, 0].max() - outline[:, 0].min()) == pytest.approx(plate.width)
    assert (outline[:, 1].max() - outline[:, 1].min()) == pytest.approx(plate.height)


def test_memory_plates_lie_on_the_board_beside_its_holes():
    """Laid on the board, the corner plates leave the outer ring free and the target plate the inner one."""
    b = BOARDS[1]
    outer, inner = b.ring("outer"), b.ring("inner")

    assert b.overlay.corner_inner_mm > outer.radius_mm + outer.hole_mm / 2 + 1
    assert b.overlay.ring_outer_mm < inner.radius_mm - inner.hole_mm / 2 - 1
    assert 16 == sum(1 for _ in target_plate(b).on(Layer.HOLE))


def test_memory_corner_plates_read_for_their_player():
    """The plate's holes, turned into the corner, lie where the board file has them; the text is upright."""
    b = BOARDS[1]
    tip = b.side_mm / math.sqrt(2)
    plate = corner_plate(b)
    shift = -tip + plate.height / 2
    holes = {(round(h.x, 2), round(-(h.y + shift), 2)) for h in plate.on(Layer.HOLE)}
    expected = {
        (round(u, 2), round(v, 2)) for c in b.corners if c.on_overlay for u, v in c.points_mm
    }

    assert expected == holes


def test_both_languages_have_the_same_texts():
    """Every title and every word of the pages is there in both languages, for every drawing."""
    said = {language: texts(language) for language in LANGUAGES}
    names = {name for name, _ in drawings(NOMINAL, texts("en")["notes"])}

    assert names == set(said["en"]["titles"]) == set(said["de"]["titles"])
    assert set(said["en"]["page"]) == set(said["de"]["page"])
    assert set(said["en"]["notes"]) == set(said["de"]["notes"])


def test_the_sheets_speak_their_reader_s_language(tmp_path):
    """What stands on dice and markers is translated like the foot of the page."""
    write(tmp_path, NOMINAL, "de")

    assert "Würfel von" in (tmp_path / "dice.svg").read_text("utf-8")
    assert "Ecke 3" in (tmp_path / "markers.svg").read_text("utf-8")


@pytest.mark.parametrize("language", LANGUAGES)
def test_words_fit_their_page(language):
    """No word of a page's foot runs out of the page or into the map."""
    from reportlab.pdfbase.pdfmetrics import stringWidth  # noqa: PLC0415

    said = texts(language)
    for paper, (width, _) in PAPERS_MM.items():
        room = width - 2 * MARGIN_MM - 30
        for name, drawing in drawings(NOMINAL, texts("en")["notes"]):
            last = tiles(drawing, paper)[-1]
            number = said["page"]["number"].format(page=last.number, pages=last.number)
            title = f"{said['titles'][name]}  ·  {last.name}, {number}"
            assert stringWidth(title, "Helvetica-Bold", 4.0) < room, (paper, title)


def test_everything_is_written(tmp_path):
    """One command writes SVG, DXF and the three papers' PDF of every drawing."""
    names = {path.name for path in write(tmp_path, NOMINAL, "de")}

    assert names == {path.name for path in tmp_path.iterdir()}
    for what, _ in drawings(NOMINAL, texts("en")["notes"]):
        endings = ["svg"] if what in PAPER_ONLY else ["svg", "dxf"]
        assert {f"{what}.{ending}" for ending in endings} <= names
        assert {f"{what}-{paper}.pdf" for paper in PAPERS_MM} <= names


def test_tools_get_no_colour():
    """DXF files carry no shapes that are only printed."""
    document = ezdxf.read(io.StringIO(to_dxf(practice(BOARDS[0]))))

    assert "colour" not in {entity.dxf.layer for entity in document.modelspace()}
