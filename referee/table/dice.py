"""Dice that lie still: which of them were thrown since the last throw."""

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from referee.sighting import DieReading, DieState

MOVED_MM = 4.0
"""A die that lies further than this from where it lay was moved. The eye places a die to about a
millimetre, also after the camera was nudged; two throws land this close together once in 200 times."""

LIFTED_MM = 1.5
"""The same for a die that was seen to be taken away in between: the mean of several looks is this good."""

TURNED_DEG = 20.0
"""The same for how a number die is turned: those that stayed where they were are read within 2 degrees,
fingers that brushed a die turned it by as much as 35 but were not seen to take it away. What the option die
shows may be round."""

SAME_TURN_DEG = 5.0
"""A die that nobody touched is read within 2 degrees; one that is thrown lies like that, and within
`LIFTED_MM` of where it lay, once in 50,000 times."""

ALIKE_UPSIDE_DOWN = frozenset({"2", "10"})
"""Of these numbers (II and X) half a turn does not count; no other one that lay still was ever read so."""

SHIFTED_MM = 3 * MOVED_MM
"""A die that goes no further from one picture to the next, and was never seen away, was not thrown: the
board was found a bit aside, or somebody pushed it."""

UNREAD_MM = 18.0
"""A die that cannot be read is placed by whatever was taken for it, a side perhaps: when it is read, it lies
up to its own width away from there (13 mm in painted rounds), and the place may jump as far until then."""

ONE_FALL_S = 0.5
"""Whoever throws a die again needs longer to take it up; readings of one fall may settle so far apart."""

TAKEN_UP_S = 0.8
"""Hardly anybody takes up a die that has just come to rest, throws it, and has it show the same, in less.
What is read of a die that rolls on is what it comes to rest on, half a second before."""

NO_FACE = "?"
"""The face of a die that lies there unreadable; it is like no other."""


@dataclass(frozen=True, slots=True)
class Lying:
    """A die that lies flat: its face ("" if it cannot be read) and its place in millimetres.

    ``lifted``: before it came to lie here it was seen elsewhere or in no place. ``guesses``: what a
    face that cannot be read may be, the likeliest first, also of a die that seems to lean: of 20 in painted
    rounds that lay flat all the same 18 showed the first. ``shifted``: it came here from near by, with
    the same face or from where it could not be read, between two pictures. ``thrown``: it was seen to roll
    elsewhere before, so that it fell here anew, wherever that is. ``reread``: it lay here all the time, and
    was read otherwise before.
    """

    face: str
    x_mm: float
    y_mm: float
    lifted: bool = False
    guesses: tuple[str, ...] = ()
    shifted: bool = False
    thrown: bool = False
    reread: bool = False
    jumped: bool = False
    """It was seen elsewhere, where no face could be read, until so lately that nobody threw it since."""
    fell_s: float = 0.0
    """Since when it has lain here; unknown after a restart."""
    turn_deg: float | None = None
    """How it is turned on the board, None if that is unknown."""
    was: "Lying | None" = None
    """How it lay with its face before it seemed to lie here, where it shows none."""

    @property
    def blank(self) -> bool:
        """Whether it lies there and shows nothing."""
        return self.face in {"", NO_FACE}

    def near(self, now: "Lying") -> bool:
        """Tell whether it may lie now where it lay."""
        return self.apart_mm(now) <= (LIFTED_MM if now.lifted else MOVED_MM)

    def far(self, other: "Lying") -> bool:
        """Tell whether both are other places for certain, also with a die that stands on its edge."""
        return self.apart_mm(other) > 3 * MOVED_MM

    def apart_mm(self, other: "Lying") -> float:
        """Return how far it is from the other."""
        return math.hypot(self.x_mm - other.x_mm, self.y_mm - other.y_mm)

    def beside(self, now: "Lying") -> bool:
        """Tell whether the same face lies near by."""
        return bool(self.face) and self.face == now.face and self.apart_mm(now) <= SHIFTED_MM

    def turned(self, now: "Lying") -> bool:
        """Tell whether the same number lies otherwise turned since it was seen elsewhere or in no place."""
        if self.turn_deg is None or now.turn_deg is None or not now.lifted:
            return False
        whole_deg = 180.0 if now.face in ALIKE_UPSIDE_DOWN else 360.0
        off_deg = (now.turn_deg - self.turn_deg) % whole_deg
        same_number = self.face == now.face and now.face.isdigit()
        return same_number and min(off_deg, whole_deg - off_deg) > TURNED_DEG

    def stayed(self, now: "Lying") -> bool:
        """Tell whether it lies to the hair as it lay before it seemed to lie here, where it shows no face.

        Fingers over a die, or a cuff beside it, look like one that leans; no die falls twice like that.
        """
        was = self.was
        if was is None or now.thrown or not was.face or was.face != now.face:
            return False
        if was.turn_deg is None or now.turn_deg is None or was.apart_mm(now) > LIFTED_MM:
            return False
        off_deg = (now.turn_deg - was.turn_deg) % 360.0
        return min(off_deg, 360.0 - off_deg) <= SAME_TURN_DEG

    def alike(self, now: "Lying") -> bool:
        """Tell whether a die lies there to the hair as this one does, whatever it shows, or upside down."""
        if self.turn_deg is None or now.turn_deg is None or self.apart_mm(now) > LIFTED_MM:
            return False
        off_deg = (now.turn_deg - self.turn_deg) % 180.0
        return min(off_deg, 180.0 - off_deg) <= SAME_TURN_DEG

    def rolled_on(self, now: "Lying") -> bool:
        """Tell whether it only seemed to lie here while it fell to where it lies now."""
        soon = bool(self.fell_s) and 0.0 <= now.fell_s - self.fell_s <= TAKEN_UP_S
        return soon and self.face == now.face

    def blurs(self, now: "Lying") -> bool:
        """Tell whether this place, where no face can be read, may be that of the die which is seen now."""
        return not self.face and not self.apart(now)

    def apart(self, now: "Lying") -> bool:
        """Tell whether it lies elsewhere for certain, though neither place need be that of a face."""
        return self.apart_mm(now) > UNREAD_MM

    def otherwise(self, now: "Lying") -> bool:
        """Tell whether another face is seen where the die lies."""
        faces = {self.face, now.face}
        return len(faces) == 2 and not faces & {"", NO_FACE} and self.apart_mm(now) <= MOVED_MM

    def known_by(self, now: "Lying") -> bool:
        """Tell whether the die never left its place, and is read only now, or otherwise than before."""
        if not now.face or now.thrown:
            return False
        return (now.reread and self.otherwise(now)) or (now.shifted and self.blurs(now))

    def same(self, now: "Lying") -> bool:
        """Tell whether the die was not thrown since: the same place, or pushed at most, no other face."""
        if self.stayed(now):
            return True
        if now.thrown or self.turned(now):
            return False
        if now.shifted and (self.beside(now) or self.blurs(now)):
            return True
        if self.face == now.face == NO_FACE:
            return not self.apart(now)
        return self.near(now) and (self.face == now.face or "" in {self.face, now.face})

    def lay(self, now: "Lying", *, gaps: bool) -> bool:
        """Tell whether it lies now as it fell, when its face could not be read.

        ``gaps``: it may have been thrown unseen, so that its place alone tells.
        """
        if now.jumped and not gaps:
            return True
        # What was seen away before it lay a little way off was thrown.
        if self.near(now) or (self.beside(now) and not now.lifted):
            return True
        together = bool(self.fell_s) and abs(self.fell_s - now.fell_s) <= ONE_FALL_S
        unmoved = self.blurs(now) and not (now.face or now.lifted or now.thrown)
        return not gaps and (together or unmoved)

    def data(self) -> list[Any]:
        """Return a JSON form; what an unread die may be is needed when the game goes on."""
        turn_deg = None if self.turn_deg is None else round(self.turn_deg)
        x_mm, y_mm = round(self.x_mm, 1), round(self.y_mm, 1)
        was = None if self.was is None else self.was.data()
        guesses = list(self.guesses) if self.blank else []
        more = [was, guesses] if guesses else [was] if was else []
        return [self.face, x_mm, y_mm, round(self.fell_s, 2), turn_deg, *more]


Dice = Mapping[str, Lying]


def dice_data(dice: Dice) -> dict[str, Any]:
    """Return dice in a JSON form that `dice_from_data` reads back."""
    return {name: die.data() for name, die in dice.items()}


def dice_from_data(data: Mapping[str, Any]) -> dict[str, Lying]:
    """Read dice back."""
    return {name: _from_data(*die) for name, die in data.items()}


def _from_data(
    face: str,
    x_mm: float,
    y_mm: float,
    fell_s: float = 0.0,
    turn_deg: float | None = None,
    was: Sequence[Any] | None = None,
    guesses: Sequence[str] = (),
) -> Lying:
    """Read one die back; earlier journals tell neither when it fell, how it was turned, nor how it lay."""
    lay = None if was is None else _from_data(*was)
    return Lying(
        face, x_mm, y_mm, fell_s=fell_s, turn_deg=turn_deg, was=lay, guesses=tuple(guesses)
    )


def lying(reading: DieReading | None) -> Lying | None:
    """Return the die if it lies flat and its place is known."""
    if reading is None or reading.state is not DieState.LYING:
        return None
    if reading.x_mm is None or reading.y_mm is None:
        return None
    guesses = () if reading.face else likely(reading)
    return Lying(
        reading.face or "", reading.x_mm, reading.y_mm, guesses=guesses, turn_deg=reading.turn_deg
    )


def unread(reading: DieReading | None) -> Lying | None:
    """Return the place of a die that lies there for all to see and yet shows nothing that counts."""
    if reading is None or reading.x_mm is None or reading.y_mm is None:
        return None
    flat_without_face = reading.state is DieState.LYING and reading.face is None
    if flat_without_face or reading.state in {DieState.LEANING, DieState.STACKED}:
        return Lying(NO_FACE, reading.x_mm, reading.y_mm, guesses=likely(reading))
    return None


def likely(reading: DieReading) -> tuple[str, ...]:
    """Return what a die that is not read may show, the likeliest first."""
    return tuple(sorted(reading.likelihoods, key=lambda face: -reading.likelihoods[face]))


@dataclass(frozen=True, slots=True)
class Roll:
    """What the dice say: those that were thrown, as they lie now, and those that cannot be told.

    ``away`` are dice that lie unreadable where they did not lie before: they will be thrown again or
    read later, and that is a throw wherever they lie then.
    """

    moved: Dice
    unread: tuple[str, ...]
    away: Dice


def _lay(die: Lying) -> Lying | None:
    """Return a die as it lay last with a face, as far as that is known."""
    return die.was if die.blank else die


def _aside(before: Dice, now: Dice) -> bool:
    """Tell whether two dice lie a little way off in one direction, with their faces: so does the board."""
    both = [(before[name], die) for name, die in now.items() if name in before]
    if len(both) < 2 or any(die.thrown or was.turned(die) for was, die in both):
        return False
    if not all(was.beside(die) for was, die in both):
        return False
    ways = [(die.x_mm - was.x_mm, die.y_mm - was.y_mm) for was, die in both]
    return all(math.dist(ways[0], way) <= LIFTED_MM for way in ways)


def rolled(before: Dice, now: Dice, unread_dice: Dice) -> Roll:
    """Compare dice that lie still with how they lay at the last throw.

    A die with another face or in another place was thrown, one that did not move was not.
    """
    moved = {
        name: die
        for name, die in now.items()
        if die.face
        and not (name in before and (before[name].same(die) or before[name].known_by(die)))
    }
    if _aside(before, now):
        moved = {}
    hidden = [name for name, die in now.items() if not die.face and name not in unread_dice]
    strange = [name for name in hidden if name not in before or not before[name].near(now[name])]
    away = {
        name: replace(die, was=_lay(before[name]))
        for name, die in unread_dice.items()
        if name in before and before[name].far(die)
    }
    return Roll(moved, (*unread_dice, *strange), away)
