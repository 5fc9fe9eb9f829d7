"""Judging spots on felt: how likely each is a ball by its patch, and by looks a little beside it."""

from dataclasses import dataclass

import numpy as np

from vision.camera import Points
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
from vision.fields.slopes import slopes
from vision.fields.spots import Areas, Spots
from vision.fields.surroundings import Surroundings, flat_ground
from vision.scales import Scales
from vision.view import View

# Spots between these are looked at again so far beside (ball radii across and up), as one patch of noisy felt
# may look like a ball by chance and its neighbours do not; the mean of the log odds counts.
DOUBT_FROM, DOUBT_TO = 0.05, 0.99
BESIDE = ((0.15, 0.0), (-0.15, 0.0), (0.0, 0.15), (0.0, -0.15))
LEAST = 1e-4
# The part of a spot's patch that shows the ball's body, in radii (its place is less exact than a field's).
BODY = 0.6


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


@dataclass(frozen=True, slots=True)
class FeltJudge:
    """A model that judges spots of the areas in one picture; ``light``: that of the wood (logarithm)."""

    model: Model
    picture: Scales
    view: View
    areas: Areas
    light: float

    def look(self, spots: Spots) -> tuple[Floats, SpotsSeen]:
        """Return how likely each spot is a ball, (n,), and what is seen there."""
        looked = look_at_spots(self.picture, self.view, spots, self.areas)
        log_p = judge_places(looked.seen, looked.expected, looked.radius_px, self.model, self.light)
        return np.exp(log_p[:, BALL]), looked

    def look_again(self, p: Floats, which: np.ndarray, spots: Spots) -> Floats:
        """Judge the doubtful ones of some spots by all looks at them and a little beside them: p (n,)."""
        doubtful = np.flatnonzero((p > DOUBT_FROM) & (p < DOUBT_TO) & which)
        if not len(doubtful):
            return p
        more, _ = self.look(_beside(spots, doubtful, self.areas, self.view.board.ball_mm / 2))
        odds = _odds(p[doubtful]) + _odds(more).reshape(len(BESIDE), -1).sum(axis=0)
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


def relative_tints(seen: Contrast, wood: Floats) -> Floats:
    """Return each patch's body colour relative to the board's wood (log BGR) instead of the felt: (n, 3)."""
    on_felt = middle_of(seen.samples[:, :, : inner(BODY)])
    return np.asarray(on_felt + (seen.wood - wood) @ OPPONENT, dtype=np.float32)


def ground_of(points_mm: Points, areas: Areas, owner: np.ndarray, radius_mm: float) -> np.ndarray:
    """Tell which samples round each point are felt, (n, w) bool: those beyond the rim are not its ground."""
    middle = (points_mm[:, :2] - areas.centres_mm[owner, :2]).astype(np.float32)
    x, y = np.float32(radius_mm) * ground_offsets()
    return np.asarray(magnitude(middle[:, :1] + x, middle[:, 1:] + y) < areas.rim_mm)


def on_felt(seen: Contrast, evidence: Floats) -> Surroundings:
    """Expect bare felt; how the light leans is known besides the evidence (n, k)."""
    return flat_ground(np.concatenate([evidence, slopes(seen)], axis=1))


def evidence_of(spots: Spots, radius_mm: float) -> Floats:
    """Return what is known of spots besides their patches: distance from the rim and strength, (n, 4)."""
    inside = np.minimum(spots.inside_mm / radius_mm, 3)[:, None]
    return np.concatenate([inside, np.log1p(np.abs(spots.strength)) * np.sign(spots.strength)],
                          axis=1, dtype=np.float32)  # fmt: skip
