"""One picture of a board whose place is known: what lies on every field, and why that is believed."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field

import numpy as np

from referee.board import Place
from referee.sighting import Choice, Chosen, Count, Loose, Reading
from vision.fields.appearance import Appearance
from vision.fields.colour import ball_colours, drifted, name_colours
from vision.fields.counters import read_counters
from vision.fields.covers import find_covers, places_under, values_at
from vision.fields.decision import BALL_FROM, count_places, decide, readings_of, weigh
from vision.fields.grouping import find_colours
from vision.fields.layout import Holes, Layout, lay_out
from vision.fields.occupancy import BALL, EMPTY, OTHER, Judges, Model, judge_places, shipped_judges
from vision.fields.options import compare, read_options
from vision.fields.patches import Floats, Scales, scales
from vision.fields.profile import Contrast, contrast
from vision.fields.start import BALL_FROM as SPOT_FROM
from vision.fields.start import StartArea, agreed, count_start, look_at_starts
from vision.fields.surroundings import emptiness, local, partners
from vision.frame import Frame
from vision.view import View


@dataclass(frozen=True)
class Reason:
    """Why a place was read as it was: probabilities of empty, ball and something else, and its colour."""

    empty: float
    ball: float
    other: float
    colour: tuple[float, ...]


@dataclass(frozen=True)
class Judged:
    """Places of one sort with their patches' contrast and judgement, log p (n, 3)."""

    places: tuple[Place, ...]
    seen: Contrast
    log_p: Floats


class Reasons(Mapping[str, Reason]):
    """The reasons by the places' names, made when they are asked for."""

    def __init__(self, judged: Judged, tints: Floats) -> None:
        self._judged, self._tints = judged, tints
        self._index = {place.name: i for i, place in enumerate(judged.places)}

    def __getitem__(self, name: str) -> Reason:
        i = self._index[name]
        p = np.exp(self._judged.log_p[i])
        return Reason(
            float(p[EMPTY]),
            float(p[BALL]),
            float(p[OTHER]),
            tuple(float(v) for v in self._tints[i]),
        )

    def __iter__(self) -> Iterator[str]:
        return iter(self._index)

    def __len__(self) -> int:
        return len(self._index)


@dataclass(frozen=True, kw_only=True)
class FieldsSeen:
    """Everything that lies on the board but the dice.

    ``covered``: the names of places under a hand; ``covered_mask``: (n, n) uint8, 255 where the hand is, rows
    from the board's far side to its near one over `vision.fields.top_view.REACH` of its side. ``reasons`` by
    the names of fields and ball places, for drawing. ``appearance``: the colours as they are in this picture.
    """

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


def judge_alike(picture: Scales, holes: Holes, judge: Model) -> Judged:
    """Judge places whose holes are alike, each against those that look empty near it."""
    seen = contrast(holes.grid.cut(picture))
    expected = local(seen, holes.near, emptiness(seen))
    return Judged(holes.places, seen, judge_places(seen, expected, holes.grid.radius_px, judge))


def read_stored(picture: Scales, layout: Layout, judges: Judges) -> Mapping[int, Chosen]:
    """Read the Memory corners' options; a board without them has none."""
    holes = layout.options
    if holes is None:
        return {}
    seen = contrast(holes.grid.cut(picture))
    expected = partners(seen, holes.partners)
    log_p = judge_places(seen, expected, holes.grid.radius_px, judges.option)
    return read_options(holes.places, compare(seen, log_p, holes.partners, holes.near))


def judge_starts(picture: Scales, layout: Layout, judges: Judges) -> list[StartArea]:
    """Judge the start areas; a board with Memory corners has none."""
    if layout.starts is None:
        return []
    return look_at_starts(picture, layout.view, layout.starts, layout.seats, judges.felt)


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
    layout, picture, judges = lay_out(view), scales(frame), judges or shipped_judges()
    balls = judge_alike(picture, layout.balls, judges.ball)
    counting = judge_alike(picture, layout.counters, judges.counter)
    areas = [
        agreed(area, appearance.own(area.seat) if appearance else None)
        for area in judge_starts(picture, layout, judges)
    ]
    covers = find_covers(view.board, layout.top.cut(picture), layout.ground, judges.cover)
    tints = ball_colours(balls.seen)
    p = weigh(balls.log_p, values_at(covers.p, balls.places, layout.top))
    known = _known_colours(appearance, tints[p[:, BALL] > BALL_FROM], areas, colours)
    named = name_colours(tints, known.references)
    decided = decide(p, named, known.references, calibrated=appearance is not None)
    fields = [i for i, place in enumerate(balls.places) if place.kind != "ball-place"]
    readings = readings_of(balls.places, decided, named)
    return FieldsSeen(
        fields={balls.places[i].name: readings[balls.places[i].name] for i in fields},
        start=count_places(balls.places, decided, named)
        | {area.seat: count_start(area, known.references) for area in areas},
        counters=read_counters(counting.places, counting.log_p),
        stored=read_stored(picture, layout, judges),
        hand=covers.hand,
        covered=places_under(covers, list(view.board.places.values()), layout.top),
        covered_mask=covers.under,
        reasons=Reasons(balls, tints),
        appearance=known,
    )


def _known_colours(
    appearance: Appearance | None,
    tints: Floats,
    lying: Sequence[StartArea],
    colours: Sequence[str] | None,
) -> Appearance:
    """Return the colours as they are in this picture, from the calibration or from its balls alone."""
    if appearance is not None and appearance.references:
        return Appearance(tuple(drifted(tints, appearance.references)), appearance.seats)
    areas = [area.tints[area.p_ball > SPOT_FROM] for area in lying]
    middles = [np.median(tints, axis=0)[None] for tints in areas if len(tints)]
    return Appearance(find_colours(tints, np.concatenate([tints[:0], *middles]), colours))
