"""Variations of photographed patches: other balls, other shadows, hands and sleeves laid over them."""

from collections.abc import Callable

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.fields.patches import SIZE, grid_axes

Patch = NDArray[np.float64]

X, Y = grid_axes()
RADIUS = np.hypot(X, Y)
BALL = np.clip((1.08 - RADIUS) / 0.12, 0, 1)[..., None]
INNER = RADIUS < 0.8
WOOD = RADIUS > 1.2


def highlight(ball: Patch) -> Patch:
    """The lamp's reflection in a ball: what is brighter than three quarters of it in all channels."""
    least = ball.min(axis=-1)
    return np.maximum(0, least - np.percentile(least[INNER], 75) - 8) * (RADIUS < 1.0)


def shading(ball: Patch, shine: Patch) -> Patch:
    """Brightness of a ball's body relative to its median, without the highlight."""
    body = np.maximum(ball - shine[..., None], 0).mean(axis=-1) + 3
    return body / np.median(body[INNER])


def any_colour(wood: Patch, rng: np.random.Generator) -> Patch:
    """A ball's body colour: black, like the wood, white, grey, or any hue."""
    light = wood.mean()
    match rng.integers(0, 5):
        case 0:
            return np.maximum(rng.uniform(0.04, 0.16) * light + rng.normal(0, 2, 3), 2)
        case 1:
            return wood * rng.uniform(0.5, 2.0) * np.exp(rng.normal(0, 0.06, 3))
        case 2:
            return light * rng.uniform(1.0, 1.7) * np.exp(rng.normal(0, 0.06, 3))
        case 3:
            return light * rng.uniform(0.3, 0.9) * np.exp(rng.normal(0, 0.05, 3))
    hsv = np.array([[[rng.integers(0, 180), rng.integers(60, 256), rng.integers(60, 256)]]])
    bgr = cv2.cvtColor(hsv.astype(np.uint8), cv2.COLOR_HSV2BGR)[0, 0]
    return np.maximum(bgr / 255.0 * light * 1.5, 2)


def silver(wood: Patch, rng: np.random.Generator) -> Patch:
    """What a silver ball mirrors: dark or bright, hardly coloured."""
    return wood.mean() * rng.uniform(0.1, 1.6) * np.exp(rng.normal(0, 0.06, 3))


def red(wood: Patch, rng: np.random.Generator) -> Patch:
    """A counting ball's red, from bright to dark."""
    hsv = np.array([[[rng.integers(-8, 7) % 180, rng.integers(150, 256), rng.integers(70, 256)]]])
    bgr = cv2.cvtColor(hsv.astype(np.uint8), cv2.COLOR_HSV2BGR)[0, 0]
    return np.maximum(bgr / 255.0 * wood.mean() * rng.uniform(0.7, 1.6), 2)


Paint = Callable[[Patch, np.random.Generator], Patch]


def recoloured(ball: Patch, paint: Paint, rng: np.random.Generator) -> Patch:
    """The same ball in another colour, duller or shinier."""
    shine = highlight(ball)
    colour = paint(np.median(ball[WOOD], axis=0), rng)
    body = shading(ball, shine) ** rng.uniform(0.5, 1.1)
    other = body[..., None] * colour + shine[..., None] * rng.uniform(0.3, 1.1)
    return ball * (1 - BALL) + other * BALL


def cleared(ball: Patch, hole: Patch, rng: np.random.Generator) -> Patch:
    """A ball of clear glass in its place: the hole seen through it, its rim and its highlight."""
    shine = highlight(ball)
    behind = np.rot90(hole, 2) if rng.random() < 0.5 else hole
    behind = cv2.GaussianBlur(
        np.ascontiguousarray(behind, dtype=np.float32), (0, 0), rng.uniform(0.3, 1.5)
    )
    clear = rng.uniform(0.45, 0.95)
    milk = np.median(ball[WOOD], axis=0) * rng.uniform(0.4, 1.1)
    rim = 1 - rng.uniform(0.1, 0.5) * np.clip((RADIUS - 0.7) / 0.3, 0, 1) ** 2
    body = (shading(ball, shine) ** rng.uniform(0.2, 0.8) * rim)[..., None]
    other = (behind * clear + milk * (1 - clear)) * body + shine[..., None] * rng.uniform(0.6, 1.3)
    return ball * (1 - BALL) + other * BALL


def _along(rng: np.random.Generator) -> Patch:
    turn = rng.uniform(0, 2 * np.pi)
    across = -X * np.sin(turn) + Y * np.cos(turn)
    return X * np.cos(turn) + Y * np.sin(turn) + rng.uniform(-0.3, 0.3) * across**2


def laid_on(ground: Patch, ball: Patch, light: Patch, rng: np.random.Generator) -> Patch:
    """A ball of another patch laid on this ground, with a shadow; ``light`` (3,) scales it to its light."""
    shaded = cast_shadow(ground, rng, near=True) if rng.random() < 0.8 else ground
    return shaded * (1 - BALL) + ball * light * BALL


def cast_shadow(ground: Patch, rng: np.random.Generator, *, near: bool) -> Patch:
    """The ground with a ball's shadow: of a ball in the middle, or of one beside the patch's middle."""
    turn = rng.uniform(0, 2 * np.pi)
    away = rng.uniform(0.3, 1.6) if near else rng.uniform(0.0, 1.0)
    along = X * np.cos(turn) + Y * np.sin(turn) - away
    across = -X * np.sin(turn) + Y * np.cos(turn)
    longer = rng.uniform(1.0, 1.8)
    edge = (np.hypot(along / longer, across) - 1) / rng.choice([0.08, 0.25, 0.5])
    depth = rng.uniform(0.1, 0.85)
    dark = depth + (1 - depth) / (1 + np.exp(-np.clip(edge, -30, 30)))
    return ground * dark[..., None]


def shadowed(patch: Patch, rng: np.random.Generator) -> Patch:
    """The patch with the edge of a shadow across it, hard or soft."""
    edge = (_along(rng) - rng.uniform(-1, 1)) / rng.choice([0.08, 0.3, 1.0])
    depth = rng.uniform(0.04, 0.6)
    return patch * (depth + (1 - depth) / (1 + np.exp(-np.clip(edge, -30, 30))))[..., None]


def covered(patch: Patch, cover: Patch, part: float, rng: np.random.Generator) -> Patch:
    """The patch with ``cover`` over about ``part`` of the ball's disc from one side, and its shadow."""
    along = _along(rng)
    inside = np.sort(along[RADIUS < 1])
    edge = inside[int((1 - part) * (len(inside) - 1))]
    over = np.clip((along - edge) / 0.15 + 0.5, 0, 1)[..., None]
    near = 1 - rng.uniform(0, 0.5) * np.clip(1 - (edge - along) / 0.5, 0, 1)
    return patch * (1 - over) * np.where(over > 0, 1, near[..., None]) + cover * over


def plain_cover(rng: np.random.Generator) -> Patch:
    """Cloth or skin of any colour, lit unevenly."""
    colour = rng.uniform(5, 230) * np.exp(rng.normal(0, 0.3, 3))
    slope = X * rng.normal(0, 8) + Y * rng.normal(0, 8) + rng.normal(0, 3, (SIZE, SIZE))
    return np.clip(colour + slope[..., None], 0, 255)


def finished(patch: Patch, rng: np.random.Generator) -> NDArray[np.uint8]:
    """The patch as a camera might have it: shadow edge, blur and noise, each now and then."""
    if rng.random() < 0.3:
        patch = shadowed(patch, rng)
    if rng.random() < 0.25:
        patch = cv2.GaussianBlur(patch.astype(np.float32), (0, 0), rng.uniform(0.4, 1.2))
    if rng.random() < 0.4:
        noise = rng.normal(0, rng.uniform(1, 9), patch.shape) * rng.uniform(0.5, 1.6, 3)
        patch = patch + noise
    return np.clip(patch, 0, 255).astype(np.uint8)
