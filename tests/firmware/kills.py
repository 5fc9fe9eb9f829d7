"""Ends a table at random moments with SIGKILL and starts it again, and looks whether anything is lost.

    python -m tests.firmware.kills [KILLS [SEED]]

The people are simulated and the eye sees perfectly; loop, keeper, table and journal are the real ones. Each
life is a forked process that begins with nothing but the journal's file.
"""

import json
import os
import random
import select
import signal
import sys
import tempfile
import time
import traceback
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

from firmware.fittings import Fittings
from firmware.hub import Desk, Hub
from firmware.journal import Journal
from firmware.keeper import Keeper
from firmware.loop import Loop
from firmware.resources import nominal_board
from firmware.trial import Script, TrialCamera
from referee.snapshot import Phase, Snapshot
from tests.firmware.evening import fast_clock
from tests.firmware.staged import StagedCamera, StagedEye

Entries = dict[int, list[Any]]


@dataclass
class Findings:
    """What came out of all lives together."""

    kills: int = 0
    shown: int = 0
    events: int = 0
    turns: int = 0
    matches: int = 0
    fouls: int = 0
    early: int = 0
    """Lives that ended before anything was shown."""
    wrong: list[str] = field(default_factory=list)


def live(path: Path, seed: int, tell: int) -> None:
    """Run a table until the end of the process; tells every event number that it shows."""
    clock, desk = fast_clock(), Desk()
    with Journal(path) as journal:
        keeper = Keeper(journal, lambda *_: StagedEye(), StagedEye())
        hub = Hub(Snapshot(version=0, phase=Phase.IDLE))
        camera = TrialCamera(
            Script(seed=3, balls=1, size_px=(320, 240)), nominal_board(), keeper, desk,
            now=clock.now, make_camera=StagedCamera, rng=random.Random(seed),
        )  # fmt: skip

        def shown() -> None:
            events = hub.current().events
            if events and keeper.live:
                os.write(tell, f"{keeper.live.id} {events[-1].n}\n".encode())

        Loop(
            open_camera=lambda: camera, keeper=keeper, hub=hub, desk=desk, fittings=Fittings(),
            clock=clock, per_second=5.0, alive=shown,
        ).run()  # fmt: skip


def one_life(path: Path, seed: int, seconds: float) -> set[tuple[int, int]]:
    """Let a table live for so long, kill it, and return the events (match, n) that it showed."""
    hear, tell = os.pipe()
    pid = os.fork()
    if pid == 0:
        os.close(hear)
        try:
            live(path, seed, tell)
        finally:
            # Whatever happened here, the child must not go on as its parent.
            traceback.print_exc()
            os._exit(3)
    os.close(tell)
    heard = b""
    until_s = time.monotonic() + seconds
    with os.fdopen(hear, "rb", buffering=0) as pipe:
        while (left_s := until_s - time.monotonic()) > 0:
            if select.select([pipe], [], [], left_s)[0]:
                heard += pipe.read(65536)
        os.kill(pid, signal.SIGKILL)
        while more := pipe.read(65536):
            heard += more
    _, status = os.waitpid(pid, 0)
    assert os.WTERMSIG(status) == signal.SIGKILL, "the table ended by itself"
    lines = heard.decode().splitlines()
    return {(int(match), int(n)) for match, n in (line.split() for line in lines)}


def committed(path: Path) -> Entries:
    with Journal(path) as journal:
        return {
            match.id: [entry.data for entry in journal.events(match.id)]
            for match in journal.matches()
        }


def compare(found: Findings, before: Entries, after: Entries, shown: set[tuple[int, int]]) -> None:
    """Note what was lost, changed or counted twice in one life."""
    for match, entries in before.items():
        if after.get(match, [])[: len(entries)] != entries:
            found.wrong.append(f"events of match {match} were lost or changed")
    for match, n in shown:
        if len(after.get(match, [])) < n:
            found.wrong.append(f"event {n} of match {match} was shown but is not there")
    for match, entries in after.items():
        if [entry["n"] for entry in entries] != list(range(1, len(entries) + 1)):
            found.wrong.append(f"events of match {match} are not numbered one by one")
    finished = list(after)[:-1]
    if any(after[match][-1]["event"] not in {"game", "covered", "clear"} for match in finished):
        found.wrong.append("a match was left unfinished")


def kill(path: Path, kills: int, seed: int) -> Findings:
    rng, found, before = random.Random(seed), Findings(), {}
    for _ in range(kills):
        shown = one_life(path, rng.randrange(1 << 30), rng.uniform(0.01, 0.6))
        after = committed(path)
        compare(found, before, after, shown)
        found.kills += 1
        found.shown += len(shown)
        found.early += not shown
        before = after
    events = [entry["event"] for entries in before.values() for entry in entries]
    found.events, found.matches = len(events), len(before)
    found.turns, found.fouls = events.count("turn"), events.count("illegal")
    return found


def main(kills: int = 200, seed: int = 1) -> None:
    with tempfile.TemporaryDirectory() as folder:
        found = kill(Path(folder) / "journal.sqlite", kills, seed)
    sys.stdout.write(json.dumps(asdict(found)) + "\n")


if __name__ == "__main__":
    main(*(int(word) for word in sys.argv[1:]))
