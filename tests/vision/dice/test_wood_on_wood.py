"""Wooden dice on wood: outlines are hardly seen, and faces alone must tell what lies there, and where."""

from dataclasses import replace

import numpy as np
import pytest

from tests.vision.dice.test_inner import die
from tests.vision.dice.test_second_die import EDGE_MM, candidate, view
from tests.vision.dice.test_tops import picture, table
from vision.dice.area import DiceArea
from vision.dice.due import DueConfig, is_plain
from vision.dice.evidence import Candidate
from vision.dice.match import fine_banks
from vision.dice.reader import DiceReader
from vision.dice.verdict import Judge, Scene


@pytest.mark.parametrize(
    ("place", "known"),
    [((46.7, 51.3, 0.7), False), ((46.7, 51.3, 180.7), True), ((45.0, 54.2, 359.7), True)],
)
def test_a_second_die_is_found_whose_sides_hardly_show(
    place: tuple[float, float, float], known: bool
) -> None:
    """One turn is seen and the first die tells the size: the best place of all was another one's side."""
    number, option = die("8", *place), die("double", -35.6, -51.4, 55.2)
    seen, frame = table(5102)[0], picture(5102, {"number": number, "option": option})

    said = DiceReader(seen, die_mm=seen.board.die_mm if known else None).read(frame).dice

    assert {name: one.face for name, one in said.items()} == {"number": "8", "option": "double"}


def unmistakable(x_mm: float, label: str, *, larger: float = 1.0, margin: float = 0.3) -> Candidate:
    """A face that fits well and far better than any other, on a die whose outline is hardly seen."""
    seen = candidate(x_mm, 0.0, 1.0, support=0.5, margin=margin, label=label)
    scores = {face: score + 0.1 for face, score in seen.match.scores.items()}
    return replace(seen, match=replace(seen.match, scores=scores, die_mm=EDGE_MM * larger))


@pytest.mark.parametrize(
    ("other", "known_mm", "plain"),
    [
        (unmistakable(40.0, "double"), None, True),
        (unmistakable(40.0, "double", larger=1.15), None, False),
        (unmistakable(40.0, "double", margin=0.1), None, False),
        (unmistakable(-18.0, "double"), None, False),
        (unmistakable(40.0, "12"), None, False),
        (unmistakable(40.0, "double", margin=0.1), EDGE_MM, True),
        (unmistakable(40.0, "double"), EDGE_MM * 1.15, False),
    ],
)
def test_two_faces_that_cannot_be_mistaken_are_read_though_no_outline_is_seen(
    monkeypatch: pytest.MonkeyPatch, other: Candidate, known_mm: float | None, plain: bool
) -> None:
    """Wood on wood: they tell each other's size, unless that is known; elsewhere, and of the other kind."""
    monkeypatch.setattr("vision.dice.verdict.evenness", lambda *_: 0.9)
    area, camera = DiceArea(view(), EDGE_MM), view().camera
    frame = np.full((camera.height_px, camera.width_px, 3), 120, np.uint8)
    dice = [unmistakable(-20.0, "8"), other]
    spots = [one.spot for one in dice]
    scene = Scene(frame, area, area.look(frame), fine_banks(), dice, spots, die_mm=known_mm)

    assert is_plain(dice[0], dice, known_mm, DueConfig()) is plain
    assert (Judge(scene).readings()["number"].face == "8") is plain
