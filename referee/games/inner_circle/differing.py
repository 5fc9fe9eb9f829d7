"""Where a position differs from a legal one, as mistakes to be put right: the last resort of explaining."""

from collections.abc import Iterator

from referee.games.inner_circle import ring
from referee.games.inner_circle.goal import Goal
from referee.games.inner_circle.throw import BITS, OPTIONS
from referee.games.inner_circle.turn import Kind, Step, Turn

Difference = tuple[Step, int | None]
"""A wrong step, and the place among the others of whoever's ball it concerns (None: the mover's)."""


def differences(legal: Turn, seen: Goal) -> Iterator[Difference]:
    """Yield what to put right so that ``seen`` becomes ``legal``, by one ball or option ball at a time.

    In a step's path a ball stands first where it belongs and then where it lies.
    """
    pairs, missing, extra = _paired(legal.own, seen.own.must)
    for belongs, lies in pairs:
        breaks = "M6.instead" if lies >= ring.FIRST_TARGET else "M1.instead"
        yield Step(Kind.MOVE, 0, (belongs, lies), breaks=breaks), None
    for field in extra:
        breaks = "O6.start" if field >= ring.FIRST_TARGET else "T3.placed"
        yield Step(Kind.MOVE, 0, (field,), breaks=breaks), None
    for field in missing:
        yield Step(Kind.MOVE, 0, (field,), breaks="T4.off"), None
    for place, (theirs, wanted) in enumerate(zip(legal.others, seen.others, strict=True)):
        yield from ((step, place) for step in _others(theirs, wanted.must))
    yield from ((step, None) for step in _options(legal.means.stored, seen.stored_must))


def _others(theirs: int, lie: int) -> Iterator[Step]:
    pairs, missing, extra = _paired(theirs, lie)
    for path in pairs:
        yield Step(Kind.MOVE, 0, path, breaks="T4.instead")
    for field in missing:
        yield Step(Kind.MOVE, 0, (field,), breaks="T4.gone")
    for field in extra:
        yield Step(Kind.MOVE, 0, (field,), breaks="T4.put")


def _options(legal: int, lie: int) -> Iterator[Step]:
    for bit in (BITS[option] for option in OPTIONS):
        if (legal ^ lie) & bit:
            breaks = "X2.down" if legal & bit else "X3.without"
            if bit == BITS["exit"] and lie & bit:
                breaks = "X4.without"
            yield Step(Kind.STORE, 0, (), bit, breaks=breaks)


def _paired(belong: int, lie: int) -> tuple[list[tuple[int, int]], list[int], list[int]]:
    """Return pairs of fields where a ball belongs and lies, the nearest first; and what is left of both."""
    missing = list(ring.fields_of(belong & ~lie))
    extra = list(ring.fields_of(lie & ~belong))
    pairs = []
    while missing and extra:
        pair = min(((m, e) for m in missing for e in extra), key=_apart)
        missing.remove(pair[0])
        extra.remove(pair[1])
        pairs.append(pair)
    return pairs, missing, extra


def _apart(pair: tuple[int, int]) -> tuple[bool, int]:
    """Return how far two fields lie apart: on different rings further than any on the same one."""
    here, there = pair
    ring_of = [(field >= ring.FIRST_INNER) + (field >= ring.FIRST_TARGET) for field in pair]
    size = ring.OUTER if here < ring.FIRST_INNER else ring.INNER
    return ring_of[0] != ring_of[1], min((here - there) % size, (there - here) % size)
