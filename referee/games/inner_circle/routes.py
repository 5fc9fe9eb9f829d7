"""Routes: which purses bring the mover's balls, each for itself, to where they are wanted.

For one ball it is found by stepping backwards from the wanted place: from which fields can it be reached by
spending exactly some purse, in any order? For all balls together, the purses that bring them to their
places form a set, held as one integer with a bit for each purse; joining two balls' sets is a few shifts.
Balls are looked at as if they stood alone on the board, and every step may be taken in any order, so
nothing that can really be played is missed.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property

from referee.games.inner_circle import ring
from referee.games.inner_circle.goal import Goal
from referee.games.inner_circle.house import House, OwnBall
from referee.games.inner_circle.purse import ENTER, HOLE, KINDS, RING, SWAP, WIDTH, counts, part

PENDING = ring.FIELDS
"""Stands for a ball in the start area that is still to enter."""

WIDEST = 1 << 16
"""Beyond so many purses the sets would grow too large, and the search goes without routes."""


class Index:
    """Gives every purse within a largest one a small number, so that a set of purses is a mask."""

    def __init__(self, purses: frozenset[int]) -> None:
        most = [max(each) for each in zip(*(counts(purse) for purse in purses), strict=True)]
        self.most = most
        self.radix: list[int] = []
        size = 1
        for count in most:
            self.radix.append(size)
            size *= count + 1
        self.size = size
        self._fitting: dict[int, int] = {}

    def number(self, purse: int) -> int | None:
        """Return the number of a purse, or None if it holds more of a kind than any purse of this turn."""
        number = 0
        for count, most, radix in zip(counts(purse), self.most, self.radix, strict=True):
            if count > most:
                return None
            number += count * radix
        return number

    def mask(self, purses: frozenset[int]) -> int:
        """Return the mask of these purses."""
        mask = 0
        for purse in purses:
            number = self.number(purse)
            if number is not None:
                mask |= 1 << number
        return mask

    def join(self, numbers: tuple[int, ...], sums: int) -> int:
        """Return the mask of all sums of a purse of ``numbers`` and one of the mask ``sums``."""
        found = 0
        for number in numbers:
            found |= (sums & self._fits(number)) << number
        return found

    def _fits(self, number: int) -> int:
        """Return the mask of purses to which this one can be added without exceeding the largest one."""
        known = self._fitting.get(number)
        if known is None:
            known = 1
            for most, radix in zip(self.most, self.radix, strict=True):
                room = most - number // radix % (most + 1)
                block = known
                for count in range(1, room + 1):
                    known |= block << count * radix
            self._fitting[number] = known
        return known


@dataclass(frozen=True)
class Terrain:
    """What one ball can do on the board with the steps that a purse counts."""

    house: House
    seat: int
    memory: bool
    signs: tuple[int, ...]
    """The directions in which numbers may move: clockwise 1, counter-clockwise -1."""
    stays: bool
    """A part may leave a ball on a ring-change arrow (M5)."""
    swaps: int
    """Fields where another seat's ball may stand when swap-ball comes."""

    @cached_property
    def behind(self) -> dict[int, int]:
        """The target fields behind each target-ring arrow."""
        return ring.targets_behind(self.memory)

    def before(self, kind: int, places: int) -> int:
        """Return from which fields one step of this kind reaches one of ``places`` (a mask)."""
        if kind == RING:
            return self._before_ring(places)
        if kind == SWAP:
            if self.house.swap_ball_may_hole:
                places = self._with_arrows(places)
            return ring.IN_PLAY if places & self.swaps else 0
        if kind == HOLE:
            return ring.IN_PLAY if places & ring.HOME else 0
        return self._before_part((kind.bit_length() - 1) // WIDTH + 1, places)

    def _before_part(self, size: int, places: int) -> int:
        places = self._with_arrows(places)
        landings = places & ring.IN_PLAY & ~ring.RING_CHANGES
        arrows = places & ring.RING_CHANGES
        if arrows:
            landings |= _facing(arrows)
            if self.stays:
                landings |= arrows
        outer, inner = landings & ring.OUTER_RING, landings >> ring.OUTER
        found = 0
        for sign in self.signs:
            found |= _turned(outer, ring.OUTER, -sign * size)
            found |= _turned(inner, ring.INNER, -sign * size) << ring.OUTER
        return found

    def _before_ring(self, places: int) -> int:
        places = self._with_arrows(places)
        change = self.house.swap_ring_triggers_change
        found = 0
        for sign in self.signs:
            for place in ring.fields_of(places & ring.IN_PLAY):
                found |= _BESIDE_BACK[sign][place]
                if change and place in ring.FACING:
                    found |= _SLANT_BACK[sign][ring.FACING[place]]
        return found

    def _with_arrows(self, places: int) -> int:
        """Add the target-ring arrows from which a ball may go on into one of the places (M6)."""
        if places & ring.HOME:
            for arrow, holes in self.behind.items():
                if places & holes:
                    places |= 1 << arrow
        return places


class Routes:
    """The purses that bring all the mover's balls where a goal wants them, on one terrain."""

    def __init__(
        self, terrain: Terrain, goal: Goal, index: Index, spendable: frozenset[int]
    ) -> None:
        self._terrain, self._goal, self._index = terrain, goal, index
        self._purses = _parts_of(spendable)
        self._from: dict[tuple[int, int], int] = {}
        self._reach: dict[tuple[int, int], tuple[int, ...]] = {}
        self._sums: dict[tuple[tuple[int, ...], int, int, int], int] = {}
        self._own: dict[int, int] = {}
        self._throws = terrain.house.own_ball is OwnBall.THROWS
        self._most_entries = index.most[-1]

    def sums(self, own: int) -> int:
        """Return the mask of the purses with which the balls on ``own`` can reach the goal."""
        known = self._own.get(own)
        if known is None:
            known = self._own[own] = self._all(own)
        return known

    def _all(self, own: int) -> int:
        goal = self._goal.own
        tokens = tuple(ring.fields_of(own & ring.IN_PLAY))
        wanted = goal.must & ~(own & ring.HOME)
        astray = self._goal.astray - (own & ring.HOME & ~goal.may).bit_count()
        if astray < 0:
            return 0
        count = own.bit_count()
        found = 0
        for entries in range(self._most_entries + 1):
            for lost in range(count + entries - goal.most, count + entries - goal.least + 1):
                if lost == 0 or (lost > 0 and self._throws):
                    every = (*tokens, *[PENDING] * entries)
                    found |= self._share(every, wanted, lost, astray)
        return found

    def _share(self, tokens: tuple[int, ...], wanted: int, lost: int, astray: int) -> int:
        """Return the purses with which these balls fill the wanted fields.

        ``lost`` of the balls are thrown on the way; ``astray`` fields may be other than wanted in the end.
        """
        if len(tokens) + astray < wanted.bit_count() + lost:
            return 0
        if not tokens:
            return 0 if lost else 1
        key = (tokens, wanted, lost, astray)
        known = self._sums.get(key)
        if known is not None:
            return known
        first, rest = tokens[0], tokens[1:]
        found = 0
        for place in ring.fields_of(wanted):
            left = wanted & ~(1 << place)
            found |= self._join(first, 1 << place, self._share(rest, left, lost, astray))
        free = self._goal.own.may & ~self._goal.own.must
        if free:
            found |= self._join(first, free, self._share(rest, wanted, lost, astray))
        if lost:
            found |= self._join(first, ring.IN_PLAY, self._share(rest, wanted, lost - 1, astray))
        if astray:
            elsewhere = (ring.IN_PLAY | ring.HOME) & ~self._goal.own.may
            found |= self._join(first, elsewhere, self._share(rest, wanted, lost, astray - 1))
        self._sums[key] = found
        return found

    def _join(self, token: int, places: int, sums: int) -> int:
        reach = self._reached(token, places) if sums else ()
        return self._index.join(reach, sums) if reach else 0

    def _reached(self, token: int, places: int) -> tuple[int, ...]:
        """Return the numbers of the purses that bring this ball to one of the places."""
        key = (token, places)
        known = self._reach.get(key)
        if known is None:
            known = self._reach[key] = tuple(self._reaching(token, places))
        return known

    def _reaching(self, token: int, places: int) -> Iterator[int]:
        entry = ENTER if token == PENDING else 0
        bit = 1 << (ring.START_FIELDS[self._terrain.seat] if entry else token)
        for purse in self._purses:
            if self._before(places, purse) & bit:
                number = self._index.number(purse + entry)
                if number is not None:
                    yield number

    def _before(self, places: int, purse: int) -> int:
        """Return from which fields a ball reaches one of the places by spending exactly this purse."""
        if not purse:
            return places
        key = (places, purse)
        known = self._from.get(key)
        if known is None:
            known = 0
            for kind in _kinds(purse):
                after = self._before(places, purse - kind)
                if after:
                    known |= self._terrain.before(kind, after)
            self._from[key] = known
        return known


_ALL = (*(part(size) for size in range(1, ring.LONGEST + 1)), RING, SWAP, HOLE)


def _kinds(purse: int) -> list[int]:
    low = (1 << WIDTH) - 1
    return [kind for kind in _ALL if purse & kind * low]


def _parts_of(purses: frozenset[int]) -> tuple[int, ...]:
    """Return every purse that is contained in one of these, entries left out."""
    found = {0}
    stack = [purse & (ENTER - 1) for purse in purses]
    while stack:
        purse = stack.pop()
        if purse not in found:
            found.add(purse)
            stack.extend(purse - kind for kind in _kinds(purse))
    return tuple(found)


def _facing(arrows: int) -> int:
    return sum(1 << ring.FACING[field] for field in ring.fields_of(arrows))


def _turned(mask: int, size: int, steps: int) -> int:
    """Turn a mask of ``size`` fields on by ``steps``."""
    steps %= size
    return (mask << steps | mask >> size - steps) & (1 << size) - 1


def _back(fields: range, sign: int, *, slant: bool) -> tuple[int, ...]:
    found = [0] * ring.FIRST_TARGET
    for start in fields:
        if not slant or ring.slantwise(start):
            found[ring.BESIDE[sign][start]] |= 1 << start
    return tuple(found)


_PLAYED = range(ring.FIRST_TARGET)
_BESIDE_BACK = {sign: _back(_PLAYED, sign, slant=False) for sign in (1, -1)}
_SLANT_BACK = {sign: _back(_PLAYED, sign, slant=True) for sign in (1, -1)}
assert len((*_ALL, ENTER)) == KINDS
