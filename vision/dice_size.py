"""How large a table's dice are, as those show that are clearly read.

The eye measures one die's edge to a few parts in a hundred. Of many throws it knows better, and then how far
a die is from the rim, and that part of a wide face is not the whole one.
"""

import math
import statistics
from collections import deque
from dataclasses import dataclass, field

from referee.sighting import DieReading
from vision.dice import DiceSeen

# Faces of such log odds are measured: of 227 on photographs nine in ten showed 0.98 to 1.05 of their edge,
# the middle one 1.01.
_CLEAR = 9.0
# So many measures of dice laid anew are enough, and so many of the latest are remembered.
_ENOUGH, _REMEMBERED = 8, 24
# A size that is known is given up for one that differs by more than this part: other dice, or a better board.
_OTHERS = 0.02
# What lies so near its last place was not laid anew.
_SAME_MM = 3.0


@dataclass
class DieSize:
    """The edge of the dice of one table, learned while they are read."""

    edge_mm: float | None = None
    _edges_mm: deque[float] = field(default_factory=lambda: deque(maxlen=_REMEMBERED))
    _last: dict[str, DieReading] = field(default_factory=dict)

    def learn(self, seen: DiceSeen) -> None:
        """Measure the dice of one picture that are clear and were laid anew."""
        for name, reading in seen.dice.items():
            edge_mm = _edge_mm(seen, reading)
            if edge_mm is not None and not _same(reading, self._last.get(name)):
                self._last[name] = reading
                self._edges_mm.append(edge_mm)
        if len(self._edges_mm) >= _ENOUGH:
            middle_mm = statistics.median(self._edges_mm)
            if self.edge_mm is None or abs(math.log(middle_mm / self.edge_mm)) > _OTHERS:
                self.edge_mm = middle_mm


def _edge_mm(seen: DiceSeen, reading: DieReading) -> float | None:
    """Return the edge of a die that was read, if it is clear."""
    return next(
        (
            die.edge_mm
            for die in seen.candidates
            if die.match.label == reading.face and die.evidence >= _CLEAR
        ),
        None,
    )


def _same(reading: DieReading, before: DieReading | None) -> bool:
    """Tell whether a die lies as it was measured before."""
    if before is None or before.face != reading.face:
        return False
    here, there = ((one.x_mm or 0.0, one.y_mm or 0.0) for one in (reading, before))
    return math.dist(here, there) < _SAME_MM
