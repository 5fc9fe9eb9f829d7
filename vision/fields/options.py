"""Memory's silver balls: which options are remembered (upper hole) and which are free (lower hole)."""

from collections import defaultdict
from collections.abc import Mapping, Sequence

import numpy as np

from referee.board import Place
from referee.sighting import Chosen, Look
from vision.fields.occupancy import BALL, EMPTY
from vision.fields.patches import Floats

# The ball must be so much likelier in one hole than in the other (difference of the log odds of both holes).
MARGIN = 5.0


def partners_of(places: Sequence[Place]) -> np.ndarray:
    """Return for each hole the index of the same option's other hole (itself where there is none)."""
    index = {place.name: i for i, place in enumerate(places)}
    other = {".lower": ".upper", ".upper": ".lower"}
    return np.array(
        [index.get(p.name[:-6] + other.get(p.name[-6:], ""), i) for i, p in enumerate(places)],
        dtype=np.int64,
    )


def read_options(places: Sequence[Place], log_p: Floats) -> Mapping[int, Chosen]:
    """Read which options each seat has stored from the judgement of all option holes (n, 3)."""
    odds = log_p[:, BALL] - log_p[:, EMPTY]
    partners = partners_of(places)
    stored: dict[int, list[str]] = defaultdict(list)
    unsure: dict[int, list[str]] = defaultdict(list)
    seats = {int(place.name[1]) for place in places}
    for i, place in enumerate(places):
        seat, option, row = place.name[1:].split(".")
        if row != "upper":
            continue
        margin = float(odds[i] - odds[partners[i]])
        if abs(margin) < MARGIN:
            unsure[int(seat)].append(option)
        elif margin > 0:
            stored[int(seat)].append(option)
    return {
        seat: Chosen(
            Look.UNSURE if unsure[seat] else Look.CLEAR, tuple(stored[seat]), tuple(unsure[seat])
        )
        for seat in sorted(seats)
    }
