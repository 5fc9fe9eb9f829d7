"""Scores the eye on photographs with truth: `python -m tests.vision.score FOLDER [--only NAME] [--wrong]`.

With ``--folds JUDGES`` every table is read by an eye that never saw it: its judges were learned without it
(`python -m tests.vision.fields.train FOLDER JUDGES --folds`), and it knows no marks of its dice.

Sessions are calibrated on their setup picture alone; stills are read each by itself. What is scored are
the lines that `ringrichter look` would print. FOLDER holds one folder a table or session, as described in
the photographs' own README; painted tables in the same form are scored the same way.
"""

import argparse
import json
import sys
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from contextlib import nullcontext
from dataclasses import dataclass
from itertools import permutations
from pathlib import Path
from typing import Any

import cv2

from firmware.look_line import look_line
from tests.vision.left_out import Strangers
from tests.vision.truth import Photo, nominal_board, photos
from vision.calibration import calibrate
from vision.errors import VisionError
from vision.seeing import see, see_alone

KINDS = ("board", "fields", "start", "counters", "stored", "number", "option", "hand")


@dataclass(frozen=True)
class Finding:
    """One thing that was read, against the truth."""

    kind: str
    name: str
    outcome: str
    expected: Any = None
    read: Any = None


def outcome(expected: Any, read: Any, *, unsure: bool) -> str:
    """Say whether a reading is right, unsure or wrong."""
    if unsure:
        return "unsure"
    return "right" if expected == read else "wrong"


def findings(row: Mapping[str, Any], line: Mapping[str, Any]) -> Iterator[Finding]:
    """Compare one line of `look` with one line of truth; what is covered is left out."""
    yield Finding("board", "board", "right" if line["board"] else "wrong")
    if not line["board"]:
        return
    covered, unsure = set(row["covered"]), set(line["unsure"])
    yield from _fields(row, line, covered, unsure)
    yield from _start(row, line, covered, unsure)
    yield from _counters(row, line, covered, unsure)
    yield from _stored(row, line, covered, unsure)
    yield from _dice(row, line, covered, unsure)
    yield Finding("hand", "hand", outcome(row["hand"], line["hand"], unsure=False), row["hand"],
                  line["hand"])  # fmt: skip


def _fields(row: Any, line: Any, covered: set[str], unsure: set[str]) -> Iterator[Finding]:
    loose = [tuple(piece["xy"]) for piece in row.get("loose", [])]
    for name, centre in row["centres"].items():
        if name[0] not in "OIT" or name in covered or _near(centre, loose):
            continue
        expected, read = row["on"].get(name), line["on"].get(name)
        result = outcome(expected, read, unsure=name in unsure)
        yield Finding("fields", name, result, expected, read)


def _near(centre: Sequence[float], loose: Sequence[tuple[float, ...]]) -> bool:
    return any(abs(centre[0] - x) + abs(centre[1] - y) < 25 for x, y in loose)


def _start(row: Any, line: Any, covered: set[str], unsure: set[str]) -> Iterator[Finding]:
    for seat in range(4):
        if {name for name in covered if name == f"S{seat}" or name.startswith(f"P{seat}.")}:
            continue
        expected = sum(row["start"].get(str(seat), {}).values())
        read = line["start"].get(str(seat), 0)
        result = outcome(expected, read, unsure=f"start.{seat}" in unsure)
        yield Finding("start", f"start.{seat}", result, expected, read)


def _counters(row: Any, line: Any, covered: set[str], unsure: set[str]) -> Iterator[Finding]:
    for seat in range(4):
        if any(name.startswith(f"C{seat}.") for name in covered):
            continue
        expected, read = row["counters"].get(str(seat)), line["counters"].get(str(seat))
        result = outcome(expected, read, unsure=f"counters.{seat}" in unsure)
        yield Finding("counters", f"counters.{seat}", result, expected, read)


def _stored(row: Any, line: Any, covered: set[str], unsure: set[str]) -> Iterator[Finding]:
    for seat, options in row["stored"].items():
        if any(name.startswith(f"M{seat}.") for name in covered):
            continue
        expected, read = sorted(options), sorted(line.get("stored", {}).get(seat, []))
        result = outcome(expected, read, unsure=f"stored.{seat}" in unsure)
        yield Finding("stored", f"stored.{seat}", result, expected, read)


def _dice(row: Any, line: Any, covered: set[str], unsure: set[str]) -> Iterator[Finding]:
    for die in ("number", "option"):
        if f"dice.{die}" in covered:
            continue
        expected, read = row["dice"][die], line["dice"][die]
        silent = f"dice.{die}" in unsure or (read is None and expected is not None)
        note = f"{expected} ({row['dice']['state'][die]})"
        said = f"{read} ({line['dice'].get('state', {}).get(die)})"
        yield Finding(die, f"dice.{die}", outcome(expected, read, unsure=silent), note, said)


def best_names(row: Mapping[str, Any], line: dict[str, Any]) -> dict[str, Any]:
    """Rename the colours of a picture read by itself to the truth's, one to one, as well as they fit."""
    mine = sorted(set(line["on"].values()))
    theirs = sorted(set(row["on"].values()) | {""})
    theirs += [f"other-{i}" for i in range(len(mine))]
    best = max(
        permutations(theirs, len(mine)),
        key=lambda names: sum(
            row["on"].get(field) == names[mine.index(label)] for field, label in line["on"].items()
        ),
    )
    return line | {"on": {field: best[mine.index(label)] for field, label in line["on"].items()}}


def readings(photographs: Sequence[Photo]) -> Iterator[tuple[Photo, dict[str, Any]]]:
    """Read pictures of one table: calibrated on its setup picture alone, or each by itself without one."""
    setup = next((photo for photo in photographs if photo.row["image"] == "setup.jpg"), None)
    return calibrated(photographs, setup) if setup else alone(photographs)


def calibrated(
    photographs: Sequence[Photo], setup: Photo
) -> Iterator[tuple[Photo, dict[str, Any]]]:
    """Calibrate on one picture and read all."""
    board = nominal_board(memory=False)
    match = json.loads((setup.path.parent / "match.json").read_text())
    calibration = calibrate([setup.frame], board, measures=setup.measures, match=match)
    for photo in photographs:
        yield photo, look_line(photo.path.name, see(photo.frame, calibration).sighting)


def alone(photographs: Sequence[Photo]) -> Iterator[tuple[Photo, dict[str, Any]]]:
    """Read every picture by itself."""
    for photo in photographs:
        try:
            seen = see_alone(photo.frame, nominal_board(memory=False), measures=photo.measures)
        except VisionError as error:
            yield photo, {"image": photo.path.name, "board": False, "error": str(error)}
            continue
        yield photo, best_names(photo.row, look_line(photo.path.name, seen.sighting))


def read_by(strangers: Strangers | None, folder: Path) -> list[tuple[Photo, dict[str, Any]]]:
    """Read every picture of a folder, by an eye that never saw that table if there are ``strangers``."""
    with strangers.to(folder.name) if strangers else nullcontext():
        return list(readings(list(photos(folder))))


def main() -> int:
    """Print the table of rates, and with --wrong every wrong reading."""
    cv2.setNumThreads(1)
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("folder", type=Path)
    parser.add_argument("--only", help="one table or session")
    parser.add_argument("--wrong", action="store_true", help="list wrong readings")
    parser.add_argument("--unsure", action="store_true", help="list unsure readings")
    parser.add_argument("--folds", type=Path, help="judges learned without the table they read")
    options = parser.parse_args()
    strangers = Strangers(options.folds, options.folder) if options.folds else None
    tallies: dict[str, Counter[tuple[str, str]]] = defaultdict(Counter)
    for folder in sorted(options.folder.iterdir()):
        if not (folder / "truth.jsonl").is_file() or options.only not in (None, folder.name):
            continue
        for photo, line in read_by(strangers, folder):
            blurred = photo.row["kind"] == "moving"
            for finding in findings(photo.row, line):
                tallies[folder.name][finding.kind, finding.outcome] += 1
                tallies["all but blurred" if not blurred else "blurred"][
                    finding.kind, finding.outcome
                ] += 1
                if (options.wrong and finding.outcome == "wrong") or (
                    options.unsure and finding.outcome == "unsure"
                ):
                    print(f"{folder.name}/{photo.path.name} {finding}", file=sys.stderr)
    report(tallies)
    return 0


def report(tallies: Mapping[str, Counter[tuple[str, str]]]) -> None:
    """Print right/unsure/wrong by kind and folder."""
    print(f"{'':16}" + "".join(f"{kind:>18}" for kind in KINDS))
    for name, tally in tallies.items():
        cells = (
            "/".join(str(tally[kind, what]) for what in ("right", "unsure", "wrong"))
            for kind in KINDS
        )
        print(f"{name:16}" + "".join(f"{cell:>18}" for cell in cells))


if __name__ == "__main__":
    sys.exit(main())
