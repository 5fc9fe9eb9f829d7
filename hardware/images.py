"""Makes every picture of hardware/README.md anew: `python -m hardware.images` (needs the extra `cad`).

All of them are drawings from the data of this folder; none is a photograph.
"""

import sys
import tempfile
import tomllib
from pathlib import Path

from hardware.cad.build import build
from hardware.cad.dimensions import Arm, Board
from hardware.drawing.board import draw
from hardware.drawing.field_of_view import heights
from hardware.drawing.svg import to_svg
from hardware.prints import NOMINAL
from hardware.wiring.harness import draw_diagrams
from referee.board_file import board_from_data

IMAGES = Path(__file__).parent / "images"


def main() -> int:
    """Make the pictures."""
    board = board_from_data(tomllib.loads(NOMINAL.read_text(encoding="utf-8")))
    IMAGES.mkdir(exist_ok=True)
    (IMAGES / "board.svg").write_text(to_svg(draw(board)), encoding="utf-8")
    view = heights(board.side_mm, board.thickness_mm, board.ball_mm)
    (IMAGES / "heights.svg").write_text(to_svg(view), encoding="utf-8")
    with tempfile.TemporaryDirectory() as folder:
        build(Path(folder), Arm(), Board())
        draw_diagrams(Path(folder))
        for picture in sorted(Path(folder).glob("*.svg")):
            text = picture.read_text(encoding="utf-8")
            (IMAGES / picture.name).write_text(text, encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
