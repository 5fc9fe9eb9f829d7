"""Score the reading of dice on photographs: ``python -m tests.vision.dice.score [FOLDER] [--every N]``.

Pictures blurred by motion are counted by themselves. ``--left-out`` reads every table with faces learned from
the other tables alone; ``--turn 90`` turns the board's own axes by so much, which changes no truth.
"""

import argparse
import math
import time
from collections import Counter
from dataclasses import replace
from itertools import islice
from pathlib import Path

import cv2
import numpy as np

from tests.shared import SHARED
from tests.vision.dice.train import DICE, clusters, samples
from tests.vision.truth import Photo, all_photos, photos
from vision.dice import DiceFaces, DiceReader, DiceSeen, learn_faces, read_dice
from vision.dice.match import Banks, banks_of
from vision.view import View


def verdict(photo: Photo, seen: DiceSeen, name: str) -> str:
    """Say how one die's reading compares with the truth."""
    truth, reading = photo.row["dice"], seen.dice[name]
    state, face = truth["state"][name], truth[name]
    if face is None:
        hidden = f"dice.{name}" in photo.row["covered"]
        if reading.face is not None:
            top = truth["top"].get(name)
            return "covered but right" if hidden and reading.face == str(top) else "wrong"
        kind = "covered" if hidden and state == "lying" else state
        return f"{kind} as {reading.state}"
    if reading.face is None:
        return "unsure"
    return "right" if reading.face == str(face) else "wrong"


def turned(view: View, by_deg: float) -> View:
    """Return a view of the same picture whose board has its axes turned; dice lie in it as before."""
    cos, sin = math.cos(math.radians(by_deg)), math.sin(math.radians(by_deg))
    turn = np.array([[cos, -sin, 0.0], [sin, cos, 0.0], [0.0, 0.0, 1.0]])
    camera = view.camera
    return View(
        replace(camera, rotation=camera.rotation @ turn.T, centre_mm=turn @ camera.centre_mm),
        view.board,
    )


def learn_first(folder: Path, count: int) -> DiceFaces | None:
    """Learn the dice of a table from its first pictures, one after the other, as a session does."""
    faces: DiceFaces | None = None
    for photo in islice(photos(folder), count):
        faces = learn_faces([read_dice(photo.frame, photo.view, faces).candidates], faces)
    return faces


class Tally:
    """How readings compare with the truth, and how the states said compare with the true ones."""

    def __init__(self) -> None:
        self.results: dict[str, Counter[str]] = {}
        self.states: Counter[tuple[str, str]] = Counter()

    def count(self, photo: Photo, seen: DiceSeen, name: str) -> str:
        """Count one die's reading and return the result."""
        result = verdict(photo, seen, name)
        blurred = photo.row["kind"] == "moving"
        for group in (photo.path.parent.name, "all", "blurred" if blurred else "not blurred"):
            self.results.setdefault(group, Counter())[result] += 1
        hidden = f"dice.{name}" in photo.row["covered"]
        state = "hidden" if hidden else photo.row["dice"]["state"][name]
        reading = seen.dice[name]
        self.states[state, "read" if reading.face else str(reading.state)] += 1
        return result

    def report(self) -> None:
        """Print the results of each table and of all, and the table of states."""
        for group, counts in self.results.items():
            lying = counts["right"] + counts["unsure"] + counts["wrong"]
            print(f"{group:12} right {counts['right']}, unsure {counts['unsure']}, wrong {counts['wrong']}"
                  f" ({counts['right'] / max(lying, 1):.1%} read)")  # fmt: skip
        said = sorted({state for _, state in self.states})
        print(f"{'true / said':12}" + "".join(f"{state:>10}" for state in said))
        for true in sorted({state for state, _ in self.states}):
            print(f"{true:12}" + "".join(f"{self.states[true, state]:10}" for state in said))


class LeftOut:
    """The templates for one table, learned from all others."""

    def __init__(self, folder: Path) -> None:
        self._samples = list(samples(folder))
        self._banks: dict[str, Banks] = {}

    def banks(self, table: str) -> Banks:
        """Return the banks with which a table is read."""
        if table not in self._banks:
            self._banks[table] = banks_of(clusters([s for s in self._samples if s.table != table]))
        return self._banks[table]


def main() -> None:
    """Print the results."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", nargs="?", type=Path, default=SHARED and SHARED / "photos/dev")
    parser.add_argument("--every", type=int, default=1, help="take every Nth picture only")
    parser.add_argument("--learn", type=int, default=0, help="learn the dice from so many pictures")
    parser.add_argument(
        "--left-out", action="store_true", help="leave each table out of what is known"
    )
    parser.add_argument("--turn", type=float, default=0.0, help="turn the board's axes, degrees")
    parser.add_argument("--show", action="store_true", help="list everything that is not right")
    options = parser.parse_args()
    cv2.setNumThreads(1)
    tally, spent = Tally(), []
    learned: dict[str, DiceFaces | None] = {}
    left_out = LeftOut(options.folder) if options.left_out else None
    for photo in islice(all_photos(options.folder), 0, None, options.every):
        table = photo.path.parent.name
        if options.learn and table not in learned:
            learned[table] = learn_first(photo.path.parent, options.learn)
        banks = left_out.banks(table) if left_out else None
        frame, view = photo.frame, turned(photo.view, options.turn)
        before = time.process_time()
        seen = DiceReader(view, learned.get(table), banks).read(frame)
        spent.append(time.process_time() - before)
        for name in DICE:
            result = tally.count(photo, seen, name)
            if options.show and result in {"wrong", "unsure"}:
                print(f"{table}/{photo.path.name} {name}: {result}, "
                      f"{photo.row['dice'][name]} {photo.row['dice']['state'][name]} as "
                      f"{seen.dice[name].face} {seen.dice[name].state}", flush=True)  # fmt: skip
    tally.report()
    print(f"median {sorted(spent)[len(spent) // 2] * 1000:.0f} ms a picture")


if __name__ == "__main__":
    main()
