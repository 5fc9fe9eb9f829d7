"""Writes everything to print, cut or drill: `python -m hardware.prints [--out FOLDER] [--board FILE]`.

Plans of the boards and of Memory's plates as SVG and DXF and, tiled for A4, A3 and Letter, as PDF; practice
boards in colour; dice nets and stickers; corner markers.
"""

import argparse
import sys
import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

from hardware.drawing.board import draw
from hardware.drawing.dice import dice_sheet
from hardware.drawing.dxf import to_dxf
from hardware.drawing.markers import marker_sheet
from hardware.drawing.memory import corner_plate, target_plate
from hardware.drawing.pdf import to_pdf
from hardware.drawing.practice import practice
from hardware.drawing.shapes import Drawing
from hardware.drawing.svg import to_svg
from hardware.drawing.tiles import PAPERS_MM
from referee.board import Variant
from referee.board_file import board_from_data
from referee.errors import BoardError

HERE = Path(__file__).parent
NOMINAL = HERE / "boards" / "inner-circle.toml"
LANGUAGES = ("en", "de")
# On paper alone, without a tool's layers.
PAPER_ONLY = ("practice", "practice-memory")


def texts(language: str) -> dict[str, Any]:
    """Return what the prints say in one language."""
    return tomllib.loads((HERE / f"texts.{language}.toml").read_text(encoding="utf-8"))


def drawings(board_file: Path, notes: Mapping[str, str]) -> Iterator[tuple[str, Drawing]]:
    """Yield every drawing with its name, which is that of its files and of its title in the texts.

    ``notes`` are the words that stand on the drawings themselves (texts.LANGUAGE.toml).
    """
    data = tomllib.loads(board_file.read_text(encoding="utf-8"))
    base, memory = (board_from_data(data, variant) for variant in (Variant.BASE, Variant.MEMORY))
    yield "board", draw(base)
    yield "board-memory", draw(memory)
    yield "practice", practice(base)
    yield "practice-memory", practice(memory)
    yield "memory-corner", corner_plate(memory)
    yield "memory-target", target_plate(memory)
    yield "dice", dice_sheet(base.die_mm, notes["dice"])
    yield "markers", marker_sheet(notes["marker"])


def write(folder: Path, board_file: Path, language: str = LANGUAGES[0]) -> list[Path]:
    """Write all files into ``folder`` and return their paths."""
    folder.mkdir(parents=True, exist_ok=True)
    said, written = texts(language), []
    for name, untitled in drawings(board_file, said["notes"]):
        drawing = replace(untitled, title=said["titles"][name])
        files = {f"{name}.svg": to_svg(drawing).encode()}
        if name not in PAPER_ONLY:
            files[f"{name}.dxf"] = to_dxf(drawing).encode()
        files |= {
            f"{name}-{paper}.pdf": to_pdf(drawing, paper, said["page"]) for paper in PAPERS_MM
        }
        for file, content in files.items():
            (folder / file).write_bytes(content)
            written.append(folder / file)
    return written


def main() -> int:
    """Write the files and say where they are."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--out", type=Path, default=Path("out/prints"), metavar="FOLDER")
    parser.add_argument("--board", type=Path, default=NOMINAL, metavar="FILE")
    parser.add_argument("--language", choices=LANGUAGES, default=LANGUAGES[0])
    options = parser.parse_args()
    try:
        written = write(options.out, options.board, options.language)
    except (OSError, tomllib.TOMLDecodeError, BoardError) as error:
        parser.error(f"{options.board}: {error}")
    for path in written:
        print(path)
    return 0


if __name__ == "__main__":
    sys.exit(main())
