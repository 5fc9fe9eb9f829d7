"""`ringrichter board PICTURE`: make a board file of one's own board from a picture and a few lengths."""

import argparse
import sys
from pathlib import Path

from firmware.files import beside
from firmware.options import add_eye_options
from firmware.pictures import read_picture
from firmware.resources import nominal_board
from referee.board_file import board_with_measures
from referee.board_toml import board_to_toml
from vision.registration import register

NAME = "board"
HELP = "Make a board file of your own board from a picture and what you measured with a ruler."


def arguments(parser: argparse.ArgumentParser) -> None:
    """Add the command's arguments."""
    parser.add_argument(
        "picture", metavar="PICTURE", type=Path, help="a picture of the whole board"
    )
    add_eye_options(parser)


def run(options: argparse.Namespace) -> int:
    """Print the board file; what was fitted and what was measured is said on standard error."""
    measures = beside(options.picture, options.measures, "measures.json", "the measures")
    board = board_with_measures(nominal_board(options.board), measures or {})
    found = register(read_picture(options.picture), board, seat0=options.seat0)
    given = ", ".join(sorted(measures)) if measures else "nothing"
    remark = f"The Inner Circle: a board fitted to {options.picture.name}.\nMeasured: {given}."
    sys.stdout.write(board_to_toml(found.view.board, remark))
    sys.stderr.write(
        f"ringrichter: a {found.view.board.variant} board of {found.view.board.side_mm:g} mm, "
        f"quality {found.quality:.2f}; measured: {given}\n"
    )
    return 0
