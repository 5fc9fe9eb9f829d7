"""Which way round the board lies: as calibrated, turned by quarters, or in a mirrored picture.

The board itself looks alike after each quarter turn and in a mirror; only what lies on it tells. Here the
start areas do: the balls of each show which seat it is.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from itertools import product

from referee.sighting import Count, Look

SEATS = 4
# One area shows too little: a ball that was put into a neighbour's area would turn the board.
LEAST_AREAS = 2


@dataclass(frozen=True, slots=True)
class Orientation:
    """How a picture lies against its calibration; None: what is seen does not tell.

    ``quarters``: by how many quarters counter-clockwise the board was turned, 0 to 3.
    """

    quarters: int | None = None
    mirrored: bool | None = None


def orientation(start: Mapping[int, Count], seats: Mapping[int, str]) -> Orientation:
    """Tell the orientation from the start areas as they are read, and from which label each seat plays."""
    seen = {seat: next(iter(n.of)) for seat, n in start.items() if _one_colour(n)}
    seen = {seat: label for seat, label in seen.items() if label in seats.values()}
    if len(seen) < LEAST_AREAS or len(set(seats.values())) < len(seats):
        return Orientation()
    fitting = [
        (quarters, mirrored)
        for quarters, mirrored in product(range(SEATS), (False, True))
        if all(seats.get(_was(seat, quarters, mirrored=mirrored)) == seen[seat] for seat in seen)
    ]
    mirrors = {mirrored for _, mirrored in fitting}
    # A mirror is the rarer case: without a sign of one the picture is taken for a straight one.
    turns = {quarters for quarters, mirrored in fitting if not mirrored or True not in mirrors}
    turns = turns or {quarters for quarters, _ in fitting}
    return Orientation(
        quarters=turns.pop() if len(turns) == 1 else None,
        mirrored=mirrors.pop() if len(mirrors) == 1 else None,
    )


def _one_colour(count: Count) -> bool:
    return count.look is Look.CLEAR and len(count.of) == 1


def _was(seat: int, quarters: int, *, mirrored: bool) -> int:
    """Return which seat's area it is that is now read as ``seat``'s; seats follow each other clockwise."""
    turned = seat + quarters
    return (-turned if mirrored else turned) % SEATS
