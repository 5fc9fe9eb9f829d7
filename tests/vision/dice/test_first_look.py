"""The first look at the dice agrees with the thorough search wherever it speaks, and its work is bounded."""

from collections import Counter
from dataclasses import replace
from functools import partial

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from tests.shared import SHARED, needs_shared
from tests.vision.dice.painted import of_one_kind
from tests.vision.dice.test_parts import face_at, view_from
from tests.vision.dice.test_second_die import candidate
from tests.vision.truth import Photo, all_photos
from vision.dice import DiceReader
from vision.dice.area import DiceArea, Window
from vision.dice.close_up import CloseUp, sample
from vision.dice.edges import BANDS
from vision.dice.evidence import Candidate
from vision.dice.faces import FACES
from vision.dice.first_look import FirstLook, FirstSeen
from vision.dice.first_look_config import Glance
from vision.dice.first_poses import FirstPosesConfig, first_poses
from vision.dice.laid import Laid
from vision.dice.locate import Spot
from vision.dice.match import drawn_banks, fine_banks, scored
from vision.dice.slopes import leading, slopes_of
from vision.dice.strip import strip_of
from vision.frame import Frame


def first_look(area: DiceArea) -> FirstLook:
    """A first look at an area, with the usual templates."""
    return FirstLook(area, DiceArea(area.view, area.die_mm, area.px_per_mm / 2), fine_banks())


def seen_at_first(photo: Photo) -> FirstSeen:
    """What the first look sees on a photograph whose view is true."""
    return first_look(DiceArea(photo.view, 17.0)).look(photo.frame)


def followed(face: str, turn_deg: float, off: NDArray[np.float64]) -> bool:
    """Whether a pose that lies ``off`` (4,) a drawn face ends on it, and fits there as well."""
    window = Window(0.0, 0.0, 22.0, 13.0, 2.0)
    close_up = CloseUp(window, face_at(face, window, 17.0, turn_deg))
    bank = drawn_banks()[False]
    true = np.array([[0.0, 0.0, turn_deg, 17.0]])

    ended, _ = slopes_of(bank).follow(
        lambda faces: close_up.hats(faces.rows().reshape(-1, 4), light=False, size=bank.size),
        Laid.of_rows((true + off)[None]),
        (1,) * 4,
    )
    match, there = scored(close_up, np.concatenate([ended.rows(), true]), light=False, bank=bank)
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


def any_frame(area: DiceArea, smallest: int, seed: int) -> Frame:
    """A frame of random spots of grey, so many to its height."""
    camera = area.view.camera
    rng = np.random.default_rng(seed)
    spots = rng.integers(60, 190, (smallest, smallest * 4 // 3), np.uint8)
    grey = cv2.resize(spots, (camera.width_px, camera.height_px))
    return cv2.merge([grey] * 3).astype(np.uint8, copy=False)


def test_a_strip_shows_what_close_ups_show() -> None:
    """Marks at poses are the same in a strip of squares, some of them negated, as in a close-up of each."""
    area = DiceArea(view_from(20.0, -30.0, 600.0), 17.0)
    frame = any_frame(area, 100, 1)
    spots = [Spot(x, y, 5.0, 1.0, 1.0) for x, y in ((0.0, 0.0), (-30.0, 20.0), (60.0, 25.0))]
    of, light = np.array([2, 0, 1]), np.array([False, True, False])
    strip = strip_of(frame, area, spots).with_dark_marks(of, light)
    rows = np.array([[spots[i].x_mm, spots[i].y_mm, 30.0, 16.0] for i in of])

    faces = Laid.of_rows(rows[:, None])
    hats = strip.hats(faces, 22)
    grey, marks = strip.faces(faces, 22)
    edges = faces.edges[:, 0]
    bands = strip.bare_at(faces.at[:, 0], edges / np.abs(edges), BANDS)

    for i, window in enumerate(strip.windows(area.top_mm)):
        square = strip.pictures.colour[i * strip.side : (i + 1) * strip.side]
        alone = CloseUp(window, ~square if light[i] else square)
        hat = alone.hats(rows[i : i + 1], bool(light[i]), 22)[0]
        # The strip takes marks away at half the size.
        assert float(np.abs(hats[i] - hat).mean()) < 0.1 * float(hat.max())
        seen = alone.marks(rows[i : i + 1], bool(light[i]), 22)[0]
        assert float(np.abs(marks[i] - seen).mean()) < 0.05 * float(seen.max())
        own = sample(alone.grey, window, rows[i : i + 1], 22)[0]
        assert float(np.abs(grey[i] - (255 - own if light[i] else own)).mean()) < 1.0
        # A circle of pixels and an octagon take nearly the same away.
        steps = BANDS * np.exp(-1j * np.radians(rows[i, 2])) * window.px_per_mm
        column, row = window.to_px(rows[i, 0], rows[i, 1])
        at = (steps.real + column).astype(np.float32), (steps.imag + row).astype(np.float32)
        bare = cv2.remap(alone.bare(bool(light[i])), *at, cv2.INTER_LINEAR).reshape(-1, 3)
        assert float(cv2.absdiff(bands[i], bare.astype(np.uint8, copy=False)).mean()) < 3.0


def test_a_strip_is_cut_out_of_the_window() -> None:
    """Squares show the very pixels of the area's picture, those at its edge repeated beyond it."""
    area = DiceArea(view_from(20.0, -30.0, 600.0), 17.0)
    frame = any_frame(area, 180, 2)
    half_mm = area.window.half_mm
    spots = [Spot(x, y, 5.0, 1.0, 1.0) for x, y in ((3.0, 5.0), (5.0 - half_mm, half_mm - 9.0))]

    strip = strip_of(frame, area, spots)

    picture = cv2.copyMakeBorder(area.look(frame), 36, 36, 36, 36, cv2.BORDER_REPLICATE)
    for i, spot in enumerate(spots):
        column, row = (round(v) for v in area.window.to_px(spot.x_mm, spot.y_mm))
        square = picture[row : row + strip.side, column : column + strip.side]
        assert (strip.pictures.colour[i * strip.side : (i + 1) * strip.side] == square).all()


@pytest.mark.parametrize("height_mm", [450.0, 600.0, 900.0])
def test_a_glance_shows_the_area_at_half_its_scale(height_mm: float) -> None:
    """Whether the frame has many pixels for one of the window's or few, both are seen at the same places."""
    area = DiceArea(view_from(40.0, -30.0, height_mm), 17.0)
    half = DiceArea(area.view, area.die_mm, area.px_per_mm / 2)
    frame = any_frame(area, 60, 3)

    small = half.glance(frame)

    size = half.window.size
    halved = cv2.resize(area.look(frame), (size, size), interpolation=cv2.INTER_AREA)
    unlike = {
        (down, right): float(
            cv2.absdiff(
                small[4 + down : size - 4 + down, 4 + right : size - 4 + right],
                halved[4 : size - 4, 4 : size - 4],
            ).mean()
        )
        for down, right in ((0, 0), (0, 1), (0, -1), (1, 0), (-1, 0))
    }
    here = unlike.pop((0, 0))
    assert here < 1.5
    assert here < 0.5 * min(unlike.values())


def test_an_empty_area_is_settled_by_its_lack_of_spots() -> None:
    """On bare wood nothing is looked at."""
    area = DiceArea(view_from(0.0, 0.0, 600.0), 17.0)
    camera = area.view.camera
    seen = first_look(area).look(np.full((camera.height_px, camera.width_px, 3), 120, np.uint8))

    assert (seen.spots, seen.clear, seen.both, seen.other) == ([], [], False, [])


def test_a_spot_without_any_step_has_no_pose() -> None:
    """Where all round a spot is of one colour no turn is likely, so that nothing is looked for."""
    area = DiceArea(view_from(0.0, 0.0, 600.0), 17.0)
    camera = area.view.camera
    even = np.full((camera.height_px, camera.width_px, 3), 120, np.uint8)
    strip = strip_of(even, area, [Spot(0.0, 0.0, 5.0, 1.0, 1.0)])

    assert not len(first_poses(FirstPosesConfig()).find(strip, 1.0, 3).of)


@pytest.mark.parametrize(
    ("mark_mm", "outlines_mm", "evidence", "settled"),
    [
        # Marks of one set may be drawn so unlike that dice seem to differ by a sixth.
        ((14.7, 18.7), (16.5, 17.5), (9.3, 8.7), True),
        ((17.0, 17.0), (15.0, 18.0), (9.3, 8.7), False),
        # What is not clear must be as large by its mark, too.
        ((14.7, 18.7), (16.5, 17.5), (9.3, 3.5), False),
        ((17.0, 17.5), (16.5, 17.5), (9.3, 3.5), True),
    ],
)
def test_dice_of_a_set_are_as_large(
    mark_mm: tuple[float, float],
    outlines_mm: tuple[float, float],
    evidence: tuple[float, float],
    settled: bool,
) -> None:
    """Two dice are a pair only if their edges agree: of clear ones those of the outlines."""
    found = []
    for x_mm, label, mark, side, odds in zip(
        (-20.0, 20.0), ("2", "half"), mark_mm, outlines_mm, evidence, strict=True
    ):
        die = candidate(x_mm, 0.0, odds, margin=0.3, label=label)
        found.append(
            replace(
                die,
                match=replace(die.match, die_mm=mark),
                outline=replace(die.outline, die_mm=side),
            )
        )

    pair = first_look(DiceArea(view_from(0.0, 0.0, 600.0), 17.0))._pair(found)

    assert pair == (found if settled else [])


def test_nothing_is_looked_for_twice_beside_the_same_die(monkeypatch: pytest.MonkeyPatch) -> None:
    """Where a die lies alone it is known from the first glance on; what is beside it is asked once."""
    asked: list[tuple[Glance, int]] = []
    search = FirstLook._glance

    def glance(
        self: FirstLook, frame: Frame, noise: float, spots: list[Spot], one: Glance, known: list[Candidate]
    ) -> object:  # fmt: skip
        asked.extend((one, id(die)) for die in known)
        return search(self, frame, noise, spots, one, known)

    monkeypatch.setattr(FirstLook, "_glance", glance)
    thrown = next(iter(of_one_kind(31004, "lone", 1)))
    first_look(DiceArea(thrown.view, 17.0)).look(thrown.frame)

    assert asked
    assert len(set(asked)) == len(asked)


def test_poses_are_led_by_one_bank_unless_the_tables_own_faces_are_known() -> None:
    """Drawn faces of both kinds are followed by the templates that a mirrored lamp never leads."""
    dark, light = drawn_banks()

    assert leading((dark, light), own=False) == (light, light)
    assert leading((dark, light), own=True) == (dark, light)


def test_noise_is_no_dice() -> None:
    """Fine noise on a part of the floor, which is full of spots, shows no die."""
    area = DiceArea(view_from(0.0, 0.0, 600.0), 17.0)
    for seed in range(5):
        noise = any_frame(area, 250, seed)
        frame = np.full_like(noise, 120)
        frame[536:696, 740:900] = noise[536:696, 740:900]
        seen = first_look(area).look(frame)

        assert seen.spots
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
    assert counts["settled"] >= 0.7 * counts["pictures"]


@needs_shared
def test_the_reader_and_the_thorough_search_agree(monkeypatch: pytest.MonkeyPatch) -> None:
    """With the first look left out the same faces are read; either may read a die that the other leaves."""
    assert SHARED is not None
    nothing = partial(FirstSeen, np.zeros((1, 1, 3), np.uint8), [], [], other=[])
    for photo in list(all_photos(SHARED / "photos/dev"))[4::45]:
        quick = DiceReader(photo.view).read(photo.frame)
        with monkeypatch.context() as patch:
            patch.setattr(FirstLook, "look", lambda *_: nothing(both=False))
            thorough = DiceReader(photo.view).read(photo.frame)

        for name, die in quick.dice.items():
            assert len({die.face, thorough.dice[name].face} - {None}) <= 1, photo.path
