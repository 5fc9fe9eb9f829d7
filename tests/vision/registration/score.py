"""How well boards are found in photographs with truth.

``python -m tests.vision.registration.score [FOLDER] [--every N]`` prints one line a photograph (the worst
distance of a projected centre from its true place, by kind, in pitches of the outer ring) and a summary.
"""

import argparse
import sys
import time
from collections import defaultdict
from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np

from referee.board import Board
from referee.board_file import board_with_measures
from tests.shared import SHARED
from tests.vision.truth import Photo, all_photos, nominal_board
from vision.errors import NoBoardError
from vision.registration import register
from vision.registration.seats import turn_like, turn_to_seat
from vision.view import View

GOOD = 0.2
# A camera that is this far from its true place over the board is over another seat's side.
SEAT_MM = 60.0


@dataclass(frozen=True)
class Scored:
    """How one photograph fared; ``worst`` is empty if no board was found."""

    worst: dict[str, float]
    right: bool
    seconds: float
    says: str


def measured_board(photo: Photo) -> Board:
    """The board as its owner knows it: nominal, with what was measured."""
    return board_with_measures(nominal_board(memory=False), photo.measures)


def errors(photo: Photo, view: View) -> dict[str, float]:
    """The worst distance of a place's projected centre from the truth, by the name's first letter."""
    true = photo.view
    pitch_mm = 2 * np.pi * true.board.ring("outer").radius_mm / 64
    worst: dict[str, float] = defaultdict(float)
    for name, centre in photo.row["centres"].items():
        place = view.board.places.get(name)
        if place is not None:
            pitch_px = pitch_mm * true.px_per_mm([true.board.places[name]])[0]
            miss_px = float(np.hypot(*(view.pixels([place])[0] - centre)))
            worst[name[0]] = max(worst[name[0]], miss_px / pitch_px)
    return dict(worst)


def score(photo: Photo) -> Scored:
    """Register one photograph and compare."""
    frame, board = photo.frame, measured_board(photo)
    start = time.process_time()
    try:
        found = register(frame, board)
    except NoBoardError as error:
        return Scored({}, right=False, seconds=time.process_time() - start, says=str(error))
    seconds = time.process_time() - start
    worst, right = compared(photo, found.view)
    kinds = " ".join(f"{kind} {value:.2f}" for kind, value in sorted(worst.items()))
    return Scored(worst, right, seconds, f"{kinds}, quality {found.quality:.2f}")


def compared(photo: Photo, found: View) -> tuple[dict[str, float], bool]:
    """Return the `errors` of a view, and whether all is near and in order, and the variant is known."""
    # Seats are numbered from the picture's lower left corner; the truth of a table turned far is not.
    worst = errors(photo, turn_like(found, photo.view))
    numbered = turn_to_seat(photo.view, None).camera.centre_mm
    away_mm = float(np.linalg.norm((found.camera.centre_mm - numbered)[:2]))
    same = found.board.variant is photo.view.board.variant and away_mm < SEAT_MM
    return worst, same and max(worst.values()) < GOOD


def main() -> int:
    """Register the photographs and print how far off they are."""
    assert SHARED is not None
    cv2.setNumThreads(1)
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", nargs="?", type=Path, default=SHARED / "photos/dev")
    parser.add_argument("--every", type=int, default=1, help="only every so many-th photograph")
    options = parser.parse_args()
    scores = []
    for photo in list(all_photos(options.folder))[:: options.every]:
        scored = score(photo)
        scores.append(scored)
        name = f"{photo.path.parent.name}/{photo.path.name}"
        verdict = "right" if scored.right else "WRONG" if scored.worst else "none"
        print(f"{name} {photo.row['kind']}: {verdict}, {scored.says}, {scored.seconds:.2f} s")
    summarise(scores)
    return 0 if all(scored.right for scored in scores) else 1


def summarise(scores: list[Scored]) -> None:
    """Print how many are right, wrong or not found, and the errors by kind."""
    right, none = sum(s.right for s in scores), sum(not s.worst for s in scores)
    print(f"\nright {right}, wrong {len(scores) - right - none}, not found {none} of {len(scores)}")
    print("kind   median     95 %      max   (worst place of a photograph, pitches)")
    for kind in "OITSCMPD":
        worst = [s.worst[kind] for s in scores if kind in s.worst]
        if worst:
            middle, high = np.quantile(worst, [0.5, 0.95])
            print(f"{kind}    {middle:8.3f} {high:8.3f} {max(worst):8.3f}")
    seconds = [s.seconds for s in scores]
    print(f"processor time: median {np.median(seconds):.2f} s, at most {max(seconds):.2f} s")


if __name__ == "__main__":
    sys.exit(main())
