"""Evidence over several pictures: what has been seen alike for long enough to be believed.

Every spot and every die is watched by itself, so that one that flickers leaves the others settled.
"""

from collections.abc import Collection, Mapping
from dataclasses import dataclass, field, replace

from referee.evidence import CLEAR_MARGIN, Contents, Evidence, likeliest, margin
from referee.sighting import Sighting
from referee.table.dice import Dice, Lying, lying, unread
from referee.table.patience import Patience
from referee.table.restless import GONE_S, ROUNDED_S, Rolling, restless, rolling_on, shows_nothing
from referee.table.spots import GAP_S, Spot
from referee.table.standing import Standing
from referee.table.watching import Watched


@dataclass(frozen=True, slots=True)
class Look:
    """What is settled at a moment.

    ``evidence`` and ``dice`` hold what has been seen alike for long enough, ``unread`` the dice that lie
    there but cannot be read, ``loose`` the spots near which a piece lies in none. ``hand``: one moves over
    the board, so that only dice which lie for all to see count.
    """

    evidence: Evidence
    dice: Dice
    unread: Dice
    t_s: float
    frame: str
    loose: tuple[str, ...] = ()
    gone: frozenset[str] = frozenset()
    """The dice that have not been recognised for long, though something like them is to be seen."""
    brief: Dice = field(default_factory=dict)
    """The dice that lay there for a glimpse only, since they were believed last."""
    hand: bool = False
    resting: bool = False
    """A hand is over the board, but has not moved for long."""
    contested: Evidence = field(default_factory=dict)
    """What the spots show that changed in plain view; most likely that will pass."""
    touched: bool = True
    """Whether a hand was over the board when that changed."""
    coming: Contents = field(default_factory=dict)
    """What the spots clearly show that are in sight, but not for long enough."""
    wavering: frozenset[str] = frozenset()
    """The spots that have lately begun, with no hand there, to show something else than is believed."""
    turning: Contents = field(default_factory=dict)
    """What the spots show that have lately begun to show something else than is believed."""
    restless: frozenset[str] = frozenset()
    """The dice that seem to roll for longer than dice do; those whose place is seen are ``unread``, too."""
    missed: frozenset[str] = frozenset()
    """The dice that lay or rolled there unread, with no hand there, since they were believed last."""
    doubted: Mapping[str, str] = field(default_factory=dict)
    """Another face that some of the last pictures show of a die where it lies."""
    gaps: bool = False
    """Whether dice may have been thrown between this picture and the one before."""


@dataclass(frozen=True, slots=True)
class Senses:
    """What has been seen so far; a value, `after` returns the next one."""

    patience: Patience
    spots: Mapping[str, Spot] = field(default_factory=dict)
    dice: Mapping[str, Watched] = field(default_factory=dict)
    unread: Mapping[str, Watched] = field(default_factory=dict)
    rolling: Mapping[str, Rolling] = field(default_factory=dict)
    missed: frozenset[str] = frozenset()
    loose: tuple[str, ...] = ()
    hand_s: float = 0.0
    """When a hand was over the board last."""
    still_looks: int = 0
    still_since_s: float = 0.0
    standing: Standing = field(default_factory=Standing)
    """What hides the same spots all the time."""

    def after(self, sighting: Sighting, evidence: Evidence, t_s: float) -> "Senses":
        """Return what is known after one more picture, in which the board was seen."""
        spots = {
            name: self._spot(name, evidence[name], t_s) if name in evidence else spot.hidden()
            for name, spot in self.spots.items()
        }
        # In the order of the evidence: a set's would let what is concluded differ from run to run.
        fresh = [name for name in evidence if name not in spots]
        spots |= {name: self._spot(name, evidence[name], t_s) for name in fresh}
        dice = {
            name: self.dice.get(name, Watched(None, 0, t_s)).seen(
                lying(reading), t_s, reading=reading, gaps=self.patience.looks == 1
            )
            for name, reading in sighting.dice.items()
        }
        not_read = {
            name: self.unread.get(name, Watched(None, 0, t_s)).seen(
                unread(reading), t_s, gaps=self.patience.looks == 1
            )
            for name, reading in sighting.dice.items()
        }
        still = self._still(spots, dice)
        standing = self.standing.after(sighting, t_s)
        hand = sighting.hand and not standing.absent
        again = {name for name, die in dice.items() if die.looks > 1 and die.die and die.die.face}
        missed = {n for n, reading in sighting.dice.items() if not hand and shows_nothing(reading)}
        rolling = {
            name: now
            for name, reading in sighting.dice.items()
            if (now := rolling_on(self.rolling.get(name), reading, t_s, hand=hand))
        }
        return Senses(
            patience=self.patience,
            spots=spots,
            dice=dice,
            unread=not_read,
            rolling=rolling,
            missed=(self.missed | missed) - again,
            loose=tuple(spot for piece in sighting.loose for spot in piece.near),
            hand_s=t_s if hand else self.hand_s,
            still_looks=self.still_looks + 1 if still else 1,
            still_since_s=self.still_since_s if still else t_s,
            standing=standing,
        )

    def believed(self, names: Collection[str]) -> "Senses":
        """Return what is known once these dice are believed to lie as they do: any lifting was before."""
        dice = dict(self.dice)
        read = {name for name, each in dice.items() if each.die is not None and each.die.face}
        for name in names:
            watched = dice.get(name)
            if watched is None:
                continue
            dice[name] = replace(watched, brief=None)
            if watched.die is not None:
                die = replace(watched.die, lifted=False, thrown=False)
                dice[name] = replace(watched, die=die, brief=None, away=0, rolling=0)
        return replace(self, dice=dice, missed=self.missed - read.intersection(names))

    def look(self, *, hand: bool, t_s: float, frame: str) -> Look:
        """Return what is settled; ``hand``: one is over the board."""
        hand = hand and not self.standing.absent
        rested = self.standing.resting or (
            self.still_looks > self.patience.rest_looks
            and t_s - self.still_since_s >= self.patience.rest_s
        )
        # Fingers may hold a die still for a moment: with a hand there one look more is asked for.
        more = 1 if hand and not rested else 0
        rivals = {
            name: spot.rival
            for name, spot in self.spots.items()
            if spot.rival is not None and spot.contested(self.patience, t_s)
        }
        on_the_move = restless(self.rolling, t_s)
        found = {name: die for name, die in on_the_move.items() if die is not None}
        turning = {
            name: likeliest(spot.rival.costs)
            for name, spot in self.spots.items()
            if spot.rival is not None and spot.wavers(t_s)
        }
        return Look(
            evidence={
                name: spot.costs
                for name, spot in self.spots.items()
                if spot.settled(self.patience, t_s)
            },
            dice=self._dice(self.dice, more, t_s),
            contested={name: rival.costs for name, rival in rivals.items()},
            touched=all(rival.since_s - self.hand_s <= GAP_S for rival in rivals.values()),
            coming={
                name: likeliest(spot.costs)
                for name, spot in self.spots.items()
                if not spot.covered
                and not spot.settled(self.patience, t_s)
                and margin(spot.costs) >= CLEAR_MARGIN
            },
            wavering=frozenset(name for name in turning if self._untouched(name)),
            turning=turning,
            gaps=self.patience.looks == 1,
            unread={**found, **self._dice(self.unread, more, t_s)},
            restless=frozenset(on_the_move),
            missed=self.missed,
            doubted={
                name: face
                for name, watched in self.dice.items()
                if (face := watched.doubted(self.patience.looks))
            },
            gone=frozenset(
                name
                for name, watched in self.dice.items()
                if watched.die is None and watched.lost_s >= GONE_S - ROUNDED_S
            ),
            brief={name: each.brief for name, each in self.dice.items() if each.brief is not None},
            t_s=t_s,
            frame=frame,
            loose=self.loose,
            hand=hand and not rested,
            resting=hand and rested,
        )

    def _untouched(self, name: str) -> bool:
        """Tell whether a spot began to look otherwise with no hand there."""
        rival = self.spots[name].rival
        return rival is not None and rival.since_s - self.hand_s > GAP_S

    def _dice(self, dice: Mapping[str, Watched], more: int, t_s: float) -> dict[str, Lying]:
        return {
            name: watched.die
            for name, watched in dice.items()
            if watched.die and self._settled(watched.looks - more, watched.since_s, t_s)
        }

    def _settled(self, looks: int, since_s: float, t_s: float) -> bool:
        return looks >= self.patience.looks and t_s - since_s >= self.patience.still_s

    def _spot(self, name: str, costs: Mapping[str, float], t_s: float) -> Spot:
        before = self.spots.get(name)
        return Spot.at(costs, t_s) if before is None else before.after(costs, t_s, self.patience)

    def _still(self, spots: Mapping[str, Spot], dice: Mapping[str, Watched]) -> bool:
        """Tell whether nothing changed: no spot came into sight, was covered or looks different."""
        return all(
            spot.covered == self._covered(name) and (spot.covered or spot.looks > 1)
            for name, spot in spots.items()
        ) and all(die.looks > 1 or die.die is None for die in dice.values())

    def _covered(self, name: str) -> bool:
        return name not in self.spots or self.spots[name].covered
