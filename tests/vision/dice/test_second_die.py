"""The second die: what is known of the first one helps to read it, and a side is never taken for it."""

import math
import random
from collections import Counter
from dataclasses import replace
from functools import cache
from typing import Any

import numpy as np
import pytest

from firmware.simulation.show import Cast, Stage, match_at, simulated_table
from referee.sighting import DieState
from tests.vision.dice.painted import Thrown, Throws, of_one_kind
from tests.vision.dice.test_inner import die
from tests.vision.dice.test_tops import read
from tests.vision.truth import nominal_board
from vision.dice.area import DiceArea
from vision.dice.cube import sides_seen
from vision.dice.due import DueConfig, is_due, is_unmistakable, may_be_smear
from vision.dice.edges import Outline
from vision.dice.evidence import Candidate
from vision.dice.explain import Explainer
from vision.dice.glyphs import NUMBER_FACES, OPTION_FACES
from vision.dice.ground import Ground
from vision.dice.locate import Spot
from vision.dice.match import SIZE, FaceMatch, fine_banks
from vision.dice.reader import DiceReader, read_dice
from vision.dice.sides import without_sides
from vision.dice.verdict import Judge, Scene
from vision.painter.painter import Painter
from vision.painter.scene import Die
from vision.view import View

EDGE_MM = 17.0


@cache
def view() -> View:
    """A camera that looks at the board aslant."""
    table = simulated_table(nominal_board(memory=False), 6, size_px=(1280, 960))
    return View(table.camera, table.board)


def candidate(
    x_mm: float, y_mm: float, evidence: float, *, support: float = 6.0, margin: float = 0.1,
    label: str = "8",
) -> Candidate:  # fmt: skip
    scores = dict.fromkeys((*NUMBER_FACES, *OPTION_FACES), 0.8 - margin) | {label: 0.8}
    blank = np.zeros((SIZE, SIZE), np.float32)
    match = FaceMatch(
        x_mm=x_mm, y_mm=y_mm, turn_deg=20.0, die_mm=EDGE_MM, light=True, scores=scores,
        quarters=dict.fromkeys(scores, 0), patch=blank, marks=blank,
    )  # fmt: skip
    outline = Outline(EDGE_MM, 0.0, 0.0, support, (support / 5, support / 5))
    return Candidate(Spot(x_mm, y_mm, 5.0, 1.0, 1.0), match, outline, evidence)


@cache
def pair() -> tuple[Thrown, list[Candidate]]:
    """A picture of two dice that lie, and those two as they are found in it."""
    one = next(iter(of_one_kind(7303, "pair", 1)))
    return one, list(DiceReader(one.view).read(one.frame).candidates[:2])


def test_of_two_faces_of_a_kind_the_doubtful_one_is_the_other_dies() -> None:
    """A double that is a little more like II is no II while a clear XII lies beside it."""
    one, (first, second) = pair()
    area = DiceArea(one.view, one.view.board.die_mm)
    number, option = (first, second) if first.kind == "number" else (second, first)
    like = dict.fromkeys(option.match.scores, 0.5) | {"2": 0.93, option.match.label: 0.88}
    mistaken = replace(option, match=replace(option.match, scores=like), evidence=4.5)
    for evidence, face in ((3.3, number.match.label), (2.0, "2")):
        seen = [mistaken, replace(number, evidence=evidence)]
        scene = Scene(one.frame, area, area.look(one.frame), fine_banks(), seen, [])

        assert Judge(scene).readings()["number"].face == face


@pytest.mark.parametrize(("x_mm", "y_mm"), [(-40.0, 35.0), (0.0, -50.0), (45.0, 10.0)])
def test_a_face_that_lies_as_a_side_does_is_one(x_mm: float, y_mm: float) -> None:
    """The likelier face is left out if it lies where a side of a clearer outline is seen, else it stays."""
    area = DiceArea(view(), EDGE_MM)
    top = candidate(x_mm, y_mm, 1.5, support=7.0)
    for at_mm in sides_seen(area, top):
        side = candidate(*at_mm, 2.6, support=6.0, label="12")
        clearer = replace(side, outline=replace(side.outline, support=8.0))
        far = candidate(*(at_mm + 0.6 * EDGE_MM), 2.6, support=6.0, label="12")

        assert without_sides(area, [side, top]) == [top]
        assert clearer in without_sides(area, [clearer, top])
        assert far in without_sides(area, [far, top])


def test_two_explanations_of_one_die_do_not_rule_each_other_out() -> None:
    """The same pose found twice is not each other's side."""
    area = DiceArea(view(), EDGE_MM)
    twice = [candidate(10.0, 10.0, 5.0), candidate(10.0, 10.0, 5.0)]

    assert without_sides(area, twice) == twice


def test_only_the_other_dies_faces_can_be_there() -> None:
    """Beside a number die the second best number does not count, and its templates are not compared."""
    seen = candidate(0.0, 0.0, 0.0, label="double")
    scores = {
        face: score - (face in OPTION_FACES) * 0.05 for face, score in seen.match.scores.items()
    }
    seen = replace(seen, match=replace(seen.match, scores={**scores, "double": 0.8, "8": 0.79}))

    among = seen.among(OPTION_FACES, EDGE_MM)

    assert seen.match.margin == pytest.approx(0.01)
    assert among.match.margin == pytest.approx(0.15)
    assert among.evidence > seen.among(tuple(scores), EDGE_MM).evidence
    for bank in fine_banks():
        few = bank.of_faces(OPTION_FACES)
        assert set(few.labels) == set(OPTION_FACES)
        for face in OPTION_FACES:
            own = bank.faces == bank.labels.index(face)
            assert few.rows[few.faces == few.labels.index(face)] == pytest.approx(bank.rows[own])


def test_less_evidence_takes_a_clear_outline_or_a_clear_face() -> None:
    """Smeared dice fit some face, but have neither."""
    c = DueConfig()

    assert is_due(candidate(0, 0, 3.1, support=1.0, margin=0.05), 9.0, c)
    assert is_due(candidate(0, 0, 0.5, support=6.0, margin=0.15), 9.0, c)
    assert is_due(candidate(0, 0, 1.6, support=1.0, margin=0.25), 9.0, c)
    assert not is_due(candidate(0, 0, 2.6, support=6.5, margin=0.106), 9.0, c)
    assert not is_due(candidate(0, 0, 1.3, support=2.2, margin=0.16), 9.0, c)
    assert not is_due(candidate(0, 0, 9.0), 1.0, c)


@pytest.mark.parametrize(
    ("evidence", "support", "margin", "beside", "smear"),
    [
        (0.5, 4.5, 0.19, 0.10, True),
        (0.5, 4.5, 0.19, 0.03, False),
        (1.5, 4.5, 0.25, 0.10, False),
        (0.5, 4.5, 0.25, 0.10, True),
        (1.5, 2.5, 0.25, 0.10, True),
        (1.5, 4.5, 0.15, 0.10, True),
        (3.5, 4.5, 0.10, 0.10, False),
    ],
)
def test_a_weak_face_with_something_strange_beside_it_may_be_part_of_a_smear(
    evidence: float, support: float, margin: float, beside: float, smear: bool
) -> None:
    """Unless both its outline and the face are clear."""
    seen = candidate(0, 0, evidence, support=support, margin=margin)

    assert may_be_smear(seen, beside, DueConfig()) is smear


@pytest.mark.parametrize(
    ("quality", "margin", "other_mm", "evidence", "clear"),
    [
        (0.84, 0.36, 17.0, -1.5, True),
        (0.90, 0.16, 17.0, 0.1, True),
        (0.84, 0.24, 17.0, 0.1, False),
        (0.80, 0.40, 17.0, 0.1, False),
        (0.95, 0.14, 17.0, 0.1, False),
        (0.90, 0.30, 19.5, 0.1, False),
        (0.90, 0.30, 17.0, -3.5, False),
    ],
)
def test_a_face_is_unmistakable_by_what_it_looks_like_on_a_die_as_large(
    quality: float, margin: float, other_mm: float, evidence: float, clear: bool
) -> None:
    """Where wood lies on wood there is no outline, but no other face fits."""
    seen = candidate(0, 0, evidence, support=1.0)
    scores = dict.fromkeys(seen.match.scores, quality - margin - 1e-6) | {"8": quality}
    seen = replace(seen, match=replace(seen.match, scores=scores))

    assert is_unmistakable(seen, other_mm, DueConfig()) is clear
    assert not is_due(seen, 9.0, DueConfig()) or not clear


@pytest.mark.parametrize(
    ("number", "option"),
    [
        (die("12", -44.7, -39.4, 98.0), die("half", -46.4, 14.1, 178.0)),
        (die("4", 54.7, -27.6, 207.0), die("direction", -4.6, -43.9, 158.0)),
        (die("4", -59.6, -12.7, 135.0), die("hole-in", 44.6, 7.4, 77.0)),
    ],
)
def test_wood_on_wood_is_read_beside_a_die_that_is(number: Die, option: Die) -> None:
    """Of a wooden number on a floor of the same tone nothing is seen but its face (and a wall beside it)."""
    said = read(794, {"number": number, "option": option})

    assert (said["number"].face, said["option"].face) == (number.face, option.face)


@pytest.mark.parametrize(("even", "state"), [(0.55, DieState.LYING), (0.45, DieState.MOVING)])
def test_an_unmistakable_face_may_have_uneven_edges_but_no_smeared_ones(
    monkeypatch: pytest.MonkeyPatch, even: float, state: DieState
) -> None:
    """Grain makes edges uneven, and a smear more so."""
    monkeypatch.setattr("vision.dice.verdict.evenness", lambda *_: even)
    area, camera = DiceArea(view(), EDGE_MM), view().camera
    frame = np.full((camera.height_px, camera.width_px, 3), 120, np.uint8)
    plain = candidate(-20.0, 0.0, -1.5, support=1.0, margin=0.3, label="8")
    plain = replace(
        plain,
        match=replace(plain.match, scores={f: s + 0.05 for f, s in plain.match.scores.items()}),
    )
    dice = [candidate(40.0, 0.0, 7.0, label="double"), plain]
    scene = Scene(frame, area, area.look(frame), fine_banks(), dice, [die.spot for die in dice])

    said = Judge(scene).readings()["number"]

    assert (said.face, said.state) == ("8" if state is DieState.LYING else None, state)


def test_what_fits_no_face_well_takes_more_evidence() -> None:
    """A die that moved looked like another face, by far and in a clear outline, but did not fit it."""
    c, seen = DueConfig(), candidate(0, 0, 1.9, support=8.9, margin=0.21)
    scores = {face: score - 0.02 for face, score in seen.match.scores.items()}
    poor = replace(seen, match=replace(seen.match, scores=scores))

    assert is_due(seen, 9.0, c)
    assert not is_due(poor, 9.0, c)
    assert is_due(replace(poor, evidence=3.5), 9.0, c)


@pytest.mark.parametrize(
    ("label", "fits", "due"), [("6", 0.82, False), ("6", 0.88, True), ("8", 0.82, True)]
)
def test_a_word_that_is_a_part_of_a_longer_one_must_fit_well(
    label: str, fits: float, due: bool
) -> None:
    """VIII was told as VI of 0.82, far ahead of all others and in a clear outline, under a mirrored lamp."""
    seen = candidate(0, 0, 2.8, support=8.4, margin=0.21, label=label)
    scores = {face: score - 0.8 + fits for face, score in seen.match.scores.items()}

    assert is_due(replace(seen, match=replace(seen.match, scores=scores)), 9.0, DueConfig()) is due


@pytest.mark.parametrize(("seed", "least"), [(6, 14), (9, 13), (16, 15)])
def test_dice_that_mirror_lamps_are_read_or_left_open(seed: int, least: int) -> None:
    """Black dice whose top or bevels mirror a lamp, and white ones in glaring light: none is read wrong."""
    counts = Counter[str]()
    for thrown in of_one_kind(seed, "pair", 8):
        said = read_dice(thrown.frame, thrown.view).dice
        for name, true in thrown.dice.items():
            face = said[name].face
            counts["open" if face is None else "right" if face == true.face else "wrong"] += 1

    assert not counts["wrong"]
    assert counts["right"] >= least


def test_a_fallen_die_is_looked_for_also_where_something_looks_a_little_like_it() -> None:
    """Of four dice beside the board three are found, though grain or a mark lies in the dice area."""
    found = 0
    for seed in (8102, 8103, 8107, 8108):
        table = simulated_table(nominal_board(memory=False), seed, size_px=(1280, 960))
        base = Stage(table, Cast(match=match_at(table, (0, 2), 4, 0), seed=seed)).world.scene()
        throws, painter = Throws(table.board, random.Random(seed)), Painter(table)
        reader = DiceReader(View(table.camera, table.board))
        for kind in ("off-board", "lone"):
            scene, states = throws.thrown(kind, base)
            said = reader.read(painter.paint(scene, np.random.default_rng(seed))).dice
            for name, state in states.items():
                fallen = said[name].state is DieState.OFF_BOARD
                found += fallen and state == "off-board"

                assert not fallen or state == "off-board"

    assert found >= 3


@pytest.mark.parametrize(("seed", "nth"), [(7204, 0), (7205, 3), (7206, 5)])
def test_a_face_that_nothing_but_floor_stands_under_is_not_read(seed: int, nth: int) -> None:
    """A leaning die, the side of a black one and the side of the lower die of a pile are no lying dice."""
    kinds = ("leaning", "rim", "leaning", "rim", "hand", "stacked")
    table = simulated_table(nominal_board(memory=seed % 3 == 0), seed, size_px=(1280, 960))
    base = Stage(table, Cast(match=match_at(table, (0, 2), 4, 0), seed=seed)).world.scene()
    throws = Throws(table.board, random.Random(seed + 3))
    scene, states = [throws.thrown(kind, base) for kind in kinds][nth]
    frame = Painter(table).paint(scene, np.random.default_rng((seed, nth)))
    said = DiceReader(View(table.camera, table.board)).read(frame).dice

    for name, state in states.items():
        right = scene.dice[name].face if state == "lying" else None

        assert said[name].face in {None, right}


@pytest.mark.parametrize(
    ("odds", "ways"),
    [((-5.5, -9.0), 1), ((-9.0, -4.0), 3), ((-math.inf, -math.inf), 3)],
)
def test_the_search_ends_where_nothing_looks_like_a_die(
    monkeypatch: pytest.MonkeyPatch, odds: tuple[float, ...], ways: int
) -> None:
    """One way is enough if all it finds is far from any die, not if it finds none or something likelier."""
    area = DiceArea(view(), EDGE_MM)
    camera = area.view.camera
    frame = np.full((camera.height_px, camera.width_px, 3), 120, np.uint8)
    picture = area.look(frame)
    grey = picture[..., 0]
    tried = set()

    def advance(_: Explainer, attempt: Any, way: int, __: float | None) -> None:
        tried.add(way)
        odd = odds[int(attempt.spot.x_mm > 0)]
        attempt.found = [candidate(attempt.spot.x_mm, 0.0, odd)] if odd > -math.inf else []

    monkeypatch.setattr(Explainer, "_advance", advance)
    spots = [Spot(x_mm, 0.0, 5.0, 1.0, 1.0) for x_mm in (-20.0, 20.0)]
    Explainer(frame, picture, grey, area, fine_banks()).explain(spots)

    assert max(tried) == ways


@pytest.mark.parametrize(
    ("evidence", "other", "outlined", "strange", "state"),
    [
        (8.0, 7.0, 6.0, 0.2, DieState.LYING),
        (5.0, 7.0, 6.0, 0.2, DieState.STACKED),
        (8.0, 1.0, 6.0, 0.2, DieState.STACKED),
        (8.0, 1.0, 8.0, 0.2, DieState.LYING),
        (8.0, 7.0, 6.0, 0.5, DieState.MOVING),
    ],
)
def test_what_is_strange_beside_a_sure_die_is_not_the_other_one_that_is_seen_elsewhere(
    monkeypatch: pytest.MonkeyPatch, evidence: float, other: float, outlined: float,
    strange: float, state: DieState,
) -> None:  # fmt: skip
    """A shadow on the rim's wall is as strange as a die; so is what a die leaves that moves.

    What a lamp makes white shows no face, but all its edges: it is the other die as well.
    """
    area, camera = DiceArea(view(), EDGE_MM), view().camera
    frame = np.full((camera.height_px, camera.width_px, 3), 120, np.uint8)
    dice = [
        candidate(-20.0, 0.0, evidence),
        candidate(40.0, 0.0, other, support=outlined, label="double"),
    ]
    seen = {-20.0: strange, 40.0: 0.0}
    monkeypatch.setattr(Ground, "tells", lambda *_: True)
    monkeypatch.setattr(Ground, "besides", lambda _, die, *__, **___: seen[die.match.x_mm])
    monkeypatch.setattr("vision.dice.verdict.evenness", lambda *_: 1.0)
    scene = Scene(frame, area, area.look(frame), fine_banks(), dice, [die.spot for die in dice])

    assert Judge(scene).readings()["number"].state is state


@pytest.mark.parametrize(("label", "evidence", "face"), [
    ("8", 1.6, None), ("8", -2.0, "6"), ("10", 1.6, "6"),
])  # fmt: skip
def test_a_longer_word_at_its_place_makes_a_face_doubtful(
    monkeypatch: pytest.MonkeyPatch, label: str, evidence: float, face: str | None
) -> None:
    """VIII with uneven strokes was VI on a smaller square, of which it seemed to be a side."""
    monkeypatch.setattr("vision.dice.verdict.evenness", lambda *_: 0.9)
    area, camera = DiceArea(view(), EDGE_MM), view().camera
    frame = np.full((camera.height_px, camera.width_px, 3), 120, np.uint8)
    seen = [
        candidate(40.0, 0.0, 10.5, label="direction"),
        candidate(-20.0, 0.0, 3.5, margin=0.2, label="6"),
        candidate(-20.0, 3.0, evidence, label=label),
    ]
    monkeypatch.setattr(Candidate, "among", lambda one, *_: one)
    scene = Scene(frame, area, area.look(frame), fine_banks(), seen, [one.spot for one in seen])

    assert Judge(scene).readings()["number"].face == face
