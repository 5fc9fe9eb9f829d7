"""What looks covered in the calibrating picture, with no hand there: a patch of sun, a stain, a shadow.

It looks so all evening, and would be a hand in every picture.
"""

from collections.abc import Collection, Sequence

import numpy as np

from referee.board import Place
from vision.fields.cells import CELLS, Ground
from vision.fields.covers import MARGIN
from vision.fields.patches import Floats

# Cells of wood that look covered from this probability on are kept, unless there are more than so many: then
# a hand may be in the calibrating picture. Of 370 painted ones without a hand one in twenty had more than 18,
# of 160 with one nine in ten had more than 6, and half of them more than 37.
FROM, MOST = 0.4, 16
# So many places at most may look hidden in it, with the start areas; more may be under a hand.
MOST_PLACES = 8
_DIGITS = 9


def misleading(looks: Floats, ground: Ground) -> tuple[str, ...]:
    """Return rows of digits, how likely each cell looks covered in ninths; none if nothing is to be kept.

    ``looks``: (CELLS, CELLS), how likely each cell of the calibrating picture shows no board.
    """
    inner = slice(MARGIN, -MARGIN)
    kept = np.zeros((CELLS, CELLS), dtype=bool)
    kept[inner, inner] = (looks > FROM)[inner, inner]
    kept &= ground.wooden
    if not 0 < np.count_nonzero(kept) <= MOST:
        return ()
    ninths = np.where(kept, np.rint(looks * _DIGITS), 0).astype(int)
    return tuple("".join(map(str, row)) for row in ninths)


def left_of(rows: Sequence[str]) -> Floats | None:
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
    silent = np.array([place.name in misled for place in places])
    return np.where(silent[:, None], np.float32(np.log(1 / 3)), log_p)
