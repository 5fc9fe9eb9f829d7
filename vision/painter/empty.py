"""The empty table: how much light comes back from each point of board, cloth and floor."""

import math
from dataclasses import dataclass
from functools import cached_property

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.painter.colour import Floats, linear
from vision.painter.covers import cover_texture
from vision.painter.light import Beam, Light, beam
from vision.painter.marks import ink_maps
from vision.painter.noise import Image, layered_noise
from vision.painter.relief import Ground, Hits, Relief
from vision.painter.table import FINISHES, Finish, Table
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
# What a printed sheet covers.
_PRINTED = (Ground.TOP, Ground.PLATE, Ground.START, Ground.DICE, Ground.HOLE)
_FINISHED = (Ground.TOP, Ground.PLATE, Ground.SIDE, Ground.HOLE, Ground.WALL)
# cv2.remap takes no side longer than 32767.
_ROW = 4096


Texture = NDArray[np.uint8]
"""A texture as `_packed` keeps it."""


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
        return _packed(wood_texture(self.table.look.wood, (side, side), self._wood_px))

    @cached_property
    def _plate_wood(self) -> tuple[Texture, Texture]:
        """Texture of the Memory plates, grain along x and along y."""
        wood, side = self.table.look.wood, self.table.board.side_mm
        along = Wood(species=wood.species, seed=wood.seed + 1, staves=False)
        across = Wood(species=wood.species, seed=wood.seed + 2, staves=False, across=True)
        first, second = (
            _packed(wood_texture(cut, (side, side), self._wood_px)) for cut in (along, across)
        )
        return first, second

    @cached_property
    def _ink(self) -> tuple[Texture, Texture]:
        look = self.table.look
        top, plate = ink_maps(self.table.board, look.arrow_style, look.start_arrow, self._ink_px)
        return _packed(top), _packed(plate)

    @cached_property
    def _cover(self) -> Texture:
        return _packed(cover_texture(self.table.cover, self._cover_px))

    @cached_property
    def _felt(self) -> Texture:
        rng = np.random.default_rng(self.table.seed + 7)
        n = round(self.table.board.side_mm * self._felt_px)
        felt: Image = 1 + layered_noise(
            rng, (n, n), [(n // 2, n // 2, 0.16), (n // 7, n // 7, 0.07)]
        )
        return _packed(np.clip(felt, 0.4, 1.7) / _FELT_MOST)

    @cached_property
    def _sheet(self) -> Texture | None:
        sheet = self.table.sheet
        return None if sheet is None else _packed(linear(sheet.picture))

    def forget_textures(self) -> None:
        """Free the textures, half of the painter's memory; made again within a second when needed."""
        for name in ("_wood", "_plate_wood", "_ink", "_cover", "_felt", "_sheet"):
            self.__dict__.pop(name, None)

    def shade(self, hits: Hits, rays: Floats, light: Light) -> Radiance:
        """Return the light that these points send against the rays (n, 3)."""
        colour = self.reflectance(hits)
        finish = FINISHES[self.table.look.finish]
        total = colour * light.ambient_colour * self._openness(hits)[:, None]
        parts = []
        for lamp in light.lamps:
            rays_in = beam(lamp, hits.points)
            seen = rays_in.irradiance * self._reach(hits, rays_in)
            facing = np.maximum(np.einsum("ij,ij->i", hits.normals, rays_in.towards), 0)
            shine = _shine(hits, rays, rays_in, finish, _COVERS.get(self.table.cover.kind, _MATT))
            part = (colour * facing[:, None] + shine[:, None]) * seen[:, None] * lamp.colour
            parts.append(part)
            total += part
        grey = np.maximum(total @ _GREY, np.float32(1e-6))
        shares = [part @ _GREY / grey for part in parts]
        return Radiance(
            total, np.stack(shares, axis=1) if shares else np.zeros((len(rays), 0), np.float32)
        )

    # ------------------------------------------------------------ colour

    def reflectance(self, hits: Hits) -> Floats:
        """Return each point's own colour (n, 3), linear, red first."""
        look, half = self.table.look, self.relief.half_mm
        x, y = hits.points[:, 0], hits.points[:, 1]
        colour = np.zeros((len(x), 3), dtype=np.float32)
        colour[:] = linear(self.table.cover.floor)
        on_plate = hits.kind == Ground.PLATE
        if self.relief.memory:
            on_plate |= (hits.kind == Ground.HOLE) & (self._mouth_height(hits) > 0)
        wooden = np.isin(hits.kind, (Ground.TOP, Ground.SIDE, Ground.WALL, Ground.HOLE)) & ~on_plate
        colour[wooden] = _look_up(self._wood, x[wooden] + half, half - y[wooden], self._wood_px)
        if on_plate.any():
            colour[on_plate] = self._plate_colour(x[on_plate], y[on_plate])
        colour[hits.kind == Ground.SIDE] *= np.float32(0.8)
        self._draw_ink(colour, hits, on_plate)
        self._lay_felt(colour, hits, Ground.START, look.felt)
        if look.dice_floor is None:
            floor = hits.kind == Ground.DICE
            colour[floor] = _look_up(self._wood, x[floor] + half, half - y[floor], self._wood_px)
        else:
            self._lay_felt(colour, hits, Ground.DICE, look.dice_floor)
        self._lay_sheet(colour, hits)
        self._lay_cover(colour, hits)
        for number, thing in enumerate(self.relief.things):
            lying = hits.thing == number
            if lying.any():
                colour[lying] = thing.reflectance(hits.points[lying, 0], hits.points[lying, 1])
        return colour

    def _mouth_height(self, hits: Hits) -> Floats:
        if not self.relief.holes:
            return np.zeros(len(hits.hole), np.float32)
        return np.where(hits.hole >= 0, self.relief.hole_mouths(hits.hole)[:, 2], np.float32(0))

    def _plate_colour(self, x: Floats, y: Floats) -> Floats:
        half = self.relief.half_mm
        along, across = (
            _look_up(texture, x + half, half - y, self._wood_px) for texture in self._plate_wood
        )
        ring = np.hypot(x, y) < self.table.board.overlay.ring_outer_mm + 1
        mitred = np.where(ring, np.abs(x) > np.abs(y), x * y < 0)
        colour: Floats = np.where(mitred[:, None], across, along)
        return colour

    def _draw_ink(self, colour: Floats, hits: Hits, on_plate: NDArray[np.bool_]) -> None:
        look, half = self.table.look, self.relief.half_mm
        for ink, mask in zip(self._ink, (hits.kind == Ground.TOP, on_plate), strict=True):
            if mask.any():
                x, y = hits.points[mask, 0], hits.points[mask, 1]
                share = _look_up(ink, x + half, half - y, self._ink_px) * np.float32(
                    look.ink_strength
                )
                share[hits.hole[mask] >= 0] = 0
                colour[mask] += share[:, None] * (linear(look.ink) - colour[mask])

    def _lay_felt(self, colour: Floats, hits: Hits, kind: Ground, rgb: tuple[float, ...]) -> None:
        mask = hits.kind == kind
        x, y = hits.points[mask, 0], hits.points[mask, 1]
        half = self.relief.half_mm
        fibres = _look_up(self._felt, x + half, half - y, self._felt_px)
        # Light that goes in between the fibres is lost: felt looks darker than its dye.
        colour[mask] = linear((rgb[0], rgb[1], rgb[2])) * (
            _FELT_DARK * _FELT_MOST * fibres[:, None]
        )

    def _lay_sheet(self, colour: Floats, hits: Hits) -> None:
        if self._sheet is None:
            return
        mask = np.isin(hits.kind, _PRINTED)
        half, scale = self.relief.half_mm, len(self._sheet) / self.table.board.side_mm
        colour[mask] = _look_up(
            self._sheet, hits.points[mask, 0] + half, half - hits.points[mask, 1], scale
        )

    def _lay_cover(self, colour: Floats, hits: Hits) -> None:
        mask = hits.kind == Ground.COVER
        if not mask.any():
            return
        cover = self.table.cover
        turn = math.radians(cover.turn_deg)
        cos, sin = np.float32(math.cos(turn)), np.float32(math.sin(turn))
        x, y = hits.points[mask, 0], hits.points[mask, 1]
        right, up = x * cos + y * sin, y * cos - x * sin
        colour[mask] = _look_up(
            self._cover, right + cover.size_mm[0] / 2, cover.size_mm[1] / 2 - up, self._cover_px
        )

    # ------------------------------------------------------------ shade

    def _openness(self, hits: Hits) -> Floats:
        """Share (n,) of the ambient light that finds its way to each point."""
        relief, board = self.relief, self.table.board
        x, y = hits.points[:, 0], hits.points[:, 1]
        openness = 0.5 + 0.5 * np.maximum(hits.normals[:, 2], 0)
        outside = np.maximum(np.abs(x), np.abs(y)) - relief.half_mm
        low = hits.kind == Ground.COVER
        openness[low] *= 1 - 0.5 * np.exp(-np.maximum(outside[low], 0) / (0.6 * board.thickness_mm))
        for thing in relief.things:
            near = np.flatnonzero(
                low & (np.abs(x - thing.x_mm) + np.abs(y - thing.y_mm) < 2.5 * thing.reach_mm)
            )
            gap = np.maximum(thing.gap_mm(x[near], y[near]), 0)
            openness[near] *= 1 - 0.45 * np.exp(-gap / (0.35 * thing.tall_mm + 1.0))
        for kind, depth, gap in (
            (Ground.DICE, -relief.dice_z_mm, np.hypot(x, y) - relief.dice_mm),
            (Ground.START, -relief.start_z_mm, relief.start_gap_mm(x, y) if relief.start_mm else x),
        ):
            sunk = hits.kind == kind
            openness[sunk] *= 1 - 0.45 * np.exp(np.minimum(gap[sunk], 0) / max(depth, 0.5))
        bored = hits.hole >= 0
        if bored.any():
            mouth = relief.hole_mouths(hits.hole[bored])
            steep = mouth[:, 3] / mouth[:, 4]
            # A hollow ball sees the sky from everywhere alike: the part of it that is cut away.
            cut = 0.5 * (1 + np.sqrt(np.maximum(1 - steep * steep, 0)))
            openness[bored] = np.clip(cut * 1.15, 0, 1)
        return openness.astype(np.float32)

    def _reach(self, hits: Hits, rays_in: Beam) -> Floats:
        """Share (n,) of a lamp's disc that each point sees past board, rims and plates."""
        relief = self.relief
        reach = np.ones(len(hits.points), dtype=np.float32)
        low = np.flatnonzero((hits.kind == Ground.COVER) | (hits.kind == Ground.FLOOR))
        reach[low] = self._past_board(hits.points[low], rays_in, low)
        self._past_things(reach, hits, rays_in)
        for kind, radius in ((Ground.DICE, relief.dice_mm), (Ground.START, relief.start_mm)):
            sunk = np.flatnonzero(hits.kind == kind)
            at, span = _rise(hits.points, rays_in, sunk, 0.0)
            gap: Floats = np.hypot(at[:, 0], at[:, 1]) - radius
            if kind is Ground.START and relief.start_mm:
                gap = relief.start_gap_mm(at[:, 0], at[:, 1])
            reach[sunk] = _soft_edge(-gap, span, rays_in.spread[sunk])
        bored = np.flatnonzero(hits.hole >= 0)
        if len(bored):
            mouth = relief.hole_mouths(hits.hole[bored])
            at, span = _rise(hits.points, rays_in, bored, mouth[:, 2])
            gap = mouth[:, 3] - np.hypot(at[:, 0] - mouth[:, 0], at[:, 1] - mouth[:, 1])
            reach[bored] = _soft_edge(gap, span, rays_in.spread[bored])
        if relief.memory:
            flat = np.flatnonzero((hits.kind == Ground.TOP) | (hits.kind == Ground.DICE))
            at, span = _rise(hits.points, rays_in, flat, self.table.board.overlay.height_mm)
            gap = relief.plate_gap_mm(at[:, 0], at[:, 1])
            reach[flat] *= _soft_edge(gap, span, rays_in.spread[flat])
        return reach

    def _past_things(self, reach: Floats, hits: Hits, rays_in: Beam) -> None:
        """Take away what the things that lie about hide of a lamp, in place."""
        flat = np.isin(
            hits.kind, (Ground.COVER, Ground.TOP, Ground.PLATE, Ground.DICE, Ground.START)
        )
        for thing in self.relief.things:
            height = thing.tall_mm - self.table.board.thickness_mm
            near = 4 * height + 3 * thing.reach_mm
            close = np.hypot(hits.points[:, 0] - thing.x_mm, hits.points[:, 1] - thing.y_mm) < near
            below = np.flatnonzero(flat & close & (hits.points[:, 2] < height - 0.3))
            for share in (0.35, 1.0):
                at, span = _rise(
                    hits.points,
                    rays_in,
                    below,
                    hits.points[below, 2] * (1 - share) + height * share,
                )
                gap = thing.gap_mm(at[:, 0], at[:, 1])
                seen = _soft_edge(gap, span, rays_in.spread[below])
                reach[below] = np.minimum(reach[below], seen)

    def _past_board(self, points: Floats, rays_in: Beam, which: NDArray[np.intp]) -> Floats:
        top = self.table.board.overlay.height_mm if self.relief.memory else 0.0
        towards = rays_in.towards[which]
        span = (top - points[:, 2]) / np.maximum(towards[:, 2], np.float32(1e-3))
        at = points + span[:, None] * towards
        gap = np.maximum(np.abs(at[:, 0]), np.abs(at[:, 1])) - self.relief.half_mm
        return _soft_edge(gap, span, rays_in.spread[which])


def _rise(
    points: Floats, rays_in: Beam, which: NDArray[np.intp], height: Floats | float
) -> tuple[Floats, Floats]:
    """Follow the rays to the lamp up to a height: the points there (m, 3) and the ways (m,)."""
    towards = rays_in.towards[which]
    span = np.maximum(height - points[which, 2], 0) / np.maximum(towards[:, 2], np.float32(1e-3))
    return points[which] + span[:, None] * towards, span


def _soft_edge(gap: Floats, span: Floats, spread: Floats) -> Floats:
    """Share (n,) of a lamp seen ``gap`` mm past an edge that is ``span`` mm away."""
    blur = np.maximum(span * spread, np.float32(0.15))
    t = np.clip(0.5 + 0.5 * gap / blur, 0, 1)
    share: Floats = t * t * (3 - 2 * t)
    return share


def _shine(hits: Hits, rays: Floats, rays_in: Beam, board: Finish, cover: Finish) -> Floats:
    """Mirrored light (n,) by Blinn's half vector; felt and floor are matt."""
    half = rays_in.towards - rays
    half /= np.sqrt(np.einsum("ij,ij->i", half, half))[:, None]
    cosine = np.clip(np.einsum("ij,ij->i", hits.normals, half), 0, 1)
    finishes = np.array(
        [(f.reflectance, f.exponent) for f in (_MATT, board, cover)], dtype=np.float32
    )
    which = np.zeros(len(hits.kind), dtype=np.intp)
    which[np.isin(hits.kind, _FINISHED)] = 1
    which[hits.kind == Ground.COVER] = 2
    reflectance, exponent = finishes[which].T
    # A lamp that fills a wide angle widens the highlight.
    wide = 2 / np.maximum(rays_in.spread, np.float32(1e-3)) ** 2
    exponent = 1 / (1 / exponent + 1 / wide)
    grazing = (1 - np.clip(-np.einsum("ij,ij->i", rays, half), 0, 1)) ** 5
    fresnel = reflectance + (1 - reflectance) * grazing * np.minimum(reflectance * 30, 1)
    shine: Floats = (fresnel * (exponent + 2) / 8 * cosine**exponent).astype(np.float32)
    return shine


def _packed(picture: Image) -> Texture:
    """Keep a texture of values from 0 to 1 as bytes of their roots, which takes a quarter of the room."""
    return np.asarray(np.sqrt(np.clip(picture, 0, 1)) * 255 + 0.5).astype(np.uint8)


def _look_up(texture: Texture, right_mm: Floats, down_mm: Floats, px_per_mm: float) -> Floats:
    """Sample a texture at n places measured from its upper left corner: (n,) or (n, channels)."""
    count = len(right_mm)
    rows = max(1, -(-count // _ROW))
    padded = np.zeros((2, rows * _ROW), dtype=np.float32)
    padded[0, :count] = right_mm * px_per_mm - 0.5
    padded[1, :count] = down_mm * px_per_mm - 0.5
    grid = padded.reshape(2, rows, _ROW)
    found = cv2.remap(
        texture, grid[0], grid[1], cv2.INTER_LINEAR, borderMode=cv2.BORDER_REFLECT_101
    )
    roots = found.reshape(-1, *texture.shape[2:])[:count].astype(np.float32) / np.float32(255)
    looked_up: Floats = roots * roots
    return looked_up
