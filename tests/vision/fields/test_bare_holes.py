"""What the eye makes of a hole that it has seen bare: balls like the wood, shadows, other light."""

from collections import Counter
from collections.abc import Sequence
from functools import cache

import numpy as np
import pytest

from referee.sighting import Reading
from tests.vision.truth import nominal_board
from vision.calibration import Calibration
from vision.eye import Eye
from vision.fields import Appearance, BareHoles, learn, read
from vision.fields.occupancy import BALL
from vision.fields.profile import Contrast, inner, radii
from vision.fields.surroundings import nearness
from vision.painter.chance import table_from_seed
from vision.painter.painter import Painter
from vision.painter.scene import Scene
from vision.view import View

# Painted tables with balls that a picture alone does not tell from holes for certain: black ones that mirror
# a lamp, brown ones on walnut, one of natural wood in the shade.
HARD = {5018: "black", 4547: "brown", 5215: "natural"}
# Every eleventh field, so that a ball's shadow falls on bare holes.
STEP = 11
# A ball may be none where an empty hole is so likely.
PERHAPS_NONE = 0.1


class Place:
    """A painted table and its pictures."""

    def __init__(self, seed: int) -> None:
        """Paint the table of a seed, its colours learned from balls in the start areas."""
        self.table = table_from_seed(seed, nominal_board(memory=False), size_px=(1640, 1232))
        self.labels = list(self.table.balls.colours)[:4]
        self.fields = [place.name for place in self.table.board.fields]
        self._painter, self._seed = Painter(self.table), seed
        self.view = View(self.table.camera, self.table.board)

    def picture(self, on: dict[str, str], light: float = 1.0) -> np.ndarray:
        """Paint balls on fields in more or less light."""
        self._seed += 1
        lamps = {lamp.name: light for lamp in self.table.light.lamps}
        return self._painter.paint(Scene(on=on, lamps=lamps), np.random.default_rng(self._seed))

    def appearance(self) -> Appearance:
        """Learn the colours from one ball of each on far fields."""
        on = dict(zip(self.fields[3::9], self.labels, strict=False))
        position = {"on": {name: self.labels.index(label) for name, label in on.items()}}
        return learn([self.picture(on)], self.view, dict(enumerate(self.labels)), position)

    def moves(self, label: str) -> list[dict[str, str]]:
        """Return where balls of a label come to lie, three at a time."""
        names = self.fields[::STEP]
        return [dict.fromkeys(names[i : i + 3], label) for i in range(0, len(names), 3)]


@cache
def looks(
    seed: int,
) -> tuple[list[dict[str, str]], list[dict[str, Reading]], list[dict[str, Reading]]]:
    """Return what lay on a hard table, how it is read alone, and by who has seen the holes bare."""
    place = Place(seed)
    appearance, holes = place.appearance(), BareHoles()
    alone, known = [], []
    moves = place.moves(HARD[seed])
    read(place.picture({}), place.view, appearance, holes=holes)
    for on in moves:
        picture = place.picture(on)
        alone.append(dict(read(picture, place.view, appearance).fields))
        known.append(dict(read(picture, place.view, appearance, holes=holes).fields))
    return moves, alone, known


def tally(moves: Sequence[dict[str, str]], seen: Sequence[dict[str, Reading]]) -> Counter[str]:
    """Count balls that may be none, unsure holes, and what is read wrong."""
    count: Counter[str] = Counter()
    for on, fields in zip(moves, seen, strict=True):
        for name, reading in fields.items():
            if reading.sure:
                count["wrong"] += reading.label != on.get(name)
            elif name not in on:
                count["holes"] += 1
            elif reading.likelihoods.get("", 1.0) > PERHAPS_NONE:
                count["balls"] += 1
    return count


@pytest.mark.parametrize("seed", HARD)
def test_a_ball_like_the_wood_is_seen_in_a_hole_that_was_seen_bare(seed: int):
    """Some such balls may be none in a picture alone; none of them where the hole was bare before."""
    moves, alone, known = looks(seed)
    before, now = tally(moves, alone), tally(moves, known)

    assert before["balls"] >= 2
    assert (now["balls"], now["wrong"]) == (0, 0)
    assert now["holes"] <= before["holes"]


def test_a_shadow_on_a_bare_hole_is_no_ball():
    """White balls fall beside bare holes, on which their shadows are new: none is less sure for it."""
    place = Place(5215)
    appearance, holes = place.appearance(), BareHoles()
    read(place.picture({}), place.view, appearance, holes=holes)
    moves, alone, known = place.moves("white"), [], []
    for on in moves:
        picture = place.picture(on)
        alone.append(read(picture, place.view, appearance).fields)
        known.append(read(picture, place.view, appearance, holes=holes).fields)

    assert tally(moves, known)["wrong"] == 0
    assert tally(moves, known)["holes"] <= tally(moves, alone)["holes"]


@pytest.mark.parametrize(("darker", "surer"), [(1, True), (25, False)])
def test_what_darkens_holes_side_by_side_is_no_ball(darker: int, surer: bool):
    """The inside of one hole in doubt is darker than before: a ball, unless those beside it are as well."""
    rng, at = np.random.default_rng(1), np.stack(np.divmod(np.arange(100.0), 10), axis=1) * 25
    order = np.argsort(np.hypot(*(at - at[55]).T))
    radius = radii()
    pattern = rng.normal(0, 0.2, (100, 3, len(radius))).astype(np.float32)
    p = np.tile(np.float32([0.999, 0.0005, 0.0005]), (100, 1))
    table = table_from_seed(1, nominal_board(memory=False), size_px=(640, 480))
    view, holes = View(table.camera, table.board), BareHoles()

    def seen() -> Contrast:
        noise = rng.normal(0, 0.01, pattern.shape).astype(np.float32)
        return Contrast(pattern + noise, np.zeros((100, 3), dtype=np.float32))

    holes.weigh(p, seen(), view, nearness(at))
    now = seen()
    now.samples[order[:darker], :, : inner(1.0)] -= 0.06
    p[55] = 0.8, 0.2, 0.0
    weighed = holes.weigh(p, now, view, nearness(at))

    assert bool(weighed[55, BALL] > 0.5) is surer
    assert np.array_equal(np.delete(weighed, 55, axis=0), np.delete(p, 55, axis=0))


def test_in_other_light_what_was_seen_of_the_holes_says_nothing():
    """The lamps go down: each field is read as if nothing were known."""
    place = Place(5215)
    appearance, holes = place.appearance(), BareHoles()
    read(place.picture({}), place.view, appearance, holes=holes)
    dark = place.picture(place.moves("natural")[0], light=0.4)

    known = read(dark, place.view, appearance, holes=holes).fields
    assert known == read(dark, place.view, appearance).fields


def test_the_eye_remembers_the_holes_from_picture_to_picture():
    """An eye that has seen the holes bare doubts no ball; one that sees the balls at once does."""
    place = Place(5018)
    appearance = place.appearance()
    moves = place.moves("black")
    pictures = [place.picture(on) for on in moves]
    eye = Eye(Calibration(place.view, appearance, 1.0))
    eye.look(place.picture({}))
    known = [eye.look(picture).sighting.fields for picture in pictures]
    fresh = [Eye(eye.calibration).look(picture).sighting.fields for picture in pictures]

    assert tally(moves, fresh)["balls"] >= 2
    assert tally(moves, known)["balls"] == 0
