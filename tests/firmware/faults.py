"""Plays an evening during which a part fails and comes back, and looks whether anything is lost or doubled.

    python -m tests.firmware.faults [FAULT…]

One JSON line for each fault, and exit status 1 if an event was lost, counted twice or shown without being
kept, if nobody was told, or if the game did not go on. The people are simulated and the eye sees perfectly;
loop, keeper, table, journal and disk are the real ones. A full and a read-only disk need root (a small file
system in memory, a file that even root may not change); without it they are left out, as skipped.
"""

import json
import os
import random
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

from firmware.cameras.port import Shot
from firmware.entered import Entered
from firmware.errors import CameraError, LightsError
from firmware.fittings import Fittings
from firmware.hub import Desk, Hub
from firmware.journal import Journal
from firmware.keeper import Keeper
from firmware.lights.language import lamps
from firmware.lights.simulated import SimulatedLights
from firmware.loop import Loop
from firmware.resources import nominal_board
from firmware.trial import Script, TrialCamera
from referee.snapshot import Phase, Snapshot
from tests.firmware.evening import fast_clock
from tests.firmware.staged import StagedCamera, StagedEye

DAY_S = 86_400.0
PER_SECOND = 5.0
# Pictures before, during and after a fault: three, one and three minutes at the table.
BEFORE, DURING, AFTER = 900, 300, 900

Entries = Mapping[int, list[Any]]


@dataclass
class Findings:
    """What came out of one evening."""

    fault: str
    skipped: str = ""
    before: int = 0
    """Events kept when the fault began."""
    during: int = 0
    """Events kept while it lasted."""
    after: int = 0
    """Events kept afterwards."""
    turns_after: int = 0
    told: list[str] = field(default_factory=list)
    """What the page said or showed while it lasted, where that is not part of a game."""
    wrong: list[str] = field(default_factory=list)


class Camera(Entered):
    """The camera over the people's table, which can be pulled out."""

    def __init__(self, camera: TrialCamera) -> None:
        self._camera = camera
        self.gone = False

    def open(self) -> None:
        if self.gone:
            raise CameraError("there is no camera; is it plugged in?")

    def read(self) -> Shot | None:
        if self.gone:
            raise CameraError("the camera gives no pictures; is it plugged in?")
        return self._camera.read()


class Lights(SimulatedLights):
    """Lights whose wire can break."""

    gone = False

    def show(self, colours: Mapping[str, tuple[int, int, int]]) -> None:
        if self.gone:
            raise LightsError("the strip is gone")
        super().show(colours)


class Evening:
    """A table of which every part can be made to fail."""

    def __init__(self, path: Path, seed: int) -> None:
        self.path = path
        self.wall_s = 1_800_000_000.0
        self.lights = Lights()
        self.hub = Hub(Snapshot(version=0, phase=Phase.IDLE))
        self.journal = Journal(path)
        self.keeper = Keeper(
            self.journal, lambda *_: StagedEye(), StagedEye(), wall=self._wall, lights=lamps
        )
        clock, desk = fast_clock(), Desk()
        self._held_s = 0.0
        people = TrialCamera(
            Script(seed=3, balls=1, size_px=(320, 240)), nominal_board(), self.keeper, desk,
            now=lambda: clock.now() - self._held_s, make_camera=StagedCamera, rng=random.Random(seed),
        )  # fmt: skip
        self.camera = Camera(people)
        self._rounds = 0
        self._until = 0
        self.told: list[str] = []
        self.wrong: list[str] = []
        self._loop = Loop(
            open_camera=lambda: self.camera, keeper=self.keeper, hub=self.hub, desk=desk,
            fittings=Fittings(self.lights), clock=clock, per_second=PER_SECOND, alive=self._round,
        )  # fmt: skip

    def play(self, pictures: int) -> None:
        """Let the people play for so many rounds of the loop."""
        self._until = self._rounds + pictures
        self._loop._stopped = False
        self._loop.run()

    def kept(self) -> Entries:
        """Return what is in the journal, by match."""
        return {
            match.id: [entry.data for entry in self.journal.events(match.id)]
            for match in self.journal.matches()
        }

    def _wall(self) -> float:
        self.wall_s += 0.2
        return self.wall_s

    def _round(self) -> None:
        self._rounds += 1
        if self._rounds >= self._until:
            self._loop.stop()
        shown, live = self.hub.current(), self.keeper.live
        if shown.phase is Phase.NO_CAMERA:
            self.told.append("phase.no-camera")
        elif shown.says and shown.says.key.startswith("trouble"):
            self.told.append(f"{shown.says.key}: {shown.says.params['reason']}")
            # Whoever reads that the game stands still waits.
            self._held_s += 1 / PER_SECOND
        if live and shown.events and shown.events[-1].n > len(self.journal.events(live.id)):
            self.wrong.append(f"event {shown.events[-1].n} of match {live.id} is shown, not kept")


@contextmanager
def disk_full(evening: Evening) -> Iterator[None]:
    """Something else fills the disk to its last byte."""
    filling = evening.path.parent / "something-else"
    with filling.open("wb", buffering=0) as file:
        try:
            while file.write(b"x" * 4096):
                pass
        except OSError:
            pass
    try:
        yield
    finally:
        filling.unlink()


@contextmanager
def disk_read_only(evening: Evening) -> Iterator[None]:
    """No write succeeds, as after the system has found the card damaged."""
    files = [str(path) for path in evening.path.parent.glob("journal.sqlite*")]
    subprocess.run(["chattr", "+i", *files], check=True)
    try:
        yield
    finally:
        subprocess.run(["chattr", "-i", *files], check=True)


@contextmanager
def camera_gone(evening: Evening) -> Iterator[None]:
    """The camera is pulled out and put back."""
    evening.camera.gone = True
    try:
        yield
    finally:
        evening.camera.gone = False


@contextmanager
def lights_gone(evening: Evening) -> Iterator[None]:
    """The strip's wire breaks."""
    evening.lights.gone = True
    yield


@contextmanager
def clock_back(evening: Evening) -> Iterator[None]:
    """The clock is set back by a day."""
    evening.wall_s -= DAY_S
    yield


@contextmanager
def clock_forth(evening: Evening) -> Iterator[None]:
    """The clock is set a day ahead, as when a table without a network finds one."""
    evening.wall_s += DAY_S
    yield


@contextmanager
def power_cut(evening: Evening) -> Iterator[None]:
    """The journal is closed without a word; what goes on is made from the file alone."""
    evening.journal.close()
    evening.__init__(evening.path, seed=8)  # type: ignore[misc]
    yield


Fault = Callable[[Evening], Any]

FAULTS: dict[str, Fault] = {
    "disk-full": disk_full,
    "disk-read-only": disk_read_only,
    "camera-gone": camera_gone,
    "lights-gone": lights_gone,
    "clock-back": clock_back,
    "clock-forth": clock_forth,
    "power-cut": power_cut,
}
# During these nothing can be kept or seen, and the page must say so.
STOPPING = {
    "disk-full": "trouble.journal",
    "disk-read-only": "trouble.journal",
    "camera-gone": "phase.no-camera",
}


def run(name: str, folder: Path, seed: int = 7) -> Findings:
    """Play the evening with one fault."""
    found = Findings(name)
    evening = Evening(folder / "journal.sqlite", seed)
    evening.play(BEFORE)
    before = evening.kept()
    try:
        with FAULTS[name](evening):
            evening.told.clear()
            evening.play(DURING)
            found.told = sorted(set(evening.told))
            during = evening.kept()
    except (OSError, subprocess.CalledProcessError) as error:
        found.skipped = str(error)
        return found
    evening.play(AFTER)
    after = evening.kept()
    evening.journal.close()
    with Journal(evening.path) as again:
        reopened = {m.id: [e.data for e in again.events(m.id)] for m in again.matches()}
    found.wrong = [*evening.wrong, *compare(before, during), *compare(during, after)]
    if reopened != after:
        found.wrong.append("the journal reads differently when it is opened again")
    found.before, found.during, found.after = (
        sum(map(len, kept.values())) for kept in (before, during, after)
    )
    found.turns_after = turns(after) - turns(during)
    judge(found)
    return found


def judge(found: Findings) -> None:
    """Note what should have happened and did not."""
    due = STOPPING.get(found.fault, "")
    if due and not any(told.startswith(due) for told in found.told):
        found.wrong.append(f"the page did not say {due}")
    if not due and found.told:
        found.wrong.append("the game was interrupted")
    if found.turns_after < 2:
        found.wrong.append("the game did not go on")


def turns(kept: Entries) -> int:
    return sum(entry["event"] == "turn" for entries in kept.values() for entry in entries)


def compare(before: Entries, after: Entries) -> Iterator[str]:
    """Tell what was lost, changed or counted twice."""
    for match, entries in before.items():
        if after.get(match, [])[: len(entries)] != entries:
            yield f"events of match {match} were lost or changed"
    for match, entries in after.items():
        if [entry["n"] for entry in entries] != list(range(1, len(entries) + 1)):
            yield f"events of match {match} are not numbered one by one"


@contextmanager
def place(name: str) -> Iterator[Path]:
    """A folder to play in; for a full disk a file system of its own with 8 MB."""
    with tempfile.TemporaryDirectory() as folder:
        if name != "disk-full":
            yield Path(folder)
            return
        subprocess.run(
            ["mount", "-t", "tmpfs", "-o", "size=8m", "tmpfs", folder],
            check=True, capture_output=True,
        )  # fmt: skip
        try:
            yield Path(folder)
        finally:
            subprocess.run(["umount", folder], check=True)


def possible(name: str) -> bool:
    """Whether this machine can be made to fail like that."""
    if name not in {"disk-full", "disk-read-only"}:
        return True
    return os.geteuid() == 0 and shutil.which("chattr") is not None


def main(*names: str) -> int:
    status = 0
    for name in names or FAULTS:
        if not possible(name):
            found = Findings(name, skipped="needs root")
        else:
            with place(name) as folder:
                found = run(name, folder)
        sys.stdout.write(json.dumps(asdict(found)) + "\n")
        sys.stdout.flush()
        status |= bool(found.wrong)
    return status


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
