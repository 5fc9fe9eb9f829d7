"""Painting a hand: its balls at half the picture's size, smoothed into one skin."""

import math
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache, cached_property

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.camera import Camera
from vision.painter.colour import Floats, linear
from vision.painter.film import pixel_rays
from vision.painter.hand import SLEEVE, Flesh
from vision.painter.light import Light
from vision.painter.noise import Image, smooth_noise
from vision.painter.patch import Patch, lamp_at, patch_around
from vision.painter.scene import Hand

COARSE = 2
_SKIN_SHINE = (0.028, 26.0)
_NAIL_SHINE = (0.05, 120.0)
# What share of the lamps' light the table throws back at the hand from all sides.
_BOUNCE = 0.12
# Light seeps round skin's terminator, red farther than the rest.
_BLEED = np.array([0.22, 0.09, 0.06], np.float32)
# Size in pixels of the textures of skin and cloth, cut to the hand's patch.
_TEXTURE_PX = 1024


@dataclass(frozen=True, slots=True)
class Limb:
    """A painted hand on a coarse grid: ``alpha`` (h, w), ``light`` (h, w, 3) weighted by it."""

    patch: Patch
    alpha: Floats
    light: Floats


@dataclass(frozen=True)
class CoarseView:
    """A ``camera`` whose pixels are `COARSE` times as wide as those of the picture, and its rays."""

    camera: Camera

    @cached_property
    def rays(self) -> tuple[Floats, Floats, Floats]:
        """The unit rays of all coarse pixels by their x, y and z, (h, w) float32 each."""
        camera = self.camera
        pixels = Patch(0, 0, camera.height_px, camera.width_px).pixels()
        rays = pixel_rays(camera, pixels).reshape(3, camera.height_px, camera.width_px)
        return rays[0], rays[1], rays[2]


def coarse_view(camera: Camera) -> CoarseView:
    """Return what the camera sees in pixels `COARSE` times as wide."""
    return CoarseView(wider(camera, COARSE))


def wider(camera: Camera, times: int) -> Camera:
    """Return the same camera with pixels so many times as wide."""
    return Camera(
        width_px=-(-camera.width_px // times), height_px=-(-camera.height_px // times),
        focal_px=camera.focal_px / times, rotation=camera.rotation, centre_mm=camera.centre_mm,
        k1=camera.k1, k2=camera.k2,
    )  # fmt: skip


@dataclass(slots=True)
class _Surface:
    """What the coarse pixels of a patch see of the hand.

    ``cover`` (h, w) is 1 where there is any; of those n pixels: ``spots``, their flat indices,
    ``rays``, ``points`` and ``normals`` (n, 3), and ``ball``, the number of the ball that is seen.
    """

    cover: Floats
    depth: Floats
    spots: NDArray[np.intp]
    rays: Floats
    points: Floats
    normals: Floats
    ball: NDArray[np.intp]

    def spread(self, values: Floats) -> Floats:
        """Lay values (n, …) of the seen pixels out over the patch (h, w, …), 0 elsewhere."""
        full = np.zeros((self.cover.size, *values.shape[1:]), np.float32)
        full[self.spots] = values
        return full.reshape(*self.cover.shape, *values.shape[1:])


def _meet(view: CoarseView, patch: Patch, flesh: Flesh) -> _Surface | None:
    """Follow a ray through every coarse pixel of the patch to the first ball it meets."""
    camera = view.camera
    x, y, z = (part[patch.slices] for part in view.rays)
    depth = np.full(patch.shape, np.inf, np.float32)
    seen = np.zeros(patch.shape, np.int16)
    eye = camera.centre_mm.astype(np.float32)
    out = eye - flesh.centres
    beyond = np.einsum("ij,ij->i", out, out) - flesh.radii**2
    # Where a ray misses a ball the root is not a number, which is nearer than nothing.
    with np.errstate(invalid="ignore"):
        for number, box in _boxes(camera, patch, flesh):
            b = x[box] * out[number, 0]
            b += y[box] * out[number, 1]
            b += z[box] * out[number, 2]
            way = np.sqrt(b * b - beyond[number])
            np.subtract(-b, way, out=way)
            nearer = way < depth[box]
            np.copyto(depth[box], way, where=nearer)
            np.copyto(seen[box], number, where=nearer)
    spots = np.flatnonzero(np.isfinite(depth))
    if not len(spots):
        return None
    ball = seen.ravel()[spots].astype(np.intp)
    rays = np.column_stack([part.ravel()[spots] for part in (x, y, z)])
    points = eye + depth.ravel()[spots, None] * rays
    normals = (points - flesh.centres[ball]) / flesh.radii[ball, None]
    cover = np.isfinite(depth).astype(np.float32)
    return _Surface(cover, depth, spots, rays, points, normals, ball)


def _boxes(camera: Camera, patch: Patch, flesh: Flesh) -> Iterator[tuple[int, tuple[slice, slice]]]:
    """Yield each ball's number with the part of the patch that it may cover, in the patch's pixels."""
    pixels = camera.project(flesh.centres.astype(np.float64)) - [patch.left, patch.top]
    away = np.linalg.norm(flesh.centres - camera.centre_mm, axis=1)
    reach = (flesh.radii * camera.focal_px / np.maximum(away - flesh.radii, 1) * 1.3 + 2)[:, None]
    height, width = patch.shape
    low = np.maximum(pixels - reach, 0).astype(int)
    high = np.minimum(pixels + reach + 1, [width, height]).astype(int)
    for number in np.flatnonzero((high > low).all(axis=1)):
        (left, top), (right, bottom) = low[number], high[number]
        yield int(number), (slice(top, bottom), slice(left, right))


def paint_limb(view: CoarseView, light: Light, hand: Hand, flesh: Flesh) -> Limb | None:
    """Paint a hand on a coarse grid; None if none of it is in the picture."""
    small = view.camera
    patch = patch_around(small, flesh.centres, 45 * small.focal_px / float(small.centre_mm[2] - 60))
    surface = None if patch.empty else _meet(view, patch, flesh)
    if surface is None:
        return None
    mm_px = small.focal_px / float(surface.depth.ravel()[surface.spots].mean())
    _smooth(surface, max(0.8, 2.8 * mm_px))
    back = surface.spread(_light_back(light, hand, flesh, surface, _openness(surface, mm_px)))
    alpha: Floats = cv2.GaussianBlur(surface.cover, (0, 0), 0.6).astype(np.float32)
    weighted: Floats = cv2.GaussianBlur(back, (0, 0), 0.6).astype(np.float32)
    return Limb(patch, *_smeared(alpha, weighted, hand, small, flesh))


def _smooth(surface: _Surface, sigma_px: float) -> None:
    """Melt the balls into one skin: blur their normals."""
    blurred = cv2.GaussianBlur(surface.spread(surface.normals), (0, 0), sigma_px)
    normals = blurred.reshape(-1, 3)[surface.spots]
    length = np.sqrt(np.einsum("ij,ij->i", normals, normals))
    surface.normals = normals / np.maximum(length, np.float32(1e-6))[:, None]


def _openness(surface: _Surface, mm_px: float) -> Floats:
    """How open (n,) each spot is: low between fingers, high on knuckles."""
    height = np.where(surface.cover > 0, -surface.depth, 0).astype(np.float32)
    size = 2 * round(11 * mm_px) + 1
    around, cover = (
        cv2.blur(cv2.blur(v, (size, size)), (size, size)) for v in (height, surface.cover)
    )
    raised = height - around / np.maximum(cover, 0.05)
    openness: Floats = np.clip(0.95 + raised.ravel()[surface.spots] / 45, 0.5, 1.08)
    return openness


def _light_back(
    light: Light, hand: Hand, flesh: Flesh, surface: _Surface, openness: Floats
) -> Floats:
    """Light (n, 3) that the seen spots send to the camera."""
    normals, rays = surface.normals, surface.rays
    sleeve = flesh.stuff[surface.ball] == SLEEVE
    nails = _nails(surface, flesh)
    colour = _colour(hand, surface, sleeve, nails)
    around = np.clip(0.62 + 0.38 * normals[:, 2], 0.34, 1) * openness
    bounced = sum(lamp.power for lamp in light.lamps) * _BOUNCE
    total = colour * (light.ambient_colour + np.float32(bounced)) * around[:, None]
    facing = np.clip(-np.einsum("ij,ij->i", rays, normals), 0, 1)
    reflectance = np.where(sleeve, 0.0, _SKIN_SHINE[0]) + nails * (_NAIL_SHINE[0] - _SKIN_SHINE[0])
    exponent = _SKIN_SHINE[1] + nails * (_NAIL_SHINE[1] - _SKIN_SHINE[1])
    fresnel = reflectance + (1 - reflectance) * 0.4 * (1 - facing) ** 5
    bleed = np.where(sleeve[:, None], np.float32(0), _BLEED)
    middle = flesh.tip
    for lamp in light.lamps:
        rays_in = lamp_at(lamp, middle)
        towards = rays_in.towards[:, 0]
        diffuse = np.clip(((normals @ towards)[:, None] + bleed) / (1 + bleed), 0, 1)
        half = towards - rays
        half /= np.sqrt(np.einsum("ij,ij->i", half, half))[:, None]
        peak = np.clip(np.einsum("ij,ij->i", normals, half), 0, 1)
        shine = fresnel * peak**exponent * (exponent + 2) / 8
        power = lamp.colour * rays_in.irradiance[0]
        total = total + (colour * diffuse + shine[:, None]) * power * openness[:, None]
    result: Floats = total.astype(np.float32)
    return result


def _colour(hand: Hand, surface: _Surface, sleeve: NDArray[np.bool_], nails: Floats) -> Floats:
    rows, columns = np.divmod(surface.spots, surface.cover.shape[1])
    skin, cloth = (
        texture[rows % _TEXTURE_PX, columns % _TEXTURE_PX] for texture in (_skin(), _cloth())
    )
    colour = np.where(
        sleeve[:, None], linear(hand.sleeve) * cloth[:, None], linear(hand.skin) * skin[:, None]
    )
    nail = np.minimum(colour * 1.25 + 0.03, 0.95)
    painted: Floats = colour + nails[:, None] * (nail - colour)
    return painted


@cache
def _skin() -> Image:
    """Brightness (n, n) of mottled skin."""
    size = (_TEXTURE_PX, _TEXTURE_PX)
    rng = np.random.default_rng(5)
    fine = smooth_noise(rng, size, (_TEXTURE_PX // 3, _TEXTURE_PX // 3))
    skin: Image = 1 + 0.035 * fine + 0.04 * smooth_noise(rng, size, (_TEXTURE_PX // 14,) * 2)
    return skin


@cache
def _cloth() -> Image:
    """Brightness (n, n) of a knitted sleeve."""
    size = (_TEXTURE_PX, _TEXTURE_PX)
    cloth: Image = 1 + 0.10 * smooth_noise(np.random.default_rng(6), size, (_TEXTURE_PX // 2,) * 2)
    return cloth


def _nails(surface: _Surface, flesh: Flesh) -> Floats:
    """Share (n,) of finger nail at each spot."""
    share = np.zeros(len(surface.spots), np.float32)
    for centre, radius in zip(flesh.nails, flesh.nail_radii, strict=True):
        near = np.flatnonzero((np.abs(surface.points - centre) < radius + 1).all(axis=1))
        distance = np.linalg.norm(surface.points[near] - centre, axis=1)
        share[near] = np.maximum(share[near], np.clip((radius - distance) / 1.2 + 0.5, 0, 1))
    return share


def _smeared(
    alpha: Floats, light: Floats, hand: Hand, small: Camera, flesh: Flesh
) -> tuple[Floats, Floats]:
    """Smear a moving hand along its way within the exposure."""
    if hand.travel_mm == (0.0, 0.0):
        return alpha, light
    ends = np.array([flesh.tip, flesh.tip + np.array([*hand.travel_mm, 0.0])], dtype=np.float64)
    step = np.diff(small.project(ends), axis=0)[0]
    size = 2 * math.ceil(float(np.abs(step).max()) / 2) + 1
    if size < 3:
        return alpha, light
    kernel = np.zeros((size, size), np.uint8)
    middle = np.array([size // 2, size // 2])
    start, end = (np.round((middle + s * step / 2) * 16).astype(int) for s in (-1, 1))
    cv2.line(
        kernel, (int(start[0]), int(start[1])), (int(end[0]), int(end[1])), 255, 1, cv2.LINE_AA, 4
    )
    weights = kernel.astype(np.float32) / kernel.sum()
    smeared = (cv2.filter2D(layer, -1, weights).astype(np.float32) for layer in (alpha, light))
    return next(smeared), next(smeared)
