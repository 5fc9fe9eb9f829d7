"""The empty table: how much light comes back from each point of board, cloth and floor."""

import math
from dataclasses import dataclass
from functools import cached_property

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.painter.clutter import Thing
from vision.painter.colour import Floats, linear
from vision.painter.covers import cover_texture
from vision.painter.hits import Ground, Hits, among
from vision.painter.light import Beam, Light, beam
from vision.painter.marks import ink_maps
from vision.painter.noise import Image, layered_noise
from vision.painter.relief import Relief
from vision.painter.table import FINISHES, Finish, Table
from vision.painter.texture import Texture, look_up, packed, packed_bytes
from vision.painter.vectors import dot, longer, plane_length, put
from vision.painter.wood import Wood, wood_texture

# Texture pixels for each pixel of the picture, and the most and least for a millimetre: finer ones would
# only glitter.
_WOOD, _COVER, _INK, _FELT = (1.7, 3.0, 0.8), (1.2, 1.5, 0.5), (2.4, 4.0, 1.2), (1.5, 2.0, 0.7)
_FELT_DARK, _FELT_MOST = np.float32(0.62), np.float32(1.7)
_MATT = Finish(reflectance=0.004, exponent=8)
# How table tops shine; cloths are matt.
_COVERS = {
    "white": Finish(reflectance=0.02, exponent=120),
    "dark": Finish(reflectance=0.008, exponent=50),
    "wood": Finish(reflectance=0.01, exponent=40),
}
_GREY = np.full(3, 1 / 3, dtype=np.float32)
_BYTES = np.arange(256, dtype=np.uint8)
# What a printed sheet covers.
_PRINTED = (Ground.TOP, Ground.PLATE, Ground.START, Ground.DICE, Ground.HOLE)
_FINISHED = (Ground.TOP, Ground.PLATE, Ground.SIDE, Ground.HOLE, Ground.WALL)
_FLAT = (Ground.COVER, Ground.TOP, Ground.PLATE, Ground.DICE, Ground.START)


@dataclass(frozen=True, slots=True)
class Radiance:
    """Light from n points: ``total`` (n, 3) float32, linear, red first; ``shares`` (n, lamps) float32,
    what part of it comes from each lamp (the rest is ambient).
    """

    total: Floats
    shares: Floats


class EmptyTable:
    """The surfaces of one table, with their textures made once."""

    def __init__(self, table: Table) -> None:
        self.table = table
        scale = table.camera.focal_px / float(np.linalg.norm(table.camera.centre_mm))
        self._wood_px, self._cover_px, self._ink_px, self._felt_px = (
            max(low, min(high, factor * scale))
            for factor, high, low in (_WOOD, _COVER, _INK, _FELT)
        )
        self.relief = Relief(table.board, table.cover, table.things, table.look.felt_mm)

    @cached_property
    def _wood(self) -> Texture:
        side = self.table.board.side_mm
        return wood_texture(self.table.look.wood, (side, side), self._wood_px)

    @cached_property
    def _plate_wood(self) -> tuple[Texture, Texture]:
        """Texture of the Memory plates, grain along x and along y."""
        wood, side = self.table.look.wood, self.table.board.side_mm
        along = Wood(species=wood.species, seed=wood.seed + 1, staves=False)
        across = Wood(species=wood.species, seed=wood.seed + 2, staves=False, across=True)
        first, second = (wood_texture(cut, (side, side), self._wood_px) for cut in (along, across))
        return first, second

    @cached_property
    def _ink(self) -> tuple[Texture, Texture]:
        look = self.table.look
        top, plate = ink_maps(self.table.board, look.arrow_style, look.start_arrow, self._ink_px)
        shares = _BYTES.astype(np.float32) / 255
        return packed_bytes(top, shares), packed_bytes(plate, shares)

    @cached_property
    def _cover(self) -> Texture:
        return cover_texture(self.table.cover, self._cover_px)

    @cached_property
    def _felt(self) -> Texture:
        rng = np.random.default_rng(self.table.seed + 7)
        n = round(self.table.board.side_mm * self._felt_px)
        felt: Image = 1 + layered_noise(
            rng, (n, n), [(n // 2, n // 2, 0.16), (n // 7, n // 7, 0.07)]
        )
        return packed(np.clip(felt, 0.4, 1.7) / _FELT_MOST)

    @cached_property
    def _sheet(self) -> Texture | None:
        sheet = self.table.sheet
        return None if sheet is None else packed_bytes(sheet.picture, linear(_BYTES))

    def forget_textures(self) -> None:
        """Free the textures, half of the painter's memory; made again within a second when needed."""
        for name in ("_wood", "_plate_wood", "_ink", "_cover", "_felt", "_sheet"):
            self.__dict__.pop(name, None)

    def shade(self, hits: Hits, rays: Floats, light: Light) -> Radiance:
        """Return the light that these points send against the rays (3, n)."""
        colour = self.reflectance(hits)
        shining = _Shining.of(hits.kind, FINISHES[self.table.look.finish], self.table.cover.kind)
        total = colour * light.ambient_colour[:, None] * self._openness(hits)
        parts = []
        for lamp in light.lamps:
            rays_in = beam(lamp, hits.points)
            seen = rays_in.irradiance * self._reach(hits, rays_in)
            facing = np.maximum(dot(hits.normals, rays_in.towards), 0)
            shine = shining.mirrored(hits.normals, rays, rays_in)
            part = (colour * facing + shine) * seen * lamp.colour[:, None]
            parts.append(_by_point(part))
            total += part
        rows = _by_point(total)
        grey = np.maximum(rows @ _GREY, np.float32(1e-6))
        shares = [part @ _GREY / grey for part in parts]
        return Radiance(
            rows, np.stack(shares, axis=1) if shares else np.zeros((len(rows), 0), np.float32)
        )

    # ------------------------------------------------------------ colour

    def reflectance(self, hits: Hits) -> Floats:
        """Return each point's own colour (3, n), linear, red first."""
        look, kind = self.table.look, hits.kind
        colour = np.empty_like(hits.points)
        colour[:] = linear(self.table.cover.floor)[:, None]
        on_plate = kind == Ground.PLATE
        if self.relief.memory:
            bored = np.flatnonzero(kind == Ground.HOLE)
            on_plate[bored] = self.relief.hole_mouths(hits.hole[bored])[2] > 0
        wooden = among(kind, (Ground.TOP, Ground.SIDE, Ground.WALL, Ground.HOLE)) & ~on_plate
        self._lay(colour, hits, np.flatnonzero(wooden), self._wood, self._wood_px)
        plate = np.flatnonzero(on_plate)
        if len(plate):
            put(colour, plate, self._plate_colour(hits.points[:2].take(plate, axis=1)))
        side = np.flatnonzero(kind == Ground.SIDE)
        put(colour, side, colour.take(side, axis=1) * np.float32(0.8))
        self._draw_ink(colour, hits, on_plate)
        self._lay_felt(colour, hits, Ground.START, look.felt)
        if look.dice_floor is None:
            floor = np.flatnonzero(kind == Ground.DICE)
            self._lay(colour, hits, floor, self._wood, self._wood_px)
        else:
            self._lay_felt(colour, hits, Ground.DICE, look.dice_floor)
        if self._sheet is not None:
            scale = len(self._sheet) / self.table.board.side_mm
            printed = np.flatnonzero(among(kind, _PRINTED))
            self._lay(colour, hits, printed, self._sheet, scale)
        self._lay_cover(colour, hits)
        if (hits.thing >= 0).any():
            for number, thing in enumerate(self.relief.things):
                lying = np.flatnonzero(hits.thing == number)
                put(colour, lying, thing.reflectance(*hits.points[:2].take(lying, axis=1)).T)
        return colour

    def _lay(
        self, colour: Floats, hits: Hits, which: NDArray[np.intp], texture: Texture, scale: float
    ) -> None:
        """Give points the colour of a texture of the whole board, in place."""
        if len(which):
            put(colour, which, self._on_board(texture, hits.points[:2].take(which, axis=1), scale))

    def _on_board(self, texture: Texture, places: Floats, px_per_mm: float) -> Floats:
        """Look places (2, n) up in a texture of the whole board: (channels, n)."""
        half = self.relief.half_mm
        return look_up(texture, places[0] + half, half - places[1], px_per_mm)

    def _plate_colour(self, places: Floats) -> Floats:
        along, across = (
            self._on_board(texture, places, self._wood_px) for texture in self._plate_wood
        )
        x, y = places
        ring = plane_length(x, y) < self.table.board.overlay.ring_outer_mm + 1
        mitred = np.where(ring, np.abs(x) > np.abs(y), x * y < 0)
        colour: Floats = np.where(mitred, across, along)
        return colour

    def _draw_ink(self, colour: Floats, hits: Hits, on_plate: NDArray[np.bool_]) -> None:
        look = self.table.look
        strength, dye = np.float32(look.ink_strength), linear(look.ink)[:, None]
        for ink, mask in zip(self._ink, (hits.kind == Ground.TOP, on_plate), strict=True):
            which = np.flatnonzero(mask & (hits.hole < 0))
            if len(which):
                share = self._on_board(ink, hits.points[:2].take(which, axis=1), self._ink_px)[0]
                inked = np.flatnonzero(share)
                which, share = which[inked], share[inked] * strength
                under = colour.take(which, axis=1)
                put(colour, which, under + share * (dye - under))

    def _lay_felt(self, colour: Floats, hits: Hits, kind: Ground, rgb: tuple[float, ...]) -> None:
        which = np.flatnonzero(hits.kind == kind)
        if len(which):
            fibres = self._on_board(self._felt, hits.points[:2].take(which, axis=1), self._felt_px)
            # Light that goes in between the fibres is lost: felt looks darker than its dye.
            dye = linear((rgb[0], rgb[1], rgb[2]))[:, None]
            put(colour, which, dye * (_FELT_DARK * _FELT_MOST * fibres))

    def _lay_cover(self, colour: Floats, hits: Hits) -> None:
        which = np.flatnonzero(hits.kind == Ground.COVER)
        if not len(which):
            return
        cover = self.table.cover
        turn = math.radians(cover.turn_deg)
        cos, sin = np.float32(math.cos(turn)), np.float32(math.sin(turn))
        x, y = hits.points[:2].take(which, axis=1)
        right, up = x * cos + y * sin, y * cos - x * sin
        places = right + cover.size_mm[0] / 2, cover.size_mm[1] / 2 - up
        put(colour, which, look_up(self._cover, *places, self._cover_px))

    # ------------------------------------------------------------ shade

    def _openness(self, hits: Hits) -> Floats:
        """Share (n,) of the ambient light that finds its way to each point."""
        relief, kind, (x, y, _) = self.relief, hits.kind, hits.points
        openness: Floats = 0.5 + 0.5 * np.maximum(hits.normals[2], 0)
        low = np.flatnonzero(kind == Ground.COVER)
        self._shade_table(openness, low, x[low], y[low])
        for ground, depth in ((Ground.DICE, -relief.dice_z_mm), (Ground.START, -relief.start_z_mm)):
            sunk = np.flatnonzero(kind == ground)
            if len(sunk):
                gap = np.minimum(self._rim_gap_mm(ground, x[sunk], y[sunk]), 0)
                openness[sunk] *= 1 - 0.45 * np.exp(gap / max(depth, 0.5))
        bored = np.flatnonzero(hits.hole >= 0)
        if len(bored):
            *_, mouth, radius = relief.hole_mouths(hits.hole[bored])
            steep = mouth / radius
            # A hollow ball sees the sky from everywhere alike: the part of it that is cut away.
            cut = 0.5 * (1 + np.sqrt(np.maximum(1 - steep * steep, 0)))
            openness[bored] = np.clip(cut * 1.15, 0, 1)
        return openness

    def _shade_table(self, openness: Floats, low: NDArray[np.intp], x: Floats, y: Floats) -> None:
        """Take away the sky that board and things hide from points of the table top, in place."""
        outside = np.maximum(longer(x, y) - self.relief.half_mm, 0)
        openness[low] *= 1 - 0.5 * np.exp(-outside / (0.6 * self.table.board.thickness_mm))
        for thing in self.relief.things:
            far = np.abs(x - thing.x_mm) + np.abs(y - thing.y_mm)
            near = np.flatnonzero(far < 2.5 * thing.reach_mm)
            if len(near):
                gap = np.maximum(thing.gap_mm(x[near], y[near]), 0)
                openness[low[near]] *= 1 - 0.45 * np.exp(-gap / (0.35 * thing.tall_mm + 1.0))

    def _rim_gap_mm(self, recess: Ground, x: Floats, y: Floats) -> Floats:
        """Signed distance (n,) to a recess's rim, negative inside."""
        if recess is Ground.START:
            return self.relief.start_gap_mm(x, y)
        gap: Floats = plane_length(x, y) - self.relief.dice_mm
        return gap

    def _reach(self, hits: Hits, rays_in: Beam) -> Floats:
        """Share (n,) of a lamp's disc that each point sees past board, rims and plates."""
        relief, kind = self.relief, hits.kind
        reach = np.ones(len(kind), dtype=np.float32)
        low = np.flatnonzero((kind == Ground.COVER) | (kind == Ground.FLOOR))
        if len(low):
            reach[low] = self._past_board(hits.points, rays_in, low)
        self._past_things(reach, hits, rays_in)
        for ground in (Ground.DICE, Ground.START):
            sunk = np.flatnonzero(kind == ground)
            if len(sunk):
                x, y, span = _rise(hits.points, rays_in, sunk, 0.0)
                gap = -self._rim_gap_mm(ground, x, y)
                reach[sunk] = _soft_edge(gap, span, rays_in.spread[sunk])
        bored = np.flatnonzero(hits.hole >= 0)
        if len(bored):
            left, up, z, radius, _ = relief.hole_mouths(hits.hole[bored])
            x, y, span = _rise(hits.points, rays_in, bored, z)
            gap = radius - plane_length(x - left, y - up)
            reach[bored] = _soft_edge(gap, span, rays_in.spread[bored])
        if relief.memory:
            flat = np.flatnonzero((kind == Ground.TOP) | (kind == Ground.DICE))
            x, y, span = _rise(hits.points, rays_in, flat, self.table.board.overlay.height_mm)
            reach[flat] *= _soft_edge(relief.plate_gap_mm(x, y), span, rays_in.spread[flat])
        return reach

    def _past_things(self, reach: Floats, hits: Hits, rays_in: Beam) -> None:
        """Take away what the things that lie about hide of a lamp, in place."""
        flat = np.flatnonzero(among(hits.kind, _FLAT)) if self.relief.things else ()
        if not len(flat):
            return
        x, y, z = hits.points.take(flat, axis=1)
        for thing in self.relief.things:
            height = thing.tall_mm - self.table.board.thickness_mm
            near = 4 * height + 3 * thing.reach_mm
            if y.min() - near > thing.y_mm or y.max() + near < thing.y_mm:
                continue
            low = np.flatnonzero(z < height - 0.3)
            low = low[np.flatnonzero(longer(x[low] - thing.x_mm, y[low] - thing.y_mm) < near)]
            far = plane_length(x[low] - thing.x_mm, y[low] - thing.y_mm)
            below = flat[low[np.flatnonzero(far < near)]]
            for share in (0.35, 1.0) if len(below) else ():
                over = hits.points[2, below] * (1 - share) + height * share
                way = _rise(hits.points, rays_in, below, over)
                _hide(reach, thing, below, way, rays_in.spread[below])

    def _past_board(self, points: Floats, rays_in: Beam, which: NDArray[np.intp]) -> Floats:
        top = self.table.board.overlay.height_mm if self.relief.memory else 0.0
        x, y, span = _rise(points, rays_in, which, top)
        return _soft_edge(longer(x, y) - self.relief.half_mm, span, rays_in.spread[which])


def _by_point(colour: Floats) -> Floats:
    """Turn colours (3, n) round to (n, 3)."""
    return np.asarray(cv2.merge(list(colour)), dtype=np.float32).reshape(-1, 3)


def _rise(
    points: Floats, rays_in: Beam, which: NDArray[np.intp], height: Floats | float
) -> tuple[Floats, Floats, Floats]:
    """Follow the rays to the lamp up to a height: x and y (m,) of the points there and the ways (m,)."""
    (x, y, z), towards = points.take(which, axis=1), rays_in.towards.take(which, axis=1)
    span = np.maximum(height - z, 0) / np.maximum(towards[2], np.float32(1e-3))
    return x + span * towards[0], y + span * towards[1], span


def _hide(
    reach: Floats, thing: Thing, which: NDArray[np.intp], way: tuple[Floats, ...], spread: Floats
) -> None:
    """Take away what a thing hides of a lamp where rays to it pass the thing's height, in place."""
    x, y, span = way
    # Elsewhere all of the lamp is seen past the thing.
    beyond = thing.reach_mm + span * spread + 1
    close = np.flatnonzero(longer(x - thing.x_mm, y - thing.y_mm) < beyond)
    seen = _soft_edge(thing.gap_mm(x[close], y[close]), span[close], spread[close])
    reach[which[close]] = np.minimum(reach[which[close]], seen)


def _soft_edge(gap: Floats, span: Floats, spread: Floats) -> Floats:
    """Share (n,) of a lamp seen ``gap`` mm past an edge that is ``span`` mm away."""
    blur = np.maximum(span * spread, np.float32(0.15))
    t = np.clip(0.5 + 0.5 * gap / blur, 0, 1)
    share: Floats = t * t * (3 - 2 * t)
    return share


@dataclass(frozen=True, slots=True)
class _Shining:
    """How n points mirror light: their reflectance and the exponents of their highlights, (n,) each."""

    reflectance: Floats
    exponent: Floats

    @classmethod
    def of(cls, kind: NDArray[np.uint8], board: Finish, cover: str) -> "_Shining":
        """Tell it for kinds of `Ground` (n,); felt and floor are matt."""
        finishes = dict.fromkeys(_FINISHED, board) | {Ground.COVER: _COVERS.get(cover, _MATT)}
        rows = [finishes.get(ground, _MATT) for ground in Ground]
        numbers = np.array([(row.reflectance, row.exponent) for row in rows], dtype=np.float32)
        return cls(*(column.take(kind) for column in numbers.T))

    def mirrored(self, normals: Floats, rays: Floats, rays_in: Beam) -> Floats:
        """Mirrored light (n,) by Blinn's half vector."""
        half = rays_in.towards - rays
        half /= np.sqrt(dot(half, half))
        cosine = np.clip(dot(normals, half), 0, 1)
        # A lamp that fills a wide angle widens the highlight.
        wide = 2 / np.maximum(rays_in.spread, np.float32(1e-3)) ** 2
        exponent = 1 / (1 / self.exponent + 1 / wide)
        grazing = (1 - np.clip(-dot(rays, half), 0, 1)) ** 5
        strongest = np.minimum(self.reflectance * 30, 1)
        fresnel = self.reflectance + (1 - self.reflectance) * grazing * strongest
        shine: Floats = fresnel * (exponent + 2) / 8 * cosine**exponent
        return shine
