"""Painting a hand: its balls at half the picture's size, smoothed into one skin, and its shadow."""

import math
from collections.abc import Iterator
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.camera import Camera
from vision.painter.colour import Floats, linear
from vision.painter.hand import SLEEVE, Flesh
from vision.painter.light import Beam, Light
from vision.painter.noise import smooth_noise
from vision.painter.patch import Patch, lamp_at, patch_around
from vision.painter.scene import Hand

COARSE = 2
_SHADOW_PX_PER_MM = 0.4
_SHADOW_MARGIN_MM = 320.0
# The hand's balls by height: each band's shadow is blurred by its own distance from the board.
_BANDS_MM = (0.0, 28.0, 60.0, 500.0)
_SKIN_SHINE = (0.028, 26.0)
_NAIL_SHINE = (0.05, 120.0)
# What share of the lamps' light the table throws back at the hand from all sides.
_BOUNCE = 0.12


@dataclass(frozen=True, slots=True)
class Limb:
    """A painted hand on a coarse grid: ``alpha`` (h, w), ``light`` (h, w, 3) weighted by it."""

    patch: Patch
    alpha: Floats
    light: Floats


def coarse_camera(camera: Camera) -> Camera:
    """Return the same camera with pixels `COARSE` times as wide."""
    return Camera(
        width_px=-(-camera.width_px // COARSE), height_px=-(-camera.height_px // COARSE),
        focal_px=camera.focal_px / COARSE, rotation=camera.rotation, centre_mm=camera.centre_mm,
        k1=camera.k1, k2=camera.k2,
    )  # fmt: skip


@dataclass(slots=True)
class _Surface:
    """The nearest ball at each coarse pixel: its depth (h, w), normals (h, w, 3), stuff and openness."""

    depth: Floats
    normals: Floats
    stuff: NDArray[np.uint8]
    rays: Floats
    openness: Floats


def _meet(camera: Camera, patch: Patch, flesh: Flesh) -> _Surface:
    """Follow a ray through every coarse pixel of the patch to the first ball it meets."""
    height, width = patch.shape
    rays = camera.rays(patch.pixels().astype(np.float64))
    rays = (
        (rays / np.linalg.norm(rays, axis=1, keepdims=True))
        .astype(np.float32)
        .reshape(height, width, 3)
    )
    depth = np.full((height, width), np.inf, np.float32)
    normals = np.zeros((height, width, 3), np.float32)
    stuff = np.zeros((height, width), np.uint8)
    eye = camera.centre_mm.astype(np.float32)
    boxes = _balls_in_view(camera, patch, flesh.centres, flesh.radii)
    for (box, centre, radius), kind in zip(boxes, flesh.stuff, strict=True):
        part = rays[box]
        out = eye - centre
        b = part @ out
        root = b * b - (out @ out - radius * radius)
        way = np.where(root > 0, -b - np.sqrt(np.maximum(root, 0)), np.float32(np.inf))
        nearer = way < depth[box]
        if nearer.any():
            depth[box] = np.where(nearer, way, depth[box])
            met = part[nearer] * way[nearer, None] + out
            normals[box][nearer] = met / radius
            stuff[box][nearer] = kind
    return _Surface(depth, normals, stuff, rays, np.ones_like(depth))


def _balls_in_view(
    camera: Camera, patch: Patch, centres: Floats, radii: Floats
) -> Iterator[tuple[tuple[slice, slice], Floats, float]]:
    """Yield the part of the patch that each ball may cover, in the patch's own pixels, with the ball."""
    pixels = camera.project(centres.astype(np.float64)) - [patch.left, patch.top]
    away = np.linalg.norm(centres - camera.centre_mm, axis=1)
    reach = radii * camera.focal_px / np.maximum(away - radii, 1) * 1.3 + 2
    whole = Patch(0, 0, *patch.shape)
    for (x, y), r, centre, radius in zip(pixels, reach, centres, radii, strict=True):
        box = Patch(int(y - r), int(x - r), int(y + r) + 1, int(x + r) + 1).common(whole)
        yield box.slices, centre, float(radius)


def paint_limb(camera: Camera, light: Light, hand: Hand, flesh: Flesh) -> Limb | None:
    """Paint a hand on the coarse grid of `coarse_camera`; None if none of it is in the picture."""
    small = coarse_camera(camera)
    hull = np.concatenate([flesh.centres + [0, 0, 1] * flesh.radii[:, None] * s for s in (-1, 1)])
    patch = patch_around(small, hull, 50 * small.focal_px / float(camera.centre_mm[2]))
    if patch.empty:
        return None
    surface = _meet(small, patch, flesh)
    solid = np.isfinite(surface.depth)
    if not solid.any():
        return None
    mm_px = small.focal_px / float(surface.depth[solid].mean())
    cover = solid.astype(np.float32)
    surface.normals = _smoothed(surface.normals, max(0.8, 2.8 * mm_px))
    surface.openness = _crease(surface, cover, mm_px)
    light_back = _light_back(light, hand, flesh, surface, _nails(surface, flesh, small, patch))
    alpha: Floats = cv2.GaussianBlur(cover, (0, 0), 0.6).astype(np.float32)
    weighted: Floats = cv2.GaussianBlur(light_back * cover[..., None], (0, 0), 0.6).astype(
        np.float32
    )
    alpha, weighted = _smeared(alpha, weighted, hand, small, flesh)
    return Limb(patch, alpha, weighted)


def _smoothed(normals: Floats, sigma_px: float) -> Floats:
    blurred = cv2.GaussianBlur(normals, (0, 0), sigma_px)
    length = np.sqrt(np.einsum("ijk,ijk->ij", blurred, blurred))
    smooth: Floats = blurred / np.maximum(length, np.float32(1e-6))[..., None]
    return smooth


def _crease(surface: _Surface, cover: Floats, mm_px: float) -> Floats:
    """How open (h, w) each spot is: low between fingers, high on knuckles."""
    height = np.where(cover > 0, -surface.depth, 0).astype(np.float32)
    sigma = 9 * mm_px
    around = cv2.GaussianBlur(height, (0, 0), sigma) / np.maximum(
        cv2.GaussianBlur(cover, (0, 0), sigma), 0.05
    )
    openness: Floats = np.clip(0.95 + (height - around) / 45, 0.5, 1.08)
    return openness


def _light_back(light: Light, hand: Hand, flesh: Flesh, surface: _Surface, nails: Floats) -> Floats:
    normals, shade = surface.normals, surface.openness
    sleeve = surface.stuff == SLEEVE
    colour = np.where(sleeve[..., None], _cloth(hand, shade.shape), _skin(hand, shade.shape))
    colour = colour + nails[..., None] * (np.minimum(colour * 1.25 + 0.03, 0.95) - colour)
    # The table below throws light back: a hand's underside is never black.
    around = np.clip(0.62 + 0.38 * normals[..., 2], 0.34, 1) * shade
    power = sum(lamp.power for lamp in light.lamps) * _BOUNCE
    total = colour * (light.ambient_colour + power) * around[..., None]
    facing = np.clip(-np.einsum("ijk,ijk->ij", surface.rays, normals), 0, 1)
    reflectance = np.where(sleeve, 0.0, _SKIN_SHINE[0]) + nails * (_NAIL_SHINE[0] - _SKIN_SHINE[0])
    exponent = _SKIN_SHINE[1] + nails * (_NAIL_SHINE[1] - _SKIN_SHINE[1])
    fresnel = reflectance + (1 - reflectance) * 0.4 * (1 - facing) ** 5
    middle = flesh.centres.mean(axis=0)
    for lamp in light.lamps:
        rays_in = lamp_at(lamp, middle)
        towards = rays_in.towards[0]
        cosine = normals @ towards
        # Light seeps round skin's terminator, red farther than the rest.
        bleed = np.where(sleeve[..., None], np.float32(0), np.array([0.22, 0.09, 0.06], np.float32))
        diffuse = np.clip((cosine[..., None] + bleed) / (1 + bleed), 0, 1) * shade[..., None]
        half = towards - surface.rays
        half /= np.sqrt(np.einsum("ijk,ijk->ij", half, half))[..., None]
        peak = np.clip(np.einsum("ijk,ijk->ij", normals, half), 0, 1)
        shine = fresnel * peak**exponent * (exponent + 2) / 8
        power = lamp.colour * rays_in.irradiance[0]
        total = total + (colour * diffuse + (shine * shade)[..., None]) * power
    result: Floats = total.astype(np.float32)
    return result


def _skin(hand: Hand, shape: tuple[int, ...]) -> Floats:
    rng = np.random.default_rng(5)
    size = (shape[0], shape[1])
    mottled = 1 + 0.035 * smooth_noise(rng, size, (size[0] // 3, size[1] // 3))
    mottled += 0.04 * smooth_noise(rng, size, (size[0] // 14 + 2, size[1] // 14 + 2))
    skin: Floats = linear(hand.skin) * mottled[..., None]
    return skin


def _cloth(hand: Hand, shape: tuple[int, ...]) -> Floats:
    rng = np.random.default_rng(6)
    size = (shape[0], shape[1])
    weave = 1 + 0.10 * smooth_noise(rng, size, (size[0] // 2, size[1] // 2))
    cloth: Floats = linear(hand.sleeve) * weave[..., None]
    return cloth


def _nails(surface: _Surface, flesh: Flesh, small: Camera, patch: Patch) -> Floats:
    """Share (h, w) of finger nail at each spot."""
    share = np.zeros(surface.depth.shape, np.float32)
    eye = small.centre_mm.astype(np.float32)
    for box, centre, radius in _balls_in_view(small, patch, flesh.nails, flesh.nail_radii):
        way = np.where(np.isfinite(surface.depth[box]), surface.depth[box], 0)
        out = eye + surface.rays[box] * way[..., None] - centre
        distance = np.sqrt(np.einsum("ijk,ijk->ij", out, out))
        share[box] = np.maximum(share[box], np.clip((radius - distance) / 1.2 + 0.5, 0, 1))
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


def _blurred(mask: NDArray[np.uint8], sigma_px: float) -> NDArray[np.uint8]:
    """Blur a mask by two boxes: for wide blurs far quicker than a true Gaussian, and soft enough."""
    size = max(1, 2 * round(sigma_px * 1.22) + 1)
    return np.asarray(cv2.blur(cv2.blur(mask, (size, size)), (size, size)), dtype=np.uint8)


class HandShadow:
    """What a hand takes from the light on the board, looked up by place."""

    def __init__(self, flesh: Flesh, light: Light, half_mm: float) -> None:
        self._half_mm = half_mm + _SHADOW_MARGIN_MM
        size = math.ceil(2 * self._half_mm * _SHADOW_PX_PER_MM)
        low = flesh.centres[:, 2] - flesh.radii
        bands = np.digitize(low, _BANDS_MM[1:-1])
        self.openness = self._openness(flesh, bands, size)
        self.seen = [
            self._seen(flesh, bands, lamp_at(lamp, flesh.tip), size) for lamp in light.lamps
        ]

    def _px(self, xy_mm: Floats) -> Floats:
        return (xy_mm * [1, -1] + self._half_mm) * _SHADOW_PX_PER_MM

    def _openness(self, flesh: Flesh, bands: NDArray[np.intp], size: int) -> Floats:
        """Share of the sky that is left (size, size)."""
        left = np.ones((size, size), np.float32)
        for band in range(len(_BANDS_MM) - 1):
            mask = np.zeros((size, size), np.uint8)
            chosen = np.flatnonzero(bands == band)
            for (x, y), r in zip(
                self._px(flesh.centres[chosen, :2]), flesh.radii[chosen], strict=True
            ):
                cv2.circle(
                    mask, (round(x), round(y)), max(1, round(r * _SHADOW_PX_PER_MM)), 255, -1
                )
            if len(chosen):
                height = float(flesh.centres[chosen, 2].mean())
                sigma = max(2.0, 0.55 * height * _SHADOW_PX_PER_MM)
                left *= 1 - np.float32((0.75, 0.55, 0.4)[band] / 255) * _blurred(mask, sigma)
        return left

    def _seen(self, flesh: Flesh, bands: NDArray[np.intp], rays_in: Beam, size: int) -> Floats:
        """Share of one lamp that is still seen (size, size)."""
        towards = rays_in.towards[0]
        rise = max(float(towards[2]), 0.2)
        spread = min(float(rays_in.spread[0]), 0.6)
        angle = math.degrees(math.atan2(-float(towards[1]), float(towards[0])))
        left = np.ones((size, size), np.float32)
        for band in range(len(_BANDS_MM) - 1):
            chosen = np.flatnonzero(bands == band)
            if not len(chosen):
                continue
            mask = np.zeros((size, size), np.uint8)
            feet = flesh.centres[chosen, :2] - towards[:2] * (flesh.centres[chosen, 2:3] / rise)
            for (x, y), r in zip(self._px(feet), flesh.radii[chosen], strict=True):
                axes = (
                    max(1, round(r / rise * _SHADOW_PX_PER_MM)),
                    max(1, round(r * _SHADOW_PX_PER_MM)),
                )
                cv2.ellipse(mask, (round(x), round(y)), axes, angle, 0, 360, 255, -1)
            height = float(flesh.centres[chosen, 2].mean())
            sigma = max(0.8, 0.6 * height / rise * spread * _SHADOW_PX_PER_MM)
            left = np.minimum(left, 1 - _blurred(mask, sigma).astype(np.float32) / 255)
        return left

    @staticmethod
    def at(plane_px: tuple[Floats, Floats], which: Floats) -> Floats:
        """Look up one of the shadow's maps at places (h, w) given as `columns_rows` of the plane."""
        found = cv2.remap(which, *plane_px, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
        return np.asarray(found, dtype=np.float32)

    def columns_rows(self, x_mm: Floats, y_mm: Floats) -> tuple[Floats, Floats]:
        """Return the map coordinates of board places (h, w)."""
        scale = np.float32(_SHADOW_PX_PER_MM)
        half = np.float32(self._half_mm)
        return (x_mm + half) * scale, (half - y_mm) * scale
