"""Routes: which purses bring the mover's balls, each for itself, to where they are wanted.

For one ball it is found by stepping backwards from the wanted place: from which fields can it be reached by
spending exactly some purse, in any order? For all balls together, the purses that bring them to their
places form a set, held as one integer with a bit for each purse; joining two balls' sets is a few shifts.
Balls are looked at as if they stood alone on the board, and every step may be taken in any order, so
nothing that can really be played is missed.
"""

from collections.abc import Iterator
from typing import NamedTuple

from referee.games.inner_circle import ring
from referee.games.inner_circle.goal import Goal
from referee.games.inner_circle.house import OwnBall
from referee.games.inner_circle.purse import ENTER, STEPS, SWAP, WIDTH, counts
from referee.games.inner_circle.terrain import Terrain

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
        self._numbers: dict[int, int | None] = {}
        self._fitting: dict[int, int] = {}

    def number(self, purse: int) -> int | None:
        """Return the number of a purse, or None if it holds more of a kind than any purse of this turn."""
        if purse not in self._numbers:
            self._numbers[purse] = self._number(purse)
        return self._numbers[purse]

    def _number(self, purse: int) -> int | None:
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

    def fits(self, number: int) -> int:
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


class Via(NamedTuple):
    """A field that one of the balls has to touch on its way, or (``leaves``) leave by swap-ball."""

    field: int
    leaves: bool


class Routes:
    """The purses that bring all the mover's balls where a goal wants them, on one terrain."""

    def __init__(
        self, terrain: Terrain, goal: Goal, index: Index, spendable: frozenset[int]
    ) -> None:
        self._terrain, self._goal, self._index = terrain, goal, index
        self._ladder = _ladder(spendable)
        self._from: dict[tuple[int, Via | None], list[int]] = {}
        self._reach: dict[tuple[int, int, Via | None], tuple[tuple[int, int], ...]] = {}
        self._sums: dict[tuple[tuple[int, ...], int, int, int, Via | None], int] = {}
        self._own: dict[tuple[int, Via | None], int] = {}
        self._throws = terrain.house.own_ball is OwnBall.THROWS
        self._start = ring.START_FIELDS[terrain.seat]
        self._most_entries = index.most[-1]

    def sums(self, own: int, via: Via | None = None) -> int:
        """Return the mask of the purses with which the balls on ``own`` can reach the goal."""
        key = (own, via)
        known = self._own.get(key)
        if known is None:
            known = self._own[key] = self._all(own, via)
        return known

    def _all(self, own: int, via: Via | None) -> int:
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
                    found |= self._share(every, wanted, lost, astray, via)
        return found

    def _share(
        self, tokens: tuple[int, ...], wanted: int, lost: int, astray: int, via: Via | None
    ) -> int:
        """Return the purses with which these balls fill the wanted fields.

        ``lost`` of the balls are thrown on the way, ``astray`` fields may be other than wanted in the end,
        and one of the balls goes ``via`` a field.
        """
        if len(tokens) + astray < wanted.bit_count() + lost:
            return 0
        if not tokens:
            return 0 if lost or via else 1
        key = (tokens, wanted, lost, astray, via)
        known = self._sums.get(key)
        if known is not None:
            return known
        first, rest = tokens[0], tokens[1:]
        found = 0
        for places, want, lose, stray in self._ways(wanted, lost, astray):
            found |= self._join(first, places, None, self._share(rest, want, lose, stray, via))
            if via:
                sums = self._share(rest, want, lose, stray, None)
                found |= self._join(first, places, via, sums)
        self._sums[key] = found
        return found

    def _ways(self, wanted: int, lost: int, astray: int) -> Iterator[tuple[int, int, int, int]]:
        """Yield where one ball may end, and what is wanted, lost and astray of the rest then."""
        own = self._goal.own
        for place in ring.fields_of(wanted):
            yield 1 << place, wanted ^ 1 << place, lost, astray
        if own.may & ~own.must:
            yield own.may & ~own.must, wanted, lost, astray
        if lost:
            yield ring.IN_PLAY, wanted, lost - 1, astray
        if astray:
            yield (ring.IN_PLAY | ring.HOME) & ~own.may, wanted, lost, astray - 1

    def _join(self, token: int, places: int, via: Via | None, sums: int) -> int:
        """Return the purses that bring this ball to one of the places and the others as ``sums`` say."""
        found = 0
        if sums:
            for number, fits in self._reached(token, places, via):
                found |= (sums & fits) << number
        return found

    def _reached(self, token: int, places: int, via: Via | None) -> tuple[tuple[int, int], ...]:
        """Return the purses that bring this ball to one of the places: number, and what fits it."""
        key = (token, places, via)
        known = self._reach.get(key)
        if known is None:
            known = self._reach[key] = tuple(self._reaching(token, places, via))
        return known

    def _reaching(self, token: int, places: int, via: Via | None) -> Iterator[tuple[int, int]]:
        entry = 0
        if token == PENDING:
            token, entry = self._start, ENTER
            if via and via.field == token and not via.leaves:
                via = None
        bit = 1 << token
        for purse, start in zip(self._ladder, self._starts(places, via), strict=True):
            if start & bit:
                number = self._index.number(purse.whole + entry)
                if number is not None:
                    yield number, self._index.fits(number)

    def _starts(self, places: int, via: Via | None) -> list[int]:
        """Return for each purse from which fields a ball reaches one of the places by spending just that."""
        key = (places, via)
        known = self._from.get(key)
        if known is None:
            plain = self._starts(places, None) if via else None
            known = self._from[key] = self._climb(places, via, plain)
        return known

    def _climb(self, places: int, via: Via | None, plain: list[int] | None) -> list[int]:
        before = self._terrain.before
        starts: list[int] = [0 if via else places]
        for purse in self._ladder[1:]:
            found = 0
            for kind, rest in purse.less:
                if starts[rest]:
                    found |= before(kind, starts[rest])
                if via and plain:
                    found |= self._passing(via, kind, plain[rest])
            starts.append(found)
        return starts

    def _passing(self, via: Via, kind: int, after: int) -> int:
        """Return from which fields one step of this kind goes via the field and ends in one of ``after``."""
        if not after:
            return 0
        if not via.leaves:
            return self._terrain.touching(kind, via.field, after)
        here = 1 << via.field
        return self._terrain.before(kind, after) & here if kind == SWAP else 0


class Rung(NamedTuple):
    """A purse, and for each kind of step in it where on the ladder the purse without that step stands."""

    whole: int
    less: tuple[tuple[int, int], ...]


def _ladder(purses: frozenset[int]) -> tuple[Rung, ...]:
    """Return every purse that is contained in one of these, entries left out, smaller ones first."""
    found = {0}
    stack = [purse & (ENTER - 1) for purse in purses]
    while stack:
        purse = stack.pop()
        if purse not in found:
            found.add(purse)
            stack.extend(purse - kind for kind in _kinds(purse))
    ordered = sorted(found, key=lambda purse: (sum(counts(purse)), purse))
    places = {purse: place for place, purse in enumerate(ordered)}
    return tuple(
        Rung(purse, tuple((kind, places[purse - kind]) for kind in _kinds(purse)))
        for purse in ordered
    )


def _kinds(purse: int) -> list[int]:
    low = (1 << WIDTH) - 1
    return [kind for kind in STEPS if purse & kind * low]
