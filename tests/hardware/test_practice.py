"""The practice board: printed, glued, photographed by the painter and read by the eye."""

import random

import numpy as np
import pytest

from firmware.resources import nominal_board
from firmware.simulation.world import World
from tests.vision.painter.scenes import painted
from vision.calibration import calibrate
from vision.eye import see
from vision.painter.painter import Painter
from vision.painter.table import Table
from vision.view import View

pytest.importorskip("reportlab", reason="needs the hardware extra: pip install .[hardware]")
pytest.importorskip("pypdfium2", reason="needs the hardware extra")

from tests.hardware.glued import practice_table

# The worst field's centre may be this far off, in parts of the distance from field to field.
WORST = 0.2


def laid_out(table: Table, seed: int, balls: int) -> World:
    """All pieces in their start areas, then some of them on fields anywhere."""
    rng, labels = random.Random(seed), dict(enumerate(table.balls.colours))
    world = World(table.board, labels, 4, tuple(labels), rng)
    fields = [place.name for place in table.board.fields]
    for seat, label in labels.items():
        for _ in range(balls):
            world.take(f"S{seat}")
            world.put(rng.choice([name for name in fields if name not in world.on]), label)
    return world


def centre_error(seen: View, table: Table) -> float:
    """How far the worst field's centre is off, in parts of the outer pitch in the picture there."""
    truth = View(table.camera, table.board)
    fields = table.board.fields
    found, right = seen.pixels(seen.board.fields), truth.pixels(fields)
    pitch_px = truth.px_per_mm(fields) * 2 * np.pi * table.board.ring("outer").radius_mm / 64
    return float((np.linalg.norm(found - right, axis=1) / pitch_px).max())


@pytest.mark.parametrize(("seed", "paper"), [(1, "a4"), (3, "letter"), (4, "a3"), (5, "a4")])
def test_the_printed_board_is_found_and_read(seed, paper):
    """The printed board, glued from its pages, is registered, calibrated and read without an error."""
    table = practice_table(seed, paper)
    painter = Painter(table)
    setup = painted(painter, laid_out(table, seed, 0).scene())
    seats = dict(enumerate(table.balls.colours))
    calibration = calibrate([setup], nominal_board(), match={"seats": seats})
    assert centre_error(calibration.view, table) < WORST

    for more in (1, 3):
        world = laid_out(table, seed + more, more)
        seen = see(painted(painter, world.scene(), seed), calibration)
        assert seen.view is not None
        assert centre_error(seen.view, table) < WORST
        readings = seen.sighting.fields
        unsure = [name for name, reading in readings.items() if not reading.sure]
        wrong = {
            name: (world.on.get(name), reading.label)
            for name, reading in readings.items()
            if reading.sure and reading.label != world.on.get(name)
        }
        assert not wrong
        assert len(unsure) <= 1, unsure
