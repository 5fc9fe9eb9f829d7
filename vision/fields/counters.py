"""The counting balls: in which of its four holes each seat's small red ball lies."""

from collections import defaultdict
from collections.abc import Mapping, Sequence

import numpy as np

from referee.board import Place
from referee.sighting import Choice, Look
from vision.fields.occupancy import BALL, EMPTY
from vision.fields.patches import Floats

# A hole is taken from this probability on if no other hole of the seat has more than the second. Judged by
# models learned on other tables, no ball of 303 had less than 0.82 and no empty hole of 1255 more than 0.38.
TAKEN, NOT_TAKEN = 0.8, 0.4
# Where no hole is taken all four must be seen to be empty.
EMPTY_FROM, EMPTY_BALL = 0.5, 0.15


def read_counters(places: Sequence[Place], log_p: Floats) -> Mapping[int, Choice]:
    """Read each seat's count from the judgement of all counting holes (n, 3)."""
    p = np.exp(log_p)
    holes: dict[int, list[int]] = defaultdict(list)
    for i, place in enumerate(places):
        holes[int(place.name[1])].append(i)
    return {seat: _choose([places[i] for i in mine], p[mine]) for seat, mine in holes.items()}


def _choose(places: Sequence[Place], p: Floats) -> Choice:
    taken = p[:, BALL] > TAKEN
    empty = (p[:, EMPTY] > EMPTY_FROM) & (p[:, BALL] < EMPTY_BALL)
    if taken.sum() == 1 and not (~taken & (p[:, BALL] > NOT_TAKEN)).any():
        return Choice(Look.CLEAR, int(places[int(taken.argmax())].name.split(".")[1]))
    if empty.all():
        return Choice(Look.CLEAR, None)
    return Choice(Look.UNSURE)
