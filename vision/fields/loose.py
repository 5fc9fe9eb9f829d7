"""Balls that lie on the board but in no field: between two holes, beside a recess."""

from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np

from referee.board import Board, Place
from referee.sighting import Loose
from vision.camera import Points
from vision.fields.cells import Above, cells_at
from vision.fields.colour import Reference, ball_colours, name_colours
from vision.fields.gaps import Gaps, lay_gaps, oddness
from vision.fields.occupancy import BALL, Model, judge_places
from vision.fields.patches import Floats, disc, grid_on
from vision.fields.profile import contrast, magnitude
from vision.fields.sight import Sight
from vision.fields.slants import Slants
from vision.fields.surroundings import Surroundings
from vision.fields.top_view import SAMPLES
from vision.scales import Scales

# The most outstanding spots of the board that are looked at closely.
SPOTS = 8
# A spot must stand out by so much (logarithms, light counting half) to be looked at; on photographs loose
# balls stand out by 0.5 to 0.7.
STANDS_OUT = 0.35
# A spot is a ball only from here on, and no farther than this from a colour that is played with: a ball said
# to lie loose interrupts the game. Of 129 painted balls in gaps all but one were that likely, and 0.22 off
# at most; what looked like one and was none (knots, edges of plates) was less likely, or 0.28 off and more.
BALL_FROM, OFF_COLOUR = 0.995, 0.25
# Spots are found to half a ball's radius: so far beside them, in radii, balls are looked for as well.
STEPS = ((0.0, 0.0), (0.45, 0.0), (-0.45, 0.0), (0.0, 0.45), (0.0, -0.45))
# Spots nearer to a field's centre than this part of a ball's radius are the field's, not loose.
IN_FIELD = 0.75
# A field nearer than this (ball radii) is hidden by a loose ball and cannot hold another one: what lies
# beside a field that holds a ball as likely as the second number is this ball's flank. Fields beside loose
# balls had 0.69 at most, one whose ball was taken for a loose one had 0.85.
BESIDE, HELD = 1.6, 0.8
# A field nearer than this (ball radii) may hold the ball itself, seen askew: the likelier that is, the surer
# it must be that it lies beside it (a brown ball on brown wood was taken for one in the gap beside it; of 253
# painted balls in gaps that were told four are not).
TOUCHING = 2.0
# Loose balls are said to be near the fields within this many ball radii.
NEAR = 3.0
# What may be a ball in a field is perhaps one in the gap beside it, if that is so likely and likelier:
# beside three painted balls in gaps that were not told (natural, white, clear) fields had 0.3 to 0.75, the
# gaps 0.98 and more.
PERHAPS, MAY_HOLD = 0.9, 0.25
# How far inside the board's edge a ball's centre can be, and outside what holds no balls (ball radii).
EDGE, OUTSIDE = 1.0, 0.5
# Added to what stands out where no ball can lie: less than any.
_NOWHERE = np.float32(-1e3)
# A sample and those round it, in the view from above row by row, and how far off in rows and columns.
_ROUND = [(row, column) for row in (-1, 0, 1) for column in (-1, 0, 1)]
_NINE = np.array([row * SAMPLES + column for row, column in _ROUND])
_OFF, _ITSELF = np.array(_ROUND, dtype=np.float32), 4


@dataclass(frozen=True)
class Between:
    """Where loose balls can lie.

    ``fields_mm``: (n, 2), where the places for balls are; ``taken_mm``: (k, 3), x, y and reach of recesses
    and places for other pieces; ``half_mm``: how far from the board's middle lines. ``gaps``: between fields,
    and ``touching`` (gaps, n) bool, which fields' balls may be seen there.
    """

    fields_mm: np.ndarray
    taken_mm: np.ndarray
    half_mm: float
    gaps: Gaps
    touching: np.ndarray


def lay_between(board: Board) -> Between:
    """Prepare what does not depend on the picture."""
    radius_mm = board.ball_mm / 2
    places = board.places.values()
    fields = np.array([(p.x_mm, p.y_mm) for p in places if p.holds == "ball"]).reshape(-1, 2)
    taken = [
        (p.x_mm, p.y_mm, p.radius_mm + OUTSIDE * radius_mm) for p in places if p.holds != "ball"
    ]
    gaps = lay_gaps(board, IN_FIELD)
    return Between(
        fields,
        np.array(taken).reshape(-1, 3),
        board.side_mm / 2 - EDGE * radius_mm,
        gaps,
        _away(gaps.middles_mm, fields) < TOUCHING * radius_mm,
    )


@dataclass(frozen=True)
class Known:
    """What is known of the fields: their places, how likely each holds a ball, what was expected there."""

    places: tuple[Place, ...]
    p_ball: Floats
    expected: Surroundings
    light: float
    tinge: Floats


@dataclass(frozen=True)
class Aslant:
    """How loose balls are seen in one view, by samples of the view from above.

    ``closed``: (SAMPLES, SAMPLES) float32, 0 where one may lie and `_NOWHERE` where none can, at the edges
    too; ``gap_samples``: (n,), where gaps are.
    """

    slants: Slants
    sight: Sight
    between: Between
    closed: Floats
    gap_samples: np.ndarray


def lay_aslant(slants: Slants, sight: Sight, between: Between) -> Aslant:
    """Prepare a view."""
    reach = np.full((len(between.fields_mm), 1), IN_FIELD * slants.radius_mm)
    taken = np.concatenate([between.taken_mm, np.hstack([between.fields_mm, reach])])
    closed = np.full((SAMPLES, SAMPLES), _NOWHERE)
    closed[1:-1, 1:-1][sight.free(between.half_mm, taken)[1:-1, 1:-1]] = 0
    return Aslant(slants, sight, between, closed, sight.samples(between.gaps.middles_mm))


def find_loose(
    picture: Scales,
    aslant: Aslant,
    above: Above,
    under: np.ndarray,
    known: Known,
    judge: Model,
    references: Sequence[Reference],
) -> tuple[tuple[Loose, ...], frozenset[str]]:
    """Find loose balls, but not ``under`` a hand (cells, 255 where one is).

    Returns them, and the names of fields of which a ball that is perhaps beside them may be seen.
    """
    points = _looked_at(_spots(above.tones, aslant, known.p_ball), aslant, under, known.p_ball)
    if not len(points):
        return (), frozenset()
    away = _away(points, aslant.between.fields_mm)
    grid = grid_on(aslant.slants.at(points), disc())
    seen = contrast(grid.cut(picture))
    nearest = away.argmin(axis=1)
    expected = Surroundings(known.expected.hole[nearest], known.expected.evidence[nearest])
    p = np.exp(judge_places(seen, expected, grid.radius_px, judge, known.light)[:, BALL])
    radius_mm = aslant.slants.radius_mm
    perhaps = _doubtful(p, away, known, radius_mm)
    likely = np.flatnonzero(1 - p < (1 - BALL_FROM) * _alone(away, known.p_ball, radius_mm) ** 2)
    if not len(likely):
        return (), perhaps
    named = name_colours(ball_colours(seen, known.tinge)[likely], references)
    found: list[Loose] = []
    for k in np.argsort(-p[likely]):
        i, colour = likely[k], named[k]
        at = (float(points[i, 0]), float(points[i, 1]))
        apart = all(np.hypot(at[0] - f.x_mm, at[1] - f.y_mm) > 2 * radius_mm for f in found)
        if apart and colour.label is not None and colour.away < OFF_COLOUR:
            near = np.flatnonzero(away[i] < NEAR * radius_mm)
            found.append(Loose(colour.label, *at, tuple(known.places[n].name for n in near)))
    return tuple(found), perhaps


def _looked_at(spots: np.ndarray, aslant: Aslant, under: np.ndarray, p_ball: Floats) -> Points:
    """Return where balls are looked for: at the most outstanding spots (n, 3) and beside, in no field."""
    spots = spots[_open(spots, aslant, under, p_ball)]
    if not len(spots):
        return np.zeros((0, 3))
    best, radius_mm = np.argsort(-spots[:, 2])[:SPOTS], aslant.slants.radius_mm
    points = _beside(spots[best, :2], radius_mm)
    away = _away(points, aslant.between.fields_mm)
    # The flank of a ball that lies in its field is no other ball.
    crowded = flanks(away, p_ball, radius_mm)
    free = ~crowded & (away.min(axis=1, initial=np.inf) >= IN_FIELD * radius_mm)
    return np.asarray(points[free])


def _doubtful(p: Floats, away_mm: Floats, known: Known, radius_mm: float) -> frozenset[str]:
    """Return the names of fields that less likely hold a ball than a point (n,) beside them."""
    beside = (away_mm < BESIDE * radius_mm) & (p > PERHAPS)[:, None]
    some = np.flatnonzero((beside & (p[:, None] > known.p_ball)).any(axis=0))
    return frozenset(known.places[i].name for i in some)


def flanks(away_mm: Floats, p_ball: Floats, radius_mm: float) -> np.ndarray:
    """Tell which points, so far (n, fields) from fields, are beside one that likely holds a ball: (n,)."""
    return np.asarray(((away_mm < BESIDE * radius_mm) & (p_ball > HELD)).any(axis=1))


def _alone(away_mm: Floats, p_ball: Floats, radius_mm: float) -> Floats:
    """Return how unlikely the fields beside points, so far (n, fields) from them, hold a ball: (n,)."""
    return np.asarray(1 - np.where(away_mm < TOUCHING * radius_mm, p_ball, 0).max(axis=1))


def hidden_by(loose: Sequence[Loose], places: Sequence[Place], radius_mm: float) -> frozenset[str]:
    """Return the names of the fields that loose balls hide."""
    if not loose:
        return frozenset()
    return frozenset(
        place.name
        for place in places
        for ball in loose
        if np.hypot(place.x_mm - ball.x_mm, place.y_mm - ball.y_mm) < BESIDE * radius_mm
    )


def _spots(tones: Floats, aslant: Aslant, p_ball: Floats) -> np.ndarray:
    """Return what stands out from what is round it, and odd gaps: (n, 3), x and y of a ball, how much."""
    at, around = _peaks(_standing(tones) + aslant.closed)
    places = aslant.sight.balls_mm(_middles(at, around))
    gaps = aslant.between.gaps
    odd = _oddness(tones, aslant, p_ball)
    some = np.flatnonzero(odd)
    return np.concatenate(
        [_as_spots(places, around[:, _ITSELF]), _as_spots(gaps.middles_mm[some], odd[some])]
    )


def _as_spots(places_mm: np.ndarray, how_much: Floats) -> np.ndarray:
    """Put places (n, 2) and how much each stands out together: (n, 3)."""
    # What numpy's own function takes five times as long for.
    spots = np.empty((len(places_mm), 3))
    spots[:, :2], spots[:, 2] = places_mm, how_much
    return spots


def _oddness(tones: Floats, aslant: Aslant, p_ball: Floats) -> Floats:
    """Return how odd each gap looks; those beside fields count of which it is not known what they hold."""
    odd = oddness(tones.reshape(-1, 3).take(aslant.gap_samples, axis=0), aslant.between.gaps)
    may_hold = (p_ball > MAY_HOLD) & (p_ball < HELD)
    if may_hold.any():
        odd = np.maximum(odd, aslant.between.touching @ may_hold.astype(np.float32))
    return odd


def _standing(tones: Floats) -> Floats:
    """Return how much each sample's colour and light, which counts half, stand out of those round it."""
    measure = magnitude(tones[..., 1], tones[..., 2]) + 0.5 * np.abs(tones[..., 0])
    return np.asarray(cv2.blur(measure, (3, 3)) - cv2.blur(measure, (9, 9)))


def _open(spots: np.ndarray, aslant: Aslant, under: np.ndarray, p_ball: Floats) -> np.ndarray:
    """Tell which spots (n, 3) are neither under a hand nor a ball in its field: (n,) bool."""
    away = _away(spots, aslant.between.fields_mm)
    seen = ~flanks(away, p_ball, aslant.slants.radius_mm)
    if under.any():
        cells = cells_at(spots[:, 0], spots[:, 1], aslant.sight.top)
        seen &= under[cells.row, cells.column] == 0
    return seen


def _away(points_mm: np.ndarray, fields_mm: np.ndarray) -> np.ndarray:
    """Return how far points (n, 2 or more) are from the places for balls: (n, fields)."""
    return magnitude(*(points_mm[:, k, None] - fields_mm[:, k] for k in (0, 1)))


def _beside(places_mm: np.ndarray, radius_mm: float) -> Points:
    """Return places (n, 2), each with some a little beside it: (n, 3) millimetres."""
    step = np.array(STEPS) * radius_mm
    flat = places_mm[:, None] + step[None]
    return np.concatenate([flat, np.full((*flat.shape[:2], 1), radius_mm)], axis=2).reshape(-1, 3)


def _peaks(standing: Floats) -> tuple[np.ndarray, Floats]:
    """Return which samples (n,) stand out most of all round them, and by how much each `_NINE` do: (n, 9)."""
    at = np.flatnonzero(standing > STANDS_OUT)
    around = standing.reshape(-1).take(at[:, None] + _NINE)
    highest = around[:, _ITSELF] == around.max(axis=1)
    return at[highest], around[highest]


def _middles(at: np.ndarray, around: Floats) -> Floats:
    """Return the centres of gravity (n, 2), rows and columns, of the nine samples round each peak."""
    weights = np.maximum(around, 0) + np.float32(1e-6)
    off = weights @ _OFF / weights.sum(axis=1, keepdims=True)
    return np.asarray(np.array(np.divmod(at, SAMPLES), dtype=np.float32).T + off)
