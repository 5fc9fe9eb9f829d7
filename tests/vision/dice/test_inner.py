"""Faces told by their middles, where lamps mirrored in the bevels spoil the rims of their marks."""

from dataclasses import replace

import cv2
import numpy as np
import pytest

from referee.sighting import DieState
from tests.vision.dice.painted import painted
from tests.vision.dice.test_parts import face_at
from tests.vision.dice.test_tops import read, table
from vision.dice.area import Window
from vision.dice.bank import NARROW, make_bank
from vision.dice.close_up import CloseUp
from vision.dice.drawn import templates
from vision.dice.edges import Outline
from vision.dice.evidence import Candidate
from vision.dice.inner import InnerConfig, inner_matches
from vision.dice.locate import Spot
from vision.dice.match import SIZE, drawn_banks, scored
from vision.dice.reader import DiceReader
from vision.painter.scene import Die

WINDOW, EDGE_MM, TURN_DEG = Window(5.0, -8.0, 22.0, 13.0, 3.0), 17.0, 30.0


def die(face: str, x_mm: float, y_mm: float, yaw_deg: float) -> Die:
    """A die that lies there."""
    return Die(face=face, x_mm=x_mm, y_mm=y_mm, yaw_deg=yaw_deg)


def spoiled(face: str) -> CloseUp:
    """A face whose bevels mirror a lamp, so that they are as dark as its marks."""
    picture = face_at(face, WINDOW, EDGE_MM, TURN_DEG)
    corners = cv2.boxPoints(
        (((WINDOW.size - 1) / 2,) * 2, (0.8 * EDGE_MM * WINDOW.px_per_mm,) * 2, -TURN_DEG)
    )
    bevels = np.zeros(picture.shape[:2], np.uint8)
    cv2.polylines(bevels, [np.intp(corners)], True, 1, 3)
    return CloseUp(WINDOW, np.where(bevels[..., None] > 0, np.uint8(90), picture))


def likely(close_up: CloseUp, *, support: float = 8.0, die_mm: float = EDGE_MM) -> Candidate:
    """What is likely there, but does not convince."""
    pose = np.array([[WINDOW.x_mm, WINDOW.y_mm, TURN_DEG, die_mm]])
    (match,) = scored(close_up, pose, False, drawn_banks()[False])
    outline = Outline(die_mm, 0.0, 0.0, support, (support / 5, support / 4))
    return Candidate(Spot(WINDOW.x_mm, WINDOW.y_mm, 5.0, 1.0, 1.0), match, outline, 1.0)


@pytest.mark.parametrize("face", ["4", "8", "half", "direction"])
def test_the_middle_bears_out_what_a_spoiled_rim_hides(face: str) -> None:
    """The same face fits much better there, and as well as must be."""
    close_up = spoiled(face)
    whole = likely(close_up)

    (inner,) = inner_matches([whole], close_up, drawn_banks())

    assert whole.match.label == inner.label == face
    assert inner.quality > max(whole.match.quality + 0.03, InnerConfig().fits)


def test_the_middle_says_nothing_of_what_is_not_seen_whole() -> None:
    """Not where another face is near, a square is hardly seen, is beside a clearer one, small or certain."""
    close_up = spoiled("4")
    whole, banks = likely(close_up), drawn_banks()
    scores = whole.match.scores
    near = scores | {"6": scores["4"] - 0.05}
    small = replace(whole, match=replace(whole.match, die_mm=14.4))
    small = replace(small, outline=replace(small.outline, die_mm=15.0))

    def told(*found: Candidate, other_mm: float | None = None) -> int:
        return len(inner_matches(found, close_up, banks, other_mm))

    assert told(whole) == 1
    assert told(replace(whole, match=replace(whole.match, scores=near))) == 0
    assert told(likely(close_up, support=4.0)) == 0
    assert told(replace(whole, outline=replace(whole.outline, weakest=(0.5, 2.0)))) == 0
    assert told(whole, replace(whole, outline=replace(whole.outline, support=10.0))) == 1
    assert told(small) == 0
    assert told(whole, other_mm=18.5) == 0
    assert told(replace(whole, evidence=3.0)) == told(replace(whole, evidence=-6.0)) == 0


def test_a_faded_bank_is_one_made_with_that_fade() -> None:
    """Its templates meet marks as those do that were made so."""
    names, patches = templates(SIZE, (0.04,))
    marks = patches[::7] + np.random.default_rng(3).normal(0, 0.05, patches[::7].shape)
    faded = make_bank(names, patches, fade=NARROW).faded(InnerConfig().fade)
    made = make_bank(names, patches, fade=InnerConfig().fade)

    scores, others = (bank.scores(marks.astype(np.float32)) for bank in (faded, made))
    assert faded.fade == made.fade
    assert scores == pytest.approx(others, abs=0.03)


@pytest.mark.parametrize(
    ("seed", "number", "option"),
    [
        (848, die("8", -9.6, -43.7, 81.0), die("double", -39.0, 7.3, 28.0)),
        (848, die("4", 10.3, -44.2, 42.0), die("half", -31.4, -18.4, 234.0)),
        (712, die("12", -17.7, 4.7, 179.0), die("double", 18.9, -33.7, 53.0)),
        (712, die("2", 6.9, -6.8, 295.0), die("swap-ball", -49.3, 31.0, 258.0)),
    ],
)
def test_faces_whose_rims_a_lamp_spoils_are_read(seed: int, number: Die, option: Die) -> None:
    """Wood that shines and ivory that a lamp makes all but white."""
    said = read(seed, {"number": number, "option": option})

    assert (said["number"].face, said["option"].face) == (number.face, option.face)


def test_twelve_is_not_read_as_its_part() -> None:
    """XII is no VI on a smaller square beside its middle, whatever the picture's noise."""
    view, painter, stage = table(725)
    dice = {"number": die("12", 28.7, 54.6, 207.0), "option": die("swap-ring", 37.8, 21.1, 46.0)}
    scene = replace(stage.world.scene(), dice=dice)
    pictures = [painter.paint(scene, np.random.default_rng((725, nth))) for nth in range(6)]
    told = [DiceReader(view).read(picture).dice["number"].face for picture in pictures]

    assert set(told) <= {"12", None}
    assert told.count("12") >= 5


def test_no_part_of_a_wide_face_is_read_on_a_black_die() -> None:
    """VIII whose bevels mirror a lamp is no VI on a smaller square."""
    number = die("8", 47.2, 22.3, 359.7)
    said = read(607, {"number": number, "option": die("half", -12.6, 49.0, 168.1)})

    assert said["number"].face in ("8", None)


def test_a_die_in_its_place_is_not_looked_for_on_a_printed_cloth() -> None:
    """Beside the board, where clutter bears marks, the middles of faces tell no second fallen die."""
    thrown = next(one for one in painted(958) if one.kind == "off-board")
    said = DiceReader(thrown.view).read(thrown.frame).dice

    assert said["number"].state is DieState.OFF_BOARD
    assert said["option"].state is not DieState.OFF_BOARD
