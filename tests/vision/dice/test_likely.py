"""Two dice that are likely together are read at the first look, and no smear or doubtful face is."""

import math
from collections import Counter
from contextlib import nullcontext
from dataclasses import replace

import numpy as np
import pytest

from firmware.simulation.show import Cast, Stage, match_at, simulated_table
from tests.shared import SHARED, needs_shared
from tests.vision.dice.test_second_die import candidate
from tests.vision.truth import all_photos, nominal_board
from vision.dice import reader
from vision.dice.area import DiceArea
from vision.dice.cube import covers
from vision.dice.evidence import Candidate
from vision.dice.explain import Explainer
from vision.dice.first_look import FirstLook, FirstSeen
from vision.dice.glyphs import NUMBER_FACES
from vision.dice.ground import grown
from vision.dice.likely import is_doubtful, is_part_perhaps, likely_pair
from vision.dice.match import fine_banks
from vision.dice.reader import DiceReader
from vision.dice.smear import evenness
from vision.painter.painter import Painter
from vision.painter.scene import Die
from vision.view import View


def likely(x_mm: float, label: str, *, margin: float = 0.2, edge_mm: float = 17.0) -> Candidate:
    """A die whose face fits well in a clear outline, ahead of all others by a margin."""
    die = candidate(x_mm, 0.0, 5.0, label=label, margin=margin)
    scores = dict.fromkeys(die.match.scores, 0.95 - margin) | {label: 0.95}
    match = replace(die.match, scores=scores, die_mm=edge_mm)
    return replace(die, match=match, outline=replace(die.outline, die_mm=edge_mm))


def fail(*_: object, **__: object) -> None:
    """Say that a picture is searched thoroughly."""
    raise LookupError


def labels(found: list[Candidate]) -> list[str]:
    """The faces of the pair among some dice."""
    return [die.match.label for die in likely_pair(found)]


def test_a_number_and_an_option_die_are_a_pair() -> None:
    """Whatever comes first, the number die is the first one of the pair."""
    assert labels([likely(-20, "8"), likely(20, "half")]) == ["8", "half"]
    assert labels([likely(20, "half"), likely(-20, "8")]) == ["8", "half"]


@pytest.mark.parametrize(
    "found",
    [
        [likely(-20, "8")],
        [likely(-20, "8"), likely(20, "12")],
        [likely(-20, "8"), likely(-12, "half")],
        [likely(-20, "8", edge_mm=15.0), likely(20, "half", edge_mm=18.0)],
        [likely(-20, "8", margin=0.03), likely(20, "half")],
        [replace(likely(-20, "8"), evidence=1.0), likely(20, "half"), likely(-22, "direction")],
    ],
    ids=["alone", "of one kind", "one upon the other", "unlike", "hardly ahead", "rivalled"],
)
def test_what_is_doubtful_is_no_pair(found: list[Candidate]) -> None:
    """One of each kind must lie apart, be as large, and show a face that no other one comes near."""
    assert not likely_pair(found)


def among_numbers(die: Candidate, second: float) -> Candidate:
    """A die that shows a number nearly as well as some option, but by far no other number."""
    scores = {f: 0.7 if f in NUMBER_FACES else second for f in die.match.scores}
    return replace(die, match=replace(die.match, scores=scores | {die.match.label: 0.95}))


def test_faces_of_the_other_die_do_not_count_beside_it() -> None:
    """II that double nearly fits is a pair with a clear half, not with a half that VIII nearly fits."""
    two = among_numbers(likely(-20, "2"), 0.93)

    assert labels([two, likely(20, "half", margin=0.2)]) == ["2", "half"]
    half = likely(20, "half")
    scores = half.match.scores | {"8": 0.93}
    assert not labels([two, replace(half, match=replace(half.match, scores=scores))])


def test_a_refused_pair_is_not_tried_again_unless_it_is_better() -> None:
    """The same faces count anew only if one of them has become likelier."""
    refused = [likely(-20, "8"), likely(20, "half")]
    better = replace(refused[0], evidence=6.0)

    assert not likely_pair(refused, refused)
    assert likely_pair([better, refused[1]], refused) == [better, refused[1]]
    assert likely_pair([likely(-20, "10"), refused[1]], refused)


def test_evenness_is_that_of_the_whole_picture() -> None:
    """Looking at no more than the die's own pixels tells the same."""
    rng = np.random.default_rng(5)
    table = simulated_table(nominal_board(memory=False), 6, size_px=(1280, 960))
    area = DiceArea(View(table.camera, table.board), 17.0)
    size = area.window.size
    picture = rng.integers(0, 255, (size, size, 3), np.uint8)
    die = candidate(-20.0, 10.0, 1.0)
    away = ~grown(covers(area, die), 16.0)
    other = picture.copy()
    other[away] = 0

    assert 0.5 < evenness(picture, area, die) < 1.0
    assert evenness(other, area, die) == evenness(picture, area, die)


def test_a_part_of_the_area_is_as_in_the_whole() -> None:
    """No pixel is other for looking at a few rows and columns alone."""
    rng = np.random.default_rng(6)
    table = simulated_table(nominal_board(memory=False), 6, size_px=(1280, 960))
    area = DiceArea(View(table.camera, table.board), 17.0)
    frame = rng.integers(0, 255, (960, 1280, 3), np.uint8)
    rows, columns = slice(31, 92), slice(150, 217)

    assert np.array_equal(area.part(frame, rows, columns), area.look(frame)[rows, columns])


@pytest.mark.parametrize(("quality", "odds", "face", "part"), [
    (0.90, 4.6, "6", True), (0.90, 4.6, "8", False), (0.90, 7.5, "6", False), (0.97, 4.6, "6", False),
])  # fmt: skip
def test_a_face_may_be_a_part_if_it_is_within_a_word_and_not_beyond_doubt(
    quality: float, odds: float, face: str, part: bool
) -> None:
    """A longest word is none, nor is what fits well or is clear."""
    die = candidate(0.0, 10.0, 1.0, label=face)
    match = replace(die.match, scores=dict.fromkeys(die.match.scores, 0.5) | {face: quality})

    assert is_part_perhaps(replace(die, match=match, evidence=odds)) is part


@pytest.mark.parametrize(
    ("odds", "edge_mm", "quality", "settled"),
    [
        (2.5, 17.0, 0.97, True),
        (2.5, 15.0, 0.97, False),
        (4.0, 15.0, 0.97, True),
        (4.0, 17.0, 0.9, False),
    ],
)
@pytest.mark.parametrize("both", [True, False])
def test_what_may_be_a_part_settles_no_first_look(
    monkeypatch: pytest.MonkeyPatch,
    *,
    odds: float,
    edge_mm: float,
    quality: float,
    settled: bool,
    both: bool,
) -> None:
    """Neither if one die is clear nor if both are likely: a small vague face may be part of a wide one."""
    table = simulated_table(nominal_board(memory=False), 6, size_px=(1280, 960))
    for name, said in (("is_doubtful", False), ("moves_along", False), ("plainly_lie", True)):
        monkeypatch.setattr(reader, name, lambda *_, said=said: said)
    six, half = likely(-20, "6", edge_mm=edge_mm), likely(20, "half", edge_mm=edge_mm)
    six = replace(
        six, evidence=odds, match=replace(six.match, scores=six.match.scores | {"6": quality})
    )
    small = np.zeros((8, 8, 3), np.uint8)
    pair = [six, replace(half, evidence=8.0)]
    first = FirstSeen(small, [], pair if both else [], both, [] if both else pair)
    monkeypatch.setattr(FirstLook, "glances", lambda *_: iter([first]))
    monkeypatch.setattr(Explainer, "explain", fail)
    frame = np.full((960, 1280, 3), 120, np.uint8)

    with nullcontext() if settled else pytest.raises(LookupError):
        seen = DiceReader(View(table.camera, table.board)).read(frame)
        assert seen.candidates == tuple(pair[::-1])


@pytest.mark.parametrize(("travel_mm", "doubtful"), [(0.0, False), (6.0, True)])
def test_strokes_that_move_along_themselves_are_doubtful(travel_mm: float, doubtful: bool) -> None:
    """II that moves along its strokes keeps them; it is no pair with a die that lies, as II that lies is."""
    table = simulated_table(nominal_board(memory=False), 2407, size_px=(1280, 960))
    base = Stage(table, Cast(match=match_at(table, (0, 2), 4, 0), seed=2407)).world.scene()
    along = math.radians(120.0)
    way = travel_mm * math.cos(along), travel_mm * math.sin(along)
    two = Die(face="2", x_mm=-15.0, y_mm=20.0, yaw_deg=30.0, travel_mm=way)
    half = Die(face="half", x_mm=30.0, y_mm=-25.0, yaw_deg=70.0)
    scene = replace(base, dice={"number": two, "option": half})
    frame = Painter(table).paint(scene, np.random.default_rng(2407))
    area = DiceArea(View(table.camera, table.board), 17.0)
    look = FirstLook(area, replace(area, px_per_mm=area.px_per_mm / 2), fine_banks())

    seen = next(look.glances(frame))
    two_seen, half_seen = likely_pair([*seen.clear, *seen.other])

    assert (two_seen.match.label, half_seen.match.label) == ("2", "half")
    assert is_doubtful(frame, area, two_seen, half_seen) is doubtful


@needs_shared
def test_most_pairs_are_read_without_a_thorough_search(monkeypatch: pytest.MonkeyPatch) -> None:
    """Of single pictures of two lying dice most are settled at the first look, and none read wrong."""
    assert SHARED is not None

    monkeypatch.setattr(Explainer, "explain", fail)
    counts: Counter[str] = Counter()
    for photo in all_photos(SHARED / "photos/dev"):
        dice = photo.row["dice"]
        if photo.path.parent.name.startswith("session") or None in (dice["number"], dice["option"]):
            continue
        counts["pairs"] += 1
        try:
            seen = DiceReader(photo.view).read(photo.frame)
        except LookupError:
            continue
        counts["settled"] += 1
        said = {name: die.face for name, die in seen.dice.items()}
        assert said == {name: str(dice[name]) for name in said}, photo.path
        odds = [die.evidence for die in seen.candidates]
        assert odds == sorted(odds, reverse=True)
    assert counts["settled"] >= 0.8 * counts["pairs"]
