"""Balls: game balls of plastic, glass or wood, counting balls and silver option balls."""

from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np

from vision.painter.colour import Floats, linear
from vision.painter.light import Beam
from vision.painter.patch import (
    WIDEST,
    Canvas,
    Patch,
    ball_hull,
    darken,
    ground_points,
    lamp_at,
    lay,
    patch_around,
    patch_rays,
    shadow_hull,
    soften,
)

_FINE = 2
_GLASS = 1.5
_PALE_GLASS = linear((226, 240, 228))
# Materials: reflectance straight on, exponent of the highlight.
_SHINE = {
    "plastic": (0.045, 260.0), "opaque-glass": (0.05, 900.0), "glass": (0.05, 1500.0),
    "cat-eye": (0.05, 1500.0), "wood": (0.02, 22.0), "steel": (0.62, 900.0),
}  # fmt: skip
_SEE_THROUGH = {"glass", "cat-eye"}


@dataclass(frozen=True, slots=True, kw_only=True)
class Ball:
    """A ball to be painted: ``centre_mm`` (3,), ``colour`` (3,) linear, red first.

    ``ground_mm`` is the height of the surface round it, on which its shadow falls; ``grain`` turns what
    is inside it (blades of a cat's eye, rings of wood), so that no two are alike.
    """

    centre_mm: Floats
    radius_mm: float
    colour: Floats
    material: str
    ground_mm: float
    grain: int = 0


def touched(canvas: Canvas, ball: Ball) -> Patch:
    """Return the patch that holds the ball and its shadow."""
    body = patch_around(canvas.camera, ball_hull(ball.centre_mm, ball.radius_mm), 1)
    return _shaded(canvas, ball, _beams(canvas, ball)).joined(body)


def _beams(canvas: Canvas, ball: Ball) -> list[Beam]:
    return [lamp_at(lamp, ball.centre_mm) for lamp in canvas.light.lamps]


def _shaded(canvas: Canvas, ball: Ball, beams: list[Beam]) -> Patch:
    hull = shadow_hull(ball.centre_mm, ball.radius_mm, ball.ground_mm, beams)
    return patch_around(canvas.camera, hull, 1)


def shade_ground(canvas: Canvas, ball: Ball, region: Patch | None = None) -> Patch:
    """Darken what the ball's shadow falls on (within a region); returns the patch that was touched."""
    beams = _beams(canvas, ball)
    whole = _shaded(canvas, ball, beams)
    patch = whole if region is None else whole.common(region)
    if patch.empty:
        return patch
    out = ball.centre_mm - ground_points(canvas.camera, patch, ball.ground_mm)
    squared = np.einsum("ij,ij->i", out, out)
    seen = [
        _past_ball(out, squared, ball, light_in).reshape(*patch.shape, -1) for light_in in beams
    ]
    distance = np.sqrt(squared)
    blocked = np.clip(out[:, 2] / distance, 0, 1) * np.minimum(ball.radius_mm**2 / squared, 1)
    openness = (1 - 0.8 * blocked).reshape(patch.shape).astype(np.float32)
    darken(canvas.film, whole, patch, [s[..., 0] if s.shape[2] == 1 else s for s in seen], openness)
    return patch


def _past_ball(out: Floats, squared: Floats, ball: Ball, light_in: Beam) -> Floats:
    """How much of a lamp (n, 1 or 3) points see past the ball; glass lets coloured light through."""
    along = out @ light_in.towards[:, 0]
    past = np.sqrt(np.maximum(squared - along * along, 0))
    blur = np.maximum(along, 0) * min(float(light_in.spread[0]), WIDEST) + np.float32(0.25)
    # A ball smaller than the lamp seems to be hides only part of it.
    hidden = (1 - soften(past - ball.radius_mm, blur)) * np.minimum(
        1, (ball.radius_mm / blur) ** 1.5
    )
    seen = np.where(along > 0, 1 - hidden, np.float32(1))[:, None]
    if ball.material not in _SEE_THROUGH:
        return seen.astype(np.float32)
    tint = _PALE_GLASS * 0.8 if ball.material == "cat-eye" else ball.colour
    focus = 0.25 + 1.1 * np.clip(1 - past / ball.radius_mm, 0, 1) ** 2
    through: Floats = seen + (1 - seen) * focus[:, None] * tint
    return through.astype(np.float32)


def paint_ball(canvas: Canvas, ball: Ball, region: Patch | None = None) -> Patch:
    """Paint the ball's body (within a region); returns the patch that was touched."""
    body = patch_around(canvas.camera, ball_hull(ball.centre_mm, ball.radius_mm), 1)
    patch = body if region is None else body.common(region)
    if patch.empty:
        return patch
    rays = patch_rays(canvas.camera, patch, _FINE)
    out = canvas.camera.centre_mm.astype(np.float32) - ball.centre_mm
    b = rays @ out
    root = b * b - (out @ out - ball.radius_mm**2)
    hit = np.flatnonzero(root > 0)
    if not len(hit):
        return patch
    entry = out + (-b[hit] - np.sqrt(root[hit]))[:, None] * rays[hit]
    normals = entry / ball.radius_mm
    parts = _light_back(canvas, ball, canvas.ground_light(body), rays[hit], normals)
    alpha = np.zeros(len(rays), dtype=np.float32)
    alpha[hit] = 1
    spread = []
    for part in parts:
        full = np.zeros((len(rays), 3), dtype=np.float32)
        full[hit] = part
        spread.append(patch.coarse(full, _FINE))
    lay(canvas.film, patch, patch.coarse(alpha, _FINE), spread)
    return patch


def _light_back(
    canvas: Canvas, ball: Ball, ground: Floats, rays: Floats, normals: Floats
) -> list[Floats]:
    """Light that the ball sends against the rays: ambient part and one part a lamp, (n, 3) each."""
    colour = _own_colour(ball, rays, normals)
    up = normals[:, 2:3]
    height = ball.radius_mm * normals[:, 2] + (ball.centre_mm[2] - ball.ground_mm)
    clear = np.clip(0.35 + 0.65 * height / (0.6 * ball.radius_mm), 0.06, 1)[:, None].astype(
        np.float32
    )
    sky = canvas.light.ambient_colour
    around = (sky * (0.5 + 0.5 * up) + ground * (0.5 - 0.5 * up)) * clear
    reflectance, exponent = _SHINE[ball.material]
    facing = np.clip(-np.einsum("ij,ij->i", rays, normals), 0, 1)
    fresnel = (reflectance + (1 - reflectance) * (1 - facing) ** 5)[:, None]
    mirror = rays + 2 * facing[:, None] * normals
    mirrored = np.where(mirror[:, 2:3] > 0, sky * (0.35 + 0.65 * mirror[:, 2:3]), ground) * clear
    body = _diffuse_share(ball)
    parts = [
        colour * around * body
        + fresnel * mirrored * (ball.colour if ball.material == "steel" else 1)
    ]
    if ball.material in _SEE_THROUGH:
        parts[0] = parts[0] + (1 - fresnel) * _seen_through(canvas, ball, rays, normals)
    for lamp in canvas.light.lamps:
        rays_in = lamp_at(lamp, ball.centre_mm)
        shine = _highlight(rays, normals, rays_in, exponent) * fresnel[:, 0]
        diffuse = _diffuse(ball, normals, rays_in) * body
        power = lamp.colour * rays_in.irradiance[0]
        parts.append(
            (colour * diffuse[:, None] + shine[:, None]) * power * np.minimum(clear + 0.2, 1)
        )
    return [part.astype(np.float32) for part in parts]


def _diffuse_share(ball: Ball) -> float:
    return {"glass": 0.22, "cat-eye": 0.55, "steel": 0.05}.get(ball.material, 1.0)


def _diffuse(ball: Ball, normals: Floats, rays_in: Beam) -> Floats:
    """Lambert's share (n,); glass gathers light on the far side instead."""
    cosine = normals @ rays_in.towards[:, 0]
    wrapped = np.clip(cosine, 0, 1)
    if ball.material in _SEE_THROUGH:
        wrapped = np.clip(0.15 - 0.85 * cosine, 0, 1) ** 1.5 * np.float32(1.6) + 0.25 * wrapped
    result: Floats = wrapped.astype(np.float32)
    return result


def _highlight(rays: Floats, normals: Floats, rays_in: Beam, exponent: float) -> Floats:
    half = rays_in.towards[:, 0] - rays
    half /= np.linalg.norm(half, axis=1, keepdims=True)
    cosine = np.clip(np.einsum("ij,ij->i", normals, half), 0, 1)
    wide = 2 / max(float(rays_in.spread[0]), 1e-3) ** 2
    sharp = 1 / (1 / exponent + 1 / wide)
    shine: Floats = (sharp + 2) / 8 * cosine**sharp
    return shine


def _own_colour(ball: Ball, rays: Floats, normals: Floats) -> Floats:
    match ball.material:
        case "wood":
            return ball.colour * _wood_rings(ball, normals)[:, None]
        case "opaque-glass":
            swirl = np.sin(5 * (_turned(ball, normals) @ np.array([0.8, 0.5, 0.3], np.float32)))
            return ball.colour * (1 + np.float32(0.05) * swirl)[:, None]
        case "cat-eye":
            blades = _blades(ball, rays, normals)[:, None]
            colour: Floats = ball.colour * blades
            return colour
        case _:
            return np.broadcast_to(ball.colour, normals.shape)


def _turned(ball: Ball, points: Floats) -> Floats:
    """Turn points (n, 3) into the ball's own axes."""
    rng = np.random.default_rng(ball.grain)
    axes, _ = np.linalg.qr(rng.standard_normal((3, 3)))
    turned: Floats = points @ axes.astype(np.float32)
    return turned


def _wood_rings(ball: Ball, normals: Floats) -> Floats:
    own = _turned(ball, normals)
    distance = np.hypot(own[:, 0] - 0.7, own[:, 1] + 0.2) * 5
    rings: Floats = (
        1 + np.float32(0.09) * np.sin(distance * 6) + np.float32(0.04) * np.sin(distance * 31)
    )
    return rings


def _refracted(rays: Floats, normals: Floats) -> Floats:
    """Directions (n, 3) inside the glass, by Snell's law."""
    cosine = np.clip(-np.einsum("ij,ij->i", rays, normals), 0, 1)[:, None]
    ratio = np.float32(1 / _GLASS)
    inner = np.sqrt(np.maximum(1 - ratio**2 * (1 - cosine * cosine), 0))
    refracted: Floats = ratio * rays + (ratio * cosine - inner) * normals
    return refracted


def _blades(ball: Ball, rays: Floats, normals: Floats) -> Floats:
    """How much (n,) of a cat's eye's coloured blades lies on each ray's way through the glass."""
    inside = _refracted(rays, normals)
    chord = -2 * np.einsum("ij,ij->i", inside, normals)
    met = np.zeros(len(rays), dtype=np.float32)
    for share in np.linspace(0.1, 0.9, 9, dtype=np.float32):
        own = _turned(ball, normals + (share * chord)[:, None] * inside)
        angle = np.arctan2(own[:, 1], own[:, 0]) - 1.3 * own[:, 2]
        radius = np.hypot(own[:, 0], own[:, 1])
        blade = np.abs(np.sin(1.5 * angle)) * radius < 0.34
        met = np.maximum(met, blade & (radius < 0.86) & (np.abs(own[:, 2]) < 0.88))
    return met


def _seen_through(canvas: Canvas, ball: Ball, rays: Floats, normals: Floats) -> Floats:
    """What is seen through the glass (n, 3): the picture behind it, bent twice and tinted."""
    inside = _refracted(rays, normals)
    chord = -2 * np.einsum("ij,ij->i", inside, normals)
    far = normals + chord[:, None] * inside
    back = _leaving(inside, far)
    places = ball.centre_mm + ball.radius_mm * far
    down = np.minimum(back[:, 2:3], -0.15)
    ground = places + back * ((ball.ground_mm - 2 - places[:, 2:3]) / down)
    pixels = canvas.camera.project(ground.astype(np.float64)).astype(np.float32)
    seen = cv2.remap(canvas.bare.total, pixels[None, :, 0], pixels[None, :, 1], cv2.INTER_LINEAR,
                     borderMode=cv2.BORDER_REPLICATE)[0]  # fmt: skip
    seen = np.where(back[:, 2:3] > 0, canvas.light.ambient_colour * 0.5, seen * 0.8)
    tint = _PALE_GLASS if ball.material == "cat-eye" else np.maximum(ball.colour, 0.01)
    thickness = chord / 2
    passed: Floats = seen * tint ** (1.2 * thickness[:, None])
    if ball.material == "cat-eye":
        passed = passed * (1 - _blades(ball, rays, normals))[:, None]
    return passed


def _leaving(inside: Floats, far: Floats) -> Floats:
    """Directions (n, 3) after the glass; where light cannot leave it goes straight on."""
    cosine = np.clip(np.einsum("ij,ij->i", inside, far), 0, 1)[:, None]
    root = 1 - _GLASS**2 * (1 - cosine * cosine)
    outside = _GLASS * inside + (np.sqrt(np.maximum(root, 0)) - _GLASS * cosine) * far
    outside = np.where(root > 0, outside, inside)
    leaving: Floats = outside / np.linalg.norm(outside, axis=1, keepdims=True)
    return leaving


def grain_of(names: Sequence[object]) -> int:
    """Return a stable number for a piece, by which its inside is turned."""
    text = "/".join(str(name) for name in names)
    return sum((i + 1) * ord(letter) for i, letter in enumerate(text)) % (2**31)
