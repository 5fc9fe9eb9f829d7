"""The counting balls: in which of its four holes each seat's small red ball lies."""

from collections import defaultdict
from collections.abc import Mapping, Sequence

import numpy as np

from referee.board import Place
from referee.sighting import Choice, Look
from vision.fields.occupancy import BALL, EMPTY
from vision.fields.patches import Floats
from vision.fields.profile import Contrast, inner

# A hole is taken from this probability on if no other hole of the seat has more than the second. Judged by
# models learned on other tables, no ball of 303 had less than 0.82 and no empty hole of 1255 more than 0.38.
TAKEN, NOT_TAKEN = 0.8, 0.4
# Where no hole is taken all four must be seen to be empty: as holes are that lie where they should, or, where
# the fit is a little off, by having nothing red about them. Counting balls on photographs are at least 0.30
# redder than the wood (mean logarithm over hole and rim), empty holes at most 0.11.
EMPTY_FROM, EMPTY_BALL, NOT_RED = 0.5, 0.15, 0.15
# How far about a hole redness counts, in radii of the ball.
ABOUT = 1.15


def redness(seen: Contrast) -> Floats:
    """Return how much redder than the wood each hole and its rim are: (n,) float32."""
    return np.asarray(seen.samples[:, 1, : inner(ABOUT)].mean(axis=1))


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
    empty = (p[:, EMPTY] > EMPTY_FROM) | (open_to_view & (redness(seen) < NOT_RED))
    empty &= p[:, BALL] < EMPTY_BALL
    taken, nearly = (p[:, BALL] > TAKEN).tolist(), (p[:, BALL] > NOT_TAKEN).tolist()
    holes: dict[int, list[int]] = defaultdict(list)
    for i, place in enumerate(places):
        holes[int(place.name[1])].append(i)
    surely_empty = empty.tolist()
    return {
        seat: _choose(
            [i for i in mine if taken[i]],
            sum(nearly[i] for i in mine),
            places,
            empty=known and all(surely_empty[i] for i in mine),
        )
        for seat, mine in holes.items()
    }


def _choose(taken: Sequence[int], nearly: int, places: Sequence[Place], *, empty: bool) -> Choice:
    """Choose the one hole that is ``taken`` if no other is ``nearly`` so."""
    if len(taken) == 1 and nearly == 1:
        return Choice(Look.CLEAR, int(places[taken[0]].name.split(".")[1]))
    return Choice(Look.CLEAR, None) if empty else Choice(Look.UNSURE)
