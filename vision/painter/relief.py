"""The board's shape: which surface a ray from the camera meets first, and how that surface faces.

The board is flat at a few heights, so a ray is followed from the highest plane to the lowest one: where
it lands below a plane's level it has passed through air, where it lands inside something higher it met
the wall between the two planes. Holes are hollow balls cut by the surface.
"""

import math
from dataclasses import dataclass
from enum import IntEnum
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from referee.board import Board, Place, Variant
from vision.painter.clutter import Thing
from vision.painter.colour import Floats
from vision.painter.table import Cover

# How far the room's floor lies under the table top.
_FLOOR_MM = 740.0
# Cells per millimetre of the map that finds a point's hole.
_CELLS = 2
# A wall's normal is the steepest way down within this distance.
_FEEL_MM = 0.8
_BISECTIONS = 7
# How wide the broken edge of the dice area is.
_BEVEL_MM = 1.0


class Ground(IntEnum):
    """What kind of surface a point lies on."""

    FLOOR = 0
    COVER = 1
    SIDE = 2
    TOP = 3
    PLATE = 4
    WALL = 5
    START = 6
    DICE = 7
    HOLE = 8
    THING = 9


@dataclass(frozen=True, slots=True)
class Hits:
    """Where n rays end: points (n, 3) and normals (n, 3) float32, ``kind`` (n,) uint8 of `Ground`,
    ``hole`` (n,) int16, the number of the hole in `Relief.holes`, or -1; ``thing`` (n,) int16 likewise
    of the things that lie about.
    """

    points: Floats
    normals: Floats
    kind: NDArray[np.uint8]
    hole: NDArray[np.int16]
    thing: NDArray[np.int16]


def cap_radius_mm(place: Place) -> float:
    """Return the radius of the hollow ball whose cap is this place's hole."""
    a, h = place.radius_mm, place.depth_mm
    return (a * a + h * h) / (2 * h)


class Relief:
    """The shape of one board on its table top; ``felt_mm`` is how thick the start areas' felt is."""

    def __init__(
        self, board: Board, cover: Cover, things: tuple[Thing, ...] = (), felt_mm: float = 0.0
    ) -> None:
        self.board, self.things = board, things
        self.half_mm = board.side_mm / 2
        self.memory = board.variant is Variant.MEMORY
        self._cover_mm = cover.size_mm
        self._cover_turn = math.radians(cover.turn_deg)
        self.dice_mm = board.disc("dice").radius_mm
        self.dice_z_mm = -board.disc("dice").depth_mm
        starts = board.of_kind("start")
        self.start_v_mm = math.hypot(starts[0].x_mm, starts[0].y_mm) if starts else math.inf
        self.start_mm = starts[0].radius_mm if starts else 0.0
        self.start_z_mm = felt_mm - starts[0].depth_mm if starts else 0.0
        self.holes: tuple[Place, ...] = tuple(
            place for place in board.places.values() if place.holds in {"ball", "counter", "option"}
        )

    @cached_property
    def levels(self) -> tuple[float, ...]:
        """The heights (millimetres) of all flat surfaces, highest first."""
        plate = {self.board.overlay.height_mm} if self.memory else set()
        table = -self.board.thickness_mm
        flats = {0.0, self.dice_z_mm, self.start_z_mm, table, table - _FLOOR_MM}
        lying = {table + level for thing in self.things for level in thing.levels_mm}
        return tuple(sorted(plate | flats | lying, reverse=True))

    @cached_property
    def _hole_maps(self) -> dict[float, NDArray[np.int16]]:
        size = 2 * math.ceil(self.half_mm * _CELLS) + 1
        maps: dict[float, NDArray[np.int16]] = {}
        for number, hole in enumerate(self.holes):
            cells = maps.setdefault(hole.z_mm, np.full((size, size), -1, dtype=np.int16))
            row, column = (round((v + self.half_mm) * _CELLS) for v in (hole.y_mm, hole.x_mm))
            reach = math.ceil((hole.radius_mm + 0.8) * _CELLS)
            cells[row - reach : row + reach + 1, column - reach : column + reach + 1] = number
        return maps

    def plate_gap_mm(self, x: Floats, y: Floats) -> Floats:
        """Signed distance (n,) to the nearest Memory plate, negative on it."""
        overlay = self.board.overlay
        u, r = np.abs(np.abs(x) - np.abs(y)) * math.sqrt(0.5), np.hypot(x, y)
        corner = np.maximum(u - overlay.corner_width_mm, overlay.corner_inner_mm - r)
        corner = np.maximum(corner, np.maximum(np.abs(x), np.abs(y)) - self.half_mm)
        ring = np.maximum(r - overlay.ring_outer_mm, self.dice_mm - r)
        gap: Floats = np.minimum(corner, ring)
        return gap

    def start_gap_mm(self, x: Floats, y: Floats) -> Floats:
        """Signed distance (n,) to the nearest start area's rim, negative inside."""
        v = self.start_v_mm * math.sqrt(0.5)
        gap: Floats = np.hypot(np.abs(x) - v, np.abs(y) - v) - self.start_mm
        return gap

    def height_mm(self, x: Floats, y: Floats) -> Floats:
        """Height (n,) of the highest flat surface at each place, holes left out."""
        table = -self.board.thickness_mm
        cos, sin = math.cos(self._cover_turn), math.sin(self._cover_turn)
        on_cover = (np.abs(x * cos + y * sin) <= self._cover_mm[0] / 2) & (
            np.abs(y * cos - x * sin) <= self._cover_mm[1] / 2
        )
        height = np.where(on_cover, np.float32(table), np.float32(table - _FLOOR_MM))
        self._raise_things(height, x, y)
        height[(np.abs(x) <= self.half_mm) & (np.abs(y) <= self.half_mm)] = 0
        height[np.hypot(x, y) <= self.dice_mm] = self.dice_z_mm
        if self.start_mm:
            height[self.start_gap_mm(x, y) <= 0] = self.start_z_mm
        if self.memory:
            height[self.plate_gap_mm(x, y) <= 0] = self.board.overlay.height_mm
        return height

    def _raise_things(self, height: Floats, x: Floats, y: Floats) -> None:
        """Put the things that lie about onto the table, in place."""
        for thing in self.things:
            near = np.flatnonzero(
                (np.abs(x - np.float32(thing.x_mm)) <= thing.reach_mm)
                & (np.abs(y - np.float32(thing.y_mm)) <= thing.reach_mm)
            )
            if len(near):
                tall = thing.height_mm(x[near], y[near])
                raised = near[tall > 0]
                height[raised] = tall[tall > 0] - np.float32(self.board.thickness_mm)

    def thing_at(self, x: Floats, y: Floats) -> NDArray[np.int16]:
        """Return the number (n,) of the thing that lies at each place, or -1."""
        found = np.full(len(x), -1, dtype=np.int16)
        for number, thing in enumerate(self.things):
            found[thing.gap_mm(x, y) <= 0.3] = number
        return found

    def trace(self, eye_mm: Floats, rays: Floats) -> Hits:
        """Follow the rays (n, 3), unit vectors that look down, from ``eye_mm`` (3,)."""
        z, wall = self._first_height(eye_mm, rays)
        t = (z - eye_mm[2]) / rays[:, 2]
        points = eye_mm + t[:, None] * rays
        kind = self._flat_kind(z, points)
        kind[wall] = np.where(z[wall] < -0.01 - self._wall_foot_mm, Ground.SIDE, Ground.WALL)
        thing = self._find_things(points, kind)
        normals = np.zeros_like(points)
        normals[:, 2] = 1
        normals[wall] = self._wall_normals(points[wall])
        for number, lying in enumerate(self.things):
            here = np.flatnonzero(thing == number)
            bent = normals[here]
            lying.bend(bent, points[here, 0], points[here, 1])
            normals[here] = bent
        self._round_edges(points, normals, kind)
        self._bevel(points, normals, kind)
        hole = self._bore(points, normals, kind, rays)
        return Hits(points, normals, kind, hole, thing)

    def _find_things(self, points: Floats, kind: NDArray[np.uint8]) -> NDArray[np.int16]:
        """Return the thing (n,) that each point lies on, or -1, and mark its kind, in place."""
        found = np.full(len(points), -1, dtype=np.int16)
        if self.things:
            outside = np.maximum(np.abs(points[:, 0]), np.abs(points[:, 1])) > self.half_mm + 0.5
            raised = points[:, 2] > 0.3 - self.board.thickness_mm
            beside = np.flatnonzero(outside & raised)
            found[beside] = self.thing_at(points[beside, 0], points[beside, 1])
            kind[found >= 0] = Ground.THING
        return found

    @property
    def _wall_foot_mm(self) -> float:
        """Depth of the deepest recess: walls below it are the board's sides."""
        return -min(self.dice_z_mm, self.start_z_mm)

    def _first_height(self, eye_mm: Floats, rays: Floats) -> tuple[Floats, NDArray[np.bool_]]:
        z = np.full(len(rays), self.levels[-1], dtype=np.float32)
        wall = np.zeros(len(rays), dtype=bool)
        open_rays = np.arange(len(rays))
        for above, level in zip((math.inf, *self.levels), self.levels, strict=False):
            at = eye_mm + ((level - eye_mm[2]) / rays[open_rays, 2])[:, None] * rays[open_rays]
            height = self.height_mm(at[:, 0], at[:, 1])
            met = height > level - 1e-3
            inside = height > level + 1e-3
            z[open_rays[met]] = level
            if above != math.inf and inside.any():
                hit = open_rays[inside]
                z[hit] = self._on_wall(eye_mm, rays[hit], above, level)
                wall[hit] = True
            open_rays = open_rays[~met]
        return z, wall

    def _on_wall(self, eye_mm: Floats, rays: Floats, above: float, below: float) -> Floats:
        top = np.full(len(rays), above, dtype=np.float32)
        bottom = np.full(len(rays), below, dtype=np.float32)
        for _ in range(_BISECTIONS):
            middle = (top + bottom) / 2
            at = eye_mm + ((middle - eye_mm[2]) / rays[:, 2])[:, None] * rays
            inside = self.height_mm(at[:, 0], at[:, 1]) > middle
            bottom, top = np.where(inside, middle, bottom), np.where(inside, top, middle)
        return bottom

    def _flat_kind(self, z: Floats, points: Floats) -> NDArray[np.uint8]:
        table = -self.board.thickness_mm
        kind = np.full(len(z), Ground.FLOOR, dtype=np.uint8)
        for level, ground in (
            (table, Ground.COVER), (self.start_z_mm, Ground.START), (self.dice_z_mm, Ground.DICE),
            (0.0, Ground.TOP), (self.board.overlay.height_mm, Ground.PLATE),
        ):  # fmt: skip
            kind[np.abs(z - np.float32(level)) < 1e-3] = ground
        sunk = np.flatnonzero((kind == Ground.START) | (kind == Ground.DICE))
        central = np.hypot(points[sunk, 0], points[sunk, 1]) <= self.dice_mm
        kind[sunk] = np.where(central, Ground.DICE, Ground.START)
        return kind

    def _wall_normals(self, points: Floats) -> Floats:
        normals = np.zeros_like(points)
        for i in range(8):
            dx, dy = (_FEEL_MM * f(i * math.pi / 4) for f in (math.cos, math.sin))
            height = self.height_mm(points[:, 0] + np.float32(dx), points[:, 1] + np.float32(dy))
            lower = np.clip(points[:, 2] - height, -1, 1)
            normals[:, 0] += lower * np.float32(dx)
            normals[:, 1] += lower * np.float32(dy)
        length = np.maximum(np.hypot(normals[:, 0], normals[:, 1]), np.float32(1e-6))
        return normals / length[:, None]

    def _round_edges(self, points: Floats, normals: Floats, kind: NDArray[np.uint8]) -> None:
        """Tilt the normals near the board's upper edge, whose rounding is too small to shift it."""
        edge = max(self.board.edge_mm, 0.1)
        x, y = points[:, 0], points[:, 1]
        inner = self.half_mm - np.maximum(np.abs(x), np.abs(y))
        near = np.flatnonzero((inner < edge) & ((kind == Ground.TOP) | (kind == Ground.PLATE)))
        tilt = np.clip(1 - inner[near] / np.float32(edge), 0, 0.95)
        sideways = np.abs(x[near]) > np.abs(y[near])
        normals[near, 0] = np.where(sideways, np.sign(x[near]) * tilt, 0)
        normals[near, 1] = np.where(sideways, 0, np.sign(y[near]) * tilt)
        normals[near, 2] = np.sqrt(1 - tilt * tilt)

    def _bevel(self, points: Floats, normals: Floats, kind: NDArray[np.uint8]) -> None:
        """Tilt the normals at the rims of recesses, where the edge of the wood is broken."""
        wood = np.flatnonzero((kind == Ground.TOP) | (kind == Ground.PLATE))
        x, y = points[wood, 0], points[wood, 1]
        r = np.hypot(x, y)
        rim = np.flatnonzero(np.abs(r - self.dice_mm - _BEVEL_MM / 2) < _BEVEL_MM / 2)
        normals[wood[rim], 0] = -0.6 * x[rim] / r[rim]
        normals[wood[rim], 1] = -0.6 * y[rim] / r[rim]
        normals[wood[rim], 2] = 0.8

    def _bore(
        self, points: Floats, normals: Floats, kind: NDArray[np.uint8], rays: Floats
    ) -> NDArray[np.int16]:
        """Move the points that lie in a hole's mouth to its bottom, in place; return their holes."""
        found = np.full(len(points), -1, dtype=np.int16)
        for z, cells in self._hole_maps.items():
            flat = np.flatnonzero(
                (np.abs(points[:, 2] - np.float32(z)) < 1e-3)
                & ((kind == Ground.TOP) | (kind == Ground.PLATE))
            )
            cell = np.round((points[flat, :2] + np.float32(self.half_mm)) * _CELLS).astype(np.int32)
            cell = np.clip(cell, 0, len(cells) - 1)
            number = cells[cell[:, 1], cell[:, 0]]
            flat, number = flat[number >= 0], number[number >= 0]
            offset = points[flat, :2] - self._hole_table[number, :2]
            inside = np.einsum("ij,ij->i", offset, offset) < self._hole_table[number, 3] ** 2
            self._sink(points, normals, rays, flat[inside], number[inside])
            kind[flat[inside]] = Ground.HOLE
            found[flat[inside]] = number[inside]
        return found

    @cached_property
    def _hole_table(self) -> Floats:
        """For each hole x, y, z of the mouth, its radius and the radius of its hollow ball."""
        return np.array(
            [(h.x_mm, h.y_mm, h.z_mm, h.radius_mm, cap_radius_mm(h)) for h in self.holes],
            dtype=np.float32,
        )

    def _sink(
        self, points: Floats, normals: Floats, rays: Floats, which: NDArray[np.intp],
        number: NDArray[np.int16],
    ) -> None:  # fmt: skip
        radius = self._hole_table[number, 4]
        depth = np.array([h.depth_mm for h in self.holes], dtype=np.float32)[number]
        centre = self._hole_table[number, :3].copy()
        centre[:, 2] += radius - depth
        out = points[which] - centre
        b = np.einsum("ij,ij->i", out, rays[which])
        c = np.einsum("ij,ij->i", out, out) - radius * radius
        t = -b + np.sqrt(np.maximum(b * b - c, 0))
        points[which] += t[:, None] * rays[which]
        normals[which] = (centre - points[which]) / radius[:, None]

    def hole_mouths(self, number: NDArray[np.int16]) -> Floats:
        """Return x, y, z, radius and ball radius (n, 5) of the holes with these numbers."""
        return self._hole_table[number]
