"""Rates of red glass at the far rim of red felt, which a slanting sight hardly tells from each other.

python -m tests.vision.fields.far_rim --seeds 41000-41029
"""

import argparse
import math
import sys
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace

import cv2
import numpy as np

from firmware.resources import nominal_board
from referee.board import Place
from referee.sighting import Look
from vision.fields import learn, read
from vision.painter.chance import BALL_COLOURS, table_from_seed
from vision.painter.painter import Painter
from vision.painter.scene import LooseBall, Scene
from vision.painter.table import Table
from vision.view import View

RIGHT, UNSURE, WRONG = "right", "unsure", "wrong"
COLOURS = ("red", "blue", "green", "yellow")
RED_FELT = (116.0, 26.0, 32.0)
PICTURES, BALLS = 3, 3
# How far inside the rim (ball radii), and how far round it from what is farthest from the camera (radians).
INSIDE, ROUND = (0.85, 1.5), 0.7


def counted(seed: int) -> Iterator[str]:
    """Yield what is said of the area farthest from a table's camera, in which one red ball lies at the rim.

    The table is calibrated with all balls in the middle of their areas; board and camera are the true ones.
    """
    rng, table = np.random.default_rng(seed), _table(seed)
    painter, noise = Painter(table), np.random.default_rng(seed + 1)
    view = View(painter.camera(Scene()), table.board)
    eye_mm = view.camera.centre_mm
    areas = sorted(table.board.of_kind("start"), key=lambda area: -_away(area, eye_mm))
    labels = dict(zip(areas, COLOURS, strict=True))
    setup = [_ball(labels[area], area, k) for area in areas for k in range(BALLS)]
    seats = {int(area.name[1:]): label for area, label in labels.items()}
    appearance = learn([painter.paint(Scene(start=tuple(setup)), noise)], view, seats)
    far, *others = areas
    for _ in range(PICTURES):
        turn = math.atan2(far.y_mm - eye_mm[1], far.x_mm - eye_mm[0]) + rng.uniform(-ROUND, ROUND)
        away = far.radius_mm - table.board.ball_mm / 2 * rng.uniform(*INSIDE)
        at_rim = LooseBall(
            labels[far], far.x_mm + away * math.cos(turn), far.y_mm + away * math.sin(turn)
        )
        scene = Scene(start=(at_rim, *(_ball(labels[area], area, 0) for area in others)))
        said = read(painter.paint(scene, noise), view, appearance).start[int(far.name[1:])]
        right = said.of == {labels[far]: 1}
        yield UNSURE if said.look is not Look.CLEAR else RIGHT if right else WRONG


def _table(seed: int) -> Table:
    """Draw a table with red felt and glass balls of four colours."""
    table = table_from_seed(seed, nominal_board())
    colours = {name: BALL_COLOURS[name] for name in COLOURS}
    balls = replace(table.balls, colours=colours, material="glass")
    return replace(table, balls=balls, spare=(), look=replace(table.look, felt=RED_FELT))


def _away(area: Place, eye_mm: np.ndarray) -> float:
    return math.hypot(area.x_mm - float(eye_mm[0]), area.y_mm - float(eye_mm[1]))


def _ball(label: str, area: Place, k: int) -> LooseBall:
    """Lay the ``k``-th of three balls half way to the rim of its area."""
    turn = 2 * math.pi * k / BALLS + 0.5
    x_mm, y_mm = (area.radius_mm / 2.5 * axis for axis in (math.cos(turn), math.sin(turn)))
    return LooseBall(label, area.x_mm + x_mm, area.y_mm + y_mm)


def main(arguments: list[str] | None = None) -> int:
    """Print how many balls were counted, were in doubt, and were missed."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seeds", default="41000-41029", help="a seed or FIRST-LAST")
    given = parser.parse_args(arguments)
    cv2.setNumThreads(1)
    first, _, last = given.seeds.partition("-")
    print(dict(Counter(s for k in range(int(first), int(last or first) + 1) for s in counted(k))))
    return 0


if __name__ == "__main__":
    sys.exit(main())
