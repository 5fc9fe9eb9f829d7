"""`ringrichter doctor`: look whether everything that a table needs works."""

import argparse

from firmware.doctor import STEPS, examine, report
from firmware.options import add_settings
from firmware.resources import LANGUAGES, texts
from firmware.settings import read_settings
from referee.catalogue import speaker

NAME = "doctor"
HELP = "Test camera, board, lights, button, disk, network and time, and say what to do."


def arguments(parser: argparse.ArgumentParser) -> None:
    """Add the command's arguments."""
    parser.add_argument(
        "steps",
        metavar="STEP",
        nargs="*",
        type=_step,
        help=f"only these: {', '.join(STEPS)}",
    )
    parser.add_argument(
        "--language", choices=LANGUAGES, help="language of the findings (default: the table's)"
    )
    add_settings(parser)


def _step(text: str) -> str:
    if text not in STEPS:
        raise argparse.ArgumentTypeError(f"there is no {text!r}; known: {', '.join(STEPS)}")
    return text


def run(options: argparse.Namespace) -> int:
    """Print a line for each finding; exit status 1 if something does not work."""
    settings = read_settings(options.settings)
    say = speaker(texts("firmware", options.language or settings.table.language), {})
    status = 0
    for line, bad in report(examine(settings, tuple(options.steps)), say):
        print(line, flush=True)
        status = 1 if bad else status
    return status
