"""Dice whose tops show little: a side is no top, nor is the die under another one; what is faint is read."""

from dataclasses import replace
from functools import cache
from itertools import islice
from typing import Any

import numpy as np
import pytest

from firmware.simulation.show import Cast, Stage, match_at, simulated_table
from referee.sighting import DieReading, DieState
from tests.vision.dice.painted import of_one_kind, painted
from tests.vision.truth import nominal_board
from vision.dice.area import DiceArea
from vision.dice.cube import middle_mm, sides_seen
from vision.dice.evidence import Candidate
from vision.dice.reader import DiceReader
from vision.dice.sides import is_under
from vision.dice.tops import frame_has_top_behind, has_top_behind
from vision.frame import Frame
from vision.painter.painter import Painter
from vision.painter.scene import Die
from vision.view import View


@cache
def table(seed: int) -> tuple[View, Painter, Stage]:
    """A painted table that nobody moves at."""
    drawn = simulated_table(nominal_board(memory=False), seed, size_px=(1280, 960))
    stage = Stage(drawn, Cast(match=match_at(drawn, (0, 2), 4, 0), seed=seed))
    return View(drawn.camera, drawn.board), Painter(drawn), stage


def picture(seed: int, dice: dict[str, Die]) -> Frame:
    """These dice on that table."""
    _, painter, stage = table(seed)
    scene = replace(stage.world.scene(), dice=dice)
    return painter.paint(scene, np.random.default_rng(seed))


def read(seed: int, dice: dict[str, Die]) -> dict[str, DieReading]:
    """What is said of them."""
    return dict(DiceReader(table(seed)[0]).read(picture(seed, dice)).dice)


def turned_to(top: Candidate, place: Any) -> Candidate:
    """A face as clear as this one, seen at another place of the window."""
    match = replace(top.match, x_mm=float(place[0]), y_mm=float(place[1]))
    return replace(top, match=match)


@pytest.mark.parametrize(("x_mm", "y_mm"), [(-30.0, 35.0), (0.0, -40.0), (40.0, 5.0)])
def test_behind_a_side_is_a_top_and_behind_a_top_is_floor(x_mm: float, y_mm: float) -> None:
    """A face where a die's side is seen has that die's top behind it, unless another die lies too near."""
    dice = {"number": Die(face="4", x_mm=x_mm, y_mm=y_mm, yaw_deg=20.0)}
    view, frame = table(906)[0], picture(906, dice)
    area = DiceArea(view, view.board.die_mm)
    shown = area.look(frame)
    top = next(c for c in DiceReader(view).read(frame).candidates if c.match.label == "4")
    sides = [turned_to(top, at_mm) for at_mm in sides_seen(area, top)]

    assert not has_top_behind(shown, area, top, [])
    assert any(has_top_behind(shown, area, side, []) for side in sides)
    for face in (top, *sides):
        assert frame_has_top_behind(frame, area, face, []) is has_top_behind(shown, area, face, [])
    assert not any(has_top_behind(shown, area, side, [top]) for side in sides)


@pytest.mark.parametrize("nth", [5, 10])
def test_no_side_is_read_where_its_top_is_not(nth: int) -> None:
    """The clear VI on a side of a die whose VIII a lamp has run together is no number that was thrown."""
    thrown = next(islice(painted(906), nth, None))
    said = DiceReader(thrown.view).read(thrown.frame).dice["number"]

    assert (thrown.dice["number"].face, thrown.states["number"]) == ("8", "lying")
    assert said.face in {None, "8"}


def test_a_face_under_another_die_is_known_by_its_place() -> None:
    """A side of the lower die of a pile is one; the same face half an edge away is not."""
    view = table(906)[0]
    area = DiceArea(view, view.board.die_mm)
    dice = {"option": Die(face="half", x_mm=-20.0, y_mm=20.0, yaw_deg=20.0)}
    upper = DiceReader(view).read(picture(906, dice)).candidates[0]
    below = replace(upper, match=replace(upper.match, turn_deg=upper.match.turn_deg + 8.0))
    shift = middle_mm(area, upper, 1) - middle_mm(area, upper)
    eye = view.camera.centre_mm[:2]
    nearer = np.linalg.norm(sides_seen(area, upper) - eye, axis=1).argmin()
    place = sides_seen(area, upper)[nearer] + shift

    assert is_under(area, turned_to(below, place), upper)
    away = 0.9 * upper.edge_mm * np.array([1.0, 0.0])
    assert not is_under(area, turned_to(below, place + away), upper)
    assert not is_under(area, turned_to(below, place - away), upper)


@pytest.mark.parametrize(("seed", "nth"), [(661, 1), (659, 0), (659, 2)])
def test_no_die_of_a_pile_is_read_for_what_is_seen_of_the_other(seed: int, nth: int) -> None:
    """The lower die's side is no die that lies elsewhere, nor is a stripe of wood taken for a number."""
    thrown = list(of_one_kind(seed, "stacked", nth + 1))[nth]
    dice = DiceReader(thrown.view).read(thrown.frame).dice

    assert [die.face for die in dice.values()] == [None, None]


def test_the_wall_of_the_rim_is_no_die_under_another_one() -> None:
    """A die that lies before the rim's wall in plain sight, the other one elsewhere, is read."""
    number = Die(face="4", x_mm=36.9, y_mm=30.2, yaw_deg=217.2)
    option = Die(face="direction", x_mm=-27.1, y_mm=33.2, yaw_deg=73.4)

    said = read(602, {"number": number, "option": option})

    assert (said["number"].face, said["option"].face) == ("4", "direction")


def test_dice_that_a_lamp_makes_all_but_white_are_found_by_their_colour() -> None:
    """Marks that stand out less than the floor's roughness are read on what is unlike the floor."""
    option = Die(face="half", x_mm=-16.8, y_mm=16.4, yaw_deg=18.5)
    number = Die(face="4", x_mm=10.0, y_mm=45.0, yaw_deg=60.0)

    said = read(10593, {"number": number, "option": option})["option"]

    assert (said.face, said.state) == ("half", DieState.LYING)


def test_marks_that_grey_loses_in_a_lamp_are_read_in_the_darkest_channel() -> None:
    """A black die whose top is all but white beside one in plain sight is read."""
    number = Die(face="6", x_mm=63.0, y_mm=0.0, yaw_deg=30.0)
    option = Die(face="double", x_mm=10.5, y_mm=63.0, yaw_deg=0.0)

    said = read(607, {"number": number, "option": option})

    assert (said["number"].face, said["option"].face) == ("6", "double")


def test_a_die_that_leans_far_from_the_rim_has_no_face() -> None:
    """It seems 15 mm large and to lie far from the rim, unless it is known that it is larger."""
    number = Die(face="2", x_mm=37.9, y_mm=-59.5, yaw_deg=88.3, lean_deg=26.85, lean_to_deg=122.5)
    option = Die(face="swap-ring", x_mm=16.8, y_mm=14.8, yaw_deg=160.8)

    seen, frame = table(607)[0], picture(607, {"number": number, "option": option})
    said = DiceReader(seen, die_mm=seen.board.die_mm).read(frame).dice

    assert (said["number"].face, said["number"].state) == (None, DieState.LEANING)
    assert said["option"].face == "swap-ring"
