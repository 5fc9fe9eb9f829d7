"""A board as named places in millimetres, laid out from the rings, discs and corner patterns of a board file.

Axes: origin in the board's centre at its top face, x right, y up, z towards the camera; corner 0 is the
lower left one, the others follow clockwise. A corner's own axes ``[u, v]``: v outwards along the diagonal,
u to the right of a player who sits at that corner and looks at the centre.
"""

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from functools import cached_property
from types import MappingProxyType
from typing import Any, TypeVar


class Variant(StrEnum):
    """Which of a board file's places are in play."""

    BASE = "base"
    MEMORY = "memory"


@dataclass(frozen=True, slots=True, kw_only=True)
class Place:
    """One named place: where something can lie, at the height of the surface round its hole."""

    name: str
    kind: str
    x_mm: float
    y_mm: float
    z_mm: float
    radius_mm: float
    depth_mm: float
    holds: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Ring:
    """Fields on a circle, numbered clockwise from ``first_deg`` (mathematical angle of the first arc)."""

    kind: str
    name: str
    count: int
    radius_mm: float
    first_deg: float
    per_arc: int
    arc_step_deg: float
    step_deg: float
    centred: bool
    hole_mm: float
    hole_depth_mm: float
    holds: str
    variant: str = ""
    on_overlay: bool = False

    def angle_deg(self, index: int) -> float:
        """Return the mathematical angle of field ``index``."""
        arc, place = divmod(index, self.per_arc)
        middle = (self.per_arc - 1) / 2 if self.centred else 0.0
        return self.first_deg + self.arc_step_deg * arc + self.step_deg * (place - middle)


@dataclass(frozen=True, slots=True, kw_only=True)
class Disc:
    """A round recess at the centre."""

    kind: str
    name: str
    radius_mm: float
    depth_mm: float
    holds: str
    variant: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Corner:
    """Places that every seat has alike, given in the corner's own axes.

    ``unseen``: nobody measured where they lie on this board, and no picture showed it.
    """

    kind: str
    name: str
    points_mm: tuple[tuple[float, float], ...]
    radius_mm: float
    depth_mm: float
    holds: str
    variant: str = ""
    on_overlay: bool = False
    unseen: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Overlay:
    """The Memory plates that lie on the board: four corner plates and a target ring plate."""

    height_mm: float
    corner_width_mm: float
    corner_inner_mm: float
    ring_outer_mm: float
    order: tuple[str, ...]


_Group = TypeVar("_Group", Ring, Disc, Corner)


@dataclass(frozen=True, kw_only=True)
class Board:
    """A board and the lengths of its pieces; immutable, changed by ``with_…``."""

    id: str
    game: str
    variant: Variant
    seats: int
    side_mm: float
    thickness_mm: float
    edge_mm: float
    ball_mm: float
    counter_mm: float
    option_mm: float
    die_mm: float
    rings: tuple[Ring, ...]
    discs: tuple[Disc, ...]
    corners: tuple[Corner, ...]
    overlay: Overlay
    marks: tuple[Mapping[str, Any], ...] = ()

    @cached_property
    def places(self) -> Mapping[str, Place]:
        """Every place of this variant by its name, in the board file's order."""
        return MappingProxyType({place.name: place for place in self.each_place()})

    def of_kind(self, *kinds: str) -> tuple[Place, ...]:
        """Return the places of these kinds, in order."""
        return tuple(place for place in self.places.values() if place.kind in kinds)

    @property
    def fields(self) -> tuple[Place, ...]:
        """The fields of the rings, on which game balls lie."""
        return self.of_kind(*{ring.kind for ring in self.rings})

    def ring(self, kind: str) -> Ring:
        """Return the ring of this kind in this variant."""
        return next(ring for ring in self._mine(self.rings) if ring.kind == kind)

    def disc(self, kind: str) -> Disc:
        """Return the disc of this kind in this variant."""
        return next(disc for disc in self._mine(self.discs) if disc.kind == kind)

    def with_variant(self, variant: Variant) -> "Board":
        """Return the same board with or without the Memory plates."""
        return replace(self, variant=variant)

    def with_ring(self, kind: str, **changes: Any) -> "Board":
        """Return the board with other numbers for one ring, such as a fitted ``radius_mm``."""
        wanted = self.ring(kind)
        return replace(
            self, rings=tuple(replace(r, **changes) if r is wanted else r for r in self.rings)
        )

    def with_disc(self, kind: str, **changes: Any) -> "Board":
        """Return the board with other numbers for one disc."""
        wanted = self.disc(kind)
        return replace(
            self, discs=tuple(replace(d, **changes) if d is wanted else d for d in self.discs)
        )

    def with_corner(self, kind: str, **changes: Any) -> "Board":
        """Return the board with other numbers for the corner places of one kind."""
        return replace(
            self,
            corners=tuple(replace(c, **changes) if c.kind == kind else c for c in self.corners),
        )

    def _mine(self, groups: Sequence[_Group]) -> Iterator[_Group]:
        return (group for group in groups if group.variant in {"", self.variant})

    def _height_mm(self, on_overlay: bool) -> float:
        return self.overlay.height_mm if on_overlay and self.variant is Variant.MEMORY else 0.0

    def each_place(self) -> Iterator[Place]:
        """Yield every place of this variant in the board file's order, even where two have one name."""
        for ring in self._mine(self.rings):
            yield from self._ring_places(ring)
        for corner in self._mine(self.corners):
            for seat in range(self.seats):
                yield from self._corner_places(corner, seat)
        for disc in self._mine(self.discs):
            yield Place(
                name=disc.name, kind=disc.kind, x_mm=0.0, y_mm=0.0, z_mm=-disc.depth_mm,
                radius_mm=disc.radius_mm, depth_mm=disc.depth_mm, holds=disc.holds,
            )  # fmt: skip

    def _ring_places(self, ring: Ring) -> Iterator[Place]:
        for i in range(ring.count):
            angle = math.radians(ring.angle_deg(i))
            yield Place(
                name=ring.name.format(i=i), kind=ring.kind,
                x_mm=ring.radius_mm * math.cos(angle), y_mm=ring.radius_mm * math.sin(angle),
                z_mm=self._height_mm(ring.on_overlay), radius_mm=ring.hole_mm / 2,
                depth_mm=ring.hole_depth_mm, holds=ring.holds,
            )  # fmt: skip

    def _corner_places(self, corner: Corner, seat: int) -> Iterator[Place]:
        for i, point in enumerate(corner.points_mm):
            x_mm, y_mm = corner_to_board(seat, *point)
            option = self.overlay.order[i] if corner.holds == "option" else ""
            yield Place(
                name=corner.name.format(k=seat, i=i, option=option), kind=corner.kind,
                x_mm=x_mm, y_mm=y_mm, z_mm=self._height_mm(corner.on_overlay),
                radius_mm=corner.radius_mm, depth_mm=corner.depth_mm, holds=corner.holds,
            )  # fmt: skip


def corner_to_board(seat: int, u_mm: float, v_mm: float) -> tuple[float, float]:
    """Turn a point in corner ``seat``'s own axes into board axes (millimetres)."""
    angle = math.radians(-135.0 - 90.0 * seat)
    out_x, out_y = math.cos(angle), math.sin(angle)
    return (v_mm * out_x - u_mm * out_y, v_mm * out_y + u_mm * out_x)
