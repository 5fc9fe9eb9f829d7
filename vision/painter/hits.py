"""Where rays end: on which surface, at which point, and how that surface faces.

Points and normals are kept by their coordinates, (3, n), which numpy works on several times faster.
"""

from dataclasses import dataclass
from enum import IntEnum

import numpy as np
from numpy.typing import NDArray

from vision.painter.colour import Floats


class Ground(IntEnum):
    """What kind of surface a point lies on."""

    FLOOR = 0
    COVER = 1
    SIDE = 2
    TOP = 3
    PLATE = 4
    WALL = 5
    START = 6
    DICE = 7
    HOLE = 8
    THING = 9


def among(kind: NDArray[np.uint8], kinds: tuple[Ground, ...]) -> NDArray[np.bool_]:
    """Tell which points (n,) are of one of these kinds."""
    found = np.zeros(len(kind), dtype=bool)
    for one in kinds:
        found |= kind == one
    return found


@dataclass(frozen=True, slots=True)
class Hits:
    """Where n rays end: points (3, n) and normals (3, n) float32, ``kind`` (n,) uint8 of `Ground`,
    ``hole`` (n,) int16, the number of the hole in `Relief.holes`, or -1; ``thing`` (n,) int16 likewise
    of the things that lie about.
    """

    points: Floats
    normals: Floats
    kind: NDArray[np.uint8]
    hole: NDArray[np.int16]
    thing: NDArray[np.int16]
