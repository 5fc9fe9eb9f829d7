"""Whether a die that seems to lie alone lies upon the other one: a learned judge of what is seen below it.

A lower die may be as dark as the floor or lie in shadow, and a lone die's own shadow may look like one: no
single measure tells them apart. The judge is shown all of it: what lies along the sides that the camera sees
of a die, as deep as two of them would reach, and rings round it, each against the floor of the same picture.
What is seen mirrored is as much a pile as what is seen: it is asked about both.
Its weights (``pile.json``) are learned from painted tables by ``python -m tests.vision.dice.piles``.
"""

import math
from dataclasses import dataclass
from functools import cached_property, lru_cache
from importlib.resources import files

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.dice.area import DiceArea, Field, Window
from vision.dice.evidence import Candidate
from vision.dice.floor import Floor, floor_in
from vision.fields.occupancy import Model
from vision.frame import Frame

Points = NDArray[np.float64]

# What is looked at reaches so many edges from the die's middle, and has so many pixels a millimetre.
_REACH, _PX_PER_MM, _SOFT_PX = 3.2, 2.0, 0.7
# How deep below the upper face's edge is looked, in edges, and where across the die's width.
_DEPTHS = np.array([0.1, 0.3, 0.5, 0.7, 0.85, 0.95, 1.05, 1.15, 1.3, 1.5, 1.7, 1.9, 2.1, 2.4])
_ACROSS = np.linspace(-0.92, 0.92, 5)
# How far beside the outline of a lying die is looked, in edges, and in how many directions.
_RINGS, _DIRECTIONS = np.array([0.07, 0.15, 0.25, 0.4, 0.65]), 12
# Points of the upper face, in edges, and which of their values in order describe it.
_FACE, _TOLD = np.linspace(-0.4, 0.4, 5), (4, 12, 20)
# Added to grey values before their logarithm is taken; what is more unlike the floor than this is only that.
_DARK, _MOST = 6.0, 3.0
# Farther from the rim, in edges, a die is only far from it.
_FAR = 3.0
_USUAL_MM = 17.0
# Where the features are what lies below, what lies round it, and what a mirror turns the sign of.
_BELOW = slice(0, 2 * len(_DEPTHS) * len(_ACROSS))
_ROUND = slice(
    _BELOW.stop + len(_DEPTHS) - 1, _BELOW.stop + len(_DEPTHS) - 1 + 2 * len(_RINGS) * _DIRECTIONS
)
_ASIDE = [-7, -5]


@dataclass(frozen=True, slots=True)
class Upright:
    """An upper face in the window's plane, taken for that of a die that lies: middle, turn and edge."""

    x_mm: float
    y_mm: float
    turn_deg: float
    edge_mm: float

    @classmethod
    def of(cls, die: Candidate) -> "Upright":
        """Return the upper face of an explanation."""
        match = die.match
        return cls(match.x_mm, match.y_mm, match.turn_deg, die.edge_mm)

    @property
    def middle(self) -> Points:
        """Its middle, (2,)."""
        return np.array([self.x_mm, self.y_mm])

    def at(self, points: Points) -> Points:
        """Return where points of the face (n, 2) lie, given in edges along its sides."""
        cos, sin = math.cos(turn := math.radians(self.turn_deg % 90)), math.sin(turn)
        on_board: Points = self.middle + self.edge_mm * points @ np.array([[cos, sin], [-sin, cos]])
        return on_board


class Sides:
    """Where the camera sees what is below and round an upper face; points are of the window's plane.

    ``towards`` (2,) is the way from it to the point below the camera, as its sides are seen; ``across`` (2,)
    is at a right angle to that. ``slant`` is the tangent of how much aslant it is seen.
    """

    def __init__(self, area: DiceArea, face: Upright) -> None:
        eye = area.view.camera.centre_mm
        self._face, self._foot = face, eye[:2]
        self._above_mm = float(eye[2] - area.top_mm)
        way = self._foot - face.middle
        away_mm = max(float(np.hypot(*way)), 1e-6)
        self.towards = way / away_mm
        self.across = np.array([self.towards[1], -self.towards[0]])
        self.slant = away_mm / self._above_mm

    @property
    def deep(self) -> Points:
        """Points along the sides that are seen, (depths, across, 2)."""
        fronts = self._fronts()
        return np.stack([self._lower(fronts, float(depth)) for depth in _DEPTHS])

    @property
    def rings(self) -> Points:
        """Points round a die that lies, (rings, directions, 2); the first direction is ``towards``."""
        corners = self._corners
        hull = cv2.convexHull(np.vstack([corners, self._lower(corners, 1.0)]).astype(np.float32))
        face = self._face
        middle = (face.middle + self._lower(face.middle, 1.0)) / 2
        turns = np.arange(_DIRECTIONS) * (2 * np.pi / _DIRECTIONS)
        ways = np.cos(turns)[:, None] * self.towards + np.sin(turns)[:, None] * self.across
        out = _out_of(hull[:, 0].astype(np.float64) - middle, ways)
        rings: Points = middle + ways * (out + _RINGS[:, None] * face.edge_mm)[..., None]
        return rings

    @property
    def top(self) -> Points:
        """Points of the upper face, (n, 2)."""
        return self._face.at(np.stack(np.meshgrid(_FACE, _FACE), axis=-1).reshape(-1, 2))

    @property
    def _corners(self) -> Points:
        return self._face.at(np.array([(0.5, 0.5), (-0.5, 0.5), (-0.5, -0.5), (0.5, -0.5)]))

    def _lower(self, points: Points, by: float) -> Points:
        """Return where points so many edges below others are seen."""
        nearer = self._above_mm / (self._above_mm + by * self._face.edge_mm)
        lower: Points = self._foot + (points - self._foot) * nearer
        return lower

    def _fronts(self) -> Points:
        """Return points along the upper face's edge towards the camera, (across, 2)."""
        middle = self._face.middle
        aside, ahead = ((self._corners - middle) @ way for way in (self.across, self.towards))
        at = _ACROSS * np.abs(aside).max()
        start, end = aside, np.roll(aside, -1)
        share = (at[:, None] - start) / np.where(np.abs(end - start) < 1e-9, 1e-9, end - start)
        reached = ahead + share * (np.roll(ahead, -1) - ahead)
        front = np.where((share >= 0) & (share <= 1), reached, -np.inf).max(axis=1)
        return np.asarray(middle + at[:, None] * self.across + front[:, None] * self.towards)


def _out_of(hull: Points, ways: Points) -> Points:
    """Return how far it is from the middle of an outline (n, 2), which is 0, to its edge each way (k, 2)."""
    side = np.roll(hull, -1, axis=0) - hull
    crossed = ways[:, :1] * side[:, 1] - ways[:, 1:] * side[:, 0]
    crossed = np.where(np.abs(crossed) < 1e-9, 1e-9, crossed)
    far = (hull[:, 0] * side[:, 1] - hull[:, 1] * side[:, 0]) / crossed
    along = (hull[:, 0] * ways[:, 1:] - hull[:, 1] * ways[:, :1]) / crossed
    meets = (far > 0) & (along >= -1e-6) & (along <= 1 + 1e-6)
    return np.asarray(np.where(meets, far, 0.0).max(axis=1))


def pile_features(frame: Frame, area: DiceArea, floor: Floor, face: Upright) -> Field:
    """Describe what is seen below and round an upper face for the judge, (f,)."""
    sides = Sides(area, face)
    deep, rings, top = sides.deep, sides.rings, sides.top
    points = np.vstack([deep.reshape(-1, 2), rings.reshape(-1, 2), top])
    looks = _looks(_colours(frame, area, face, points), floor)
    below, round_it = np.split(looks[: -len(top)], [len(_DEPTHS) * len(_ACROSS)])
    light = below[:, 0].reshape(len(_DEPTHS), len(_ACROSS))
    steps = np.abs(np.diff(light, axis=0)).mean(axis=1)
    shown = np.sort(looks[-len(top) :], axis=0)[list(_TOLD)]
    parts = (below.ravel(), steps, round_it.ravel(), shown.ravel(), _pose(area, sides, face, floor))
    return np.concatenate(parts, dtype=np.float32)


def mirrored(features: Field) -> Field:
    """Return what `pile_features` would say of the same seen in a mirror along ``towards``, (n, f)."""
    count = len(features)
    turned = features.copy()
    below = turned[:, _BELOW].reshape(count, len(_DEPTHS), len(_ACROSS), -1)
    turned[:, _BELOW] = below[:, :, ::-1].reshape(count, -1)
    rings = turned[:, _ROUND].reshape(count, len(_RINGS), _DIRECTIONS, -1)
    turned[:, _ROUND] = rings[:, :, -np.arange(_DIRECTIONS)].reshape(count, -1)
    turned[:, _ASIDE] *= -1
    return turned


def _colours(frame: Frame, area: DiceArea, face: Upright, points: Points) -> Field:
    """Return the colours (1, n, 3) at points round a face, (n, 2)."""
    window = Window(face.x_mm, face.y_mm, _REACH * face.edge_mm, area.top_mm, _PX_PER_MM)
    soft = cv2.GaussianBlur(area.close_up(frame, window), (0, 0), _SOFT_PX)
    first = np.array(window.to_px(0.0, 0.0))
    pixels = (first + points * (_PX_PER_MM, -_PX_PER_MM)).astype(np.float32)
    columns, rows = pixels.T
    shown = cv2.remap(soft, columns, rows, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    return np.asarray(shown, np.float32).reshape(1, -1, 3)


def _looks(colours: Field, floor: Floor) -> Field:
    """Return how much lighter than the floor colours (1, n, 3) are, and how unlike it: (n, 2)."""
    shade, unlike = floor.apart(colours)
    light = np.log((np.maximum(shade, 0) + _DARK) / (floor.lit + _DARK))
    return np.stack([light[0], np.minimum(unlike[0], _MOST)], axis=1)


def _pose(area: DiceArea, sides: Sides, face: Upright, floor: Floor) -> Points:
    """Describe how a face lies to the camera and to the rim, and how even the floor is."""
    away_mm = max(float(np.hypot(*face.middle)), 1e-6)
    out = face.middle / away_mm
    turn = 4 * (math.radians(face.turn_deg) - math.atan2(sides.towards[1], sides.towards[0]))
    lit = max(floor.lit, 1.0)
    return np.array([
        sides.slant, min((area.place.radius_mm - away_mm) / face.edge_mm, _FAR),
        out @ sides.towards, out @ sides.across, math.cos(turn), math.sin(turn),
        face.edge_mm / _USUAL_MM, math.log(lit), floor.rough / lit, floor.beside / lit,
    ])  # fmt: skip


@lru_cache(maxsize=1)
def shipped_pile_judge() -> Model:
    """The weights that come with the package."""
    return Model.from_json(files("vision.dice").joinpath("pile.json").read_text())


class Piles:
    """Asks the judge about dice of one picture; ``picture`` (n, n, 3) is the area's window of ``frame``."""

    def __init__(self, frame: Frame, picture: Frame, area: DiceArea) -> None:
        self._frame, self._picture, self._area = frame, picture, area
        # By the die's id, which is its own as long as the die is kept, too.
        self._said: dict[int, tuple[Candidate, float]] = {}

    def odds(self, die: Candidate) -> float:
        """Return the log odds that a die lies upon another one, not on the floor."""
        if id(die) not in self._said:
            self._said[id(die)] = die, self._ask(die)
        return self._said[id(die)][1]

    def _ask(self, die: Candidate) -> float:
        seen = pile_features(self._frame, self._area, self._floor, Upright.of(die))
        lies, piled = shipped_pile_judge()(np.vstack([seen, mirrored(seen[None])])).mean(axis=0)
        return float(piled - lies)

    @cached_property
    def _floor(self) -> Floor:
        return floor_in(self._picture, self._area)
