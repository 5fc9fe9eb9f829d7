"""Wood as seen from above: boards glued side by side, each a slice through a tree's rings."""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise

import cv2
import numpy as np

from vision.painter.colour import Rgb, linear
from vision.painter.noise import Image, layered_noise, smoothstep
from vision.painter.texture import Texture, packed_bands


@dataclass(frozen=True, slots=True, kw_only=True)
class Species:
    """How one kind of wood looks: early and late wood (sRGB), ring width, fibres and pores."""

    light: Rgb
    dark: Rgb
    ring_mm: float
    contrast: float
    fibre: float
    pores: float


# Colours of oiled boards in daylight, by eye from samples of each wood.
SPECIES: dict[str, Species] = {
    "beech": Species(light=(214, 168, 126), dark=(186, 134, 94), ring_mm=5.0, contrast=0.35,
                     fibre=0.30, pores=0.35),
    "oak": Species(light=(202, 162, 112), dark=(156, 114, 70), ring_mm=4.0, contrast=0.6,
                   fibre=0.45, pores=0.9),
    "maple": Species(light=(228, 198, 156), dark=(204, 168, 124), ring_mm=7.0, contrast=0.35,
                     fibre=0.30, pores=0.05),
    "birch": Species(light=(226, 194, 146), dark=(200, 162, 114), ring_mm=9.0, contrast=0.40,
                     fibre=0.40, pores=0.15),
    "ash": Species(light=(220, 190, 150), dark=(176, 140, 100), ring_mm=6.0, contrast=0.65,
                   fibre=0.35, pores=0.8),
    "cherry": Species(light=(186, 128, 92), dark=(150, 94, 64), ring_mm=6.0, contrast=0.45,
                      fibre=0.35, pores=0.2),
    "walnut": Species(light=(128, 84, 56), dark=(76, 47, 31), ring_mm=6.5, contrast=0.55,
                      fibre=0.45, pores=0.7),
    "pine": Species(light=(230, 192, 132), dark=(188, 132, 74), ring_mm=6.0, contrast=0.6,
                    fibre=0.30, pores=0.0),
}  # fmt: skip


@dataclass(frozen=True, slots=True, kw_only=True)
class Wood:
    """One piece of wood: its species and how it was cut and joined; ``seed`` makes it unique."""

    species: str
    seed: int
    staves: bool = True
    knots: float = 0.0
    across: bool = False


def wood_texture(wood: Wood, size_mm: tuple[float, float], px_per_mm: float) -> Texture:
    """Return how a wooden board looks, (h, w, 3).

    ``size_mm`` is (width, height); the grain runs along the width unless ``wood.across``.
    """
    width_mm, height_mm = size_mm[::-1] if wood.across else size_mm
    rng = np.random.default_rng(wood.seed)
    shape = (round(height_mm * px_per_mm), round(width_mm * px_per_mm))
    picture = np.empty((*shape, 3), dtype=np.uint8)
    for top, bottom in _staves(rng, wood.staves, height_mm):
        rows = slice(round(top * px_per_mm), round(bottom * px_per_mm))
        if rows.start < min(rows.stop, shape[0]):
            height = min(rows.stop, shape[0]) - rows.start
            picture[rows] = _stave(rng, wood, (height, shape[1]), px_per_mm)
    return np.ascontiguousarray(picture.transpose(1, 0, 2)) if wood.across else picture


def _staves(rng: np.random.Generator, joined: bool, height_mm: float) -> list[tuple[float, float]]:
    if not joined:
        return [(0.0, height_mm + 1)]
    edges = [-float(rng.uniform(0, 60))]
    while edges[-1] < height_mm:
        edges.append(edges[-1] + float(rng.uniform(45, 110)))
    return [(max(a, 0.0), b) for a, b in pairwise(edges)]


def _stave(
    rng: np.random.Generator, wood: Wood, shape: tuple[int, int], px_per_mm: float
) -> Texture:
    kind = SPECIES[wood.species]
    rings = _Rings(rng, kind, shape, px_per_mm, wood.knots)
    height_mm, width_mm = shape[0] / px_per_mm, shape[1] / px_per_mm
    fibres = layered_noise(
        rng, shape, [(round(height_mm * 2.2), round(width_mm / 40), 0.7),
                     (round(height_mm * 0.5), round(width_mm / 90), 0.5)],
    )  # fmt: skip
    tone = np.float32(1 + 0.07 * rng.standard_normal())
    tints = np.array([1, 1 + 0.008 * rng.standard_normal(), 1 + 0.02 * rng.standard_normal()],
                     dtype=np.float32)  # fmt: skip
    dashes = _dashes(rng, kind, shape, px_per_mm) if kind.pores else None
    light, dark = linear(kind.light), linear(kind.dark)

    def colour(rows: slice) -> Iterator[Image]:
        grown = rings.late(rows)
        grain = kind.fibre * 0.35 * fibres[rows]
        late = np.clip(0.5 + kind.contrast * (grown - 0.5) + grain, -0.2, 1.2)
        dulled = None if dashes is None else _pores(dashes[rows], grown)
        for first, second, tint in zip(light, dark, tints, strict=True):
            channel = (first + late * (second - first)) * tone * tint
            yield np.clip(channel if dulled is None else channel * dulled, 0.004, 0.95)

    return packed_bands(shape, colour)


class _Rings:
    """A tree's rings in one stave: distance from a leaning pith gives straight grain or arches."""

    def __init__(
        self, rng: np.random.Generator, kind: Species, shape: tuple[int, int], px_per_mm: float,
        knots: float,
    ) -> None:  # fmt: skip
        y = (np.arange(shape[0], dtype=np.float32) / px_per_mm)[:, None]
        x = (np.arange(shape[1], dtype=np.float32) / px_per_mm)[None, :]
        height_mm, width_mm = shape[0] / px_per_mm, shape[1] / px_per_mm
        self._ring_mm = np.float32(kind.ring_mm)
        pith_mm = np.float32(rng.uniform(-0.6, 1.6) * height_mm)
        lean = np.float32(rng.choice([-1, 1]) * rng.uniform(0.015, 0.06))
        depth = np.float32(rng.uniform(8, 60)) + lean * (x - np.float32(rng.uniform(0, width_mm)))
        self._depth_squared = depth * depth
        wobble = layered_noise(
            rng, shape, [(2, 3, 3.0), (round(height_mm / 12), round(width_mm / 70), 1.4)]
        )
        self._across = y - pith_mm + wobble
        for _ in range(rng.poisson(knots * height_mm * width_mm / 40_000)):
            self._across += _knot(rng, x, y, width_mm, height_mm)

    def late(self, rows: slice) -> Image:
        """Late wood share (rows, w), 0 to 1."""
        across = self._across[rows]
        distance = np.sqrt(across * across + self._depth_squared) / self._ring_mm
        phase = distance - np.floor(distance)
        # Late wood grows dark slowly and ends at a sharp edge.
        return smoothstep(0.25, 0.85, phase) * (1 - smoothstep(0.93, 1.0, phase))


def _knot(rng: np.random.Generator, x: Image, y: Image, width_mm: float, height_mm: float) -> Image:
    dx = (x - np.float32(rng.uniform(0, width_mm))) / 3
    dy = y - np.float32(rng.uniform(0, height_mm))
    squared = dx * dx + dy * dy
    knot: Image = (
        np.float32(18) * np.sign(dy) * np.exp(-np.sqrt(squared) / np.float32(rng.uniform(4, 9)))
    )
    return knot


def _dashes(
    rng: np.random.Generator, kind: Species, shape: tuple[int, int], px_per_mm: float
) -> Image:
    """Draw the pores (h, w), 1 where one is open."""
    dots = rng.random(shape, dtype=np.float32) > np.float32(1 - 0.10 * kind.pores / px_per_mm)
    length = max(3, round(3.5 * px_per_mm) | 1)
    mean = cv2.blur(dots.astype(np.float32), (length, 1))
    dashes: Image = np.minimum(mean * np.float32(length), 1)
    return dashes


def _pores(dashes: Image, late: Image) -> Image:
    """How much light pores leave: less in early wood, where they are."""
    pores: Image = np.clip(1 - np.float32(0.30) * dashes * (1 - 0.6 * late), 0, 1)
    return pores
