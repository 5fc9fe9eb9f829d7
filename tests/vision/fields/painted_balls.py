"""Painted boards to learn from: what photographs lack.

Some tables have balls that differ from the wood, or from the dark in a hole, by shape alone: photographs have
few wooden balls, and none of the board's own tone. Others are as the painter draws them, with lamps that
lacquered wood mirrors, holes in deep shadow, and glass in Memory's corners.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import Path

import numpy as np

from firmware.resources import nominal_board
from firmware.simulation.recording import camera_row
from firmware.simulation.show import simulated_table
from referee.board import Board, Place, Variant
from tests.vision.fields.lessons import SORTS, Look, look_at
from tests.vision.fields.painted_options import Still, as_kept
from tests.vision.truth import Photo, true_camera
from vision.fields.occupancy import BALL, EMPTY
from vision.painter.chance import BALL_COLOURS
from vision.painter.colour import Rgb
from vision.painter.painter import Painter
from vision.painter.scene import LooseBall, Scene
from vision.painter.table import BallLook, BoardLook, Table
from vision.painter.wood import SPECIES
from vision.view import View

# Tables and pictures of each, far from the seeds that rates are measured on: with balls that are hard to see,
# and as they are drawn.
SEEDS, SCENES = range(73_000, 73_100), 5
DRAWN = range(74_000, 74_060)
SIZE_PX = (1280, 960)
# What a table's balls are like: the painter's own wooden ones, the board's wood in wood or in plastic, what
# is dark in a hole, and what is seen through.
LIKE = ("wooden", "wood", "plastic", "black", "glass")
WOODEN, DARK_WOODS = ("natural", "brown", "black", "white"), ("walnut", "walnut", "cherry")
CLEAR = ("red", "blue", "green", "yellow", "white", "orange", "violet")
# Balls of the wood's colour differ from it by these (logarithm): all channels, and each.
TONE, TINT = 0.25, 0.04
# Balls on fields in a picture: of the colour that is like the wood, and of each other one.
ALIKE, OTHERS = 6, 2
# On a table as it is drawn: at most so many of each colour; and the glass and lacquer of every third.
MOST = 6
SEEN_THROUGH, MIRRORING = "glass", "lacquer"
# A seat's balls in its corner: at the start, and at most later.
AT_FIRST, LEFT = 4, 2


def painted_looks(seed: int, scenes: int = SCENES) -> Iterator[Look]:
    """Yield looks at all ball places of a painted table's pictures, every second with errors."""
    rng = np.random.default_rng(seed)
    sort = replace(SORTS["ball"], truth=_truth)
    stills = drawn_stills if seed in DRAWN else painted_stills
    for number, still in enumerate(stills(seed, scenes, rng)):
        look = look_at(still, sort, rng if number % 2 else None)
        if look is not None:
            yield look


def painted_stills(
    seed: int, scenes: int = SCENES, rng: np.random.Generator | None = None
) -> Iterator[Still]:
    """Yield pictures of a painted table: how its balls lie at first, and then some of them anywhere.

    ``rng``: what is drawn, from the seed if it is not given.
    """
    rng = rng or np.random.default_rng(seed)
    table, like = _table(seed, rng)
    painter = Painter(table)
    for number in range(scenes):
        yield _still(seed, number, painter, _scene(table, like, rng, first=number == 0), like, rng)


def drawn_stills(
    seed: int, scenes: int = SCENES, rng: np.random.Generator | None = None
) -> Iterator[Still]:
    """Yield pictures of a painted table as it is drawn, its balls anywhere.

    Every second one has Memory's corners, every third one glass on lacquer.

    ``rng``: what is drawn, from the seed if it is not given.
    """
    rng = rng or np.random.default_rng(seed)
    variant = Variant.MEMORY if seed % 2 else Variant.BASE
    table = replace(
        simulated_table(nominal_board(variant=variant), seed, size_px=SIZE_PX), spare=()
    )
    painter = Painter(table)
    for number in range(scenes):
        yield _still(seed, number, painter, _drawn_scene(table, rng, first=number == 0), "", rng)


def _drawn(seed: int, rng: np.random.Generator) -> Table:
    variant = Variant.MEMORY if seed % 2 else Variant.BASE
    table = replace(
        simulated_table(nominal_board(variant=variant), seed, size_px=SIZE_PX), spare=()
    )
    if seed % 3:
        return table
    names = ["clear", *(str(name) for name in rng.choice(CLEAR, 3, replace=False))]
    glass = BallLook(colours={name: BALL_COLOURS[name] for name in names}, material=SEEN_THROUGH)
    return replace(table, balls=glass, look=replace(table.look, finish=MIRRORING))


def _still(
    seed: int, number: int, painter: Painter, scene: Scene, like: str, rng: np.random.Generator
) -> Still:
    """Paint a scene and keep it with its truth."""
    table = painter.table
    frame = as_kept(painter.paint(scene, rng))
    view = View(true_camera(camera_row(View(painter.camera(scene), table.board))), table.board)
    seats = dict(enumerate(table.balls.colours))
    row = {"on": dict(scene.on), "covered": [], "seats": seats, "like": like}
    return Still(Path(f"painted-{seed}") / f"{number}.jpg", row, {}, frame, view)


def _truth(photo: Photo, place: Place) -> int:
    return BALL if place.name in photo.row["on"] else EMPTY


def _table(seed: int, rng: np.random.Generator) -> tuple[Table, str]:
    """Draw a table, and say which of its balls are hard to see; every third has Memory's corners."""
    like = LIKE[seed % len(LIKE)]
    memory = seed // len(LIKE) % 3 == 0
    board = nominal_board(variant=Variant.MEMORY if memory else Variant.BASE)
    table = simulated_table(board, seed, size_px=SIZE_PX)
    look = table.look
    if like == "black" or (like == "wooden" and rng.random() < 0.5):
        species = str(rng.choice(DARK_WOODS))
        look = replace(look, wood=replace(look.wood, species=species))
    balls, label = _balls(like, look, rng)
    return replace(table, look=look, balls=balls, spare=()), label


def _balls(like: str, look: BoardLook, rng: np.random.Generator) -> tuple[BallLook, str]:
    """Draw four colours, one of them ``like`` the wood or what is in a hole; its label is the second."""
    species = SPECIES[look.wood.species]
    share = rng.uniform()
    wood = share * np.array(species.light) + (1 - share) * np.array(species.dark)
    if like == "wooden":
        colours = {name: _toned(BALL_COLOURS[name], rng.uniform(0.88, 1.1)) for name in WOODEN}
        dark = look.wood.species in DARK_WOODS
        return BallLook(colours=colours, material="wood"), "brown" if dark else "natural"
    label, material = "brown", "wood"
    match like:
        case "black":
            label, material = "black", str(rng.choice(["plastic", "opaque-glass", "wood", "glass"]))
            own = _toned(BALL_COLOURS[label], rng.uniform(0.8, 2.0))
        case "glass":
            eye = str(rng.choice(["glass", "cat-eye"]))
            clear = rng.random() < 0.5
            label, material = ("clear", "glass") if clear else ("brown", eye)
            own = BALL_COLOURS["clear"] if clear else _toned(wood, rng.uniform(0.8, 1.3))
        case _:
            own = _toned(wood, np.exp(rng.normal(0, TONE) + rng.normal(0, TINT, 3)))
            material = "wood" if like == "wood" else str(rng.choice(["plastic", "opaque-glass"]))
    names = [str(name) for name in rng.choice(CLEAR, 3, replace=False)]
    colours = {name: BALL_COLOURS[name] for name in names} | {label: own}
    order = [str(name) for name in rng.permutation(list(colours))]
    return BallLook(colours={name: colours[name] for name in order}, material=material), label


def _toned(rgb: Rgb | np.ndarray, by: float | np.ndarray) -> Rgb:
    red, green, blue = np.minimum(255, np.array(rgb) * by).tolist()
    return red, green, blue


def _scene(table: Table, like: str, rng: np.random.Generator, *, first: bool) -> Scene:
    """Lay the balls as they lie at first, or some of them anywhere on the fields."""
    labels = list(table.balls.colours)
    left = [AT_FIRST if first else int(rng.integers(0, LEFT + 1)) for _ in labels]
    on, start = _at_home(table, left)
    if not first:
        names = [like] * ALIKE + [label for label in labels if label != like] * OTHERS
        on |= _anywhere(table.board, names, rng)
    return Scene(on=on, start=start, counters=_counted(labels, rng))


def _drawn_scene(table: Table, rng: np.random.Generator, *, first: bool) -> Scene:
    """Lay the balls as they lie at first, or some at home and some of them anywhere on the fields."""
    labels = list(table.balls.colours)
    left = [AT_FIRST if first else int(rng.integers(0, AT_FIRST + 1)) for _ in labels]
    on, start = _at_home(table, left)
    if not first:
        some = int(rng.integers(1, MOST + 1))
        on |= _anywhere(table.board, labels * some, rng)
    return Scene(on=on, start=start, counters=_counted(labels, rng))


def _at_home(table: Table, left: Sequence[int]) -> tuple[dict[str, str], tuple[LooseBall, ...]]:
    """Lay so many balls of each seat in its corner: those in Memory's places by name, those on felt."""
    on: dict[str, str] = {}
    start: list[LooseBall] = []
    for seat, (label, count) in enumerate(zip(table.balls.colours, left, strict=True)):
        if table.board.variant is Variant.MEMORY:
            on |= {f"P{seat}.{i}": label for i in range(count)}
        else:
            area = next(p for p in table.board.of_kind("start") if p.name == f"S{seat}")
            start += _in_area(area, label, count, table.board.ball_mm)
    return on, tuple(start)


def _anywhere(board: Board, names: Sequence[str], rng: np.random.Generator) -> dict[str, str]:
    free = [str(name) for name in rng.permutation([place.name for place in board.fields])]
    return dict(zip(free, names, strict=False))


def _counted(labels: Sequence[str], rng: np.random.Generator) -> Mapping[int, int]:
    return {seat: int(rng.integers(0, 4)) for seat in range(len(labels))}


def _in_area(area: Place, label: str, count: int, ball_mm: float) -> list[LooseBall]:
    """Lay balls side by side in a start area."""
    at = [(-0.6, -0.6), (0.6, -0.6), (-0.6, 0.6), (0.6, 0.6)][:count]
    return [LooseBall(label, area.x_mm + x * ball_mm, area.y_mm + y * ball_mm) for x, y in at]
