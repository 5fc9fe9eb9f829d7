"""A rectangle of the film on which one piece is painted: its rays, its shadow, its body."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from vision.camera import Camera
from vision.painter.colour import Floats
from vision.painter.film import Film, pixel_rays
from vision.painter.light import Beam, Lamp, Light, beam

_GREY = np.full(3, 1 / 3, dtype=np.float32)
# Lamps lower than this (sine of the elevation) throw shadows too long to follow.
_LOWEST_SINE = 0.2
# Wider lamps than this (tangent of their half angle) are taken as that wide: their shadows fade anyway.
WIDEST = 0.45
# Shadows fade to nothing over this many pixels at the rim of their patch, so that it never shows.
_FADE_PX = 6


@dataclass(frozen=True, slots=True)
class Patch:
    """The rows and columns of a rectangle in the picture."""

    top: int
    left: int
    bottom: int
    right: int

    @property
    def empty(self) -> bool:
        """Whether nothing of it lies in the picture."""
        return self.bottom <= self.top or self.right <= self.left

    @property
    def shape(self) -> tuple[int, int]:
        """Height and width."""
        return self.bottom - self.top, self.right - self.left

    @property
    def slices(self) -> tuple[slice, slice]:
        """The rectangle as an index of the film's arrays."""
        return slice(self.top, self.bottom), slice(self.left, self.right)

    def joined(self, other: "Patch") -> "Patch":
        """Return the smallest rectangle round both; an empty one adds nothing."""
        if other.empty:
            return self
        if self.empty:
            return other
        return Patch(min(self.top, other.top), min(self.left, other.left),
                     max(self.bottom, other.bottom), max(self.right, other.right))  # fmt: skip

    def common(self, other: "Patch") -> "Patch":
        """Return the rectangle that lies in both."""
        return Patch(max(self.top, other.top), max(self.left, other.left),
                     min(self.bottom, other.bottom), min(self.right, other.right))  # fmt: skip

    def finer(self, factor: int, height: int, width: int) -> "Patch":
        """Return the same rectangle of a picture (height, width) with ``factor`` times as many pixels."""
        return Patch(self.top * factor, self.left * factor, min(self.bottom * factor, height),
                     min(self.right * factor, width))  # fmt: skip

    def pixels(self, fine: int = 1) -> Floats:
        """Return the pixel coordinates (h * fine * w * fine, 2) float32 of a finer grid, row by row."""
        step = (np.arange(fine, dtype=np.float32) + 0.5) / fine - 0.5
        y = (np.arange(self.top, self.bottom, dtype=np.float32)[:, None] + step).reshape(-1)
        x = (np.arange(self.left, self.right, dtype=np.float32)[:, None] + step).reshape(-1)
        return np.stack(np.meshgrid(x, y), axis=-1).reshape(-1, 2)

    def coarse(self, fine_values: Floats, fine: int) -> Floats:
        """Average values (h * fine * w * fine, …) of a finer grid over each pixel: (h, w, …)."""
        height, width = self.shape
        grid = fine_values.reshape(height, fine, width, fine, *fine_values.shape[1:])
        averaged: Floats = grid.mean(axis=(1, 3))
        return averaged


@dataclass(frozen=True, slots=True)
class Canvas:
    """A film being painted on, the same without any piece, the camera that sees it, the light over it."""

    film: Film
    bare: Film
    camera: Camera
    light: Light

    def ground_light(self, patch: Patch) -> Floats:
        """Return the mean light (3,) of the empty table on a patch."""
        if patch.empty:
            return np.zeros(3, np.float32)
        mean: Floats = self.bare.total[patch.slices].reshape(-1, 3).mean(axis=0)
        return mean


NOWHERE = Patch(0, 0, 0, 0)


def patch_around(camera: Camera, points_mm: NDArray[np.floating], margin_px: float) -> Patch:
    """Return the rectangle that holds the projections of the points (n, 3)."""
    pixels = camera.project(np.asarray(points_mm, dtype=np.float64))
    low, high = (
        np.floor(pixels.min(axis=0) - margin_px),
        np.ceil(pixels.max(axis=0) + margin_px + 1),
    )
    return Patch(max(0, int(low[1])), max(0, int(low[0])), min(camera.height_px, int(high[1])),
                 min(camera.width_px, int(high[0])))  # fmt: skip


def ball_hull(centre_mm: Floats, radius_mm: float) -> Floats:
    """Return the eight corners (8, 3) of the cube round a ball."""
    signs = np.array(
        [(x, y, z) for x in (-1, 1) for y in (-1, 1) for z in (-1, 1)], dtype=np.float32
    )
    hull: Floats = centre_mm + radius_mm * signs
    return hull


def lamp_at(lamp: Lamp, point_mm: Floats) -> Beam:
    """Return what a lamp sends to one point (3,)."""
    return beam(lamp, point_mm.reshape(3, 1).astype(np.float32))


def shadow_hull(
    centre_mm: Floats, radius_mm: float, ground_mm: float, beams: Sequence[Beam]
) -> Floats:
    """Return points (n, 3) round all places of the plane z = ``ground_mm`` that a ball may shade."""
    points = [ball_hull(np.array([*centre_mm[:2], ground_mm], np.float32), 1.6 * radius_mm)]
    for light in beams:
        towards = light.towards[:, 0]
        height = centre_mm[2] - ground_mm
        span = height / max(float(towards[2]), _LOWEST_SINE)
        foot = centre_mm - towards * span
        foot[2] = ground_mm
        blur = span * min(float(light.spread[0]), WIDEST)
        reach = (radius_mm + blur) / max(float(towards[2]), 2 * _LOWEST_SINE)
        points.append(ball_hull(foot, reach) * [1, 1, 0] + [0, 0, ground_mm])
    return np.concatenate(points).astype(np.float32)


def ground_points(camera: Camera, patch: Patch, ground_mm: float) -> Floats:
    """Return where the patch's pixels meet the plane z = ``ground_mm``: (h * w, 3) float32."""
    flat = camera.on_plane(patch.pixels().astype(np.float64), ground_mm)
    return np.column_stack([flat, np.full(len(flat), ground_mm)]).astype(np.float32)


def soften(gap_mm: Floats, blur_mm: Floats | float) -> Floats:
    """Return how much of a lamp is seen past an edge: 0 deep behind it, 1 well clear of it."""
    t = np.clip(0.5 + 0.5 * gap_mm / np.maximum(blur_mm, np.float32(0.2)), 0, 1)
    share: Floats = t * t * (3 - 2 * t)
    return share


def _rim_fade(whole: Patch, part: Patch) -> Floats:
    """Weights (h, w) for the part that fall to 0 at the rim of the whole patch."""
    y, x = np.arange(part.top, part.bottom), np.arange(part.left, part.right)
    y = np.minimum(y - whole.top, whole.bottom - 1 - y).astype(np.float32)
    x = np.minimum(x - whole.left, whole.right - 1 - x).astype(np.float32)
    fade: Floats = np.clip(np.minimum(y[:, None], x[None, :]) / np.float32(_FADE_PX), 0, 1)
    return fade


def darken(
    film: Film, whole: Patch, patch: Patch, seen: Sequence[Floats], openness: Floats
) -> None:
    """Take light away from a patch, which is part of the ``whole`` that a shadow covers, in place.

    ``seen`` holds for each lamp what share of it is still seen, (h, w) or (h, w, 3) float32 (tinted);
    ``openness`` (h, w) is the share of ambient light that is left.
    """
    rows, columns = patch.slices
    fade = _rim_fade(whole, patch)
    openness = 1 - (1 - openness) * fade
    seen = [1 - (1 - part) * (fade if part.ndim == 2 else fade[..., None]) for part in seen]
    shares = film.shares[rows, columns].astype(np.float32) / 255
    ambient = np.maximum(1 - shares.sum(axis=2), 0)
    left = (ambient * openness)[..., None]
    grey_left = [ambient * openness]
    for i, part in enumerate(seen):
        tinted = part[..., None] if part.ndim == 2 else part
        left = left + shares[..., i : i + 1] * tinted
        grey_left.append(shares[..., i] * (part if part.ndim == 2 else part @ _GREY))
    film.total[rows, columns] *= left
    all_left = np.maximum(np.sum(grey_left, axis=0), np.float32(1e-6))
    for i, part in enumerate(grey_left[1:]):
        film.shares[rows, columns, i] = np.clip(part / all_left * 255 + 0.5, 0, 255)


def lay(film: Film, patch: Patch, alpha: Floats, parts: Sequence[Floats]) -> None:
    """Put a body over a patch, in place.

    ``alpha`` (h, w) is how much of each pixel it covers; ``parts`` are its light (h, w, 3), already
    weighted by ``alpha``: first the ambient part, then each lamp's.
    """
    rows, columns = patch.slices
    under = film.total[rows, columns] * (1 - alpha)[..., None]
    under_grey = under @ _GREY
    total = under + sum(parts)
    grey = np.maximum(total @ _GREY, np.float32(1e-6))
    for i, part in enumerate(parts[1:]):
        mixed = (
            film.shares[rows, columns, i].astype(np.float32) * under_grey + 255 * (part @ _GREY)
        ) / grey
        film.shares[rows, columns, i] = np.clip(mixed + 0.5, 0, 255)
    film.total[rows, columns] = total


def patch_rays(camera: Camera, patch: Patch, fine: int) -> Floats:
    """Return unit rays (h * fine * w * fine, 3) float32 of a finer grid."""
    return np.ascontiguousarray(pixel_rays(camera, patch.pixels(fine)).T)
