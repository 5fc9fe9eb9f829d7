"""The look of one table: board, pieces, cloth, light and camera. What lies where is the scene's."""

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from referee.board import Board
from vision.camera import Camera
from vision.painter.clutter import Thing
from vision.painter.colour import Rgb
from vision.painter.light import Light
from vision.painter.scene import LooseBall
from vision.painter.wood import Wood


@dataclass(frozen=True, slots=True, kw_only=True)
class Finish:
    """How a surface shines: reflectance straight on, and the exponent of its highlight."""

    reflectance: float
    exponent: float


FINISHES = {
    "oil": Finish(reflectance=0.006, exponent=14),
    "satin": Finish(reflectance=0.014, exponent=50),
    "lacquer": Finish(reflectance=0.035, exponent=600),
}


@dataclass(frozen=True, slots=True, kw_only=True)
class BoardLook:
    """Wood, finish, felt and drawn marks of the board; ``dice_floor`` is None for bare wood."""

    wood: Wood
    finish: str
    ink: Rgb
    ink_strength: float
    arrow_style: str
    start_arrow: str
    felt: Rgb
    dice_floor: Rgb | None
    felt_mm: float = 1.2


@dataclass(frozen=True, slots=True, eq=False)
class Sheet:
    """A printed picture of the whole board, glued onto it: (n, n, 3) uint8 sRGB, red first, y up at row 0."""

    picture: NDArray[np.uint8]


@dataclass(frozen=True, slots=True, kw_only=True)
class BallLook:
    """Colours of the game balls by their labels, one material for all of them."""

    colours: Mapping[str, Rgb]
    material: str


@dataclass(frozen=True, slots=True, kw_only=True)
class DieLook:
    """One die: ``faces`` on the sides +x, -x, +y, -y, +z, -z; ``turns`` of each, in quarters."""

    body: Rgb
    ink: Rgb
    faces: tuple[str, ...]
    turns: tuple[int, ...]
    rounding: float
    font: str
    drawing: int
    wooden: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Cover:
    """What the board lies on: a wooden, white or dark table top or a cloth on it."""

    kind: str
    pattern: str
    colours: tuple[Rgb, Rgb, Rgb]
    wood: Wood
    size_mm: tuple[float, float]
    turn_deg: float
    floor: Rgb
    seed: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Sensor:
    """What the camera does to light: exposure in stops, white point, noise, blur, dark corners."""

    exposure_stops: float
    white_kelvin: float
    noise: float
    blur_px: float
    vignette: float


@dataclass(frozen=True, slots=True, kw_only=True)
class Table:
    """One table, complete: paint any scene on it with a `Painter`.

    ``things`` lie about beside the board, and so do ``spare`` balls that nobody plays with. A printed
    ``sheet`` hides the board's own colours.
    """

    seed: int
    board: Board
    camera: Camera
    look: BoardLook
    balls: BallLook
    dice: Mapping[str, DieLook]
    cover: Cover
    things: tuple[Thing, ...]
    spare: tuple[LooseBall, ...]
    light: Light
    sensor: Sensor
    sheet: Sheet | None = None
