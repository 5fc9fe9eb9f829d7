"""What a table costs while it rests and while people play: `python -m tests.benchmarks.live [FOLDER]`.

The whole program runs as at a real table (`run_table`: camera, eye, referee, journal on disk, page, a phone
that listens) on pictures of 1640 x 1232 that were painted before and lie in FOLDER. What reading and decoding
those files takes is not counted. Printed are the processor's milliseconds for a picture (as many percent of
one at ten pictures a second), its share as it was, the resident memory at the end and at its most, and how
long it takes from the last picture with a hand to the page. With `--lights` each picture shows the light of
the lamps that the program has lit just then, with the places where balls may go: they breathe and blink.
"""

import argparse
import json
import math
import os
import re
import statistics
import subprocess
import sys
import tempfile
import threading
import time
import urllib.request
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import cv2
import numpy as np

from firmware.cameras.port import FrameSource, Shot
from firmware.entered import Entered
from firmware.hub import Desk, Wish
from firmware.keeper import Keeper
from firmware.lights.port import Colour
from firmware.lights.pulse import colours
from firmware.pictures import decode_picture
from firmware.settings import Settings
from firmware.table import Opening, run_table
from referee.board import Board, corner_to_board
from vision.camera import Camera
from vision.frame import Frame
from web.commands import NewMatch
from web.settings import PageSettings

SIZE_PX = (1640, 1232)
PER_SECOND = 10
PLAY_S = 40
# The table at rest: different noise in each picture, nothing else.
RESTS = 12
REST_S, SETTLE_S = 15.0, 3.0
SEED = 4
SCRIPT = "script.json"
# A lamp's light falls to a quarter so far from it (painted ones', `vision.painter.relight`), where it is
# brightest it doubles the room's.
GLOW_MM = 16.0


def paint(folder: Path) -> None:
    """Paint the pictures of a table at rest and of people who play."""
    # Loaded here alone: the program that is measured has no painter.
    from firmware.resources import nominal_board  # noqa: PLC0415
    from firmware.simulation.show import (  # noqa: PLC0415
        Cast,
        Show,
        Stage,
        match_at,
        simulated_table,
    )
    from vision.painter.painter import Painter  # noqa: PLC0415

    table = simulated_table(nominal_board(), SEED, size_px=SIZE_PX)
    match = match_at(table, (0, 2), 2, 0)
    show = Show(Stage(table, Cast(match=match, seed=SEED)))
    painter, rng = Painter(table), np.random.default_rng(SEED)
    setup = show.at(0.0).scene
    for i in range(RESTS):
        write(folder / f"rest-{i:03d}.jpg", painter.paint(setup, rng))
    hands = []
    for i in range(PLAY_S * PER_SECOND):
        scene = show.at(3.0 + i / PER_SECOND).scene
        hands.append(bool(scene.hands))
        write(folder / f"play-{i:03d}.jpg", painter.paint(scene, rng))
    script = {
        "seats": match.seats, "first": match.first, "hands": hands,
        "lights": lights_at(table.board, table.camera),
    }  # fmt: skip
    (folder / SCRIPT).write_text(json.dumps(script), encoding="utf-8")


def lights_at(board: Board, camera: Camera) -> dict[str, tuple[float, float, float]]:
    """Return column, row and reach in pixels of a lamp at each place and in the corner of each seat."""
    places_mm = {name: (place.x_mm, place.y_mm, 0.0) for name, place in board.places.items()}
    for seat in range(board.seats):
        corner = corner_to_board(seat, 0.0, board.side_mm / math.sqrt(2))
        places_mm[f"corner.{seat}"] = (*corner, 0.0)
    pixels = camera.project(np.array(list(places_mm.values())))
    reach_px = GLOW_MM * camera.focal_px / float(camera.centre_mm[2])
    return {name: (*at, reach_px) for name, at in zip(places_mm, pixels.tolist(), strict=True)}


def lit(picture: Frame, lamps: Mapping[str, Colour], at: Mapping[str, Sequence[float]]) -> None:
    """Add the light of lamps to a picture, in place; ``at`` as `lights_at` has it."""
    for name, (red, green, blue) in lamps.items():
        x, y, reach = at[name]
        box = tuple(
            slice(max(round(v - 4 * reach), 0), max(round(v + 4 * reach), 0)) for v in (y, x)
        )
        part = picture[box]
        rows, columns = np.mgrid[box].astype(np.float32)
        squared = ((columns - x) ** 2 + (rows - y) ** 2)[: part.shape[0], : part.shape[1]]
        share = 1 / (1 + squared / reach**2) ** 2
        more = 1 + share[..., None] * (np.array([blue, green, red], np.float32) / 255)
        part[:] = np.minimum(part * more, 255)


def write(path: Path, picture: Any) -> None:
    cv2.imwrite(str(path), picture, [cv2.IMWRITE_JPEG_QUALITY, 95])


class Replay(Entered):
    """Gives the picture of this instant: at rest until a match has begun and for a while, then in play."""

    def __init__(self, folder: Path, keeper: Keeper, desk: Desk, *, lights: bool) -> None:
        script = json.loads((folder / SCRIPT).read_text(encoding="utf-8"))
        self._script = script
        self._rest = sorted(folder.glob("rest-*.jpg"))
        self._play = sorted(folder.glob("play-*.jpg"))
        self._lights = lights
        self._keeper, self._desk = keeper, desk
        self._wish: Wish | None = None
        self._count = 0
        self._rest_from_s = 0.0
        self.decoded_s = 0.0
        self.marks: dict[str, tuple[float, float, float, int]] = {}
        """Time, processor time, memory and pictures so far at the beginning of each part."""
        self.shown: list[tuple[float, bool]] = []
        """When each picture of the play was handed over, and whether a hand is in it."""

    def read(self) -> Shot | None:
        now_s = time.monotonic()
        if self._begun(now_s):
            since_s = now_s - self._rest_from_s
            if since_s < REST_S:
                return self._shot(self._rest[self._count % len(self._rest)])
            self._mark("play")
            i = int((since_s - REST_S) * PER_SECOND)
            if i >= len(self._play):
                self._mark("end")
                return None
            shot = self._shot(self._play[i])
            self.shown.append((time.monotonic(), self._script["hands"][i]))
            return shot
        return self._shot(self._rest[self._count % len(self._rest)])

    def _begun(self, now_s: float) -> bool:
        """Ask for a match, and wait until it has begun and everything has settled."""
        if self._wish is None:
            if self._count:
                seats = {int(seat): colour for seat, colour in self._script["seats"].items()}
                self._wish = self._desk.ask(
                    NewMatch(balls=2, seats=seats, first=self._script["first"]), ""
                )
            return False
        if not self._wish.answer.done():
            return False
        assert self._wish.answer.result().accepted, self._wish.answer.result()
        self._rest_from_s = self._rest_from_s or now_s + SETTLE_S
        if now_s < self._rest_from_s:
            return False
        self._mark("rest")
        return True

    def _shot(self, path: Path) -> Shot:
        began_s = time.thread_time()
        picture = decode_picture(path.read_bytes(), path.name)
        if self._lights:
            shown = colours(self._keeper.snapshot().lamps, time.monotonic())
            lit(picture, shown, self._script["lights"])
        self.decoded_s += time.thread_time() - began_s
        self._count += 1
        return Shot(picture, time.monotonic(), str(self._count))

    def _mark(self, part: str) -> None:
        self.marks.setdefault(
            part,
            (time.monotonic(), time.process_time() - self.decoded_s, resident_mb(), self._count),
        )


def resident_mb(line: str = "VmRSS") -> float:
    """Return what is resident now, or with "VmHWM" what was at most."""
    text = Path("/proc/self/status").read_text(encoding="ascii")
    found = re.search(line + r":\s+(\d+) kB", text)
    assert found
    return int(found[1]) / 1024


def table(folder: Path, *, lights: bool) -> None:
    """Be the table; prints the address of the page first and the measurements at the end."""
    cv2.setNumThreads(1)
    replays: list[Replay] = []

    def camera(_: Settings, keeper: Keeper, desk: Desk) -> FrameSource:
        replays.append(Replay(folder, keeper, desk, lights=lights))
        return replays[0]

    settings = Settings()
    settings = replace(
        settings,
        page=replace(settings.page, host="127.0.0.1", port=0),
        camera=replace(settings.camera, source="simulated", per_second=float(PER_SECOND)),
        lights=replace(settings.lights, driver="simulated", help=lights),
    )
    with tempfile.TemporaryDirectory() as data:
        opening = Opening(
            settings=settings, folder=Path(data), open_camera=camera, open_to_all=True
        )
        run_table(opening, say_address)
    (replay,) = replays
    said = {"marks": replay.marks, "shown": replay.shown, "peak_mb": resident_mb("VmHWM")}
    sys.stdout.write(json.dumps(said) + "\n")


def say_address(page: PageSettings) -> None:
    sys.stdout.write(page.address + "\n")
    sys.stdout.flush()


@dataclass
class Phone:
    """A phone that listens: when each event number was first on its page, and of which kind it was."""

    address: str

    def __post_init__(self) -> None:
        self.heard: dict[int, tuple[float, str]] = {}
        self._thread = threading.Thread(target=self._listen, daemon=True)
        self._thread.start()

    def _listen(self) -> None:
        for snapshot in snapshots(self.address):
            now_s = time.monotonic()
            for event in snapshot.get("events", []):
                self.heard.setdefault(event["n"], (now_s, event["kind"]))


def snapshots(address: str) -> Iterator[dict[str, Any]]:
    try:
        with urllib.request.urlopen(f"{address}/events") as stream:
            for line in stream:
                if line.startswith(b"data: {"):
                    yield json.loads(line[6:])
    except OSError:
        return


def measure(folder: Path, *, lights: bool) -> dict[str, Any]:
    """Run the table in a process of its own, listen as a phone, and put the figures together."""
    environment = {**os.environ, "OPENBLAS_NUM_THREADS": "1", "OMP_NUM_THREADS": "1"}
    lit_too = ["--lights"] if lights else []
    with subprocess.Popen(
        [sys.executable, "-m", "tests.benchmarks.live", str(folder), "--table", *lit_too],
        stdout=subprocess.PIPE, text=True, env=environment,
    ) as process:  # fmt: skip
        assert process.stdout
        phone = Phone(process.stdout.readline().strip())
        said = json.loads(process.stdout.readline())
    marks = said["marks"]
    waits = list(after_the_hand(said["shown"], phone.heard))
    return {
        "rest_ms": cost_ms(marks["rest"], marks["play"]),
        "play_ms": cost_ms(marks["play"], marks["end"]),
        "rest_percent": share(marks["rest"], marks["play"]),
        "play_percent": share(marks["play"], marks["end"]),
        "pictures_a_second": len(said["shown"]) / (marks["end"][0] - marks["play"][0]),
        "memory_mb": marks["end"][2],
        "peak_memory_mb": said["peak_mb"],
        "after_hand_s": statistics.median(waits) if waits else None,
        "after_hand_worst_s": max(waits, default=None),
        "steps": len(waits),
        "events": len(phone.heard),
    }


def share(begin: list[float], end: list[float]) -> float:
    return 100 * (end[1] - begin[1]) / (end[0] - begin[0])


def cost_ms(begin: list[float], end: list[float]) -> float:
    """Return the processor time of a picture: what counts where other programs take the processor, too."""
    return 1000 * (end[1] - begin[1]) / (end[3] - begin[3])


def after_the_hand(shown: list[list[Any]], heard: dict[int, tuple[float, str]]) -> Iterator[float]:
    """Yield the time from the last picture with a hand to each step's being on the page."""
    for at_s, kind in heard.values():
        hands = [when_s for when_s, hand in shown if hand and when_s < at_s]
        if kind == "step" and hands:
            yield at_s - hands[-1]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("folder", type=Path, nargs="?", help="where the pictures are, or will be")
    parser.add_argument("--lights", action="store_true", help="with the light of the table's lamps")
    parser.add_argument("--table", action="store_true", help=argparse.SUPPRESS)
    parser.add_argument("--paint", action="store_true", help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.table:
        table(options.folder, lights=options.lights)
        return
    with tempfile.TemporaryDirectory() as scratch:
        folder = options.folder or Path(scratch)
        folder.mkdir(parents=True, exist_ok=True)
        if not (folder / SCRIPT).exists():
            paint(folder)
        if not options.paint:
            sys.stdout.write(json.dumps(measure(folder, lights=options.lights), indent=1) + "\n")


if __name__ == "__main__":
    main()
