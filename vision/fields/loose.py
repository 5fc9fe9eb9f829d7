"""Balls that lie on the board but in no field: between two holes, beside a recess."""

from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np

from referee.board import Board, Place
from referee.sighting import Loose
from vision.camera import Points
from vision.fields.cells import Above
from vision.fields.colour import Reference, ball_colours, name_colours
from vision.fields.occupancy import BALL, Model, judge_places
from vision.fields.patches import Floats, disc, grid_on
from vision.fields.profile import contrast, magnitude
from vision.fields.slants import Slants
from vision.fields.surroundings import Surroundings
from vision.fields.top_view import SAMPLES, TopAxes, TopGrid
from vision.scales import Scales

# The most outstanding spots of the board that are looked at closely.
SPOTS = 4
# A spot must stand out by so much (logarithms, light counting half) to be looked at; on photographs loose
# balls stand out by 0.5 to 0.7.
STANDS_OUT = 0.35
# A spot is a ball only from here on: a ball said to lie loose interrupts the game.
BALL_FROM = 0.97
# Spots are found to half a ball's radius: so far beside them, in radii, balls are looked for as well.
STEPS = ((0.0, 0.0), (0.45, 0.0), (-0.45, 0.0), (0.0, 0.45), (0.0, -0.45))
# Spots nearer to a field's centre than this part of a ball's radius are the field's, not loose.
IN_FIELD = 0.75
# A field nearer than this (ball radii) is hidden by a loose ball and cannot hold another one: what lies
# beside a field that holds a ball as likely as the second number is this ball's flank. Fields beside loose
# balls had 0.69 at most, one whose ball was taken for a loose one had 0.85.
BESIDE, HELD = 1.6, 0.8
# Loose balls are said to be near the fields within this many ball radii.
NEAR = 3.0
# How far inside the board's edge a ball's centre can be (ball radii).
EDGE = 1.0


@dataclass(frozen=True)
class Between:
    """Where loose balls can lie in the view from above, each (SAMPLES, SAMPLES).

    ``free``: bool, on the wood, in no field, recess or corner; ``nearest``: int, the index of the nearest
    place for balls; ``beside``: bool, whether a ball in that place would be beside or under one here.
    ``fields_mm``: (n, 2), where the places for balls are.
    """

    free: np.ndarray
    nearest: np.ndarray
    beside: np.ndarray
    fields_mm: np.ndarray


def lay_between(board: Board, top: TopAxes) -> Between:
    """Prepare what does not depend on the picture."""
    x, y = np.meshgrid(top.x_mm, top.y_mm)
    radius_mm = board.ball_mm / 2
    half = board.side_mm / 2 - EDGE * radius_mm
    free = (np.abs(x) < half) & (np.abs(y) < half)
    balls = [place for place in board.places.values() if place.holds == "ball"]
    away = np.stack([np.hypot(x - p.x_mm, y - p.y_mm) for p in balls])
    free &= away.min(axis=0) > IN_FIELD * radius_mm
    for place in board.places.values():
        if place.holds != "ball":
            reach = place.radius_mm + radius_mm / 2
            free &= np.hypot(x - place.x_mm, y - place.y_mm) > reach
    beside = away.min(axis=0) < BESIDE * radius_mm
    at = np.array([(p.x_mm, p.y_mm) for p in balls]).reshape(-1, 2)
    return Between(free, away.argmin(axis=0), beside, at)


@dataclass(frozen=True)
class Known:
    """What is known of the fields: their places, how likely each holds a ball, what was expected there."""

    places: tuple[Place, ...]
    p_ball: Floats
    expected: Surroundings
    light: float
    tinge: Floats


def find_loose(
    picture: Scales,
    slants: Slants,
    above: Above,
    top: TopGrid,
    between: Between,
    under: np.ndarray,
    known: Known,
    judge: Model,
    references: Sequence[Reference],
) -> tuple[Loose, ...]:
    """Find loose balls, but not ``under`` a hand (cells, 255 where one is)."""
    radius_mm = slants.radius_mm
    held = known.p_ball > HELD
    free = between.free & ~(between.beside & held[between.nearest])
    if under.any():
        size = (SAMPLES, SAMPLES)
        free &= np.asarray(cv2.resize(under, size, interpolation=cv2.INTER_NEAREST)) == 0
    spots = _spots(above.tones, free)
    if not len(spots):
        return ()
    points = _beside(spots, top, radius_mm)
    away = magnitude(*(points[:, k, None] - between.fields_mm[:, k] for k in (0, 1)))
    # The flank of a ball that lies in its field is no other ball.
    crowded = flanks(away, known.p_ball, radius_mm)
    apart_from_fields = np.flatnonzero(~crowded & (away.min(axis=1) >= IN_FIELD * radius_mm))
    if not len(apart_from_fields):
        return ()
    points, away = points[apart_from_fields], away[apart_from_fields]
    grid = grid_on(slants.at(points), disc())
    seen = contrast(grid.cut(picture))
    nearest = away.argmin(axis=1)
    expected = Surroundings(known.expected.hole[nearest], known.expected.evidence[nearest])
    p = np.exp(judge_places(seen, expected, grid.radius_px, judge, known.light)[:, BALL])
    likely = np.flatnonzero(p > BALL_FROM)
    if not len(likely):
        return ()
    named = name_colours(ball_colours(seen, known.tinge)[likely], references)
    found: list[Loose] = []
    for k in np.argsort(-p[likely]):
        i, label = likely[k], named[k].label
        at = (float(points[i, 0]), float(points[i, 1]))
        apart = all(np.hypot(at[0] - f.x_mm, at[1] - f.y_mm) > 2 * radius_mm for f in found)
        if apart and label is not None:
            near = np.flatnonzero(away[i] < NEAR * radius_mm)
            found.append(Loose(label, *at, tuple(known.places[n].name for n in near)))
    return tuple(found)


def flanks(away_mm: Floats, p_ball: Floats, radius_mm: float) -> np.ndarray:
    """Tell which points, so far (n, fields) from fields, are beside one that likely holds a ball: (n,)."""
    return np.asarray(((away_mm < BESIDE * radius_mm) & (p_ball > HELD)).any(axis=1))


def _beside(spots: Floats, top: TopGrid, radius_mm: float) -> Points:
    """Return the spots on the board, each with the places a little beside it: (n, 3) millimetres."""
    x = top.x_mm[0] + spots[:, 1] * top.step_mm
    y = top.y_mm[0] - spots[:, 0] * top.step_mm
    step = np.array(STEPS) * radius_mm
    flat = np.stack([x, y], axis=1)[:, None] + step[None]
    return np.concatenate([flat, np.full((*flat.shape[:2], 1), radius_mm)], axis=2).reshape(-1, 3)


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


def _spots(tones: Floats, free: np.ndarray) -> Floats:
    """Return the spots (n, 2), row and column, that stand out most from what is round them."""
    measure = magnitude(tones[..., 1], tones[..., 2]) + 0.5 * np.abs(tones[..., 0])
    standing = cv2.blur(measure, (3, 3)) - cv2.blur(measure, (9, 9))
    standing = np.where(free, standing, np.float32(-1))
    outstanding = standing > STANDS_OUT
    if not outstanding.any():
        return np.zeros((0, 2), dtype=np.float32)
    peak = standing == cv2.dilate(standing, np.ones((3, 3), dtype=np.uint8))
    rows, columns = np.nonzero(peak & outstanding)
    order = np.argsort(-standing[rows, columns])[:SPOTS]
    return _middles(standing, rows[order], columns[order])


def _middles(standing: Floats, rows: np.ndarray, columns: np.ndarray) -> Floats:
    """Return the centres of gravity (n, 2) of the nine samples round each peak."""
    step = np.arange(-1, 2)
    row = np.clip(rows[:, None, None] + step[None, :, None], 0, len(standing) - 1)
    column = np.clip(columns[:, None, None] + step[None, None, :], 0, len(standing) - 1)
    weights = np.maximum(standing[row, column], 0) + np.float32(1e-6)
    total = weights.sum(axis=(1, 2))
    middle = [(at * weights).sum(axis=(1, 2)) / total for at in (row, column)]
    return np.stack(middle, axis=1).astype(np.float32)
