"""Whether two clear dice plainly lie: what the judge would say, seen by a glance at half the size.

It looks at no more than the floor close round each die, near the rim at the edges of the whole die as well,
and if these are not enough at how its face looks. Where something strange is beside a die, it may lean or
lies behind the other one, it says nothing and `vision.dice.verdict` judges.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.dice.area import DiceArea, Grey
from vision.dice.cube import face_px, hull_px, middle_mm
from vision.dice.evidence import Candidate
from vision.dice.floor import Floor, floor_of
from vision.dice.ground import GroundConfig
from vision.dice.match import Banks
from vision.dice.near_rim import (
    NearRim,
    NearRimConfig,
    is_loosely_placed,
    leans_there,
)
from vision.dice.rim import rim_radius_mm
from vision.dice.verdict_config import VerdictConfig
from vision.frame import Frame

# Halving softens a picture less than the judge does; this makes up for it.
_SOFT_PX = 0.6


@dataclass(frozen=True)
class PlainConfig:
    """How plain it must be; lengths in die edges.

    A die nearer to the rim than ``near_rim`` may lean (`vision.dice.near_rim`); one that is loosely placed
    must be less likely to than ``loosely_leans`` (log odds).
    Of the ``ring`` close round a die no more than ``strange`` (square edges) may be unlike the floor, for a
    face of a log odds below ``by_hand`` no more than ``little``. ``apart_mm``: a die's middle is so far
    outside of the other one's outline.
    """

    near_rim: float = 1.2
    loosely_leans: float = -2.75
    ring: float = 0.24
    strange: float = 0.1
    little: float = 0.02
    by_hand: float = 5.0
    apart_mm: float = 2.0


@dataclass(frozen=True, eq=False)
class Glimpse:
    """What a first look shows of two dice: the frame, and the area (n, n, 3) BGR at half its scale."""

    frame: Frame
    small: Frame
    area: DiceArea
    half: DiceArea
    banks: Banks
    die_mm: float | None = None

    @cached_property
    def floor(self) -> Floor:
        """The floor of the picture."""
        some = self.small.reshape(-1, 3).take(self.half.floor_sample, axis=0)
        return floor_of(some.astype(np.float32))

    @cached_property
    def rim_mm(self) -> float:
        """How far from the middle the rim is seen."""
        return rim_radius_mm(self.frame, self.area)


def plainly_lie(
    glimpse: Glimpse, dice: Sequence[Candidate], config: PlainConfig | None = None
) -> bool:
    """Tell whether two dice plainly lie."""
    c, half = config or PlainConfig(), glimpse.half
    hulls = [hull_px(half, die) for die in dice]
    if any(_is_behind(half, die, hull, c) for die, hull in zip(dice, reversed(hulls), strict=True)):
        return False
    # Dice of a set are of one size: marks drawn large make a die seem larger, a tipped face smaller.
    edge_mm = glimpse.die_mm or sum(die.edge_mm for die in dice) / len(dice)
    arounds = [
        Around(glimpse, die, pair, c) for die, pair in zip(dice, (hulls, hulls[::-1]), strict=True)
    ]
    strange = _strange(glimpse.floor, arounds)
    if any(
        part > (c.strange if die.evidence >= c.by_hand else c.little)
        for die, part in zip(dice, strange, strict=True)
    ):
        return False
    return not any(
        _may_lean(around, other, part, edge_mm, c)
        for around, other, part in zip(arounds, reversed(dice), strange, strict=True)
    )


def _strange(floor: Floor, arounds: Sequence["Around"]) -> list[float]:
    """Return how much close round each die is neither die nor floor, in its square edges."""
    rings = [around.ring for around in arounds]
    unlike = floor.unlike(np.concatenate(rings)[:, None].astype(np.float32))
    parts, start = [], 0
    for around, ring in zip(arounds, rings, strict=True):
        parts.append(around.square_edges(unlike[start : start + len(ring)]))
        start += len(ring)
    return parts


def _is_behind(half: DiceArea, die: Candidate, other: NDArray[np.float32], c: PlainConfig) -> bool:
    """Whether a die's middle may be on the other one's side."""
    middle = half.window.to_px(die.match.x_mm, die.match.y_mm)
    return cv2.pointPolygonTest(other, middle, True) > -c.apart_mm * half.px_per_mm


def _may_lean(
    around: "Around", other: Candidate, strange: float, edge_mm: float, config: PlainConfig
) -> bool:
    """Whether a die may lean on the rim beside the other one; ``edge_mm`` is the edge of both."""
    glimpse, die = around.glimpse, around.die
    if glimpse.die_mm:
        die = die.of_edge(glimpse.die_mm)
    away_mm = math.hypot(*middle_mm(glimpse.half, die).tolist())
    if glimpse.half.place.radius_mm - away_mm >= config.near_rim * die.edge_mm:
        return False
    from_rim = (glimpse.rim_mm - away_mm) / edge_mm
    if from_rim >= config.near_rim:
        return False
    paired = other.evidence >= VerdictConfig().sized
    seen = NearRim(from_rim, around.hollow, strange, paired, sized=glimpse.die_mm is not None)
    loosely = is_loosely_placed(glimpse.area, die)
    least = config.loosely_leans
    judged_by = NearRimConfig(leans=least, sized=least) if loosely else None
    return leans_there(glimpse.frame, glimpse.area, glimpse.banks, die, seen, judged_by)


class Around:
    """The surroundings of the die of the first of two hulls, in the area at half its scale."""

    def __init__(
        self,
        glimpse: Glimpse,
        die: Candidate,
        hulls: Sequence[NDArray[np.float32]],
        config: PlainConfig,
    ) -> None:
        self.glimpse, self.die, self._half = glimpse, die, glimpse.half
        self._edge_px = die.edge_mm * glimpse.half.px_per_mm
        self._reach = round(config.ring * self._edge_px)
        left, top, width, height = cv2.boundingRect(hulls[0])
        self._corner = max(left - self._reach - 1, 0), max(top - self._reach - 1, 0)
        rows = slice(self._corner[1], top + height + self._reach + 1)
        columns = slice(self._corner[0], left + width + self._reach + 1)
        self._own, self._other = (self._placed(hull) for hull in hulls)
        self._bare = glimpse.half.bare[rows, columns]
        soft = cv2.GaussianBlur(glimpse.small[rows, columns], (3, 3), _SOFT_PX)
        self._soft = soft.astype(np.uint8, copy=False)
        self._floor = glimpse.floor

    @cached_property
    def _unlike(self) -> NDArray[np.bool_]:
        return self._floor.unlike(self._soft.astype(np.float32))

    @property
    def ring(self) -> Frame:
        """The pixels (k, 3) BGR close round the die that are no die's."""
        ring = np.zeros(self._bare.shape, np.uint8)
        cv2.polylines(ring, [self._own], True, 1, 2 * self._reach + 1)
        for die in (self._own, self._other):
            cv2.fillConvexPoly(ring, die, 0)
            cv2.polylines(ring, [die], True, 0, 3)
        return self._soft.reshape(-1, 3).take(np.flatnonzero(ring & self._bare), axis=0)

    @cached_property
    def hollow(self) -> float:
        """How much more than usual of where a lying die's sides would be is floor, as the judge has it."""
        c = GroundConfig()
        sides = self._inner & self._bare
        cv2.fillConvexPoly(sides, self._face, 0)
        cv2.polylines(sides, [self._face], True, 0, 3)
        if not sides.any() or not self._tells:
            return 0.0
        enough = min(self.square_edges(sides > 0) / c.side, 1.0)
        return (1.0 - float(self._unlike[sides > 0].mean()) - c.usual_hollow) * enough

    @property
    def _tells(self) -> bool:
        """Whether the die, or its upper face alone, is so unlike the floor that this is seen beside it."""
        shown = self._inner > 0, self._filled(self._face) > 0
        return any(
            float(self._unlike[inside].mean()) >= GroundConfig().plain
            for inside in shown
            if inside.any()
        )

    @cached_property
    def _inner(self) -> Grey:
        return self._filled(self._own)

    @cached_property
    def _face(self) -> NDArray[np.int32]:
        return self._placed(face_px(self._half, self.die))

    def _filled(self, outline: NDArray[np.int32]) -> Grey:
        """Where an outline's inside is, without its edge."""
        inner = np.zeros_like(self._bare)
        cv2.fillConvexPoly(inner, outline, 1)
        cv2.polylines(inner, [outline], True, 0, 1)
        return inner

    def _placed(self, hull: NDArray[np.float32]) -> NDArray[np.int32]:
        corner = np.array(self._corner, np.float32)
        placed: NDArray[np.int32] = np.rint(hull - corner).astype(np.int32)
        return placed

    def square_edges(self, mask: NDArray[np.bool_]) -> float:
        """Return how many square edges a mask's pixels are."""
        return float(np.count_nonzero(mask)) / self._edge_px**2
