"""Counting the start areas: what their spots, weighed by colour, let be said of them."""

from collections.abc import Sequence

import numpy as np

from referee.sighting import Count, Look
from vision.fields.appearance import Appearance
from vision.fields.colour import (
    LIKE_WOOD,
    MARGIN,
    Named,
    Reference,
    difference,
    difference_of_each,
    distances,
    named_by,
    off_wood,
)
from vision.fields.felt_colour import UNLIKE
from vision.fields.glints import GLINT
from vision.fields.grouping import MOST_COLOURS
from vision.fields.patches import Floats
from vision.fields.profile import middles
from vision.fields.stains import STAIN
from vision.fields.start_area import BALL_FROM, NOTHING_BELOW, StartArea
from vision.fields.twins import TWIN
from vision.fields.unexplained import HIDES_A_BALL, UNEXPLAINED

# A spot of the player's colour is likelier a ball, one that differs by `UNLIKE` as likely as before,
# one of twice the distance less likely (log odds). Where the felt itself is no farther from that
# colour, shadows on it are of the colour too: there its brightness must agree as well (logarithm).
AGREEMENT = 4.0
UNLIKE_LIGHT = 0.5
# What has the wood's own colour beside balls of another may be its edge: it is no likelier a ball than this.
DOUBTED = np.float32(0.5)
# But none is darker than the felt before it by more than this (logarithm): the edges that were in doubt on
# photographs and painted tables are brighter by 0.3 to 1.3, black balls of the wood's hue darker by 1.1.
NO_EDGE = 0.5
# Glass of the felt's own colour that is darker than it by this (logarithm) can hardly be told from a shadow
# on it. Balls of wood or plastic are no darker.
GLASSY = -0.15
# With a hand over the board a ball farther than this from all known colours (`difference`) may be a finger's
# tip: of 1791 sure ones in calibrated pictures without a hand none was beyond 0.32, a tip was 0.35 away.
STRAY = 0.33
# All balls of an area are one player's: one of another colour than the surest needs to be so likely a ball.
BELIEVED = 0.97
# What is odd is no ball of a known colour that it differs from by more than this: leaning ones are half in
# the rim's shadow or mirror the wood.
FAR_OFF = 0.5
# A ball that is seen on the felt and is brighter than it by no more than this is of such glass, too.
NO_BRIGHTER = 0.15


def agreed(areas: Sequence[StartArea], owns: Sequence[Reference | None]) -> list[StartArea]:
    """Weigh the spots by their colour: all balls of a start area are its player's, shadows are not.

    ``owns``: the players' colours, as far as they are known; else the surest ball's colour counts.
    """
    sorted_out = list(areas)
    usual = [_usual(area, own) for area, own in zip(areas, owns, strict=True)]
    weighed = [i for i, colour in enumerate(usual) if colour is not None]
    if not weighed:
        return sorted_out
    counts = [len(areas[i].tints) for i in weighed]
    tints = np.concatenate([areas[i].tints for i in weighed])
    felts = np.array([areas[i].felt for i in weighed])
    colours = np.array([colour for colour in usual if colour is not None])
    away = difference(np.concatenate([tints, felts]), colours)
    # From here on all spots together, each with its own area's colour and felt.
    area = np.arange(len(weighed)).repeat(counts)
    own, felt = colours[area], felts[area]
    unlike = away[np.arange(len(tints)), area] / UNLIKE
    brighter = np.abs(tints[:, 0] - own[:, 0]) / UNLIKE_LIGHT
    on_such_felt = (away[len(tints) :].diagonal() < UNLIKE)[area]
    more = np.maximum(brighter, _edges(tints, felt, own))
    unlike = np.where(on_such_felt, np.maximum(unlike, more), unlike)
    p = _weighed(np.concatenate([areas[i].p_ball for i in weighed]), unlike)
    # A grey ball's hue may be as near to the wood's as an edge's is.
    edges = _of_wood(tints) & (unlike > TWIN / UNLIKE) & ~_of_wood(own)
    edges &= felt[:, 0] - tints[:, 0] < NO_EDGE
    p = np.where(edges, np.minimum(p, DOUBTED), p)
    start = 0
    for i, count in zip(weighed, counts, strict=True):
        sorted_out[i] = _kept(areas[i], p[start : start + count])
        start += count
    return sorted_out


def _usual(area: StartArea, own: Reference | None) -> Floats | None:
    """The colour that the area's balls should have, or None where there is nothing to compare."""
    if own is not None and not own.assumed:
        return own.colour if len(area.p_ball) else None
    alone = len(area.p_ball) < 2 or area.p_ball[0] < BALL_FROM
    return None if alone else area.tints[0]


def _weighed(p_ball: Floats, unlike: Floats) -> Floats:
    """Return how likely spots are balls (n,) by their look and by how unlike the usual colour they are."""
    odds = np.log(p_ball / np.maximum(1 - p_ball, 1e-6))
    weighed = odds + np.minimum(np.maximum(AGREEMENT * (1 - unlike), -AGREEMENT), AGREEMENT / 2)
    return np.asarray(1 / (1 + np.exp(-weighed)), dtype=np.float32)


def _kept(area: StartArea, p: Floats) -> StartArea:
    """Return an area with what its spots are found to be (n,), without those that are none."""
    kept = np.flatnonzero(p > NOTHING_BELOW)
    points, tints, like_felt = area.points_mm, area.tints, area.like_felt
    if len(kept) < len(p):
        p, points, tints = p[kept], points[kept], tints[kept]
        like_felt = None if like_felt is None else [like_felt[k] for k in kept.tolist()]
    # What `dataclasses.replace` does takes three times as long.
    return StartArea(
        area.seat, points, p, tints, area.felt,
        area.unexplained, area.stain, area.glint, area.odd, area.twin, area.lighter, area.crushed,
        like_felt,
    )  # fmt: skip


def _edges(tints: Floats, felts: Floats, usual: Floats) -> Floats:
    """Return how far spots (n, 3) are paler than the felt, where they are no brighter: (n,)."""
    paler = np.minimum(off_wood(felts), off_wood(usual)) - off_wood(tints)
    brighter = tints[:, 0] - felts[:, 0] > NO_BRIGHTER
    return np.where(brighter | (paler < 0), np.float32(0), 1 + paler / np.float32(UNLIKE))


def _of_wood(tints: Floats) -> np.ndarray:
    """Tell which tints (n, 3) are as near to the wood's own as its edges are: (n,) bool."""
    return np.asarray(off_wood(tints) < LIKE_WOOD)


def all_tints(areas: Sequence[StartArea]) -> Floats:
    """Return the tints of all areas' spots, one area after the other, and then their felts': (n, 3)."""
    return np.array(
        [*(tint for area in areas for tint in area.tints), *(area.felt for area in areas)],
        dtype=np.float32,
    ).reshape(-1, 3)


def count_starts(
    areas: Sequence[StartArea],
    known: Appearance,
    under: frozenset[str],
    beside: frozenset[str] = frozenset(),
    *,
    hand: bool = False,
    apart: Floats | None = None,
) -> dict[int, Count]:
    """Count the start areas' balls by label; unsure as long as one spot is, covered if a hand is over it.

    ``under`` and ``beside``: the names of areas under a hand, and of those that it may hide a part of;
    ``hand``: whether there is one, whose edges and shadows are odd in any area. ``apart``: the `distances` of
    `all_tints` from the known colours, if they are known.
    """
    if not areas:
        return {}
    if apart is None:
        apart = distances(all_tints(areas), known.references)
    spots = len(apart) - len(areas)
    named, felts = named_by(apart[:spots], known.references), apart[spots:].tolist()
    called, away = named.told(), apart[:spots].min(axis=1, initial=np.inf)
    counts, start = {}, 0
    for i, area in enumerate(areas):
        end = start + len(area.tints)
        mine = _possible(area, range(start, end), away, known)
        labels = [
            label for k in mine if (label := called[k] or _belonging(named[k], area.seat, known))
        ]
        first, like_felt = labels[0] if labels else None, _first_like_felt(area)
        glass = _may_hold_glass(area, known, first, felts[i], like_felt)
        most = HIDES_A_BALL if f"S{area.seat}" in beside and not glass else UNEXPLAINED
        if f"S{area.seat}" in under:
            counts[area.seat] = Count(Look.COVERED)
        elif (
            area.crushed
            or any(area.p_ball[k - start] < BALL_FROM for k in mine)
            or len(labels) < len(mine)
            or (not known.seats and _of_two_colours(labels, area.p_ball))
            or area.unexplained > most
            or area.twin
            or area.glint > GLINT
            or (not hand and _may_be_odd_ball(area, known))
            or (hand and _strays(area.seat, away[mine], known))
            or (glass and area.stain(hand) >= STAIN)
            or any(area.lighter(colour, area.points_mm) for colour in _expected(area, known))
        ):
            counts[area.seat] = Count(Look.UNSURE)
        else:
            of = {label: labels.count(label) for label in sorted(set(labels))}
            counts[area.seat] = Count(Look.CLEAR, of)
        start = end
    return counts


def _first_like_felt(area: StartArea) -> bool:
    """Say whether the surest ball of an area is no brighter than its felt, and of its colour."""
    if not len(area.tints) or float(area.tints[0, 0] - area.felt[0]) >= NO_BRIGHTER:
        return False
    if area.like_felt is not None:
        return area.like_felt[0]
    return float(difference_of_each(area.felt[None], area.tints[:1])[0]) < UNLIKE


def _of_two_colours(labels: Sequence[str], p_ball: Floats) -> bool:
    """Say whether a ball of an area may be held over it, as it has another colour than the surest one.

    ``p_ball``: (n,), how likely each is a ball: one that surely lies there was only called otherwise.
    """
    return any(
        label != labels[0] and p < BELIEVED
        for label, p in zip(labels, p_ball.tolist(), strict=True)
    )


def _possible(area: StartArea, spots: range, away: Floats, known: Appearance) -> list[int]:
    """Return those of an area's spots that may be balls, so far ``away`` from all known colours.

    In nobody's area what is in doubt and has no player's colour is the rim or a shadow.
    """
    if not spots or not _is_nobodys(area.seat, known):
        return list(spots)
    sure = area.p_ball >= BALL_FROM
    return [k for k in spots if sure[k - spots.start] or away[k] < UNLIKE]


def _is_nobodys(seat: int, known: Appearance) -> bool:
    """Say whether nobody plays at a seat and all players' balls have been seen."""
    if not known.seats or seat in known.seats:
        return False
    return not any(reference.assumed for reference in known.references)


def _may_be_odd_ball(area: StartArea, known: Appearance) -> bool:
    """Say whether something odd may be one of the balls that can lie there, by its colour."""
    if area.odd is None:
        return False
    own = known.own(area.seat)
    if own is not None and not own.assumed:
        colours = [own]
    elif _is_nobodys(area.seat, known):
        colours = list(known.references)
    else:
        return True
    return bool((distances(area.odd, colours) < FAR_OFF).any())


def _strays(seat: int, away: Floats, known: Appearance) -> bool:
    """Say whether a ball so far (n,) from all known colours is unlike those seen in a seat's start area."""
    own = known.own(seat)
    return own is not None and not own.assumed and bool((away > STRAY).any())


def _belonging(name: Named, seat: int, known: Appearance) -> str | None:
    """Return a ball's label where it lies in a seat's start area and its colour alone is not sure, or None.

    It is the one that belongs there if it may be, and the nearest one if nothing is known.
    """
    own = known.seats.get(seat)
    if own is None:
        # Where the players are known, nobody's ball belongs there.
        return None if known.seats else name.nearest
    return own if name.log_likelihoods.get(own, -np.inf) > -MARGIN else None


def _expected(area: StartArea, known: Appearance) -> Sequence[Floats]:
    """Return the colours that balls of an area may have: its sure ones', its player's, or else any."""
    if len(area.tints):
        return [middles(area.tints)]
    own = known.own(area.seat)
    if own is not None or known.seats:
        return [] if own is None or own.assumed else [own.colour]
    return [reference.colour for reference in known.references]


def _may_hold_glass(
    area: StartArea,
    known: Appearance,
    first: str | None,
    of_felt: Sequence[float],
    like_felt: bool,
) -> bool:
    """Say whether balls that an area may hold, beside those that it shows, hardly show on its felt.

    ``first``: the label of the surest one that it shows; ``of_felt``: how different the felt is from each of
    the known colours; ``like_felt``: whether it is hardly to be told from the surest one.
    """
    own = known.own(area.seat)
    # Where every player's colour is known, no more than those can lie here.
    all_known = bool(known.seats) or len(known.references) >= MOST_COLOURS
    nothing_known = own is None and not all_known and not len(area.p_ball)
    return nothing_known or _like_felt(area, own, known, first, of_felt, like_felt)


def _like_felt(
    area: StartArea,
    own: Reference | None,
    known: Appearance,
    first: str | None,
    of_felt: Sequence[float],
    like_felt: bool,
) -> bool:
    """Say whether a ball that the area may hold is dark glass of the felt's colour."""
    assumed = own is not None and own.assumed
    if (
        first is not None
        and not assumed
        and (like_felt or (own is not None and first == own.label))
    ):
        # The balls that lie there show what another one would look like on this felt.
        return like_felt
    expected = {own.label} if own is not None else {first} if first else set(known.labels)
    brightest = float(area.felt[0]) + (np.inf if assumed else GLASSY)
    return any(
        away < UNLIKE and reference.light < brightest
        for reference, away in zip(known.references, of_felt, strict=True)
        if reference.label in expected
    )
