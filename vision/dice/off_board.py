"""Dice that have fallen beside the board: looked for on the table when one is missing in the dice area."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property

import cv2
import numpy as np

from referee.board import Place
from referee.sighting import DieReading, DieState
from vision.dice.area import DiceArea, Grey, Mask
from vision.dice.cube import middle_mm
from vision.dice.effort import ExplainConfig
from vision.dice.evidence import Candidate
from vision.dice.explain import Explainer
from vision.dice.locate import SearchConfig, find_spots, fine_marks
from vision.dice.match import Banks
from vision.dice.verdict import DICE
from vision.frame import Frame

# A band so wide round the board is looked at, but for its edge next to the board and the frame's own edge,
# where steps of light are. Marks of dice are seen at this scale, clutter of a table costs less.
_REACH_MM, _EDGE_MM, _BORDER_PX, _PX_PER_MM = 75.0, 5.0, 4, 1.5


@dataclass(frozen=True)
class OffBoardConfig:
    """How hard fallen dice are looked for, and when one is believed.

    Cloths, cards and other things bear marks that look like a face; ``sure``, ``margin`` and ``outlined``
    (log odds, lead over the next face of the missing die, support of the outline) keep them out: on 14
    painted tables what was no die and had such a support had a margin of 0.08 at most where its log odds
    were above -1; fallen dice 0.2 and more. ``places`` spots are looked at, and ``most`` explanations are
    tried. The middles of faces are not asked: on printed cloths they made up a second fallen die.
    """

    sure: float = 0.7
    margin: float = 0.17
    outlined: float = 2.9
    places: int = 12
    most: int = 24


class BesideBoard(DiceArea):
    """The table round the board, seen in the plane of the upper faces of dice that lie on it."""

    @cached_property
    def place(self) -> Place:
        """The board and the table round it, as one place at the table's height."""
        board = self.view.board
        dice = board.of_kind("dice")[0]
        reach_mm = board.side_mm / 2 + _REACH_MM
        return replace(dice, x_mm=0.0, y_mm=0.0, radius_mm=reach_mm, z_mm=-board.thickness_mm)

    @cached_property
    def middles(self) -> Mask:
        """Pixels of the band beside the board that the frame shows."""
        columns, rows = self.maps
        camera = self.view.camera
        seen: Mask = (columns > _BORDER_PX) & (columns < camera.width_px - _BORDER_PX)
        seen &= (rows > _BORDER_PX) & (rows < camera.height_px - _BORDER_PX)
        edge_mm = self.view.board.side_mm / 2 + _EDGE_MM
        aside, across = (np.abs(axis_mm) > edge_mm for axis_mm in self.window.axes())
        seen &= aside | across[:, None]
        return seen

    @cached_property
    def floor(self) -> Mask:
        """The same pixels: most of what they show is the table."""
        return self.middles

    @cached_property
    def clear(self) -> Grey:
        """255 where a fallen die may be seen, else 0."""
        return np.where(self.middles, np.uint8(255), np.uint8(0))


class OffBoardSearch:
    """Looks for fallen dice in pictures in which the board lies as ``area`` says."""

    def __init__(self, area: DiceArea, banks: Banks, config: OffBoardConfig | None = None) -> None:
        self._board = area
        self._banks = banks
        self._config = config or OffBoardConfig()

    def added(
        self, frame: Frame, dice: Mapping[str, DieReading], weak: Collection[str] = ()
    ) -> dict[str, DieReading]:
        """Return the readings of a picture's dice with those that lie beside the board, if one is absent.

        What was seen in the dice area and not read is the other die, then. ``weak`` are dice of which so
        little was seen there that they may be absent, too.
        """
        said = dict(dice)
        absent = [name for name, die in dice.items() if die.state is DieState.ABSENT]
        if not absent and not weak:
            return said
        unread = [
            name
            for name, die in dice.items()
            if die.face is None and die.state is not DieState.COVERED
        ]
        found = self.find(frame, unread)
        for name, fallen in found.items():
            if absent and name not in absent and absent[0] not in found:
                said[absent[0]] = said[name]
            said[name] = fallen
        return said

    def find(self, frame: Frame, kinds: Sequence[str]) -> dict[str, DieReading]:
        """Return readings of the dice of these kinds ("number", "option") that lie beside the board."""
        # Prepared anew each time, a twentieth of the search: kept, it would hold ten megabytes all evening.
        area = BesideBoard(self._board.view, self._board.die_mm, _PX_PER_MM)
        search = SearchConfig(places=self._config.places)
        picture = area.look(frame)
        grey = cv2.cvtColor(picture, cv2.COLOR_BGR2GRAY).astype(np.uint8, copy=False)
        marks = fine_marks(grey, area.px_per_mm, search)
        spots = find_spots(marks, area, search)
        faces = [face for kind in kinds for face in DICE[kind]]
        dark, light = (bank.of_faces(faces) for bank in self._banks)
        explainer = Explainer(
            frame, picture, grey, area, (dark, light),
            config=ExplainConfig(most=self._config.most, inner=False),
        )  # fmt: skip
        found: dict[str, DieReading] = {}
        for candidate in explainer.explain(spots):
            if candidate.kind not in found and self._sure(candidate):
                x_mm, y_mm = (float(v) for v in middle_mm(area, candidate))
                found[candidate.kind] = DieReading(DieState.OFF_BOARD, x_mm=x_mm, y_mm=y_mm)
        return found

    def _sure(self, candidate: Candidate) -> bool:
        c = self._config
        return (
            candidate.evidence >= c.sure
            and candidate.match.margin >= c.margin
            and candidate.outline.support >= c.outlined
        )
