"""How often balls between two fields are seen.

python -m tests.vision.fields.between --seeds 22000-22047 [--wrong]
"""

import argparse
import random
import sys
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, replace

import cv2
import numpy as np

from firmware.simulation.stills import scattered
from firmware.simulation.world import World
from referee.sighting import Loose
from tests.vision.painted import painted_table
from vision.fields import FieldsSeen, learn, read
from vision.painter.painter import Painter
from vision.painter.scene import LooseBall, Scene
from vision.view import View

# A loose ball is the true one if it is said to lie within so many of its radii.
_THERE = 2.0


@dataclass(frozen=True)
class Placed:
    """A ball midway between two free fields, and what was read in the picture of it."""

    name: str
    fields: tuple[str, str]
    ball: LooseBall
    seen: FieldsSeen
    radius_mm: float

    def is_it(self, loose: Loose) -> bool:
        """Tell whether a loose ball that was reported is this one."""
        away_mm = np.hypot(loose.x_mm - self.ball.x_mm, loose.y_mm - self.ball.y_mm)
        return bool(away_mm < _THERE * self.radius_mm)

    @property
    def told(self) -> Loose | None:
        """The ball as it was reported, if it was."""
        return next(filter(self.is_it, self.seen.loose), None)

    @property
    def invented(self) -> list[Loose]:
        """What else was reported: there is nothing else."""
        return [loose for loose in self.seen.loose if not self.is_it(loose)]

    @property
    def said(self) -> str:
        """What was said of the ball."""
        if self.told is not None:
            return "told" if self.told.label == self.ball.label else "another colour"
        held = [self.seen.fields[name] for name in self.fields]
        return "in a field" if any(r.sure and r.label for r in held) else "not told"


def placed(seed: int, count: int = 6) -> Iterator[Placed]:
    """Read pictures of a painted table, calibrated with its set-up; board and camera are the true ones."""
    table = painted_table(seed)
    rng, noise, painter = random.Random(seed), np.random.default_rng(seed), Painter(table)
    labels = dict(enumerate(table.balls.colours))
    setup = World(table.board, labels, 4, tuple(labels), rng).scene()
    view = View(painter.camera(setup), table.board)
    appearance = learn([painter.paint(setup, noise)], view, labels)
    for number in range(count):
        scene = replace(scattered(table, rng).scene(), loose=())
        fields, ball = _somewhere(scene, view, rng, rng.choice(list(labels.values())))
        frame = painter.paint(replace(scene, loose=(ball,)), noise)
        seen = read(frame, view, appearance)
        yield Placed(f"{seed}/{number}", fields, ball, seen, table.board.ball_mm / 2)


def _somewhere(
    scene: Scene, view: View, rng: random.Random, label: str
) -> tuple[tuple[str, str], LooseBall]:
    """Return two free neighbouring fields of the outer or inner ring, and a ball midway."""
    rings = [[place for place in view.board.fields if place.name[0] == kind] for kind in "OI"]
    pairs = [pair for ring in rings for pair in zip(ring, [*ring[1:], ring[0]], strict=True)]
    a, b = rng.choice([p for p in pairs if not {p[0].name, p[1].name} & scene.on.keys()])
    at = (a.x_mm + b.x_mm) / 2, (a.y_mm + b.y_mm) / 2
    return (a.name, b.name), LooseBall(label, *at)


def main(arguments: list[str] | None = None) -> int:
    """Print how many were told, and what was invented."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seeds", default="22000-22047", help="a seed or FIRST-LAST")
    parser.add_argument("--wrong", action="store_true", help="list what was not told")
    given = parser.parse_args(arguments)
    cv2.setNumThreads(1)
    first, _, last = given.seeds.partition("-")
    counts: Counter[str] = Counter()
    for seed in range(int(first), int(last or first) + 1):
        for one in placed(seed):
            counts[one.said] += 1
            counts["invented"] += len(one.invented)
            if given.wrong and (one.said != "told" or one.invented):
                print(one.name, one.said, one.fields, one.ball.label, one.invented, flush=True)
    print(dict(counts))
    return 0


if __name__ == "__main__":
    sys.exit(main())
