"""What says of a clear face near the rim that its die leans: its place, the whole die and how it looks."""

import math
from dataclasses import replace

import numpy as np
import pytest

import vision.dice.near_rim as near
import vision.dice.reader as reader
import vision.dice.verdict as verdict
from referee.sighting import DieState
from tests.vision.dice.painted import of_one_kind
from tests.vision.dice.test_inner import die
from tests.vision.dice.test_second_die import EDGE_MM, candidate, view
from tests.vision.dice.test_tops import read
from vision.dice.area import DiceArea
from vision.dice.cube import middle_mm
from vision.dice.evidence import Candidate
from vision.dice.match import fine_banks
from vision.dice.reader import DiceReader
from vision.dice.verdict import Judge, Scene
from vision.painter.scene import Die


def fitting(body: Candidate, quality: float) -> Candidate:
    """The same die, whose face fits so well."""
    better = quality - body.match.quality
    scores = {face: score + better for face, score in body.match.scores.items()}
    return replace(body, match=replace(body.match, scores=scores))


def near_rim(area: DiceArea, edges: float) -> Candidate:
    """A clear number whose die's middle is so many edges from the rim."""
    away_mm = float(np.hypot(*middle_mm(area, candidate(50.0, 0.0, 6.0))))
    far_mm = area.place.radius_mm - edges * EDGE_MM
    return fitting(candidate(50.0 * far_mm / away_mm, 0.0, 7.5), 0.96)


@pytest.mark.parametrize(
    ("edges", "whole", "tipped", "leans"),
    [
        (1.05, 2.0, 3.0, True),
        (1.05, 2.0, -5.0, False),
        (1.05, 0.6, 1.5, True),
        (1.05, 0.6, 0.5, False),
        (1.05, 0.4, 1.5, False),
        (0.84, 2.0, -5.0, True),
        (0.74, -4.0, 0.0, False),
        (0.74, -1.0, 0.0, True),
    ],
)
def test_what_the_whole_die_shows_counts_for_more_than_its_place(
    monkeypatch: pytest.MonkeyPatch, edges: float, whole: float, tipped: float, leans: bool
) -> None:
    """Beside a clear one: edges that say that it leans are enough unless it is far and does not look tipped.

    Place is not enough if the edges deny it.
    """
    monkeypatch.setattr(near, "leans_rather", lambda *_: whole)
    monkeypatch.setattr(near, "tipped_rather", lambda *_: tipped)
    area = DiceArea(view(), EDGE_MM)
    monkeypatch.setattr(verdict, "rim_radius_mm", lambda *_: area.place.radius_mm)
    camera = view().camera
    frame = np.full((camera.height_px, camera.width_px, 3), 120, np.uint8)
    dice = [near_rim(area, edges), candidate(-20.0, 0.0, 7.0, label="double")]
    scene = Scene(frame, area, area.look(frame), fine_banks(), dice, [die.spot for die in dice])
    said = Judge(scene).readings()["number"]
    assert math.isclose(math.hypot(said.x_mm or 0.0, said.y_mm or 0.0),
                        area.place.radius_mm - edges * EDGE_MM, abs_tol=1.5)  # fmt: skip
    assert said.state is (DieState.LEANING if leans else DieState.LYING)
    assert (said.face is None) is leans


@pytest.mark.parametrize(
    ("evidence", "quality", "paired", "leans"),
    [
        (7.5, 0.96, True, False),
        (7.5, 0.96, False, True),
        (6.5, 0.96, True, True),
        (7.6, 0.91, True, True),
        (10.0, 0.93, True, False),
    ],
)
def test_a_clear_face_that_does_not_look_tipped_lies_beside_another_die(
    monkeypatch: pytest.MonkeyPatch, evidence: float, quality: float, paired: bool, leans: bool
) -> None:
    """A tipped face is not as clear and does not fit as well, and one upon another die looks as it does."""
    monkeypatch.setattr(near, "leans_rather", lambda *_: 2.0)
    monkeypatch.setattr(near, "tipped_rather", lambda *_: -2.0)
    area, camera = DiceArea(view(), EDGE_MM), view().camera
    frame = np.full((camera.height_px, camera.width_px, 3), 120, np.uint8)
    seen = near.NearRim(from_rim=1.05, hollow=0.0, beside=0.0, paired=paired)
    body = fitting(replace(near_rim(area, 1.05), evidence=evidence), quality)

    assert near.leans_there(frame, area, fine_banks(), body, seen) is leans


@pytest.mark.parametrize(
    ("evidence", "tipped", "leans"), [(5.5, 4.5, True), (6.5, 4.5, False), (5.5, 3.5, False)]
)
def test_a_face_that_is_not_clear_but_surely_looks_tipped_leans(
    monkeypatch: pytest.MonkeyPatch, evidence: float, tipped: float, leans: bool
) -> None:
    """Even where its place and the edges round it say that it lies."""
    monkeypatch.setattr(near, "leans_rather", lambda *_: -0.6)
    monkeypatch.setattr(near, "tipped_rather", lambda *_: tipped)
    area, camera = DiceArea(view(), EDGE_MM), view().camera
    frame = np.full((camera.height_px, camera.width_px, 3), 120, np.uint8)
    seen = near.NearRim(from_rim=1.0, hollow=0.0, beside=0.042, paired=True)
    body = replace(near_rim(area, 1.0), evidence=evidence)

    assert near.leans_there(frame, area, fine_banks(), body, seen) is leans


@pytest.mark.parametrize(
    ("evidence", "from_rim", "leans"), [(2.6, 0.955, True), (3.5, 0.955, False), (2.6, 1.0, False)]
)
def test_a_vague_face_lies_only_where_leaning_is_less_likely(
    monkeypatch: pytest.MonkeyPatch, evidence: float, from_rim: float, leans: bool
) -> None:
    """A tipped one fits less; how far the rim seems depends on how well the board was fitted."""
    monkeypatch.setattr(near, "leans_rather", lambda *_: 0.436)
    monkeypatch.setattr(near, "tipped_rather", lambda *_: 0.89)
    area, camera = DiceArea(view(), EDGE_MM), view().camera
    frame = np.full((camera.height_px, camera.width_px, 3), 120, np.uint8)
    seen = near.NearRim(from_rim=from_rim, hollow=0.0, beside=0.0, paired=True)
    body = fitting(replace(near_rim(area, from_rim), evidence=evidence), 0.9)

    assert near.leans_there(frame, area, fine_banks(), body, seen) is leans


@pytest.mark.parametrize(("seed", "at"), [(848, 2), (6, 7)])
def test_leaning_dice_whose_edges_say_little_have_no_face(seed: int, at: int) -> None:
    """A white one whose clear face looks as if it lay, and one under lamps that is all but in its place."""
    thrown = list(of_one_kind(seed, "leaning", at + 1))[at]

    assert DiceReader(thrown.view).read(thrown.frame).dice["number"].face is None


@pytest.mark.parametrize(
    ("seed", "number", "option"),
    [
        (857, die("10", -53.7, -28.7, 107.0), die("double", -19.5, 39.4, 288.0)),
        (740, die("10", 22.9, -10.0, 83.0), die("direction", -18.0, -57.4, 170.0)),
    ],
)
def test_dice_that_lie_near_the_rim_are_read(seed: int, number: Die, option: Die) -> None:
    """Black ones, whose shadows look like the edges of a leaning die."""
    said = read(seed, {"number": number, "option": option})

    assert (said["number"].face, said["option"].face) == (number.face, option.face)


def test_a_leaning_die_that_its_place_puts_far_from_the_rim_has_no_face() -> None:
    """Wood on wood: neither its edges nor its look are clear, but both say so."""
    thrown = next(iter(of_one_kind(1342, "leaning", 1)))

    said = DiceReader(thrown.view).read(thrown.frame).dice

    assert (said["number"].face, said["number"].state) == (None, DieState.LEANING)
    assert said["option"].face == thrown.dice["option"].face


def test_a_glance_knows_the_place_of_a_clear_face_alone() -> None:
    """What hardly fits may lie or lean near the rim, and is looked at thoroughly; elsewhere it lies."""
    area = DiceArea(view(), EDGE_MM)

    def of(edges: float, evidence: float) -> Candidate:
        return replace(near_rim(area, edges), evidence=evidence)

    assert near.is_loosely_placed(area, of(0.9, 4.5))
    assert not near.is_loosely_placed(area, of(0.9, 7.0))
    assert not near.is_loosely_placed(area, of(1.5, 4.5))


def test_a_judged_pair_is_not_believed_where_one_is_loosely_placed(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """The thorough search says then how both lie."""
    asked: list[float] = []

    def loosely(_: DiceArea, one: Candidate) -> bool:
        asked.append(one.evidence)
        return True

    dice = {"number": die("8", -20.0, 10.0, 10.0), "option": die("double", 30.0, -5.0, 40.0)}
    monkeypatch.setattr(reader, "plainly_lie", lambda *_: False)
    monkeypatch.setattr(reader, "is_loosely_placed", loosely)
    seen = read(3, dice)

    assert asked
    assert {name: one.face for name, one in seen.items()} == {
        "number": "8",
        "option": "double",
    }
