"""Which spots of a start area are balls: inferred, as the truth tells only their number and colour."""

import numpy as np
from numpy.typing import NDArray

from tests.vision.fields.lessons import Look
from tests.vision.truth import Photo
from vision.fields.colour import AXES
from vision.fields.occupancy import BALL, EMPTY, Model, features
from vision.fields.palette import prototype
from vision.fields.patches import grid_axes, lay_grid, scales
from vision.fields.profile import contrast
from vision.fields.spots import apart, cut_area, find_spots, lay_area, rim_wood
from vision.fields.start import relative_tints
from vision.fields.surroundings import flat_ground

# Centres this near a ball (in its radii) are the ball, those beyond the second are not; between, unknown.
SAME, ELSEWHERE = 0.3, 0.9
# A spot must fit its colour and stand out at least so much (weighted axes of `vision.fields.colour`).
CLEAR = 0.2
# Red balls do not stand out from red felt by their colour: a judge learned from the others finds them.
LIKE_FELT = {"red"}


def felt_look(
    photo: Photo, seat: int, rng: np.random.Generator | None, judge: Model | None
) -> Look | None:
    """Cut the patches of a start area's spots and of some random places in it, and tell what they are."""
    view, row = photo.view, photo.row
    place = view.board.places.get(f"S{seat}")
    if place is None or place.name in row["covered"] or row["kind"] == "moving":
        return None
    picture, radius = scales(photo.frame), view.board.ball_mm / 2
    area = lay_area(view, place, radius)
    image = cut_area(picture, area)
    points = find_spots(image, area)
    some = area.points_mm[area.reach]
    chance = rng or np.random.default_rng(0)
    points = np.concatenate([points, some[chance.integers(0, len(some), 6)]])
    given = row["start"].get(str(seat), {})
    balls = find_balls(
        picture,
        view,
        points,
        rim_wood(image, area),
        next(iter(given), ""),
        sum(given.values()),
        judge,
    )
    if balls is None:
        return None
    kinds = kinds_of(points, points[balls], radius)
    if rng is not None:
        points = points + rng.normal(0, 0.1 * radius, points.shape) * [1, 1, 0]
    grid = lay_grid(view, points, radius * (rng.uniform(0.95, 1.05) if rng else 1.0))
    return Look(
        table=photo.path.parent.name,
        patches=grid.cut(picture),
        kinds=kinds,
        places_mm=points[:, :2],
        radius_px=grid.radius_px,
        partners=np.arange(len(points)),
    )


def kinds_of(
    points: NDArray[np.float64], balls: NDArray[np.float64], radius: float
) -> NDArray[np.int64]:
    """What each point is when balls of this radius lie at ``balls``: -1 near a ball's centre."""
    if not len(balls):
        return np.full(len(points), EMPTY)
    away = np.linalg.norm(points[:, None] - balls[None], axis=2).min(axis=1) / radius
    return np.where(away < SAME, BALL, np.where(away < ELSEWHERE, -1, EMPTY))


def find_balls(
    picture, view, points, wood, colour: str, count: int, judge: Model | None
) -> list[int] | None:
    """Return the spots that are the ``count`` balls, or None where that is not clear."""
    if not count:
        return []
    radius = view.board.ball_mm / 2
    grid = lay_grid(view, points, radius)
    seen = contrast(grid.cut(picture))
    if colour in LIKE_FELT:
        if judge is None:
            return None
        log_p = judge(features(seen, flat_ground(seen), float(wood.mean()), grid.radius_px))
        p = np.exp(log_p[:, BALL])
        order = apart(points, [int(i) for i in np.argsort(-p)], 1.7 * radius)
        found, rest = order[:count], order[count:]
        clear = len(found) == count and p[found].min() > max(0.3, 1.5 * p[rest].max(initial=0.0))
        return found if clear else None
    usual = prototype(colour)
    assert usual is not None, colour
    misfit = np.linalg.norm(relative_tints(seen, wood) * AXES - usual.point, axis=1)
    body = np.hypot(*grid_axes()).ravel() < 0.6
    stands = np.abs(np.median(seen.samples[:, body], axis=1) * AXES).sum(axis=1)
    score = 0.8 * np.minimum(stands, 1) - misfit
    found = apart(points, [int(i) for i in np.argsort(-score)], 1.5 * radius)[:count]
    return found if len(found) == count and (score[found] > CLEAR).all() else None
