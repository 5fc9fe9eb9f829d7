"""The first look at the dice: what settles the usual case, two dice that lie apart in good light.

It is the first step of a cascade. The strongest spots are looked at together (`vision.dice.strip`), each gets
its likely poses (`vision.dice.first_poses`), these are moved until templates fit (`vision.dice.slopes`), and
the best become explanations in the currency of the thorough search (`vision.dice.evidence`). Only if both
dice are as certain as what ends the thorough search at a spot does the first look speak at all.
"""

import math
from dataclasses import dataclass
from functools import partial

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.dice.area import DiceArea
from vision.dice.close_up import Rows
from vision.dice.edges import Outline, outline
from vision.dice.evidence import Candidate, EvidenceWeights, evidence
from vision.dice.first_poses import FirstPosesConfig, first_poses
from vision.dice.locate import SearchConfig, Spot, find_spots, fine_marks
from vision.dice.match import Banks, FaceMatch, scored
from vision.dice.slopes import slopes_of
from vision.dice.strip import Strip, strip_of
from vision.dice.surroundings import usual_step
from vision.frame import Frame

# Energy spread as wide as a die, and spots as far apart as a die's side is from its top: the two strongest
# are the two dice on all of 74 photographs that show both (with the thorough search's numbers on 49).
_SEARCH = SearchConfig(spread_mm=4.0, apart_mm=12.0, places=5)


@dataclass(frozen=True)
class Glance:
    """How much of a picture one step of the cascade looks at.

    ``spots``: so many of the strongest; ``poses``: how poses are found; ``keep``: how many of each spot's
    poses are moved on after each round.
    """

    spots: int
    poses: FirstPosesConfig
    keep: tuple[int, ...]


@dataclass(frozen=True)
class FirstLookConfig:
    """The steps, and when it is enough.

    The first glance is at the two strongest spots; what it leaves open the second one looks for at more
    spots, in more turns and from more poses. Of 148 photographs on which the thorough search reads two dice
    with certainty they settle 113. Poses nearer to each other than ``apart_mm`` are of one die. ``enough``,
    ``clear``: the log odds and the margin of an explanation that the thorough search, too, compares with no
    other pose; with 5.0 they settle 128, and a painted IV was read as II. ``own``: a spot nearer than so many
    edges to a clear die's middle is that die's own. ``alike``: by how much the dice's edges may differ
    (relative), as they are a set.
    """

    glances: tuple[Glance, ...] = (
        Glance(2, FirstPosesConfig(), (2, 1, 1)),
        Glance(4, FirstPosesConfig(second=0.45), (5, 3, 2, 1, 1)),
    )
    apart_mm: float = 10.0
    enough: float = 7.0
    clear: float = 0.08
    own: float = 0.62
    alike: float = 0.15
    likely: float = 2.5


@dataclass(frozen=True)
class FirstSeen:
    """What the first look found: the spots, the strongest first, and explanations that are certain.

    ``both`` says that these are both dice. ``other`` are explanations that are likely and not certain.
    """

    spots: list[Spot]
    clear: list[Candidate]
    both: bool
    other: list[Candidate]


class FirstLook:
    """Looks at the dice areas of one view."""

    def __init__(
        self,
        area: DiceArea,
        half: DiceArea,
        banks: Banks,
        *,
        die_mm: float | None = None,
        config: FirstLookConfig | None = None,
    ) -> None:
        """``half`` is the area at half its scale; ``die_mm`` the dice's edge, if it is known."""
        self._area, self._half, self._banks = area, half, banks
        self._die_mm = die_mm
        self._config = config or FirstLookConfig()
        self._weights = EvidenceWeights()

    def look(self, picture: Frame) -> FirstSeen:
        """Look at a picture of the area's window."""
        spots = self._spots(picture)
        # A step of colour is spread over half as many pixels at half the size.
        noise = 2 * usual_step(picture)
        clear: list[Candidate] = []
        other: list[Candidate] = []
        for glance in self._config.glances:
            seen = self._glance(picture, noise, spots, glance, clear)
            clear = sorted([*clear, *filter(self._is_clear, seen)], key=lambda c: -c.evidence)
            other += [
                candidate
                for candidate in seen
                if not self._is_clear(candidate) and candidate.evidence >= self._config.likely
            ]
            if self._are_both(clear):
                break
        return FirstSeen(spots, clear, self._are_both(clear), other)

    def _is_clear(self, candidate: Candidate) -> bool:
        c = self._config
        return candidate.evidence >= c.enough and candidate.match.margin >= c.clear

    def _glance(
        self,
        picture: Frame,
        noise: float,
        spots: list[Spot],
        glance: Glance,
        known: list[Candidate],
    ) -> list[Candidate]:
        """Look at some spots for dice beside those ``known``; return what may be there."""
        c = self._config
        free = [spot for spot in spots if not any(_is_on(spot, die, c.own) for die in known)]
        if not free or len(known) > 1:
            return []
        near_mm = self._die_mm or (known[0].edge_mm if known else None)
        strip = strip_of(picture, self._area, free[: glance.spots])
        found = first_poses(glance.poses).find(strip, noise, glance.keep[0], near_mm)
        if not len(found.of):
            return []
        strip = strip.with_dark_marks(found.of, found.light)
        rows, fits = self._moved(strip, found.rows, glance.keep)
        best = self._apart(rows, fits)[: 2 - len(known)]
        places = [free[i] for i in found.of[best]]
        return self._candidates(strip, best, rows[best], places, near_mm)

    def _spots(self, picture: Frame) -> list[Spot]:
        """Find the spots in the picture at half its size."""
        size = (self._half.window.size, self._half.window.size)
        grey = cv2.resize(
            cv2.cvtColor(picture, cv2.COLOR_BGR2GRAY), size, interpolation=cv2.INTER_AREA
        )
        marks = fine_marks(grey.astype(np.uint8, copy=False), self._half.px_per_mm, _SEARCH)
        return find_spots(marks, self._half, _SEARCH)

    def _moved(
        self, strip: Strip, starts: Rows, keep: tuple[int, ...]
    ) -> tuple[Rows, NDArray[np.float32]]:
        """Move the poses (k, n, 4) of every square until some template fits; return the best of each."""
        rows, fits = starts[:, 0].copy(), np.zeros(len(starts), np.float32)
        for light in (False, True):
            mine = np.flatnonzero(strip.light == light)
            if len(mine):
                slopes = slopes_of(self._banks[light])
                marks = partial(strip.hats, size=slopes.bank.size, squares=mine)
                rows[mine], fits[mine] = slopes.follow(marks, starts[mine], keep)
        return rows, fits

    def _apart(self, rows: Rows, fits: NDArray[np.float32]) -> NDArray[np.intp]:
        """Return which of some poses (k, 4) are not on a die on which another fits better, the best first."""
        picked: list[int] = []
        for i in np.argsort(-fits):
            far = [math.hypot(*(rows[i, :2] - rows[j, :2])) for j in picked]
            if all(away > self._config.apart_mm for away in far):
                picked.append(int(i))
        return np.array(picked)

    def _candidates(
        self,
        strip: Strip,
        squares: NDArray[np.intp],
        rows: Rows,
        spots: list[Spot],
        near_mm: float | None,
    ) -> list[Candidate]:
        """Explain squares of the strip, each by its pose; ``near_mm`` is the edge of a die seen elsewhere."""
        seen: list[tuple[Spot, FaceMatch, Outline]] = []
        for spot, square, row in zip(spots, squares, rows, strict=True):
            light = bool(strip.light[square])
            one = strip.one(int(square), self._area.top_mm)
            match = scored(one, row[None], light, self._banks[light])[0]
            sides = outline(one.bare(light), one.window, match.x_mm, match.y_mm,
                            match.turn_deg % 90, match.die_mm)  # fmt: skip
            seen.append((spot, match, sides))
        alone = [evidence(match, sides, self._weights, near_mm) for _, match, sides in seen]
        return [Candidate(*one, value) for one, value in zip(seen, alone, strict=True)]

    def _are_both(self, clear: list[Candidate]) -> bool:
        """Whether these are two dice of one set."""
        if len({candidate.kind for candidate in clear}) < 2:
            return False
        edges = [candidate.edge_mm for candidate in clear]
        return max(edges) <= min(edges) * (1 + self._config.alike)


def _is_on(spot: Spot, die: Candidate, own: float) -> bool:
    """Whether a spot is on a die's upper face."""
    away = math.hypot(spot.x_mm - die.match.x_mm, spot.y_mm - die.match.y_mm)
    return away < own * die.edge_mm
