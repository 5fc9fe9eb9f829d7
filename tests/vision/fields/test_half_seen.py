"""Fields that a hand hides a part of: what is left of a hole is enough; half a ball and skin are none."""

from dataclasses import replace

import numpy as np
import pytest

from referee.sighting import Look
from tests.shared import needs_shared
from tests.vision.fields.score import session_appearance
from tests.vision.fields.test_reading import DEV
from tests.vision.truth import Photo, photos
from vision.fields import Appearance, read
from vision.fields.colour import Reference
from vision.fields.half_seen import Patches, all_colours, empty_by_half
from vision.fields.layout import lay_out
from vision.fields.occupancy import shipped_judges
from vision.fields.reader import look, picture_of
from vision.frame import Frame

RED, BLUE = Reference("red", -0.8, 0.85, 0.25), Reference("blue", -0.9, -0.35, -1.0)
SKIN = (95, 120, 185)
OPEN = [f"O{i}" for i in range(0, 64, 5)]
# Holes that hands and sleeves over photographs leave open, or half open.
BESIDE_HANDS = [
    ("session-01", "0028.jpg", "O39"),
    ("session-02", "0003.jpg", "O17"),
    ("session-02", "0028.jpg", "I20"),
    ("session-02", "0031.jpg", "I7"),
]


def photograph(folder: str, image: str) -> Photo:
    return next(photo for photo in photos(DEV / folder) if photo.row["image"] == image)


def covered(photo: Photo, names: list[str], beyond: float, turn: float) -> Frame:
    """A photograph with skin over all of some fields that lies so many radii ``beyond`` in one direction."""
    frame, holes = photo.frame, lay_out(photo.view).balls
    y, x = np.mgrid[: frame.shape[0], : frame.shape[1]]
    for i in (k for k, place in enumerate(holes.places) if place.name in names):
        middle = holes.grid.map_px[i].mean(axis=0) * (2 if holes.grid.halved else 1)
        x_off, y_off = (
            (off - at) / holes.grid.radius_px[i] for off, at in zip((x, y), middle, strict=True)
        )
        skin = np.cos(turn) * x_off + np.sin(turn) * y_off > beyond
        frame[skin & (np.hypot(x_off, y_off) < 2.2)] = SKIN
    return frame


def empty_ones(photo: Photo, frame: Frame, names: list[str], known: Appearance) -> set[str]:
    """Those of some fields that are found to be empty by half."""
    looked = look(picture_of(frame, photo.view), photo.view, known, shipped_judges())
    balls, grid, judge = looked.balls, looked.layout.balls.grid, shipped_judges().ball
    patches = Patches(looked.picture, grid, balls.seen, balls.expected, looked.tinge, judge)
    some = np.array([i for i, place in enumerate(balls.places) if place.name in names], dtype=int)
    colours = all_colours(known)
    assert colours is not None
    found = empty_by_half(some, patches, colours)
    return {balls.places[i].name for i in found.tolist()}


@needs_shared
@pytest.mark.parametrize("turn", [0.3, 2.0, 4.1])
def test_a_hole_is_empty_by_the_half_that_is_left_of_it(turn):
    """Skin over a third of a hole hides nothing that is needed; over nearly all of it nothing is told."""
    photo, known = photograph("session-01", "setup.jpg"), session_appearance(DEV / "session-01")

    most = empty_ones(photo, covered(photo, OPEN, 0.35, turn), OPEN, known)
    none = empty_ones(photo, covered(photo, OPEN, -0.8, turn), OPEN, known)

    assert len(most) > 0.6 * len(OPEN)
    assert none == set()


@needs_shared
@pytest.mark.parametrize(
    ("folder", "image"),
    [("session-04", "0002.jpg"), ("session-04", "0014.jpg"), ("session-02", "0012.jpg")],
)
def test_half_a_ball_is_no_hole(folder, image):
    """Skin over a third of a ball makes it no hole, whichever third that is; its colour and hue tell."""
    photo, known = photograph(folder, image), session_appearance(DEV / folder)
    balls = [name for name in photo.row["on"] if name not in photo.row["covered"]]

    for turn in np.arange(0.0, 6.2, 1.2):
        assert empty_ones(photo, covered(photo, balls, 0.2, turn), balls, known) == set()


@needs_shared
@pytest.mark.parametrize(("folder", "image", "name"), BESIDE_HANDS)
def test_open_holes_beside_a_hand_are_empty(folder, image, name):
    """A person would not doubt them; taken for covered or for something else as a whole they were unsure."""
    photo = photograph(folder, image)

    reading = read(photo.frame, photo.view, session_appearance(DEV / folder)).fields[name]

    assert (reading.look, reading.label) == (Look.CLEAR, None)


@pytest.mark.parametrize(
    ("references", "told"),
    [([RED, BLUE], True), ([RED, replace(BLUE, assumed=True)], False), ([], False)],
)
def test_balls_of_unknown_colours_may_look_like_holes(references, told):
    """Only where all colours are known, none of them assumed, does a half's hue tell anything."""
    known = Appearance(tuple(references), {0: "red", 2: "blue"} if references else {})

    assert (all_colours(known) is not None) is told
