"""One picture of a board whose place is known: what lies on every field, and why that is believed."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from itertools import accumulate

import numpy as np

from referee.board import Place
from referee.sighting import Choice, Chosen, Count, Loose, Reading
from referee.sighting import Look as Certainty
from vision.fields.appearance import Appearance
from vision.fields.bare_holes import BareHoles
from vision.fields.cells import Above, Cells, look_from_above
from vision.fields.colour import ball_colours, dazzled, distances, drifted, tinge_of_wood
from vision.fields.corners import over_corners
from vision.fields.counters import read_counters
from vision.fields.counting import agreed, all_tints, count_starts
from vision.fields.covers import (
    OPEN,
    Covers,
    Hands,
    Witnesses,
    areas_beside,
    cells_beside,
    find_covers,
    places_under,
)
from vision.fields.crossing import only_crossing, over_edge
from vision.fields.decision import (
    BALL_FROM,
    SURELY_EMPTY,
    Decided,
    decide,
    may_hold,
    readings_of,
    surely_empty,
    weigh,
)
from vision.fields.glare import Glare, see_glare, seems_another
from vision.fields.grouping import find_colours, founds_a_colour
from vision.fields.half_seen import Patches, all_colours, empty_by_half, in_doubt
from vision.fields.hole_colour import empty_by_colour, open_to_doubt
from vision.fields.layout import Holes, Layout, lay_out
from vision.fields.loose import Known, find_loose, hidden_by
from vision.fields.memory_places import count_places
from vision.fields.misleading import left_of, unheard
from vision.fields.occupancy import (
    BALL,
    EMPTY,
    Judges,
    Model,
    features,
    shipped_judges,
)
from vision.fields.options import compare, read_options
from vision.fields.patches import Floats
from vision.fields.profile import Contrast, contrast, middles
from vision.fields.reasons import Reason, Reasons
from vision.fields.rim import across_changes, cells_beside_changes, over_rim
from vision.fields.start import look_at_starts
from vision.fields.start_area import BALL_FROM as SPOT_FROM
from vision.fields.start_area import StartArea
from vision.fields.sunlit import see_sunlit
from vision.fields.surroundings import Surroundings, emptiness, local, partners
from vision.frame import Frame
from vision.scales import Scales, scales
from vision.view import View


@dataclass(frozen=True)
class Judged:
    """Places of one sort with their patches' contrast, what was expected there, and log p (n, 3)."""

    places: tuple[Place, ...]
    seen: Contrast
    expected: Surroundings
    log_p: Floats


@dataclass(frozen=True, kw_only=True)
class FieldsSeen:
    """Everything that lies on the board but the dice.

    ``covered``: the names of places under a hand; ``covered_mask``: tells of a pixel (x, y) whether a hand is
    there, None if none is over the board. ``reasons`` by the names of fields and ball places, for drawing.
    ``appearance``: the colours as they are in this picture.
    """

    fields: Mapping[str, Reading]
    start: Mapping[int, Count]
    counters: Mapping[int, Choice]
    stored: Mapping[int, Chosen]
    hand: bool = False
    covered: frozenset[str] = frozenset()
    covered_mask: Hands | None = None
    loose: tuple[Loose, ...] = ()
    reasons: Mapping[str, Reason] = field(default_factory=dict)
    appearance: Appearance = field(default_factory=Appearance)


def judge_alike(picture: Scales, holes: Holes, judge: Model) -> Judged:
    """Judge places whose holes are alike, each against those that look empty near it."""
    return _judge_together(picture, [(holes, judge)])[0]


def _judge_together(picture: Scales, sorts: Sequence[tuple[Holes, Model]]) -> list[Judged]:
    """Judge places of several sorts at once, those with partners against these, the rest as `judge_alike`."""
    sizes = [len(holes.places) for holes, _ in sorts]
    ends = list(accumulate(sizes))
    seen = contrast(np.concatenate([holes.grid.cut(picture) for holes, _ in sorts]))
    parts = [seen.part(end - size, end) for size, end in zip(sizes, ends, strict=True)]
    # What is expected of each sort is written where it stands with all others.
    there = np.empty_like(seen.samples)
    expected = [
        _expected(part, holes, there[end - size : end])
        for part, (holes, _), size, end in zip(parts, sorts, sizes, ends, strict=True)
    ]
    together = Surroundings(there, np.concatenate([known.evidence for known in expected]))
    light = np.repeat([part.board_light for part in parts], sizes)
    radius_px = np.concatenate([holes.grid.radius_px for holes, _ in sorts])
    described = features(seen, together, light, radius_px)
    return [
        Judged(holes.places, part, known, judge(described[end - size : end]))
        for (holes, judge), part, known, size, end in zip(
            sorts, parts, expected, sizes, ends, strict=True
        )
    ]


def _expected(seen: Contrast, holes: Holes, there: Floats) -> Surroundings:
    """Expect what a place's partner shows, where there are partners, else what its neighbours do."""
    if holes.paired:
        return partners(seen, holes.partners, there)
    return local(seen, holes.near, emptiness(seen), there)


def judge_starts(picture: Scales, layout: Layout, judges: Judges, tinge: Floats) -> list[StartArea]:
    """Judge the start areas; a board with Memory corners has none."""
    if layout.starts is None:
        return []
    return look_at_starts(picture, layout.view, layout.starts, layout.seats, judges.felt, tinge)


@dataclass(frozen=True)
class Look:
    """Everything the judges say about one picture, before colours are named and decisions made."""

    picture: Scales
    layout: Layout
    balls: Judged
    counters: Judged
    options: Judged | None
    starts: Sequence[StartArea]
    above: Above
    covers: Covers
    tinge: Floats
    tints: Floats
    glare: Glare
    p: Floats

    @property
    def sure(self) -> np.ndarray:
        """Which places surely hold a ball, (n,) bool."""
        return np.asarray(self.p[:, BALL] > BALL_FROM)


def picture_of(frame: Frame, view: View) -> Scales:
    """Return a frame with the half of it that shows the board."""
    return scales(frame, lay_out(view).window)


def look(
    picture: Scales,
    view: View,
    appearance: Appearance | None,
    judges: Judges,
    holes: BareHoles | None = None,
) -> Look:
    """Let the judges look at a picture; ``holes``: what is known of them from earlier ones."""
    layout = lay_out(view)
    sorts = [(layout.balls, judges.ball), (layout.counters, judges.counter)]
    if layout.options is not None:
        sorts.append((layout.options, judges.option))
    judged = _judge_together(picture, sorts)
    balls, counters = judged[:2]
    options = judged[2] if layout.options is not None else None
    tinge = tinge_of_wood(balls.seen)
    owns = [appearance.own(seat) if appearance else None for seat in layout.seats]
    starts = agreed(judge_starts(picture, layout, judges, tinge), owns if layout.starts else [])
    misled = appearance.misled if appearance else frozenset()
    witnessed = unheard(np.concatenate([some.log_p for some in judged]), layout.judged, misled)
    above = look_from_above(layout.top.cut(picture), layout.ground)
    wood = np.concatenate([some.seen.wood for some in judged])
    witnesses = Witnesses(layout.witnesses, witnessed, wood, len(balls.places))
    counts = left_of(appearance.misleading) if appearance else None
    covers = find_covers(view.board, above, layout.ground, judges.cover, witnesses, counts)
    covers = only_crossing(covers, above, judges.crossing)
    covers = over_corners(view.board, layout.top, covers, layout.judged, witnessed, starts, misled)
    if appearance is None:
        covers = over_edge(covers, above, judges.crossing)
    elif not covers.hand:
        covers = _over_rim(covers, picture, layout, above, appearance, judges)
    p = weigh(balls.log_p, covers.looks[layout.balls.cells.row, layout.balls.cells.column])
    if holes is not None and not covers.hand:
        p = holes.weigh(p, balls.seen, view, layout.balls.near)
    tints = ball_colours(balls.seen, tinge)
    return Look(picture, layout, balls, counters, options, starts, above, covers,
                tinge, tints, see_glare(balls.seen, tints), p)  # fmt: skip


def _over_rim(
    covers: Covers,
    picture: Scales,
    layout: Layout,
    above: Above,
    appearance: Appearance,
    judges: Judges,
) -> Covers:
    """Look for a hand that only reaches in over the edge, if it is known what lies there without one.

    Skin may look like the wood: where the table changed and no hand is told, the judge of edges is asked.
    """
    across = across_changes(picture, layout.rim, above.wood, appearance.rim)
    if across is None:
        return covers
    covers = over_rim(covers, *across, layout.rim)
    where = cells_beside_changes(*across, layout.rim)
    return over_edge(covers, above, judges.crossing, where)


def read(
    frame: Frame,
    view: View,
    appearance: Appearance | None = None,
    *,
    colours: Sequence[str] | None = None,
    judges: Judges | None = None,
    picture: Scales | None = None,
    holes: BareHoles | None = None,
) -> FieldsSeen:
    """Read a picture (h, w, 3) uint8 BGR of the board as ``view`` has it.

    With an ``appearance`` balls get its labels; without, colours are told apart in this picture alone and
    named from ``colours`` or from the program's own palette. ``picture``: its `picture_of`, if there is one;
    ``holes``: what is known of them from earlier pictures, to which this one is added.
    """
    judges = judges or shipped_judges()
    looked = look(picture or picture_of(frame, view), view, appearance, judges, holes)
    places, layout = looked.balls.places, looked.layout
    known = _known_colours(appearance, looked, colours)
    maybe = may_hold(looked.p)
    # One look at all colours together, those of the places first.
    colours_seen = np.concatenate([looked.tints[maybe], all_tints(looked.starts)])
    apart = distances(colours_seen, known.references)
    decided = decide(
        looked.p,
        looked.tints,
        known.references,
        calibrated=appearance is not None,
        near=layout.balls.near,
        shaded=cells_beside(looked.covers, layout.balls.cells),
        apart=apart[: len(maybe)],
        glare=looked.glare,
        sunlit=see_sunlit(looked.balls.seen) if appearance else None,
        at=layout.balls.at,
    )
    under = places_under(looked.covers, layout.places, layout.cells, layout.top)
    loose, perhaps = _loose(looked, known, judges)
    hidden = hidden_by(loose, places, view.board.ball_mm / 2)
    readings = readings_of(places, decided, under)
    hidden |= {name for name in perhaps if readings[name].look is Certainty.UNSURE}
    readings |= _seen_empty(looked, readings, known, judges)
    readings |= {name: Reading(Certainty.UNSURE) for name in hidden}
    beside = areas_beside(looked.covers, layout.places, layout.top)
    areas = count_starts(
        looked.starts, known, under, beside, hand=looked.covers.hand, apart=apart[len(maybe) :]
    )
    return FieldsSeen(
        fields={name: readings[name] for name in layout.fields},
        start=_places_counted(looked, decided) | areas,
        counters=_counted(looked),
        stored=_stored(looked),
        hand=looked.covers.hand,
        covered=under,
        covered_mask=Hands(view, layout.top, looked.covers.under) if looked.covers.hand else None,
        loose=loose,
        reasons=Reasons(places, looked.balls.log_p, looked.tints),
        appearance=known,
    )


def _seen_empty(
    looked: Look, readings: Mapping[str, Reading], known: Appearance, judges: Judges
) -> dict[str, Reading]:
    """Return the readings of places left in doubt that a second look shows to be empty."""
    colours, balls, laid = all_colours(known), looked.balls, looked.layout.balls
    if colours is None:
        return {}
    in_order = [readings[place.name] for place in balls.places]
    some = open_to_doubt(in_order, looked.glare.places, cells_beside(looked.covers, laid.cells))
    empty = empty_by_colour(some, looked.p, looked.tints, laid.near, colours).tolist()
    if looked.covers.hand:
        some = in_doubt(in_order, looked.p)
        patches = Patches(
            looked.picture, laid.grid, balls.seen, balls.expected, looked.tinge, judges.ball
        )
        empty += empty_by_half(some, patches, colours).tolist()
    return {balls.places[i].name: surely_empty(known.labels) for i in empty}


def _known_colours(
    appearance: Appearance | None, looked: Look, colours: Sequence[str] | None
) -> Appearance:
    """Return the colours as they are in this picture, from the calibration or from its balls alone."""
    sure = looked.sure & ~dazzled(looked.balls.seen)
    sure &= ~seems_another(looked.glare, looked.tints, sure)
    tints = looked.tints[sure]
    if appearance is not None and appearance.references:
        return Appearance(tuple(drifted(tints, appearance.references)), appearance.seats)
    bare = looked.tints[looked.p[:, EMPTY] > SURELY_EMPTY]
    tints = tints[founds_a_colour(tints, looked.p[sure, BALL], bare)]
    areas = [area.tints[area.p_ball > SPOT_FROM] for area in looked.starts]
    usual = [middles(lying)[None] for lying in areas if len(lying)]
    return Appearance(find_colours(tints, np.concatenate([tints[:0], *usual]), colours))


def _places_counted(looked: Look, decided: Decided) -> dict[int, Count]:
    balls = looked.balls
    if len(looked.layout.fields) == len(balls.places):
        return {}
    open_to_view = _open_to_view(looked, looked.layout.balls.cells)
    hand = cells_beside(looked.covers, looked.layout.balls.cells)
    return count_places(balls.places, decided, looked.tints, open_to_view, hand=hand)


def _counted(looked: Look) -> Mapping[int, Choice]:
    counters = looked.counters
    open_to_view = _open_to_view(looked, looked.layout.counters.cells)
    return read_counters(
        counters.places,
        counters.seen,
        counters.log_p,
        open_to_view,
        known=looked.layout.counters_seen,
    )


def _open_to_view(looked: Look, cells: Cells) -> np.ndarray:
    """Tell in which cells nothing is over the board, (n,) bool."""
    at = (cells.row, cells.column)
    return np.asarray((looked.covers.looks[at] < OPEN) & (looked.covers.under[at] == 0))


def _stored(looked: Look) -> Mapping[int, Chosen]:
    holes, judged = looked.layout.options, looked.options
    if holes is None or judged is None:
        return {}
    margins = compare(judged.seen, judged.log_p, holes.partners, holes.near, holes.rows)
    return read_options(holes.places, margins)


def _loose(
    looked: Look, known: Appearance, judges: Judges
) -> tuple[tuple[Loose, ...], frozenset[str]]:
    balls, layout = looked.balls, looked.layout
    fields = Known(
        balls.places, looked.p[:, BALL], balls.expected, balls.seen.board_light, looked.tinge
    )
    return find_loose(
        looked.picture, layout.loose, looked.above, looked.covers.under,
        fields, judges.ball, known.references,
    )  # fmt: skip
