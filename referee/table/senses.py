"""Evidence over several pictures: what has been seen alike for long enough to be believed.

Every spot and every die is watched by itself, so that one that flickers leaves the others settled.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field

from referee.evidence import Evidence, likeliest, mean
from referee.sighting import DieReading, Sighting
from referee.table.dice import Dice, Watched, lying, unreadable
from referee.table.patience import Patience

MOST_LOOKS = 6
"""Later pictures of an unchanged spot weigh at least one in so many, so that it can still be outvoted."""


@dataclass(frozen=True, slots=True)
class Spot:
    """One spot over several pictures: the costs of its contents, and for how long it was like this."""

    costs: Mapping[str, float]
    looks: int
    since_s: float


@dataclass(frozen=True, slots=True)
class Look:
    """What is settled at a moment.

    ``evidence`` and ``dice`` hold what has been seen alike for long enough, ``unread`` the dice that lie
    there but cannot be read. ``resting``: a hand is over the board and has not moved for long.
    """

    evidence: Evidence
    dice: Dice
    unread: tuple[str, ...]
    t_s: float
    frame: str
    resting: bool = False


@dataclass(frozen=True, slots=True)
class Senses:
    """What has been seen so far; a value, `after` returns the next one."""

    patience: Patience
    spots: Mapping[str, Spot] = field(default_factory=dict)
    dice: Mapping[str, Watched] = field(default_factory=dict)
    unread: Mapping[str, Watched] = field(default_factory=dict)
    still_looks: int = 0
    still_since_s: float = 0.0

    def after(self, sighting: Sighting, evidence: Evidence, t_s: float) -> "Senses":
        """Return what is known after one more picture, in which the board was seen."""
        spots = {spot: self._spot(spot, costs, t_s) for spot, costs in evidence.items()}
        dice = {
            name: self.dice.get(name, Watched(None, 0, t_s)).seen(lying(reading), t_s)
            for name, reading in sighting.dice.items()
        }
        still = self._still(spots, dice)
        return Senses(
            patience=self.patience,
            spots=spots,
            dice=dice,
            unread=self._unread(sighting.dice, t_s),
            still_looks=self.still_looks + 1 if still else 1,
            still_since_s=self.still_since_s if still else t_s,
        )

    def look(self, *, hand: bool, t_s: float, frame: str) -> Look | None:
        """Return what is settled, or None while a hand moves over the board."""
        rested = (
            self.still_looks > self.patience.rest_looks
            and t_s - self.still_since_s >= self.patience.rest_s
        )
        if hand and not rested:
            return None
        return Look(
            evidence={
                name: spot.costs
                for name, spot in self.spots.items()
                if self._settled(spot.looks, spot.since_s, t_s)
            },
            dice={
                name: watched.die
                for name, watched in self.dice.items()
                if watched.die and self._settled(watched.looks, watched.since_s, t_s)
            },
            unread=tuple(
                name
                for name, watched in self.unread.items()
                if self._settled(watched.looks, watched.since_s, t_s)
            ),
            t_s=t_s,
            frame=frame,
            resting=hand,
        )

    def _settled(self, looks: int, since_s: float, t_s: float) -> bool:
        return looks >= self.patience.looks and t_s - since_s >= self.patience.still_s

    def _spot(self, name: str, costs: Mapping[str, float], t_s: float) -> Spot:
        before = self.spots.get(name)
        if before is None or likeliest(before.costs) != likeliest(costs):
            return Spot(costs, 1, t_s)
        looks = before.looks + 1
        return Spot(mean(before.costs, costs, 1 / min(looks, MOST_LOOKS)), looks, before.since_s)

    def _unread(self, dice: Mapping[str, DieReading], t_s: float) -> dict[str, Watched]:
        unread: dict[str, Watched] = {}
        for name, reading in dice.items():
            if unreadable(reading):
                before = self.unread.get(name, Watched(None, 0, t_s))
                unread[name] = Watched(None, before.looks + 1, before.since_s)
        return unread

    def _still(self, spots: Mapping[str, Spot], dice: Mapping[str, Watched]) -> bool:
        """Tell whether nothing changed: no spot came into sight, was covered or looks different."""
        return (
            self.spots.keys() == spots.keys()
            and all(spot.looks > 1 for spot in spots.values())
            and all(die.looks > 1 or die.die is None for die in dice.values())
        )
