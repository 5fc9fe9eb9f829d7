"""What looks covered in the calibrating picture, with no hand there: a patch of sun, a stain, a shadow.

It looks so all evening, and would be a hand in every picture.
"""

from collections.abc import Collection, Sequence
from functools import lru_cache

import cv2
import numpy as np

from referee.board import Place
from vision.fields.cells import CELLS, Cells, Ground
from vision.fields.covers import MARGIN, SEEN_FROM
from vision.fields.occupancy import BALL, EMPTY, OTHER
from vision.fields.patches import Floats
from vision.prepared import once_each

# Cells of wood that look covered from this probability on are kept, unless there are more than so many: then
# a hand may be in the calibrating picture. Of 370 painted ones without a hand one in twenty had more than 18,
# of 160 with one nine in ten had more than 6, and half of them more than 37.
FROM, MOST = 0.4, 16
# A heap is what hangs together from this probability on. One with so many places in or beside it plainly
# seen, and none that may be hidden, from that probability on, is no hand, however large: a lamp's light fell
# on 37 cells in one picture of 53, with more than a dozen holes. In 127 pictures with a hand no heap of it
# had more than five such places where none was hidden.
HEAP_FROM, SEEN_PLACES, MAY_HIDE = 0.2, 8, 0.5
# So many places at most may look hidden in it, with the start areas; more may be under a hand.
MOST_PLACES = 8
_DIGITS = 9


def misleading(looks: Floats, ground: Ground, cells: Cells, p: Floats) -> tuple[str, ...]:
    """Return rows of digits, how likely each cell looks covered in ninths; none if nothing is to be kept.

    ``looks``: (CELLS, CELLS), how likely each cell of the calibrating picture shows no board. ``p``: (n, 3),
    how likely places in ``cells`` are empty, a ball or something else.
    """
    inner = slice(MARGIN, -MARGIN)
    inside = np.zeros((CELLS, CELLS), dtype=bool)
    inside[inner, inner] = True
    kept = inside & (looks > FROM) & ground.wooden
    seen = _seen_through(inside & (looks > HEAP_FROM), cells, p)
    if np.count_nonzero(kept & ~seen) > MOST:
        kept &= seen
    if not kept.any():
        return ()
    ninths = np.where(kept, np.rint(looks * _DIGITS), 0).astype(int)
    return tuple("".join(map(str, row)) for row in ninths)


def _seen_through(suspect: np.ndarray, cells: Cells, p: Floats) -> np.ndarray:
    """Tell which cells lie in heaps of ``suspect`` ones whose places are seen, (CELLS, CELLS) bool."""
    count, labels = cv2.connectedComponents(suspect.astype(np.uint8))
    clear = np.maximum(p[:, EMPTY], p[:, BALL]) > SEEN_FROM
    hides = p[:, OTHER] > MAY_HIDE
    through = np.zeros((CELLS, CELLS), dtype=bool)
    for heap in range(1, count):
        mine = labels == heap
        with_beside = cv2.dilate(mine.astype(np.uint8), np.ones((3, 3), dtype=np.uint8))
        near = with_beside[cells.row, cells.column] > 0
        if np.count_nonzero(near & clear) >= SEEN_PLACES and not (near & hides).any():
            through |= mine
    return through


@lru_cache(maxsize=2)
def left_of(rows: tuple[str, ...]) -> Floats | None:
    """Return how much the look of each cell counts, (CELLS, CELLS), or None if all count in full.

    Raises:
        ValueError: the rows are no square of CELLS digits a side.

    """
    if not rows:
        return None
    digits = np.frombuffer("".join(rows).encode("ascii"), dtype=np.uint8).reshape(CELLS, CELLS)
    return 1 - (digits - ord("0")).astype(np.float32) * np.float32(1 / _DIGITS)


def unheard(log_p: Floats, places: Sequence[Place], misled: Collection[str]) -> Floats:
    """Return log p (n, 3) of places, in which those that are ``misled`` (names) say nothing."""
    if not misled:
        return log_p
    at = _by_name(places)
    heard = log_p.copy()
    heard[[at[name] for name in misled if name in at]] = np.log(1 / 3)
    return heard


@once_each(1)
def _by_name(places: Sequence[Place]) -> dict[str, int]:
    """Return where each place stands."""
    return {place.name: i for i, place in enumerate(places)}
