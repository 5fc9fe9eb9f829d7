"""Table tops and cloths with their patterns."""

import math
from collections.abc import Callable

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.painter.colour import linear
from vision.painter.noise import Image, layered_noise, smooth_noise
from vision.painter.table import Cover
from vision.painter.wood import wood_texture

COVER_PX_PER_MM = 1.5

Mask = NDArray[np.uint8]
Paint = Callable[[Mask, np.random.Generator], None]


def cover_texture(cover: Cover) -> Image:
    """Return the linear reflectance (h, w, 3) float32, red first, `COVER_PX_PER_MM` pixels a mm."""
    rng = np.random.default_rng(cover.seed)
    width, height = (round(size * COVER_PX_PER_MM) for size in cover.size_mm)
    match cover.kind:
        case "wood":
            return wood_texture(cover.wood, cover.size_mm, COVER_PX_PER_MM)[:height, :width]
        case "white" | "dark":
            plain = (222, 220, 216) if cover.kind == "white" else (38, 38, 41)
            speckle = 1 + 0.03 * layered_noise(
                rng, (height, width), [(height // 3, width // 3, 1.0)]
            )
            return linear(plain) * speckle[..., None]
        case _:
            return _cloth(cover, rng, (height, width))


def _cloth(cover: Cover, rng: np.random.Generator, shape: tuple[int, int]) -> Image:
    ground, first, second = (linear(colour) for colour in cover.colours)
    picture = np.broadcast_to(ground, (*shape, 3)).copy()
    for colour, mask in zip((first, second), _pattern(cover.pattern, rng, shape), strict=True):
        share = cv2.GaussianBlur(mask, (0, 0), 0.7).astype(np.float32)[..., None] / 255
        picture += share * (colour - picture)
    return picture * _weave(rng, shape)[..., None]


def _weave(rng: np.random.Generator, shape: tuple[int, int]) -> Image:
    """Brightness (h, w) of threads, each a little thicker or thinner, and of soft folds."""
    rows = rng.standard_normal((shape[0], 1), dtype=np.float32)
    columns = rng.standard_normal((1, shape[1]), dtype=np.float32)
    folds = smooth_noise(rng, shape, (4, 5))
    slubs = smooth_noise(rng, shape, (shape[0] // 2, shape[1] // 40))
    weave: Image = 1 + 0.035 * rows + 0.035 * columns + 0.025 * folds + 0.03 * slubs
    return weave


def _pattern(name: str, rng: np.random.Generator, shape: tuple[int, int]) -> tuple[Mask, Mask]:
    masks = (np.zeros(shape, np.uint8), np.zeros(shape, np.uint8))
    match name:
        case "stripes":
            _stripes(masks, rng, vertical=bool(rng.integers(2)))
        case "check":
            _stripes((masks[0], masks[1]), rng, vertical=True)
            across = (np.zeros(shape, np.uint8), np.zeros(shape, np.uint8))
            _stripes(across, rng, vertical=False)
            for mask, other in zip(masks, across, strict=True):
                np.maximum(mask // 2, other // 2 + mask // 2, out=mask)
        case "dots":
            _scatter(masks[0], rng, 34.0, lambda m, x, y, s: _disc(m, x, y, s * 4.5))
        case "floral":
            step = float(rng.uniform(60, 90))
            petals = int(rng.integers(5, 9))
            _scatter(masks[0], rng, step, lambda m, x, y, s: _flower(m, x, y, s * 17, petals))
            _scatter(masks[1], rng, step, lambda m, x, y, s: _disc(m, x, y, s * 4.2))
            _scatter(masks[1], rng, step, _leaf, shift=0.5)
    return masks


def _stripes(masks: tuple[Mask, Mask], rng: np.random.Generator, *, vertical: bool) -> None:
    period = float(rng.uniform(22, 60)) * COVER_PX_PER_MM
    for mask, start, share in ((masks[0], 0.1, 0.35), (masks[1], 0.62, 0.10)):
        place = np.mod(np.arange(mask.shape[1 if vertical else 0]) / period, 1)
        line = np.where((place > start) & (place < start + share), 255, 0).astype(np.uint8)
        np.maximum(mask, line[None, :] if vertical else line[:, None], out=mask)


def _scatter(
    mask: Mask, rng: np.random.Generator, step_mm: float,
    draw: Callable[[Mask, float, float, float], None], shift: float = 0.0,
) -> None:  # fmt: skip
    """Repeat a motif in staggered rows."""
    step = step_mm * COVER_PX_PER_MM
    for row in range(math.ceil(mask.shape[0] / step) + 1):
        for column in range(math.ceil(mask.shape[1] / step) + 1):
            x = (column + 0.5 * (row % 2) + shift) * step + float(rng.normal(0, 1))
            draw(mask, x, (row + 0.3 * shift) * step, COVER_PX_PER_MM)


def _disc(mask: Mask, x: float, y: float, radius_px: float) -> None:
    cv2.circle(mask, (round(x), round(y)), round(radius_px), 255, -1, cv2.LINE_AA)


def _flower(mask: Mask, x: float, y: float, radius_px: float, petals: int) -> None:
    for i in range(petals):
        angle = 2 * math.pi * i / petals
        centre = (
            round(x + 0.58 * radius_px * math.cos(angle)),
            round(y + 0.58 * radius_px * math.sin(angle)),
        )
        axes = (round(0.46 * radius_px), round(0.22 * radius_px))
        cv2.ellipse(mask, centre, axes, math.degrees(angle), 0, 360, 255, -1, cv2.LINE_AA)


def _leaf(mask: Mask, x: float, y: float, scale: float) -> None:
    cv2.ellipse(mask, (round(x), round(y)), (round(6 * scale), round(2.5 * scale)), -20, 0, 360, 255, -1,
                cv2.LINE_AA)  # fmt: skip
    cv2.circle(
        mask, (round(x + 6 * scale), round(y + 3 * scale)), round(2.4 * scale), 255, -1, cv2.LINE_AA
    )
