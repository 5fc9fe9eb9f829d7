"""The counting balls: in which of its four holes each seat's small red ball lies."""

from collections import defaultdict
from collections.abc import Mapping, Sequence

import numpy as np

from referee.board import Place
from referee.sighting import Choice, Look
from vision.fields.occupancy import BALL, EMPTY
from vision.fields.patches import Floats
from vision.fields.profile import Contrast, inner, middles
from vision.prepared import once_each

# A hole is taken from this probability on if no other hole of the seat has more than the second. Judged by
# models learned on other tables, no ball of 303 had less than 0.82 and no empty hole of 1255 more than 0.38.
TAKEN, NOT_TAKEN = 0.8, 0.4
# Where no hole is taken all four must be seen to be empty: as holes are that lie where they should, or, where
# the fit is a little off, by having nothing red about them. Counting balls on photographs are at least 0.30
# redder than the wood (mean logarithm over hole and rim), empty holes at most 0.11.
EMPTY_FROM, EMPTY_BALL, NOT_RED = 0.5, 0.15, 0.15
# Nor is a hole empty that is redder than most of the picture, or of its seat's others, by this, whatever the
# judge says: so pale are balls in glaring light. On 140 painted tables balls were redder by 0.058 and more
# (those judged empty on two glaring ones by 0.07 to 0.27), on photographs by 0.23; of 301 seats without one,
# one had a hole above 0.052.
STANDS_OUT = 0.055
# Where nothing lies over a seat's holes the only one that stands out has its ball if it is this much redder:
# of 3,700 seats on these pictures 30 whose ball was not seen are read so, none wrongly, nor with 0.12 to 0.2.
RED_AS_BALLS = 0.14
# How far about a hole redness counts, in radii of the ball.
ABOUT = 1.15


def redness(seen: Contrast) -> Floats:
    """Return how much redder than the wood each hole and its rim are: (n,) float32."""
    about = seen.samples[:, 1, : inner(ABOUT)]
    # A product with ones takes a quarter of the time of a sum along the last axis.
    return about @ np.full(about.shape[1], 1 / about.shape[1], dtype=np.float32)


def read_counters(
    places: Sequence[Place],
    seen: Contrast,
    log_p: Floats,
    open_to_view: np.ndarray,
    *,
    known: bool = True,
) -> Mapping[int, Choice]:
    """Read each seat's count from the judgement of all counting holes (n, 3).

    ``open_to_view``: (n,) bool, where nothing is over the board. ``known``: whether the holes are known to
    lie in the places; else a seat without a ball there may have one beside them.
    """
    p = np.exp(log_p)
    taken, nearly = (p[:, BALL] > TAKEN).tolist(), (p[:, BALL] > NOT_TAKEN).tolist()
    holes = _by_seat(places)
    at = {seat: _taken(mine, taken, nearly) for seat, mine in holes.items()}
    none: set[int] = set()
    # Mostly every seat has its ball.
    if None in at.values() and known:
        red = redness(seen)
        redder = red - _usual(p, red)
        empty, more = _empty(p, red, redder, open_to_view), redder.tolist()
        for seat in [seat for seat, hole in at.items() if hole is None]:
            mine = holes[seat]
            if open_to_view[mine].all():
                at[seat] = _reddest(mine, more, nearly)
            if all(empty[i] for i in mine) and not _stands_out([more[i] for i in mine]):
                none.add(seat)
    return {seat: _chosen(hole, places, seat in none) for seat, hole in at.items()}


@once_each(1)
def _by_seat(places: Sequence[Place]) -> dict[int, list[int]]:
    """Return which of the places are each seat's holes."""
    holes: dict[int, list[int]] = defaultdict(list)
    for i, place in enumerate(places):
        holes[int(place.name[1])].append(i)
    return dict(holes)


def _chosen(at: int | None, places: Sequence[Place], none: bool) -> Choice:
    """Choose the hole that is taken, or none if a seat surely has no ball."""
    if at is not None:
        return Choice(Look.CLEAR, int(places[at].name.split(".")[1]))
    return Choice(Look.CLEAR if none else Look.UNSURE)


def _taken(mine: Sequence[int], taken: Sequence[bool], nearly: Sequence[bool]) -> int | None:
    """Return the one hole of a seat's that is ``taken``, None if none is or another is ``nearly`` so."""
    some = [i for i in mine if nearly[i]]
    return some[0] if len(some) == 1 and taken[some[0]] else None


def _usual(p: Floats, red: Floats) -> float:
    """Return how red most holes are that look empty, or most of all if none does; ``red``: (n,)."""
    likely = p[:, EMPTY] > EMPTY_FROM
    return float(middles(red[likely] if likely.any() else red))


def _reddest(mine: Sequence[int], red: Sequence[float], nearly: Sequence[bool]) -> int | None:
    """Return the one hole of a seat's that is as red as balls, None if another one may have the ball."""
    out = [i for i in mine if red[i] >= STANDS_OUT]
    if len(out) != 1 or red[out[0]] < RED_AS_BALLS or any(nearly[i] for i in mine if i != out[0]):
        return None
    return out[0]


def _stands_out(red: Sequence[float]) -> bool:
    """Say whether one of a seat's holes is redder than most of its others."""
    order = sorted(red)
    return order[-1] >= order[(len(order) - 1) // 2] + STANDS_OUT


def _empty(p: Floats, red: Floats, redder: Floats, open_to_view: np.ndarray) -> list[bool]:
    """Tell which holes are surely empty; ``redder``: (n,), than most that look so."""
    empty = (p[:, EMPTY] > EMPTY_FROM) | (open_to_view & (red < NOT_RED))
    empty &= (redder < STANDS_OUT) & (p[:, BALL] < EMPTY_BALL)
    return [bool(nothing) for nothing in empty.tolist()]
