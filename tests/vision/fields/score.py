"""Rates of `vision.fields` on photographs with truth, by kind of reading and table.

python -m tests.vision.fields.score PHOTOS [--session] [--folds FOLDER] [--jitter PART] [--wrong]
"""

import argparse
import json
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from functools import lru_cache
from itertools import permutations
from pathlib import Path
from typing import Any

import cv2
import numpy as np

from referee.sighting import Look
from tests.vision.truth import Photo, all_photos, photos
from vision.fields import Appearance, FieldsSeen, learn, read
from vision.fields.occupancy import Judges, Model, shipped_judges
from vision.view import View

RIGHT, UNSURE, WRONG = "right", "unsure", "wrong"
KINDS = ("fields", "balls", "start", "counters", "stored", "hand", "blurred")


@dataclass(frozen=True)
class Verdict:
    """One thing the program said, or did not say, about a photograph."""

    kind: str
    name: str
    how: str
    said: Any = None
    true: Any = None


@dataclass
class Table:
    """Counts of right, unsure and wrong by kind."""

    counts: dict[str, Counter[str]] = field(default_factory=lambda: {k: Counter() for k in KINDS})

    def add(self, verdict: Verdict) -> None:
        """Count a verdict."""
        self.counts[verdict.kind][verdict.how] += 1

    def line(self, name: str) -> str:
        """One line of the printed table: right/unsure/wrong by kind."""
        cells = [
            "/".join(str(self.counts[kind][how]) for how in (RIGHT, UNSURE, WRONG))
            for kind in KINDS
        ]
        return f"{name:12}" + "".join(f"{cell:>16}" for cell in cells)


def best_names(seen: FieldsSeen, true: Mapping[str, str]) -> dict[str, str]:
    """Map the program's colour names to the truth's, one to one, so that most readings agree."""
    pairs = Counter(
        (reading.label, true[name])
        for name, reading in seen.fields.items()
        if reading.label and name in true
    )
    said, wanted = sorted({a for a, _ in pairs}), sorted({b for _, b in pairs})
    wanted += [f"?{i}" for i in range(max(0, len(said) - len(wanted)))]
    best = max(
        permutations(wanted, len(said)),
        key=lambda order: sum(pairs[pair] for pair in zip(said, order, strict=True)),
        default=(),
    )
    return dict(zip(said, best, strict=False))


def judge(photo: Photo, seen: FieldsSeen, names: Mapping[str, str] | None) -> Iterator[Verdict]:
    """Hold a reading against the truth; ``names`` maps labels (None: they are the truth's own)."""
    row, hidden = photo.row, set(photo.row["covered"])
    blurred = row["kind"] == "moving"
    for name, reading in seen.fields.items():
        true = row["on"].get(name)
        label = reading.label if names is None else names.get(reading.label or "", reading.label)
        if name not in hidden:
            kind = "blurred" if blurred else "balls" if true else "fields"
            how = UNSURE if not reading.sure else RIGHT if label == true else WRONG
            yield Verdict(kind, name, how, reading.label, true)
    if blurred:
        return
    for seat, count in seen.start.items():
        places = {f"S{seat}", *(f"P{seat}.{i}" for i in range(4))}
        if not places & hidden:
            true_count = sum(row["start"].get(str(seat), {}).values())
            said = sum(count.of.values())
            how = RIGHT if said == true_count else WRONG
            yield Verdict("start", f"S{seat}", how if count.look is Look.CLEAR else UNSURE, said,
                          true_count)  # fmt: skip
    for seat, choice in seen.counters.items():
        if not {f"C{seat}.{i}" for i in range(4)} & hidden:
            true_at = row["counters"].get(str(seat))
            how = RIGHT if choice.at == true_at else WRONG
            yield Verdict("counters", f"C{seat}", how if choice.look is Look.CLEAR else UNSURE,
                          choice.at, true_at)  # fmt: skip
    for seat, chosen in seen.stored.items():
        true_set = row["stored"].get(str(seat))
        for option in photo.view.board.overlay.order:
            holes = {f"M{seat}.{option}.upper", f"M{seat}.{option}.lower"}
            if true_set is None or holes & hidden:
                continue
            how = UNSURE if option in chosen.unsure else (
                RIGHT if (option in chosen.which) == (option in true_set) else WRONG
            )  # fmt: skip
            yield Verdict("stored", f"M{seat}.{option}", how, option in chosen.which,
                          option in true_set)  # fmt: skip
    yield Verdict("hand", "hand", RIGHT if seen.hand == row["hand"] else WRONG, seen.hand,
                  row["hand"])  # fmt: skip


@lru_cache(maxsize=32)
def fold_judges(folder: Path) -> Judges:
    """The judges learned without one table; a sort that has no file there is the shipped one."""
    shipped = shipped_judges()
    found = {
        sort: Model.from_json((folder / f"{sort}.json").read_text())
        for sort in Judges.__annotations__
        if (folder / f"{sort}.json").is_file()
    }
    return replace(shipped, **found)


@lru_cache(maxsize=32)
def session_appearance(folder: Path) -> Appearance:
    """What the set-up picture of a session teaches."""
    setup = next(p for p in photos(folder) if p.row["image"] == "setup.jpg")
    match = json.loads((folder / "match.json").read_text())
    seats = {int(seat): label for seat, label in match["seats"].items()}
    return learn([setup.frame], setup.view, seats, match.get("position"))


def jittered(view: View, part: float, rng: np.random.Generator) -> View:
    """The view with the camera shifted and turned so that fields lie off by about ``part`` of the pitch."""
    board = view.board
    pitch = 2 * np.pi * board.ring("outer").radius_mm / board.ring("outer").count
    angle = part * pitch / board.ring("outer").radius_mm * rng.uniform(-1, 1) * 0.7
    turn = np.array(
        [[np.cos(angle), -np.sin(angle), 0], [np.sin(angle), np.cos(angle), 0], [0, 0, 1]]
    )
    shift = np.append(rng.normal(0, 0.4 * part * pitch, 2), 0.0)
    camera = view.camera
    moved = replace(
        camera, rotation=camera.rotation @ turn, centre_mm=turn.T @ camera.centre_mm + shift
    )
    return View(moved, board)


def main() -> None:
    """Score and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("photos", type=Path)
    parser.add_argument(
        "--session", action="store_true", help="sessions with their set-up's colours"
    )
    parser.add_argument("--colours", action="store_true", help="without a session, give the names")
    parser.add_argument("--folds", type=Path, help="judges learned without the table they read")
    parser.add_argument("--jitter", type=float, default=0.0, help="wrong views, part of the pitch")
    parser.add_argument("--wrong", action="store_true", help="list what was wrong")
    parser.add_argument("--unsure", action="store_true", help="list what was unsure")
    parser.add_argument("--every", type=int, default=1, help="only each n-th picture")
    given = parser.parse_args()
    cv2.setNumThreads(1)
    rng = np.random.default_rng(3)
    tables: dict[str, Table] = {}
    total = Table()
    print(f"{'':12}" + "".join(f"{kind:>16}" for kind in KINDS))
    for photo in list(all_photos(given.photos))[:: given.every]:
        folder = photo.path.parent
        if given.session and not folder.name.startswith("session"):
            continue
        view = jittered(photo.view, given.jitter, rng) if given.jitter else photo.view
        judges = fold_judges(given.folds / folder.name) if given.folds else None
        appearance = session_appearance(folder) if given.session else None
        names = list(photo.table["colours"].values()) if given.colours else None
        seen = read(photo.frame, view, appearance, colours=names, judges=judges)
        labels = None if given.session else best_names(seen, photo.row["on"])
        for verdict in judge(photo, seen, labels):
            tables.setdefault(folder.name, Table()).add(verdict)
            total.add(verdict)
            if (given.wrong and verdict.how == WRONG) or (given.unsure and verdict.how == UNSURE):
                print(f"   {verdict.how} {folder.name}/{photo.row['image']} {verdict.name}: "
                      f"said {verdict.said}, true {verdict.true}")  # fmt: skip
    for name, table in tables.items():
        print(table.line(name))
    print(total.line("all"))


if __name__ == "__main__":
    main()
