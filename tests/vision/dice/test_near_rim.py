"""What says of a clear face near the rim that its die leans: its place, the whole die and how it looks."""

import math

import numpy as np
import pytest

import vision.dice.verdict as verdict
from referee.sighting import DieState
from tests.vision.dice.test_second_die import EDGE_MM, candidate, view
from vision.dice.area import DiceArea
from vision.dice.cube import middle_mm
from vision.dice.evidence import Candidate
from vision.dice.match import fine_banks
from vision.dice.verdict import Judge, Scene


def near_rim(area: DiceArea, edges: float) -> Candidate:
    """A clear number whose die's middle is so many edges from the rim."""
    away_mm = float(np.hypot(*middle_mm(area, candidate(50.0, 0.0, 6.0))))
    far_mm = area.place.radius_mm - edges * EDGE_MM
    return candidate(50.0 * far_mm / away_mm, 0.0, 6.0)


@pytest.mark.parametrize(
    ("edges", "whole", "tipped", "leans"),
    [
        (1.05, 2.0, 3.0, True),
        (1.05, 2.0, -5.0, True),
        (1.05, 0.5, -5.0, False),
        (0.74, -4.0, 0.0, False),
        (0.74, -1.0, 0.0, True),
    ],
)
def test_what_the_whole_die_shows_counts_for_more_than_its_place(
    monkeypatch: pytest.MonkeyPatch, edges: float, whole: float, tipped: float, leans: bool
) -> None:
    """Beside a clear one: edges that say that it leans are enough, and place is not if they deny it."""
    monkeypatch.setattr(verdict, "leans_rather", lambda *_: whole)
    monkeypatch.setattr(verdict, "tipped_rather", lambda *_: tipped)
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
