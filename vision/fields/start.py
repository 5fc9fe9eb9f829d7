"""Looking at the start areas of the base game: what may be a ball in each round recess, and how likely."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial

import cv2
import numpy as np

from vision.camera import Points
from vision.fields.colour import difference, difference_of_each
from vision.fields.leaning import ODD, may_lean, standing
from vision.fields.lying import Lying
from vision.fields.occupancy import BALL, Model, judge_places
from vision.fields.patches import Axes, Floats, grid_on
from vision.fields.patches import disc as pattern
from vision.fields.profile import (
    OPPONENT,
    Contrast,
    contrast,
    ground_offsets,
    inner,
    magnitude,
    middle_of,
)
from vision.fields.shadows import shadows_doubted
from vision.fields.slopes import slopes
from vision.fields.spots import Areas, Relief, Spots, apart, stand_out
from vision.fields.stains import Stains, away_from, darkest, find_stains, where_lit
from vision.fields.surroundings import Surroundings, flat_ground
from vision.fields.twins import shows_lighter, shows_none, shows_twin
from vision.fields.unexplained import UNEXPLAINED, all_unexplained, may_be_one, unexplained
from vision.fields.walls import are_walls
from vision.fields.worth import worth_a_look
from vision.scales import Scales
from vision.view import View

# A spot is a ball from this probability on, and none below the second; between them nothing is said. Judged
# by models learned on other tables no area of 593 on photographs and of 319 on painted tables was wrong with
# any pair from 0.7 to 0.85 and from 0.25 to 0.5.
BALL_FROM = 0.75
NOTHING_BELOW = 0.4
# Spots between these are looked at again so far beside (ball radii across and up), as one patch of noisy felt
# may look like a ball by chance and its neighbours do not; the mean of the log odds counts.
DOUBT_FROM, DOUBT_TO = 0.05, 0.99
BESIDE = ((0.15, 0.0), (-0.15, 0.0), (0.0, 0.15), (0.0, -0.15))
LEAST = 1e-4
# A spot is likely a ball from here on.
LIKELY = 0.5
# Two likely balls so near to each other (ball radii) are two that touch if only both explain what is no felt.
TOUCHING = 1.1
# Two balls' centres lie two radii apart; spots nearer than this, less exact as they are, are the same ball.
SAME_BALL = 1.7
# What differs from another colour by more than this (`colour.difference`) is unlike it.
UNLIKE = 0.35
# So is what is brighter by more than this (logarithm): a red ball on red felt that the judge missed by 0.6,
# felt that was taken for one by 0.4 to 0.5.
MUCH_BRIGHTER = 0.5
# A doubtful spot that stands out by colour and light no more than this (`Relief`) and hardly differs from the
# felt is a freak of its noise: on photographs all balls that are seen stand out more.
FAINT = 3.25
FELTS_LIGHT, FELTS_HUE = 0.3, 0.4
# A stain (`darkest`) from here on may be such glass where it is in play, or nothing is known of the balls.
# Bare felt has none above 4.9 on photographs and 5.3 when painted; glass that was missed none below 5.5,
# but where balls lie close together.
STAIN = 5.2
# Felt does not shine: a glint from here on (logarithm) that is this far from likely balls (ball radii) may be
# a lamp's in glass of the felt's own colour. Bare felt has none above 0.45 on photographs and 0.51 on painted
# tables but beside its rim, which may shine; glass that was missed there had 0.55 and more, but for one ball
# in a dozen.
GLINT, NO_GLINT = 0.53, 1.5
# What differs from a sure ball's colour by no more than this is of that colour.
TWIN = 0.1
# The part of a spot's patch that shows the ball's body, in radii (its place is less exact than a field's).
BODY = 0.6


@dataclass(frozen=True)
class StartArea:
    """What one start area shows: ``points_mm`` (n, 3), ``p_ball`` (n,) and ``tints`` (n, 3) of its spots.

    ``felt``: (3,) the felt's own tint; ``unexplained``: how much of the area is neither felt nor near a
    likely ball, in areas of a ball's disc; ``stain(hand)``: its darkest stain that is no sure ball, measured
    when it is asked for (a hand's shade takes balls their glint); ``glint``: its brightest that is on no
    likely ball. ``odd``: (m, 3), the tints of what stands out as balls do and is taken for none, if anything;
    ``twin``: whether something taken for none looks like its sure balls, or two of these may be one;
    ``lighter(colour, balls_mm)``: whether it shows a ball of a colour lighter than felt beside these.
    """

    seat: int
    points_mm: Points
    p_ball: Floats
    tints: Floats
    felt: Floats
    unexplained: float = 0.0
    stain: Callable[[bool], float] = float
    glint: float = 0.0
    odd: Floats | None = None
    twin: bool = False
    lighter: Callable[[Floats, Points], bool] = shows_none


def relative_tints(seen: Contrast, wood: Floats) -> Floats:
    """Return each patch's body colour relative to the board's wood (log BGR) instead of the felt: (n, 3)."""
    on_felt = middle_of(seen.samples[:, :, : inner(BODY)])
    return np.asarray(on_felt + (seen.wood - wood) @ OPPONENT, dtype=np.float32)


def ground_of(points_mm: Points, areas: Areas, owner: np.ndarray, radius_mm: float) -> np.ndarray:
    """Tell which samples round each point are felt, (n, w) bool: those beyond the rim are not its ground."""
    middle = (points_mm[:, :2] - areas.centres_mm[owner, :2]).astype(np.float32)
    x, y = np.float32(radius_mm) * ground_offsets()
    return np.asarray(magnitude(middle[:, :1] + x, middle[:, 1:] + y) < areas.rim_mm)


@dataclass(frozen=True)
class SpotsSeen:
    """The patches of spots against the felt round them, and what is expected there."""

    seen: Contrast
    expected: Surroundings
    radius_px: Floats


def look_at_spots(picture: Scales, view: View, spots: Spots, areas: Areas) -> SpotsSeen:
    """Cut the patches of spots in the start areas."""
    radius_mm = view.board.ball_mm / 2
    # Over one area a ball's size and the slant of the sight hardly change.
    across, upward = areas.axes.across[spots.area], areas.axes.upward[spots.area]
    grid = grid_on(Axes(spots.middle_px, across, upward), pattern())
    seen = contrast(grid.cut(picture), ground_of(spots.points_mm, areas, spots.area, radius_mm))
    return SpotsSeen(seen, on_felt(seen, evidence_of(spots, radius_mm)), grid.radius_px)


def on_felt(seen: Contrast, evidence: Floats) -> Surroundings:
    """Expect bare felt; how the light leans is known besides the evidence (n, k)."""
    return flat_ground(np.concatenate([evidence, slopes(seen)], axis=1))


def evidence_of(spots: Spots, radius_mm: float) -> Floats:
    """Return what is known of spots besides their patches: distance from the rim and strength, (n, 4)."""
    inside = np.minimum(spots.inside_mm / radius_mm, 3)[:, None]
    return np.concatenate([inside, np.log1p(np.abs(spots.strength)) * np.sign(spots.strength)],
                          axis=1, dtype=np.float32)  # fmt: skip


def look_at_starts(
    picture: Scales,
    view: View,
    areas: Areas,
    seats: Sequence[int],
    judge: Model,
    tinge: Floats,
) -> list[StartArea]:
    """Find the spots of all start areas and judge them."""
    radius_mm = view.board.ball_mm / 2
    cut = areas.grid.cut(picture)
    relief = stand_out(cut, areas)
    spots, shining = worth_a_look(relief, areas, radius_mm)
    light = float(relief.wood.mean())
    p, tints = _judge_spots(picture, view, spots, areas, relief, judge)
    tints = tints - tinge
    felt = np.asarray((relief.ground - relief.wood) @ OPPONENT - tinge, dtype=np.float32)
    maybe = p > ODD
    p[are_walls(maybe, tints, felt[spots.area], spots, cut, relief, areas, radius_mm)] = 0
    faint = (standing(spots) < FAINT) & _of_felt(tints, felt[spots.area]) & ~shining
    between = _between(spots.points_mm)
    # What is of a sure ball is no other one, and no more looks make a ball of the felt's unlikely freaks.
    settled = ((between < SAME_BALL * radius_mm) & (p >= DOUBT_TO)).any(axis=1)
    settled |= faint & (p < LIKELY)
    p = _looked_again(p, ~settled, picture, view, spots, areas, judge, light)
    p = np.where(faint & (p < BALL_FROM), np.float32(0), p)
    p = shadows_doubted(p, tints, felt[spots.area], spots, relief, areas, radius_mm)
    stains = find_stains(cut, relief, areas)
    maybe = p > NOTHING_BELOW
    differs = difference_of_each(tints, felt[spots.area]) > UNLIKE
    unlike = ~maybe & (differs | _much_brighter(tints, felt[spots.area]))
    odd = ~maybe & may_lean(p, tints, spots)
    mine, dismissed, odd_ones = (
        _by_area(spots.area, some, len(seats)) for some in (maybe, unlike, odd)
    )
    likelihood = p.tolist()
    kept = [
        apart(spots.points_mm, sorted(some, key=lambda k: -likelihood[k]), SAME_BALL * radius_mm)
        for some in mine
    ]
    balls = [spots.points_mm[[k for k in some if likelihood[k] > LIKELY]] for some in kept]
    lying = Lying.of(balls, areas.points_mm)
    rests = all_unexplained(relief.strange, lying, radius_mm)
    shines = may_shine(relief.glint, areas, lying, radius_mm)
    found = []
    for i, seat in enumerate(seats):
        strange = partial(unexplained, relief.strange[i], areas.points_mm[i], radius_mm=radius_mm)
        kept[i], rests[i] = with_touching(
            spots.points_mm, likelihood, mine[i], kept[i], rests[i], strange, radius_mm
        )
        likely = [k for k in kept[i] if likelihood[k] > LIKELY]
        sure = [k for k in likely if likelihood[k] > BALL_FROM]
        others, strays = (
            _far_from(some[i], likely, between, SAME_BALL * radius_mm)
            for some in (dismissed, odd_ones)
        )
        twin = has_twin(tints[others], tints[sure], felt[i])
        balls_mm, sure_mm = spots.points_mm[likely], spots.points_mm[sure]
        twin |= may_be_one(relief.strange[i], areas.points_mm[i], sure_mm, radius_mm)
        if not twin and not differs[sure].all():
            twin = shows_twin(cut[i], relief.ground[i], relief.wood[i], relief.glint[i],
                              areas.points_mm[i], areas.reach[i], balls_mm, radius_mm)  # fmt: skip
        glint = (
            brightest_glint(relief.glint[i], areas, i, balls_mm, radius_mm) if shines[i] else 0.0
        )
        stain = partial(_stain, stains, relief.glint[i], i, sure_mm, radius_mm)
        some = kept[i]
        lighter = partial(shows_lighter, felt[i], cut[i], relief, areas, i, radius_mm)
        found.append(
            StartArea(
                seat, spots.points_mm[some], p[some], tints[some], felt[i],
                rests[i], stain, glint, tints[strays] if strays else None, twin, lighter,
            )
        )  # fmt: skip
    return found


def _stain(
    stains: Stains, glint: Floats, area: int, balls_mm: Points, radius_mm: float, hand: bool
) -> float:
    """Return an area's darkest stain that is none of its sure balls, nor a shadow without their glint."""
    points_mm = stains.areas.points_mm[area]
    lit = None if hand else where_lit(glint, points_mm, balls_mm, radius_mm)
    return darkest(stains, area, points_mm, balls_mm, radius_mm, STAIN, lit)


def _far_from(some: list[int], likely: list[int], between: Floats, reach_mm: float) -> list[int]:
    """Return those of some spots that are farther than that from all likely balls; ``between``: (n, n)."""
    if not some or not likely:
        return some
    away = between[some][:, likely].min(axis=1).tolist()
    return [k for k, far in zip(some, away, strict=True) if far > reach_mm]


def _by_area(area: np.ndarray, which: np.ndarray, areas: int) -> list[list[int]]:
    """Return the indices of some spots for each of so many areas."""
    some = np.flatnonzero(which)
    found: list[list[int]] = [[] for _ in range(areas)]
    for k, i in zip(some.tolist(), area[some].tolist(), strict=True):
        found[i].append(k)
    return found


def with_touching(
    points_mm: Points,
    p: Sequence[float],
    some: Sequence[int],
    kept: list[int],
    rest: float,
    strange: Callable[[Points], float],
    radius_mm: float,
) -> tuple[list[int], float]:
    """Return which of some spots (n, 3) are balls of their own, and how much they leave ``strange``.

    ``p``: how likely each is a ball; ``kept``: those that lie two radii apart, which leave a ``rest``. Spots
    of two balls that touch may lie too near for that: they are two, if only both explain what is no felt.
    """
    if rest <= UNEXPLAINED or not any(p[k] > BALL_FROM for k in kept):
        return kept, rest
    closer = apart(points_mm, sorted(some, key=lambda k: -p[k]), TOUCHING * radius_mm)
    beside = [k for k in closer if k not in kept and p[k] > BALL_FROM]
    if len(beside) == 1:
        likely = [k for k in kept if p[k] > LIKELY]
        left = strange(points_mm[likely + beside])
        if left <= UNEXPLAINED:
            return kept + beside, left
    return kept, rest


def _between(points_mm: Points) -> Floats:
    """Return the distances between points (n, 3) on a level: (n, n) millimetres."""
    x, y = (axis[:, None] - axis for axis in points_mm[:, :2].T)
    return magnitude(x, y)


def has_twin(dismissed: Floats, balls: Floats, felt: Floats) -> bool:
    """Say whether a tint that was taken for no ball's, (n, 3), is just a ball's (m, 3) and not the felt's.

    A ball that leans on the rim may look like no ball to the judge.
    """
    if not len(dismissed) or not len(balls):
        return False
    alike = difference(dismissed, balls).min(axis=1) < TWIN
    return bool((alike & _unlike_felt(dismissed, np.broadcast_to(felt, dismissed.shape))).any())


def _unlike_felt(tints: Floats, felts: Floats) -> np.ndarray:
    """Tell which tints (n, 3) are of another colour than the felt (n, 3), or much brighter: (n,) bool."""
    return np.asarray(_much_brighter(tints, felts) | (difference_of_each(tints, felts) > UNLIKE))


def _much_brighter(tints: Floats, felts: Floats) -> np.ndarray:
    return np.asarray(tints[:, 0] - felts[:, 0] > MUCH_BRIGHTER)


def brightest_glint(
    glint: Floats, areas: Areas, area: int, balls_mm: Points, radius_mm: float
) -> float:
    """Return the brightest ``glint`` (size, size) of an area that is on none of its balls (n, 3).

    A glint is on a ball with all of it where any of it is. It is 0 if none is as bright as `GLINT`.
    """
    bright = (glint > GLINT) & areas.inner[area].reshape(glint.shape)
    at = np.flatnonzero(bright)
    if not len(at):
        return 0.0
    values = glint.reshape(-1)[at]
    if not len(balls_mm):
        return float(values.max())
    count, blobs = cv2.connectedComponents(bright.astype(np.uint8))
    of, points = blobs.reshape(-1)[at], areas.points_mm[area].reshape(-1, 3)[at]
    near = away_from(balls_mm[:, None], points).min(axis=0) <= NO_GLINT * radius_mm
    on_ball = np.zeros(count, dtype=bool)
    on_ball[of[near]] = True
    return float(values[~on_ball[of]].max(initial=0))


def may_shine(glint: Floats, areas: Areas, lying: Lying, radius_mm: float) -> list[bool]:
    """Tell which areas have a glint as bright as `GLINT` that is not all near their balls."""
    count = len(areas.inner)
    bright = np.flatnonzero((glint.reshape(count, -1) > GLINT) & areas.inner)
    if not len(bright):
        return [False] * count
    alone = bright[~lying.near(bright, NO_GLINT * radius_mm)]
    return [
        some > 0 for some in np.bincount(alone // areas.inner.shape[1], minlength=count).tolist()
    ]


def _judge_spots(
    picture: Scales, view: View, spots: Spots, areas: Areas, relief: Relief, judge: Model
) -> tuple[Floats, Floats]:
    """Return how likely each spot is a ball (n,), and its tint beside the board's wood (n, 3)."""
    if not len(spots.area):
        return np.zeros(0, dtype=np.float32), np.zeros((0, 3), dtype=np.float32)
    looked = look_at_spots(picture, view, spots, areas)
    light = float(relief.wood.mean())
    p = np.exp(judge_places(looked.seen, looked.expected, looked.radius_px, judge, light)[:, BALL])
    return p, relative_tints(looked.seen, relief.wood[spots.area])


def _of_felt(tints: Floats, felts: Floats) -> np.ndarray:
    """Tell which tints (n, 3) are hardly to be told from the felt's (n, 3): (n,) bool."""
    off = tints - felts
    return np.asarray(
        (np.abs(off[:, 0]) < FELTS_LIGHT) & (magnitude(off[:, 1], off[:, 2]) < FELTS_HUE)
    )


def _looked_again(
    p: Floats,
    which: np.ndarray,
    picture: Scales,
    view: View,
    spots: Spots,
    areas: Areas,
    judge: Model,
    light: float,
) -> Floats:
    """Judge the doubtful ones of some spots by all looks at them and a little beside them: p (n,)."""
    doubtful = np.flatnonzero((p > DOUBT_FROM) & (p < DOUBT_TO) & which)
    if not len(doubtful):
        return p
    again = _beside(spots, doubtful, areas, view.board.ball_mm / 2)
    looked = look_at_spots(picture, view, again, areas)
    more = judge_places(looked.seen, looked.expected, looked.radius_px, judge, light)[:, BALL]
    odds = _odds(p[doubtful]) + _odds(np.exp(more)).reshape(len(BESIDE), -1).sum(axis=0)
    judged = p.copy()
    judged[doubtful] = 1 / (1 + np.exp(-odds / (len(BESIDE) + 1)))
    return judged


def _odds(p: Floats) -> Floats:
    """Return the logarithms of the odds of probabilities (n,)."""
    limited = np.minimum(np.maximum(p, LEAST), 1 - LEAST)
    return np.asarray(np.log(limited / (1 - limited)))


def _beside(spots: Spots, at: np.ndarray, areas: Areas, radius_mm: float) -> Spots:
    """Return the spots ``at`` once for each step of `BESIDE`."""
    each = np.concatenate([at] * len(BESIDE))
    step = np.array(BESIDE, dtype=np.float32).repeat(len(at), axis=0)
    area = spots.area[each]
    off_px = step[:, :1] * areas.axes.across[area] + step[:, 1:] * areas.axes.upward[area]
    points = spots.points_mm[each]
    points[:, :2] += step * radius_mm
    return Spots(
        points,
        area,
        spots.inside_mm[each],
        spots.strength[each],
        spots.middle_px[each] + off_px,
    )
