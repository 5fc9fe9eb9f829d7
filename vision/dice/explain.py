"""Every spot explained as a die: poses from marks and outline, refined until one convinces."""

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np

from vision.dice.area import DiceArea, Window
from vision.dice.close_up import CloseUp
from vision.dice.edges import outline
from vision.dice.evidence import Candidate, EvidenceWeights, evidence
from vision.dice.locate import Pose, PoseSearch, Spot, distinct
from vision.dice.match import Banks, promising, refine
from vision.dice.poses import FaceSearch
from vision.dice.squares import SquareSearch
from vision.dice.surroundings import Surroundings, usual_step
from vision.frame import Frame


@dataclass(frozen=True)
class ExplainConfig:
    """How hard a spot is looked at.

    From ``enough`` on, with a margin of ``clear``, no further pose is tried: dice's sides, seen aslant,
    reach less. From ``convinced`` on an explanation leaves no room for others. After ``fair_turns`` ways of
    searching a spot is left unless its best explanation is between ``hopeless`` and ``convinced``. ``most``
    is how many explanations a picture may cost: where dice roll or a hand lies over them none convinces;
    most pictures in which both dice were read cost about 5, a few with glossy black ones up to 110. Dice of a
    set are of one size to ``alike`` (one part in ten covers the error of the first die's measure). A spot
    nearer than ``own`` edges to a convincing die's middle is that die's own side.
    """

    convinced: float = 2.5
    enough: float = 5.0
    clear: float = 0.08
    known: float = 2.5
    fair_turns: int = 2
    hopeless: float = -8.0
    most: int = 120
    alike: float = 0.10
    own: float = 0.62
    close_up_mm: float = 22.0
    close_up_px_per_mm: float = 3.0
    squares_mm: tuple[float, ...] = (13.5, 14.5, 15.5, 16.5, 17.5, 18.5, 19.5, 20.5)
    squares: int = 12
    by_sides: int = 4
    by_mark: int = 6
    by_square: int = 5
    by_grid: int = 8
    grid_mm: float = 4.5
    grid_step_mm: float = 1.5
    grid_turn_deg: float = 9.0
    grid_dice_mm: tuple[float, ...] = (15.0, 17.5)


class Explainer:
    """Explains the spots of one picture."""

    def __init__(
        self,
        frame: Frame,
        picture: Frame,
        area: DiceArea,
        searches: tuple[PoseSearch, SquareSearch],
        banks: Banks,
        *,
        die_mm: float | None = None,
        polarities: Sequence[bool] = (False, True),
        config: ExplainConfig | None = None,
        weights: EvidenceWeights | None = None,
    ) -> None:
        self._frame = frame
        self._area = area
        self._by_mark, self._by_square = searches
        self._picture = picture
        self._noise = usual_step(picture)
        self._faces = FaceSearch()
        self._banks = banks
        self._given_mm = die_mm
        self._allowed = tuple(polarities)
        self._config = config or ExplainConfig()
        self._weights = weights or EvidenceWeights()
        self._spent = 0

    def explain(self, spots: Sequence[Spot]) -> list[Candidate]:
        """Return the explanations of all spots, the likeliest first."""
        found: list[Candidate] = []
        tried: dict[Spot, float | None] = {}
        for _ in range(2):
            for spot in spots:
                other_mm = self._other_mm(spot, found)
                if tried.get(spot, 0.0) == other_mm or self._is_side(spot, found):
                    continue
                if self._both(found) or self._spent >= self._config.most:
                    break
                tried[spot] = other_mm
                found = [c for c in found if c.spot is not spot]
                found += self._spot(spot, other_mm)
        found.sort(key=lambda candidate: -candidate.evidence)
        return found

    def _both(self, found: Sequence[Candidate]) -> bool:
        """Whether both dice have convincing explanations, so that nothing else can be one."""
        sure = {c.kind for c in found if c.evidence >= self._config.convinced}
        return len(sure) == 2

    def _other_mm(self, spot: Spot, found: Sequence[Candidate]) -> float | None:
        """The edge of the likeliest die elsewhere, if it is likely enough."""
        if self._given_mm:
            return self._given_mm
        elsewhere = [
            c for c in found
            if c.evidence >= self._config.known
            and math.hypot(c.match.x_mm - spot.x_mm, c.match.y_mm - spot.y_mm) > 0.8 * c.edge_mm
        ]  # fmt: skip
        return max(elsewhere, key=lambda c: c.evidence).edge_mm if elsewhere else None

    def _is_side(self, spot: Spot, found: Sequence[Candidate]) -> bool:
        return any(
            c.evidence >= self._config.convinced
            and c.spot is not spot
            and math.hypot(c.match.x_mm - spot.x_mm, c.match.y_mm - spot.y_mm)
            < self._config.own * c.edge_mm
            for c in found
        )

    def _spot(self, spot: Spot, other_mm: float | None) -> Iterator[Candidate]:
        c = self._config
        window = Window(spot.x_mm, spot.y_mm, c.close_up_mm, self._area.top_mm,
                        c.close_up_px_per_mm)  # fmt: skip
        close_up = CloseUp(window, self._area.close_up(self._frame, window))
        best = -math.inf
        for turn, (poses, count) in enumerate(self._poses(spot, other_mm)):
            if turn >= c.fair_turns and not c.hopeless <= best < c.convinced:
                return
            for pose in promising(close_up, poses, self._banks, count):
                match = refine(close_up, pose, self._banks, near_mm=other_mm, alike=c.alike)
                seen = outline(close_up.bare(match.light), window, match.x_mm, match.y_mm,
                               match.turn_deg % 90, match.die_mm)  # fmt: skip
                value = evidence(match, seen, self._weights, other_mm)
                yield Candidate(spot, match, seen, value)
                self._spent += 1
                best = max(best, value)
                if value >= c.enough and match.margin >= c.clear:
                    return

    def _poses(self, spot: Spot, other_mm: float | None) -> Iterator[tuple[Sequence[Pose], int]]:
        c = self._config
        known = (other_mm,) if other_mm else ()
        yield self._by_sides(spot, known), c.by_sides
        yield self._by_mark.poses(spot, self._polarities(spot), known), c.by_mark
        sizes = tuple(
            size for size in c.squares_mm
            if not other_mm or abs(math.log(size / other_mm)) <= c.alike
        )  # fmt: skip
        squares = [
            pose
            for light in self._polarities(spot)
            for pose in self._by_square.poses(spot, light, sizes)
        ]
        squares.sort(key=lambda pose: -pose.score)
        yield distinct(squares, c.squares), c.by_square
        yield self._everywhere(spot, other_mm), c.by_grid

    def _by_sides(self, spot: Spot, known: Sequence[float]) -> list[Pose]:
        return [
            pose
            for light in self._polarities(spot)
            for pose in self._faces.poses(
                Surroundings(self._picture, self._area, spot, light=light), self._noise, known
            )
        ]

    def _polarities(self, spot: Spot) -> list[bool]:
        """Return which kinds of marks a die at a spot may have: those it shows, of those the dice have."""
        return [light for light in self._by_mark.polarities(spot) if light in self._allowed]

    def _everywhere(self, spot: Spot, other_mm: float | None) -> list[Pose]:
        """Every pose of a grid round a spot: the last resort, where mirrored lamps mislead the searches."""
        c = self._config
        steps = np.arange(-c.grid_mm, c.grid_mm + 0.1, c.grid_step_mm)
        return [
            Pose(spot.x_mm + dx, spot.y_mm + dy, turn, die_mm, light, 0.0)
            for light in self._polarities(spot)
            for die_mm in ((other_mm,) if other_mm else c.grid_dice_mm)
            for turn in np.arange(0.0, 90.0, c.grid_turn_deg)
            for dx in steps
            for dy in steps
        ]
