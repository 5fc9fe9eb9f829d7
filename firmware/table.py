"""A whole table put together: camera, keeper, lights and page, until somebody ends it."""

import signal
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from types import FrameType
from typing import Any

from firmware.archive import TableArchive
from firmware.cameras.port import FrameSource
from firmware.eyes import learner, stored_eye
from firmware.files import read_json_file
from firmware.hub import Desk, Hub
from firmware.journal import Journal
from firmware.keeper import Keeper
from firmware.lights.choice import choose_lights
from firmware.lights.language import lamps
from firmware.loop import Clock, Loop, Pace
from firmware.page import (
    STREAMS,
    PageServer,
    address_of,
    catalogues,
    keys,
    listen,
    qr_svg,
    rulebooks,
)
from firmware.page_pictures import TablePictures
from firmware.recording import MEASURES_FILE
from firmware.resources import nominal_board
from firmware.service import Service
from firmware.settings import Settings
from referee.board import Variant
from web.app import create_app
from web.settings import PageSettings

JOURNAL_FILE = "journal.sqlite"
CALIBRATION_FOLDER = "calibration"


@dataclass(frozen=True, slots=True, kw_only=True)
class Opening:
    """How a table is opened.

    Args:
        settings: all settings.
        folder: where matches and the calibration are kept.
        open_camera: makes the camera; a simulated one needs to know what is played, and may ask for things.
        open_to_all: whether every phone may do everything (a trial on one's own machine).

    """

    settings: Settings
    folder: Path
    open_camera: Callable[[Keeper, Desk], FrameSource]
    open_to_all: bool = False


def run_table(opening: Opening, announce: Callable[[PageSettings], None]) -> None:
    """Run a table until it is told to end; ``announce`` is called once the page answers.

    Raises:
        FirmwareError: the port is taken, a folder cannot be written, a device cannot be used.

    """
    settings = opening.settings
    with ExitStack() as stack:
        listening = stack.enter_context(listen(settings.page.host, settings.page.port))
        journal = stack.enter_context(Journal(opening.folder / JOURNAL_FILE))
        keeper = _keeper(opening, journal)
        hub, desk, service = Hub(keeper.snapshot()), Desk(), Service()
        page = _page_settings(opening, address_of(listening))
        app = create_app(
            hub=hub,
            commands=desk,
            boards={v: nominal_board(settings.table.board, v) for v in Variant},
            settings=page,
            texts=catalogues(settings.table.board),
            rules=rulebooks(settings.table.board),
            archive=TableArchive(journal, keeper),
            pictures=TablePictures(keeper),
            qr_svg=qr_svg,
        )
        lights = choose_lights(settings.lights, nominal_board(settings.table.board))
        stack.enter_context(lights)
        server = stack.enter_context(PageServer(app, listening))
        loop = Loop(
            open_camera=partial(opening.open_camera, keeper, desk),
            keeper=keeper,
            hub=hub,
            desk=desk,
            lights=lights,
            clock=Clock(time.monotonic, time.sleep),
            pace=Pace(per_second=settings.camera.per_second, brightness=settings.lights.brightness),
            # The watchdog is fed only while pictures are taken and the page's thread lives.
            alive=lambda: service.alive() if server.alive else None,
        )
        with _ended_by_signals(loop):
            announce(page)
            service.ready()
            loop.run()
        service.stopping()


def _keeper(opening: Opening, journal: Journal) -> Keeper:
    settings = opening.settings
    board = nominal_board(settings.table.board)
    calibration = opening.folder / CALIBRATION_FOLDER
    return Keeper(
        journal,
        learner(calibration, board, _measures(opening.folder)),
        stored_eye(calibration),
        camera=settings.camera.source,
        lights=partial(lamps, show_choices=settings.lights.help)
        if settings.lights.driver != "none"
        else lambda _: {},
    )


def _measures(folder: Path) -> Mapping[str, Any] | None:
    path = folder / MEASURES_FILE
    return read_json_file(path, "the measures") if path.is_file() else None


def _page_settings(opening: Opening, address: str) -> PageSettings:
    secret, key = keys(opening.folder)
    page = opening.settings.page
    return PageSettings(
        secret=secret,
        address=address,
        pin=page.pin,
        owner_pin=page.owner_pin,
        key="" if opening.open_to_all else key,
        open=opening.open_to_all,
        max_streams=STREAMS,
    )


@contextmanager
def _ended_by_signals(loop: Loop) -> Iterator[None]:
    """Let the system and Ctrl-C end the loop between two pictures."""

    def end(_number: int, _frame: FrameType | None) -> None:
        loop.stop()

    before = {number: signal.signal(number, end) for number in (signal.SIGTERM, signal.SIGINT)}
    try:
        yield
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)
