"""The gaps between neighbouring fields: each looks like those next to it, unless a ball lies there.

A ball that was put down carelessly lies most likely between two holes. From above it is small, and a pale one
stands out from pale wood less than the holes' own edges do. But these are beside every gap alike.
"""

from dataclasses import dataclass
from itertools import groupby

import numpy as np

from referee.board import Board
from vision.fields.patches import Floats
from vision.fields.profile import magnitude, middle_of

# Neighbouring fields are no farther from each other than this (ball radii); wider gaps are open wood.
WIDEST = 5.5
# Each gap is compared with the middle one of so many of its ring that are nearest.
NEIGHBOURS = 8
# A gap is odd from so many times on what the middle one differs by, and from this on in any case (logarithms,
# light counting half). Balls in gaps of painted tables differ by 0.1 (white on pale wood) to 1.4; with six
# times four more of 288 were told, and twice as many photographs had odd gaps to be judged.
TIMES, LEAST = 8.0, 0.1


@dataclass(frozen=True)
class Gaps:
    """Where gaps are: ``middles_mm`` (n, 2), and the indices of those each is compared with (n, k)."""

    middles_mm: Floats
    beside: np.ndarray


def lay_gaps(board: Board, nearest: float) -> Gaps:
    """Prepare the gaps of a board, their middles no nearer to any field than so many ball radii."""
    radius_mm = board.ball_mm / 2
    middles, beside = [np.zeros((0, 2))], [np.zeros((0, NEIGHBOURS), dtype=np.intp)]
    for _, ring in groupby(board.fields, key=lambda place: place.kind):
        found = _between(np.array([(p.x_mm, p.y_mm) for p in ring]), nearest, radius_mm)
        if len(found) > NEIGHBOURS:
            beside.append(
                _apart(found, found).argsort(axis=1)[:, 1 : NEIGHBOURS + 1] + _count(middles)
            )
            middles.append(found)
    return Gaps(np.concatenate(middles).astype(np.float32), np.concatenate(beside))


def _between(fields_mm: np.ndarray, nearest: float, radius_mm: float) -> np.ndarray:
    """Return the middles (n, 2) between neighbouring fields of one ring."""
    apart = _apart(fields_mm, fields_mm)
    some = np.triu((apart < WIDEST * radius_mm) & (apart > 0), 1)
    first, second = np.nonzero(some)
    middles = (fields_mm[first] + fields_mm[second]) / 2
    alone = _apart(middles, fields_mm).min(axis=1, initial=np.inf) >= nearest * radius_mm
    return np.asarray(middles[alone])


def _apart(some_mm: np.ndarray, others_mm: np.ndarray) -> np.ndarray:
    return np.asarray(np.hypot(*(some_mm[:, None] - others_mm[None]).transpose(2, 0, 1)))


def _count(middles: list[np.ndarray]) -> int:
    return sum(len(some) for some in middles)


def oddness(tones: Floats, gaps: Gaps) -> Floats:
    """Return how much each gap of these tones (n, 3) differs from those beside it, 0 if not odd: (n,)."""
    if not len(tones):
        return np.zeros(0, dtype=np.float32)
    rows = np.ascontiguousarray(tones.T)
    light, red_green, yellow_blue = np.abs(rows - middle_of(rows.take(gaps.beside, axis=1)))
    odd = magnitude(red_green, yellow_blue) + np.float32(0.5) * light
    return np.where(odd > max(LEAST, TIMES * float(middle_of(odd))), odd, np.float32(0))
