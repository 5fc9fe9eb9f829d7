"""Tables drawn from a seed: boards, woods, colours, lights and cameras as they differ from home to home."""

import math

import numpy as np

from referee.board import Board
from vision.painter.clutter import lay_about
from vision.painter.colour import Rgb
from vision.painter.covers import PATTERNS
from vision.painter.glyphs import FONTS, NUMBER_FACES, OPTION_FACES
from vision.painter.light import Light
from vision.painter.lighting import light_from
from vision.painter.makes import vary_board
from vision.painter.scene import LooseBall
from vision.painter.table import (
    BallLook,
    BoardLook,
    Cover,
    DieLook,
    Sensor,
    Table,
)
from vision.painter.views import Hanging, camera_over
from vision.painter.wood import SPECIES, Wood

BALL_COLOURS: dict[str, Rgb] = {
    "red": (196, 28, 30), "blue": (24, 70, 178), "green": (24, 128, 52), "yellow": (246, 196, 20),
    "black": (22, 22, 24), "white": (238, 236, 228), "orange": (240, 110, 16),
    "violet": (104, 40, 150), "turquoise": (20, 160, 170), "pink": (226, 96, 150),
    "brown": (104, 62, 34), "natural": (214, 172, 118), "clear": (224, 232, 230),
}  # fmt: skip

COLOUR_SETS: tuple[tuple[str, str, str, str], ...] = (
    ("red", "blue", "green", "yellow"),
    ("yellow", "blue", "red", "green"),
    ("red", "yellow", "black", "green"),
    ("black", "white", "red", "blue"),
    ("green", "white", "blue", "black"),
    ("orange", "violet", "turquoise", "white"),
    ("red", "orange", "blue", "turquoise"),
    ("natural", "brown", "black", "white"),
    ("clear", "blue", "green", "red"),
    ("pink", "violet", "yellow", "green"),
)
MATERIALS = ("plastic", "opaque-glass", "glass", "cat-eye", "wood")
INKS: dict[str, tuple[Rgb, float]] = {
    "burnt": ((70, 42, 24), 0.8), "black": ((24, 22, 22), 0.9), "red": ((160, 26, 26), 0.85)
}  # fmt: skip
FELTS: tuple[Rgb, ...] = ((164, 32, 42), (140, 30, 36), (116, 26, 32), (156, 40, 42))
FLOOR_FELTS: tuple[Rgb | None, ...] = (
    (140, 30, 36),
    (164, 32, 42),
    (20, 84, 48),
    (96, 100, 108),
    None,
)
CLOTHS: tuple[tuple[Rgb, Rgb, Rgb], ...] = (
    ((240, 238, 230), (62, 92, 150), (180, 60, 50)),
    ((214, 206, 188), (150, 140, 120), (120, 60, 50)),
    ((236, 232, 222), (176, 36, 40), (90, 90, 90)),
    ((230, 214, 180), (120, 146, 90), (206, 96, 84)),
    ((80, 104, 88), (226, 220, 200), (210, 170, 60)),
    ((52, 66, 96), (200, 206, 214), (196, 120, 60)),
)
# Body and ink of dice.
DICE: dict[str, tuple[Rgb, Rgb]] = {
    "white": ((236, 234, 226), (24, 24, 26)), "black": ((26, 26, 28), (238, 236, 230)),
    "wood": ((214, 170, 116), (58, 34, 20)),
}  # fmt: skip


def table_from_seed(
    seed: int,
    board: Board,
    *,
    size_px: tuple[int, int] | None = None,
    hanging: Hanging | None = None,
) -> Table:
    """Draw a whole table: ``board`` is the nominal one, varied as far as real boards differ.

    ``size_px`` (width, height) fixes the picture's size, ``hanging`` how the camera hangs.
    """
    rng = np.random.default_rng(seed)
    varied = vary_board(board, rng)
    light, kind = light_from(rng)
    cover = _cover(rng, varied)
    balls = _balls(rng)
    return Table(
        seed=seed,
        board=varied,
        camera=camera_over(varied, rng, hanging or Hanging(size_px=size_px)),
        look=_board_look(rng),
        balls=balls,
        dice=_dice(rng),
        cover=cover,
        things=lay_about(rng, varied.side_mm / 2, cover.size_mm, int(rng.integers(0, 6))),
        spare=_spare(rng, varied, balls),
        light=light,
        sensor=_sensor(rng, light, dim=kind == "dim"),
    )


def _board_look(rng: np.random.Generator) -> BoardLook:
    species = str(rng.choice(["beech", "oak", "maple", "birch", "ash", "cherry", "walnut"]))
    ink, strength = INKS[str(rng.choice(["red", "black"] if species == "walnut" else list(INKS)))]
    return BoardLook(
        wood=Wood(species=species, seed=int(rng.integers(2**31)), staves=bool(rng.random() < 0.7),
                  knots=float(rng.choice([0, 0, 0.15, 0.5]))),
        finish=str(rng.choice(["oil", "satin", "lacquer"])),
        ink=ink,
        ink_strength=strength * float(rng.uniform(0.85, 1.0)),
        arrow_style=str(rng.choice(["line", "solid", "chevron"])),
        start_arrow=str(rng.choice(["in", "out"])),
        felt=FELTS[int(rng.integers(len(FELTS)))],
        dice_floor=FLOOR_FELTS[int(rng.integers(len(FLOOR_FELTS)))],
    )  # fmt: skip


def _balls(rng: np.random.Generator) -> BallLook:
    labels = COLOUR_SETS[int(rng.integers(len(COLOUR_SETS)))]
    tones = {label: float(rng.uniform(0.88, 1.1)) for label in labels}
    material = str(rng.choice(MATERIALS))
    if "clear" in labels:
        material = "glass"
    elif "natural" in labels:
        material = "wood"
    colours: dict[str, Rgb] = {}
    for label in labels:
        r, g, b = (min(255.0, channel * tones[label]) for channel in BALL_COLOURS[label])
        colours[label] = (r, g, b)
    return BallLook(colours=colours, material=material)


def _spare(rng: np.random.Generator, board: Board, balls: BallLook) -> tuple[LooseBall, ...]:
    """A handful of balls that lie unused beside the board, on some tables."""
    if rng.random() < 0.65:
        return ()
    turn = math.radians(float(rng.uniform(0, 360)))
    far = board.side_mm / 2 / max(abs(math.cos(turn)), abs(math.sin(turn))) + 60
    labels = list(balls.colours)
    spots = rng.permutation([(u, v) for u in (-1, 0, 1) for v in (-1, 0, 1)])[
        : int(rng.integers(3, 8))
    ]
    step = 1.3 * board.ball_mm
    return tuple(
        LooseBall(
            labels[int(rng.integers(len(labels)))],
            far * math.cos(turn) + step * float(u) + float(rng.uniform(-2, 2)),
            far * math.sin(turn) + step * float(v) + float(rng.uniform(-2, 2)),
        )
        for u, v in spots
    )


def _dice(rng: np.random.Generator) -> dict[str, DieLook]:
    font, drawing = str(rng.choice(FONTS)), int(rng.integers(3))
    rounding = float(rng.uniform(0.10, 0.19))
    looks = {}
    for name, faces in (("number", NUMBER_FACES), ("option", OPTION_FACES)):
        kind = str(rng.choice(["white", "black", "wood"]))
        body, ink = DICE[kind]
        looks[name] = DieLook(
            body=body, ink=ink, faces=tuple(str(f) for f in rng.permutation(list(faces))),
            turns=tuple(int(t) for t in rng.integers(0, 4, 6)), rounding=rounding, font=font,
            drawing=drawing, wooden=kind == "wood",
        )  # fmt: skip
    return looks


def _cover(rng: np.random.Generator, board: Board) -> Cover:
    kind = str(rng.choice(["wood", "cloth", "cloth", "white", "dark"]))
    return Cover(
        kind=kind,
        pattern=str(rng.choice(PATTERNS)),
        colours=CLOTHS[int(rng.integers(len(CLOTHS)))],
        wood=Wood(species=str(rng.choice(list(SPECIES))), seed=int(rng.integers(2**31))),
        size_mm=(float(rng.uniform(830, 1500)) + board.side_mm * 0.3,
                 float(rng.uniform(700, 900)) + board.side_mm * 0.3),
        turn_deg=float(rng.normal(0, 3)),
        floor=((70, 46, 30), (50, 52, 58), (58, 48, 60), (120, 110, 96))[int(rng.integers(4))],
        seed=int(rng.integers(2**31)),
    )  # fmt: skip


def _sensor(rng: np.random.Generator, light: Light, *, dim: bool) -> Sensor:
    powers = [lamp.power for lamp in light.lamps]
    mean = sum(p * lamp.kelvin for p, lamp in zip(powers, light.lamps, strict=True)) / sum(powers)
    # White balance falls short of lamp light and a little to either side of daylight.
    return Sensor(
        exposure_stops=float(rng.uniform(-0.6, 0.0) if dim else rng.uniform(-0.25, 0.35)),
        white_kelvin=mean * float(rng.uniform(0.96, 1.14)),
        noise=float(rng.uniform(2.0, 3.0) if dim else rng.uniform(0.8, 1.4)),
        blur_px=float(rng.uniform(0.5, 0.85)),
        vignette=float(rng.uniform(0.08, 0.3)),
    )
