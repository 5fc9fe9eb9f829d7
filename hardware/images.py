"""Makes every picture of hardware/README.md anew: `python -m hardware.images [--drawings]`.

All of them are drawings and renderings from the data of this folder; none is a photograph. The renderings
and the wiring diagrams need the extra `cad`; ``--drawings`` leaves them as they are.
"""

import argparse
import hashlib
import sys
import tempfile
import tomllib
from collections.abc import Iterator
from pathlib import Path

from hardware.drawing.field_of_view import heights
from hardware.drawing.practice import practice
from hardware.drawing.shapes import Drawing
from hardware.drawing.steps.laptop import aim, laptop
from hardware.drawing.steps.lights import corner_light, feed, rails, strip_order
from hardware.drawing.steps.pi import header, pi
from hardware.drawing.svg import to_svg
from hardware.field_of_view import least_height_mm
from hardware.power import kits
from hardware.prints import NOMINAL
from hardware.wiring.harness import draw_diagrams, pins
from referee.board_file import board_from_data

HERE = Path(__file__).parent
IMAGES = HERE / "images"
# What the renderings and diagrams were made from: they take too long to be made anew in every test.
MADE_FROM = IMAGES / "made-from.txt"
SOURCES = ("cad/*.py", "cameras.toml", "boards/*.toml", "wiring/*.yml")
# A webcam sees about this much upwards and downwards.
_WEBCAM_VFOV_DEG = 43.0


def drawings() -> Iterator[tuple[str, Drawing]]:
    """Yield every drawing that needs no CAD, with the name of its file."""
    board = board_from_data(tomllib.loads(NOMINAL.read_text(encoding="utf-8")))
    electrics = kits()["electrics"]
    yield "board.svg", practice(board)
    yield "heights.svg", heights(board.side_mm, board.thickness_mm, board.ball_mm)
    yield "pi.svg", pi()
    yield "corner-light.svg", corner_light(electrics["corner"])
    yield "corner-pins.svg", header(pins(), ("corners", "button"), "Kit A at the header")
    yield "button.svg", header(pins(), ("button",), "The button at the header")
    yield "strip-pins.svg", header(pins(), ("strip", "button"), "Kit B at the header")
    yield "feed.svg", feed(electrics["strip"])
    yield "measure.svg", feed(electrics["strip"], meters=True)
    yield "strip.svg", strip_order(board, electrics["strip"])
    yield "rails.svg", rails(board, electrics["strip"])
    yield "laptop.svg", laptop("sh firmware/try.sh")
    least = least_height_mm(_WEBCAM_VFOV_DEG, board.side_mm)
    yield "aim.svg", aim(board.side_mm, (least, 1.25 * least))


def fingerprint() -> str:
    """Return a digest of everything that the renderings and diagrams are made from."""
    digest = hashlib.sha256()
    for pattern in SOURCES:
        for path in sorted(HERE.glob(pattern)):
            digest.update(path.name.encode() + path.read_bytes())
    return digest.hexdigest()


def main() -> int:
    """Make the pictures."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--drawings", action="store_true", help="only those that need no CAD")
    options = parser.parse_args()
    IMAGES.mkdir(exist_ok=True)
    for name, drawing in drawings():
        (IMAGES / name).write_text(to_svg(drawing), encoding="utf-8")
    if options.drawings:
        return 0
    from hardware.cad.pictures import write_pictures  # noqa: PLC0415  (needs the extra `cad`)

    write_pictures(IMAGES)
    with tempfile.TemporaryDirectory() as folder:
        draw_diagrams(Path(folder))
        for made in sorted(Path(folder).iterdir()):
            target = {".svg": IMAGES, ".tsv": HERE / "wiring"}.get(made.suffix)
            if target:
                text = made.read_text(encoding="utf-8")
                (target / made.name).write_text(text, encoding="utf-8")
    MADE_FROM.write_text(f"{fingerprint()}\n", encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
