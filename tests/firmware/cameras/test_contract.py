"""What every driver of the camera port keeps, over all drivers that can run without a device."""

from collections.abc import Callable
from functools import cache
from itertools import count
from pathlib import Path

import cv2
import numpy as np
import pytest

from firmware.cameras.folder import FolderCamera
from firmware.cameras.pi import PiCamera
from firmware.cameras.port import FrameSource, Shot
from firmware.cameras.simulated import SimulatedCamera
from firmware.cameras.usb import UsbCamera
from firmware.cameras.video import VideoCamera
from firmware.resources import nominal_board
from firmware.simulation.show import Cast, Stage, match_at, simulated_table
from tests.firmware.cameras.fakes import FakeClock, FakePicamera2, FakeVideo, opener, picture
from vision.painter.table import Table

Make = Callable[[Path], FrameSource]


def folder(tmp_path: Path) -> FrameSource:
    for i, name in enumerate(("0002.jpg", "setup.jpg", "0001.png", "empty.jpg")):
        cv2.imwrite(str(tmp_path / name), picture(40 * i))
    return FolderCamera(tmp_path)


def video(tmp_path: Path) -> FrameSource:
    path = tmp_path / "film.avi"
    writer = cv2.VideoWriter(str(path), cv2.VideoWriter.fourcc(*"MJPG"), 10.0, (64, 48))
    for i in range(3):
        writer.write(picture(40 * i))
    writer.release()
    return VideoCamera(path)


def usb(_: Path) -> FrameSource:
    clock = FakeClock()
    return UsbCamera("0", (64, 48), open_device=opener(FakeVideo(clock)), clock=clock)


def pi(_: Path) -> FrameSource:
    return PiCamera((64, 48), 50, open_device=opener(FakePicamera2()))


@cache
def small_table() -> Table:
    return simulated_table(nominal_board(), 3, size_px=(64, 48))


def simulated(_: Path) -> FrameSource:
    table, seconds = small_table(), count()
    cast = Cast(match=match_at(table, (0, 2), 1, 0))
    return SimulatedCamera(Stage(table, cast), lambda: float(next(seconds)))


RECORDINGS = [folder, video]
DRIVERS = [*RECORDINGS, usb, pi, simulated]


def some_shots(source: FrameSource) -> list[Shot]:
    with source:
        return [shot for _ in range(3) if (shot := source.read()) is not None]


@pytest.mark.parametrize("make", DRIVERS)
def test_pictures_are_colour_pictures_of_their_own_memory(make: Make, tmp_path: Path) -> None:
    """Each picture is (h, w, 3) uint8 and stays as it was when the next ones are read."""
    source = make(tmp_path)
    with source:
        first = source.read()
        assert first is not None
        kept = first.picture.copy()
        source.read()
        source.read()

    assert first.picture.dtype == np.uint8
    assert first.picture.shape == (48, 64, 3)
    assert np.array_equal(kept, first.picture)


@pytest.mark.parametrize("make", DRIVERS)
def test_times_never_go_back_and_names_differ(make: Make, tmp_path: Path) -> None:
    """Pictures come in the order of their times, and no two have one name."""
    shots = some_shots(make(tmp_path))

    assert len(shots) == 3
    assert sorted(shots, key=lambda shot: shot.at_s) == shots
    assert len({shot.name for shot in shots}) == 3


@pytest.mark.parametrize("make", DRIVERS)
def test_leaving_twice_is_harmless(make: Make, tmp_path: Path) -> None:
    """The device is released once, however often that is asked."""
    source = make(tmp_path)
    with source:
        source.read()

    source.__exit__(None, None, None)


@pytest.mark.parametrize("make", RECORDINGS)
def test_a_recording_ends_and_stays_ended(make: Make, tmp_path: Path) -> None:
    """Behind the last picture a recording gives None, again and again."""
    source = make(tmp_path)
    with source:
        read = next(n for n in count() if source.read() is None)

        assert read == 3
        assert source.read() is None
