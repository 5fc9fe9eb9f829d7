"""`ringrichter serve`: referee at a real table, with the page for phones."""

import argparse
import dataclasses
import logging

from firmware.cameras.choice import open_source
from firmware.cameras.port import FrameSource
from firmware.hub import Desk
from firmware.keeper import Keeper
from firmware.options import add_port, add_settings
from firmware.page import qr_text
from firmware.settings import Settings, read_settings
from firmware.table import Opening, run_table
from web.settings import PageSettings

NAME = "serve"
HELP = "Referee at a real table: camera, lights and page as the settings say."


def arguments(parser: argparse.ArgumentParser) -> None:
    """Add the command's arguments."""
    add_settings(parser)
    parser.add_argument("--camera", metavar="SOURCE", help="another camera than in the settings")
    add_port(parser)


def run(options: argparse.Namespace) -> int:
    """Run the table until it is ended."""
    logging.basicConfig(format="%(message)s", level=logging.INFO)
    settings = _with_options(read_settings(options.settings), options)
    run_table(Opening(settings=settings, folder=settings.folder, open_camera=_camera), announce)
    return 0


def _camera(settings: Settings, _keeper: Keeper, _desk: Desk) -> FrameSource:
    camera = settings.camera
    return open_source(camera.source, size_px=camera.size_px, mains_hz=camera.mains_hz)


def announce(page: PageSettings) -> None:
    """Print where the page is, and the QR code that lets phones in."""
    print(f"The page is at {page.address}")
    print(qr_text(page.link), flush=True)


def _with_options(settings: Settings, options: argparse.Namespace) -> Settings:
    if options.camera is not None:
        camera = dataclasses.replace(settings.camera, source=options.camera)
        settings = dataclasses.replace(settings, camera=camera)
    if options.port is not None:
        page = dataclasses.replace(settings.page, port=options.port)
        settings = dataclasses.replace(settings, page=page)
    return settings
