"""Shaded renderings of meshes: what a part looks like, without a camera and without a graphics card."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.floating[Any]]
Picture = NDArray[np.uint8]

# Warm plastic, wood, metal, circuit board: sRGB, blue first as OpenCV writes it.
COLOURS = {
    "printed": (70, 150, 235), "wood": (140, 185, 222), "metal": (150, 146, 142),
    "board": (84, 128, 60), "hole": (52, 78, 110),
}  # fmt: skip
_PAPER = (255, 255, 255)
_LINE = (60, 50, 45)
# Light from the upper left over the viewer's shoulder, and what the sky gives.
_LIGHT = np.array([-0.45, -0.62, 0.64])
_AMBIENT = 0.42
# Rendered this many times finer and averaged.
_FINE = 2


@dataclass(frozen=True, slots=True)
class Body:
    """Triangles (n, 3, 3) in millimetres and what they are made of."""

    triangles: Floats
    material: str


def render(bodies: Sequence[Body], view_from: tuple[float, float, float], width_px: int) -> Picture:
    """Return a parallel view (h, w, 3) uint8 BGR of the bodies, seen from a direction, z up."""
    axes = _axes(view_from)
    flat = [body.triangles @ axes.T for body in bodies]
    low = np.min([t.reshape(-1, 3).min(axis=0) for t in flat], axis=0)
    high = np.max([t.reshape(-1, 3).max(axis=0) for t in flat], axis=0)
    scale = 0.94 * width_px * _FINE / (high[0] - low[0])
    margin = 0.03 * width_px * _FINE
    height = int((high[1] - low[1]) * scale + 2 * margin)
    depth = np.full((height, width_px * _FINE), -np.inf)
    shade = np.full((height, width_px * _FINE, 3), _PAPER, np.float64)
    owner = np.full(depth.shape, -1, np.int32)
    for number, (body, seen) in enumerate(zip(bodies, flat, strict=True)):
        light = _lit(body.triangles)
        x = (seen[..., 0] - low[0]) * scale + margin
        y = (high[1] - seen[..., 1]) * scale + margin
        for corner in range(len(seen)):
            colour = np.array(COLOURS[body.material]) * light[corner]
            face = np.stack([x[corner], y[corner], seen[corner, :, 2]], axis=1)
            _fill(face, colour, number, (depth, shade, owner))
    _draw_edges(depth, owner, shade, scale)
    small = cv2.resize(shade, None, fx=1 / _FINE, fy=1 / _FINE, interpolation=cv2.INTER_AREA)
    return np.clip(small, 0, 255).astype(np.uint8)


def _axes(view_from: tuple[float, float, float]) -> Floats:
    """The picture's right, up and towards the viewer as rows (3, 3)."""
    towards = np.array(view_from, dtype=np.float64)
    towards /= np.linalg.norm(towards)
    right = np.cross([0.0, 0.0, 1.0], towards)
    right /= np.linalg.norm(right)
    return np.stack([right, np.cross(towards, right), towards])


def _lit(triangles: Floats) -> Floats:
    """Brightness (n,) of each triangle by the angle to the light."""
    normal = np.cross(triangles[:, 1] - triangles[:, 0], triangles[:, 2] - triangles[:, 0])
    length = np.maximum(np.linalg.norm(normal, axis=1), 1e-12)
    facing = np.clip(normal @ _LIGHT / length / np.linalg.norm(_LIGHT), 0, 1)
    return np.asarray(
        _AMBIENT + (1 - _AMBIENT) * facing + 0.12 * np.clip(normal[:, 2] / length, 0, 1)
    )


def _fill(
    face: Floats, colour: Floats, number: int, film: tuple[Floats, Floats, NDArray[np.int32]]
) -> None:
    """Paint one triangle's pixels that lie nearer than what is there."""
    depth, shade, owner = film
    (x0, y0, z0), (x1, y1, z1), (x2, y2, z2) = face
    area = (x1 - x0) * (y2 - y0) - (x2 - x0) * (y1 - y0)
    left, right = max(int(min(x0, x1, x2)), 0), min(int(max(x0, x1, x2)) + 2, depth.shape[1])
    top, bottom = max(int(min(y0, y1, y2)), 0), min(int(max(y0, y1, y2)) + 2, depth.shape[0])
    if abs(area) < 1e-9 or right <= left or bottom <= top:
        return
    x = np.arange(left, right)[None, :] + 0.5
    y = np.arange(top, bottom)[:, None] + 0.5
    b = ((x - x0) * (y2 - y0) - (x2 - x0) * (y - y0)) / area
    c = ((x1 - x0) * (y - y0) - (x - x0) * (y1 - y0)) / area
    z = z0 + b * (z1 - z0) + c * (z2 - z0)
    part = (slice(top, bottom), slice(left, right))
    inside = (b >= -1e-9) & (c >= -1e-9) & (b + c <= 1 + 1e-9) & (z > depth[part])
    depth[part][inside] = z[inside]
    shade[part][inside] = colour
    owner[part][inside] = number


def _draw_edges(depth: Floats, owner: NDArray[np.int32], shade: Floats, scale: float) -> None:
    """Draw a line wherever the surface breaks off or another body begins."""
    near = np.where(np.isfinite(depth), depth, depth[np.isfinite(depth)].min() - 1e3)
    bend = np.zeros(depth.shape)
    for axis in (0, 1):
        second = np.zeros(depth.shape)
        middle = [slice(None), slice(None)]
        before, after = middle.copy(), middle.copy()
        middle[axis], before[axis], after[axis] = slice(1, -1), slice(0, -2), slice(2, None)
        second[tuple(middle)] = np.abs(
            near[tuple(before)] + near[tuple(after)] - 2 * near[tuple(middle)]
        )
        bend = np.maximum(bend, second)
    line = bend * scale > 1.6
    line[1:] |= owner[1:] != owner[:-1]
    line[:, 1:] |= owner[:, 1:] != owner[:, :-1]
    shade[line] = 0.35 * shade[line] + 0.65 * np.array(_LINE)
