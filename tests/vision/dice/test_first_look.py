"""The first look at the dice agrees with the thorough search wherever it speaks, and its work is bounded."""

from collections import Counter
from functools import partial

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from tests.shared import SHARED, needs_shared
from tests.vision.dice.test_parts import face_at, view_from
from tests.vision.truth import Photo, all_photos
from vision.dice import DiceReader
from vision.dice.area import DiceArea, Window
from vision.dice.close_up import CloseUp
from vision.dice.faces import FACES
from vision.dice.first_look import FirstLook, FirstSeen
from vision.dice.first_poses import FirstPosesConfig, first_poses
from vision.dice.locate import Spot
from vision.dice.match import drawn_banks, fine_banks, scored
from vision.dice.slopes import slopes_of
from vision.dice.strip import strip_of


def first_look(area: DiceArea) -> FirstLook:
    """A first look at an area, with the usual templates."""
    return FirstLook(area, DiceArea(area.view, area.die_mm, area.px_per_mm / 2), fine_banks())


def seen_at_first(photo: Photo) -> FirstSeen:
    """What the first look sees on a photograph whose view is true."""
    area = DiceArea(photo.view, 17.0)
    return first_look(area).look(area.look(photo.frame))


def followed(face: str, turn_deg: float, off: NDArray[np.float64]) -> bool:
    """Whether a pose that lies ``off`` (4,) a drawn face ends on it, and fits there as well."""
    window = Window(0.0, 0.0, 22.0, 13.0, 2.0)
    close_up = CloseUp(window, face_at(face, window, 17.0, turn_deg))
    bank = drawn_banks()[False]
    true = np.array([[0.0, 0.0, turn_deg, 17.0]])

    rows, _ = slopes_of(bank).follow(
        lambda rows, _of: close_up.hats(rows, light=False, size=bank.size),
        (true + off)[None],
        (1,) * 4,
    )
    match, there = scored(close_up, np.concatenate([rows, true]), light=False, bank=bank)
    return match.label == face and match.quality >= there.quality - 0.05


def test_poses_follow_the_slopes_to_the_face() -> None:
    """From half a millimetre, four degrees and a twentieth of its edge beside, poses end on their face."""
    rng = np.random.default_rng(3)
    off = rng.uniform(-1, 1, (10 * len(FACES), 4)) * [0.5, 0.5, 4.0, 0.8]
    right = [
        followed(face, float(turn), beside)
        for face, turn, beside in zip(FACES * 10, rng.uniform(0, 360, len(off)), off, strict=True)
    ]

    assert np.mean(right) >= 0.97


def test_a_strip_shows_what_close_ups_show() -> None:
    """Marks at poses are the same in a strip of squares, some of them negated, as in a close-up of each."""
    area = DiceArea(view_from(20.0, -30.0, 600.0), 17.0)
    rng = np.random.default_rng(1)
    size = (area.window.size, area.window.size)
    grey = cv2.resize(rng.integers(60, 190, (40, 40), np.uint8), size)
    picture = cv2.merge([grey] * 3).astype(np.uint8, copy=False)
    spots = [Spot(x, y, 5.0, 1.0, 1.0) for x, y in ((0.0, 0.0), (-30.0, 20.0), (60.0, 25.0))]
    of = np.array([2, 0, 1])
    strip = strip_of(picture, area, spots).with_dark_marks(of, np.array([False, True, False]))
    rows = np.array([[spots[i].x_mm, spots[i].y_mm, 30.0, 16.0] for i in of])

    seen = strip.hats(rows, np.arange(3), size=22, squares=np.arange(3))

    for i, light in enumerate((False, True, False)):
        alone = strip.one(i, area.top_mm).hats(rows[i : i + 1], light, 22)[0]
        # The strip takes marks away at half the size.
        assert float(np.abs(seen[i] - alone).mean()) < 0.1 * float(alone.max())


def test_an_empty_area_is_settled_by_its_lack_of_spots() -> None:
    """On bare wood nothing is looked at."""
    area = DiceArea(view_from(0.0, 0.0, 600.0), 17.0)
    bare = np.full((area.window.size, area.window.size, 3), 120, np.uint8)

    assert first_look(area).look(bare) == FirstSeen([], [], both=False, other=[])


def test_a_spot_without_any_step_has_no_pose() -> None:
    """Where all round a spot is of one colour no turn is likely, so that nothing is looked for."""
    area = DiceArea(view_from(0.0, 0.0, 600.0), 17.0)
    even = np.full((area.window.size, area.window.size, 3), 120, np.uint8)
    strip = strip_of(even, area, [Spot(0.0, 0.0, 5.0, 1.0, 1.0)])

    assert not len(first_poses(FirstPosesConfig()).find(strip, 1.0, 3).of)


def test_noise_is_no_dice() -> None:
    """Fine noise all over the area, which is full of spots, shows no die."""
    area = DiceArea(view_from(0.0, 0.0, 600.0), 17.0)
    rng = np.random.default_rng(5)
    for _ in range(5):
        noise = rng.integers(0, 255, (area.window.size, area.window.size, 3), np.uint8)
        seen = first_look(area).look(cv2.GaussianBlur(noise, (0, 0), 2.0).astype(np.uint8))

        assert not seen.clear


@needs_shared
def test_the_first_look_settles_most_pictures_and_no_face_wrong() -> None:
    """Where two dice lie in sight it reads most pairs by itself, and never another face than there is."""
    assert SHARED is not None
    counts: Counter[str] = Counter()
    for i, photo in enumerate(all_photos(SHARED / "photos/dev")):
        dice = photo.row["dice"]
        lying = [str(dice[name]) for name in ("number", "option") if dice[name] is not None]
        if i % 6 or len(lying) < 2:
            continue
        seen = seen_at_first(photo)
        counts["pictures"] += 1
        counts["settled"] += seen.both
        assert {c.match.label for c in seen.clear} <= set(lying), photo.path
    assert counts["settled"] >= 0.6 * counts["pictures"]


@needs_shared
def test_the_reader_and_the_thorough_search_agree(monkeypatch: pytest.MonkeyPatch) -> None:
    """With the first look left out the same faces are read; either may read a die that the other leaves."""
    assert SHARED is not None
    nothing = partial(FirstSeen, [], [], other=[])
    for photo in list(all_photos(SHARED / "photos/dev"))[4::45]:
        quick = DiceReader(photo.view).read(photo.frame)
        with monkeypatch.context() as patch:
            patch.setattr(FirstLook, "look", lambda *_: nothing(both=False))
            thorough = DiceReader(photo.view).read(photo.frame)

        for name, die in quick.dice.items():
            assert len({die.face, thorough.dice[name].face} - {None}) <= 1, photo.path
