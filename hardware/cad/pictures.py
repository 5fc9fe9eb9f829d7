"""The renderings of hardware/README.md: the arm on a table, all parts on one sheet, each part, the view."""

import tomllib
from pathlib import Path

import cv2
import numpy as np

from hardware.cad.assembly import arm_parts, table_and_board
from hardware.cad.build import picture, prints, triangles
from hardware.cad.dimensions import Arm, Board
from hardware.cad.render import Body, Floats, Picture, render
from hardware.drawing.steps.table import seen
from hardware.field_of_view import cameras
from hardware.prints import NOMINAL
from referee.board import Board as GameBoard
from referee.board import Place
from referee.board_file import board_from_data

_COLUMNS, _CELL_PX = 5, 300
_AROUND = np.linspace(0.0, 2 * np.pi, 25)


def write_pictures(folder: Path) -> None:
    """Write all renderings into ``folder``."""
    board = board_from_data(tomllib.loads(NOMINAL.read_text(encoding="utf-8")))
    cells = []
    for item in prints(Arm(), Board(thickness_mm=board.thickness_mm)):
        shown = picture(item.part)
        _write(folder / f"{item.name}.png", shown)
        cells.append(_cell(shown, f"{item.count} x {item.name}"))
    _write(folder / "parts.png", _sheet(cells))
    _write(folder / "arm.png", arm_on_table(board))
    # Painted with a sensor's noise, which PNG cannot pack.
    cv2.imwrite(str(folder / "view.jpg"), seen(board), [cv2.IMWRITE_JPEG_QUALITY, 85])


def _write(path: Path, shown: Picture) -> None:
    cv2.imwrite(str(path), shown, [cv2.IMWRITE_PNG_COMPRESSION, 9])


def arm_on_table(board: GameBoard) -> Picture:
    """Return a rendering of the arm with Camera Module 3 over a board on a table."""
    arm = Arm()
    camera = next(camera for camera in cameras() if camera["id"] == "module-3")
    placed = (
        *arm_parts(arm, camera),
        *table_and_board(arm, board.side_mm, board.thickness_mm),
    )
    middle = (arm.half_mm + arm.reach_mm, arm.bars_apart_mm, board.thickness_mm + 0.4)
    bodies = [Body(triangles(part.part), part.material) for part in placed]
    bodies += [Body(_disc(place, middle), "hole") for place in board.places.values()]
    return render(bodies, (-1.0, -1.6, 0.9), 900)


def _disc(place: Place, middle: tuple[float, float, float]) -> Floats:
    """A place as a flat disc on the board, (n, 3, 3)."""
    at = np.array([place.x_mm, place.y_mm, 0.0]) + middle
    rim = np.stack([np.cos(_AROUND), np.sin(_AROUND), 0 * _AROUND], axis=1) * place.radius_mm + at
    return np.stack([np.broadcast_to(at, rim[1:].shape), rim[:-1], rim[1:]], axis=1)


def _cell(shown: Picture, words: str) -> Picture:
    scale = min((_CELL_PX - 50) / max(shown.shape[:2]), 1.0)
    small = cv2.resize(shown, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)
    cell = np.full((_CELL_PX, _CELL_PX, 3), 255, np.uint8)
    top, left = 10, (_CELL_PX - small.shape[1]) // 2
    cell[top : top + small.shape[0], left : left + small.shape[1]] = small
    cv2.putText(cell, words, (12, _CELL_PX - 14), cv2.FONT_HERSHEY_SIMPLEX, 0.5, (40, 40, 40), 1,
                cv2.LINE_AA)  # fmt: skip
    return cell


def _sheet(cells: list[Picture]) -> Picture:
    blank = np.full_like(cells[0], 255)
    padded = [*cells, *[blank] * (-len(cells) % _COLUMNS)]
    rows = [np.hstack(padded[i : i + _COLUMNS]) for i in range(0, len(padded), _COLUMNS)]
    return np.vstack(rows)
