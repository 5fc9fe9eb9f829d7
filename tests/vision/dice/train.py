"""Collects how faces look on photographs: ``python -m tests.vision.dice.train [PHOTOS] [FILE]``.

Every lying die with a known face is laid under the drawings of that face, at the place and size that the
truth gives; its marks are turned upright and averaged with those that are alike. The painter's own signs join
them, so that simulated tables are read as well.
"""

import argparse
import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

from tests.shared import ROOT, SHARED
from tests.vision.truth import Photo, all_photos
from vision.dice import FACES
from vision.dice.area import DiceArea, Window
from vision.dice.bank import FADE, Patches, normalised
from vision.dice.close_up import CloseUp
from vision.dice.digits import digits
from vision.dice.drawn import measured
from vision.dice.locate import Pose
from vision.dice.match import SIZE, FaceMatch, drawn_banks, promising, refine
from vision.dice.photographed import FILE
from vision.painter.glyphs import FONTS, face_tile

DICE = ("number", "option")
# A pose is searched within this distance of the true one, and its size within this share.
_STEPS_MM, _TURNS_DEG, _ALIKE = np.arange(-3.0, 3.1, 1.5), np.arange(0.0, 90.0, 6.0), 0.06
# Marks that agree less than this with every drawing of their face are blurred, hidden or lit badly.
_LEAST = 0.82
# Marks that agree more than this with each other are averaged.
_SAME = 0.95
# The painter's signs: their size as drawn, their blur in die edges, and how many drawings a font has at most.
_TILE_PX, _BLUR, _DRAWINGS = 128, 0.03, 3


@dataclass(frozen=True, eq=False)
class Sample:
    """The upright marks of one die on one photograph."""

    table: str
    face: str
    quality: float
    marks: NDArray[np.float32]


def samples(folder: Path) -> Iterator[Sample]:
    """Yield the marks of all lying dice that are neither blurred nor hidden."""
    for photo in all_photos(folder):
        if photo.row["kind"] != "moving":
            yield from _of_photo(photo)


def clusters(of: Sequence[Sample]) -> Mapping[str, Patches]:
    """Return by face the averages of alike marks, (n, size, size) in [0, 1]."""
    found = {}
    for face in FACES:
        marks = np.array([s.marks for s in of if s.face == face and s.quality > _LEAST])
        if len(marks):
            found[face] = np.array(list(_averages(marks)), np.float32)
    return found


def _averages(marks: Patches) -> Iterator[NDArray[np.float32]]:
    rows = normalised(marks, FADE)
    left = np.ones(len(marks), bool)
    while left.any():
        first = int(np.argmax(left))
        alike = left & (rows @ rows[first] > _SAME)
        alike[first] = True
        average = marks[alike].mean(axis=0)
        yield average / average.max()
        left &= ~alike


def painted_signs() -> Mapping[str, Patches]:
    """Return by face the signs of the painter's dice as they are measured, (n, SIZE, SIZE) in [0, 1]."""
    found = {}
    for face in FACES:
        tiles = [
            cv2.GaussianBlur(face_tile(face, font, drawing, _TILE_PX), (0, 0), _BLUR * _TILE_PX)
            for font in FONTS
            for drawing in range(_DRAWINGS)
        ]
        marks = np.array([measured(tile.astype(np.float32), SIZE) for tile in tiles])
        found[face] = np.array(list(_averages(marks)), np.float32)
    return found


def _of_photo(photo: Photo) -> Iterator[Sample]:
    truth, frame = photo.row["dice"], photo.frame
    area = DiceArea(photo.view, photo.table["params"]["die"])
    for die in DICE:
        if truth["state"][die] == "lying" and f"dice.{die}" not in photo.row["covered"]:
            face = str(truth["top"][die])
            match = _laid(frame, area, _on_board(area, truth["xy"][die]), face)
            marks = np.rot90(match.marks, -match.quarters[face])
            yield Sample(photo.path.parent.name, face, match.quality,
                         (marks / marks.max()).astype(np.float32))  # fmt: skip


def _on_board(area: DiceArea, pixel: Sequence[float]) -> NDArray[np.float64]:
    """Return where the ray of a pixel meets the plane of the upper faces (millimetres)."""
    at = np.zeros(2)
    for _ in range(6):
        points = np.array([[*at, area.top_mm], [at[0] + 0.1, at[1], area.top_mm],
                           [at[0], at[1] + 0.1, area.top_mm]])  # fmt: skip
        here, right, up = area.view.camera.project(points)
        slopes = np.stack([right - here, up - here], axis=1) / 0.1
        at = at + np.linalg.solve(slopes, np.array(pixel) - here)
    return at


def _laid(
    frame: NDArray[np.uint8], area: DiceArea, at: NDArray[np.float64], face: str
) -> FaceMatch:
    window = Window(float(at[0]), float(at[1]), 22.0, area.top_mm, 3.0)
    close_up = CloseUp(window, area.close_up(frame, window))
    best = []
    for light, bank in zip((False, True), drawn_banks(), strict=True):
        own = bank.only(np.array([bank.labels.index(face)]))
        poses = [
            Pose(at[0] + dx, at[1] + dy, turn, area.die_mm, light, 0.0)
            for turn in _TURNS_DEG
            for dx in _STEPS_MM
            for dy in _STEPS_MM
        ]
        starts = promising(close_up, poses, (own, own), 3)
        best += refine(close_up, starts, (own, own), near_mm=area.die_mm, alike=_ALIKE)
    return max(best, key=lambda match: match.scores[face])


def main() -> None:
    """Write the file."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("photos", nargs="?", type=Path, default=SHARED and SHARED / "photos/dev")
    parser.add_argument("file", nargs="?", type=Path, default=ROOT / "vision/dice" / FILE)
    options = parser.parse_args()
    cv2.setNumThreads(1)
    found, painted = clusters(list(samples(options.photos))), painted_signs()
    data = {face: [digits(m) for m in (*found[face], *painted[face])] for face in FACES}
    options.file.write_text(json.dumps(data, indent=0) + "\n", encoding="utf-8")
    print(", ".join(f"{face} {len(faces)}" for face, faces in data.items()))


if __name__ == "__main__":
    main()
