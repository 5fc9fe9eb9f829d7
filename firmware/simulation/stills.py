"""Stills of simulated tables: any pieces anywhere, which are no positions of a game."""

import random
from collections.abc import Iterator
from dataclasses import replace

import numpy as np

from firmware.simulation.gestures import people_from
from firmware.simulation.recording import Picture, camera_row
from firmware.simulation.truth import Taken, truth_row
from firmware.simulation.world import World, on_board
from vision.painter.glyphs import NUMBER_FACES, OPTION_FACES
from vision.painter.painter import Painter
from vision.painter.scene import Hand, LooseBall
from vision.painter.table import Table
from vision.view import View

# Kinds of stills, as often as they stand here.
_KINDS = ("play", "play", "play", "hand", "moving")


def stills(table: Table, count: int, seed: int) -> Iterator[Picture]:
    """Yield pictures of pieces that lie anywhere on one table."""
    painter, noise = Painter(table), np.random.default_rng(seed)
    rng = random.Random(seed)
    for number in range(1, count + 1):
        world = scattered(table, rng)
        scene, kind = world.scene(), rng.choice(_KINDS)
        if kind != "play":
            scene = replace(scene, hands=(hand_over(table, rng, moving=kind == "moving"),))
        view = View(painter.camera(scene), table.board)
        row = truth_row(Taken(scene, world, painter.hidden(scene), view), kind)
        name = f"{number:02d}.jpg"
        more = {"table": f"painted-{table.seed}", "light": "painted", "cameras": camera_row(view)}
        yield Picture(name, painter.paint(scene, noise), {"image": name, **row, **more})


def scattered(table: Table, rng: random.Random) -> World:
    """Return a table with a few balls of each colour anywhere, dice and counting balls."""
    labels = dict(enumerate(table.balls.colours))
    most = rng.randint(1, 4)
    world = World(table.board, labels, most, tuple(labels), rng)
    fields = [place.name for place in table.board.fields]
    for seat, label in labels.items():
        for _ in range(rng.randint(0, most)):
            world.take(f"S{seat}")
            world.put(rng.choice([name for name in fields if name not in world.on]), label)
        world.counters[seat] = rng.randint(0, 3)
        if world.memory:
            world.stored[seat] = {o for o in table.board.overlay.order if rng.random() < 0.4}
    _throw(world, rng)
    if rng.random() < 0.15:
        at = rng.uniform(-0.3, 0.3) * table.board.side_mm
        world.loose["beside"] = LooseBall(
            rng.choice(list(labels.values())), at, -0.6 * table.board.side_mm
        )
    return world


def _throw(world: World, rng: random.Random) -> None:
    for name, faces in (("number", NUMBER_FACES), ("option", OPTION_FACES)):
        landing = rng.choices(["lying", "leaning", "off-board", ""], [80, 8, 6, 6])[0]
        if landing:
            world.dice |= world.land((name,), {name: rng.choice(faces)}, landing)
    dice = world.dice
    flat = [die for die in dice.values() if on_board(die, world.board) and not die.lean_deg]
    if len(flat) == 2 and rng.random() < 0.05:
        below = dice["number"]
        dice["option"] = replace(
            dice["option"], x_mm=below.x_mm + rng.uniform(-3, 3), y_mm=below.y_mm + rng.uniform(-3, 3),
            z_mm=world.board.die_mm,
        )  # fmt: skip


def hand_over(table: Table, rng: random.Random, *, moving: bool) -> Hand:
    """Return somebody's hand anywhere over the board, or on its way there."""
    look = people_from((0,), rng)[0]
    half = table.board.side_mm / 2
    x, y = rng.uniform(-half, half) * 0.9, rng.uniform(-half, half) * 0.9
    pose = rng.choice(["pinch", "pinch", "flat", "fist", "point", "cup"])
    held = rng.choice(list(table.balls.colours)) if pose == "pinch" and rng.random() < 0.6 else None
    return replace(
        look, x_mm=x, y_mm=y, z_mm=rng.uniform(4, 60), arm_deg=rng.uniform(0, 360), pose=pose, held=held,
        travel_mm=(rng.uniform(-14, 14), rng.uniform(-14, 14)) if moving else (0.0, 0.0),
    )  # fmt: skip
