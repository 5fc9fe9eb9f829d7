"""The board's shape: which surface a ray from the camera meets first, and how that surface faces.

The board is flat at a few heights, so a ray is followed from the highest plane to the lowest one: where
it lands below a plane's level it has passed through air, where it lands inside something higher it met
the wall between the two planes. Holes are hollow balls cut by the surface.
"""

import math
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from referee.board import Board, Place, Variant
from vision.painter.clutter import Thing
from vision.painter.colour import Floats
from vision.painter.hits import Ground, Hits
from vision.painter.table import Cover
from vision.painter.vectors import dot, longer, plane_length, put

# How far the room's floor lies under the table top.
_FLOOR_MM = 740.0
# Cells per millimetre of the map that finds a point's hole.
_CELLS = 2
# A wall's normal is the steepest way down within this distance.
_FEEL_MM = 0.8
_BISECTIONS = 7
# How wide the broken edge of the dice area is.
_BEVEL_MM = 1.0
# Rays that pass by something by less than this (millimetres sideways for each one down) are followed all
# the same: half a millimetre at a camera's height.
_SLACK = 1e-3


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
        u, r = np.abs(np.abs(x) - np.abs(y)) * math.sqrt(0.5), plane_length(x, y)
        corner = np.maximum(u - overlay.corner_width_mm, overlay.corner_inner_mm - r)
        corner = np.maximum(corner, longer(x, y) - self.half_mm)
        ring = np.maximum(r - overlay.ring_outer_mm, self.dice_mm - r)
        gap: Floats = np.minimum(corner, ring)
        return gap

    def start_gap_mm(self, x: Floats, y: Floats) -> Floats:
        """Signed distance (n,) to the nearest start area's rim, negative inside."""
        v = self.start_v_mm * math.sqrt(0.5)
        gap: Floats = plane_length(np.abs(x) - v, np.abs(y) - v) - self.start_mm
        return gap

    def height_mm(self, x: Floats, y: Floats) -> Floats:
        """Height (n,) of the highest flat surface at each place, holes left out."""
        height = np.empty(len(x), dtype=np.float32)
        on_board = longer(x, y) <= self.half_mm
        for here, part in ((on_board, self._board_height), (~on_board, self._table_height)):
            which = np.flatnonzero(here)
            if len(which):
                height[which] = part(x[which], y[which])
        return height

    def _board_height(self, x: Floats, y: Floats) -> Floats:
        height = np.zeros(len(x), dtype=np.float32)
        near = np.flatnonzero(longer(x, y) <= self.dice_mm)
        height[near[plane_length(x[near], y[near]) <= self.dice_mm]] = self.dice_z_mm
        if self.start_mm:
            v = self.start_v_mm * math.sqrt(0.5)
            near = np.flatnonzero(longer(np.abs(x) - v, np.abs(y) - v) <= self.start_mm)
            height[near[self.start_gap_mm(x[near], y[near]) <= 0]] = self.start_z_mm
        if self.memory:
            plate = np.flatnonzero(self.plate_gap_mm(x, y) <= 0)
            height[plate] = self.board.overlay.height_mm
        return height

    def _table_height(self, x: Floats, y: Floats) -> Floats:
        table = -self.board.thickness_mm
        cos, sin = math.cos(self._cover_turn), math.sin(self._cover_turn)
        on_cover = (np.abs(x * cos + y * sin) <= self._cover_mm[0] / 2) & (
            np.abs(y * cos - x * sin) <= self._cover_mm[1] / 2
        )
        levels = np.array([table - _FLOOR_MM, table], dtype=np.float32)
        height = levels.take(on_cover)
        self._raise_things(height, x, y)
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
        """Follow the rays (3, n), unit vectors that look down, from ``eye_mm`` (3,)."""
        z, wall = self._first_height(eye_mm, rays)
        points = eye_mm[:, None] + (z - eye_mm[2]) / rays[2] * rays
        kind = self._flat_kind(z, points)
        kind[wall] = np.where(z[wall] < -0.01 - self._wall_foot_mm, Ground.SIDE, Ground.WALL)
        thing = self._find_things(points, kind)
        normals = np.zeros_like(points)
        normals[2] = 1
        put(normals, wall, self._wall_normals(points.take(wall, axis=1)))
        if (thing >= 0).any():
            self._bend(points, normals, thing)
        self._round_edges(points, normals, kind)
        self._bevel(points, normals, kind)
        hole = self._bore(points, normals, kind, rays)
        return Hits(points, normals, kind, hole, thing)

    def _bend(self, points: Floats, normals: Floats, thing: NDArray[np.int16]) -> None:
        """Turn the normals of the things that lie about, in place."""
        for number, lying in enumerate(self.things):
            here = np.flatnonzero(thing == number)
            bent = normals.take(here, axis=1)
            lying.bend(bent, *points[:2].take(here, axis=1))
            put(normals, here, bent)

    def _find_things(self, points: Floats, kind: NDArray[np.uint8]) -> NDArray[np.int16]:
        """Return the thing (n,) that each point lies on, or -1, and mark its kind, in place."""
        x, y, z = points
        found = np.full(len(x), -1, dtype=np.int16)
        if self.things:
            raised = z > 0.3 - self.board.thickness_mm
            beside = np.flatnonzero(raised & (longer(x, y) > self.half_mm + 0.5))
            found[beside] = self.thing_at(x[beside], y[beside])
            kind[np.flatnonzero(found >= 0)] = Ground.THING
        return found

    @property
    def _wall_foot_mm(self) -> float:
        """Depth of the deepest recess: walls below it are the board's sides."""
        return -min(self.dice_z_mm, self.start_z_mm)

    def _first_height(self, eye_mm: Floats, rays: Floats) -> tuple[Floats, NDArray[np.intp]]:
        """Return at which height each ray (n,) ends, and which of them end on a wall."""
        z = np.full(rays.shape[1], self.levels[-1], dtype=np.float32)
        # The plane over the one below which a ray came into something higher.
        over = np.full_like(z, math.inf)
        left = np.ones(len(z), dtype=bool)
        # Planes at which only a part of the rays can meet anything are not asked for the others.
        for reached, levels in self._within_reach(eye_mm, rays):
            open_rays = np.flatnonzero(left & reached)
            for above, level in levels:
                if not len(open_rays):
                    break
                height = self.height_mm(*_on_plane(eye_mm, rays.take(open_rays, axis=1), level))
                met = height > level - 1e-3
                z[open_rays[np.flatnonzero(met)]] = level
                over[open_rays[np.flatnonzero(height > level + 1e-3)]] = above
                left[open_rays] = ~met
                open_rays = open_rays[np.flatnonzero(~met)]
        wall = np.flatnonzero(over < math.inf)
        z[wall] = self._on_wall(eye_mm, rays.take(wall, axis=1), over[wall], z[wall])
        return z, wall

    def _within_reach(
        self, eye_mm: Floats, rays: Floats
    ) -> Iterator[tuple[NDArray[np.bool_], list[tuple[float, float]]]]:
        """Yield rays (n,) and the levels at which they may meet something, each after the one above it.

        Above the board these are the rays towards things that lie about; down to the table top those
        towards the board as well; then all.
        """
        slopes, levels = (
            rays[:2] / rays[2],
            list(zip((math.inf, *self.levels), self.levels, strict=False)),
        )
        table, top = -self.board.thickness_mm, self.board.overlay.height_mm if self.memory else 0.0
        near = np.zeros(rays.shape[1], dtype=bool)
        for thing in self.things:
            place = _Box(thing.x_mm, thing.y_mm, thing.reach_mm, table, table + thing.tall_mm)
            near |= place.seen_along(eye_mm, slopes)
        yield near, [pair for pair in levels if pair[1] > top]
        board = _Box(0.0, 0.0, self.half_mm, table, top)
        near = near | board.seen_along(eye_mm, slopes)
        yield near, [pair for pair in levels if top >= pair[1] > table]
        yield np.ones_like(near), [pair for pair in levels if pair[1] <= table]

    def _on_wall(self, eye_mm: Floats, rays: Floats, top: Floats, bottom: Floats) -> Floats:
        for _ in range(_BISECTIONS):
            middle = (top + bottom) / 2
            inside = self.height_mm(*_on_plane(eye_mm, rays, middle)) > middle
            bottom, top = np.where(inside, middle, bottom), np.where(inside, top, middle)
        return bottom

    def _flat_kind(self, z: Floats, points: Floats) -> NDArray[np.uint8]:
        table = -self.board.thickness_mm
        kind = np.full(len(z), Ground.FLOOR, dtype=np.uint8)
        for level, ground in (
            (table, Ground.COVER), (self.start_z_mm, Ground.START), (self.dice_z_mm, Ground.DICE),
            (0.0, Ground.TOP), (self.board.overlay.height_mm, Ground.PLATE),
        ):  # fmt: skip
            kind[np.flatnonzero(np.abs(z - np.float32(level)) < 1e-3)] = ground
        sunk = np.flatnonzero((kind == Ground.START) | (kind == Ground.DICE))
        central = plane_length(points[0, sunk], points[1, sunk]) <= self.dice_mm
        kind[sunk] = np.where(central, Ground.DICE, Ground.START)
        return kind

    def _wall_normals(self, points: Floats) -> Floats:
        x, y, z = points
        normals = np.zeros_like(points)
        turns = [i * math.pi / 4 for i in range(8)]
        sides = np.array([(math.cos(t), math.sin(t)) for t in turns]) * _FEEL_MM
        dx, dy = sides.astype(np.float32).T[..., None]
        height = self.height_mm((x + dx).ravel(), (y + dy).ravel()).reshape(len(turns), -1)
        lower = np.clip(z - height, -1, 1)
        for way, down in zip(sides.astype(np.float32), lower, strict=True):
            normals[:2] += down * way[:, None]
        length = np.maximum(plane_length(normals[0], normals[1]), np.float32(1e-6))
        return normals / length

    def _round_edges(self, points: Floats, normals: Floats, kind: NDArray[np.uint8]) -> None:
        """Tilt the normals near the board's upper edge, whose rounding is too small to shift it."""
        edge = max(self.board.edge_mm, 0.1)
        inner = self.half_mm - longer(points[0], points[1])
        near = np.flatnonzero((inner < edge) & ((kind == Ground.TOP) | (kind == Ground.PLATE)))
        x, y = points[:2].take(near, axis=1)
        tilt = np.clip(1 - inner[near] / np.float32(edge), 0, 0.95)
        sideways = np.abs(x) > np.abs(y)
        normals[0, near] = np.where(sideways, np.sign(x) * tilt, 0)
        normals[1, near] = np.where(sideways, 0, np.sign(y) * tilt)
        normals[2, near] = np.sqrt(1 - tilt * tilt)

    def _bevel(self, points: Floats, normals: Floats, kind: NDArray[np.uint8]) -> None:
        """Tilt the normals at the rims of recesses, where the edge of the wood is broken."""
        near = longer(points[0], points[1]) < self.dice_mm + 2 * _BEVEL_MM
        wood = np.flatnonzero(near & ((kind == Ground.TOP) | (kind == Ground.PLATE)))
        x, y = points[:2].take(wood, axis=1)
        r = plane_length(x, y)
        rim = np.flatnonzero(np.abs(r - self.dice_mm - _BEVEL_MM / 2) < _BEVEL_MM / 2)
        normals[0, wood[rim]] = -0.6 * x[rim] / r[rim]
        normals[1, wood[rim]] = -0.6 * y[rim] / r[rim]
        normals[2, wood[rim]] = 0.8

    def _bore(
        self, points: Floats, normals: Floats, kind: NDArray[np.uint8], rays: Floats
    ) -> NDArray[np.int16]:
        """Move the points that lie in a hole's mouth to its bottom, in place; return their holes."""
        found = np.full(len(kind), -1, dtype=np.int16)
        for z, cells in self._hole_maps.items():
            flat = np.flatnonzero(
                (np.abs(points[2] - np.float32(z)) < 1e-3)
                & ((kind == Ground.TOP) | (kind == Ground.PLATE))
            )
            places = points[:2].take(flat, axis=1)
            cell = np.round((places + np.float32(self.half_mm)) * _CELLS).astype(np.int32)
            cell = np.clip(cell, 0, len(cells) - 1)
            number = cells.ravel().take(cell[1] * len(cells) + cell[0])
            close = np.flatnonzero(number >= 0)
            flat, number = flat[close], number[close]
            x, y, _, radius, _ = self.hole_mouths(number)
            dx, dy = places[0, close] - x, places[1, close] - y
            inside = np.flatnonzero(dx * dx + dy * dy < radius**2)
            self._sink(points, normals, rays, flat[inside], number[inside])
            kind[flat[inside]] = Ground.HOLE
            found[flat[inside]] = number[inside]
        return found

    @cached_property
    def _hole_table(self) -> Floats:
        """For each hole x, y, z of the mouth, its radius and the radius of its hollow ball, (5, holes)."""
        rows = [(h.x_mm, h.y_mm, h.z_mm, h.radius_mm, cap_radius_mm(h)) for h in self.holes]
        return np.ascontiguousarray(np.array(rows, dtype=np.float32).reshape(-1, 5).T)

    def _sink(
        self, points: Floats, normals: Floats, rays: Floats, which: NDArray[np.intp],
        number: NDArray[np.int16],
    ) -> None:  # fmt: skip
        x, y, z, _, radius = self.hole_mouths(number)
        depth = np.array([h.depth_mm for h in self.holes], dtype=np.float32)[number]
        centre = np.stack([x, y, z + (radius - depth)])
        mouth, along = points.take(which, axis=1), rays.take(which, axis=1)
        out = mouth - centre
        b = dot(out, along)
        c = dot(out, out) - radius * radius
        t = -b + np.sqrt(np.maximum(b * b - c, 0))
        bottom = mouth + t * along
        put(points, which, bottom)
        put(normals, which, (centre - bottom) / radius)

    def hole_mouths(self, number: NDArray[np.int16]) -> Floats:
        """Return x, y, z, radius and ball radius (5, n) of the holes with these numbers."""
        return self._hole_table.take(number, axis=1)


@dataclass(frozen=True, slots=True)
class _Box:
    """Room that something takes up: its middle, how far it reaches sideways, and between which heights."""

    x_mm: float
    y_mm: float
    reach_mm: float
    low_mm: float
    high_mm: float

    def seen_along(self, eye_mm: Floats, slopes: Floats) -> NDArray[np.bool_]:
        """Tell which rays (n,) may pass through; ``slopes`` (2, n) is how far they go for each mm up."""
        seen = np.ones(slopes.shape[1], dtype=bool)
        for middle, eye, slope in zip((self.x_mm, self.y_mm), eye_mm, slopes, strict=False):
            ends = [
                (middle + side * self.reach_mm - float(eye)) / (height - float(eye_mm[2]))
                for side in (-1, 1)
                for height in (self.low_mm, self.high_mm)
            ]
            seen &= (slope > min(ends) - _SLACK) & (slope < max(ends) + _SLACK)
        return seen


def _on_plane(eye_mm: Floats, rays: Floats, z_mm: Floats | float) -> tuple[Floats, Floats]:
    """Where rays (3, n) pass through a height (n,)."""
    way = (z_mm - eye_mm[2]) / rays[2]
    return eye_mm[0] + way * rays[0], eye_mm[1] + way * rays[1]
