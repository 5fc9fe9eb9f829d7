"""How often a pushed camera or board is noticed, and how exactly it is followed.

python -m tests.vision.registration.pushes --seeds 300-317 [--live]
"""

import argparse
import sys
from collections.abc import Iterator
from dataclasses import dataclass, replace

import cv2
import numpy as np

from firmware.resources import nominal_board
from firmware.simulation.recording import measures_of
from firmware.simulation.show import simulated_table
from vision.calibration import calibrate
from vision.eye import Eye
from vision.painter.painter import Painter
from vision.painter.scene import Hand, Nudge, Scene
from vision.seeing import Seen
from vision.view import View

FIELDS = ("O3", "O20", "O41", "I2", "I13", "I22", "T1")
SIZES = ((960, 720), (1640, 1232))
# Pictures of the pushed board; by the second one the push must be noticed.
PICTURES, NOTICED_BY = 3, 2
# A view is right if no field is farther from its true place than the calibration had it and this, in mm.
RIGHT_MM = 2.5


@dataclass(frozen=True)
class Pushed:
    """One push, what was seen in the pictures after it, and how far off the farthest field was, in mm."""

    name: str
    nudge: Nudge
    seen: tuple[Seen, ...]
    away_mm: tuple[float, ...]
    known_mm: float

    @property
    def noticed(self) -> bool:
        """Whether it was said in time that the board has moved, or that it cannot be seen."""
        boards = [seen.sighting.board for seen in self.seen[:NOTICED_BY]]
        return any(board.moved or not board.seen for board in boards)

    @property
    def read_through(self) -> bool:
        """Whether a picture from the second one on was read where the board does not lie."""
        return any(away > self.known_mm + RIGHT_MM for away in self.away_mm[1:])


def pushes(seed: int, *, live: bool) -> Iterator[Pushed]:
    """Push one painted table along its grain, across it and anyhow, at times under a hand."""
    rng = np.random.default_rng(seed)
    painter = Painter(simulated_table(nominal_board(), seed, size_px=SIZES[seed % len(SIZES)]))
    labels = list(painter.table.balls.colours)
    on = {name: labels[i % len(labels)] for i, name in enumerate(FIELDS)}
    scene = Scene(on=on, counters=dict.fromkeys(range(4), 0))
    measures = measures_of(painter.table.board)
    calibration = calibrate([painter.paint(scene, rng)], nominal_board(), measures=measures)
    known_mm = _away_mm(calibration.view, painter, scene)
    for number in range(5):
        nudge, hands = _nudge(number, rng), _hands(number, rng)
        moved = replace(scene, nudge=nudge, hands=hands)
        eye = Eye(calibration, live=live)
        eye.look(painter.paint(scene, rng))
        seen = tuple(eye.look(painter.paint(moved, rng)) for _ in range(PICTURES))
        away = tuple(_away_mm(one.view, painter, moved) if one.view else 0.0 for one in seen)
        yield Pushed(f"{seed}/{number}", nudge, seen, away, known_mm)


def _nudge(number: int, rng: np.random.Generator) -> Nudge:
    """Return a push: the first along x, the second along y, up to 12 mm; the last two up to 50 mm."""
    far_mm = rng.uniform(5, 12) if number < 3 else rng.uniform(12, 50)
    way = rng.uniform(0, 2 * np.pi)
    if number < 2:
        way = np.pi * (number / 2 + rng.integers(2))
    turn_deg = 0.0 if number < 2 else float(rng.choice([0.0, rng.uniform(-8, 8)]))
    return Nudge(float(far_mm * np.cos(way)), float(far_mm * np.sin(way)), turn_deg)


def _hands(number: int, rng: np.random.Generator) -> tuple[Hand, ...]:
    """Return a hand over the board for two of the pushes."""
    if number not in {1, 4}:
        return ()
    x_mm, y_mm = rng.uniform(-120, 120, 2).tolist()
    return (Hand(x_mm=x_mm, y_mm=y_mm, z_mm=25.0, arm_deg=float(rng.uniform(0, 360))),)


def _away_mm(view: View, painter: Painter, scene: Scene) -> float:
    """Return how far a view has the farthest field from where it is."""
    true = View(painter.camera(scene), painter.table.board)
    away_px = view.pixels(view.board.fields) - true.pixels(true.board.fields)
    away_mm = np.linalg.norm(away_px, axis=1) / true.px_per_mm(true.board.fields)
    return float(away_mm.max())


def main(arguments: list[str] | None = None) -> int:
    """Print how many pushes were noticed, how many read through, and how exact the last views are."""
    cv2.setNumThreads(1)
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--seeds", default="300-317", help="the tables, as FIRST-LAST")
    parser.add_argument("--live", action="store_true", help="pictures follow each other closely")
    options = parser.parse_args(arguments)
    first, last = (int(part) for part in options.seeds.split("-"))
    found: list[Pushed] = []
    for seed in range(first, last + 1):
        for push in pushes(seed, live=options.live):
            found.append(push)
            if not push.noticed or push.read_through:
                print(push.name, push.nudge, [round(away, 1) for away in push.away_mm])
    more = np.array([push.away_mm[-1] - push.known_mm for push in found])
    print(
        f"{len(found)} pushes: {sum(push.noticed for push in found)} noticed, "
        f"{sum(push.read_through for push in found)} read through, "
        f"farther off than before by {np.median(more):.2f} mm (95 %: {np.quantile(more, 0.95):.2f})"
    )
    return 0


if __name__ == "__main__":
    sys.exit(main())
