"""Painted start areas to learn from: their truth says where each ball lies, also red glass on red felt."""

from collections.abc import Iterator, Sequence
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from firmware.resources import nominal_board
from referee.board import Place
from tests.vision.fields.felt import SAME, Recesses, joined, kinds_of
from tests.vision.fields.lessons import Look
from vision.painter.chance import BALL_COLOURS, MATERIALS, table_from_seed
from vision.painter.colour import Rgb
from vision.painter.painter import Painter
from vision.painter.scene import LooseBall, Scene
from vision.painter.table import Table
from vision.view import View

# Tables and pictures of each, far from the seeds that rates are measured on.
SEEDS, SCENES = range(70_000, 70_060), 5
# Felt differs from the painter's own by these (logarithm of red, green and blue).
FELT_DIFFERS = (0.15, 0.25, 0.25)
# Every table plays red, the felt's colour, and so many others.
OTHERS = 3
MOST_BALLS, FIELDS = 4, 6
# Two balls' centres are at least this far apart, and this far from the rim (ball radii).
TOUCHING, LEANING = 2.02, 0.88
TRIES = 50


def painted_looks(seed: int, scenes: int = SCENES) -> Iterator[Look]:
    """Yield looks at the start areas of a painted table with balls anywhere in them."""
    rng = np.random.default_rng(seed)
    table = _table(seed, rng)
    painter, noise = Painter(table), np.random.default_rng(seed + 1)
    for _ in range(scenes):
        balls = [_lying(place, table, rng) for place in table.board.of_kind("start")]
        scene = _scene(table, balls, rng)
        view = View(painter.camera(scene), table.board)
        recesses = Recesses.of(painter.paint(scene, noise), view)
        for seat, points_mm in enumerate(balls):
            yield _look(recesses, seat, points_mm, f"painted-{seed}", rng)


def _table(seed: int, rng: np.random.Generator) -> Table:
    """Draw a table whose felt and balls differ more than the painter's own."""
    table = table_from_seed(seed, nominal_board())
    red, green, blue = np.array(table.look.felt) * np.exp(rng.normal(0, FELT_DIFFERS))
    others = [name for name in BALL_COLOURS if name not in {"red", "clear"}]
    names = [*(str(name) for name in rng.choice(others, OTHERS, replace=False)), "red"]
    colours = {name: _dyed(BALL_COLOURS[name], rng) for name in names}
    balls = replace(table.balls, colours=colours, material=str(rng.choice(MATERIALS)))
    look = replace(table.look, felt=(float(red), float(green), float(blue)))
    return replace(table, look=look, balls=balls, spare=())


def _dyed(rgb: Rgb, rng: np.random.Generator) -> Rgb:
    red, green, blue = (float(min(255, channel * rng.uniform(0.85, 1.1))) for channel in rgb)
    return red, green, blue


def _lying(place: Place, table: Table, rng: np.random.Generator) -> NDArray[np.float64]:
    """Lay some balls anywhere in a start area: (n, 2) millimetres."""
    radius = table.board.ball_mm / 2
    lying: list[tuple[float, float]] = []
    for _ in range(int(rng.integers(0, MOST_BALLS + 1))):
        for _ in range(TRIES):
            turn = rng.uniform(0, 2 * np.pi)
            away = np.sqrt(rng.uniform()) * (place.radius_mm - LEANING * radius)
            x, y = place.x_mm + away * np.cos(turn), place.y_mm + away * np.sin(turn)
            if all(np.hypot(x - a, y - b) > TOUCHING * radius for a, b in lying):
                lying.append((x, y))
                break
    return np.array(lying).reshape(-1, 2)


def _scene(table: Table, balls: Sequence[NDArray[np.float64]], rng: np.random.Generator) -> Scene:
    names = list(table.balls.colours)
    order = [str(name) for name in rng.permutation(names)]
    fields = rng.choice([place.name for place in table.board.fields], FIELDS, replace=False)
    return Scene(
        on={str(field): str(rng.choice(names)) for field in fields},
        start=tuple(
            LooseBall(label, float(x), float(y))
            for label, mine in zip(order, balls, strict=True)
            for x, y in mine
        ),
    )


def _look(
    recesses: Recesses,
    seat: int,
    points_mm: NDArray[np.float64],
    table: str,
    rng: np.random.Generator,
) -> Look:
    """Look at an area's spots, and at the balls (n, 2) that are none of them."""
    spots, radius = recesses.spots(seat, rng), recesses.radius_mm
    for point in points_mm:
        away = np.linalg.norm(spots.points_mm[:, :2] - point, axis=1)
        if away.min() > SAME * radius:
            spots = joined([spots, recesses.spot_at(seat, point)])
    kinds = kinds_of(spots.points_mm[:, :2], points_mm, radius)
    return recesses.look(table, spots, kinds, rng)
