"""What the camera sees: a table painted by the program's own painter."""

import random

import numpy as np

from referee.board import Board
from vision.painter.chance import table_from_seed
from vision.painter.painter import Painter
from vision.painter.scene import Die, LooseBall, Scene
from vision.painter.sensor import Picture
from vision.painter.views import Hanging

# A table that shows everything well: light wood, four colours, even light.
_SEED, _BALLS = 8, 4
_HANGING = Hanging(size_px=(960, 720), slant_deg=8.0, turn_deg=4.0, fill=0.9)


def seen(board: Board) -> Picture:
    """Return a painted picture (h, w, 3) uint8 BGR of a board with its pieces at the start of a game."""
    table = table_from_seed(_SEED, board, hanging=_HANGING)
    rng, start = random.Random(_SEED), []
    for area, label in zip(table.board.of_kind("start"), table.balls.colours, strict=True):
        reach = area.radius_mm / 2
        for i in range(_BALLS):
            x = area.x_mm + reach * (1 if i % 2 else -1) + rng.uniform(-3, 3)
            y = area.y_mm + reach * (1 if i // 2 else -1) + rng.uniform(-3, 3)
            start.append(LooseBall(label, x, y))
    dice = {
        "number": Die(face="8", x_mm=-22.0, y_mm=12.0, yaw_deg=20.0),
        "option": Die(face="double", x_mm=24.0, y_mm=-8.0, yaw_deg=65.0),
    }
    scene = Scene(start=tuple(start), counters=dict.fromkeys(range(4), 0), dice=dice)
    return Painter(table).paint(scene, np.random.default_rng(_SEED))
