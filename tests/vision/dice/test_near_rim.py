"""What says of a clear face near the rim that its die leans: its place, the whole die and how it looks."""

from collections.abc import Callable
from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import vision.dice.near_rim as near
import vision.dice.reader as reader
from referee.sighting import DieState
from tests.vision.dice.painted import of_one_kind
from tests.vision.dice.test_inner import die
from tests.vision.dice.test_second_die import EDGE_MM, candidate, view
from tests.vision.dice.test_tops import picture, read, table
from vision.dice.area import DiceArea
from vision.dice.cube import middle_mm
from vision.dice.evidence import Candidate
from vision.dice.match import fine_banks
from vision.dice.reader import DiceReader
from vision.frame import Frame
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


def asking(monkeypatch: pytest.MonkeyPatch, whole: float, tipped: float) -> list[str]:
    """Let edges and look say so much, and return what was asked of them so far."""
    asked: list[str] = []

    def saying(name: str, value: float) -> Callable[..., float]:
        def said(*_: object) -> float:
            asked.append(name)
            return value

        return said

    monkeypatch.setattr(near, "leans_rather", saying("edges", whole))
    monkeypatch.setattr(near, "tipped_rather", saying("look", tipped))
    return asked


def leans(area: DiceArea, edges: float, evidence: float = 7.5, quality: float = 0.93, *,
          hollow: float = 0.0, beside: float = 0.0, paired: bool = True,
          sized: bool = False) -> bool:  # fmt: skip
    """Whether a die so many edges from the rim, with such a face, is said to lean."""
    camera = area.view.camera
    frame = np.full((camera.height_px, camera.width_px, 3), 120, np.uint8)
    seen = near.NearRim(edges, hollow, beside, paired, sized)
    body = fitting(replace(near_rim(area, edges), evidence=evidence), quality)
    return near.leans_there(frame, area, fine_banks(), body, seen)


places = st.floats(0.6, 1.2)
says = st.floats(-6.0, 6.0)


@given(edges=places, whole=says, tipped=says, more=st.floats(0.0, 4.0))
@settings(max_examples=60, deadline=None)
def test_whatever_speaks_for_leaning_never_speaks_against_it(
    edges: float, whole: float, tipped: float, more: float
) -> None:
    """A die that leans does so as well if it is nearer, its edges say more, or more is strange beside it."""
    area = DiceArea(view(), EDGE_MM)
    with pytest.MonkeyPatch.context() as patch:
        asking(patch, whole, tipped)
        if leans(area, edges):
            assert leans(area, edges - more / 40)
            assert leans(area, edges, beside=more / 40)
            asking(patch, whole + more, tipped)
            assert leans(area, edges)
            asking(patch, whole, tipped + more)
            assert leans(area, edges)


@given(
    edges=places, whole=says, tipped=says, evidence=st.floats(-0.9, 12.0), fits=st.floats(0.8, 0.99)
)
@settings(max_examples=60, deadline=None)
def test_what_is_not_asked_would_not_change_the_answer(
    edges: float, whole: float, tipped: float, evidence: float, fits: float
) -> None:
    """Edges and look cost much: neither is asked where place alone, or place and edges, settle it."""
    area = DiceArea(view(), EDGE_MM)

    def said(whole: float, tipped: float) -> tuple[bool, list[str]]:
        with pytest.MonkeyPatch.context() as patch:
            asked = asking(patch, whole, tipped)
            return leans(area, edges, evidence, fits), asked

    answer, asked = said(whole, tipped)
    for other in (-1e3, 1e3):
        if "look" not in asked:
            assert said(whole, other)[0] is answer
        if "edges" not in asked:
            assert said(other, tipped)[0] is answer


def test_a_look_alone_makes_no_die_lean_that_place_and_edges_say_lies(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """It costs as much as the rest of a reading, and is asked only where these two leave it open."""
    area = DiceArea(view(), EDGE_MM)
    asked = asking(monkeypatch, -1.5, 1e3)

    assert not leans(area, 1.0)
    assert asked == ["edges"]
    assert leans(area, 0.9)
    assert asked[-1] == "look"


def test_a_die_of_known_size_lies_a_little_nearer_to_the_rim(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Its place and its edges are seen better then, so that less of a doubt is left."""
    area = DiceArea(view(), EDGE_MM)
    asking(monkeypatch, 0.0, 0.0)
    nearest = [
        min(edges for edges in np.arange(0.7, 1.2, 0.01) if not leans(area, edges, sized=sized))
        for sized in (False, True)
    ]

    assert 0.0 < nearest[0] - nearest[1] < 0.06


def test_a_lone_die_that_seems_nearer_than_one_can_lie_has_no_face(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """It may be the upper one of a pile, whose edges and look are those of a die that lies."""
    area = DiceArea(view(), EDGE_MM)
    asking(monkeypatch, -4.0, -6.0)

    assert leans(area, 0.78, paired=False)
    assert not leans(area, 0.78, paired=True)
    assert not leans(area, 1.0, paired=False)


def test_of_a_face_that_says_nothing_the_place_alone_is_asked(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Marks that may be the floor's are no reason to look at a whole die."""
    area = DiceArea(view(), EDGE_MM)
    asked = asking(monkeypatch, 0.0, 0.0)

    assert leans(area, 0.75, evidence=-1.5)
    assert not leans(area, 0.85, evidence=-1.5)
    assert not asked


@pytest.mark.parametrize(("seed", "at"), [(848, 2), (6, 7)])
def test_leaning_dice_whose_edges_say_little_have_no_face(seed: int, at: int) -> None:
    """A white one whose clear face looks as if it lay, and one under lamps that is all but in its place."""
    thrown = list(of_one_kind(seed, "leaning", at + 1))[at]

    assert DiceReader(thrown.view).read(thrown.frame).dice["number"].face is None


@pytest.mark.parametrize(
    ("seed", "number", "option"),
    [
        (740, die("10", 22.9, -10.0, 83.0), die("direction", -18.0, -57.4, 170.0)),
        (52001, die("4", -67.6, -30.8, 204.0), die("half", -58.0, 30.0, 142.0)),
        (50149, die("2", 39.9, -63.8, 167.0), die("swap-ball", 25.0, -38.9, 165.0)),
    ],
)
def test_dice_that_lie_near_the_rim_are_read(seed: int, number: Die, option: Die) -> None:
    """Black ones, whose shadows look like a leaning die's edges, and others that seemed to lean."""
    said = read(seed, {"number": number, "option": option})

    assert (said["number"].face, said["option"].face) == (number.face, option.face)


def test_a_die_whose_size_is_known_is_no_nearer_to_the_rim_than_it_is() -> None:
    """A black one whose shadow makes it seem 17.4 mm large, not 16.1, and nearer by 0.06 edges."""
    dice = {"number": die("10", -53.7, -28.7, 107.0), "option": die("double", -19.5, 39.4, 288.0)}
    seen, frame = table(857)[0], picture(857, dice)
    said = DiceReader(seen, die_mm=seen.board.die_mm).read(frame).dice

    assert DiceReader(seen).read(frame).dice["number"].state is DieState.LEANING
    assert {name: one.face for name, one in said.items()} == {"number": "10", "option": "double"}


@pytest.mark.parametrize("known_mm", [None, 16.1])
def test_whether_a_die_leans_is_judged_by_its_size_where_that_is_known(
    monkeypatch: pytest.MonkeyPatch, known_mm: float | None
) -> None:
    """A whole die as large as its marks seem would show other edges than this one, in another place."""
    asked: list[float] = []

    def leaning(_: Frame, area: DiceArea, banks: object, body: Candidate, *more: object) -> bool:
        asked.append(body.edge_mm)
        return False

    for module in ("verdict", "plain"):
        monkeypatch.setattr(f"vision.dice.{module}.leans_there", leaning)
    dice = {"number": die("10", -53.7, -28.7, 107.0), "option": die("double", -19.5, 39.4, 288.0)}
    DiceReader(table(857)[0], die_mm=known_mm).read(picture(857, dice))

    assert asked
    assert all((edge_mm == known_mm) is (known_mm is not None) for edge_mm in asked)


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
