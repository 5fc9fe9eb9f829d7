"""Measurements of a board in one or more pictures.

Each is a pixel, the height of what was seen there, and what the board says about it: that a field's centre
lies there, or that it lies on a side, or on a circle.
"""

from collections.abc import Sequence
from dataclasses import dataclass, fields
from typing import Any, TypeVar

import numpy as np
from numpy.typing import NDArray

from vision.camera import Points

_Part = TypeVar("_Part", "FieldMarks", "PlaceMarks", "SideMarks", "RoundMarks")


@dataclass(frozen=True, slots=True)
class FieldMarks:
    """Holes or balls seen: pixel (n, 2), ring (n,), base angle and step multiple (n,), height in mm (n,)."""

    pixels: Points
    ring: NDArray[np.intp]
    angle_deg: Points
    steps: Points
    height_mm: Points


@dataclass(frozen=True, slots=True)
class PlaceMarks:
    """Memory's ball places seen: pixel (n, 2), where the board has them (n, 2), height in mm (n,)."""

    pixels: Points
    places_mm: Points
    height_mm: Points


@dataclass(frozen=True, slots=True)
class SideMarks:
    """Pieces of the board's sides: pixel (n, 2), outward normal (n, 2) of the side, height in mm (n,).

    A side that shows whole has ``each`` of them.
    """

    pixels: Points
    normal: Points
    height_mm: Points
    each: int


@dataclass(frozen=True, slots=True)
class RoundMarks:
    """Pieces of round edges: pixel (n, 2), centre (n, 2), which circle (n,), height in mm (n,).

    A circle that shows whole has ``each`` of them.
    """

    pixels: Points
    centre_mm: Points
    circle: NDArray[np.intp]
    height_mm: Points
    each: int


@dataclass(frozen=True, slots=True)
class Marks:
    """All measurements of ``pictures`` pictures."""

    pictures: int
    fields: FieldMarks
    places: PlaceMarks
    sides: SideMarks
    rounds: RoundMarks


def merged(all_marks: Sequence[Marks]) -> Marks:
    """Return the measurements of several pictures as one."""
    return Marks(
        sum(marks.pictures for marks in all_marks),
        _joined([marks.fields for marks in all_marks]),
        _joined([marks.places for marks in all_marks]),
        _joined([marks.sides for marks in all_marks]),
        _joined([marks.rounds for marks in all_marks]),
    )


def _joined(parts: list[_Part]) -> _Part:
    """Append arrays to each other and add up counts."""
    columns: dict[str, Any] = {}
    for field in fields(parts[0]):
        values = [getattr(part, field.name) for part in parts]
        columns[field.name] = sum(values) if isinstance(values[0], int) else np.concatenate(values)
    return type(parts[0])(**columns)
