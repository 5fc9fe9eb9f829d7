"""Looking whether everything that a table needs works, and saying what to do where it does not."""

import os
import platform
import shutil
import socket
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from enum import StrEnum
from importlib import metadata

import cv2
import numpy as np

from firmware.buttons.choice import choose_button
from firmware.cameras.choice import open_source
from firmware.cameras.port import Shot
from firmware.errors import FirmwareError
from firmware.eyes import stored_eye
from firmware.lights.choice import choose_lights
from firmware.lights.port import Colour
from firmware.networks.choice import choose_networks
from firmware.networks.own import own_network
from firmware.networks.port import Link
from firmware.page import listen, own_address
from firmware.resources import nominal_board
from firmware.settings import Settings
from firmware.table import CALIBRATION_FOLDER
from vision.errors import NoBoardError
from vision.registration import register


class State(StrEnum):
    """How a part is."""

    GOOD = "good"
    CARE = "care"
    BAD = "bad"


@dataclass(frozen=True, slots=True)
class Finding:
    """What was found about one part, and what to do about it."""

    part: str
    state: State
    says: str
    advice: str = ""


Step = Callable[[Settings], Iterator[Finding]]

# An evening's events take about 2 MB; less than this and something else fills the disk.
_LEAST_FREE_MB = 200
# The program is younger than that; a clock before it has never been set.
_NOT_BEFORE = 1_790_000_000.0
_DARK, _GLARING = 40.0, 220.0
# Each colour in turn, so that a wire that is not connected shows.
_SHOWN: tuple[Colour, ...] = ((255, 0, 0), (0, 255, 0), (0, 0, 255), (255, 255, 255))
_PRESS_S = 10.0


def examine(settings: Settings, names: tuple[str, ...] = ()) -> Iterator[Finding]:
    """Look at the parts with these names (all of them if none is given), one after the other."""
    for name in names or tuple(STEPS):
        try:
            yield from STEPS[name](settings)
        except FirmwareError as error:
            yield Finding(name, State.BAD, str(error))


def _program(_: Settings) -> Iterator[Finding]:
    versions = (
        f"ringrichter {_version()}, Python {platform.python_version()}, "
        f"OpenCV {cv2.__version__}, numpy {np.__version__}, on {platform.platform(terse=True)}"
    )
    yield Finding("program", State.GOOD, versions)


def _version() -> str:
    try:
        return metadata.version("ringrichter")
    except metadata.PackageNotFoundError:
        return "from a checkout"


def _disk(settings: Settings) -> Iterator[Finding]:
    folder = settings.folder
    try:
        folder.mkdir(parents=True, exist_ok=True)
        with tempfile.NamedTemporaryFile(dir=folder) as trial:
            trial.write(b"x")
            os.fsync(trial.fileno())
    except OSError as error:
        says = f"{folder} cannot be written: {error.strerror}"
        yield Finding(
            "disk", State.BAD, says, "give the user of this program the right to write there"
        )
        return
    free_mb = shutil.disk_usage(folder).free // 1_000_000
    says = f"{folder} can be written; {free_mb} MB are free"
    if free_mb < _LEAST_FREE_MB:
        yield Finding("disk", State.CARE, says, "make room, or matches will stop")
    else:
        yield Finding("disk", State.GOOD, says)


def _network(settings: Settings) -> Iterator[Finding]:
    address = own_address()
    if address.startswith("127."):
        says = "no network: phones cannot reach this machine"
        yield Finding("network", State.BAD, says, "join a Wi-Fi or plug a cable in")
    else:
        name = socket.gethostname()
        says = f"this machine is {address}; its name in the network is {name}.local"
        yield Finding("network", State.GOOD, says)
    yield from _radio(settings)
    try:
        listen(settings.page.host, settings.page.port).close()
    except FirmwareError as error:
        yield Finding("network", State.CARE, str(error), "is the table running already?")


def _radio(settings: Settings) -> Iterator[Finding]:
    """Tell how the machine's own networks are, where this program looks after them."""
    network = settings.network
    if network.driver == "none":
        return
    own = own_network(settings.folder, network.own_name, network.own_password)
    standing = choose_networks(network).standing()
    match standing.link:
        case Link.JOINED:
            says = f"joined {standing.name}; without it the network {own.name} is opened"
        case Link.OWN:
            says = f"the own network {own.name} is open"
        case Link.JOINING:
            says = f"joining {standing.name}"
        case Link.OFFLINE:
            says = f"no network is joined; the table opens {own.name} while it runs"
    yield Finding("network", State.GOOD, says)


def _time(_: Settings) -> Iterator[Finding]:
    now = time.time()
    says = time.strftime("it is %Y-%m-%d %H:%M", time.localtime(now))
    if now < _NOT_BEFORE:
        advice = "games go on, but their times are wrong until there is a network"
        yield Finding("time", State.CARE, f"{says}, which cannot be", advice)
    else:
        yield Finding("time", State.GOOD, says)


@contextmanager
def _picture(settings: Settings) -> Iterator[Shot]:
    camera = settings.camera
    source = open_source(camera.source, size_px=camera.size_px, mains_hz=camera.mains_hz)
    with source:
        shot = source.read()
        if shot is None:
            raise FirmwareError(f"the camera {camera.source} gives no picture")
        yield shot


def _camera(settings: Settings) -> Iterator[Finding]:
    with _picture(settings) as shot:
        height, width = shot.picture.shape[:2]
        bright = float(shot.picture.mean())
    says = f"the camera {settings.camera.source} gives pictures of {width} x {height}"
    if bright < _DARK:
        yield Finding("camera", State.CARE, f"{says}, very dark ones", "switch a lamp on")
    elif bright > _GLARING:
        yield Finding("camera", State.CARE, f"{says}, glaring ones", "turn the lamp away")
    else:
        yield Finding("camera", State.GOOD, says)


def _board(settings: Settings) -> Iterator[Finding]:
    with _picture(settings) as shot:
        try:
            registration = register(shot.picture, nominal_board(settings.table.board))
        except NoBoardError as error:
            advice = "put the whole board under the camera, in even light"
            yield Finding("board", State.BAD, str(error), advice)
            return
    says = f"the board is found (quality {registration.quality:.2f})"
    if stored_eye(settings.folder / CALIBRATION_FOLDER) is None:
        advice = "lay all balls into their start areas and calibrate from the page"
        yield Finding("board", State.CARE, f"{says}, but not calibrated yet", advice)
    else:
        yield Finding("board", State.GOOD, f"{says} and calibrated")


def _lights(settings: Settings) -> Iterator[Finding]:
    if settings.lights.driver == "none":
        advice = "if some are wired, name their driver under [lights] in the settings"
        yield Finding("lights", State.GOOD, "no lights are set up", advice)
        return
    board = nominal_board(settings.table.board)
    names = [f"corner.{seat}" for seat in range(board.seats)] + list(board.places)
    with choose_lights(settings.lights, board) as lights:
        for colour in _SHOWN:
            lights.show(dict.fromkeys(names, colour))
            time.sleep(1)
    advice = "did all of them show red, green, blue and white? If not, look at that light's wires"
    yield Finding("lights", State.GOOD, f"the lights ({settings.lights.driver}) were lit", advice)


def _button(settings: Settings) -> Iterator[Finding]:
    if settings.button.driver == "none":
        advice = "if one is wired, write driver = 'gpio' under [button] in the settings"
        yield Finding("button", State.GOOD, "no button is set up", advice)
        return
    with choose_button(settings.button) as button:
        until_s = time.monotonic() + _PRESS_S
        while time.monotonic() < until_s:
            if presses := button.presses():
                yield Finding("button", State.GOOD, f"the button was pressed ({presses[0]})")
                return
            time.sleep(0.05)
    says = f"the button was not pressed within {_PRESS_S:.0f} seconds"
    advice = f"press it while this runs; else look at the wire to GPIO {settings.button.pin}"
    yield Finding("button", State.CARE, says, advice)


STEPS: dict[str, Step] = {
    "program": _program,
    "disk": _disk,
    "network": _network,
    "time": _time,
    "camera": _camera,
    "board": _board,
    "lights": _lights,
    "button": _button,
}


def report(findings: Iterator[Finding]) -> Iterator[tuple[str, bool]]:
    """Yield lines for people, and whether each is about something that does not work."""
    for finding in findings:
        advice = f"\n       -> {finding.advice}" if finding.advice else ""
        yield (
            f"{finding.state.value:5}  {finding.part}: {finding.says}{advice}",
            (finding.state is State.BAD),
        )
