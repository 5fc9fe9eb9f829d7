"""Which pieces hands must carry to get from one position to the next."""

from collections.abc import Iterator

from referee.acting import Carry, beside
from referee.games.inner_circle import ring
from referee.games.inner_circle.position import Position
from referee.games.inner_circle.throw import OPTIONS


def carries_between(before: Position, after: Position, path: tuple[int, ...]) -> tuple[Carry, ...]:
    """Return what one step's hand does, in the order in which people do it.

    ``path`` is that of the step's ball: it tells which of several own balls moved.
    """
    return (*_balls(before, after, path), *_options(before, after))


def _balls(before: Position, after: Position, path: tuple[int, ...]) -> Iterator[Carry]:
    left = {seat: before.where[seat] & ~after.where[seat] for seat in before.seats}
    came = {seat: after.where[seat] & ~before.where[seat] for seat in before.seats}
    mover = before.turn
    swapped = left[mover] and any(came[seat] for seat in before.seats if seat != mover)
    if swapped:
        here, there = (ring.NAMES[field] for field in path[:2])
        target = ring.NAMES[ring.fields_of(came[mover])[0]]
        yield from (Carry(here, beside(here)), Carry(there, here), Carry(beside(here), target))
        return
    for seat in before.seats:
        for field in ring.fields_of(left[seat]):
            if seat != mover or (came[mover] and field != path[0]) or not came[mover]:
                yield Carry(ring.NAMES[field], f"S{seat}")
    for field in ring.fields_of(came[mover]):
        source = ring.NAMES[path[0]] if left[mover] >> path[0] & 1 else f"S{mover}"
        yield Carry(source, ring.NAMES[field])


def _options(before: Position, after: Position) -> Iterator[Carry]:
    for seat in before.seats:
        changed = set(before.stored[seat]) ^ set(after.stored[seat])
        for option in OPTIONS:
            if option in changed:
                lower, upper = (f"M{seat}.{option}.{row}" for row in ("lower", "upper"))
                stored = option in after.stored[seat]
                yield Carry(lower, upper) if stored else Carry(upper, lower)
