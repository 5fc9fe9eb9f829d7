"""The same film under other lamps: dimmed, switched off, or with coloured lights beside the fields."""

from collections.abc import Mapping, Sequence

import numpy as np

from vision.camera import Camera
from vision.painter.colour import Floats
from vision.painter.film import Film
from vision.painter.light import Light

# A light beside a field reaches this far (its brightness falls to a half).
_GLOW_MM = 16.0


def dimmed(film: Film, light: Light, factors: Sequence[float]) -> Film:
    """Return the film as it would be with each lamp's power times its factor; itself if all are 1."""
    if all(factor == 1.0 for factor in factors):
        return film
    shares = film.shares.astype(np.float32) / 255
    ambient = np.maximum(1 - shares.sum(axis=2, keepdims=True), 0)
    colour = light.ambient_colour
    before = ambient * (colour / colour.mean())
    after, left = before.copy(), ambient[..., 0].copy()
    for i, (lamp, factor) in enumerate(zip(light.lamps, factors, strict=True)):
        part = shares[..., i : i + 1] * (lamp.colour / lamp.colour.mean())
        before += part
        after += np.float32(factor) * part
        left += np.float32(factor) * shares[..., i]
    total = film.total * (after / np.maximum(before, np.float32(1e-4)))
    parts = shares * np.asarray(factors, np.float32) / np.maximum(left, np.float32(1e-4))[..., None]
    return Film(total.astype(np.float32), np.clip(parts * 255 + 0.5, 0, 255).astype(np.uint8))


def add_glow(
    film: Film, camera: Camera, places_mm: Mapping[str, Floats],
    glow: Mapping[str, tuple[float, float, float]],
) -> None:  # fmt: skip
    """Add small coloured lights at places (3,), in place; a glow of 1 doubles the light there."""
    for name, colour in glow.items():
        centre = camera.project(np.asarray([places_mm[name]], dtype=np.float64))[0]
        reach = _GLOW_MM * camera.focal_px / float(camera.centre_mm[2])
        y = (np.arange(film.total.shape[0], dtype=np.float32) - np.float32(centre[1]))[:, None]
        x = (np.arange(film.total.shape[1], dtype=np.float32) - np.float32(centre[0]))[None, :]
        box = (np.abs(y[:, 0]) < 4 * reach, np.abs(x[0]) < 4 * reach)
        rows, columns = (slice(*_ends(inside)) for inside in box)
        squared = (x[:, columns] ** 2 + y[rows] ** 2) / np.float32(reach * reach)
        share = 1 / (1 + squared) ** 2
        film.total[rows, columns] *= 1 + share[..., None] * np.asarray(colour, np.float32)


def _ends(inside: np.ndarray) -> tuple[int, int]:
    where = np.flatnonzero(inside)
    return (int(where[0]), int(where[-1]) + 1) if len(where) else (0, 0)
