"""Boards of other makes: sizes, radii, holes and spacings within what is usual."""

import dataclasses
import math

import numpy as np

from referee.board import Board, Variant
from vision.painter.glyphs import OPTION_FACES


def vary_board(board: Board, rng: np.random.Generator) -> Board:
    """Return a board of another make: size, radii, holes and spacings within what is usual."""
    scale = float(rng.uniform(0.88, 1.17))
    ball = float(rng.uniform(12.2, 15.8))
    half_diagonal = board.side_mm * scale / math.sqrt(2)
    outer = board.ring("outer").radius_mm * scale * float(rng.uniform(0.98, 1.03))
    inner = outer - float(rng.uniform(26, 40)) * scale
    memory = board.variant is Variant.MEMORY
    dice = board.disc("dice").radius_mm * scale * float(rng.uniform(0.96, 1.06))
    target = float(rng.uniform(0.42, 0.52)) * (inner - dice) + dice
    target = min(target, inner - 22)
    hole = min(ball * float(rng.uniform(0.85, 0.97)), outer * math.tau / 64 - 4)
    depth = hole * float(rng.uniform(0.32, 0.46))
    board = dataclasses.replace(
        board, side_mm=board.side_mm * scale, ball_mm=ball,
        thickness_mm=float(rng.uniform(17, 25)), edge_mm=float(rng.uniform(1.5, 4.5)),
        counter_mm=float(rng.uniform(6.0, 7.4)), die_mm=float(rng.uniform(16, 19)),
    )  # fmt: skip
    for kind, radius in (("outer", outer), ("inner", inner), ("target", target)):
        board = board.with_ring(kind, radius_mm=radius, hole_mm=hole, hole_depth_mm=depth)
    if not memory:
        board = board.with_ring("target", step_deg=-float(rng.choice([22.5, 30.0, 45.0])))
    board = board.with_disc("dice", radius_mm=dice, depth_mm=float(rng.uniform(2.0, 5.0)))
    return _vary_corners(board, rng, half_diagonal, outer, memory=memory)


def _vary_corners(
    board: Board, rng: np.random.Generator, half_diagonal: float, outer: float, *, memory: bool
) -> Board:
    rim = outer + board.ring("outer").hole_mm / 2
    counter_v = rim + float(rng.uniform(5.5, 9))
    gap, middle = float(rng.uniform(11, 14.5)), float(rng.uniform(0, 8))
    us = [
        -1.5 * gap - middle / 2,
        -0.5 * gap - middle / 2,
        0.5 * gap + middle / 2,
        1.5 * gap + middle / 2,
    ]
    board = board.with_corner("counter", points_mm=tuple((u, counter_v) for u in us))
    start_r = 0.115 * half_diagonal * float(rng.uniform(0.95, 1.05))
    room = half_diagonal - start_r * math.sqrt(2) - 9
    board = board.with_corner("start", points_mm=((0.0, room),), radius_mm=start_r,
                              depth_mm=float(rng.uniform(3, 5)))  # fmt: skip
    if not memory:
        return board
    step = float(rng.uniform(9.6, 10.6))
    columns = [step * (i - 3) for i in range(7)]
    upper = counter_v + float(rng.uniform(15, 19))
    lower = upper + float(rng.uniform(9.3, 10.5))
    first = lower + float(rng.uniform(16, 19))
    places = ((-9.0, first), (9.0, first), (-9.0, first + 17), (9.0, first + 17))
    order = [*rng.permutation(list(OPTION_FACES)), "exit"]
    overlay = dataclasses.replace(
        board.overlay, height_mm=float(rng.uniform(5.3, 6.8)), corner_inner_mm=rim + 2.5,
        corner_width_mm=min(board.overlay.corner_width_mm, 0.42 * half_diagonal),
        ring_outer_mm=board.ring("inner").radius_mm - board.ring("inner").hole_mm / 2 - 2.5,
        order=tuple(str(option) for option in order),
    )  # fmt: skip
    board = dataclasses.replace(board, overlay=overlay)
    board = board.with_corner("memory-upper", points_mm=tuple((u, upper) for u in columns))
    board = board.with_corner("memory-lower", points_mm=tuple((u, lower) for u in columns))
    return board.with_corner("ball-place", points_mm=places,
                             radius_mm=board.ring("outer").hole_mm / 2,
                             depth_mm=board.ring("outer").hole_depth_mm)  # fmt: skip
