"""From a scene to pieces in space: where each ball and die rests on the board's relief."""

import math
from collections.abc import Iterator
from typing import TypeAlias

import numpy as np

from referee.board import Place
from vision.painter.ball import Ball, grain_of
from vision.painter.colour import Floats, Rgb, linear
from vision.painter.die import Cube, place_cube
from vision.painter.relief import Relief, cap_radius_mm
from vision.painter.scene import Die, LooseBall, Scene
from vision.painter.table import Table

Key: TypeAlias = tuple[object, ...]

COUNTER_RGB: Rgb = (200, 20, 28)
OPTION_RGB: Rgb = (226, 228, 232)


def rest_mm(place: Place, radius_mm: float) -> float:
    """Return how high the centre of a ball of this radius lies over the mouth of the place's hole."""
    if radius_mm > cap_radius_mm(place) and radius_mm > place.radius_mm:
        return math.sqrt(radius_mm**2 - place.radius_mm**2)
    return radius_mm - place.depth_mm


class Pieces:
    """Puts a scene's pieces on one table."""

    def __init__(self, table: Table, relief: Relief) -> None:
        self._table = table
        self._relief = relief

    def lying(self, scene: Scene, moving: frozenset[str]) -> Iterator[tuple[Key, Ball | Cube]]:
        """Yield every piece that lies on the table, with a key that says what it is and where."""
        board = self._table.board
        for name, label in scene.on.items():
            yield ("on", name, label), self._game_ball(name, label)
        for ball in (*scene.start, *scene.loose, *self._table.spare):
            yield ("loose", ball), self.loose_ball(ball)
        for seat, at in scene.counters.items():
            name = f"C{seat}.{at}"
            yield (
                ("counter", name),
                self._in_hole(name, board.counter_mm, linear(COUNTER_RGB), "plastic"),
            )
        for seat, stored in scene.stored.items():
            for option in board.overlay.order:
                name = f"M{seat}.{option}.{'upper' if option in stored else 'lower'}"
                yield (
                    ("option", name),
                    self._in_hole(name, board.option_mm, linear(OPTION_RGB), "steel"),
                )
        for die_name, die in scene.dice.items():
            if die_name not in moving:
                yield ("die", die_name, die), self.cube(die_name, die)

    def _game_ball(self, name: str, label: str) -> Ball:
        look = self._table.balls
        return self._in_hole(name, self._table.board.ball_mm, self.colour(label), look.material)

    def colour(self, label: str) -> Floats:
        """Return the colour (3,) of the game balls with this label, linear, red first."""
        return linear(self._table.balls.colours[label])

    def _in_hole(self, name: str, diameter_mm: float, colour: Floats, material: str) -> Ball:
        place, radius = self._table.board.places[name], diameter_mm / 2
        centre = np.array([place.x_mm, place.y_mm, place.z_mm + rest_mm(place, radius)], np.float32)
        return Ball(centre_mm=centre, radius_mm=radius, colour=colour, material=material,
                    ground_mm=place.z_mm, grain=grain_of([self._table.seed, name]))  # fmt: skip

    def loose_ball(self, ball: LooseBall) -> Ball:
        """Return a game ball that lies, or is held, at any place."""
        radius, ground = self._table.board.ball_mm / 2, self.ground_mm(ball.x_mm, ball.y_mm)
        z = ground + radius if ball.z_mm is None else ball.z_mm
        return Ball(
            centre_mm=np.array([ball.x_mm, ball.y_mm, z], np.float32), radius_mm=radius,
            colour=self.colour(ball.label), material=self._table.balls.material, ground_mm=ground,
            grain=grain_of([self._table.seed, ball.label, round(ball.x_mm), round(ball.y_mm)]),
        )  # fmt: skip

    def cube(self, name: str, die: Die) -> Cube:
        """Return a die of this name in space."""
        ground = self.ground_mm(die.x_mm, die.y_mm)
        return place_cube(self._table.dice[name], die, self._table.board.die_mm, ground)

    def ground_mm(self, x_mm: float, y_mm: float) -> float:
        """Return the height of the flat surface at a place."""
        one = np.array([[x_mm], [y_mm]], dtype=np.float32)
        return float(self._relief.height_mm(one[0], one[1])[0])
