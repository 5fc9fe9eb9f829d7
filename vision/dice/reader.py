"""Reading both dice in one picture: every place that may be a die, the best explanation of each, and the verdict."""

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field

import cv2
import numpy as np
from numpy.typing import NDArray

from referee.sighting import DieReading, DieState
from vision.dice.area import DiceArea, Grey, Window
from vision.dice.bank import Bank
from vision.dice.edges import Outline, outline, without_marks
from vision.dice.faces import DiceFaces
from vision.dice.glyphs import NUMBER_FACES, OPTION_FACES
from vision.dice.locate import PoseSearch, SearchConfig, Spot, distinct, find_spots, fine_marks
from vision.dice.match import FaceMatch, fine_bank, promising, refine
from vision.dice.squares import SquareSearch
from vision.frame import Frame
from vision.view import View

DICE: Mapping[str, tuple[str, ...]] = {"number": tuple(NUMBER_FACES), "option": OPTION_FACES}

Covered = NDArray[np.bool_] | Callable[[float, float], bool]


@dataclass(frozen=True)
class ReadingConfig:
    """When a face is believed; weights from a logistic fit of right and wrong poses on the shared photographs.

    The evidence of a pose is ``quality`` times the correlation, ``support`` and ``side`` times the outline's
    clearness, less ``size`` times the squared logarithm of the edge over ``usual_mm``; 0 is as likely right
    as wrong. ``sure`` and ``margin`` are what a believed face needs. ``inside`` is how far a lying
    die's corner may stick out over the area's rim, in die edges: corners are round and rims are fitted to
    about a millimetre.
    """

    quality: float = 19.6
    support: float = 0.39
    side: float = 0.77
    size: float = 24.8
    bias: float = -20.0
    usual_mm: float = 17.0
    sure: float = 1.0
    margin: float = 0.045
    inside: float = 0.06
    close_up_mm: float = 22.0
    close_up_px_per_mm: float = 3.0
    bare_mm: float = 5.0
    squares_mm: tuple[float, ...] = tuple(np.arange(13.5, 20.6, 1.0))
    by_mark: int = 6
    by_square: int = 5


@dataclass(frozen=True, slots=True)
class Candidate:
    """One explanation of a spot: the face laid under the templates and its outline."""

    spot: Spot
    match: FaceMatch
    outline: Outline
    evidence: float

    @property
    def kind(self) -> str:
        """Which die shows such a face."""
        return "number" if self.match.label in NUMBER_FACES else "option"


@dataclass(frozen=True)
class DiceSeen:
    """Both dice and what explains the readings, the likeliest first."""

    dice: Mapping[str, DieReading]
    candidates: tuple[Candidate, ...] = field(default=())
    spots: tuple[Spot, ...] = field(default=())


def read_dice(
    frame: Frame, view: View, faces: DiceFaces | None = None, *, covered: Covered | None = None
) -> DiceSeen:
    """Read both dice in a picture (h, w, 3) uint8 BGR in which the board lies as ``view`` says.

    ``faces`` are the table's own dice, if they were learned. ``covered`` says which pixels of the frame a
    hand or sleeve hides: an array (h, w) or a function of the pixel (x, y).
    """
    return DiceReader(view, faces).read(frame, covered=covered)


class DiceReader:
    """Reads the dice of one view; keeps the maps and templates it needs from picture to picture."""

    def __init__(
        self,
        view: View,
        faces: DiceFaces | None = None,
        config: ReadingConfig | None = None,
        search: SearchConfig | None = None,
    ) -> None:
        self.faces = faces
        self._config = config or ReadingConfig()
        self._search = search or SearchConfig()
        die_mm = faces.die_mm if faces else self._config.usual_mm
        self.area = DiceArea(view, die_mm)

    def read(self, frame: Frame, *, covered: Covered | None = None) -> DiceSeen:
        """Read both dice in a picture of this view."""
        picture = self.area.look(frame)
        grey = cv2.cvtColor(picture, cv2.COLOR_BGR2GRAY).astype(np.uint8, copy=False)
        spots = self._spots(grey)
        candidates = self._candidates(frame, picture, grey, spots)
        return DiceSeen(self._verdicts(candidates, spots), tuple(candidates), tuple(spots))

    # -------------------------------------------------------------- places and poses

    def _spots(self, grey: Grey) -> list[Spot]:
        marks = fine_marks(grey, self.area.px_per_mm, self._search)
        self._marks = marks
        return find_spots(marks, self.area, self._search)

    def _candidates(
        self, frame: Frame, picture: Frame, grey: Grey, spots: Sequence[Spot]
    ) -> list[Candidate]:
        by_mark = PoseSearch(self._marks, self.area, self._search)
        by_square = SquareSearch(picture, self.area, self._search)
        found = [
            candidate
            for spot in spots
            for candidate in self._explain(frame, spot, by_mark, by_square)
        ]
        found.sort(key=lambda candidate: -candidate.evidence)
        return apart(found)

    def _explain(
        self, frame: Frame, spot: Spot, by_mark: PoseSearch, by_square: SquareSearch
    ) -> list[Candidate]:
        config, bank = self._config, self._bank()
        window = Window(spot.x_mm, spot.y_mm, config.close_up_mm, self.area.top_mm,
                        config.close_up_px_per_mm)  # fmt: skip
        colour = self.area.close_up(frame, window)
        grey = cv2.cvtColor(colour, cv2.COLOR_BGR2GRAY).astype(np.uint8, copy=False)
        bare = [
            without_marks(colour, light, window.px_per_mm, config.bare_mm)
            for light in (False, True)
        ]
        squares = [
            pose
            for light in by_mark.polarities(spot)
            for pose in by_square.poses(spot, light, config.squares_mm)
        ]
        squares.sort(key=lambda pose: -pose.score)
        poses = promising(grey, window, by_mark.poses(spot), bank, config.by_mark)
        poses += promising(grey, window, distinct(squares, 12), bank, config.by_square)
        found = []
        for pose in poses:
            match = refine(grey, window, pose, bank)
            seen = outline(bare[match.light], window, match.x_mm, match.y_mm,
                           match.turn_deg % 90, match.die_mm)  # fmt: skip
            found.append(Candidate(spot, match, seen, self._evidence(match, seen)))
        return found

    def _bank(self) -> Bank:
        return self.faces.bank() if self.faces else fine_bank()

    def _evidence(self, match: FaceMatch, seen: Outline) -> float:
        c = self._config
        unusual = 0.0 if self.faces else c.size * math.log(match.die_mm / c.usual_mm) ** 2
        return (
            c.quality * match.quality + c.support * seen.support + c.side * seen.weakest[1]
            - unusual + c.bias
        )  # fmt: skip

    # -------------------------------------------------------------- verdicts

    def _verdicts(
        self, candidates: Sequence[Candidate], spots: Sequence[Spot]
    ) -> dict[str, DieReading]:
        verdicts: dict[str, DieReading] = {}
        for candidate in candidates:
            if candidate.evidence < self._config.sure or candidate.kind in verdicts:
                continue
            verdicts[candidate.kind] = self._reading(candidate)
        for name in DICE:
            verdicts.setdefault(name, DieReading(DieState.ABSENT))
        return verdicts

    def _reading(self, candidate: Candidate) -> DieReading:
        match = candidate.match
        lying = self._inside(candidate)
        sure = lying and match.margin >= self._config.margin
        mine = DICE[candidate.kind]
        return DieReading(
            state=DieState.LYING if lying else DieState.LEANING,
            face=match.label if sure else None,
            likelihoods={face: max(match.scores.get(face, 0.0), 0.0) for face in mine} if lying else {},
            x_mm=match.x_mm, y_mm=match.y_mm, turn_deg=match.turn_deg,
        )  # fmt: skip

    def _inside(self, candidate: Candidate) -> bool:
        """Whether all corners of the die lie within the area's rim."""
        match, seen = candidate.match, candidate.outline
        turn = math.radians(match.turn_deg % 90)
        half = seen.die_mm / 2
        reach = max(
            math.hypot(match.x_mm + r * math.cos(turn) - u * math.sin(turn),
                       match.y_mm + r * math.sin(turn) + u * math.cos(turn))
            for r in (-half, half) for u in (-half, half)
        )  # fmt: skip
        return reach < self.area.place.radius_mm + self._config.inside * seen.die_mm


def apart(candidates: Sequence[Candidate]) -> list[Candidate]:
    """Return the candidates that do not lie where a better one does; the best come first."""
    kept: list[Candidate] = []
    for candidate in candidates:
        m = candidate.match
        if all(
            math.hypot(m.x_mm - k.match.x_mm, m.y_mm - k.match.y_mm)
            > 0.42 * (m.die_mm + k.match.die_mm)
            for k in kept
        ):
            kept.append(candidate)
    return kept
