"""Two dice are said to lie plainly only where the judge says so, too, and nothing strange is beside them."""

from collections.abc import Iterator
from dataclasses import replace

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

import vision.dice.near_rim as near_rim
from referee.sighting import DieState
from tests.shared import SHARED, needs_shared
from tests.vision.dice.painted import of_one_kind
from tests.vision.dice.test_parts import view_from
from tests.vision.dice.test_second_die import candidate
from tests.vision.truth import Photo, all_photos, photos
from vision.dice.area import DiceArea
from vision.dice.cube import face_px, hull_px, middle_mm
from vision.dice.evidence import Candidate
from vision.dice.first_look import FirstLook, FirstSeen
from vision.dice.ground import Ground
from vision.dice.match import fine_banks
from vision.dice.plain import Around, Glimpse, PlainConfig, plainly_lie
from vision.dice.verdict import Judge, Scene
from vision.frame import Frame


def pairs(every: int) -> Iterator[tuple[Photo, Glimpse, FirstSeen]]:
    """Every so many photographs at which the first look sees both dice, and what it shows of them."""
    assert SHARED is not None
    for photo in list(all_photos(SHARED / "photos/dev"))[::every]:
        area = DiceArea(photo.view, 17.0)
        half = DiceArea(photo.view, 17.0, area.px_per_mm / 2)
        seen = FirstLook(area, half, fine_banks()).look(photo.frame)
        if seen.both:
            yield photo, Glimpse(photo.frame, seen.small, area, half, fine_banks()), seen


@needs_shared
def test_the_judge_agrees_where_dice_plainly_lie() -> None:
    """Of most pairs it is said, and of them the judge says that they lie, and the truth as well."""
    told, all_of_them = 0, 0
    for photo, glimpse, seen in pairs(5):
        all_of_them += 1
        if not plainly_lie(glimpse, seen.clear):
            continue
        told += 1
        picture = glimpse.area.look(photo.frame)
        scene = Scene(photo.frame, glimpse.area, picture, fine_banks(), seen.clear, seen.spots)
        assert {die.state for die in Judge(scene).readings().values()} == {DieState.LYING}
        assert set(photo.row["dice"]["state"].values()) == {"lying"}, photo.path
    assert told >= 0.6 * all_of_them


def beside(half: DiceArea, die: Candidate, away: float) -> tuple[int, int]:
    """The pixel so many edges from a die's middle, towards the area's own."""
    middle = middle_mm(half, die)
    inwards = -middle / max(float(np.hypot(*middle)), 1e-6)
    column, row = half.window.to_px(*(middle + away * die.edge_mm * inwards))
    return round(column), round(row)


@needs_shared
def test_something_strange_beside_a_die_is_left_to_the_judge() -> None:
    """Where a thing of another colour touches a die it does not plainly lie, in whatever shade of it."""
    tried = 0
    for _, glimpse, seen in pairs(20):
        if not plainly_lie(glimpse, seen.clear):
            continue
        for colour in ((250, 40, 40), (40, 250, 40), (240, 40, 240)):
            small = glimpse.small.copy()
            cv2.circle(small, beside(glimpse.half, seen.clear[0], 0.9), 10, colour, cv2.FILLED)
            tried += 1
            assert not plainly_lie(replace(glimpse, small=small), seen.clear)
    assert tried


@needs_shared
def test_a_die_behind_another_one_is_left_to_the_judge() -> None:
    """What has its middle on another die may be that one's side."""
    for _, glimpse, seen in pairs(40):
        twice = [seen.clear[0], seen.clear[0]]
        assert not plainly_lie(glimpse, twice)


@pytest.mark.parametrize("seed", [7318, 7411, 7416])
def test_leaning_dice_do_not_plainly_lie(seed: int) -> None:
    """However far what is measured in a hurry is off, it calls no leaning die a lying one."""
    seen = 0
    for one in of_one_kind(seed, "leaning", 12):
        area = DiceArea(one.view, 17.0)
        half = DiceArea(one.view, 17.0, area.px_per_mm / 2)
        first = FirstLook(area, half, fine_banks()).look(one.frame)
        if first.both:
            seen += 1
            glimpse = Glimpse(one.frame, first.small, area, half, fine_banks())
            assert not plainly_lie(glimpse, first.clear)
    assert seen >= 3


@needs_shared
def test_a_face_that_does_not_look_tipped_plainly_lies_near_the_rim(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Its place leaves it open; edges do not say that it leans, and its face looks as if it lay."""
    assert SHARED is not None
    photo = next(p for p in photos(SHARED / "photos/dev/session-03") if p.path.name == "0013.jpg")
    area = DiceArea(photo.view, 17.0)
    half = DiceArea(photo.view, 17.0, area.px_per_mm / 2)
    seen = FirstLook(area, half, fine_banks()).look(photo.frame)
    glimpse = Glimpse(photo.frame, seen.small, area, half, fine_banks())

    assert plainly_lie(glimpse, seen.clear)
    loose = [replace(die, evidence=5.5) for die in seen.clear]
    assert plainly_lie(glimpse, loose)
    assert not plainly_lie(glimpse, loose, PlainConfig(loosely_leans=-20.0))
    monkeypatch.setattr(near_rim, "tipped_rather", lambda *_: 8.0)
    assert not plainly_lie(glimpse, seen.clear)


def felt_with(area: DiceArea, white: list[NDArray[np.float32]]) -> Frame:
    """Felt as a view's area shows it, with outlines (n, 1, 2) filled white."""
    shape = (area.window.size, area.window.size, 3)
    felt = np.random.default_rng(1).normal((50, 80, 60), 2.0, shape).astype(np.uint8)
    for hull in white:
        cv2.fillConvexPoly(felt, np.rint(hull).astype(np.int32), (240, 240, 240))
    return felt


@pytest.mark.parametrize(("sides", "least", "most"), [(False, 0.5, 0.65), (True, -0.36, -0.2)])
def test_a_white_face_tells_what_is_beside_it(sides: bool, least: float, most: float) -> None:
    """Seen aslant, most of a lying die is its sides: felt in their place shows beside the face alone."""
    view, die = view_from(330.0, 0.0, 400.0), candidate(-10.0, 0.0, 9.0)
    area = DiceArea(view, 17.0)
    half = DiceArea(view, 17.0, area.px_per_mm / 2)
    shown = hull_px if sides else face_px
    picture, small = (felt_with(one, [shown(one, die)]) for one in (area, half))
    frame = np.zeros((view.camera.height_px, view.camera.width_px, 3), np.uint8)
    glimpse = Glimpse(frame, small, area, half, fine_banks())

    hull = hull_px(half, die)
    hurried = Around(glimpse, die, (hull, hull), PlainConfig()).hollow
    judged = Ground(picture, area, None).hollow(die)

    assert least <= judged <= most
    assert hurried == pytest.approx(judged, abs=0.1)
