"""Holes of which a hand hides a part, or its shadow darkens one: the better half tells that they are empty.

A finger's edge across a patch looks like neither a hole nor a ball. Every half of the patch is held against
the hole that is expected there; the one most alike is judged once more, as if the other half showed that
hole, too. Skin and cloth alone are like no hole; half a ball is judged to be none, or has a ball's colour.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

import numpy as np

from referee.sighting import Look, Reading
from vision.fields.appearance import Appearance
from vision.fields.colour import BODY, colours_of, difference, difference_of_each, hue_off
from vision.fields.grouping import MOST_COLOURS
from vision.fields.occupancy import BALL, EMPTY, Model, judge_places
from vision.fields.patches import Floats, Grid, disc
from vision.fields.profile import Contrast, contrast, ground_offsets, middles, radii
from vision.fields.surroundings import Surroundings
from vision.scales import Scales

# Halves in so many directions; each shows all up to so far beyond the middle (ball radii), three fifths of a
# ball's disc.
DIRECTIONS, BEYOND = 12, 0.15
# Light and shade are compared so far about the middle (ball radii): the hole, its edge and some wood.
ABOUT = 1.5
# A half is seen if its light is so much like the expected hole's (correlation), and empty from that
# probability on, if hues differ from the expected ones by no more than the third (root of the mean square)
# and the middle's colour is nearer to the hole's than to any ball's. Colours of skin and sleeves were laid
# over balls and holes of photographs and painted tables: of 2,700 balls in doubt none is empty by half (four
# are if any hue will do, by 0.15 and more), of 4,700 holes in doubt 1,122 are.
ALIKE, EMPTY_FROM, OFF_HUE = 0.6, 0.95, 0.1
# What was likelier a ball than this as a whole is asked no more: half a ball of clear glass may look like a
# hole.
NO_BALL = 0.5
# Hues tell nothing of balls whose own is no farther than this from the hole's: brown, wooden and clear ones.
# One of 24 painted games had a brown ball half under a finger that was as light as the wood.
OWN_HUE = 0.2
# Added to spreads of light (logarithm): what is flat is like nothing.
_FLAT = np.float32(0.01)


@dataclass(frozen=True, slots=True)
class _Halves:
    """Of each direction ``hidden``: (d, s) bool, the samples that are taken for hidden.

    ``ground``: (d, w) bool, which of those round a place are not; ``shown``: (d, s), what counts how much;
    ``body``: (d, s) bool, what shows a ball's body.
    """

    hidden: np.ndarray
    ground: np.ndarray
    shown: Floats
    body: np.ndarray


@lru_cache(maxsize=1)
def _halves() -> _Halves:
    turn = np.arange(DIRECTIONS, dtype=np.float32) * np.float32(2 * np.pi / DIRECTIONS)
    towards = np.stack([np.cos(turn), np.sin(turn)], axis=1)
    hidden = towards @ np.stack([disc().x, disc().y]) > BEYOND
    shown = (~hidden & (radii() < ABOUT)).astype(np.float32)
    shown /= shown.sum(axis=1, keepdims=True)
    ground = towards @ ground_offsets() <= BEYOND
    return _Halves(hidden, ground, shown, ~hidden & (radii() < BODY))


@dataclass(frozen=True, slots=True)
class Patches:
    """The patches of all places in a picture, and what an empty hole would look like in each.

    ``tinge``: (3,), what the wood adds to all colours; ``judge``: of a ball in such a place.
    """

    picture: Scales
    grid: Grid
    seen: Contrast
    expected: Surroundings
    tinge: Floats
    judge: Model


def in_doubt(readings: Sequence[Reading], p: Floats) -> np.ndarray:
    """Return the indices of the places that are not sure and may be holes by their probabilities p (n, 3)."""
    doubtful = np.array([reading.look is not Look.CLEAR for reading in readings], dtype=bool)
    return np.flatnonzero(doubtful & (p[:, BALL] < NO_BALL))


def all_colours(known: Appearance) -> Floats | None:
    """Return the colours that balls may have, (m, 3), or None if there may be others."""
    references = known.references
    all_known = bool(known.seats) or len(references) >= MOST_COLOURS
    if not all_known or any(reference.assumed for reference in references):
        return None
    return colours_of(references)


def empty_by_half(some: np.ndarray, patches: Patches, colours: Floats) -> np.ndarray:
    """Return those of ``some`` places (k,), indices into all, whose better half is an empty hole's.

    ``colours``: (m, 3), those that balls may have.
    """
    seen, expected, grid = patches.seen, patches.expected, patches.grid
    alike = _alike(seen.samples[some, 0], expected.hole[some, 0])
    clear = np.flatnonzero(alike.max(axis=1, initial=0) > ALIKE)
    if not len(clear):
        return some[:0]
    some, half = some[clear], alike[clear].argmax(axis=1)
    halves, hole = _halves(), expected.hole[some]
    cut = Grid(grid.map_px[some], grid.radius_px[some], grid.halved).cut(patches.picture)
    again = contrast(cut, halves.ground[half])
    body = halves.body[half]
    tints, holes = (_tints(samples, body) - patches.tinge for samples in (again.samples, hole))
    empty = _has_holes_colour(tints, holes, colours)
    empty &= _off_hue(again.samples, hole, halves.shown[half]) < OFF_HUE
    np.copyto(again.samples, hole, where=halves.hidden[half][:, None])
    there = Surroundings(hole, expected.evidence[some])
    log_p = judge_places(again, there, grid.radius_px[some], patches.judge, seen.board_light)
    return np.asarray(some[empty & (log_p[:, EMPTY] > np.log(EMPTY_FROM))])


def _alike(light: Floats, hole: Floats) -> Floats:
    """Return how much the light of each half (k, s) is like that of the ``hole`` (k, s): (k, d), -1 to 1."""
    shown = _halves().shown.T
    mean, mean_of_hole = light @ shown, hole @ shown
    spread = np.sqrt(np.maximum((light * light) @ shown - mean * mean, 0)) + _FLAT
    usual = np.sqrt(np.maximum((hole * hole) @ shown - mean_of_hole * mean_of_hole, 0)) + _FLAT
    shared = (light * hole) @ shown - mean * mean_of_hole
    return np.asarray(shared / (spread * usual))


def _off_hue(samples: Floats, hole: Floats, shown: Floats) -> Floats:
    """Return how far hues (k, 3, s) are off those of the ``hole`` (k, 3, s), by weights (k, s): (k,)."""
    off = hue_off(samples.transpose(0, 2, 1), hole.transpose(0, 2, 1))
    return np.asarray(np.sqrt((off * off * shown).sum(axis=1)))


def _tints(samples: Floats, body: np.ndarray) -> Floats:
    """Return the middle colours (k, 3) of the samples (k, 3, s) that ``body`` (k, s) lets through."""
    return np.stack([middles(one[:, mine].T) for one, mine in zip(samples, body, strict=True)])


def _has_holes_colour(tints: Floats, holes: Floats, colours: Floats) -> np.ndarray:
    """Tell which tints (k, 3) are nearer to a hole's (k, 3) than to balls' (m, 3) of other hues: (k,)."""
    own = hue_off(holes[:, None], colours).min(axis=1) > OWN_HUE
    nearest = difference(tints, colours).min(axis=1)
    return np.asarray(own & (difference_of_each(tints, holes) < nearest))
