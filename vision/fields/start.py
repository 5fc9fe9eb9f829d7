"""Looking at the start areas of the base game: what may be a ball in each round recess, and how likely."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial

import numpy as np

from vision.camera import Points
from vision.fields.crushed import are_crushed
from vision.fields.felt_judge import FeltJudge
from vision.fields.glints import brightest_glint, may_shine
from vision.fields.lying import Lying
from vision.fields.occupancy import Model
from vision.fields.patches import Floats
from vision.fields.spots import Areas, apart, stand_out
from vision.fields.stains import Stains, away_from, find_stains, stain_beside, where_lit
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
    seen = AreasSeen(areas, stand_out(cut, areas), view.board.ball_mm / 2)
    light = float(seen.relief.wood.sum() / seen.relief.wood.size)
    found = find_start_spots(seen, FeltJudge(judge, picture, view, areas, light), tinge)
    stains, differ = find_stains(cut, seen.relief, areas), found.differ()
    looked = Looked(seen, found, found.p.tolist(), differ.tolist(), stains)
    sorts = looked.sorted_out(differ)
    likely = [looked.likelier(some.kept, LIKELY) for some in sorts]
    lying = Lying.of([found.spots.points_mm[some] for some in likely], areas.points_mm)
    rests = all_unexplained(seen.relief.strange, lying, seen.radius_mm)
    shining = may_shine(seen.relief.glint, areas, lying, seen.radius_mm)
    crushed = are_crushed(cut, areas)
    return [
        looked.area(i, seat, sorts[i], rests[i], shining=shining[i], crushed=crushed[i])
        for i, seat in enumerate(seats)
    ]


@dataclass(frozen=True, slots=True)
class Looked:
    """All areas, their spots and stains.

    ``p``: how likely each spot is a ball; ``differ``: whether it has another colour than felt.
    """

    seen: AreasSeen
    found: StartSpots
    p: Sequence[float]
    differ: Sequence[bool]
    stains: Stains

    def likelier(self, some: Sequence[int], least: float) -> list[int]:
        """Return those of some spots that are balls with more than this."""
        return [k for k in some if self.p[k] > least]

    def sorted_out(self, differ: np.ndarray) -> list[Sorted]:
        """Sort the spots of each area by what they are taken for; ``differ``: (n,) bool, as above."""
        found, reach_mm = self.found, SAME_BALL * self.seen.radius_mm
        points_mm, surest = found.spots.points_mm.tolist(), lambda k: -self.p[k]
        sorts = (found.maybe(), found.dismissed(differ), found.odd())
        return [
            Sorted(maybe, apart(points_mm, sorted(maybe, key=surest), reach_mm), *others)
            for maybe, *others in zip(*(found.by_area(some) for some in sorts), strict=True)
        ]

    def area(
        self, i: int, seat: int, sorts: Sorted, rest: float, *, shining: bool, crushed: bool
    ) -> StartArea:
        """Say what area ``i`` shows, whose kept spots leave a ``rest``; ``shining``: it may have a glint."""
        areas, relief, radius_mm = self.seen.areas, self.seen.relief, self.seen.radius_mm
        found, points_mm = self.found, self.found.spots.points_mm
        left = partial(unexplained, relief.strange[i], areas.points_mm[i], radius_mm=radius_mm)
        kept, rest = with_touching(
            points_mm, self.p, sorts.maybe, sorts.kept, rest, left, radius_mm
        )
        likely, sure = self.likelier(kept, LIKELY), self.likelier(kept, BALL_FROM)
        strays = self.seen_apart(
            i, found.far_from(sorts.odd, likely, SAME_BALL * radius_mm), points_mm[sure]
        )
        glint = 0.0
        if shining:
            glint = brightest_glint(relief.glint[i], areas, i, points_mm[likely], radius_mm)
        return StartArea(
            seat=seat,
            points_mm=points_mm[kept],
            p_ball=found.p[kept],
            tints=found.tints[kept],
            felt=found.felt[i],
            unexplained=rest,
            stain=partial(
                stain_beside, self.stains, relief.glint[i], i, points_mm[sure], radius_mm
            ),
            glint=glint,
            odd=found.tints[strays] if strays else None,
            twin=self._twin(i, sorts.dismissed, likely, sure),
            lighter=partial(shows_lighter, found.felt[i], relief, areas, i, radius_mm),
            crushed=crushed,
            like_felt=[not self.differ[k] for k in kept],
        )

    def seen_apart(self, i: int, odd: list[int], balls_mm: Points) -> list[int]:
        """Return what of area ``i`` is ``odd`` and no shadow of its sure balls (n, 3), which shine."""
        dark = [k for k in odd if not self.differ[k] and self.found.darker(k)]
        if not dark:
            return odd
        points_mm, radius_mm = self.seen.areas.points_mm[i], self.seen.radius_mm
        away_mm = away_from(balls_mm[:, None, None], points_mm)
        lit = where_lit(self.seen.relief.glint[i], away_mm, radius_mm).reshape(-1)
        spots_mm, points_mm = self.found.spots.points_mm, points_mm.reshape(-1, 3)
        shadows = {k for k in dark if not lit[int(away_from(spots_mm[k], points_mm).argmin())]}
        return [k for k in odd if k not in shadows]

    def _twin(self, i: int, dismissed: list[int], likely: list[int], sure: list[int]) -> bool:
        """Say whether area ``i`` shows another ball like its sure ones, or two likely ones may be one.

        A likely one has its colour's word to come, which makes it sure.
        """
        areas, relief, radius_mm = self.seen.areas, self.seen.relief, self.seen.radius_mm
        others = self.found.far_from(dismissed, likely, SAME_BALL * radius_mm)
        points_mm = self.found.spots.points_mm
        if has_twin(self.seen, self.found, others, sure, i):
            return True
        if may_be_one(relief.strange[i], areas.points_mm[i], points_mm[likely], radius_mm):
            return True
        if all(self.differ[k] for k in sure):
            return False
        return shows_twin(
            relief, i, areas.points_mm[i], areas.reach[i], points_mm[likely], radius_mm
        )
