"""Words of which a part was read: the whole one is found beside it."""

from dataclasses import replace
from itertools import islice

import numpy as np
import pytest

from tests.vision.dice.painted import painted
from tests.vision.dice.score import turned
from tests.vision.dice.test_inner import EDGE_MM, TURN_DEG, WINDOW, die
from tests.vision.dice.test_parts import face_at
from tests.vision.dice.test_tops import read
from vision.dice.close_up import CloseUp
from vision.dice.edges import Outline
from vision.dice.evidence import Candidate
from vision.dice.locate import Spot
from vision.dice.match import drawn_banks, refine, scored
from vision.dice.reader import DiceReader
from vision.dice.wholes import WHOLES, whole_starts

PAIRS = [(part, whole) for part, wholes in WHOLES.items() for whole in wholes]


def read_as(part: str, close_up: CloseUp, off: float, evidence: float = 3.0) -> Candidate:
    """A part that was read so far along the line of writing (die edges) on too small a square."""
    along = off * EDGE_MM * np.array([np.cos(np.radians(TURN_DEG)), np.sin(np.radians(TURN_DEG))])
    pose = np.array([[WINDOW.x_mm + along[0], WINDOW.y_mm + along[1], TURN_DEG, 0.88 * EDGE_MM]])
    (match,) = scored(close_up, pose, False, drawn_banks()[False])
    match = replace(match, scores=dict.fromkeys(match.scores, 0.5) | {part: 0.9}, turn_deg=TURN_DEG)
    outline = Outline(EDGE_MM, 0.0, 0.0, 4.0, (1.0, 1.0))
    spot = Spot(WINDOW.x_mm, WINDOW.y_mm, 5.0, 1.0, 1.0)
    return Candidate(spot, match, outline, evidence)


def test_parts_are_words_within_words() -> None:
    """II is within four others, VI within VIII, X within two; the longest are within none."""
    assert set(WHOLES["2"]) == {"8", "12", "half", "double"}
    assert set(WHOLES["10"]) == {"12", "double"}
    assert WHOLES["6"] == ("8",)
    assert not any(WHOLES[face] for face in ("4", "8", "12", "half", "double"))


@pytest.mark.parametrize(("part", "whole"), PAIRS)
@pytest.mark.parametrize("off", [-0.2, 0.12])
def test_the_whole_word_is_found_beside_its_part(part: str, whole: str, off: float) -> None:
    """Moved from where it is looked for it fits well, in the middle of its die."""
    close_up = CloseUp(WINDOW, face_at(whole, WINDOW, EDGE_MM, TURN_DEG))
    banks = drawn_banks()

    starts = whole_starts(read_as(part, close_up, off), close_up, banks)
    best = refine(close_up, starts, banks)[0]

    assert best.label == whole
    assert best.quality > 0.9
    assert np.hypot(best.x_mm - WINDOW.x_mm, best.y_mm - WINDOW.y_mm) < 0.08 * EDGE_MM


@pytest.mark.parametrize(("part", "evidence"), [("4", 3.0), ("6", 7.5), ("6", -3.0)])
def test_none_is_looked_for_beside_a_longest_word_or_where_all_is_clear(
    part: str, evidence: float
) -> None:
    """A face that is part of none, a sure one and one that is likely none are left as they are."""
    close_up = CloseUp(WINDOW, face_at("8", WINDOW, EDGE_MM, TURN_DEG))

    assert whole_starts(read_as(part, close_up, 0.1, evidence), close_up, drawn_banks()) == []


@pytest.mark.parametrize("place", [(-50.5, 9.7, 292.0), (-45.3, 4.9, 275.0)])
def test_a_word_on_a_top_that_mirrors_a_lamp_is_read_whole(place: tuple[float, ...]) -> None:
    """A black VIII was told as VI there, on a square that left two strokes out."""
    dice = {"number": die("8", *place), "option": die("hole-in", 10.0, -20.0, 40.0)}

    assert read(26129, dice)["number"].face == "8"


def test_a_part_on_a_smaller_square_does_not_settle_a_first_look() -> None:
    """VI was told of VIII beside a clear die where the board's own axes lay a quarter otherwise."""
    (thrown,) = islice(painted(27002), 2, 3)

    seen = DiceReader(turned(thrown.view, 90.0)).read(thrown.frame)

    assert {name: die.face for name, die in thrown.dice.items()} == {
        name: die.face for name, die in seen.dice.items()
    }
