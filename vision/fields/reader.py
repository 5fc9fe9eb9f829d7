"""One picture of a board whose place is known: what lies on every field, and why that is believed."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

import cv2
import numpy as np

from referee.board import Place
from referee.sighting import Choice, Chosen, Count, Look, Loose, Reading
from vision.fields.appearance import Appearance
from vision.fields.colour import Named, ball_colours, drifted, name_colours
from vision.fields.counters import read_counters
from vision.fields.covers import CELLS, Covers, at_places, find_covers
from vision.fields.grouping import find_colours
from vision.fields.occupancy import (
    BALL,
    EMPTY,
    OTHER,
    Judges,
    against_partner,
    among_alike,
    shipped_judges,
)
from vision.fields.options import partners_of, read_options
from vision.fields.patches import Floats, Scales, ball_centres, lay_grid, scales
from vision.fields.profile import Contrast, contrast
from vision.fields.start import count_start, look_at_start
from vision.fields.top_view import TopView, from_above
from vision.frame import Frame
from vision.view import View

# A field holds a ball, or none, from these probabilities on; between them nothing is said.
BALL_FROM = 0.9
EMPTY_FROM = 0.6
EMPTY_BALL = 0.02
LEAST = 1e-5


@dataclass(frozen=True)
class Reason:
    """Why a place was read as it was: probabilities of empty, ball and something else, and its colour."""

    empty: float
    ball: float
    other: float
    colour: tuple[float, float, float]
    x_px: float
    y_px: float
    radius_px: float


@dataclass(frozen=True, kw_only=True)
class FieldsSeen:
    """Everything that lies on the board but the dice; ``reasons`` by the places' names, for drawing."""

    fields: Mapping[str, Reading]
    start: Mapping[int, Count]
    counters: Mapping[int, Choice]
    stored: Mapping[int, Chosen]
    hand: bool = False
    covered: frozenset[str] = frozenset()
    covered_mask: Frame | None = None
    loose: tuple[Loose, ...] = ()
    reasons: Mapping[str, Reason] = field(default_factory=dict)
    appearance: Appearance = field(default_factory=Appearance)


@dataclass(frozen=True)
class Judged:
    """Places of one sort with their patches' contrast and judgement (n, 3)."""

    places: tuple[Place, ...]
    seen: Contrast
    log_p: Floats
    radius_px: Floats


def judge_balls(picture: Scales, view: View, judges: Judges) -> Judged:
    """Judge all places of game balls: ring fields and Memory's ball places."""
    places = tuple(p for p in view.board.places.values() if p.holds == "ball")
    return _judge_alike(picture, view, places, view.board.ball_mm / 2, judges)


def judge_counters(picture: Scales, view: View, judges: Judges) -> Judged:
    """Judge all counting holes."""
    places = view.board.of_kind("counter")
    return _judge_alike(picture, view, places, view.board.counter_mm / 2, judges)


def _judge_alike(
    picture: Scales, view: View, places: tuple[Place, ...], radius_mm: float, judges: Judges
) -> Judged:
    grid = lay_grid(view, ball_centres(places, radius_mm), radius_mm)
    seen = contrast(grid.cut(picture))
    at = np.array([(p.x_mm, p.y_mm) for p in places])
    judge = judges.counter if places[0].kind == "counter" else judges.ball
    found = among_alike(seen, at, grid.radius_px, judge)
    return Judged(places, seen, found.log_p, grid.radius_px)


def judge_options(picture: Scales, view: View, judges: Judges) -> Judged | None:
    """Judge Memory's option holes, or None on a board without them."""
    places = tuple(p for p in view.board.places.values() if p.holds == "option")
    if not places:
        return None
    radius_mm = view.board.option_mm / 2
    grid = lay_grid(view, ball_centres(places, radius_mm), radius_mm)
    seen = contrast(grid.cut(picture))
    found = against_partner(seen, partners_of(places), grid.radius_px, judges.option)
    return Judged(places, seen, found.log_p, grid.radius_px)


def read(
    frame: Frame,
    view: View,
    appearance: Appearance | None = None,
    *,
    colours: Sequence[str] | None = None,
    judges: Judges | None = None,
) -> FieldsSeen:
    """Read a picture (h, w, 3) uint8 BGR of the board as ``view`` has it.

    With an ``appearance`` balls get its labels; without, colours are told apart in this picture alone and
    named from ``colours`` or from the program's own palette.
    """
    picture = scales(frame)
    judges = judges or shipped_judges()
    balls = judge_balls(picture, view, judges)
    counting = judge_counters(picture, view, judges)
    options = judge_options(picture, view, judges)
    areas = [
        look_at_start(picture, view, place, judges.felt) for place in view.board.of_kind("start")
    ]
    tints = ball_colours(balls.seen)
    sure = np.exp(balls.log_p[:, BALL]) > BALL_FROM
    lying = [area.tints[area.p_ball > BALL_FROM] for area in areas]
    top = from_above(picture, view)
    covers = find_covers(view.board, top, judges.cover)
    known = _known_colours(appearance, np.concatenate([tints[sure], *lying]), colours)
    named = name_colours(tints, known.references)
    readings = {
        place.name: reading_of(log_p, name)
        for place, log_p, name in zip(balls.places, balls.log_p, named, strict=True)
    }
    return FieldsSeen(
        fields={p.name: readings[p.name] for p in balls.places if p.kind != "ball-place"},
        start=count_places(balls.places, readings)
        | {area.seat: count_start(area, known.references) for area in areas},
        counters=read_counters(counting.places, counting.log_p),
        stored=read_options(options.places, options.log_p) if options else {},
        hand=covers.hand,
        covered=covered_places(view, covers, top),
        covered_mask=covers.mask,
        reasons=reasons_of(view, balls, tints),
        appearance=known,
    )


def _known_colours(
    appearance: Appearance | None, tints: Floats, colours: Sequence[str] | None
) -> Appearance:
    if appearance is None or not appearance.references:
        return Appearance(find_colours(tints, colours).references)
    return Appearance(tuple(drifted(tints, appearance.references)))


def reading_of(log_p: Floats, name: Named) -> Reading:
    """Turn one place's judgement and colour into a reading."""
    empty, ball, other = (float(v) for v in np.exp(log_p))
    likelihoods = {"": max(empty, LEAST)}
    share = {label: float(np.exp(v)) for label, v in name.log_likelihoods.items()}
    total = sum(share.values()) or 1.0
    likelihoods |= {label: max(ball * v / total, LEAST) for label, v in share.items()}
    if ball > BALL_FROM and name.label is not None:
        return Reading(Look.CLEAR, name.label, likelihoods)
    if empty > EMPTY_FROM and ball < EMPTY_BALL:
        return Reading(Look.CLEAR, None, likelihoods)
    return Reading(Look.UNSURE, None, likelihoods if other < 0.5 else {})


def count_places(places: Sequence[Place], readings: Mapping[str, Reading]) -> dict[int, Count]:
    """Count the balls in each seat's Memory ball places."""
    counts: dict[int, Count] = {}
    for seat in sorted({int(p.name[1]) for p in places if p.kind == "ball-place"}):
        mine = [readings[p.name] for p in places if p.name.startswith(f"P{seat}.")]
        labels = [r.label for r in mine if r.label is not None]
        of = {label: labels.count(label) for label in sorted(set(labels))}
        sure = all(r.sure for r in mine)
        counts[seat] = Count(Look.CLEAR if sure else Look.UNSURE, of if sure else {})
    return counts


def covered_places(view: View, covers: Covers, top: TopView) -> frozenset[str]:
    """Return the names of the places under a hand."""
    places = list(view.board.places.values())
    under = np.asarray(cv2.resize(covers.mask, (CELLS, CELLS), interpolation=cv2.INTER_NEAREST))
    share = at_places(under.astype(np.float32), places, top)
    return frozenset(p.name for p, part in zip(places, share, strict=True) if part > 127)


def reasons_of(view: View, judged: Judged, tints: Floats) -> Mapping[str, Reason]:
    """Keep what led to the readings."""
    pixels = view.pixels(judged.places)
    return {
        place.name: Reason(
            empty=float(np.exp(log_p[EMPTY])),
            ball=float(np.exp(log_p[BALL])),
            other=float(np.exp(log_p[OTHER])),
            colour=(float(tint[0]), float(tint[1]), float(tint[2])),
            x_px=float(pixel[0]),
            y_px=float(pixel[1]),
            radius_px=float(radius),
        )
        for place, log_p, tint, pixel, radius in zip(
            judged.places, judged.log_p, tints, pixels, judged.radius_px, strict=True
        )
    }
