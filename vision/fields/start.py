"""Looking at the start areas of the base game: what may be a ball in each round recess, and how likely."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial

import numpy as np

from vision.fields.crushed import are_crushed
from vision.fields.felt_judge import FeltJudge
from vision.fields.glints import brightest_glint, may_shine
from vision.fields.lying import Lying
from vision.fields.occupancy import Model
from vision.fields.patches import Floats
from vision.fields.spots import Areas, apart, stand_out
from vision.fields.stains import Stains, find_stains, stain_beside
from vision.fields.start_area import BALL_FROM, LIKELY, StartArea
from vision.fields.start_spots import SAME_BALL, AreasSeen, StartSpots, find_start_spots, has_twin
from vision.fields.touching import with_touching
from vision.fields.twins import shows_lighter, shows_twin
from vision.fields.unexplained import all_unexplained, may_be_one, unexplained
from vision.scales import Scales
from vision.view import View


@dataclass(frozen=True, slots=True)
class Sorted:
    """The spots of one area by what they are taken for, as indices.

    ``maybe``: all that may be balls, and ``kept``: those of them that lie two radii apart, surest first.
    ``dismissed`` and ``odd``: what is taken for none, but is no felt, or stands out as balls do.
    """

    maybe: list[int]
    kept: list[int]
    dismissed: list[int]
    odd: list[int]


def look_at_starts(
    picture: Scales,
    view: View,
    areas: Areas,
    seats: Sequence[int],
    judge: Model,
    tinge: Floats,
) -> list[StartArea]:
    """Find the spots of all start areas and judge them."""
    cut = areas.grid.cut(picture)
    seen = AreasSeen(areas, cut, stand_out(cut, areas), view.board.ball_mm / 2)
    light = float(seen.relief.wood.mean())
    found = find_start_spots(seen, FeltJudge(judge, picture, view, areas, light), tinge)
    differ, points_mm = found.differ(), found.spots.points_mm
    sorts = _sorted(found, differ, SAME_BALL * seen.radius_mm)
    likely = [[k for k in some.kept if found.p[k] > LIKELY] for some in sorts]
    lying = Lying.of([points_mm[some] for some in likely], areas.points_mm)
    rests = all_unexplained(seen.relief.strange, lying, seen.radius_mm)
    shines = may_shine(seen.relief.glint, areas, lying, seen.radius_mm)
    look = partial(_look_at, seen, found, differ, find_stains(cut, seen.relief, areas))
    crushed = are_crushed(cut, areas)
    return [
        look(i, seat, some, rest, shining=shining, crushed=black)
        for i, (seat, some, rest, shining, black) in enumerate(
            zip(seats, sorts, rests, shines, crushed, strict=True)
        )
    ]


def _sorted(found: StartSpots, differ: np.ndarray, reach_mm: float) -> list[Sorted]:
    """Sort the spots of each area; balls lie farther apart than ``reach_mm``."""
    p = found.p.tolist()
    sorts = (found.maybe(), found.dismissed(differ), found.odd())
    return [
        Sorted(
            maybe,
            apart(found.spots.points_mm, sorted(maybe, key=lambda k: -p[k]), reach_mm),
            dismissed,
            odd,
        )
        for maybe, dismissed, odd in zip(*(found.by_area(some) for some in sorts), strict=True)
    ]


def _look_at(
    seen: AreasSeen,
    found: StartSpots,
    differ: np.ndarray,
    stains: Stains,
    i: int,
    seat: int,
    sorts: Sorted,
    rest: float,
    *,
    shining: bool,
    crushed: bool,
) -> StartArea:
    """Say what the area ``i`` shows, whose kept spots leave a ``rest``; ``shining``: it may have a glint."""
    areas, relief, radius_mm = seen.areas, seen.relief, seen.radius_mm
    strange, points_mm = relief.strange[i], found.spots.points_mm
    left = partial(unexplained, strange, areas.points_mm[i], radius_mm=radius_mm)
    kept, rest = with_touching(points_mm, found.p, sorts.maybe, sorts.kept, rest, left, radius_mm)
    likely = [k for k in kept if found.p[k] > LIKELY]
    sure = [k for k in likely if found.p[k] > BALL_FROM]
    strays = found.far_from(sorts.odd, likely, SAME_BALL * radius_mm)
    glint = 0.0
    if shining:
        glint = brightest_glint(relief.glint[i], areas, i, points_mm[likely], radius_mm)
    return StartArea(
        seat,
        points_mm[kept],
        found.p[kept],
        found.tints[kept],
        found.felt[i],
        rest,
        partial(stain_beside, stains, relief.glint[i], i, points_mm[sure], radius_mm),
        glint,
        found.tints[strays] if strays else None,
        _twin(seen, found, differ, i, sorts, likely, sure),
        partial(shows_lighter, found.felt[i], seen.cut[i], relief, areas, i, radius_mm),
        crushed,
    )


def _twin(
    seen: AreasSeen,
    found: StartSpots,
    differ: np.ndarray,
    i: int,
    sorts: Sorted,
    likely: list[int],
    sure: list[int],
) -> bool:
    """Say whether the area ``i`` shows another ball like its sure ones, or two of these may be one."""
    areas, relief, radius_mm = seen.areas, seen.relief, seen.radius_mm
    others = found.far_from(sorts.dismissed, likely, SAME_BALL * radius_mm)
    points_mm = found.spots.points_mm
    if has_twin(seen, found, others, sure, i):
        return True
    if may_be_one(relief.strange[i], areas.points_mm[i], points_mm[sure], radius_mm):
        return True
    if differ[sure].all():
        return False
    return shows_twin(seen.cut[i], relief.ground[i], relief.wood[i], relief.glint[i],
                      areas.points_mm[i], areas.reach[i], points_mm[likely], radius_mm)  # fmt: skip
