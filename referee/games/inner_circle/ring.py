"""The board's topology (rules B1 to B4): fields as small numbers, and which field lies where from which.

Fields are numbered O0..O63 = 0..63, I0..I31 = 64..95, T0..T15 = 96..111, so that a set of fields is an
integer with one bit for each (a *mask*): sets are compared, joined and counted in one machine operation.
"""

from collections.abc import Iterable
from functools import lru_cache

OUTER = 64
INNER = 32
TARGET_BASE = 8
TARGET_MEMORY = 16
SEATS = 4

FIRST_INNER = OUTER
FIRST_TARGET = OUTER + INNER
FIELDS = FIRST_TARGET + TARGET_MEMORY

NAMES: tuple[str, ...] = (
    *(f"O{i}" for i in range(OUTER)),
    *(f"I{i}" for i in range(INNER)),
    *(f"T{i}" for i in range(TARGET_MEMORY)),
)
"""The name of every field, by its number."""

NUMBERS: dict[str, int] = {name: number for number, name in enumerate(NAMES)}
"""The number of every field, by its name."""

IN_PLAY = (1 << FIRST_TARGET) - 1
"""Mask of the outer and inner ring (T1)."""

OUTER_RING = (1 << OUTER) - 1
INNER_RING = IN_PLAY ^ OUTER_RING

HOME = ((1 << TARGET_MEMORY) - 1) << FIRST_TARGET
"""Mask of the target fields, those of the Memory ring included."""

START_FIELDS: tuple[int, ...] = tuple(16 * seat for seat in range(SEATS))
"""The start field of every seat (B2)."""

FACING: dict[int, int] = {}
"""From a ring-change arrow to the facing one of the other ring (B3)."""
for _k in range(SEATS):
    FACING[8 + 16 * _k] = FIRST_INNER + 4 + 8 * _k
    FACING[FIRST_INNER + 4 + 8 * _k] = 8 + 16 * _k

RING_CHANGES = sum(1 << field for field in FACING)
"""Mask of the ring-change arrows."""


def _advance(field: int, steps: int) -> int:
    if field < OUTER:
        return (field + steps) % OUTER
    return FIRST_INNER + (field - FIRST_INNER + steps) % INNER


def _beside(field: int, direction: int) -> int:
    if field >= FIRST_INNER:
        return 2 * (field - FIRST_INNER)
    slantwise = field + direction if field % 2 else field
    return FIRST_INNER + slantwise // 2 % INNER


LONGEST = 12
"""The largest number on the die, so the longest step of one ball."""

ADVANCE: tuple[tuple[int, ...], ...] = tuple(
    tuple(_advance(field, steps) for steps in (*range(LONGEST + 1), *range(-LONGEST, 0)))
    for field in range(FIRST_TARGET)
)
"""``ADVANCE[field][steps]``: the field ``steps`` on along its ring, clockwise; below 0 back (M1)."""

BESIDE: dict[int, tuple[int, ...]] = {
    direction: tuple(_beside(field, direction) for field in range(FIRST_TARGET))
    for direction in (1, -1)
}
"""``BESIDE[direction][field]``: where swap-ring brings a ball (O5)."""


def _neighbours(field: int) -> frozenset[str]:
    facing = () if slantwise(field) else (BESIDE[1][field],)
    return frozenset(NAMES[each] for each in (_advance(field, 1), _advance(field, -1), *facing))


def targets(memory: bool) -> range:
    """Return the numbers of the target fields of the base or the Memory ring (B4)."""
    return range(FIRST_TARGET, FIRST_TARGET + (TARGET_MEMORY if memory else TARGET_BASE))


def targets_behind(memory: bool) -> dict[int, int]:
    """Return for every target-ring arrow the mask of the target fields behind it (B4)."""
    each = len(targets(memory)) // SEATS
    return {
        FIRST_INNER + 8 * k: ((1 << each) - 1) << (FIRST_TARGET + each * k) for k in range(SEATS)
    }


def slantwise(field: int) -> bool:
    """Tell whether swap-ring leaves this field slantwise: an odd outer field has none beside it (B1)."""
    return field < OUTER and field % 2 == 1


NEIGHBOURS: dict[str, frozenset[str]] = {
    NAMES[field]: _neighbours(field) for field in range(FIRST_TARGET)
}
"""The fields of both rings next to which a ball of such a field may lie if it is beside its hole (B1)."""


@lru_cache(maxsize=1 << 15)
def fields_of(mask: int) -> tuple[int, ...]:
    """Return the numbers of a mask's fields, lowest first."""
    found = []
    while mask:
        low = mask & -mask
        found.append(low.bit_length() - 1)
        mask ^= low
    return tuple(found)


def mask_of(names: Iterable[str]) -> int:
    """Return the mask of these field names."""
    return sum(1 << NUMBERS[name] for name in names)
