"""From likelihoods to what is said: a ball, nothing, or that it is not certain."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from referee.board import Place
from referee.sighting import Look, Reading
from vision.fields.colour import (
    Names,
    Reference,
    colours_of,
    difference_of_each,
    distances,
    hue_off,
    log_likelihood,
    named_by,
    plainly,
)
from vision.fields.falloff import unless_darker
from vision.fields.glare import Glare, holes_alike, in_doubt, may_be_glass
from vision.fields.hues import of_two, of_two_plain
from vision.fields.occupancy import BALL, EMPTY, OTHER
from vision.fields.palette import strays
from vision.fields.patches import Floats
from vision.fields.profile import middles
from vision.fields.sunlit import Sunlit, named_either_way
from vision.prepared import once_each

# A field is empty from this probability on, unless a ball has the second one. Judged by models learned on
# other tables, no ball of 680 on sixteen tables came above 0.012 for empty.
EMPTY_FROM, NO_BALL = 0.5, 0.15
# A place less likely to hold a ball than this is not in doubt for having just a ball's colour, that is one
# so near to it (`colour.difference`): no empty field of the photographs is left in doubt by it alone.
RARELY_BALL, JUST = 0.002, 0.15
# What has just a ball's colour and a hole's as well is empty only if a ball is that unlikely: brown balls on
# two painted walnut boards, up to 0.14 from their colour, had 0.01 to 0.15 in 788 looks (no other ball of
# 148 rounds was taken for none). One of 20,722 holes on photographs is in doubt by it, and on painted tables
# with balls like the wood half a percent to two.
ALIKE_NO_BALL = 0.01
# What has the hue of balls and of holes and is darker than these balls by less than the first (logarithm) is
# empty only if a ball is no likelier than the second: a ball of natural wood in the shade of a painted table
# was darker by 0.43, and 0.05 to 0.15 likely. Of 7,574 empty fields on photographs none is in doubt by it, of
# 14,800 on 24 painted tables five.
SHADE, SHADE_NO_BALL = 0.6, 0.03
# A ball is a ball from here on; if other balls of the picture, or the calibration, have just its clear
# colour, a little earlier; if its colour is like a shadow's or the wood's, later, and if no other ball has
# its colour, much later: a hand's shadow has one of its own.
BALL_FROM, FAMILIAR_FROM, PLAIN_FROM, LONELY_FROM = 0.9, 0.7, 0.95, 0.98
# Beside a hand such a lone one of a plain colour may be a hole in its shadow, however likely a ball it is.
NEVER = 1.0
# A colour is just that of others within this distance (`colour.difference`).
FAMILIAR = 0.3
# What has the very hue of the holes near it is no sure ball, however like one it is, if it is that far from
# any colour: a hole in an edge's shadow was 0.29 from orange, none of 14,000 balls of photographs and painted
# tables is.
SHADOWED = 0.25
# Empty holes that tell what others look like are empty with more than this.
SURELY_EMPTY = 0.9
# A place has a hole's very hue within the first; nor is any empty whose hue is that far from the holes' near
# it, if these doubtful ones (below `SURELY_EMPTY`) or all: glass on dark wood may look like a hole. Of 18,000
# empty fields 99.95 % are within 0.15 of those near them; two balls of yellow glass were 0.15 and 0.24 away.
VERY_HUE, ODD_IN_DOUBT, ODD = 0.1, 0.1, 0.2
# A picture alone may not know a ball's colour. What has neither a hole's very hue nor its light (logarithm)
# may be the first of one: a black ball differed from painted holes by 1.7, holes in doubt on photographs by
# 0.25 at most.
HOLES_LIGHT = 0.5
# So may what has a ball's shape, or without a hand any but a hole's, from this probability on: balls of clear
# glass had 0.71 and more, holes in doubt on photographs 0.57 at most.
NO_HOLES_SHAPE = 0.65
# Holes anywhere on the board count this much for each other.
FAR = np.float32(1e-4)
# Where nothing lies over the board (`covers`), "something else" is so much less likely (logarithm).
CLEAR_BOARD, DISCOUNT = 0.1, 2.0
# A place under a hand is seen only from this probability on.
SEEN_UNDER = 0.98
# Nothing is less likely than this; a place less likely to hold a ball needs no colour.
LEAST, NO_COLOUR = 1e-5, 1e-3


def weigh(log_p: Floats, over: Floats) -> Floats:
    """Return the probabilities (n, 3) given how likely something lies over each place (n,)."""
    weighed = log_p.copy()
    weighed[:, OTHER] -= np.where(over < CLEAR_BOARD, DISCOUNT, 0.0)
    p = np.exp(weighed)
    return np.asarray(p / p.sum(axis=1, keepdims=True))


@dataclass(frozen=True, slots=True)
class Decided:
    """What is said of places: ``p`` (n, 3), and which are balls and which empty, both (n,) bool.

    ``named``: the row in ``names``, the colours' names, of each place that may hold a ball, by its index;
    ``off``: (n,), how far the hue is from most empty holes'; ``new``: (n,) bool, which may be the first of a
    colour. ``tints``: (n, 3), and ``colours``: (labels, 3), those of all balls as far as they are known.
    """

    p: Floats
    ball: np.ndarray
    empty: np.ndarray
    named: Mapping[int, int]
    names: Names
    off: np.ndarray
    new: np.ndarray
    tints: Floats
    colours: Floats
    calibrated: bool

    def away(self, i: int) -> float:
        """Return how far a place that may hold a ball is from the nearest colour."""
        return float(self.names.away[self.named[i]])

    def off_balls(self, i: int) -> float:
        """Return how far the hue of one that may hold a ball is from all colours' balls.

        It is 0 where these may not be all: a picture alone may not know a colour, and what looks rather like
        a ball may be the first of it.
        """
        if not len(self.colours) or (not self.calibrated and self.p[i, BALL] >= self.p[i, EMPTY]):
            return 0.0
        return float(hue_off(self.tints[i], self.colours).min())


def may_hold(p: Floats) -> np.ndarray:
    """Return the indices of those places of these probabilities (n, 3) that may hold a ball."""
    return np.flatnonzero(p[:, BALL] > NO_COLOUR)


def decide(
    p: Floats,
    tints: Floats,
    references: Sequence[Reference],
    *,
    calibrated: bool,
    near: Floats | None = None,
    shaded: np.ndarray | None = None,
    apart: Floats | None = None,
    glare: Glare | None = None,
    sunlit: Sunlit | None = None,
    at: Floats | None = None,
) -> Decided:
    """Decide what is certain about places of these probabilities (n, 3) and ball colours (n, 3).

    Without a calibration a colour is familiar if two sure balls share it. ``near``: `nearness` of the places
    (n, n), if holes near a place shall tell what an empty one looks like there. ``shaded``: (n,) bool, which
    may lie in a hand's shadow. ``apart``: the `distances` of those that `may_hold` a ball, if they are known.
    ``glare``: where the wood may mirror a lamp; ``sunlit``: where it may be darker than the ball's light.
    ``at``: (n, 2), where the places lie on the board, -1 to 1, if light may fall off over it.
    """
    maybe = may_hold(p)
    if apart is None:
        apart = distances(tints[maybe], references)
    likely = p[maybe, BALL]
    if calibrated:
        names = _named(maybe, likely, tints, apart, references, sunlit)
        if at is not None:
            names = unless_darker(names, likely, at[maybe], tints[maybe], references)
    else:
        names = _named_alone(tints[maybe], likely, apart, references)
    if glare is not None and len(glare.places):
        lost = _otherwise(glare, maybe, names, references, calibrated=calibrated)
        names = names.but(names.sure & ~lost)
    ball = np.zeros(len(p), dtype=bool)
    in_shade = np.zeros(len(p), dtype=bool) if shaded is None else shaded
    alone = None if calibrated else in_shade[maybe]
    ball[maybe] = likely > _needed(names, likely, references, alone)
    empty = (p[:, EMPTY] > EMPTY_FROM) & (p[:, BALL] < NO_BALL)
    colours = colours_of(references)
    holes = p[:, EMPTY] > SURELY_EMPTY
    off = np.full(len(p), np.inf)
    new = np.full(len(p), not calibrated)
    any_hole = bool(holes.any())
    if any_hole:
        usual = middles(tints[holes])
        off = hue_off(tints, usual)
        if not calibrated:
            alike = (off < VERY_HUE) & (np.abs(tints[:, 0] - usual[0]) < HOLES_LIGHT)
            shape = p[:, BALL] if shaded is not None else np.maximum(p[:, BALL], p[:, OTHER])
            new = ~alike | (shape > NO_HOLES_SHAPE)
        elif any(reference.assumed for reference in references):
            # What looks rather like a ball may be the first of a colour that was never seen yet.
            new = p[:, BALL] > NO_BALL
    if near is not None and any_hole:
        here = holes_near(tints, holes, near)
        odd = hue_off(tints, here)
        if glare is not None and len(some := in_doubt(glare, p, empty, odd > ODD_IN_DOUBT)):
            odd[some] = hue_off(tints[some], holes_alike(glare, some, tints, holes, near))
            empty[some] &= ~may_be_glass(p[some], odd[some])
        empty &= odd < np.where(holes, ODD, ODD_IN_DOUBT)
        away = names.away
        ball[maybe[(away > SHADOWED) & (odd[maybe] < VERY_HUE)]] = False
        rather = (likely > RARELY_BALL) & (likely < NO_BALL)
        if rather.any():
            some = maybe[rather]
            some_likely, seen = likely[rather], tints[some]
            empty[some] &= _no_ball(some_likely, away[rather], seen, here[some])
            empty[some] &= ~_in_shade(some_likely, seen, here[some], colours)
    named = {place: row for row, place in enumerate(maybe.tolist())}
    return Decided(p, ball, empty, named, names, off, new, tints, colours, calibrated)


def _named(
    maybe: np.ndarray,
    likely: Floats,
    tints: Floats,
    apart: Floats,
    references: Sequence[Reference],
    sunlit: Sunlit | None,
) -> Names:
    """Name those that ``maybe`` (m,) hold a ball, each so ``likely``, by `distances` from known colours."""
    names = named_by(apart, references)
    if not names.sure.all():
        names = names.but(names.sure | plainly(apart, references))
    if sunlit is not None and references:
        rows = np.flatnonzero(sunlit.places[maybe] & (likely > BALL_FROM))
        if len(rows):
            there = maybe[rows]
            lit = tints[there] + sunlit.more[there]
            names = named_either_way(names, rows, lit, apart[rows], references)
    return names


def _named_alone(
    tints: Floats, likely: Floats, apart: Floats, references: Sequence[Reference]
) -> Names:
    """Name what may be balls, (m, 3), each so ``likely``, by `distances` from the picture's own colours."""
    names = named_by(apart, references, calibrated=False)
    # Two colours that a picture alone does not tell apart: the ball is seen, its label is not sure.
    lost = strays(tints, references, likely > BALL_FROM)
    plain = np.array([reference.plain for reference in references], dtype=bool)
    # A familiar colour makes a ball of what is not quite one: its hue counts, too.
    two = of_two(tints, names.nearest, (likely > FAMILIAR_FROM) & ~lost)
    two |= of_two_plain(tints, names.nearest, (likely > BALL_FROM) & ~lost, plain)
    lost |= two
    return names.but(names.sure & ~lost)


def _otherwise(
    glare: Glare,
    maybe: np.ndarray,
    names: Names,
    references: Sequence[Reference],
    *,
    calibrated: bool,
) -> np.ndarray:
    """Tell which that ``maybe`` hold a ball have another name if the wood beside them is a mirror: (n,)."""
    lost = np.zeros(len(maybe), dtype=bool)
    which = np.full(len(glare.light), -1)
    which[glare.places] = np.arange(len(glare.places))
    beside = which[maybe]
    rows = np.flatnonzero(beside >= 0)
    if len(rows) and references:
        colours = glare.colours[beside[rows]]
        lost[rows] = distances(colours, references).argmin(axis=1) != names.nearest[rows]
        if not calibrated:
            lost[rows] |= strays(colours, references)
    return lost


def holes_near(tints: Floats, holes: np.ndarray, near: Floats) -> Floats:
    """Return the mean colour of those places that are ``holes`` (n,) near each place, by nearness: (n, 3)."""
    of_holes = np.empty((len(tints), 4), dtype=np.float32)
    np.multiply(tints, holes[:, None], out=of_holes[:, :3])
    of_holes[:, 3] = holes
    sums = _never_nothing(near) @ of_holes
    return np.asarray(sums[:, :3] / sums[:, 3:])


@once_each(1)
def _never_nothing(near: Floats) -> Floats:
    """Return how much holes near each place count (n, n), and a little those anywhere."""
    return np.maximum(near, 0) + FAR


def _no_ball(p_ball: Floats, away: Floats, tints: Floats, holes: Floats) -> np.ndarray:
    """Tell which places are no balls also by their colours, tints (n, 3), beside holes' near them: (n,) bool.

    Some have just a ball's colour. A wooden ball may look rather like a hole; if its colour is no hole's, it
    is in doubt, and if it is a hole's as well, only its shape tells. ``away``: (n,), how far they are from
    the nearest balls' colour.
    """
    of_hole = difference_of_each(tints, holes)
    more = log_likelihood(away) - log_likelihood(of_hole)
    none = p_ball * np.exp(more) < NO_BALL
    just = away < JUST
    return np.asarray(~just | (none & ((of_hole >= JUST) | (p_ball < ALIKE_NO_BALL))))


def _in_shade(p_ball: Floats, tints: Floats, holes: Floats, colours: Floats) -> np.ndarray:
    """Tell which places may hold a ball that is darker than its colour for lying in shade: (n,) bool.

    Its hue is that of balls (m, 3) and of the holes' near it as well: only its shape tells.
    """
    if not len(colours):
        return np.zeros(len(tints), dtype=bool)
    darker = colours[:, 0] - tints[:, None, 0]
    its_hue = hue_off(tints[:, None], colours) < VERY_HUE
    of_hole = hue_off(holes[:, None], colours) < VERY_HUE
    shaded = its_hue & of_hole & (darker > 0) & (darker < SHADE)
    return np.asarray((p_ball > SHADE_NO_BALL) & shaded.any(axis=1))


def _needed(
    names: Names,
    p_ball: Floats,
    references: Sequence[Reference],
    shaded: np.ndarray | None,
) -> Floats:
    """Return from which probability on each colour (n,) is a ball's.

    ``shaded``: (n,) bool, which may lie in a hand's shadow, or None where the colours are calibrated.
    """
    # One more than there are references stands for none of them.
    plain = np.array([reference.plain for reference in references] + [False])
    of_plain = plain[names.nearest]
    needed = np.where(names.away < FAMILIAR, np.float32(FAMILIAR_FROM), np.float32(BALL_FROM))
    needed[of_plain] = PLAIN_FROM
    if shaded is not None:
        which = names.nearest % len(plain)
        lonely = np.bincount(which[p_ball > BALL_FROM], minlength=len(plain))[which] < 2
        needed[lonely] = LONELY_FROM
        needed[lonely & of_plain & shaded] = NEVER
    return needed


def surely_empty(labels: Sequence[str]) -> Reading:
    """Return the reading of a field on which surely no ball of these labels lies."""
    return Reading(Look.CLEAR, None, {"": 1.0} | dict.fromkeys(labels, LEAST))


def readings_of(
    places: Sequence[Place], decided: Decided, under: frozenset[str]
) -> dict[str, Reading]:
    """Turn decisions about fields into readings by their names; ``under``: the places under a hand.

    A place under a hand that is nevertheless certainly seen lies between its fingers.
    """
    called, labels = decided.names.told(), decided.names.labels
    nothing = surely_empty(labels)
    # Nearly all fields are empty.
    readings = dict.fromkeys(_names(places), nothing)
    p_empty, p_ball = decided.p[:, EMPTY].tolist(), decided.p[:, BALL].tolist()
    empty, ball, likely = decided.empty.tolist(), decided.ball.tolist(), _likely(decided)
    told = decided.empty.copy()
    told[list(decided.named)] = False
    for i in range(len(places)) if under else np.flatnonzero(~told).tolist():
        place = places[i]
        if place.name in under and max(p_empty[i], p_ball[i]) < SEEN_UNDER:
            readings[place.name] = Reading(Look.COVERED)
        elif not told[i]:
            even = max(p_ball[i] / max(len(labels), 1), LEAST)
            likelihoods = likely.get(i) or dict.fromkeys(labels, even)
            likelihoods[""] = max(p_empty[i], LEAST)
            label = called[decided.named[i]] if ball[i] else None
            certain = label is not None or empty[i]
            readings[place.name] = Reading(
                Look.CLEAR if certain else Look.UNSURE, label, likelihoods
            )
    return readings


@once_each(1)
def _names(places: Sequence[Place]) -> list[str]:
    return [place.name for place in places]


def _likely(decided: Decided) -> dict[int, dict[str, float]]:
    """Return how likely each label is in the places that may hold a ball, by their index."""
    labels = decided.names.labels
    if not labels:
        return {}
    share = np.exp(decided.names.relative)
    share *= decided.p[list(decided.named), BALL][:, None] / share.sum(axis=1, keepdims=True)
    rows = np.maximum(share, LEAST).tolist()
    return {
        i: dict(zip(labels, row, strict=True)) for i, row in zip(decided.named, rows, strict=True)
    }
