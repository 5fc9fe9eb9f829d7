"""What one ball can do on the board, looked at backwards: from which fields does a step lead where."""

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache, cached_property, reduce
from operator import or_

from referee.games.inner_circle import ring
from referee.games.inner_circle.house import House
from referee.games.inner_circle.purse import HOLE, RING, SWAP, size_of


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

    @cached_property
    def _beside(self) -> tuple[tuple[int, ...], ...]:
        return _beside_tables(self.signs, self.house.swap_ring_triggers_change, self.memory)

    def before(self, kind: int, places: int) -> int:
        """Return from which fields one step of this kind reaches one of ``places`` (a mask)."""
        if kind == RING:
            return _spread(self._beside, places)
        if kind == SWAP:
            if self.house.swap_ball_may_hole:
                places = self._with_arrows(places)
            return ring.IN_PLAY if places & self.swaps else 0
        if kind == HOLE:
            return ring.IN_PLAY if places & ring.HOME else 0
        places = self._with_arrows(places)
        landings = places & ring.IN_PLAY & ~ring.RING_CHANGES
        arrows = places & ring.RING_CHANGES
        if arrows:
            landings |= _facing(arrows)
            if self.stays:
                landings |= arrows
        return self._back(size_of(kind), landings)

    def touching(self, kind: int, field: int, places: int) -> int:
        """Return from which fields one step of this kind touches ``field`` and reaches one of ``places``."""
        bit, facing = 1 << field, ring.FACING.get(field)
        ends = bool(places & (bit | self.behind.get(field, 0)))
        if kind == HOLE:
            return 0
        if kind == SWAP:
            holes = self.behind.get(field, 0) if self.house.swap_ball_may_hole else 0
            return ring.IN_PLAY if bit & self.swaps and places & (bit | holes) else 0
        passes = facing is not None and bool(places >> facing & 1)
        if kind == RING:
            return self._touching_ring(field, facing, ends, passes)
        if facing is None:
            return self._back(size_of(kind), bit if ends else 0)
        landings = bit if passes or (ends and self.stays) else 0
        return self._back(size_of(kind), landings | (1 << facing if ends else 0))

    def _touching_ring(self, field: int, facing: int | None, ends: bool, passes: bool) -> int:
        found = 0
        for sign in self.signs:
            if ends:
                found |= _BESIDE_BACK[sign][field]
            if facing is not None and self.house.swap_ring_triggers_change:
                if passes:
                    found |= _SLANT_BACK[sign][field]
                if ends:
                    found |= _SLANT_BACK[sign][facing]
        return found

    def _back(self, size: int, landings: int) -> int:
        """Return from which fields a part of this size lands on one of ``landings``."""
        outer, inner = landings & ring.OUTER_RING, landings >> ring.OUTER
        found = 0
        for sign in self.signs:
            found |= _turned(outer, ring.OUTER, -sign * size)
            found |= _turned(inner, ring.INNER, -sign * size) << ring.OUTER
        return found

    def _with_arrows(self, places: int) -> int:
        """Add the target-ring arrows from which a ball may go on into one of the places (M6)."""
        if places & ring.HOME:
            for arrow, holes in self.behind.items():
                if places & holes:
                    places |= 1 << arrow
        return places


def _facing(arrows: int) -> int:
    return sum(1 << ring.FACING[field] for field in ring.fields_of(arrows))


def _turned(mask: int, size: int, steps: int) -> int:
    """Turn a mask of ``size`` fields on by ``steps``."""
    steps %= size
    return (mask << steps | mask >> size - steps) & (1 << size) - 1


def _back(sign: int, *, slant: bool) -> tuple[int, ...]:
    """Return for every field from which fields swap-ring comes there, or comes there slantwise."""
    found = [0] * ring.FIELDS
    for start in range(ring.FIRST_TARGET):
        if not slant or ring.slantwise(start):
            found[ring.BESIDE[sign][start]] |= 1 << start
    return tuple(found)


_BESIDE_BACK = {sign: _back(sign, slant=False) for sign in (1, -1)}
_SLANT_BACK = {sign: _back(sign, slant=True) for sign in (1, -1)}

_BYTE = 8


@cache
def _beside_tables(
    signs: tuple[int, ...], change: bool, memory: bool
) -> tuple[tuple[int, ...], ...]:
    """Return from which fields swap-ring leads to a mask of places, as a table for each byte of the mask."""
    back = [_joined(_BESIDE_BACK[sign][field] for sign in signs) for field in range(ring.FIELDS)]
    if change:
        for field, facing in ring.FACING.items():
            back[field] |= _joined(_SLANT_BACK[sign][facing] for sign in signs)
    for arrow, holes in ring.targets_behind(memory).items():
        for hole in ring.fields_of(holes):
            back[hole] = back[arrow]
    return tuple(_table(back[first : first + _BYTE]) for first in range(0, ring.FIELDS, _BYTE))


def _table(back: list[int]) -> tuple[int, ...]:
    return tuple(_joined(back[i] for i in ring.fields_of(byte)) for byte in range(1 << _BYTE))


def _joined(masks: Iterable[int]) -> int:
    return reduce(or_, masks, 0)


def _spread(tables: tuple[tuple[int, ...], ...], places: int) -> int:
    """Return the mask that the tables give for these places."""
    found = 0
    for table in tables:
        found |= table[places & 0xFF]
        places >>= _BYTE
    return found
