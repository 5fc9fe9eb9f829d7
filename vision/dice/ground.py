"""What is floor and what is not, round the dice of one picture: it shows how they lie there."""

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import cache, cached_property

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.dice.area import DiceArea, Field, Mask
from vision.dice.cube import covers, upper_face
from vision.dice.evidence import Candidate
from vision.dice.floor import unlike_floor
from vision.dice.locate import SearchConfig, fine_marks
from vision.frame import Frame


@dataclass(frozen=True)
class GroundConfig:
    """Numbers of what is seen beside a die; lengths in die edges.

    ``plain``: the share of a die that must be unlike the floor where the floor tells anything at all.
    ``ring``: how far beside an outline is looked. ``larger``: how much larger than its outline a die may be.
    ``side``: the area (in square edges) of a die's sides that is enough to judge them by; of more than
    ``usual_hollow`` of it, the floor is seen rather round leaning dice (lying ones have some in shadow).
    ``hand``: what is larger than so many square edges is no die, and no smear of one, but a hand or sleeve.
    ``thick``: what is nowhere twice as thick as this is no die, but an edge of shadow, felt or rim.
    ``speckle_px``: what fills less than half of a square of so many pixels is a speckle.
    Where less than ``wood`` of what is seen from ``board_mm`` outside of the rim on is unlike the floor, both
    are of one wood: of 31 painted tables those with such a floor had up to 0.61, the others 1.0.
    What is longer than ``rim_long`` and of which less than ``rim_share`` is farther than ``rim_deep`` from
    the rim is the rim's own wall.
    """

    plain: float = 0.65
    ring: float = 0.24
    larger: tuple[float, ...] = (1.0, 1.05, 1.1, 1.15, 1.2)
    side: float = 0.1
    usual_hollow: float = 0.35
    hand: float = 3.0
    thick: float = 0.08
    speckle_px: int = 7
    board_mm: float = 5.0
    wood: float = 0.8
    rim_long: float = 2.0
    rim_deep: float = 0.45
    rim_share: float = 0.1


class Ground:
    """The floor of one picture of the area's window, and what is unlike it; ``hidden`` lies under a hand."""

    def __init__(
        self,
        picture: Frame,
        area: DiceArea,
        hidden: Mask | None,
        config: GroundConfig | None = None,
    ) -> None:
        self._picture, self._area, self._hidden = picture, area, hidden
        self._config = config or GroundConfig()
        self._unlike = unlike_floor(picture, area) & ~area.rim
        # By the die's id, which is its own as long as the die is kept, too.
        self._covered: dict[int, tuple[Candidate, Mask]] = {}

    def tells(self, body: Candidate) -> bool:
        """Tell whether a die is so unlike the floor that what lies beside it would be seen.

        Its upper face alone tells, too: floor where its sides should be does not make it like the floor.
        """
        k = self._area.px_per_mm
        shown = (self._covers(body), upper_face(self._area, body))
        return any(
            float(self._unlike[inside].mean()) >= self._config.plain
            for inside in (shrunk(mask, k) for mask in shown)
            if inside.any()
        )

    def besides(self, body: Candidate, others: Sequence[Candidate], *, wall: bool = True) -> float:
        """Return how much round a die is neither die, hand nor floor (nor the ``wall``), in square edges.

        ``others`` lie there too. A small mark makes its die seem smaller: of all sizes that it may have the
        one counts that leaves least; what a larger die would hide, and is floor, speaks against it.
        """
        area, strange = self._area, self._solid
        if not (strange & self._ring(body, others)).any():
            return 0.0
        own = grown(self._covers(body), 1.0 * area.px_per_mm)
        strange = strange & ~self.hand(body)
        if not wall:
            strange &= ~self._wall(own)
        least = math.inf
        for larger in self._config.larger:
            die = _as_large(body, larger * body.edge_mm)
            bare = self._covers(die) & ~own & ~self._unlike & area.inside
            spare = strange & self._ring(die, others)
            least = min(least, self._square_edges(spare | bare, body))
        return least

    @cached_property
    def is_wood(self) -> bool:
        """Whether the floor is as the board's wood round the area, so that wooden dice are like it, too."""
        c, area = self._config, self._area
        board = ~area.within(area.place.radius_mm + c.board_mm, area.floor_mm) & ~area.rim
        return float(self._unlike[board].mean()) < c.wood if board.any() else False

    def by_hand(self, body: Candidate, others: Sequence[Candidate]) -> bool:
        """Tell whether a hand or sleeve, or what is as large, is close beside a die."""
        close = self._ring(body, others) & self._unlike & self._area.inside
        return bool(close.any()) and bool((self.hand(body) & close).any())

    def hand(self, body: Candidate) -> Mask:
        """Return what is seen of a hand or sleeve in the area, (n, n): strange things too large for dice."""
        area = self._area
        left = self._unlike & area.inside & ~grown(self._covers(body), 1.0 * area.px_per_mm)
        least = self._config.hand * (body.edge_mm * area.px_per_mm) ** 2
        if np.count_nonzero(left) <= least:
            return np.zeros_like(left)
        _, labels, stats, _ = cv2.connectedComponentsWithStats(left.view(np.uint8))
        large = stats[:, cv2.CC_STAT_AREA] > least
        large[0] = False
        hand: Mask = large[labels]
        return hand

    def _wall(self, die: Mask) -> Mask:
        """Return what is seen of the rim's wall, (n, n): it runs on along the rim beside a die."""
        c, area = self._config, self._area
        edge_mm = area.die_mm
        left = self._unlike & area.inside & ~die
        deep = area.within(area.place.radius_mm - c.rim_deep * edge_mm, area.floor_mm)
        _, labels, stats, _ = cv2.connectedComponentsWithStats(left.view(np.uint8))
        far = np.bincount(labels[deep], minlength=len(stats))
        long_px = stats[:, (cv2.CC_STAT_WIDTH, cv2.CC_STAT_HEIGHT)].max(axis=1)
        wall = (long_px > c.rim_long * edge_mm * area.px_per_mm) & (
            far < c.rim_share * stats[:, cv2.CC_STAT_AREA]
        )
        wall[0] = False
        shown: Mask = wall[labels]
        return shown

    def hollow(self, body: Candidate) -> float:
        """Return how much more than usual of where a lying die's sides would be seen is floor, -0.35 to 0.65.

        It is near 0 where nearly nothing of them would be seen, or the floor does not tell.
        """
        area = self._area
        k = area.px_per_mm
        sides = shrunk(self._covers(body), k) & ~grown(upper_face(area, body), 1.5 * k)
        sides &= area.inside
        if not sides.any() or not self.tells(body):
            return 0.0
        enough = min(self._square_edges(sides, body) / self._config.side, 1.0)
        return (1.0 - float(self._unlike[sides].mean()) - self._config.usual_hollow) * enough

    def marks_below(self, body: Candidate) -> float:
        """Return the strongest fine mark where a pile's lower die would be seen, in parts of the floor's own.

        The sides of a die in a pile bear marks and mirror lamps in their edges; a shadow has neither.
        """
        area = self._area
        k = area.px_per_mm
        below = grown(covers(area, body, 1), 0.5 * k) & ~grown(self._covers(body), 1.0 * k)
        below &= area.inside
        if not below.any():
            return 0.0
        usual = float(np.quantile(self._fine[area.floor], 0.9))
        return float(self._fine[below].max()) / max(usual, 0.5)

    def blob(self, bodies: Sequence[Candidate]) -> float:
        """Return the largest patch that is neither floor nor one of these dice, in a die's square edges."""
        area = self._area
        left = self._unlike & area.inside
        for body in bodies:
            left &= ~grown(self._covers(body), 2.0 * area.px_per_mm)
        thick_px = self._config.thick * area.die_mm * area.px_per_mm
        left = grown(shrunk(left, thick_px), thick_px)
        _, _, stats, _ = cv2.connectedComponentsWithStats(left.astype(np.uint8))
        largest = int(stats[1:, cv2.CC_STAT_AREA].max(initial=0))
        return largest / (area.die_mm * area.px_per_mm) ** 2

    @cached_property
    def _solid(self) -> Mask:
        """What inside the area is unlike the floor, and no mere speckle, such as felt shows in shadow."""
        side = self._config.speckle_px
        share = cv2.blur(self._unlike.view(np.uint8) * np.uint8(255), (side, side))
        return (np.asarray(share) > 127) & self._area.inside

    @cached_property
    def _fine(self) -> Field:
        grey = cv2.cvtColor(self._picture, cv2.COLOR_BGR2GRAY).astype(np.uint8, copy=False)
        marks = fine_marks(grey, self._area.px_per_mm, SearchConfig())
        fine: Field = marks.dark.astype(np.float32) + marks.light
        return fine

    def _covers(self, die: Candidate) -> Mask:
        """Return the pixels that a die hides, (n, n); they are asked for several times, so they are kept."""
        if id(die) not in self._covered:
            self._covered[id(die)] = die, covers(self._area, die)
        return self._covered[id(die)][1]

    def _ring(self, die: Candidate, others: Sequence[Candidate]) -> Mask:
        """Return what lies close round a die, and is no other one nor hidden."""
        area = self._area
        k = area.px_per_mm
        own = self._covers(die)
        ring = grown(own, self._config.ring * die.edge_mm * k) & ~grown(own, 1.0 * k)
        for other in others:
            ring &= ~grown(self._covers(other), 1.0 * k)
        return ring if self._hidden is None else ring & ~self._hidden

    def _square_edges(self, mask: Mask, die: Candidate) -> float:
        return np.count_nonzero(mask) / (die.edge_mm * self._area.px_per_mm) ** 2


def _as_large(body: Candidate, edge_mm: float) -> Candidate:
    """Return a die no smaller than this."""
    if edge_mm <= body.edge_mm:
        return body
    # The edge is the mean of the mark's and the outline's.
    return replace(body, outline=replace(body.outline, die_mm=2 * edge_mm - body.match.die_mm))


def grown(mask: Mask, by_px: float) -> Mask:
    """Return a mask (n, n) that is small beside the picture, grown by so many pixels."""
    return _near(cv2.dilate, mask, by_px)


def shrunk(mask: Mask, by_px: float) -> Mask:
    """Return a mask (n, n) that is small beside the picture, shrunk by so many pixels."""
    return _near(cv2.erode, mask, by_px)


def _near(change: Callable[..., cv2.typing.MatLike], mask: Mask, by_px: float) -> Mask:
    bits, disc = mask.view(np.uint8), _disc(by_px)
    left, top, width, height = cv2.boundingRect(bits)
    margin = len(disc) // 2 + 1
    rows = slice(max(top - margin, 0), top + height + margin)
    columns = slice(max(left - margin, 0), left + width + margin)
    changed = np.zeros_like(mask)
    changed[rows, columns] = np.asarray(change(bits[rows, columns], disc), np.uint8) > 0
    return changed


@cache
def _disc(radius_px: float) -> NDArray[np.uint8]:
    side = 2 * round(radius_px) + 1
    disc = cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (side, side))
    return disc.astype(np.uint8, copy=False)
