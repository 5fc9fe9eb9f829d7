"""Two dice are said to lie plainly only where the judge says so, too, and nothing strange is beside them."""

from collections.abc import Iterator
from dataclasses import replace

import cv2
import numpy as np
import pytest

from referee.sighting import DieState
from tests.shared import SHARED, needs_shared
from tests.vision.dice.painted import of_one_kind
from tests.vision.truth import Photo, all_photos
from vision.dice.area import DiceArea
from vision.dice.cube import middle_mm
from vision.dice.evidence import Candidate
from vision.dice.first_look import FirstLook, FirstSeen
from vision.dice.leaning import tipped_rather
from vision.dice.match import fine_banks
from vision.dice.plain import Glimpse, plainly_lie
from vision.dice.slopes import leading
from vision.dice.tipped import seems_tipped
from vision.dice.verdict import Judge, Scene


def pairs(every: int) -> Iterator[tuple[Photo, Glimpse, FirstSeen]]:
    """Every so many photographs at which the first look sees both dice, and what it shows of them."""
    assert SHARED is not None
    for photo in list(all_photos(SHARED / "photos/dev"))[::every]:
        area = DiceArea(photo.view, 17.0)
        half = DiceArea(photo.view, 17.0, area.px_per_mm / 2)
        seen = FirstLook(area, half, fine_banks()).look(photo.frame)
        if seen.both:
            led_by = leading(fine_banks(), own=False)
            yield photo, Glimpse(photo.frame, seen.small, area, half, led_by), seen


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


@needs_shared
def test_what_seems_tipped_in_a_hurry_is_measured_alike_with_care() -> None:
    """Both tell how much better a face is explained as tipped alike, as far as that counts."""
    differences = []
    for photo, glimpse, seen in pairs(10):
        for die in seen.clear:
            place = photo.frame, glimpse.area, die
            hurried = seems_tipped(*place, glimpse.led_by)
            told = np.clip([hurried, tipped_rather(*place, fine_banks())], -4.0, 4.0)
            differences.append(float(told[0] - told[1]))
    # One in twenty may differ by more: care takes a glossy black one far from the rim for tipped.
    assert float(np.quantile(differences, 0.05)) > -1.4
    assert float(np.median(np.abs(differences))) < 0.3


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
            led_by = leading(fine_banks(), own=False)
            glimpse = Glimpse(one.frame, first.small, area, half, led_by)
            assert not plainly_lie(glimpse, first.clear)
    assert seen >= 3
