"""Table tops and cloths with their patterns."""

import math
from collections.abc import Iterator

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.painter.colour import linear
from vision.painter.noise import Image, layered_noise, smooth_noise
from vision.painter.table import Cover
from vision.painter.texture import Texture, packed_bands
from vision.painter.wood import wood_texture

Mask = NDArray[np.uint8]

PATTERNS = ("floral", "stripes", "dots", "check", "linen")


def cover_texture(cover: Cover, px_per_mm: float) -> Texture:
    """Return how the table top or cloth looks, (h, w, 3)."""
    rng = np.random.default_rng(cover.seed)
    width, height = (round(size * px_per_mm) for size in cover.size_mm)
    match cover.kind:
        case "wood":
            return wood_texture(cover.wood, cover.size_mm, px_per_mm)[:height, :width]
        case "white" | "dark":
            plain = linear((222, 220, 216) if cover.kind == "white" else (38, 38, 41))
            speckle = layered_noise(rng, (height, width), [(height // 3, width // 3, 0.03)])
            return packed_bands(
                (height, width), lambda rows: (tone * (1 + speckle[rows]) for tone in plain)
            )
        case _:
            return _cloth(cover, _Loom(rng, (height, width), px_per_mm))


def _cloth(cover: Cover, loom: "_Loom") -> Texture:
    loom.weave(cover.pattern)
    ground, first, second = (linear(colour) for colour in cover.colours)
    patterns = [cv2.GaussianBlur(mask, (0, 0), 0.7) for mask in (loom.first, loom.second)]
    threads = loom.threads()

    def colour(rows: slice) -> Iterator[Image]:
        shares = [pattern[rows].astype(np.float32) / 255 for pattern in patterns]
        for under, *over in zip(ground, first, second, strict=True):
            channel = np.full_like(shares[0], under)
            for tone, share in zip(over, shares, strict=True):
                channel += share * (tone - channel)
            yield channel * threads[rows]

    return packed_bands(loom.shape, colour)


class _Loom:
    """Draws a pattern of two colours into two masks, lengths in millimetres."""

    def __init__(self, rng: np.random.Generator, shape: tuple[int, int], px_per_mm: float) -> None:
        self.shape = shape
        self.first, self.second = (np.zeros(shape, np.uint8) for _ in range(2))
        self._rng, self._scale = rng, px_per_mm

    def threads(self) -> Image:
        """Return the brightness (h, w) of threads, each a little thicker or thinner, and of soft folds."""
        height, width = self.shape
        rows = self._rng.standard_normal((height, 1), dtype=np.float32)
        columns = self._rng.standard_normal((1, width), dtype=np.float32)
        folds = smooth_noise(self._rng, self.shape, (4, 5))
        slubs = smooth_noise(self._rng, self.shape, (height // 2, width // 40))
        threads: Image = 1 + 0.035 * rows + 0.035 * columns
        threads += 0.025 * folds
        threads += 0.03 * slubs
        return threads

    def weave(self, pattern: str) -> None:
        """Draw one of `PATTERNS`; linen is plain."""
        match pattern:
            case "stripes":
                period_mm, axis = float(self._rng.uniform(22, 60)), int(self._rng.integers(2))
                np.maximum(self.first, self._lines(period_mm, 0.10, 0.35, axis), out=self.first)
                np.maximum(self.second, self._lines(period_mm, 0.62, 0.10, axis), out=self.second)
            case "check":
                period_mm = float(self._rng.uniform(26, 60))
                across, along = (self._lines(period_mm, 0.1, 0.4, axis) for axis in (0, 1))
                self.first[:] = across // 2 + along // 2
                across, along = (self._lines(period_mm, 0.72, 0.06, axis) for axis in (0, 1))
                self.second[:] = np.maximum(across, along) // 2
            case "dots":
                for x, y in self._staggered(34.0):
                    self._disc(self.first, x, y, 4.5)
            case "floral":
                self._flowers(float(self._rng.uniform(60, 90)), int(self._rng.integers(5, 9)))

    def _lines(self, period_mm: float, start: float, share: float, axis: int) -> Mask:
        """Stripes (h, w) that repeat along an axis."""
        place = np.mod(np.arange(self.shape[axis]) / (period_mm * self._scale), 1)
        line = np.where((place > start) & (place < start + share), 255, 0).astype(np.uint8)
        return np.broadcast_to(line[:, None] if axis == 0 else line[None, :], self.shape)

    def _staggered(self, step_mm: float) -> list[tuple[float, float]]:
        """Places in staggered rows, a little out of line."""
        height_mm, width_mm = (n / self._scale for n in self.shape)
        return [
            ((column + 0.5 * (row % 2)) * step_mm + float(self._rng.normal(0, 0.7)), row * step_mm)
            for row in range(math.ceil(height_mm / step_mm) + 1)
            for column in range(math.ceil(width_mm / step_mm) + 1)
        ]

    def _flowers(self, step_mm: float, petals: int) -> None:
        for x, y in self._staggered(step_mm):
            for i in range(petals):
                angle = math.tau * i / petals
                at = (x + 9.8 * math.cos(angle), y + 9.8 * math.sin(angle))
                self._oval(self.first, at, (7.8, 3.7), math.degrees(angle))
            self._disc(self.second, x, y, 4.2)
            leaf_x, leaf_y = x + 0.5 * step_mm, y + 0.15 * step_mm
            self._oval(self.second, (leaf_x, leaf_y), (6.0, 2.5), -20)
            self._disc(self.second, leaf_x + 6, leaf_y + 3, 2.4)

    def _disc(self, mask: Mask, x: float, y: float, radius_mm: float) -> None:
        self._oval(mask, (x, y), (radius_mm, radius_mm), 0)

    def _oval(
        self, mask: Mask, at: tuple[float, float], radii: tuple[float, float], turn_deg: float
    ) -> None:
        centre = (round(at[0] * self._scale), round(at[1] * self._scale))
        axes = (max(1, round(radii[0] * self._scale)), max(1, round(radii[1] * self._scale)))
        cv2.ellipse(mask, centre, axes, turn_deg, 0, 360, 255, -1, cv2.LINE_AA)
