"""Words that may be longer than what was read: VI is a part of VIII, and II of four other faces.

Where a lamp is mirrored in a top its bevel looks like floor, and the square that is left may fit a part of
the word better than any pose beside it fits the whole one.
"""

import math
from dataclasses import dataclass

import numpy as np

from vision.dice.close_up import CloseUp, Rows
from vision.dice.evidence import Candidate
from vision.dice.glyphs import NUMBER_FACES
from vision.dice.match import Banks, Start

_WORDS = {**NUMBER_FACES, "half": "I/II", "double": "XII"}
WHOLES = {
    part: tuple(whole for whole, longer in _WORDS.items() if word in longer and word != longer)
    for part, word in _WORDS.items()
}
"""The faces whose word holds a face's own and more, by face."""


@dataclass(frozen=True)
class WholesConfig:
    """Where a whole word is looked for round a part of it.

    ``along`` the line of writing (die edges), at ``sizes`` (parts of the edge that was found) and
    ``turns_deg``: of black dice under lamps VI was read 0.2 edges beside the middle of VIII, on squares of
    0.88 of its size. Only parts of a log odds of ``least`` to ``most`` are asked for: what is surer ends the
    search anyway.
    """

    along: tuple[float, ...] = (-0.2, -0.1, 0.0, 0.1, 0.2)
    sizes: tuple[float, ...] = (1.0, 1.07, 1.14)
    turns_deg: tuple[float, ...] = (-3.0, 0.0, 3.0)
    least: float = -2.0
    most: float = 7.0


def whole_starts(
    part: Candidate, close_up: CloseUp, banks: Banks, config: WholesConfig | None = None
) -> list[Start]:
    """Return where each whole word that a face may be a part of fits best round it, before it is moved."""
    c, match = config or WholesConfig(), part.match
    bank = banks[match.light]
    labels = [i for i, face in enumerate(bank.labels) if face in WHOLES.get(match.label, ())]
    if not labels or not c.least <= part.evidence < c.most:
        return []
    rows = _around(part, c)
    fits = bank.by_label(bank.scores(close_up.marks(rows, match.light, bank.size)))[:, labels]
    best = fits.argmax(axis=0)
    return [
        Start(rows[row], match.light, np.array([label]), float(fits[row, i]))
        for i, (label, row) in enumerate(zip(labels, best.tolist(), strict=True))
    ]


def _around(part: Candidate, c: WholesConfig) -> Rows:
    """Return poses (n, 4) along the line of writing."""
    match = part.match
    turn = math.radians(match.turn_deg)
    rows: Rows = np.array([
        (match.x_mm + off * match.die_mm * math.cos(turn),
         match.y_mm + off * match.die_mm * math.sin(turn),
         match.turn_deg % 90 + turned, match.die_mm * size)
        for off in c.along for size in c.sizes for turned in c.turns_deg
    ])  # fmt: skip
    return rows
