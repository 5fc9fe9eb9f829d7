"""Tables and scenes for the painter's tests."""

import dataclasses

import numpy as np
from numpy.typing import NDArray

from tests.vision.truth import nominal_board
from vision.painter.chance import table_from_seed
from vision.painter.light import Light
from vision.painter.painter import Painter
from vision.painter.scene import Scene
from vision.painter.table import Sensor, Table

SIZE_PX = (640, 480)
SOFT_LIGHT = Light(lamps=(), ambient=1.0, ambient_kelvin=5500)
CLEAN = Sensor(exposure_stops=0.0, white_kelvin=5500, noise=0.0, blur_px=0.3, vignette=0.0)


def a_table(seed: int = 1, *, memory: bool = False) -> Table:
    return table_from_seed(seed, nominal_board(memory=memory), size_px=SIZE_PX)


def in_soft_light(table: Table) -> Table:
    """The same table in even light, with opaque balls, before a camera without noise."""
    balls = dataclasses.replace(table.balls, material="plastic")
    return dataclasses.replace(table, light=SOFT_LIGHT, sensor=CLEAN, balls=balls)


def painted(painter: Painter, scene: Scene, seed: int = 0) -> NDArray[np.uint8]:
    return painter.paint(scene, np.random.default_rng(seed))
