"""Dice that seem to roll for longer than dice do: they lie there, and cannot be read."""

import math
from collections.abc import Mapping
from dataclasses import dataclass

from referee.sighting import DieReading, DieState
from referee.table.dice import NO_FACE, UNREAD_MM, Lying, likely

GONE_S = 1.5
"""Dice do not roll for longer: what still seems to roll after this time is a die that is not recognised."""

ROUNDED_S = 0.001
"""Differences of times are rounded, and so are their sums."""


@dataclass(frozen=True, slots=True)
class Rolling:
    """A die that seems to roll: where, if that is seen, and since when it has done so with no hand there.

    ``guesses`` is what it may show as far as that was seen last, the likeliest first.
    """

    place_mm: tuple[float, float] | None
    since_s: float
    guesses: tuple[str, ...] = ()

    def rests(self, t_s: float) -> bool:
        """Tell whether it has seemed to roll for longer than dice do."""
        return t_s - self.since_s >= GONE_S - ROUNDED_S

    def stays(self, place_mm: tuple[float, float] | None) -> bool:
        """Tell whether the die that is seen there now may not have moved."""
        if self.place_mm is None or place_mm is None:
            return True
        return math.dist(self.place_mm, place_mm) <= UNREAD_MM


def rolling_on(
    before: Rolling | None, reading: DieReading, t_s: float, *, hand: bool
) -> Rolling | None:
    """Return what is known of a die that seems to roll after one more picture, None if it does not.

    A picture in which it is covered tells nothing, and one with a hand only that it is elsewhere now: what
    stays in one place may be held by the hand.
    """
    if reading.state is DieState.COVERED:
        return before
    if reading.state is not DieState.MOVING:
        return None
    place_mm = _place_mm(reading)
    stays = before is not None and before.stays(place_mm)
    if hand:
        return before if stays else None
    if before is None or not stays:
        return Rolling(place_mm, t_s, likely(reading))
    guesses = likely(reading) or before.guesses
    return Rolling(place_mm or before.place_mm, before.since_s, guesses)


def _place_mm(reading: DieReading) -> tuple[float, float] | None:
    if reading.x_mm is None or reading.y_mm is None:
        return None
    return reading.x_mm, reading.y_mm


def shows_nothing(reading: DieReading) -> bool:
    """Tell whether a die is to be seen on the board, and not what it shows."""
    there = {DieState.LYING, DieState.LEANING, DieState.STACKED, DieState.MOVING}
    return reading.state in there and reading.face is None


def restless(dice: Mapping[str, Rolling], t_s: float) -> dict[str, Lying | None]:
    """Return the dice that seem to roll and lie there unread, with their place where it is seen."""
    return {
        name: None
        if rolling.place_mm is None
        else Lying(NO_FACE, *rolling.place_mm, guesses=rolling.guesses)
        for name, rolling in dice.items()
        if rolling.rests(t_s)
    }
