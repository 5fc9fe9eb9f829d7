"""`ringrichter try`: a simulated table with the page, without a camera and a board."""

import argparse
import dataclasses
import logging
import math
from pathlib import Path

from firmware.commands.serve import announce
from firmware.errors import SettingsError
from firmware.options import add_port, add_settings
from firmware.resources import nominal_board
from firmware.settings import Settings, read_settings, usual_folder
from firmware.table import Opening, run_table
from firmware.trial import Script, TrialCamera
from referee.board import Variant
from referee.games.inner_circle.blunders import CLUMSY, NEAT

NAME = "try"
HELP = (
    "Play at a simulated table: painted pictures, the same eye, referee and page as at a real one."
)

_PICTURES_A_SECOND = 8.0
_SLOWEST, _FASTEST = 0.1, 10


def arguments(parser: argparse.ArgumentParser) -> None:
    """Add the command's arguments."""
    parser.add_argument("--host", help="address to listen on (default: all of this machine)")
    add_port(parser)
    parser.add_argument("--seed", type=_seed, default=4, help="which table is painted (default: 4)")
    parser.add_argument("--seats", default="0,2", help="who plays, as numbers with commas (0,2)")
    parser.add_argument("--balls", type=int, default=2, help="balls for each player (default: 2)")
    parser.add_argument("--memory", action="store_true", help="play with the Memory plates")
    parser.add_argument("--pace", type=_pace, default=1.0, help="faster (2) or slower than life")
    parser.add_argument(
        "--clumsy", action="store_true", help="players make mistakes and bump things"
    )
    parser.add_argument("--folder", type=Path, help="where the matches are kept")
    add_settings(parser)


def run(options: argparse.Namespace) -> int:
    """Run the simulated table until it is ended."""
    logging.basicConfig(format="%(message)s", level=logging.INFO)
    settings = _settings(options)
    variant = Variant.MEMORY if options.memory else Variant.BASE
    board = nominal_board(settings.table.board, variant)
    script = Script(
        seed=options.seed,
        seats=_seats(options.seats, board.seats),
        balls=options.balls,
        pace=options.pace,
        clumsiness=CLUMSY if options.clumsy else NEAT,
    )
    # Each painted table has its own calibration and matches.
    folder = options.folder or usual_folder_of_trials() / f"{options.seed}-{variant}"
    opening = Opening(
        settings=settings,
        folder=folder,
        open_camera=lambda _settings, keeper, desk: TrialCamera(script, board, keeper, desk),
        open_to_all=True,
    )
    run_table(opening, announce)
    return 0


def usual_folder_of_trials() -> Path:
    """Return where the matches of simulated tables are kept if nothing else is said."""
    return usual_folder() / "try"


def _settings(options: argparse.Namespace) -> Settings:
    settings = read_settings(options.settings)
    page, lights = settings.page, settings.lights
    if options.host is not None:
        page = dataclasses.replace(page, host=options.host)
    if options.port is not None:
        page = dataclasses.replace(page, port=options.port)
    if lights.driver == "none":
        lights = dataclasses.replace(lights, driver="simulated")
    camera = dataclasses.replace(settings.camera, source="simulated", per_second=_PICTURES_A_SECOND)
    return dataclasses.replace(settings, page=page, lights=lights, camera=camera)


def _seed(text: str) -> int:
    if not text.isdecimal():
        raise argparse.ArgumentTypeError(f"{text!r} is no seed; expected a whole number from 0 on")
    return int(text)


def _pace(text: str) -> float:
    try:
        pace = float(text)
    except ValueError:
        pace = math.nan
    if not _SLOWEST <= pace <= _FASTEST:
        raise argparse.ArgumentTypeError(
            f"{text!r} is no pace; expected {_SLOWEST} to {_FASTEST}, 1 for that of life"
        )
    return pace


def _seats(text: str, count: int) -> tuple[int, ...]:
    parts = [part.strip() for part in text.split(",")]
    seats = tuple(sorted({int(part) for part in parts if part.isdecimal()}))
    if len(seats) != len(parts) or len(seats) < 2 or seats[-1] >= count:
        raise SettingsError(
            f"--seats is {text!r}; expected two or more of 0 to {count - 1}, such as 0,2"
        )
    return seats
