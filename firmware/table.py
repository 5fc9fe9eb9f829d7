"""A whole table put together: camera, keeper, lights and page, until somebody ends it."""

import logging
import signal
import socket
import subprocess
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from threading import Event, Thread
from types import FrameType
from typing import Any, TypeVar

from firmware.aiming import board_aimer
from firmware.archive import TableArchive
from firmware.buttons.choice import choose_button
from firmware.buttons.panel import Action
from firmware.buttons.port import Button
from firmware.cameras.port import FrameSource
from firmware.errors import FirmwareError
from firmware.evidence import Evidence
from firmware.eyes import learner, stored_eye
from firmware.files import read_json_file
from firmware.fittings import Fittings
from firmware.hub import Desk, Hub
from firmware.journal import Journal
from firmware.keeper import Keeper
from firmware.lights.choice import choose_lights
from firmware.lights.language import lamps
from firmware.lights.port import Lights
from firmware.loop import Clock, Loop
from firmware.memory import return_freed, return_large_arrays
from firmware.networks.attendant import Attendant
from firmware.networks.choice import choose_networks
from firmware.networks.own import own_network
from firmware.networks.reach import Patience, Reach
from firmware.page import (
    STREAMS,
    PageServer,
    added_languages,
    address_of,
    catalogues,
    keys,
    listen,
    qr_svg,
    rulebooks,
    table_words,
)
from firmware.page_pictures import TablePictures
from firmware.preferences import OFFERS, Offer, OwnersPreferences
from firmware.recording import MEASURES_FILE
from firmware.resources import nominal_board
from firmware.service import Service
from firmware.settings import Settings
from firmware.vault import PhoneVault, take_brought
from firmware.voices.choice import choose_voice
from firmware.voices.port import Voice
from firmware.voices.speaker import Speaker
from referee.board import Variant
from web.app import create_app
from web.settings import PageSettings

JOURNAL_FILE = "journal.sqlite"
CALIBRATION_FOLDER = "calibration"
EVIDENCE_FOLDER = "evidence"
LANGUAGES_FOLDER = "languages"

# So long the page has to answer whoever changed the settings, before the table is opened anew.
_TOLD_S = 0.5


@dataclass(frozen=True, slots=True, kw_only=True)
class Opening:
    """How a table is opened.

    Args:
        settings: all settings.
        folder: where matches and the calibration are kept.
        open_camera: makes the camera that the settings name; a simulated one needs to know what is played,
            and may ask for things.
        open_to_all: whether every phone may do everything (a trial on one's own machine).

    """

    settings: Settings
    folder: Path
    open_camera: Callable[[Settings, Keeper, Desk], FrameSource]
    open_to_all: bool = False


def run_table(opening: Opening, announce: Callable[[PageSettings], None]) -> None:
    """Run a table until it is told to end; ``announce`` is called once the page answers.

    When the owner changes settings the table is opened anew with them; phones wait a moment at the door,
    whose socket stays open.

    Raises:
        FirmwareError: the port is taken, a folder cannot be written, a device cannot be used.

    """
    return_large_arrays()
    page = opening.settings.page
    with listen(page.host, page.port) as listening:
        while _run_once(opening, listening, announce):
            announce = _hush


def _hush(_: PageSettings) -> None:
    """Announce nothing: the page is where it was."""


def _run_once(
    opening: Opening, listening: socket.socket, announce: Callable[[PageSettings], None]
) -> bool:
    """Run a table until it is to end; return whether to open it anew with other settings."""
    anew = Event()
    preferences = OwnersPreferences(
        opening.folder, opening.settings, anew.set, _offers(opening.open_to_all)
    )
    opening = replace(opening, settings=preferences.settings)
    settings = opening.settings
    boards = {v: nominal_board(settings.table.board, v) for v in Variant}
    # An owner's own board has a name of its own, and is one for a game that is known.
    game = boards[Variant.BASE].game
    take_brought(opening.folder / JOURNAL_FILE)
    with ExitStack() as stack:
        journal = stack.enter_context(Journal(opening.folder / JOURNAL_FILE))
        evidence = Evidence(opening.folder / EVIDENCE_FOLDER)
        keeper = _keeper(opening, journal, evidence)
        hub, desk, service = Hub(keeper.snapshot()), Desk(), Service()
        page = _page_settings(opening, partial(address_of, listening))
        attendant = _attendant(opening, hub)
        app = create_app(
            hub=hub,
            commands=desk,
            boards=boards,
            settings=page,
            texts=catalogues(game),
            rules=rulebooks(game),
            languages=added_languages(opening.folder / LANGUAGES_FOLDER),
            archive=TableArchive(journal, keeper),
            pictures=TablePictures(keeper, evidence),
            qr_svg=qr_svg,
            wifi=attendant,
            preferences=preferences,
            vault=PhoneVault(journal.path, anew.set),
        )
        if attendant is not None:
            stack.enter_context(attendant)
        fittings = stack.enter_context(_fittings(settings))
        server = stack.enter_context(PageServer(app, listening.dup()))
        loop = Loop(
            open_camera=partial(opening.open_camera, settings, keeper, desk),
            keeper=keeper,
            hub=hub,
            desk=desk,
            fittings=fittings,
            clock=Clock(time.monotonic, time.sleep),
            per_second=settings.camera.per_second,
            power=power,
            # The watchdog is fed only while pictures are taken and the page's thread lives.
            alive=lambda: service.alive() if server.alive else None,
            tidy=return_freed,
        )
        with _ended_by_signals(loop, anew), _ended_by(anew, loop):
            announce(page)
            service.ready()
            loop.run()
        if not anew.is_set():
            # Told so, systemd would end a program that only opens its table anew.
            service.stopping()
    return anew.is_set()


def _offers(open_to_all: bool) -> Sequence[Offer]:
    """Return what the owner may set: a trial has its own camera and no PIN."""
    return [o for o in OFFERS if not open_to_all or not o.name.startswith(("camera.", "page."))]


@contextmanager
def _ended_by(anew: Event, loop: Loop) -> Iterator[None]:
    """Let a change of the settings end the loop, once the page has told its owner."""
    over = Event()

    def end() -> None:
        anew.wait()
        over.wait(_TOLD_S)
        loop.stop()

    waiting = Thread(target=end, name="settings", daemon=True)
    waiting.start()
    try:
        yield
    finally:
        over.set()


def _keeper(opening: Opening, journal: Journal, evidence: Evidence) -> Keeper:
    settings = opening.settings
    board = nominal_board(settings.table.board)
    calibration = opening.folder / CALIBRATION_FOLDER
    return Keeper(
        journal,
        learner(calibration, board, _measures(opening.folder)),
        stored_eye(calibration),
        camera=settings.camera.source,
        aimer=board_aimer(board),
        refereeing=settings.table.referee,
        evidence=evidence,
        lights=partial(lamps, show_choices=settings.lights.help)
        if settings.lights.driver != "none"
        else lambda _: {},
    )


@contextmanager
def _fittings(settings: Settings) -> Iterator[Fittings]:
    """Open lights, button and voice; one that cannot be used is told of and left out."""
    table = settings.table
    with ExitStack() as stack:
        board = nominal_board(table.board)
        lights = _entered(stack, choose_lights(settings.lights, board))
        button = _entered(stack, choose_button(settings.button))
        voice = _entered(stack, choose_voice(settings.voice, table.language))
        speaker = None
        if voice is not None:
            words = table_words(board.game)[table.language]
            speaker = Speaker(voice, words, everything=settings.voice.everything)
        yield Fittings(lights, button, speaker, settings.lights.brightness)


_Device = TypeVar("_Device", Lights, Button, Voice)


def _entered(stack: ExitStack, device: _Device) -> _Device | None:
    try:
        return stack.enter_context(device)
    except FirmwareError as error:
        logging.getLogger(__name__).warning("%s; the table goes on without", error)
        return None


def power(action: Action) -> None:
    """Switch the machine off or start it again, through the system's login manager."""
    verb = "poweroff" if action is Action.POWER_OFF else "reboot"
    done = subprocess.run(  # noqa: S603  (a fixed command)
        ["systemctl", verb],  # noqa: S607
        capture_output=True,
        text=True,
        check=False,
    )
    if done.returncode:
        logging.getLogger(__name__).warning(
            "the machine does not %s: %s", verb, done.stderr.strip()
        )


def _measures(folder: Path) -> Mapping[str, Any] | None:
    path = folder / MEASURES_FILE
    return read_json_file(path, "the measures") if path.is_file() else None


def _attendant(opening: Opening, hub: Hub) -> Attendant | None:
    """Return who keeps the table within reach, None where that is somebody else's business."""
    network = opening.settings.network
    if network.driver == "none":
        return None
    own = own_network(opening.folder, network.own_name, network.own_password)
    return Attendant(
        Reach(
            choose_networks(network),
            own,
            listeners=lambda: hub.waiting,
            patience=Patience(wait_s=network.wait_s, retry_s=network.retry_s),
        )
    )


def _page_settings(opening: Opening, locate: Callable[[], str]) -> PageSettings:
    secret, key = keys(opening.folder)
    page = opening.settings.page
    return PageSettings(
        secret=secret,
        address=locate(),
        locate=locate,
        pin=page.pin,
        owner_pin=page.owner_pin,
        key="" if opening.open_to_all else key,
        open=opening.open_to_all,
        max_streams=STREAMS,
    )


@contextmanager
def _ended_by_signals(loop: Loop, anew: Event) -> Iterator[None]:
    """Let the system and Ctrl-C end the loop between two pictures, and for good."""

    def end(_number: int, _frame: FrameType | None) -> None:
        anew.clear()
        loop.stop()

    before = {number: signal.signal(number, end) for number in (signal.SIGTERM, signal.SIGINT)}
    try:
        yield
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)
