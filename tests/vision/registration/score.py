"""How well boards are found in photographs with truth: ``python -m tests.vision.registration.score [FOLDER]``."""

import sys
import time
from collections import defaultdict
from pathlib import Path

import cv2
import numpy as np

from referee.board_file import board_with_measures
from tests.shared import SHARED
from tests.vision.truth import Photo, all_photos, nominal_board
from vision.errors import NoBoardError
from vision.registration import register
from vision.view import View


def errors(photo: Photo, view: View) -> dict[str, float]:
    """The worst distance of any place's projected centre from the truth, by kind, in outer pitches."""
    true = photo.view
    pitch_mm = 2 * np.pi * true.board.ring("outer").radius_mm / 64
    worst: dict[str, float] = defaultdict(float)
    for name, centre in photo.row["centres"].items():
        place = view.board.places.get(name)
        if place is None:
            continue
        truth = true.board.places[name]
        pixel = view.pixels([place])[0]
        pitch = pitch_mm * true.px_per_mm([truth])[0]
        worst[name[0]] = max(worst[name[0]], float(np.hypot(*(pixel - centre))) / pitch)
    return dict(worst)


def main() -> int:
    """Register every photograph and print the errors."""
    assert SHARED is not None
    cv2.setNumThreads(1)
    folder = Path(sys.argv[1]) if len(sys.argv) > 1 else SHARED / "photos/dev"
    stills = "--stills" in sys.argv
    rows, wrong = [], 0
    for photo in all_photos(folder):
        if (
            stills
            and photo.path.parent.name.startswith("session")
            and int("0" + "".join(c for c in photo.path.stem if c.isdigit())) % 10
        ):
            continue
        frame = photo.frame
        board = board_with_measures(nominal_board(memory=False), photo.measures)
        start = time.perf_counter()
        name = f"{photo.path.parent.name}/{photo.path.name}"
        try:
            found = register(frame, board)
        except NoBoardError as error:
            print(f"{name} {photo.row['kind']}: {error}")
            wrong += 1
            continue
        seconds = time.perf_counter() - start
        worst = errors(photo, found.view)
        same = found.view.board.variant is photo.view.board.variant
        rows.append((max(worst.values()), seconds, found.quality))
        good = max(worst.values()) < 0.2 and same
        wrong += not good
        kinds = " ".join(f"{k} {v:.2f}" for k, v in sorted(worst.items()))
        print(
            f"{name} {photo.row['kind']}: {'ok ' if good else 'BAD'} {kinds} quality {found.quality:.2f} {seconds:.2f}s"
        )
    worst_all = np.array([r[0] for r in rows])
    print(
        f"{len(rows)} registered, {wrong} wrong or not found; worst error median {np.median(worst_all):.3f}"
        f" p95 {np.quantile(worst_all, 0.95):.3f} max {worst_all.max():.3f} pitches;"
        f" time median {np.median([r[1] for r in rows]):.2f} s, max {max(r[1] for r in rows):.2f} s"
    )
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
