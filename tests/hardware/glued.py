"""The practice board as somebody makes it: pages printed at true scale, cut, glued, photographed."""

import dataclasses

import cv2
import numpy as np
from numpy.typing import NDArray

from firmware.resources import nominal_board
from firmware.simulation.show import simulated_table
from hardware.drawing.markers import (
    MARKER_PITCH_MM,
    MARKER_SIDE_MM,
    marker_place_mm,
    marker_sheet,
)
from hardware.drawing.pdf import to_pdf, window_at_mm
from hardware.drawing.practice import practice
from hardware.drawing.shapes import Drawing
from hardware.drawing.tiles import STRIP_MM, tiles
from hardware.prints import texts
from referee.board import Board, corner_to_board
from vision.painter.table import Sheet, Table
from vision.painter.views import Hanging, camera_over
from vision.view import View

Picture = NDArray[np.uint8]

# Pixels a millimetre of paper; and how far a page slips while it is glued.
SCALE = 4
SLIP_MM = 0.4
SIZE_PX = (1280, 960)


def rendered(drawing: Drawing, paper: str, dots_per_mm: float) -> list[Picture]:
    """Every page of the PDF in colour, (h, w, 3) uint8, red first."""
    import pypdfium2  # noqa: PLC0415  (an extra that the tests who call this ask for)

    document = pypdfium2.PdfDocument(to_pdf(drawing, paper, texts("en")["page"]))
    scale = dots_per_mm * 25.4 / 72
    return [page.render(scale=scale, rev_byteorder=True).to_numpy()[..., :3] for page in document]


def glued(drawing: Drawing, paper: str, slips: np.random.Generator | None = None) -> Picture:
    """The whole sheet (h, w, 3): each page cut at its dashed lines and laid on the strips before it."""
    width, height = round(drawing.width * SCALE), round(drawing.height * SCALE)
    sheet = np.full((height + 80, width + 80, 3), 255, np.uint8)
    for tile, page in zip(tiles(drawing, paper), rendered(drawing, paper, SCALE), strict=True):
        left, low = window_at_mm(tile, paper)
        right = tile.width + (STRIP_MM if tile.right else 0.0)
        below = STRIP_MM if tile.below else 0.0
        top = len(page) - round((low + tile.height) * SCALE)
        cut = page[top : top + round((tile.height + below) * SCALE),
                   round(left * SCALE) : round((left + right) * SCALE)]  # fmt: skip
        slip = slips.uniform(-SLIP_MM, SLIP_MM, 2) if slips else np.zeros(2)
        x = 20 + round((tile.x + drawing.width / 2 + slip[0]) * SCALE)
        y = 20 + round((drawing.height / 2 - tile.y - tile.height + slip[1]) * SCALE)
        sheet[y : y + len(cut), x : x + cut.shape[1]] = cut
    return sheet[20 : 20 + height, 20 : 20 + width]


def lay_markers(picture: Picture, view: View) -> Picture:
    """The picture with the printed markers laid beside the board's corners, each cut out of its sheet."""
    sheet, pitch = glued(marker_sheet(), "a4"), MARKER_PITCH_MM
    laid, size = picture.copy(), picture.shape[1::-1]
    for seat, place in enumerate(corners_mm(view.board)):
        at = np.array(marker_place_mm(seat)) * [1, -1] + pitch
        left, top = (round(v * SCALE) for v in at - MARKER_SIDE_MM / 2)
        side = round(MARKER_SIDE_MM * SCALE)
        cut = np.ascontiguousarray(sheet[top : top + side, left : left + side, ::-1])
        outwards = np.sign(place) * [MARKER_SIDE_MM / 2 + 8, -MARKER_SIDE_MM / 2]
        x, y = place + outwards
        half = MARKER_SIDE_MM / 2
        square = [
            (x - half, y + half),
            (x + half, y + half),
            (x + half, y - half),
            (x - half, y - half),
        ]
        seen = view.camera.project(np.array([(*point, 0.0) for point in square])).astype(np.float32)
        flat_px = np.array([(0, 0), (side, 0), (side, side), (0, side)], np.float32)
        warp = cv2.getPerspectiveTransform(flat_px, seen)
        shown = cv2.warpPerspective(cut, warp, size, flags=cv2.INTER_AREA)
        mask = cv2.warpPerspective(np.full(cut.shape[:2], 255, np.uint8), warp, size) > 127
        laid[mask] = (0.75 * shown[mask]).astype(np.uint8)
    return laid


def corners_mm(board: Board) -> list[NDArray[np.float64]]:
    """The board's corners in the order of the seats."""
    half = board.side_mm / 2
    return [np.sign(np.array(corner_to_board(seat, 0.0, 1.0))) * half for seat in range(4)]


def flat(board: Board) -> Board:
    """The board as a sheet of paper: holes and recesses are only printed."""
    return dataclasses.replace(
        board,
        rings=tuple(dataclasses.replace(ring, hole_depth_mm=0.05) for ring in board.rings),
        discs=tuple(dataclasses.replace(disc, depth_mm=0.0) for disc in board.discs),
        corners=tuple(
            dataclasses.replace(c, depth_mm=0.0 if c.holds == "balls" else 0.05)
            for c in board.corners
        ),
        thickness_mm=0.5,
        edge_mm=0.1,
    )


def practice_table(seed: int, paper: str, hanging: Hanging | None = None) -> Table:
    """A table of this seed with the printed practice board on it, glued as well as people glue."""
    table, nominal = simulated_table(nominal_board(), seed), nominal_board()
    rng = np.random.default_rng(seed)
    return dataclasses.replace(
        table,
        board=flat(nominal),
        camera=camera_over(nominal, rng, hanging or Hanging(size_px=SIZE_PX)),
        look=dataclasses.replace(table.look, felt_mm=0.0, finish="oil"),
        sheet=Sheet(glued(practice(nominal), paper, rng)),
        spare=(),
    )
