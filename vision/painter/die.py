"""Dice: cubes with round edges, a sign on each side, in any attitude, also on the move."""

import math
from dataclasses import dataclass
from functools import cache

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.camera import Camera
from vision.painter.colour import Floats, linear
from vision.painter.glyphs import face_tile
from vision.painter.light import Beam, Light
from vision.painter.noise import smoothstep
from vision.painter.patch import (
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
)
from vision.painter.scene import Die
from vision.painter.table import DieLook

_TRACE_STEPS = 7
_LAMP_RAYS = 8
_SHINE = (0.04, 120.0)
# Sides of a die: outward normal and the direction that is right on its sign before `DieLook.turns`.
_SIDES = (
    ((1, 0, 0), (0, 1, 0)), ((-1, 0, 0), (0, -1, 0)), ((0, 1, 0), (-1, 0, 0)),
    ((0, -1, 0), (1, 0, 0)), ((0, 0, 1), (1, 0, 0)), ((0, 0, -1), (-1, 0, 0)),
)  # fmt: skip


@dataclass(frozen=True, slots=True, kw_only=True)
class Cube:
    """A die in space: ``axes`` (3, 3) turns its own axes into the board's, ``ground_mm`` is below it."""

    centre_mm: Floats
    axes: Floats
    half_mm: float
    round_mm: float
    ground_mm: float
    look: DieLook


def side_axes(look: DieLook, side: int) -> Floats:
    """Return right, up and outward (3, 3), in columns, of the sign on one side, in the die's axes."""
    return _turned_axes(side, look.turns[side])


@cache
def _turned_axes(side: int, turns: int) -> Floats:
    normal, right = (np.array(v, dtype=np.float64) for v in _SIDES[side])
    for _ in range(turns):
        right = np.cross(normal, right)
    axes = np.column_stack([right, np.cross(normal, right), normal]).astype(np.float32)
    axes.setflags(write=False)
    return axes


def attitude(look: DieLook, die: Die) -> Floats:
    """Return the rotation (3, 3) that puts the die's face on top, turned and leaning as the scene says."""
    own = side_axes(look, look.faces.index(die.face))
    yaw = math.radians(die.yaw_deg)
    cos, sin = math.cos(yaw), math.sin(yaw)
    lying = np.array([[cos, -sin, 0], [sin, cos, 0], [0, 0, 1]]) @ own.T
    if not die.lean_deg:
        return lying.astype(np.float32)
    to = math.radians(die.lean_to_deg)
    axis = np.array([-math.sin(to), math.cos(to), 0.0]) * math.radians(die.lean_deg)
    tipped, _ = cv2.Rodrigues(axis)
    return (tipped @ lying).astype(np.float32)


def place_cube(look: DieLook, die: Die, edge_mm: float, ground_mm: float) -> Cube:
    """Put a die on the ground (or ``die.z_mm`` above it)."""
    half, rounding = edge_mm / 2, look.rounding * edge_mm
    axes = attitude(look, die)
    rest = float(np.abs(axes[2]).sum()) * (half - rounding) + rounding
    centre = np.array([die.x_mm, die.y_mm, ground_mm + rest + die.z_mm], dtype=np.float32)
    return Cube(
        centre_mm=centre, axes=axes, half_mm=half, round_mm=rounding, ground_mm=ground_mm, look=look
    )


def touched(canvas: Canvas, cube: Cube) -> Patch:
    """Return the patch that holds the die and its shadow."""
    return _shaded(canvas, cube, _beams(canvas, cube)).joined(cube_patch(canvas.camera, cube))


def _beams(canvas: Canvas, cube: Cube) -> list[Beam]:
    return [lamp_at(lamp, cube.centre_mm) for lamp in canvas.light.lamps]


def _shaded(canvas: Canvas, cube: Cube, beams: list[Beam]) -> Patch:
    hull = shadow_hull(cube.centre_mm, cube.half_mm * 1.5, cube.ground_mm, beams)
    return patch_around(canvas.camera, hull, 1)


def shade_ground(
    canvas: Canvas, cube: Cube, region: Patch | None = None, *, every: int = 1
) -> Patch:
    """Darken what the die's shadow falls on (within a region); returns the patch that was touched.

    Only ``every`` so many'th pixel along rows and columns is worked out: for shadows that are smeared anyway.
    """
    beams = _beams(canvas, cube)
    whole = _shaded(canvas, cube, beams)
    patch = whole if region is None else whole.common(region)
    if patch.empty:
        return patch
    points = ground_points(canvas.camera, patch, cube.ground_mm).reshape(*patch.shape, 3)
    seen, openness = _left_of_light(points[::every, ::every], cube, beams)
    if every > 1:
        size = patch.shape[::-1]
        seen = [np.asarray(cv2.resize(part, size), dtype=np.float32) for part in seen]
        openness = np.asarray(cv2.resize(openness, size), dtype=np.float32)
    darken(canvas.film, whole, patch, seen, openness)
    return patch


def _left_of_light(points: Floats, cube: Cube, beams: list[Beam]) -> tuple[list[Floats], Floats]:
    """What a die leaves of each lamp and of the sky at points (h, w, 3) on the ground, (h, w) each."""
    shape = points.shape[:2]
    out = points.reshape(-1, 3) - cube.centre_mm
    own = out @ cube.axes
    seen = [_past_cube(own, cube, light_in).reshape(shape) for light_in in beams]
    distance = np.sqrt(np.einsum("ij,ij->i", out, out))
    blocked = np.clip(-out[:, 2] / distance, 0, 1) * np.minimum(
        (1.15 * cube.half_mm / distance) ** 2, 1
    )
    gap = np.maximum(np.abs(own) - cube.half_mm, 0)
    touch = np.exp(-np.sqrt(np.einsum("ij,ij->i", gap, gap)) / (0.35 * cube.half_mm))
    openness = 1 - np.clip(0.6 * blocked + 0.45 * touch, 0, 0.9)
    return seen, openness.reshape(shape).astype(np.float32)


def _past_cube(own: Floats, cube: Cube, light_in: Beam) -> Floats:
    """Share (n,) of the lamp's disc that points in the die's own axes see past the die."""
    towards = light_in.towards[:, 0] @ cube.axes
    side = np.linalg.svd(towards[None].astype(np.float64))[2][1:].astype(np.float32)
    seen = np.zeros(len(own), dtype=np.float32)
    half = cube.half_mm - 0.3 * cube.round_mm
    for i in range(_LAMP_RAYS):
        # Sunflower points fill the lamp's disc evenly.
        radius = float(light_in.spread[0]) * math.sqrt((i + 0.5) / _LAMP_RAYS)
        angle = 2.399963 * i
        ray = towards + radius * (math.cos(angle) * side[0] + math.sin(angle) * side[1])
        ray = np.where(np.abs(ray) < 1e-4, np.float32(1e-4), ray)
        enter, leave = _through_box(own, np.broadcast_to(ray, own.shape), half)
        seen += ~((enter < leave) & (leave > 0))
    return seen / np.float32(_LAMP_RAYS)


def _through_box(start: Floats, rays: Floats, half_mm: float) -> tuple[Floats, Floats]:
    """Ways (n,) along rays (n, 3) at which they enter and leave a box round the origin."""
    enter, leave = np.full(len(rays), -np.inf, np.float32), np.full(len(rays), np.inf, np.float32)
    for axis in range(3):
        one = (-half_mm - start[:, axis]) / rays[:, axis]
        two = (half_mm - start[:, axis]) / rays[:, axis]
        np.maximum(enter, np.minimum(one, two), out=enter)
        np.minimum(leave, np.maximum(one, two), out=leave)
    return enter, leave


def paint_die(canvas: Canvas, cube: Cube, region: Patch | None = None) -> Patch:
    """Paint the die's body (within a region); returns the patch that was touched."""
    patch = cube_patch(canvas.camera, cube)
    patch = patch if region is None else patch.common(region)
    if not patch.empty:
        alpha, parts = die_light(canvas, cube, patch, 2)
        lay(canvas.film, patch, alpha, parts)
    return patch


def cube_patch(camera: Camera, cube: Cube) -> Patch:
    """Return the rectangle that holds the die's body."""
    return patch_around(camera, ball_hull(cube.centre_mm, cube.half_mm * 1.6), 1)


def die_light(canvas: Canvas, cube: Cube, patch: Patch, fine: int) -> tuple[Floats, list[Floats]]:
    """Return the die's cover of each pixel (h, w) and its light (h, w, 3): ambient, then each lamp's."""
    rays = patch_rays(canvas.camera, patch, fine)
    own_rays = rays @ cube.axes
    eye = (canvas.camera.centre_mm.astype(np.float32) - cube.centre_mm) @ cube.axes
    hit, points = _trace(eye, own_rays, cube)
    alpha = np.zeros(len(rays), dtype=np.float32)
    alpha[hit] = 1
    ground = canvas.ground_light(cube_patch(canvas.camera, cube))
    spread = []
    for part in _light_back(canvas.light, cube, own_rays[hit], points, ground):
        full = np.zeros((len(rays), 3), dtype=np.float32)
        full[hit] = part
        spread.append(patch.coarse(full, fine))
    return patch.coarse(alpha, fine), spread


def _trace(eye: Floats, rays: Floats, cube: Cube) -> tuple[NDArray[np.intp], Floats]:
    """Follow rays in the die's axes to its round-edged surface: which hit, and where (m, 3)."""
    safe = np.where(np.abs(rays) < 1e-5, np.float32(1e-5), rays)
    enter, leave = _through_box(np.broadcast_to(eye, safe.shape), safe, cube.half_mm)
    hit = np.flatnonzero(enter < leave)
    way, inner = enter[hit], np.float32(cube.half_mm - cube.round_mm)
    for _ in range(_TRACE_STEPS):
        beyond = np.maximum(np.abs(eye + way[:, None] * rays[hit]) - inner, 0)
        way = way + np.sqrt(np.einsum("ij,ij->i", beyond, beyond)) - np.float32(cube.round_mm)
    points = eye + way[:, None] * rays[hit]
    beyond = np.maximum(np.abs(points) - inner, 0)
    near = np.sqrt(np.einsum("ij,ij->i", beyond, beyond)) - cube.round_mm < 0.25
    return hit[near], points[near]


def _light_back(
    light: Light, cube: Cube, rays: Floats, points: Floats, ground: Floats
) -> list[Floats]:
    inner = np.float32(cube.half_mm - cube.round_mm)
    beyond = np.maximum(np.abs(points) - inner, 0) * np.sign(points)
    normals = beyond / np.maximum(np.linalg.norm(beyond, axis=1, keepdims=True), np.float32(1e-5))
    colour = _colour(cube, points)
    upward = (normals @ cube.axes[2])[:, None]
    height = points @ cube.axes[2] + (cube.centre_mm[2] - cube.ground_mm)
    clear = np.clip(0.35 + 0.65 * height / (0.8 * cube.half_mm), 0.2, 1)[:, None]
    around = (light.ambient_colour * (0.5 + 0.5 * upward) + ground * (0.5 - 0.5 * upward)) * clear
    facing = np.clip(-np.einsum("ij,ij->i", rays, normals), 0, 1)
    reflectance, exponent = _SHINE
    fresnel = (reflectance + (1 - reflectance) * (1 - facing) ** 5)[:, None]
    parts = [(colour * around + fresnel * light.ambient_colour * clear * 0.6).astype(np.float32)]
    for lamp in light.lamps:
        rays_in = lamp_at(lamp, cube.centre_mm)
        towards = rays_in.towards[:, 0] @ cube.axes
        half = towards - rays
        half /= np.linalg.norm(half, axis=1, keepdims=True)
        wide = 2 / max(float(rays_in.spread[0]), 1e-3) ** 2
        sharp = 1 / (1 / exponent + 1 / wide)
        mirrored = np.clip(np.einsum("ij,ij->i", normals, half), 0, 1) ** sharp * (sharp + 2) / 8
        diffuse = np.clip(normals @ towards, 0, 1)
        power = lamp.colour * rays_in.irradiance[0]
        parts.append(
            ((colour * diffuse[:, None] + fresnel * mirrored[:, None]) * power).astype(np.float32)
        )
    return parts


def _colour(cube: Cube, points: Floats) -> Floats:
    """The die's own colour (n, 3) with the signs of the sides the points lie on."""
    look = cube.look
    colour = np.broadcast_to(linear(look.body), points.shape).copy()
    if look.wooden:
        rings = np.sin(9 * np.hypot(points[:, 0] / 3 + 2.0, points[:, 1] / 9 + points[:, 2] / 40))
        colour *= (1 + np.float32(0.08) * rings)[:, None]
    axis = np.abs(points).argmax(axis=1)
    positive = points[np.arange(len(points)), axis] > 0
    side = 2 * axis + np.where(positive, 0, 1)
    for i in np.unique(side):
        on = np.flatnonzero(side == i)
        frame = side_axes(look, int(i))
        local = points[on] @ frame[:, :2] / np.float32(cube.half_mm)
        tile = face_tile(look.faces[i], look.font, look.drawing)
        size = np.float32(tile.shape[0] / 2)
        column, row = local[:, 0] * size + size - 0.5, size - 0.5 - local[:, 1] * size
        ink = cv2.remap(tile, column[None], row[None], cv2.INTER_LINEAR)[0]
        ink = smoothstep(0.25, 0.75, ink)[:, None]
        colour[on] += ink * (linear(look.ink) - colour[on])
    return colour
