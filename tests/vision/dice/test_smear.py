"""Dice that move, and dice whose tops a lamp makes white, are never given a face."""

import math
from collections import Counter
from dataclasses import replace

import cv2
import numpy as np
import pytest

from firmware.simulation.show import Cast, Stage, match_at, simulated_table
from referee.sighting import DieState
from tests.shared import SHARED, needs_shared
from tests.vision.dice.painted import Rates, of_one_kind
from tests.vision.dice.test_second_die import candidate, pair
from tests.vision.dice.train import DICE
from tests.vision.truth import all_photos, nominal_board
from vision.dice import read_dice
from vision.dice.area import DiceArea
from vision.dice.match import fine_banks
from vision.dice.reader import DiceReader
from vision.dice.smear import evenness, may_move_along, moves_along
from vision.dice.verdict import Judge, Scene
from vision.dice.verdict_config import VerdictConfig
from vision.frame import Frame
from vision.painter.painter import Painter
from vision.painter.scene import Die
from vision.view import View


def softened(frame: Frame, soft_px: float) -> Frame:
    """Return a picture as a camera out of focus takes it."""
    return cv2.GaussianBlur(frame, (0, 0), soft_px).astype(np.uint8) if soft_px else frame


def rates(seed: int, kind: str, count: int, soft_px: float = 0.0) -> Counter[str]:
    """Read painted throws and count what came of every die."""
    counted, counts = Rates(), Counter[str]()
    for one in of_one_kind(seed, kind, count):
        dice = DiceReader(one.view).read(softened(one.frame, soft_px)).dice
        counts.update(counted.count(one, name, dice[name]) for name in DICE)
    return counts


@pytest.mark.parametrize("seed", [7303, 9502, 9504])
def test_painted_dice_that_move_have_no_face(seed: int) -> None:
    """Whatever the smear leaves of its mark is not told, and the die that lies is read."""
    counts = rates(seed, "moving", 5)

    assert not counts["FACE"]
    assert not counts["WRONG"]
    assert counts["right"] >= 4


def test_strokes_of_a_smear_are_no_face_of_a_smaller_die() -> None:
    """Some strokes of a VIII that rolls stay clear and look like II; the rest of it is seen beside them."""
    thrown = list(of_one_kind(1637, "moving", 2))[1]
    said = DiceReader(thrown.view).read(thrown.frame).dice

    assert said["number"].face is None
    assert said["option"].face == thrown.dice["option"].face


@pytest.mark.parametrize(
    ("seed", "far_mm"), [(2403, 9.0), (2406, 9.0), (2406, 8.0), (2407, 5.0), (2407, 8.0)]
)
def test_a_face_that_moves_along_its_strokes_is_not_told(seed: int, far_mm: float) -> None:
    """II stays as it is, and clear, but other edges are smeared, or more is strange beside the die."""
    table = simulated_table(nominal_board(memory=False), seed, size_px=(1280, 960))
    along = math.radians(30.0 + 90.0)
    two = Die(
        face="2", x_mm=-15.0, y_mm=20.0, yaw_deg=30.0,
        travel_mm=(far_mm * math.cos(along), far_mm * math.sin(along)),
    )  # fmt: skip
    other = Die(face="half", x_mm=30.0, y_mm=-25.0, yaw_deg=70.0)
    base = Stage(table, Cast(match=match_at(table, (0, 2), 4, 0), seed=seed)).world.scene()
    scene = replace(base, dice={"number": two, "option": other})
    frame = Painter(table).paint(scene, np.random.default_rng(seed))
    said = DiceReader(View(table.camera, table.board)).read(frame).dice

    assert said["number"].face is None
    assert said["option"].face == "half"


def test_marks_with_other_marks_beside_them_are_sides_in_soft_pictures() -> None:
    """Of a glossy black die whose top mirrors a lamp a side is seen best, and is not told as the top."""
    assert not rates(7301, "moving", 2, soft_px=1.0)["WRONG"]


def test_dice_with_white_tops_are_not_read_from_their_sides() -> None:
    """Where a lamp makes tops white their sides are clear, and yet they are no tops."""
    counts = rates(117, "pair", 10)

    assert not counts["WRONG"]


@pytest.mark.parametrize(
    ("even", "weakest", "state"),
    [
        (0.60, 2.0, DieState.LYING),
        (0.60, 0.8, DieState.MOVING),
        (0.40, 2.0, DieState.MOVING),
        (0.70, 0.8, DieState.LYING),
    ],
)
def test_a_weak_die_with_a_sharp_outline_lies_unread(
    even: float, weakest: float, state: DieState, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What is uneven on it may be left of marks in a lamp; its face is not believed, only that it lies."""
    one, (clear, seen) = pair()
    quality = seen.match.quality
    likely = dict.fromkeys(seen.match.scores, quality - 0.1) | {seen.match.label: quality}
    weak = replace(
        seen, match=replace(seen.match, scores=likely),
        outline=replace(seen.outline, weakest=(weakest, 2.0)),
    )  # fmt: skip
    area = DiceArea(one.view, one.view.board.die_mm)
    scene = Scene(one.frame, area, area.look(one.frame), fine_banks(), [clear, weak], [])
    monkeypatch.setattr(
        "vision.dice.verdict.evenness", lambda *of: even if of[2].kind == weak.kind else 1.0
    )
    said = Judge(scene, VerdictConfig(sized=math.inf)).readings()

    assert said[clear.kind].face == clear.match.label
    assert said[weak.kind].state is state
    assert (said[weak.kind].face is None) == (even < 0.65)


@pytest.mark.parametrize(
    ("support", "weakest", "lies"), [(8.0, 1.8, True), (6.0, 1.8, False), (8.0, 1.0, False)]
)
def test_a_square_on_which_nothing_is_seen_lies_unread(
    support: float, weakest: float, lies: bool
) -> None:
    """A top that a lamp makes white has a die's outline, but no face that is likely at all."""
    one, both = pair()
    seen, clear = sorted(both, key=lambda die: die.kind)
    outline = replace(seen.outline, support=support, weakest=(weakest, 2.0))
    blank = replace(seen.match, scores=dict.fromkeys(seen.match.scores, 0.3))
    white = replace(seen, match=blank, evidence=-4.0, outline=outline)
    area = DiceArea(one.view, one.view.board.die_mm)
    scene = Scene(one.frame, area, area.look(one.frame), fine_banks(), [clear, white], [])
    said = Judge(scene).readings()

    assert said[clear.kind].face == clear.match.label
    assert said[white.kind].face is None
    assert (said[white.kind].state is DieState.LYING) == lies
    assert (said[white.kind].x_mm is not None) == lies


@needs_shared
@pytest.mark.parametrize(("soft_px", "aside_mm"), [(0.0, 0.7), (1.2, 0.0)])
def test_photographed_dice_that_move_have_no_face(soft_px: float, aside_mm: float) -> None:
    """None of them is given one in sharp pictures from a little aside and in soft ones."""
    assert SHARED is not None
    told = []
    for photo in all_photos(SHARED / "photos/dev"):
        moving = [name for name in DICE if photo.row["dice"]["state"][name] == "moving"]
        if moving:
            camera = photo.view.camera
            aside = replace(camera, centre_mm=camera.centre_mm + np.array([aside_mm, 0.0, 0.0]))
            dice = read_dice(softened(photo.frame, soft_px), View(aside, photo.view.board)).dice
            told += [dice[name].face for name in moving]

    assert len(told) >= 15
    assert told == [None] * len(told)


def smear(picture: Frame, length_px: int, way_deg: float) -> Frame:
    """Move a picture by so much in a straight line while it is taken."""
    line = np.zeros((length_px, length_px), np.float32)
    line[length_px // 2] = 1.0
    turn = cv2.getRotationMatrix2D((length_px // 2, length_px // 2), way_deg, 1.0)
    line = cv2.warpAffine(line, turn, (length_px, length_px)).astype(np.float32)
    return cv2.filter2D(picture, -1, line / line.sum()).astype(np.uint8)


def test_a_smear_makes_edges_uneven_and_a_soft_lens_does_not() -> None:
    """The edges of lying dice are about as steep in all directions, sharp or not; smeared ones are not."""
    sharp, soft, smeared = [], [], []
    for seed in (9502, 9503, 9505):
        for one in of_one_kind(seed, "pair", 2):
            for die in DiceReader(one.view).read(one.frame).candidates[:2]:
                area = DiceArea(one.view, die.edge_mm)
                picture = area.look(one.frame)
                length_px = round(0.4 * die.edge_mm * area.px_per_mm) | 1
                blurred = cv2.GaussianBlur(picture, (0, 0), 1.5).astype(np.uint8)
                sharp.append(evenness(picture, area, die))
                soft.append(evenness(blurred, area, die))
                smeared += [
                    evenness(smear(picture, length_px, way), area, die) for way in (0, 45, 90)
                ]

    assert min(np.median(sharp), np.median(soft)) > 0.75
    assert np.median(smeared) < 0.6


@pytest.mark.parametrize(("label", "asked"), [("2", True), ("4", False), ("8", False)])
def test_only_a_face_whose_strokes_run_one_way_may_move_along_them(label: str, asked: bool) -> None:
    """A sharp IV on a black die, whose edges are hardly seen on dark felt, lies."""
    face = candidate(0.0, 0.0, 6.0, label=label)

    assert may_move_along(face) is asked
    assert not may_move_along(replace(face, evidence=7.5))


@pytest.mark.parametrize(("face", "odds", "moves"), [
    ("2", 4.0, True), ("2", 8.0, False), ("8", 4.0, False),
])  # fmt: skip
def test_a_frame_tells_whether_a_face_moves_along_its_strokes(
    face: str, odds: float, moves: bool
) -> None:
    """Only where it must be asked; of the frame no more than the die is looked at."""
    table = simulated_table(nominal_board(memory=False), 6, size_px=(1280, 960))
    area = DiceArea(View(table.camera, table.board), 17.0)
    # Edges in one direction alone, as nothing but a smear shows them.
    frame = np.zeros((960, 1280, 3), np.uint8)
    frame[:, ::8] = frame[:, 1::8] = frame[:, 2::8] = 255
    die = candidate(5.0, 10.0, odds, label=face)

    assert evenness(area.look(frame), area, die) < 0.3
    assert moves_along(frame, area, die) is moves
