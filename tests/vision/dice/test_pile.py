"""A die with no other in sight lies on the floor or upon that other one: a learned judge tells which."""

import math
import random
from dataclasses import replace

import numpy as np
import pytest

from referee.sighting import DieState
from tests.vision.dice.painted import of_one_kind
from tests.vision.dice.piles import KINDS, Layer, misread, seen_at
from tests.vision.dice.score import turned
from vision.dice.area import DiceArea
from vision.dice.floor import floor_in
from vision.dice.pile import Sides, Upright, mirrored, pile_features
from vision.dice.reader import DiceReader
from vision.view import View

EDGE_MM, RADIUS_MM = 17.0, 90.0


def test_a_die_that_lies_alone_is_read() -> None:
    """Of six on a floor of wood two were not, as floor was seen where their sides in shadow should be."""
    right = 0
    for thrown in of_one_kind(28007, "lone", 6):
        said = DiceReader(thrown.view).read(thrown.frame).dice
        right += all(said[name].face == die.face for name, die in thrown.dice.items())
    assert right == 6


@pytest.mark.parametrize("seed", [28008, 28013])
def test_the_upper_die_of_a_pile_is_not_read(seed: int) -> None:
    """Of four on dark felt all were, as the lower die, in the upper one's shadow, is hardly seen."""
    states: list[set[DieState]] = []
    for thrown in of_one_kind(seed, "stacked", 4):
        said = DiceReader(thrown.view).read(thrown.frame).dice
        states.append({die.state for die in said.values()})
    assert sum(DieState.LYING in some for some in states) <= 1
    assert sum(DieState.STACKED in some for some in states) >= 3


@pytest.mark.parametrize("turn_deg", [90.0, 200.0])
def test_a_die_looks_the_same_however_the_board_is_turned(turn_deg: float) -> None:
    """What the judge is shown depends on the camera and the die alone."""
    thrown = next(of_one_kind(28001, "stacked", 1))
    upper = thrown.dice["option"]
    about = math.radians(turn_deg)
    cos, sin = math.cos(about), math.sin(about)
    there = replace(
        upper, x_mm=cos * upper.x_mm - sin * upper.y_mm, y_mm=sin * upper.x_mm + cos * upper.y_mm,
        yaw_deg=upper.yaw_deg + turn_deg,
    )  # fmt: skip
    shown = []
    for view, die in ((thrown.view, upper), (turned(thrown.view, turn_deg), there)):
        area = DiceArea(view, EDGE_MM)
        floor = floor_in(area.look(thrown.frame), area)
        shown.append(pile_features(thrown.frame, area, floor, seen_at(area, die, EDGE_MM)))
    assert np.median(np.abs(shown[0] - shown[1])) < 0.02
    assert np.quantile(np.abs(shown[0] - shown[1]), 0.95) < 0.3


def test_the_judge_is_shown_the_mirrored_picture_as_well() -> None:
    """What is described of a scene whose board and camera are mirrored is told without seeing it."""
    thrown = next(of_one_kind(28001, "stacked", 1))
    upper, camera, flip = thrown.dice["option"], thrown.view.camera, np.diag([-1.0, 1.0, 1.0])
    seen_so = replace(camera, rotation=camera.rotation @ flip, centre_mm=flip @ camera.centre_mm)
    there = replace(upper, x_mm=-upper.x_mm, yaw_deg=-upper.yaw_deg)
    views = (thrown.view, upper), (View(seen_so, thrown.view.board), there)
    shown = []
    for view, die in views:
        area = DiceArea(view, EDGE_MM)
        floor = floor_in(area.look(thrown.frame), area)
        shown.append(pile_features(thrown.frame, area, floor, seen_at(area, die, EDGE_MM)))
    told = mirrored(shown[0][None])[0]

    assert np.quantile(np.abs(told - shown[1]), 0.95) < 0.2
    assert np.quantile(np.abs(shown[0] - shown[1]), 0.75) > 0.2
    assert (mirrored(told[None])[0] == shown[0]).all()


def test_sides_are_seen_towards_the_camera() -> None:
    """Below a face is what is nearer to the point under the camera, and round it what is farther out."""
    thrown = next(of_one_kind(28001, "lone", 1))
    area = DiceArea(thrown.view, EDGE_MM)
    face = Upright(20.0, -15.0, 30.0, EDGE_MM)
    sides = Sides(area, face)
    ahead = (sides.deep - face.middle) @ sides.towards
    out = np.linalg.norm(sides.rings - sides.rings.mean(axis=1, keepdims=True), axis=2)

    assert (np.diff(ahead, axis=0) > 0).all()
    assert (np.diff(out, axis=0) > 0).all()
    assert np.abs(sides.top - face.middle).max() < EDGE_MM / math.sqrt(2)


@pytest.mark.parametrize("kind", sorted(set(KINDS)))
def test_dice_are_laid_as_they_may_lie(kind: str) -> None:
    """What is learned from lies in the area; a die lies upon another one, beside one, or alone."""
    layer = Layer(RADIUS_MM, EDGE_MM, random.Random(3))
    for _ in range(20):
        laid = layer.laid(kind)
        apart = [math.dist((a.x_mm, a.y_mm), (b.x_mm, b.y_mm))
                 for a in laid.dice.values() for b in laid.dice.values() if a is not b]  # fmt: skip

        assert laid.is_piled == kind.startswith("pile")
        assert all(
            math.hypot(d.x_mm, d.y_mm) < RADIUS_MM - 0.5 * EDGE_MM for d in laid.dice.values()
        )
        if kind == "beside":
            assert min(apart) >= EDGE_MM
        elif laid.is_piled:
            assert max(apart) < EDGE_MM / 2
        else:
            assert not apart


def test_faces_are_misread_by_little() -> None:
    """Errors of a face that is learned from are as those of reading."""
    face = Upright(10.0, -20.0, 40.0, EDGE_MM)
    read = [misread(face, random.Random(i)) for i in range(400)]
    far = sorted(float(np.hypot(*(one.middle - face.middle))) for one in read)
    larger = sorted(abs(math.log(one.edge_mm / face.edge_mm)) for one in read)

    assert 0.02 < far[200] < 0.2
    assert 0.2 < far[380] < 1.0
    assert 0.005 < larger[200] < 0.04
