"""The start areas of the base game: how many balls of which colour lie in each round recess."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from referee.sighting import Count, Look
from vision.camera import Points
from vision.fields.colour import Reference, difference, name_colours
from vision.fields.occupancy import BALL, Model, judge_places
from vision.fields.patches import Axes, Floats, Scales, disc, grid_on
from vision.fields.profile import OPPONENT, Contrast, contrast, ground_offsets, middle_of, radii
from vision.fields.spots import PER_RADIUS, Areas, Spots, apart, find_spots, stand_out
from vision.fields.surroundings import Surroundings, flat_ground
from vision.view import View

# A spot is a ball from this probability on, and none below the second; between them nothing is said. On
# photographs 98 of 100 areas have no spot above 0.23 but their balls, and nine of ten balls are above 0.85;
# glass as red as the felt it lies on is what stays below.
BALL_FROM = 0.85
NOTHING_BELOW = 0.25
# What lies this near to a likely spot (ball radii) belongs to that ball; if more than this part of a ball's
# disc is left over, a ball may have been overlooked, or a finger may hide one.
LIKELY, NEAR_BALL, UNEXPLAINED = 0.5, 1.3, 0.3
# Two balls' centres lie two radii apart; spots nearer than this, less exact as they are, are the same ball.
SAME_BALL = 1.7
# A spot of the player's colour is likelier a ball, one this far from it as likely as before, one of twice
# the distance less likely (`colour.difference`, and log odds).
UNLIKE = 0.35
AGREEMENT = 4.0
# The part of a spot's patch that shows the ball's body, in radii (its place is less exact than a field's).
BODY = 0.6


@dataclass(frozen=True)
class StartArea:
    """What one start area shows: ``points_mm`` (n, 3), ``p_ball`` (n,) and ``tints`` (n, 3) of its spots.

    ``unexplained``: how much of it is neither felt nor near a likely ball, in areas of a ball's disc.
    """

    seat: int
    points_mm: Points
    p_ball: Floats
    tints: Floats
    unexplained: float = 0.0


def relative_tints(seen: Contrast, wood: Floats) -> Floats:
    """Return each patch's body colour relative to the board's wood (log BGR) instead of the felt: (n, 3)."""
    on_felt = middle_of(seen.samples[:, :, radii() < BODY])
    return np.asarray(on_felt + (seen.wood - wood) @ OPPONENT, dtype=np.float32)


def ground_of(points_mm: Points, areas: Areas, owner: np.ndarray, radius_mm: float) -> np.ndarray:
    """Tell which samples round each point are felt, (n, w) bool: those beyond the rim are not its ground."""
    around = points_mm[:, :2, None] + radius_mm * ground_offsets()[None]
    off = around - areas.centres_mm[owner][:, :2, None]
    return np.asarray(np.hypot(off[:, 0], off[:, 1]) < areas.rim_mm)


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
    grid = grid_on(Axes(spots.middle_px, across, upward), disc())
    seen = contrast(grid.cut(picture), ground_of(spots.points_mm, areas, spots.area, radius_mm))
    return SpotsSeen(seen, flat_ground(seen, evidence_of(spots, radius_mm)), grid.radius_px)


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
    relief = stand_out(areas.grid.cut(picture), areas)
    spots = find_spots(relief, areas)
    looked = look_at_spots(picture, view, spots, areas)
    light = float(relief.wood.mean())
    p = np.exp(judge_places(looked.seen, looked.expected, looked.radius_px, judge, light)[:, BALL])
    tints = relative_tints(looked.seen, relief.wood[spots.area]) - tinge
    found = []
    for i, seat in enumerate(seats):
        mine = np.flatnonzero((spots.area == i) & (p > NOTHING_BELOW))
        order = [int(k) for k in mine[np.argsort(-p[mine])]]
        kept = apart(spots.points_mm, order, SAME_BALL * view.board.ball_mm / 2)
        likely = spots.points_mm[[k for k in kept if p[k] > LIKELY]]
        rest = unexplained(relief.strange[i], areas.points_mm[i], likely, view.board.ball_mm / 2)
        found.append(StartArea(seat, spots.points_mm[kept], p[kept], tints[kept], rest))
    return found


def unexplained(
    strange: np.ndarray, points_mm: Points, balls_mm: Points, radius_mm: float
) -> float:
    """Return how many balls' discs of an area are ``strange`` (size, size) and not near the balls (n, 3)."""
    left = points_mm[strange]
    for ball in balls_mm:
        left = left[np.linalg.norm(left - ball, axis=1) > NEAR_BALL * radius_mm]
    return len(left) / (np.pi * PER_RADIUS**2)


def agreed(areas: Sequence[StartArea], owns: Sequence[Reference | None]) -> list[StartArea]:
    """Weigh the spots by their colour: all balls of a start area are its player's, shadows are not.

    ``owns``: the players' colours, as far as they are known; else the surest ball's colour counts.
    """
    sorted_out = list(areas)
    usual = [_usual(area, own) for area, own in zip(areas, owns, strict=True)]
    weighed = [i for i, colour in enumerate(usual) if colour is not None]
    if not weighed:
        return sorted_out
    tints = np.concatenate([areas[i].tints for i in weighed])
    away = difference(tints, np.stack([colour for colour in usual if colour is not None]))
    start = 0
    for column, i in enumerate(weighed):
        count = len(areas[i].tints)
        sorted_out[i] = _weighed(areas[i], away[start : start + count, column])
        start += count
    return sorted_out


def _usual(area: StartArea, own: Reference | None) -> Floats | None:
    """The colour that the area's balls should have, or None where there is nothing to compare."""
    if own is not None:
        return own.colour if len(area.p_ball) else None
    alone = len(area.p_ball) < 2 or area.p_ball[0] < BALL_FROM
    return None if alone else area.tints[0]


def _weighed(area: StartArea, away: Floats) -> StartArea:
    odds = np.log(area.p_ball / np.maximum(1 - area.p_ball, 1e-6))
    weighed = odds + np.clip(AGREEMENT * (1 - away / UNLIKE), -AGREEMENT, AGREEMENT / 2)
    p = (1 / (1 + np.exp(-weighed))).astype(np.float32)
    kept = np.flatnonzero(p > NOTHING_BELOW)
    return StartArea(area.seat, area.points_mm[kept], p[kept], area.tints[kept], area.unexplained)


def count_starts(
    areas: Sequence[StartArea], references: Sequence[Reference], under: frozenset[str]
) -> dict[int, Count]:
    """Count the start areas' balls by label; unsure as long as one spot is, covered if a hand is over it."""
    if not areas:
        return {}
    named = name_colours(np.concatenate([area.tints for area in areas]), references)
    counts, start = {}, 0
    for area in areas:
        labels = [name.nearest for name in named[start : start + len(area.tints)]]
        start += len(area.tints)
        if f"S{area.seat}" in under:
            counts[area.seat] = Count(Look.COVERED)
        elif (area.p_ball < BALL_FROM).any() or area.unexplained > UNEXPLAINED:
            counts[area.seat] = Count(Look.UNSURE)
        else:
            of = {label: labels.count(label) for label in sorted(set(labels))}
            counts[area.seat] = Count(Look.CLEAR, of)
    return counts
