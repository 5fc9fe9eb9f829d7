"""Writes everything to print, cut or drill: `python -m hardware.prints [--out FOLDER] [--board FILE]`.

Boards as SVG and DXF and, tiled for A4, A3 and Letter, as PDF; dice nets and stickers; corner markers.
"""

import argparse
import sys
import tomllib
from collections.abc import Iterator
from pathlib import Path

from hardware.drawing.board import draw
from hardware.drawing.dice import dice_sheet
from hardware.drawing.dxf import to_dxf
from hardware.drawing.markers import marker_sheet
from hardware.drawing.pdf import PAPERS_MM, to_pdf
from hardware.drawing.shapes import Drawing
from hardware.drawing.svg import to_svg
from referee.board import Variant
from referee.board_file import board_from_data

NOMINAL = Path(__file__).parent / "boards" / "inner-circle.toml"


def drawings(board_file: Path) -> Iterator[tuple[str, Drawing]]:
    """Yield every drawing with the name of its files."""
    data = tomllib.loads(board_file.read_text(encoding="utf-8"))
    for variant in Variant:
        board = board_from_data(data, variant)
        yield f"{board.id}-{variant}", draw(board)
    yield "dice", dice_sheet(board.die_mm)
    yield "markers", marker_sheet()


def write(folder: Path, board_file: Path) -> list[Path]:
    """Write all files into ``folder`` and return their paths."""
    folder.mkdir(parents=True, exist_ok=True)
    written = []
    for name, drawing in drawings(board_file):
        files = {f"{name}.svg": to_svg(drawing).encode(), f"{name}.dxf": to_dxf(drawing).encode()}
        files |= {f"{name}-{paper}.pdf": to_pdf(drawing, paper) for paper in PAPERS_MM}
        for file, content in files.items():
            (folder / file).write_bytes(content)
            written.append(folder / file)
    return written


def main() -> int:
    """Write the files and say where they are."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--out", type=Path, default=Path("out/prints"), metavar="FOLDER")
    parser.add_argument("--board", type=Path, default=NOMINAL, metavar="FILE")
    options = parser.parse_args()
    for path in write(options.out, options.board):
        print(path)
    return 0


if __name__ == "__main__":
    sys.exit(main())
