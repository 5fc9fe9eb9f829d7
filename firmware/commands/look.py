"""`ringrichter look IMAGE…`: say what is on the board."""

import argparse
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

from firmware.calibrations import load_calibration
from firmware.files import beside
from firmware.json_lines import write_line
from firmware.look_line import look_line
from firmware.memory import return_large_arrays
from firmware.options import add_eye_options
from firmware.pictures import PictureError, read_picture, write_picture
from firmware.resources import nominal_board
from vision.drawing import draw_seen
from vision.errors import NoBoardError
from vision.frame import Frame
from vision.seeing import Seen, see, see_alone

NAME = "look"
HELP = "Read pictures of a board: one JSON line an image."

Reader = Callable[[Frame, Path], Seen]


def arguments(parser: argparse.ArgumentParser) -> None:
    """Add the command's arguments."""
    parser.add_argument("images", metavar="IMAGE", nargs="+", type=Path, help="pictures")
    parser.add_argument(
        "--session", metavar="DIR", type=Path, help="use the calibration kept in DIR"
    )
    parser.add_argument("--colours", metavar="A,B,…", help="names of the colours, with commas")
    parser.add_argument(
        "--draw",
        metavar="DIR",
        type=Path,
        help="also write each picture with what was read drawn in",
    )
    add_eye_options(parser)


def run(options: argparse.Namespace) -> int:
    """Print one line an image; exit status 1 if any could not be read."""
    return_large_arrays()
    reader = _reader(options)
    status = 0
    for path in options.images:
        line = _line(path, reader, options.draw)
        if "error" in line:
            sys.stderr.write(f"ringrichter: {line['error']}\n")
            status = 1
        write_line(line)
    return status


def _reader(options: argparse.Namespace) -> Reader:
    if options.session is not None:
        calibration = load_calibration(options.session)
        return lambda frame, _path: see(frame, calibration)
    board = nominal_board(options.board)

    def alone(frame: Frame, path: Path) -> Seen:
        return see_alone(
            frame,
            board,
            measures=beside(path, options.measures, "measures.json", "the measures"),
            colours=_colours(options, path),
            seat0=options.seat0,
        )

    return alone


def _colours(options: argparse.Namespace, path: Path) -> list[str] | None:
    if options.colours:
        return [name.strip() for name in options.colours.split(",") if name.strip()]
    match = beside(path, options.match, "match.json", "the match")
    return [str(name) for name in match.get("seats", {}).values()] if match else None


def _line(path: Path, reader: Reader, draw: Path | None) -> dict[str, Any]:
    try:
        frame = read_picture(path)
    except PictureError as error:
        return {"image": path.name, "ok": False, "error": str(error)}
    start_s = time.perf_counter()
    try:
        seen = reader(frame, path)
    except NoBoardError as error:
        return _no_board(path, str(error))
    if seen.sighting.board.mirrored and not seen.sighting.board.seen:
        return _no_board(path, f"{path} is a mirrored picture of the board that was calibrated")
    if not seen.sighting.board.seen:
        return _no_board(path, f"no board found in {path} where the calibration has it")
    took_ms = (time.perf_counter() - start_s) * 1000
    if draw is not None:
        write_picture(draw / f"{path.stem}.png", draw_seen(frame, seen))
    return look_line(path.name, seen.sighting) | {"ms": round(took_ms, 1)}


def _no_board(path: Path, error: str) -> dict[str, Any]:
    return {"image": path.name, "ok": True, "board": False, "error": error}
