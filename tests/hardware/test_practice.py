"""The practice board: printed, glued, photographed by the painter and read by the eye."""

import random

import numpy as np
import pytest

from firmware.resources import nominal_board
from firmware.simulation.world import World
from referee.sighting import Sighting
from tests.vision.painter.scenes import painted
from vision.calibration import calibrate
from vision.painter.painter import Painter
from vision.painter.table import Table
from vision.painter.views import Hanging
from vision.registration import register
from vision.seeing import see
from vision.view import View

pytest.importorskip("reportlab", reason="needs the hardware extra: pip install .[hardware]")
pytest.importorskip("pypdfium2", reason="needs the hardware extra")

from tests.hardware.glued import SIZE_PX, lay_markers, practice_table

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


def read(table: Table, seed: int, balls: int) -> tuple[World, Sighting]:
    """Calibrate at the set-up position and read a picture with balls on fields; the board lies right."""
    painter = Painter(table)
    setup = painted(painter, laid_out(table, seed, 0).scene())
    seats = dict(enumerate(table.balls.colours))
    calibration = calibrate([setup], nominal_board(), match={"seats": seats})
    assert centre_error(calibration.view, table) < WORST
    world = laid_out(table, seed + balls, balls)
    seen = see(painted(painter, world.scene(), seed), calibration)
    assert seen.view is not None
    assert centre_error(seen.view, table) < WORST
    return world, seen.sighting


def misread(world: World, sighting: Sighting) -> tuple[set[str], set[str]]:
    """The fields that were read wrongly, and those that the eye is unsure about."""
    fields = sighting.fields
    unsure = {name for name, reading in fields.items() if not reading.sure}
    wrong = {name for name, reading in fields.items() if reading.label != world.on.get(name)}
    return wrong - unsure, unsure


@pytest.mark.parametrize(("seed", "paper"), [(1, "a4"), (7, "letter"), (10, "a3")])
def test_the_printed_board_is_found_and_read(seed, paper):
    """The printed board, glued from its pages, is registered, calibrated and read: no field is wrong, and
    only glass, through which the paper shines, may be unsure in three of 104.
    """
    world, sighting = read(practice_table(seed, paper), seed, 3)

    wrong, unsure = misread(world, sighting)

    assert 104 == len(sighting.fields)
    assert not wrong
    assert len(unsure) <= 3
    assert dict.fromkeys(range(4), 0) == {
        seat: choice.at for seat, choice in sighting.counters.items()
    }


def test_what_paper_hides_is_unsure_and_never_wrong():
    """White balls on white paper and black ones on dark print may be unsure; nothing is read wrongly."""
    world, sighting = read(practice_table(4, "a4"), 4, 3)
    wrong, unsure = misread(world, sighting)

    assert not wrong
    assert unsure <= {name for name, label in world.on.items() if label in ("white", "black")}


def test_printed_markers_say_which_corner_is_whose():
    """Seen from another side, the printed board is turned as its printed markers say."""
    hanging = Hanging(size_px=SIZE_PX, turn_deg=100.0, slant_deg=12.0, fill=0.72)
    table = practice_table(7, "a4", hanging)
    truth = View(table.camera, table.board)
    picture = painted(Painter(table), laid_out(table, 7, 1).scene())
    plain = register(picture, nominal_board()).view
    marked = register(lay_markers(picture, truth), nominal_board()).view

    assert centre_error(plain, table) > 1
    assert centre_error(marked, table) < WORST
