"""`ringrichter calibrate DIR FRAME…`: learn a table from pictures of it."""

import argparse
from pathlib import Path

from firmware.calibrations import save_calibration
from firmware.errors import FirmwareError
from firmware.files import beside
from firmware.json_lines import write_line
from firmware.options import add_eye_options
from firmware.pictures import read_picture
from firmware.resources import nominal_board
from referee.errors import RefereeError
from vision.calibration import Calibration, calibrate
from vision.errors import VisionError

NAME = "calibrate"
HELP = "Learn a table (where the board lies, its colours) from one or more pictures of one camera."


def arguments(parser: argparse.ArgumentParser) -> None:
    """Add the command's arguments."""
    parser.add_argument("folder", metavar="DIR", type=Path, help="where the calibration is kept")
    parser.add_argument("frames", metavar="FRAME", nargs="+", type=Path, help="pictures")
    add_eye_options(parser)


def run(options: argparse.Namespace) -> int:
    """Calibrate, keep it and print one JSON line."""
    try:
        calibration = _calibrate(options)
        save_calibration(options.folder, calibration)
    except (FirmwareError, VisionError, RefereeError) as error:
        write_line({"ok": False, "error": str(error)})
        raise
    write_line(
        {
            "ok": True,
            "quality": round(calibration.quality, 3),
            "colours": list(calibration.appearance.labels),
            "variant": str(calibration.view.board.variant),
        }
    )
    return 0


def _calibrate(options: argparse.Namespace) -> Calibration:
    first = options.frames[0]
    return calibrate(
        [read_picture(path) for path in options.frames],
        nominal_board(options.board),
        measures=beside(first, options.measures, "measures.json", "the measures"),
        match=beside(first, options.match, "match.json", "the match"),
        seat0=options.seat0,
    )
