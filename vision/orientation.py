"""Which way round the board lies: as calibrated, turned by quarters, or in a mirrored picture.

The board's shape is the same after each quarter turn and in a mirror; what tells is the grain of its wood
(`vision.grain`), the balls in the start areas, and of mirrors dice and Memory's symbols (`vision.mirror`).
Each says how likely each of the eight ways to lie is; together they are weighed.
"""

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from referee.sighting import Count, Look
from vision.grain import WAYS, Grain, see_grain
from vision.scales import Scales
from vision.view import View

Evidence = NDArray[np.float64]
"""Log likelihoods of the eight `vision.grain.WAYS` to lie, (8,); all alike where nothing tells."""

SEATS = 4
# One area shows too little: a ball that was put into a neighbour's area would turn the board.
LEAST_AREAS = 2
# What areas of other colours than a way asks for count against it. Players may have changed places, so balls
# alone do not outweigh the grain.
_BALLS = 3.0
# Ways that are less likely than the best one by less than this are possible, too.
_SURE = 2.5
# Of 70 photographs in other light, by other cameras and with hands, the right way had a likeness of 0.22 and
# more, the others 0.14 at most, less than the right one by 0.15 and more; glances 0.13 and 0.03.
_ALIKE, _AHEAD = 0.15, 0.12
_GRAIN, _GRAIN_MOST = 50.0, 12.0


@dataclass(frozen=True, slots=True)
class Orientation:
    """How a picture lies against its calibration; None: what is seen does not tell.

    ``quarters``: by how many quarters counter-clockwise the board was turned, 0 to 3.
    """

    quarters: int | None = None
    mirrored: bool | None = None


def nothing() -> Evidence:
    """Return the evidence of what does not tell."""
    return np.zeros(len(WAYS))


def by_balls(start: Mapping[int, Count], seats: Mapping[int, str]) -> Evidence:
    """Tell by the start areas as they are read, and by which label each seat plays."""
    seen = {seat: next(iter(n.of)) for seat, n in start.items() if _one_colour(n)}
    seen = {seat: label for seat, label in seen.items() if label in seats.values()}
    if len(seen) < LEAST_AREAS or len(set(seats.values())) < len(seats):
        return nothing()
    fitting = [
        all(seats.get(_was(seat, quarters, mirrored=mirrored)) == seen[seat] for seat in seen)
        for quarters, mirrored in WAYS
    ]
    return np.where(fitting, 0.0, -_BALLS) if any(fitting) else nothing()


def by_grain(known: Grain | None, seen: Grain) -> Evidence:
    """Tell by the wood: by how much likest the face is to one way that the known one may lie."""
    if known is None or known.face.shape != seen.face.shape:
        return nothing()
    alike = known.likeness(seen)
    second, best = np.sort(alike)[-2:]
    if best < _ALIKE or best - second < _AHEAD:
        return nothing()
    return np.asarray(np.maximum(_GRAIN * (alike - best), -_GRAIN_MOST))


def grain_of(picture: Scales, view: View, known: Grain | None) -> Evidence:
    """Tell by the wood in a picture."""
    return by_grain(known, see_grain(picture, view)) if known else nothing()


def stays(picture: Scales, view: View, known: Grain) -> bool:
    """Say whether the wood shows that the board lies just as the view has it, the right way round."""
    seen = see_grain(picture, view)
    told = by_grain(known, seen)
    return tells(told) and not denied(told) and known.stays(seen)


def by_signs(straight: float) -> Evidence:
    """Tell by signs that say with these log odds that the picture is no mirror image."""
    return np.array([-max(straight if mirrored else -straight, 0.0) for _, mirrored in WAYS])


def denied(evidence: Evidence) -> bool:
    """Say whether evidence speaks against a board that lies as it was calibrated."""
    return bool(evidence[WAYS.index((0, False))] < evidence.max())


def tells(evidence: Evidence) -> bool:
    """Say whether evidence tells any way to lie from another."""
    return bool(evidence.max() > evidence.min())


def weighed(*evidence: Evidence) -> Orientation:
    """Weigh what was found together, and say what is sure."""
    total = [sum(logs) for logs in zip(*(some.tolist() for some in evidence), strict=True)]
    least = max(total) - _SURE
    possible = [way for way, log in zip(WAYS, total, strict=True) if log > least]
    mirrors = {mirrored for _, mirrored in possible}
    # A mirror is the rarer case: without a sign of one the picture is taken for a straight one.
    turns = {quarters for quarters, mirrored in possible if not mirrored or False not in mirrors}
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
