"""Telling by its marks which of the two dice an unread one is: light marks or dark ones, as they were read.

An unread die is called by the face that it resembles most, which is little more than a guess. Where the two
dice of a set differ in their marks, what was read of them before knows better.
"""

import math
from dataclasses import dataclass, field, replace

from referee.sighting import DieReading
from vision.dice import DiceSeen
from vision.dice.evidence import Candidate

# A reading's place is that of the explanation behind it, but for the height at which it is measured.
_SAME_MM = 9.0


@dataclass
class KnownMarks:
    """Remembers of each die whether its marks are light."""

    _light: dict[str, bool] = field(default_factory=dict)

    def named(self, seen: DiceSeen) -> DiceSeen:
        """Return the same dice, each by its own name, and remember the marks of those that were read."""
        for name, reading in seen.dice.items():
            light = _light(seen, reading)
            if reading.face is not None and light is not None:
                self._light[name] = light
        number, option = seen.dice["number"], seen.dice["option"]
        if number.face is None and option.face is None and self._exchanged(seen):
            return replace(seen, dice={"number": option, "option": number})
        return seen

    def _exchanged(self, seen: DiceSeen) -> bool:
        """Tell whether something unread has the other die's marks, and nothing the marks of its own."""
        shown = {name: _light(seen, reading) for name, reading in seen.dice.items()}
        wrong = [
            light != self._light[name]
            for name, light in shown.items()
            if light is not None and name in self._light
        ]
        return bool(wrong) and all(wrong)


def _light(seen: DiceSeen, reading: DieReading) -> bool | None:
    """Return whether the marks of a die that has a place are light, as its explanation has it."""
    there = (c for c in seen.candidates if _is_at(c, reading))
    best: Candidate | None = max(there, key=lambda c: c.evidence, default=None)
    return None if best is None else best.match.light


def _is_at(candidate: Candidate, reading: DieReading) -> bool:
    if reading.x_mm is None or reading.y_mm is None:
        return False
    match = candidate.match
    away_mm = math.hypot(match.x_mm - reading.x_mm, match.y_mm - reading.y_mm)
    return away_mm < _SAME_MM and reading.face in (None, match.label)
