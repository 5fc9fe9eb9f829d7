"""Reading the dice only where something has changed at them and come to rest.

They lie still for most of an evening. Dice that roll, or that a hand is just passing over, show nothing that
could be read, and looking for them there costs the most. So a picture in which the dice area moves is not
read: of each die is said what a glance shows.
"""

import math
from collections import deque
from collections.abc import Mapping
from dataclasses import dataclass, field, replace

import numpy as np

from referee.board import Board
from referee.sighting import DieReading, DieState
from vision.bare_floor import BareFloor
from vision.dice import DiceFaces, DiceReader, DiceSeen
from vision.dice.locate import Spot
from vision.dice.reader import Covered
from vision.dice_marks import KnownMarks
from vision.dice_patch import Box
from vision.dice_places import NEAR_MM, Cells, Hiding, Lay, dice_box, hiding, is_hidden, lay
from vision.dice_size import DieSize
from vision.frame import Frame
from vision.stillness import Glance, glance
from vision.view import View

# Of dice that were read so many last pictures are remembered: a hand that passes leaves them as they were.
_REMEMBERED = 3
# An unchanged picture of the dice is read again after so many all the same, in case a change was too faint.
_TRUSTED = 40
# After so many moving pictures one is read in any case: beside a hand that never rests dice may lie in sight.
_RESTLESS = 5
# A die that lies still and is not read, or not even found, is looked for so often again: what noise hides in
# one picture, the next ones may show.
_TRIES = 4
# So near the rim, in edges of a die, what lies there unread leans. In painted rounds leaning dice that seemed
# to lie were found 0.65 to 1.1 edges within it, flat ones that nobody could read 1.0 to 1.8.
_LEANS = 0.9
# What is taken for a die that rests unread stands out by so much at least (`locate.Spot.salience`): of 234
# dice that lay in sight in painted recordings all had 2.5 and more; a board whose die had rolled off it, 1.7.
_STANDS_OUT = 2.4
_RESTS = {DieState.LYING, DieState.LEANING, DieState.STACKED, DieState.OFF_BOARD}
_UNREAD = {DieState.LYING, DieState.LEANING, DieState.STACKED, DieState.MOVING}
_TRIED = _UNREAD | {DieState.ABSENT}


@dataclass(frozen=True, slots=True, eq=False)
class _Read:
    """The dice as one picture showed them, and what that picture looked like.

    What explains the readings is not kept: up to a quarter of a megabyte a picture. ``stale``: a die was
    taken away or hidden since. Thrown back to where it lay (within 1.3 mm in a painted round) it may look
    the same in a glance whatever it shows, so that such a picture must be read again.
    """

    glance: Glance
    seen: DiceSeen
    stale: bool = False


@dataclass
class DiceReaders:
    """Makes the reader of a view once for all who watch that view; ``faces`` as in `read_dice`.

    Its maps of the dice area and of the table beside the board take ten megabytes, and an eye has a watch for
    each state of the table's lamps. Only the view that was asked for last is kept. Once it is known how large
    the dice are, they are read as such; of learned ``faces`` it always is.
    """

    faces: DiceFaces | None
    size: DieSize = field(default_factory=DieSize)
    _last: tuple[View, float | None, DiceReader] | None = None

    def of(self, view: View) -> DiceReader:
        """Return the reader of a view, the same one as long as this very view is asked for."""
        edge_mm = None if self.faces else self.size.edge_mm
        if self._last is None or self._last[0] is not view or self._last[1] != edge_mm:
            self._last = view, edge_mm, DiceReader(view, self.faces, die_mm=edge_mm)
        return self._last[2]


@dataclass
class DiceWatch:
    """Reads the dice of one table picture by picture.

    What was read before holds while the part of the picture in which the dice lie looks as it did then.
    ``live``: pictures follow each other within a fraction of a second, so that what differs from one to the
    next moves. Else each picture is read by itself.
    """

    readers: DiceReaders
    live: bool = False
    _view: View | None = None
    _box: Box = (slice(0), slice(0))
    _hiding: Hiding | None = None
    _read: deque[_Read] = field(default_factory=lambda: deque(maxlen=_REMEMBERED))
    _lay: dict[str, Lay] = field(default_factory=dict)
    _marks: KnownMarks = field(default_factory=KnownMarks)
    _floor: BareFloor = field(default_factory=BareFloor)
    _before: tuple[Glance, Cells] | None = None
    _trusted: int = 0
    _restless: int = 0
    _tries: int = 0

    def read(self, frame: Frame, view: View, covered: Covered | None) -> DiceSeen:
        """Return what the dice show in a picture (h, w, 3) uint8 BGR; parameters as in `read_dice`."""
        if self._view is not view:
            self._begin(frame, view)
        now = glance(frame[self._box])
        known = next((one for one in self._read if not now.differs(one.glance)), None)
        hidden = self._hidden(now, covered)
        before, self._before = self._before, (now, hidden)
        stale = known is not None and known.stale
        if known is not None and not stale and self._still_holds(known):
            self._trusted += 1
            return known.seen
        if known is None or stale:
            self._tries = 0
        if known is None and self._passing(before, now, hidden):
            return self._in_passing(frame, view, covered)
        rests = self.live and before is not None and not before[0].differs(now)
        rests = rests and not hidden.any()
        again = rests and not stale
        seen = self._look(frame, now, covered, rests=rests, known=known if again else None)
        if self.live and not hidden.any():
            self._floor.learn(frame, self._box, seen)
        return seen

    def _still_holds(self, known: _Read) -> bool:
        """Tell whether what was read in a picture that looks the same need not be read again."""
        return self._trusted < _TRUSTED and not self._may_try_again(known)

    def _may_try_again(self, known: _Read) -> bool:
        """Tell whether another picture of a die that was not read might be clearer, and count it."""
        dice = known.seen.dice.values()
        if self.live and any(die.face is None and die.state in _TRIED for die in dice):
            self._tries += 1
            return self._tries <= _TRIES
        return False

    def _passing(self, before: tuple[Glance, Cells] | None, now: Glance, hidden: Cells) -> bool:
        """Tell whether this picture need not be read: all that is new is a hand, or something moves."""
        if not self.live:
            return False
        if any(not _moving(one.glance, hidden, now) for one in self._read):
            return True
        self._restless += 1
        moving = before is not None and _moving(before[0], before[1] | hidden, now)
        return moving and self._restless <= _RESTLESS

    def _begin(self, frame: Frame, view: View) -> None:
        self._view = view
        self._box, self._hiding, self._before = dice_box(frame, view), None, None
        self._read.clear()
        self._lay.clear()
        self._floor.forget()

    def _look(
        self,
        frame: Frame,
        now: Glance,
        covered: Covered | None,
        *,
        rests: bool,
        known: _Read | None,
    ) -> DiceSeen:
        """Read the dice and remember how they look.

        ``rests``: they are seen not to move; ``known``: what was read while they lay just so.
        """
        assert self._view is not None
        self._trusted = self._restless = 0
        seen = self._marks.named(self.readers.of(self._view).read(frame, covered=covered))
        self.readers.size.learn(seen)
        seen = self._as_they_lay(seen, frame)
        if self.live:
            seen = self._in_its_own_place(self._under_a_hand(seen, covered))
        if rests:
            seen = _at_rest(self._without_floor(seen, frame), self._view.board)
        if known is not None:
            seen = _together(known.seen, seen)
        self._read = deque((one for one in self._read if now.differs(one.glance)), _REMEMBERED)
        if any(not _says_the_same(one.seen, seen) for one in self._read):
            self.outdate()
        self._read.appendleft(_Read(now, DiceSeen(seen.dice)))
        for name, reading in seen.dice.items():
            lies = lay(frame, self._view, reading)
            if lies is not None:
                self._lay[name] = lies
            elif reading.state is not DieState.COVERED:
                self._lay.pop(name, None)
        return seen

    def _as_they_lay(self, seen: DiceSeen, frame: Frame) -> DiceSeen:
        """Say of a die that is not read now, but lies as when it was, what was read then.

        What is unread just there is this die and not the other one.
        """
        said = dict(seen.dice)
        for name, lies in self._lay.items():
            was = lies.reading
            if was.face is None or said[name].face is not None or not lies.still(frame):
                continue
            for other, reading in seen.dice.items():
                if other != name and reading.face is None and _near(was, reading):
                    said[other] = DieReading(DieState.MOVING)
            said[name] = was
        return replace(seen, dice=said)

    def _without_floor(self, seen: DiceSeen, frame: Frame) -> DiceSeen:
        """Say of what cannot be read and is the bare floor's that it is no spot, and no die either.

        Another place that stands out may be the die: it is the one that moved for `_at_rest`. If there is
        none left, there is no die.
        """
        view, floor = self._view, self._floor
        assert view is not None
        unread = [name for name, reading in seen.dice.items() if reading.face is None]
        if not unread:
            return seen

        def bare(at: Spot | DieReading) -> bool:
            return (
                at.x_mm is not None
                and at.y_mm is not None
                and floor.shows(frame, view, (at.x_mm, at.y_mm), unread)
            )

        left = replace(seen, spots=tuple(spot for spot in seen.spots if not bare(spot)))
        said = dict(seen.dice)
        for name in unread:
            reading = seen.dice[name]
            told = reading.state is DieState.MOVING and _free(seen, name)
            if told or (_lies_within(reading) and bare(reading)):
                elsewhere = DieState.MOVING if _free(left, name) else DieState.ABSENT
                said[name] = DieReading(elsewhere)
        return replace(left, dice=said)

    def _under_a_hand(self, seen: DiceSeen, covered: Covered | None) -> DiceSeen:
        """Say of a die that a hand hides where it lay last that it is covered, if it is not read elsewhere.

        What looks like one beside the hand, and cannot be read, is most likely the hand's own edge.
        """
        assert self._view is not None
        said = dict(seen.dice)
        for name, lies in self._lay.items():
            rests = said[name].face is None and said[name].state in _RESTS
            elsewhere = rests and not _near(lies.reading, said[name])
            if elsewhere and not lies.left and is_hidden(self._view, covered, lies):
                said[name] = DieReading(DieState.COVERED)
        return replace(seen, dice=said)

    def _in_its_own_place(self, seen: DiceSeen) -> DiceSeen:
        """Say of a die that is read where the other one lies under a hand that it is covered, too.

        What is to be seen there is the other die: a half (two strokes) was read as II beside a hand.
        """
        said = dict(seen.dice)
        for name, reading in seen.dice.items():
            for other, lies in self._lay.items():
                hidden = other != name and said[other].state is DieState.COVERED and not lies.left
                if hidden and reading.face is not None and _near(lies.reading, reading):
                    said[name] = DieReading(DieState.COVERED)
        return replace(seen, dice=said)

    def _in_passing(self, frame: Frame, view: View, covered: Covered | None) -> DiceSeen:
        """Say of each die what a moving picture shows: it lies as it did, is hidden, or is on its way."""
        said: dict[str, DieReading] = {}
        for name in self._names():
            lies = self._lay.get(name)
            if lies is not None and lies.still(frame):
                said[name] = lies.reading
            elif is_hidden(view, covered, lies):
                said[name] = DieReading(DieState.COVERED)
            else:
                said[name] = DieReading(DieState.MOVING)
                if lies is not None:
                    self._lay[name] = replace(lies, left=True)
        if any(die.face is None for die in said.values()):
            self.outdate()
        moves = any(die.state is DieState.MOVING for die in said.values())
        return DiceSeen(said, on_the_way=moves)

    def outdate(self) -> None:
        """Trust no picture of before any more: a die lies otherwise now, or may have been thrown."""
        fresh = (replace(one, stale=True) for one in self._read)
        self._read = deque(fresh, maxlen=_REMEMBERED)

    def _names(self) -> Mapping[str, DieReading]:
        return self._read[0].seen.dice if self._read else {}

    def _hidden(self, now: Glance, covered: Covered | None) -> Cells:
        """Return which cells of a glance at the dice a hand hides."""
        assert self._view is not None
        shape = now.means.shape[:2]
        if self._hiding is None or self._hiding.parts.shape[:2] != shape:
            self._hiding = hiding(self._view, self._box, shape)
        return self._hiding.cells(covered)


def _at_rest(seen: DiceSeen, board: Board) -> DiceSeen:
    """Say of what cannot be read, and was taken for a die that moves, that it lies there unread.

    So does what seemed covered: nothing moves, and no hand is there, but a lamp's patch of light may be. Its
    place is that of the most striking spot which is not another die's. At the rim it leans most likely;
    if nothing stands out, there is none.
    """
    said = dict(seen.dice)
    for name, reading in seen.dice.items():
        if reading.state in {DieState.MOVING, DieState.COVERED}:
            free = _free(replace(seen, dice=said), name)
            at = max(free, key=lambda spot: spot.salience, default=None)
            if at is not None:
                said[name] = _resting(at, board)
    return replace(seen, dice=said)


def _free(seen: DiceSeen, name: str) -> list[Spot]:
    """Return the spots at which a die may lie: those that are not another die's."""
    others = [die for other, die in seen.dice.items() if other != name]
    return [spot for spot in seen.spots if not any(_near(spot, die) for die in others)]


def _resting(spot: Spot, board: Board) -> DieReading:
    """Return the reading of a die that cannot be read, if it is what is most striking."""
    if spot.salience < _STANDS_OUT:
        return DieReading(DieState.ABSENT)
    return DieReading(_rests_as(spot, board), x_mm=spot.x_mm, y_mm=spot.y_mm)


def _rests_as(spot: Spot, board: Board) -> DieState:
    """Return how a die that is not read most likely rests in a place."""
    (area,) = board.of_kind("dice")
    within_mm = area.radius_mm - math.hypot(spot.x_mm - area.x_mm, spot.y_mm - area.y_mm)
    return DieState.LEANING if within_mm < _LEANS * board.die_mm else DieState.LYING


def _together(before: DiceSeen, now: DiceSeen) -> DiceSeen:
    """Keep what an earlier picture of the same dice told better than this one.

    That is a face, how a die rests that was recognised where this picture shows only that something rests
    there, and that a die lies in the dice area: it has not left it since, so that what is taken for it beside
    the board is something else.
    """
    kept = {
        name: reading
        for name, reading in before.dice.items()
        if _tells(reading) > _tells(now.dice[name])
        or (_lies_within(reading) and now.dice[name].state is DieState.OFF_BOARD)
    }
    return replace(now, dice={**now.dice, **kept})


def _tells(reading: DieReading) -> int:
    """Return how much a reading tells of a die: its face, how it rests, or only that there may be one.

    Of 265 leaning dice of painted rounds one was recognised in some pictures and "lay" in the others, where
    no more was seen than that something rests; of all dice that lay none was taken for leaning like that.
    """
    if reading.face is not None:
        return 2
    return 1 if reading.likelihoods and _lies_within(reading) else 0


def _says_the_same(before: DiceSeen, now: DiceSeen) -> bool:
    """Tell whether all dice lie as they did, and show what they showed."""
    return all(
        name in before.dice
        and (before.dice[name].state, before.dice[name].face) == (die.state, die.face)
        and (die.x_mm is None or _near(before.dice[name], die))
        for name, die in now.dice.items()
    )


def _lies_within(reading: DieReading) -> bool:
    return reading.x_mm is not None and reading.state in _UNREAD


def _near(spot: Spot | DieReading, die: DieReading) -> bool:
    if spot.x_mm is None or spot.y_mm is None or die.x_mm is None or die.y_mm is None:
        return False
    return math.hypot(spot.x_mm - die.x_mm, spot.y_mm - die.y_mm) < NEAR_MM


def _moving(before: Glance, hidden: Cells, now: Glance) -> bool:
    """Tell whether anything but a hand, which hides some cells, moved between two pictures."""
    if before.means.shape != now.means.shape:
        return True
    return Glance(np.where(hidden[..., None], before.means, now.means)).differs(before)
