"""Patches of photographs with truth, as they are and made up: what the judges learn from."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from referee.board import Place
from tests.vision.fields import augment
from tests.vision.truth import Photo
from vision.fields.occupancy import BALL, EMPTY, OTHER
from vision.fields.options import partners_of
from vision.fields.patches import SIZE, Grid, ball_centres, in_disc, lay_grid, square
from vision.fields.profile import Contrast, contrast
from vision.frame import Frame
from vision.scales import Scales, scales
from vision.view import View

RING_KINDS = {"outer", "inner", "target"}
EMPTIES_PER_EMPTY = 0.8
# Errors of the made-up looks: of registration (spread and most), and of measures rounded to millimetres.
OFF_MM, MOST_OFF_MM, ROUNDED_MM = 0.8, 2.0, 0.35
BESIDE = 3


@dataclass(frozen=True)
class Look:
    """One photograph's patches with what they are (-1: unknown), and the places' own data.

    ``partners``: the other hole of an option ball. For spots on felt: ``ground`` (samples that are felt),
    ``evidence``, ``light`` and ``wood`` (of the board round it). ``beside``: patches a little beside the
    balls of the places ``beside_at``, as if a ball lay there in no hole.
    """

    table: str
    patches: Frame
    kinds: NDArray[np.int64]
    places_mm: NDArray[np.float64]
    radius_px: NDArray[np.float32]
    partners: NDArray[np.int64]
    ground: NDArray[np.bool_] | None = None
    evidence: NDArray[np.float32] | None = None
    light: float | None = None
    wood: NDArray[np.float32] | None = None
    beside: Frame | None = None
    beside_at: NDArray[np.int64] | None = None


@dataclass(frozen=True)
class Sort:
    """A sort of places: what they hold, the piece's diameter, and what the truth says of one."""

    holds: str
    diameter: str
    truth: Callable[[Photo, Place], int]
    copies: int
    paint: augment.Paint


def ball_truth(photo: Photo, place: Place) -> int:
    """A field's truth; on these photographs a seat's ball places are filled in their order."""
    if place.kind in RING_KINDS:
        return BALL if place.name in photo.row["on"] else EMPTY
    balls = sum(photo.row["start"].get(place.name[1], {}).values())
    return BALL if int(place.name[3]) < balls else EMPTY


def counter_truth(photo: Photo, place: Place) -> int:
    """Whether the seat's counting ball lies in this hole."""
    return BALL if photo.row["counters"].get(place.name[1]) == int(place.name[3]) else EMPTY


def option_truth(photo: Photo, place: Place) -> int:
    """Whether the option's ball lies in this hole; a board without pieces has none (-1)."""
    seat, option, row = place.name[1:].split(".")
    if seat not in photo.row["stored"]:
        return -1
    return BALL if (option in photo.row["stored"][seat]) == (row == "upper") else EMPTY


SORTS = {
    "ball": Sort("ball", "ball_mm", ball_truth, copies=6, paint=augment.any_colour),
    "counter": Sort("counter", "counter_mm", counter_truth, copies=4, paint=augment.red),
    "option": Sort("option", "option_mm", option_truth, copies=4, paint=augment.silver),
    "felt": Sort(
        "balls", "ball_mm", lambda _photo, _place: -1, copies=10, paint=augment.any_colour
    ),
}


def squares(grid: Grid, picture: Scales) -> Frame:
    """Cut square patches (n, SIZE, SIZE, 3), which made-up ones are drawn on."""
    return grid.cut(picture).reshape(-1, SIZE, SIZE, 3)


def seen_in(patches: Frame, ground: NDArray[np.bool_] | None = None) -> Contrast:
    """See of square patches what the judges see: the disc within them."""
    return contrast(patches.reshape(len(patches), SIZE * SIZE, 3)[:, in_disc()], ground)


def jittered(
    grid: Grid, places_mm: NDArray[np.float64], radius_mm: float, rng: np.random.Generator
) -> Grid:
    """The grid a little off: as registration errs over the board, and as measures are rounded at a place."""
    errors = rng.normal(0, OFF_MM, (2, 3))
    shift_mm = errors[:, 0] + 0.6 * (places_mm / 180) @ errors[:, 1:].T
    shift_mm = np.clip(shift_mm, -MOST_OFF_MM, MOST_OFF_MM)
    shift_mm = shift_mm + rng.normal(0, ROUNDED_MM, shift_mm.shape)
    shift = shift_mm / radius_mm * grid.radius_px[:, None] * (0.5 if grid.halved else 1.0)
    return replace(grid, map_px=(grid.map_px + shift[:, None]).astype(np.float32))


def look_at(photo: Photo, sort: Sort, rng: np.random.Generator | None) -> Look | None:
    """Cut the patches of one sort of places of a photograph, with errors if ``rng`` is given."""
    view = photo.view
    places = [p for p in view.board.places.values() if p.holds == sort.holds]
    if not places:
        return None
    radius = getattr(view.board, sort.diameter) / 2
    size = radius * (rng.uniform(0.95, 1.05) if rng else 1.0)
    grid = lay_grid(view, ball_centres(places, radius), size, square())
    places_mm = np.array([(p.x_mm, p.y_mm) for p in places])
    grid = jittered(grid, places_mm, size, rng) if rng else grid
    picture = scales(photo.frame)
    kinds = np.array([truth_of(photo, p, sort) for p in places])
    beside_at = np.repeat(np.flatnonzero(kinds == BALL), BESIDE if sort.holds == "ball" else 0)
    return Look(
        table=photo.path.parent.name,
        patches=squares(grid, picture),
        kinds=kinds,
        places_mm=places_mm,
        radius_px=grid.radius_px,
        partners=partners_of(places),
        beside=cut_beside(picture, view, [places[i] for i in beside_at], radius, rng),
        beside_at=beside_at,
    )


def cut_beside(
    picture: Scales,
    view: View,
    places: Sequence[Place],
    radius: float,
    rng: np.random.Generator | None,
) -> Frame:
    """Cut a patch so far beside each place that its ball is not in it any more."""
    chance = rng or np.random.default_rng(0)
    turn = chance.uniform(0, 2 * np.pi, len(places))
    off = radius * chance.uniform(0.95, 1.6, len(places))
    centres = ball_centres(places, radius)
    centres = centres + np.stack([off * np.cos(turn), off * np.sin(turn), 0 * off], axis=1)
    if not places:
        return np.empty((0, SIZE, SIZE, 3), np.uint8)
    return squares(lay_grid(view, centres, radius, square()), picture)


def truth_of(photo: Photo, place: Place, sort: Sort) -> int:
    """What the truth says of a place."""
    return OTHER if place.name in photo.row["covered"] else sort.truth(photo, place)


def elsewhere(photo: Photo, rng: np.random.Generator, count: int = 25) -> Frame:
    """Patches of anything but fields: board between them, felt, arrows, dice, table, hands."""
    view = photo.view
    fields = np.array([(p.x_mm, p.y_mm) for p in view.board.places.values() if p.holds == "ball"])
    points = rng.uniform(-0.75, 0.75, (3 * count, 2)) * view.board.side_mm
    apart = np.linalg.norm(points[:, None] - fields[None], axis=2).min(axis=1)
    points = points[apart > 1.1 * view.board.ball_mm][:count]
    grid = lay_grid(view, np.pad(points, ((0, 0), (0, 1))), view.board.ball_mm / 2, square())
    picture = scales(photo.frame)
    height, width = (picture.half if grid.halved else picture.full).shape[:2]
    at = grid.map_px
    inside = (at >= 0).all(axis=(1, 2)) & (at < [width - 1, height - 1]).all(axis=(1, 2))
    return squares(grid, picture)[inside]


@dataclass(frozen=True)
class Example:
    """A made-up patch: what it is and the place of its look whose surroundings it has."""

    patch: Frame
    kind: int
    place: int


def ball_examples(look: Look, sort: Sort, covers: Frame, rng: np.random.Generator) -> list[Example]:
    """Every ball of a look in other colours and materials, some of them partly or mostly covered."""
    empties = np.flatnonzero(look.kinds == EMPTY)
    made = []
    for place in np.repeat(np.flatnonzero(look.kinds == BALL), sort.copies):
        patch, choice = look.patches[place].astype(float), rng.random()
        clear = sort.paint is augment.any_colour
        if 0.2 < choice < 0.4 and len(empties) and clear:
            hole = look.patches[rng.choice(empties)].astype(float)
            patch = augment.cleared(patch, hole, rng)
        elif choice >= 0.4:
            patch = augment.recoloured(patch, sort.paint, rng)
        made.append(maybe_covered(patch, BALL, int(place), covers, rng))
    return made


def empty_examples(look: Look, covers: Frame, rng: np.random.Generator) -> list[Example]:
    """Empty holes under other shadows, some of them partly or mostly covered."""
    empties = np.flatnonzero(look.kinds == EMPTY)
    chosen = rng.choice(empties, int(len(empties) * EMPTIES_PER_EMPTY)) if len(empties) else []
    return [
        maybe_covered(look.patches[p].astype(float), EMPTY, int(p), covers, rng) for p in chosen
    ]


def other_examples(look: Look, covers: Frame, rng: np.random.Generator) -> list[Example]:
    """Covered fields, and whatever lies elsewhere."""
    hidden = np.repeat(np.flatnonzero(look.kinds == OTHER), 2)
    made = [(look.patches[p], int(p)) for p in hidden]
    if look.beside is not None and look.beside_at is not None:
        made += [(p, int(at)) for p, at in zip(look.beside, look.beside_at, strict=True)]
    made += [(rng.choice(covers), int(rng.integers(len(look.kinds)))) for _ in range(14)]
    return [Example(augment.finished(p.astype(float), rng), OTHER, at) for p, at in made]


def maybe_covered(
    patch: augment.Patch, kind: int, place: int, covers: Frame, rng: np.random.Generator
) -> Example:
    """Lay a hand or sleeve over every fifth patch: a little (it stays what it is) or most of it."""
    choice = rng.random()
    if choice < 0.2:
        cover = augment.plain_cover(rng) if choice < 0.05 else rng.choice(covers).astype(float)
        little = rng.random() < 0.5
        part = rng.uniform(0.02, 0.25) if little else rng.uniform(0.5, 1.0)
        patch = augment.covered(patch, cover, part, rng)
        kind = kind if little else OTHER
    return Example(augment.finished(patch, rng), kind, place)


def made_up(look: Look, sort: Sort, covers: Frame, rng: np.random.Generator) -> list[Example]:
    """Every made-up patch of a look."""
    return [
        *ball_examples(look, sort, covers, rng),
        *empty_examples(look, covers, rng),
        *other_examples(look, covers, rng),
    ]
