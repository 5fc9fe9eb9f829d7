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
from vision.dice.first_look import FirstLook
from vision.dice.first_look_config import FirstLookConfig, Glance
from vision.dice.first_poses import FirstPosesConfig
from vision.dice.locate import SearchConfig, glanced_spots
from vision.dice.match import Banks
from vision.dice.slopes import leading
from vision.dice.surroundings import usual_step
from vision.dice.verdict import DICE
from vision.frame import Frame

# A band so wide round the board is looked at, but for its edge next to the board and the frame's own edge,
# where steps of light are. Marks of dice are seen at this scale, clutter of a table costs less.
_REACH_MM, _EDGE_MM, _BORDER_PX, _PX_PER_MM = 75.0, 5.0, 4, 1.5

# The first look at the strongest spots: as the dice area's second glance, at more of them. Energy is spread
# as wide as a die, so that a spot is in its middle.
_SPOTS = SearchConfig(spread_mm=4.0, apart_mm=12.0, places=12)
_LOOK = FirstLookConfig(glances=(Glance(12, FirstPosesConfig(second=0.45), (5, 3, 2, 1)),))
# Steps are spread over half as many pixels where the picture is halved.
_HALVED = 2


@dataclass(frozen=True)
class OffBoardConfig:
    """How hard fallen dice are looked for, and when one is believed.

    Cloths, cards and other things bear marks that look like a face; ``sure``, ``margin`` and ``outlined``
    (log odds, lead over the next face of the missing die, support of the outline) keep them out: of 126 dice
    found beside 41 painted tables all but three had 4.3 and more with such a margin and support, five things
    that were none 0.9 to 3.8. ``most`` explanations are tried. The middles of faces are not asked: on printed
    cloths they made up a second fallen die. A square as sharp as ``sharp`` (support), which half of those
    dice have and none of the five things, speaks for itself: log odds of ``sure_of_sharp`` will do there.
    A first look asks which of the strongest spots may bear a die: by log odds of ``likely`` and an outline of
    ``squarish``. Of 130 dice beside 26 of these tables 94 are found so, 85 when all spots were looked at
    thoroughly, as what is tried is not spent on clutter; where none lies none is found in 67 pictures. Of 32
    searches of photographs it ends 21. What it sees as clearly as ``clear`` needs no second look.
    """

    sure: float = 4.0
    sure_of_sharp: float = 2.0
    sharp: float = 7.0
    margin: float = 0.17
    outlined: float = 2.9
    most: int = 24
    likely: float = -5.0
    clear: float = 5.0
    squarish: float = 3.0

    def believes(self, die: Candidate) -> bool:
        """Tell whether what looks like a die beside the board is one."""
        sharp = die.outline.support >= self.sharp
        return (
            die.evidence >= (self.sure_of_sharp if sharp else self.sure)
            and die.match.margin >= self.margin
            and die.outline.support >= self.outlined
        )


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
    """Looks for fallen dice in pictures in which the board lies as ``area`` says.

    ``own``: the table's own faces are among the banks.
    """

    def __init__(
        self,
        area: DiceArea,
        banks: Banks,
        config: OffBoardConfig | None = None,
        *,
        own: bool = False,
    ) -> None:
        self._board = area
        self._banks = banks
        self._own = own
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
        # Prepared anew each time: kept, it would hold ten megabytes all evening.
        area = BesideBoard(self._board.view, self._board.die_mm, _PX_PER_MM)
        faces = [face for kind in kinds for face in DICE[kind]]
        dark, light = (bank.of_faces(faces) for bank in self._banks)
        picture = area.look(frame)
        grey = cv2.cvtColor(picture, cv2.COLOR_BGR2GRAY).astype(np.uint8, copy=False)
        spots = glanced_spots(grey, area, _SPOTS)
        look = FirstLook(
            area, area, (dark, light), leads=leading(self._banks, own=self._own), config=_LOOK
        )
        seen = look.explained(frame, spots, _HALVED * usual_step(picture))
        likely = list({die.spot: None for die in seen if self._may_be(die)})
        if not likely:
            return {}
        explainer = Explainer(
            frame, picture, grey, area, (dark, light),
            config=ExplainConfig(most=self._config.most, inner=False),
        )  # fmt: skip
        clear = [die for die in seen if die.evidence >= self._config.clear]
        explained = [*clear, *explainer.explain(likely)]
        found: dict[str, DieReading] = {}
        for candidate in sorted(explained, key=lambda die: -die.evidence):
            if candidate.kind not in found and self._config.believes(candidate):
                x_mm, y_mm = (float(v) for v in middle_mm(area, candidate))
                found[candidate.kind] = DieReading(DieState.OFF_BOARD, x_mm=x_mm, y_mm=y_mm)
        return found

    def _may_be(self, candidate: Candidate) -> bool:
        c = self._config
        return candidate.evidence >= c.likely and candidate.outline.support >= c.squarish
