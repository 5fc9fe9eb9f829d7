"""Score the reading of dice on photographs: ``python -m tests.vision.dice.score [FOLDER] [--every N]``."""

import argparse
import time
from collections import Counter
from itertools import islice
from pathlib import Path

import cv2

from tests.shared import SHARED
from tests.vision.truth import Photo, all_photos, photos
from vision.dice import DiceFaces, DiceSeen, learn_faces, read_dice

DICE = ("number", "option")


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


def learn_first(folder: Path, count: int) -> DiceFaces | None:
    """Learn the dice of a table from its first pictures, one after the other, as a session does."""
    faces: DiceFaces | None = None
    for photo in islice(photos(folder), count):
        faces = learn_faces([read_dice(photo.frame, photo.view, faces).candidates], faces)
    return faces


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", nargs="?", type=Path, default=SHARED and SHARED / "photos/dev")
    parser.add_argument("--every", type=int, default=1, help="take every Nth picture only")
    parser.add_argument("--learn", type=int, default=0, help="learn the dice from so many pictures")
    parser.add_argument("--show", action="store_true", help="list everything that is not right")
    options = parser.parse_args()
    cv2.setNumThreads(1)
    total: Counter[str] = Counter()
    tables: dict[str, Counter[str]] = {}
    spent = []
    learned: dict[str, DiceFaces | None] = {}
    for i, photo in enumerate(all_photos(options.folder)):
        folder = photo.path.parent
        if options.learn and folder.name not in learned:
            learned[folder.name] = learn_first(folder, options.learn)
        if i % options.every:
            continue
        frame, view = photo.frame, photo.view
        before = time.process_time()
        seen = read_dice(frame, view, learned.get(folder.name))
        spent.append(time.process_time() - before)
        for name in DICE:
            result = verdict(photo, seen, name)
            total[result] += 1
            tables.setdefault(photo.path.parent.name, Counter())[result] += 1
            if options.show and (result in {"wrong", "unsure"}):
                print(f"{photo.path.parent.name}/{photo.path.name} {name}: {result}, "
                      f"{photo.row['dice'][name]} {photo.row['dice']['state'][name]} as "
                      f"{seen.dice[name].face} {seen.dice[name].state}", flush=True)  # fmt: skip
    for table, counts in tables.items():
        print(f"{table:12}", ", ".join(f"{k} {v}" for k, v in sorted(counts.items())))
    print("all         ", ", ".join(f"{k} {v}" for k, v in sorted(total.items())))
    lying = total["right"] + total["unsure"]
    print(f"read {total['right'] / max(lying, 1):.1%} of the lying dice, "
          f"median {sorted(spent)[len(spent) // 2] * 1000:.0f} ms a picture")  # fmt: skip


if __name__ == "__main__":
    main()
