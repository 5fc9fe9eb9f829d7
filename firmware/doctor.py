"""Looking whether everything that a table needs works, and saying what to do where it does not."""

import errno
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
from pathlib import Path

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
from firmware.page import listen, own_address
from firmware.resources import nominal_board
from firmware.settings import Settings
from firmware.table import CALIBRATION_FOLDER
from referee.catalogue import Say
from referee.snapshot import Sentence
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
    says: Sentence
    advice: Sentence | None = None


Step = Callable[[Settings], Iterator[Finding]]

# An evening's events take about 2 MB; less than this and something else fills the disk.
_LEAST_FREE_MB = 200
# The program is younger than that; a clock before it has never been set.
_NOT_BEFORE = 1_790_000_000.0
# systemd's clock keeper makes this file once the clock was set from a network since the machine started; a Pi
# has no clock of its own that runs on while it is off.
_CLOCK_SET = Path("/run/systemd/timesync/synchronized")
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
            yield Finding(name, State.BAD, _say("trouble", reason=str(error)))


def _say(key: str, **params: str | int) -> Sentence:
    return Sentence(f"doctor.{key}", params)


def _program(_: Settings) -> Iterator[Finding]:
    versions = _say(
        "program",
        version=_version(),
        python=platform.python_version(),
        opencv=cv2.__version__,
        numpy=np.__version__,
        machine=platform.platform(terse=True),
    )
    yield Finding("program", State.GOOD, versions)


def _version() -> str:
    try:
        return metadata.version("ringrichter")
    except metadata.PackageNotFoundError:
        return "(checkout)"


def _disk(settings: Settings) -> Iterator[Finding]:
    folder = settings.folder
    try:
        folder.mkdir(parents=True, exist_ok=True)
        with tempfile.NamedTemporaryFile(dir=folder) as trial:
            trial.write(b"x")
            os.fsync(trial.fileno())
    except OSError as error:
        says = _say("disk.closed", folder=str(folder), reason=error.strerror or str(error))
        yield Finding("disk", State.BAD, says, _disk_advice(error))
        return
    free_mb = shutil.disk_usage(folder).free // 1_000_000
    says = _say("disk.open", folder=str(folder), free_mb=free_mb)
    if free_mb < _LEAST_FREE_MB:
        yield Finding("disk", State.CARE, says, _say("disk.full-advice"))
    else:
        yield Finding("disk", State.GOOD, says)


def _disk_advice(error: OSError) -> Sentence:
    """Return what to do about a folder in which nothing can be written."""
    if isinstance(error, PermissionError):
        return _say("disk.closed-advice")
    if error.errno in {errno.ENOSPC, errno.EDQUOT}:
        return _say("disk.full-advice")
    if error.errno == errno.EROFS:
        return _say("disk.locked-advice")
    return _say("disk.elsewhere-advice")


def _network(settings: Settings) -> Iterator[Finding]:
    address = own_address()
    if address.startswith("127."):
        yield Finding("network", State.BAD, _say("network.none"), _say("network.none-advice"))
    else:
        says = _say("network.here", address=address, name=socket.gethostname())
        yield Finding("network", State.GOOD, says)
    yield from _radio(settings)
    try:
        listen(settings.page.host, settings.page.port).close()
    except FirmwareError as error:
        says = _say("trouble", reason=str(error))
        if _is_taken(error):
            yield Finding("network", State.CARE, says, _say("network.taken-advice"))
        else:
            yield Finding("network", State.BAD, says, _say("network.strange-advice"))


def _is_taken(error: FirmwareError) -> bool:
    """Tell whether a port cannot be had because a program, most likely this one, has it already."""
    return isinstance(error.__cause__, OSError) and error.__cause__.errno == errno.EADDRINUSE


def _radio(settings: Settings) -> Iterator[Finding]:
    """Tell how the machine's own networks are, where this program looks after them."""
    network = settings.network
    if network.driver == "none":
        return
    own = own_network(settings.folder, network.own_name, network.own_password)
    standing = choose_networks(network).standing()
    says = _say(f"radio.{standing.link.value}", name=standing.name, own=own.name)
    yield Finding("network", State.GOOD, says)


def _time(_: Settings) -> Iterator[Finding]:
    now = time.time()
    clock = time.strftime("%Y-%m-%d %H:%M", time.localtime(now))
    if now < _NOT_BEFORE:
        says, advice = _say("time.wrong", clock=clock), _say("time.wrong-advice")
        yield Finding("time", State.CARE, says, advice)
    elif _CLOCK_SET.parent.is_dir() and not _CLOCK_SET.exists():
        yield Finding(
            "time", State.CARE, _say("time.unset", clock=clock), _say("time.wrong-advice")
        )
    else:
        yield Finding("time", State.GOOD, _say("time.good", clock=clock))


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
    try:
        with _picture(settings) as shot:
            height, width = shot.picture.shape[:2]
            bright = float(shot.picture.mean())
    except FirmwareError as error:
        says = _say("trouble", reason=str(error))
        yield Finding("camera", State.BAD, says, _say("camera.none-advice"))
        return
    light = "dark" if bright < _DARK else "glaring" if bright > _GLARING else "good"
    says = _say(f"camera.{light}", source=settings.camera.source, width=width, height=height)
    if light == "good":
        yield Finding("camera", State.GOOD, says)
    else:
        yield Finding("camera", State.CARE, says, _say(f"camera.{light}-advice"))


def _board(settings: Settings) -> Iterator[Finding]:
    with _picture(settings) as shot:
        try:
            registration = register(shot.picture, nominal_board(settings.table.board))
        except NoBoardError as error:
            says = _say("trouble", reason=str(error))
            yield Finding("board", State.BAD, says, _say("board.none-advice"))
            return
    quality = f"{registration.quality:.2f}"
    if stored_eye(settings.folder / CALIBRATION_FOLDER) is None:
        says, advice = _say("board.strange", quality=quality), _say("board.strange-advice")
        yield Finding("board", State.CARE, says, advice)
    else:
        yield Finding("board", State.GOOD, _say("board.good", quality=quality))


def _lights(settings: Settings) -> Iterator[Finding]:
    if settings.lights.driver == "none":
        yield Finding("lights", State.GOOD, _say("lights.none"), _say("lights.none-advice"))
        return
    board = nominal_board(settings.table.board)
    names = [f"corner.{seat}" for seat in range(board.seats)] + list(board.places)
    with choose_lights(settings.lights, board) as lights:
        for colour in _SHOWN:
            lights.show(dict.fromkeys(names, colour))
            time.sleep(1)
    says = _say("lights.lit", driver=settings.lights.driver)
    yield Finding("lights", State.GOOD, says, _say("lights.lit-advice"))


def _button(settings: Settings) -> Iterator[Finding]:
    if settings.button.driver == "none":
        yield Finding("button", State.GOOD, _say("button.none"), _say("button.none-advice"))
        return
    with choose_button(settings.button) as button:
        until_s = time.monotonic() + _PRESS_S
        while time.monotonic() < until_s:
            if presses := button.presses():
                says = _say("button.pressed", press=presses[0].value)
                yield Finding("button", State.GOOD, says)
                return
            time.sleep(0.05)
    says = _say("button.silent", wait_s=int(_PRESS_S))
    advice = _say("button.silent-advice", pin=settings.button.pin)
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


def report(findings: Iterator[Finding], say: Say) -> Iterator[tuple[str, bool]]:
    """Yield lines for people, in the words of ``say``, and whether each is about what does not work."""
    for finding in findings:
        advice = f"\n       -> {say(finding.advice)}" if finding.advice else ""
        yield (
            f"{finding.state.value:5}  {finding.part}: {say(finding.says)}{advice}",
            (finding.state is State.BAD),
        )
