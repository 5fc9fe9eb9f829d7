"""One die over several pictures: where it lies, what most of them read, and whether it was thrown since."""

from collections import Counter
from dataclasses import dataclass, replace

from referee.sighting import DieReading, DieState
from referee.table.dice import Lying

AWAY_LOOKS = 2
"""Pictures in which a die must be seen away from where it lay before it counts as lifted."""

BRIEF_LOOKS = 2
"""Pictures in which a die that lies there is not believed yet; who is quick has taken it up by then."""

FIRST_LOOKS = 4
"""So many pictures counts the first in which a die is read that lay there unread: enough to be believed, also
beside a hand that comes to take it, and few enough to be outvoted soon."""

JUMP_S = 0.3
"""Nobody takes a die up, throws it and lets it come to rest in less time than this."""

BACK_S = 1.0
"""A die that is not read and is found again where it was found so lately has not moved meanwhile."""

BESIDE_MM = 30.0
"""It seemed to lie no further off than this meanwhile, where a side was taken for its top, or a shadow for
the die. What is found further off is another die."""

MOST_LOOKS = 10
"""Pictures over which the place of a lying die is averaged."""

DOUBT_LOOKS = 20
"""Pictures in which another face of a die that lies there is a reason to doubt what it is believed to show:
all since it fell in a slow recording, two seconds before a camera, where glimpses pass."""


@dataclass(frozen=True, slots=True)
class Watched:
    """One die as it was seen over several pictures; ``die`` None: it does not lie.

    ``lay`` is where it lay last. Since it lay for more than a glimpse ``away`` counts the pictures in which
    it was to be seen that it did not, ``rolling`` those in which it moved elsewhere, last at ``rolled``.
    ``other`` is another face that was read where it lies, ``others`` how much more often than ``die``'s of
    late. ``brief`` lay there too briefly to be believed before it was taken up or rolled on. ``seen_s`` is
    when the last picture was taken, ``lost_s`` for how long nothing was to be seen of the die for certain
    until then. ``aside`` is what was known of a die that is not read where it seemed to lie right before.
    ``faces`` are those that were read of it lately, since it has lain here.
    """

    die: Lying | None
    looks: int
    since_s: float
    away: int = 0
    lay: Lying | None = None
    rolling: int = 0
    rolled: Lying | None = None
    other: str = ""
    others: int = 0
    brief: Lying | None = None
    lost_s: float = 0.0
    seen_s: float = 0.0
    aside: "Watched | None" = None
    faces: tuple[str, ...] = ()

    def seen(
        self,
        die: Lying | None,
        t_s: float,
        *,
        reading: DieReading | None = None,
        gaps: bool = True,
    ) -> "Watched":
        """Return what is known after one more picture of it.

        ``reading`` is what was seen of it if it does not lie; ``gaps``: it may have been thrown between
        this picture and the last.
        """
        now = self._after(die, t_s, reading, gaps=gaps)
        there = self.die is not None and now.die is not None and now.since_s == self.since_s
        read = () if die is None or die.blank else (die.face,)
        faces = (*(self.faces if there else ()), *read)[-DOUBT_LOOKS:]
        return replace(now, seen_s=t_s, faces=faces)

    def doubted(self, looks: int) -> str:
        """Return another face that was read at least so often of late where it lies, nothing if none was."""
        others = Counter(self.faces)
        face = "" if self.die is None else self.die.face
        del others[face]
        found = others.most_common(1)
        return found[0][0] if face and found and found[0][1] >= looks else ""

    def _after(
        self, die: Lying | None, t_s: float, reading: DieReading | None, *, gaps: bool
    ) -> "Watched":
        if die is None:
            return self._gone(reading, t_s)
        if self.die is not None:
            if self.die.otherwise(die) and (not gaps or self.die.alike(die)):
                return self._outvoted(die, gaps=gaps)
            if not gaps and self.die.blurs(die):
                read = not die.blank
                return self._unblurred(die, t_s) if read else self._still(die)
        if self.die is None or not self.die.same(die):
            if not gaps and self._is_back(die, t_s):
                return self._back(die)
            fell = replace(self._fallen(die, t_s, gaps=gaps), fell_s=t_s)
            away, rolling = self._since_it_lay
            blank = self.die is not None and self.die.blank and die.blank
            return Watched(
                fell, 1, t_s, away, rolling=rolling, rolled=self.rolled if rolling else None,
                brief=self._glimpsed(), aside=replace(self, aside=None) if blank else None,
            )  # fmt: skip
        return self._still(die)

    def _is_back(self, die: Lying, t_s: float) -> bool:
        """Tell whether a die that is not read is found where it was before it seemed to lie elsewhere."""
        before, now = self.aside, self.die
        if before is None or before.die is None or now is None or t_s - before.seen_s > BACK_S:
            return False
        beside = now.apart_mm(die) <= BESIDE_MM
        return die.blank and before.die.near(die) and beside

    def _back(self, die: Lying) -> "Watched":
        """Return what is known of a die that is found there again: it has lain there all the time."""
        assert self.aside is not None
        meanwhile = replace(
            self.aside, looks=self.aside.looks + self.looks, aside=replace(self, aside=None)
        )
        return meanwhile.seen(die, self.seen_s)

    def _unblurred(self, die: Lying, t_s: float) -> "Watched":
        """Return what is known after a face was read for the first time where none could be.

        The die has lain there, so this counts, if for little; but elsewhere it may be another's side.
        """
        assert self.die is not None
        found = replace(self._still(die), looks=min(self.looks + 1, FIRST_LOOKS))
        if self.die.near(die) and found.die is not None:
            return replace(found, die=replace(found.die, shifted=True), others=0)
        there = replace(self._fallen(die, t_s, gaps=False), fell_s=self.die.fell_s)
        return Watched(there, 1, t_s, brief=self.brief)

    def _gone(self, reading: DieReading | None, t_s: float) -> "Watched":
        """Return what is known after one more picture in which it does not lie."""
        lay = self.die or self.lay
        away = reading is not None and is_away(reading) and not _flickers(reading, lay)
        rolled = None if reading is None else _rolling(reading, lay)
        # What stays in one place does not roll: it is a hand that rests there, or what it holds.
        rolls = rolled is not None and not (self.rolled and self.rolled.near(rolled))
        away_before, rolled_before = self._since_it_lay
        lost_s = self.lost_s if self.die is None else 0.0
        if lost(reading):
            lost_s += t_s - self.seen_s if self.die is None else 0.0
        elif reading is None or reading.state is not DieState.COVERED:
            lost_s = 0.0
        return Watched(
            None, 1, t_s, away_before + away, lay, rolled_before + rolls, rolled or self.rolled,
            brief=self._glimpsed(), lost_s=lost_s,
        )  # fmt: skip

    def _glimpsed(self) -> Lying | None:
        """Return the die that lay here, if it did so for a glimpse only."""
        brief = self.die is not None and self.looks <= BRIEF_LOOKS
        return self.die if brief else self.brief

    def _fallen(self, die: Lying, t_s: float, *, gaps: bool) -> Lying:
        """Return the die with what is known of how it came to lie here."""
        was = self.die
        if not gaps and was is not None:
            if was.beside(die) or was.blurs(die):
                # Where it was lifted to before, it still was.
                near_by = was.blurs(die) or not was.lifted
                return replace(die, lifted=was.lifted, thrown=was.thrown, shifted=near_by)
            if not (was.face or was.lifted) and t_s - self.seen_s <= JUMP_S:
                return replace(die, jumped=True)
        away, rolling = self._since_it_lay
        return replace(die, lifted=away >= AWAY_LOOKS, thrown=rolling >= AWAY_LOOKS)

    @property
    def _since_it_lay(self) -> tuple[int, int]:
        """How often it was seen away, and to roll elsewhere, since it lay for more than a glimpse."""
        return (self.away, self.rolling) if self.looks <= BRIEF_LOOKS else (0, 0)

    def _still(self, die: Lying) -> "Watched":
        assert self.die is not None
        weight = 1 / min(self.looks + 1, MOST_LOOKS)
        # Its face is read in passing already while it comes to rest, and it turns until it has.
        comes_to_rest = self.looks < FIRST_LOOKS and die.turn_deg is not None
        mean = replace(
            self.die,
            face=die.face or self.die.face,
            turn_deg=die.turn_deg if comes_to_rest else self.die.turn_deg,
            guesses=self.die.guesses or die.guesses,
            x_mm=self.die.x_mm + weight * (die.x_mm - self.die.x_mm),
            y_mm=self.die.y_mm + weight * (die.y_mm - self.die.y_mm),
        )
        others = max(0, self.others - 1)
        return replace(self, die=mean, looks=self.looks + 1, others=others)

    def _outvoted(self, die: Lying, *, gaps: bool) -> "Watched":
        """Return what is known after another face was read: what was read most of late is believed."""
        assert self.die is not None
        others = self.others + 1 if die.face == self.other else 1
        # As often is not more: a die that shows both by turns would never be believed.
        if others <= min(self.looks, MOST_LOOKS):
            return replace(self, other=die.face, others=others)
        # What was not believed yet when it proved wrong was nothing: then this is how the die fell.
        # In a slow recording it was believed at once.
        believed = gaps or self.die.reread or self.looks > BRIEF_LOOKS
        read = replace(self.die, face=die.face, reread=believed)
        return replace(self, die=read, looks=others, other=self.die.face, others=0)


def is_away(reading: DieReading) -> bool:
    """Tell whether a die is to be seen not to lie, or not to be there."""
    return reading.state not in {DieState.LYING, DieState.COVERED}


def _flickers(reading: DieReading, lay: Lying | None) -> bool:
    """Tell whether a die that was not read where it lay is seen there still, if otherwise than flat."""
    if lay is None or not lay.blank or reading.x_mm is None or reading.y_mm is None:
        return False
    return lay.near(Lying("", reading.x_mm, reading.y_mm))


def lost(reading: DieReading | None) -> bool:
    """Tell whether no die is to be seen, or something that may be it, but not what and where it is."""
    if reading is None or reading.x_mm is not None:
        return False
    return reading.state in {DieState.MOVING, DieState.ABSENT}


def _rolling(reading: DieReading, lay: Lying | None) -> Lying | None:
    """Return where a die is to be seen to move, if that is elsewhere than where it lay."""
    if reading.state is not DieState.MOVING or reading.x_mm is None or reading.y_mm is None:
        return None
    there = Lying("", reading.x_mm, reading.y_mm)
    return there if lay is not None and lay.far(there) else None
