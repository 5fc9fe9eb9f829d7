"""Which spots of a start area are balls: inferred, as the truth tells only their number and colour."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, fields, replace

import numpy as np
from numpy.typing import NDArray

from tests.vision.fields import augment
from tests.vision.fields.lessons import Example, Look, seen_in, squares
from tests.vision.truth import Photo
from vision.fields.colour import difference
from vision.fields.felt_judge import (
    SpotsSeen,
    evidence_of,
    ground_of,
    look_at_spots,
    relative_tints,
)
from vision.fields.occupancy import BALL, EMPTY, Model, judge_places
from vision.fields.palette import prototype
from vision.fields.patches import lay_grid, square
from vision.fields.profile import Contrast, radii
from vision.fields.spots import (
    Areas,
    Relief,
    Spots,
    apart,
    find_spots,
    lay_areas,
    spots_at,
    stand_out,
)
from vision.frame import Frame
from vision.scales import Scales, scales
from vision.view import View

# Centres this near a ball (in its radii) are the ball, those beyond the second are not; between, unknown.
SAME, ELSEWHERE = 0.3, 0.9
# A spot must fit its colour and stand out at least so much (`vision.fields.colour.difference`).
CLEAR = 0.2
# Red balls do not stand out from red felt by their colour: a judge learned from the others finds them.
LIKE_FELT = {"red"}
# Centres at random in each area, most of them on bare felt.
ANYWHERE = 6
# Balls laid on each area, and shadows alone.
LAID = 6
# How much light, red-green and yellow-blue tell when a spot stands out.
WEIGHTS = np.array([0.45, 1.0, 0.6])


@dataclass(frozen=True)
class Recesses:
    """The start areas of one picture, with every spot that is found in them."""

    picture: Scales
    view: View
    areas: Areas
    relief: Relief
    found: Spots

    @classmethod
    def of(cls, frame: Frame, view: View) -> "Recesses":
        """Look for spots."""
        picture, radius = scales(frame), view.board.ball_mm / 2
        areas = lay_areas(view, view.board.of_kind("start"), radius)
        relief = stand_out(areas.grid.cut(picture), areas)
        return cls(picture, view, areas, relief, find_spots(relief, areas))

    @property
    def radius_mm(self) -> float:
        """The radius of a ball."""
        return self.view.board.ball_mm / 2

    def spots(self, seat: int, chance: np.random.Generator) -> Spots:
        """Return the spots of one area and some random places in it."""
        rows, columns = np.nonzero(self.areas.reach[seat])
        some = chance.integers(0, len(rows), ANYWHERE)
        at = (seat * self.areas.size + rows[some]) * self.areas.size + columns[some]
        return joined([of_area(self.found, seat), spots_at(self.relief, self.areas, at)])

    def spot_at(self, seat: int, point_mm: NDArray[np.float64]) -> Spots:
        """Return the spot nearest to a point (2,) of an area."""
        away = np.linalg.norm(self.areas.points_mm[seat][..., :2] - point_mm, axis=2)
        return spots_at(self.relief, self.areas, np.array([seat * away.size + away.argmin()]))

    def look(
        self, table: str, spots: Spots, kinds: NDArray[np.int64], rng: np.random.Generator | None
    ) -> Look:
        """Cut the patches of an area's spots, a little off them if ``rng`` is given."""
        radius = self.radius_mm
        if rng is not None:
            off = rng.normal(0, 0.1 * radius, spots.points_mm.shape) * [1, 1, 0]
            spots = replace(spots, points_mm=spots.points_mm + off)
        size = radius * (rng.uniform(0.95, 1.05) if rng else 1.0)
        grid = lay_grid(self.view, spots.points_mm, size, square())
        return Look(
            table=table,
            patches=squares(grid, self.picture),
            kinds=kinds,
            places_mm=spots.points_mm[:, :2],
            radius_px=grid.radius_px,
            partners=np.arange(len(kinds)),
            ground=ground_of(spots.points_mm, self.areas, spots.area, radius),
            evidence=evidence_of(spots, radius),
            light=float(self.relief.wood.mean()),
            wood=self.relief.wood[spots.area[0]],
        )


def felt_looks(
    photo: Photo, rng: np.random.Generator | None, judge: Model | None
) -> Iterator[Look]:
    """Cut the patches of every start area's spots and of some random places, and tell what they are."""
    row = photo.row
    if row["kind"] == "moving":
        return
    recesses = Recesses.of(photo.frame, photo.view)
    radius, relief = recesses.radius_mm, recesses.relief
    chance = rng or np.random.default_rng(0)
    for seat in range(photo.view.board.seats):
        if f"S{seat}" in row["covered"]:
            continue
        spots = recesses.spots(seat, chance)
        looked = look_at_spots(recesses.picture, recesses.view, spots, recesses.areas)
        given = row["start"].get(str(seat), {})
        if next(iter(given), "") in LIKE_FELT:
            light = float(relief.wood.mean())
            balls = judged_balls(looked, spots, sum(given.values()), radius, judge, light)
        else:
            balls = coloured_balls(looked.seen, relief.wood[seat], spots, given, radius)
        if balls is not None:
            kinds = kinds_of(spots.points_mm, spots.points_mm[balls], radius)
            yield recesses.look(photo.path.parent.name, spots, kinds, rng)


def joined(spots: Sequence[Spots]) -> Spots:
    """Put spots together."""
    return Spots(*(np.concatenate([getattr(s, f.name) for s in spots]) for f in fields(Spots)))


def of_area(spots: Spots, area: int) -> Spots:
    """Return the spots of one area."""
    mine = spots.area == area
    return Spots(*(getattr(spots, f.name)[mine] for f in fields(Spots)))


@dataclass(frozen=True)
class Bank:
    """Balls from the fields, (n, size, size, 3), and the wood round each, log BGR (n, 3)."""

    patches: Frame
    wood: NDArray[np.float32]

    @classmethod
    def of(cls, looks: Sequence[Look]) -> "Bank":
        """Collect the balls of looks at fields."""
        patches = np.concatenate([look.patches[look.kinds == BALL] for look in looks])
        return cls(patches, seen_in(patches).wood)


def laid_examples(look: Look, bank: Bank, rng: np.random.Generator) -> list[Example]:
    """Balls of the bank laid on a start area's felt, some in other colours, and shadows without a ball."""
    bare = np.flatnonzero(look.kinds == EMPTY)
    made = []
    if not len(bare) or look.wood is None:
        return made
    for _ in range(LAID):
        place, k = int(rng.choice(bare)), int(rng.integers(len(bank.patches)))
        ground = look.patches[place].astype(float)
        light = np.exp(look.wood - bank.wood[k]) * np.exp(rng.normal(0, 0.1))
        patch = augment.laid_on(ground, bank.patches[k].astype(float), light, rng)
        if rng.random() < 0.5:
            patch = augment.recoloured(patch, augment.any_colour, rng)
        made.append(Example(augment.finished(np.clip(patch, 0, 255), rng), BALL, place))
    for place in rng.choice(bare, LAID):
        patch = augment.cast_shadow(look.patches[place].astype(float), rng, near=False)
        made.append(Example(augment.finished(patch, rng), EMPTY, int(place)))
    return made


def kinds_of(
    points: NDArray[np.float64], balls: NDArray[np.float64], radius: float
) -> NDArray[np.int64]:
    """What each point is when balls of this radius lie at ``balls``: -1 near a ball's centre."""
    if not len(balls):
        return np.full(len(points), EMPTY)
    away = np.linalg.norm(points[:, None] - balls[None], axis=2).min(axis=1) / radius
    return np.where(away < SAME, BALL, np.where(away < ELSEWHERE, -1, EMPTY))


def judged_balls(
    looked: SpotsSeen,
    spots: Spots,
    count: int,
    radius: float,
    judge: Model | None,
    light: float,
) -> list[int] | None:
    """Return the ``count`` spots that a judge takes for balls, or None where that is not clear."""
    if judge is None:
        return None
    log_p = judge_places(looked.seen, looked.expected, looked.radius_px, judge, light)
    p = np.exp(log_p[:, BALL])
    order = apart(spots.points_mm, [int(i) for i in np.argsort(-p)], 1.7 * radius)
    found, rest = order[:count], order[count:]
    clear = len(found) == count and p[found].min() > max(0.3, 1.5 * p[rest].max(initial=0.0))
    return found if clear else None


def coloured_balls(
    seen: Contrast,
    wood: NDArray[np.float32],
    spots: Spots,
    given: dict[str, int],
    radius: float,
) -> list[int] | None:
    """Return the spots that fit the colour of the balls given best, or None where that is not clear."""
    if not given:
        return []
    colour, count = next(iter(given.items()))
    usual = prototype(colour)
    assert usual is not None, colour
    misfit = difference(relative_tints(seen, wood), usual.colour[None])[:, 0]
    inner = np.median(seen.samples[:, :, radii() < 0.6], axis=2)
    score = 0.8 * np.minimum(np.abs(inner * WEIGHTS).sum(axis=1), 1) - misfit
    found = apart(spots.points_mm, [int(i) for i in np.argsort(-score)], 1.5 * radius)[:count]
    return found if len(found) == count and (score[found] > CLEAR).all() else None
