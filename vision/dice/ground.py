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


@dataclass(frozen=True, slots=True)
class _Part:
    """A part of a mask that hangs together: its number among ``labels`` (n, n), where it is, its pixels."""

    labels: cv2.typing.MatLike
    number: int
    where: tuple[slice, slice]
    size_px: int

    @property
    def long_px(self) -> int:
        """The longer side of the rows and columns that hold it."""
        return max(int(side.stop - side.start) for side in self.where)

    @property
    def shown(self) -> Mask:
        """Which pixels of these are its own."""
        shown: Mask = self.labels[self.where] == self.number
        return shown


class _Die:
    """What the area's window shows of one die, (n, n) each; it is asked for several times, so it is kept."""

    def __init__(self, area: DiceArea, die: Candidate, config: GroundConfig) -> None:
        self.die, self._area, self._config = die, area, config
        self.beside: list[_Part] | None = None
        """What hangs together beside it, as far as that was asked for."""

    @cached_property
    def covers(self) -> Mask:
        """The pixels that the die hides."""
        return covers(self._area, self.die)

    @cached_property
    def outer(self) -> Mask:
        """The same and those a millimetre round it."""
        return grown(self.covers, 1.0 * self._area.px_per_mm)

    @cached_property
    def ring(self) -> Mask:
        """The pixels close round these."""
        reach = self._config.ring * self.die.edge_mm * self._area.px_per_mm
        return grown(self.covers, reach) & ~self.outer

    @cached_property
    def sizes(self) -> "list[_Die]":
        """The die as large as it may be, in all sizes."""
        edges_mm = [larger * self.die.edge_mm for larger in self._config.larger]
        return [_Die(self._area, _as_large(self.die, mm), self._config) for mm in edges_mm]


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
        # By where the die lies and how large it is: of one place there are explanations by other faces, too.
        self._dice: dict[tuple[float, float, float, float], _Die] = {}

    def tells(self, body: Candidate) -> bool:
        """Tell whether a die is so unlike the floor that what lies beside it would be seen.

        Its upper face alone tells, too: floor where its sides should be does not make it like the floor.
        """
        k = self._area.px_per_mm
        shown = (self._die(body).covers, upper_face(self._area, body))
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
        die = self._die(body)
        if not (self._solid & self._ring(die, others)).any():
            return 0.0
        strange = self._solid & ~self.hand(body)
        if not wall:
            strange &= ~self._wall(body)
        least = math.inf
        floor = ~die.outer & ~self._unlike & self._area.inside
        for larger in die.sizes:
            spare = strange & self._ring(larger, others)
            least = min(least, self._square_edges(spare | (larger.covers & floor), body))
        return least

    @cached_property
    def is_wood(self) -> bool:
        """Whether the floor is as the board's wood round the area, so that wooden dice are like it, too."""
        c, area = self._config, self._area
        board = ~area.within(area.place.radius_mm + c.board_mm, area.floor_mm) & ~area.rim
        return float(self._unlike[board].mean()) < c.wood if board.any() else False

    def by_hand(self, body: Candidate, others: Sequence[Candidate]) -> bool:
        """Tell whether a hand or sleeve, or what is as large, is close beside a die."""
        close = self._ring(self._die(body), others) & self._unlike & self._area.inside
        return bool(close.any()) and bool((self.hand(body) & close).any())

    def hand(self, body: Candidate) -> Mask:
        """Return what is seen of a hand or sleeve in the area, (n, n): strange things too large for dice."""
        least_px = self._config.hand * (body.edge_mm * self._area.px_per_mm) ** 2
        hand = np.zeros_like(self._unlike)
        if np.count_nonzero(self._beside(body)) > least_px:
            for part in self._parts_beside(body):
                if part.size_px > least_px:
                    hand[part.where] |= part.shown
        return hand

    def _wall(self, body: Candidate) -> Mask:
        """Return what is seen of the rim's wall, (n, n): it runs on along the rim beside a die."""
        c, area = self._config, self._area
        long_px = c.rim_long * area.die_mm * area.px_per_mm
        wall = np.zeros_like(self._unlike)
        for part in self._parts_beside(body):
            if part.long_px > long_px:
                shown = part.shown
                if np.count_nonzero(shown & self._deep[part.where]) < c.rim_share * part.size_px:
                    wall[part.where] |= shown
        return wall

    def _beside(self, body: Candidate) -> Mask:
        """Return what inside the area is unlike the floor, and is not this die."""
        return self._unlike & self._area.inside & ~self._die(body).outer

    def _parts_beside(self, body: Candidate) -> "list[_Part]":
        """Return the parts of the same that hang together."""
        die = self._die(body)
        if die.beside is None:
            die.beside = _parts(self._beside(body))
        return die.beside

    def hollow(self, body: Candidate) -> float:
        """Return how much more than usual of where a lying die's sides would be seen is floor, -0.35 to 0.65.

        It is near 0 where nearly nothing of them would be seen, or the floor does not tell.
        """
        area = self._area
        k = area.px_per_mm
        sides = shrunk(self._die(body).covers, k) & ~grown(upper_face(area, body), 1.5 * k)
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
        below = grown(covers(area, body, 1), 0.5 * k) & ~self._die(body).outer
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
            left &= ~grown(self._die(body).covers, 2.0 * area.px_per_mm)
        thick_px = self._config.thick * area.die_mm * area.px_per_mm
        left = grown(shrunk(left, thick_px), thick_px)
        largest = max((part.size_px for part in _parts(left)), default=0)
        return largest / (area.die_mm * area.px_per_mm) ** 2

    @cached_property
    def _deep(self) -> Mask:
        """What lies farther from the rim than its wall does."""
        c, area = self._config, self._area
        return area.within(area.place.radius_mm - c.rim_deep * area.die_mm, area.floor_mm)

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

    def _die(self, die: Candidate) -> _Die:
        match = die.match
        lies = match.x_mm, match.y_mm, match.turn_deg, die.edge_mm
        if lies not in self._dice:
            self._dice[lies] = _Die(self._area, die, self._config)
        return self._dice[lies]

    def _ring(self, die: _Die, others: Sequence[Candidate]) -> Mask:
        """Return what lies close round a die, and is no other one nor hidden."""
        ring = die.ring
        for other in others:
            ring = ring & ~self._die(other).outer
        return ring if self._hidden is None else ring & ~self._hidden

    def _square_edges(self, mask: Mask, die: Candidate) -> float:
        return np.count_nonzero(mask) / (die.edge_mm * self._area.px_per_mm) ** 2


def _parts(mask: Mask) -> list[_Part]:
    """Return all parts of a mask (n, n)."""
    # A third of the time that whole numbers of twice the length take. More parts than these can number, which
    # OpenCV refuses, do not fit in fewer than 511 x 511 pixels: the window of an area 254 mm across.
    _, labels, stats, _ = cv2.connectedComponentsWithStats(
        mask.view(np.uint8), connectivity=8, ltype=cv2.CV_16U
    )
    return [
        _Part(labels, i, (slice(top, top + height), slice(left, left + width)), size_px)
        for i, (left, top, width, height, size_px) in enumerate(stats[1:].tolist(), 1)
    ]


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
