"""The counting balls: in which of its four holes each seat's small red ball lies."""

from collections import defaultdict
from collections.abc import Mapping, Sequence

import numpy as np

from referee.board import Place
from referee.sighting import Choice, Look
from vision.fields.occupancy import BALL, EMPTY
from vision.fields.patches import Floats

# A hole is taken, or empty, from this probability on; between them nothing is said.
TAKEN = 0.9
EMPTY_FROM = 0.6
EMPTY_BALL = 0.03


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
    if taken.sum() == 1 and not (~taken & (p[:, BALL] > 1 - TAKEN)).any():
        return Choice(Look.CLEAR, int(places[int(taken.argmax())].name.split(".")[1]))
    if empty.all():
        return Choice(Look.CLEAR, None)
    return Choice(Look.UNSURE)
