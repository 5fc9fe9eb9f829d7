"""Purses: how many steps of each kind a player may still spend in a turn.

A *purse* counts the steps that move an own ball: parts of the number by their size, swap-rings, swap-balls,
hole-ins and entries. It is packed into one integer, `WIDTH` bits a kind, so that purses add up as integers
do. Where option balls and throws are known, only a few purses are possible; that is what makes a search
towards a position narrow.

`Purses` overestimates on purpose: it keeps to the dice and the options but not to the board, so every turn
that can really be played spends one of its purses.
"""

from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cached_property
from typing import NamedTuple

from referee.games.inner_circle import ring
from referee.games.inner_circle.goal import Goal
from referee.games.inner_circle.house import OwnBall
from referee.games.inner_circle.play import TRIES, Play
from referee.games.inner_circle.throw import BITS, ENTRY_NUMBERS, Throw
from referee.games.inner_circle.turn import Means, Stage
from referee.games.inner_circle.uses import (
    DOUBLE,
    EXIT,
    HALF,
    HOLE_IN,
    SWAP_BALL,
    SWAP_RING,
    without,
)

WIDTH = 16
_SLOTS = (*range(1, ring.LONGEST + 1), *("swap-ring", "swap-ball", "hole-in", "enter"))
KINDS = len(_SLOTS)


def part(size: int) -> int:
    """Return the purse of one part of the number."""
    return 1 << WIDTH * (size - 1)


RING, SWAP, HOLE, ENTER = (1 << WIDTH * place for place in range(KINDS - 4, KINDS))

STEPS = (*(part(size) for size in range(1, ring.LONGEST + 1)), RING, SWAP, HOLE)
"""The purses of one step each, entries aside."""

_SPENT = {SWAP_RING: RING, SWAP_BALL: SWAP, HOLE_IN: HOLE, EXIT: ENTER}


def size_of(kind: int) -> int:
    """Return the size of the part of which ``kind`` is the purse."""
    return (kind.bit_length() - 1) // WIDTH + 1


def counts(purse: int) -> tuple[int, ...]:
    """Return how many steps of each kind a purse holds."""
    low = (1 << WIDTH) - 1
    return tuple(purse >> WIDTH * place & low for place in range(KINDS))


def swaps_in(purses: frozenset[int]) -> int:
    """Return the largest number of swap-balls in these purses."""
    return max((purse // SWAP & (1 << WIDTH) - 1 for purse in purses), default=0)


class Rest(NamedTuple):
    """What is left of the number and of half and double: all that decides which parts will be moved."""

    thrown: int
    parts: tuple[int, ...]
    whole: bool
    moved: bool
    multiplied: bool
    due: bool
    halves: tuple[int, int]
    """Halves left: remembered, thrown."""
    doubles: tuple[int, int]


@dataclass(frozen=True)
class Purses:
    """The purses with which a turn can still reach a goal."""

    play: Play
    goal: Goal
    _known: dict[tuple[Means, bool], frozenset[int]] = field(default_factory=dict)
    _parts: dict[tuple[Rest, bool, int], frozenset[int]] = field(default_factory=dict)

    def of(self, means: Means, *, lapses: bool) -> frozenset[int]:
        """Return every purse that these means may spend from here on.

        ``lapses``: a part may lapse before a further throw, because no ball might be in play then.
        """
        key = (means, lapses)
        found = self._known.get(key)
        if found is None:
            found = self._known[key] = frozenset(self._of(means, lapses))
        return found

    def _of(self, means: Means, lapses: bool) -> set[int]:
        restorable = self._restorable(means)
        forced = means.stored & ~self.goal.stored_may
        missing = self.goal.stored_must & ~means.stored
        if forced & means.locked or missing & ~restorable:
            return set()
        usable = means.stored & ~means.locked & (~self.goal.stored_must | restorable)
        spent = {0}
        for bit, purse in _SPENT.items():
            if forced & bit:
                spent = {each + purse for each in spent}
            elif usable & bit:
                spent |= {each + purse for each in spent}
            if means.option & bit and not (missing & bit and not self._later[means.thrown] & bit):
                spent |= {each + purse for each in spent}
        for throw in self.play.throws[means.thrown :]:
            purse = _SPENT.get(BITS[throw.option], 0) if throw.option else 0
            if purse:
                spent |= {each + purse for each in spent}
        parts = self._of_number(means, lapses, usable, forced)
        return {each + moved for each in spent for moved in parts}

    @cached_property
    def _later(self) -> tuple[int, ...]:
        """The options that could be stored in throw ``i`` or later, as bits."""
        later = [0]
        for throw in reversed(self.play.throws):
            bits = BITS[throw.option] if throw.option else 0
            if throw.both and throw.number in ENTRY_NUMBERS:
                bits |= EXIT
            later.append(later[-1] | bits)
        return tuple(reversed(later))

    def _restorable(self, means: Means) -> int:
        """Return the options that could still be stored in this turn (X3, X4)."""
        if not self.play.before.memory or means.stage is Stage.WON:
            return 0
        return self._later[means.thrown] | means.option | (EXIT if means.whole else 0)

    def _of_number(self, means: Means, lapses: bool, usable: int, forced: int) -> frozenset[int]:
        rest = Rest(
            means.thrown, means.parts, means.whole, means.moved, means.multiplied, means.due,
            (bool(usable & HALF), bool(means.option & HALF)),
            (bool(usable & DOUBLE), bool(means.option & DOUBLE)),
        )  # fmt: skip
        if means.stage is Stage.WON:
            return frozenset({0})
        must = forced & (HALF | DOUBLE)
        if means.stage in {Stage.BEGIN, Stage.OPENED, Stage.TRYING, Stage.TRIED}:
            return self._tries(means, rest, lapses, must)
        return self._moved(rest, lapses, must)

    def _tries(self, means: Means, rest: Rest, lapses: bool, must: int) -> frozenset[int]:
        """Return the purses of a turn that is still before its first throw of both dice."""
        found: set[int] = set()
        throws = self.play.throws
        thrown = means.thrown
        while True:
            entered = rest._replace(thrown=thrown, due=True)
            right = bool(means.right) if thrown == means.thrown else self._right(throws, thrown)
            if right:
                found |= {each + ENTER for each in self._moved(entered, lapses, must)}
            if thrown == len(throws):
                found |= self._moved(rest._replace(thrown=thrown), lapses, must)
                break
            if throws[thrown].both:
                if thrown == 0:
                    found |= self._moved(entered, lapses, must)
                break
            thrown += 1
        return frozenset(found)

    def _right(self, throws: tuple[Throw, ...], thrown: int) -> bool:
        """Tell whether the try just thrown lets a ball enter (T2)."""
        if not 0 < thrown <= TRIES:
            return False
        same = thrown == TRIES and len({throw.number for throw in throws[:TRIES]}) == 1
        return same or throws[thrown - 1].number in ENTRY_NUMBERS

    def _moved(self, rest: Rest, lapses: bool, must: int) -> frozenset[int]:
        """Return the purses of parts and entries that this number, and later ones, can be spent as."""
        key = (rest, lapses, must)
        found = self._parts.get(key)
        if found is None:
            found = self._parts[key] = frozenset(self._spend(rest, lapses, must))
        return found

    def _spend(self, rest: Rest, lapses: bool, must: int) -> Iterator[int]:
        yield from self._finish(rest, lapses, must)
        for size in set(rest.parts):
            left = without(rest.parts, size)
            moved = rest._replace(parts=left, moved=True, whole=False)
            yield from (part(size) + more for more in self._moved(moved, lapses, must))
            for after in self._halved(rest, size, left):
                yield from self._moved(after, lapses, must)
            for after in self._doubled(rest, size):
                yield from self._moved(after, lapses, must)
        for after in self._entered(rest):
            yield from (ENTER + more for more in self._moved(after, lapses, must))
        if rest.whole and self.play.before.memory:
            yield from self._moved(rest._replace(parts=(), whole=False), lapses, must)

    def _halved(self, rest: Rest, size: int, left: tuple[int, ...]) -> Iterator[Rest]:
        if size % 2 == 0:
            parts = tuple(sorted((*left, size // 2)))
            for halves in _fewer(rest.halves):
                yield rest._replace(parts=parts, halves=halves, whole=False)

    def _doubled(self, rest: Rest, size: int) -> Iterator[Rest]:
        multiplied = rest.multiplied or not rest.moved
        for doubles in _fewer(rest.doubles):
            after = rest._replace(doubles=doubles, whole=False, multiplied=multiplied)
            yield after._replace(parts=tuple(sorted((*rest.parts, size))))
            if not rest.moved and size == rest.parts[0]:
                yield after._replace(parts=tuple(sorted(rest.parts * 2)))

    def _entered(self, rest: Rest) -> Iterator[Rest]:
        """Yield what is left after an entry by the number (T3) or by one part of it (T6)."""
        house = self.play.house
        if not house.enter_with_both_dice:
            return
        if rest.whole:
            yield rest._replace(parts=(), whole=False, due=True)
        if rest.multiplied and not house.entry_uses_whole_number:
            for size in set(rest.parts) & set(ENTRY_NUMBERS):
                parts = without(rest.parts, size)
                yield rest._replace(parts=parts, multiplied=False, moved=True, due=True)

    def _finish(self, rest: Rest, lapses: bool, must: int) -> Iterator[int]:
        """Yield what follows if nothing more of this throw is moved."""
        last = rest.thrown == len(self.play.throws)
        if last:
            if (
                (
                    not self.goal.ended
                    or self.goal.may_win
                    or self._lapse(rest.parts, self._none_left)
                )
                and not (must & HALF and rest.halves[0])
                and not (must & DOUBLE and rest.doubles[0])
                and (not rest.due or not self.goal.ended or self.goal.may_win)
            ):
                yield 0
        elif rest.due and self._lapse(rest.parts, lapses):
            throw = self.play.throws[rest.thrown]
            if throw.option is None:
                return
            bit = BITS[throw.option]
            yield from self._moved(
                Rest(
                    rest.thrown + 1, (throw.number,), throw.number in ENTRY_NUMBERS, False, False,
                    False, (rest.halves[0], bit == HALF), (rest.doubles[0], bit == DOUBLE),
                ),
                lapses, must,
            )  # fmt: skip

    @cached_property
    def _none_left(self) -> bool:
        """Whether the turn may end with no own ball in play."""
        return not self.goal.own_in_play

    def _lapse(self, parts: tuple[int, ...], none_in_play: bool) -> bool:
        """Tell whether these parts might lapse (T5).

        A part that some ball in play could move may not be left, so either no ball is in play, or each one is
        blocked by another (M3). Blocked balls form a circle once round the board, in steps of one part (outer
        ring) or, seen from the outer ring, of two (inner ring): with at most four balls that leaves only four
        balls eight fields apart on the inner ring and parts of eight.
        """
        if not parts or none_in_play:
            return True
        blocked = self.play.house.own_ball is OwnBall.BLOCKS and self.play.before.balls == 4
        return blocked and set(parts) == {8}


def _fewer(left: tuple[int, int]) -> Iterator[tuple[int, int]]:
    """Yield what is left of (remembered, thrown) options after using one of them."""
    remembered, thrown = left
    if remembered:
        yield 0, thrown
    if thrown:
        yield remembered, 0
