"""Reading both dice in one picture."""

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property

import cv2
import numpy as np
from numpy.typing import NDArray

from referee.sighting import DieReading
from vision.dice.apart import apart
from vision.dice.area import DiceArea, Grey, Mask
from vision.dice.cube import covers
from vision.dice.effort import ExplainConfig, is_certain
from vision.dice.evidence import Candidate
from vision.dice.explain import Explainer
from vision.dice.faces import DiceFaces
from vision.dice.first_look import FirstLook, FirstSeen
from vision.dice.floor import strange_places
from vision.dice.likely import is_doubtful, is_part_perhaps, likely_pair
from vision.dice.locate import Marks, SearchConfig, Spot, find_spots, fine_marks, joined
from vision.dice.match import Banks, fine_banks
from vision.dice.near_rim import is_loosely_placed
from vision.dice.off_board import OffBoardSearch
from vision.dice.plain import Glimpse, plainly_lie
from vision.dice.slopes import leading
from vision.dice.smear import moves_along
from vision.dice.verdict import DICE, Judge, Scene, lying
from vision.fields.top_view import REACH
from vision.frame import Frame
from vision.prepared import once_a_view
from vision.view import View

# What hides pixels of the frame or cells of the board, see `read_dice`.
Covered = NDArray[np.uint8] | Callable[[float, float], bool]
# A function is asked about so many pixels a side of the area, about 10 mm apart.
_ASKED = 16

# More may be tried for the second die: a glossy black one was found or not by a tenth of a millimetre in the
# first one's size, as what may be tried ran out just before the right pose; with so much it was by 0.7 mm.
_BESIDE = ExplainConfig(most=100)

# What is asked of the thorough search of a picture.
_SEARCH = SearchConfig(alone=2)

# A face of less evidence on a smaller square may be part of a wide one (XII was VI, 14.3 mm instead of 18): a
# first glance looks at few poses. Of 158 photographs that are settled by one none has both.
_SURE, _SMALL_MM = 3.0, 15.8

# Edge of a die about which nothing is known; dice seen have 14 to 20 mm.
_USUAL_MM = 17.0


@dataclass(frozen=True, slots=True, eq=False)
class _Look:
    """One picture as the thorough search needs it."""

    frame: Frame
    picture: Frame
    grey: Grey
    marks: Marks


@dataclass(frozen=True)
class DiceSeen:
    """Both dice by name ("number", "option") and what explains the readings, the likeliest first.

    ``on_the_way``: one of them was seen to move, and so they were not read.
    """

    dice: Mapping[str, DieReading]
    candidates: tuple[Candidate, ...] = field(default=())
    spots: tuple[Spot, ...] = field(default=())
    on_the_way: bool = False


def read_dice(
    frame: Frame,
    view: View,
    faces: DiceFaces | None = None,
    *,
    covered: Covered | None = None,
) -> DiceSeen:
    """Read both dice in a picture (h, w, 3) uint8 BGR in which the board lies as ``view`` says.

    ``faces`` are the table's own dice, if they were learned. ``covered`` is what a hand or sleeve hides of
    the board: cells (n, n) uint8 that are not 0 where it does, rows from the far side to the near one, over
    `vision.fields.top_view.REACH` of the board's side; or a function of a frame's pixel (x, y).
    """
    reader = DiceReader(view, faces) if faces else _usual_reader(view)
    return reader.read(frame, covered=covered)


class DiceReader:
    """Reads the dice of one view; keeps the maps it needs from picture to picture."""

    def __init__(
        self,
        view: View,
        faces: DiceFaces | None = None,
        banks: Banks | None = None,
        *,
        die_mm: float | None = None,
    ) -> None:
        """``die_mm``: the edge of the table's dice where it is known, as it is of ``faces``."""
        self.faces = faces
        self._die_mm = faces.die_mm if faces else die_mm
        self.area, self._half = _areas(view, self._die_mm) if self._die_mm else _usual_areas(view)
        self._search = _SEARCH
        self._banks = banks or (faces.banks if faces else fine_banks())
        leads = leading(self._banks, own=faces is not None)
        self._first = FirstLook(
            self.area, self._half, self._banks, die_mm=self._die_mm, leads=leads
        )

    def read(self, frame: Frame, *, covered: Covered | None = None) -> DiceSeen:
        """Read both dice in a picture of this view; parameters as in `read_dice`."""
        refused: list[Candidate] = []
        for first in self._first.glances(frame):
            pair = first.clear if first.both else self._likely(first, refused)
            quick = self._at_first_look(frame, first, pair, covered)
            if quick is not None:
                return quick
            refused = pair or refused
        picture = self.area.look(frame)
        hidden = None if covered is None else self._hidden(covered)
        grey = cv2.cvtColor(picture, cv2.COLOR_BGR2GRAY).astype(np.uint8, copy=False)
        marks = fine_marks(grey, self.area.px_per_mm, self._search)
        spots = self._with_strange(find_spots(marks, self.area, self._search), picture)
        look = _Look(frame, picture, grey, marks)
        explainer = self._explainer(look, self._banks)
        known = [explainer.sized(die) for die in first.clear] if len(first.clear) == 1 else []
        found: list[Candidate] = []
        if not known:
            found = explainer.explain(spots, one_will_do=True)
            clear = [die for die in found if is_certain(die)]
            known = clear[:1] if len({die.kind for die in clear}) == 1 else []
        if known:
            found += self._beside(look, known[0], first.spots)
        # Each search overlooks dice that the other one finds.
        found += [die for die in (*first.clear, *first.other) if die not in found]
        candidates = sorted(found, key=lambda candidate: -candidate.evidence)
        scene = Scene(
            frame, self.area, picture, self._banks, candidates, spots, hidden, self._die_mm
        )
        judge = Judge(scene)
        dice = self._off_board.added(frame, judge.readings(), judge.weak)
        return DiceSeen(dice, tuple(apart(candidates)), tuple(spots))

    def _with_strange(self, spots: Sequence[Spot], picture: Frame) -> list[Spot]:
        """Return spots and, before them, what is as large as a die and unlike the floor, but shows few marks.

        Where a lamp makes a die all but white its marks stand out less than the floor's own roughness.
        """
        strange = [
            Spot(x_mm, y_mm, 0.0, 1.0, 1.0)
            for x_mm, y_mm in strange_places(picture, self.area)
            if all(math.hypot(s.x_mm - x_mm, s.y_mm - y_mm) > self.area.die_mm / 2 for s in spots)
        ]
        return [*strange[: self._search.wider], *spots]

    def _beside(self, look: "_Look", known: Candidate, seen: Sequence[Spot]) -> list[Candidate]:
        """Explain what lies beside a die that is certain: there is one of each kind.

        ``seen`` are spots of the first look.
        """
        taken = [covers(self.area, known)]
        spots = find_spots(look.marks, self.area, self._search, taken)
        strange = strange_places(look.picture, self.area, taken)
        wider = [*(Spot(x_mm, y_mm, 0.0, 1.0, 1.0) for x_mm, y_mm in strange[:1]), *seen]
        faces = [face for kind, faces in DICE.items() if kind != known.kind for face in faces]
        dark, light = (bank.of_faces(faces) for bank in self._banks)
        spots = joined(spots, wider, self.area, taken)
        return self._explainer(look, (dark, light), _BESIDE).explain(spots, [known])

    def _likely(self, first: FirstSeen, refused: Sequence[Candidate]) -> list[Candidate]:
        """Return two dice that are likely together, or nothing.

        Faces that were learned fit their own dice: of such dice what fits less well is left to the thorough
        search (a strange sign was "double" by a likely pair).
        """
        if self.faces is not None:
            return []
        return likely_pair([*first.clear, *first.other], refused)

    def _at_first_look(
        self, frame: Frame, first: FirstSeen, pair: list[Candidate], covered: Covered | None
    ) -> DiceSeen | None:
        """Return the reading if a first look's ``pair``, if there is one, lies and may be believed."""
        if not pair or any(_may_be_part(die) for die in pair):
            return None
        if self._may_move(frame, pair) if first.both else self._is_doubtful(frame, *pair):
            return None
        glimpse = Glimpse(frame, first.small, self.area, self._half, self._banks, self._die_mm)
        if plainly_lie(glimpse, pair):
            lie = {die.kind: lying(self._half, die) for die in pair}
            dice = {name: lie[name] for name in DICE}
            seen = sorted(pair, key=lambda die: -die.evidence)
            return DiceSeen(dice, tuple(seen), tuple(first.spots))
        return self._judged(frame, first, covered)

    def _may_move(self, frame: Frame, pair: Sequence[Candidate]) -> bool:
        """Whether one of two dice may move along its strokes, which is left to the judge."""
        return any(moves_along(frame, self.area, die) for die in pair)

    def _is_doubtful(self, frame: Frame, one: Candidate, other: Candidate) -> bool:
        """Whether one of two likely dice may be smeared or a side."""
        area = self.area
        return is_doubtful(frame, area, one, other) or is_doubtful(frame, area, other, one)

    def _judged(self, frame: Frame, first: FirstSeen, covered: Covered | None) -> DiceSeen | None:
        """Return what the judge says of a first look if both dice are read."""
        seen = sorted([*first.clear, *first.other], key=lambda die: -die.evidence)
        if any(is_loosely_placed(self.area, die) for die in seen):
            return None
        hidden = None if covered is None else self._hidden(covered)
        picture = self.area.look(frame)
        scene = Scene(
            frame, self.area, picture, self._banks, seen, first.spots, hidden, self._die_mm
        )
        dice = Judge(scene).readings()
        if any(die.face is None for die in dice.values()):
            return None
        return DiceSeen(dice, tuple(apart(seen)), tuple(first.spots))

    @cached_property
    def _off_board(self) -> OffBoardSearch:
        return OffBoardSearch(self.area, self._banks, own=self.faces is not None)

    def _explainer(
        self, look: "_Look", banks: Banks, config: ExplainConfig | None = None
    ) -> Explainer:
        return Explainer(
            look.frame,
            look.picture,
            look.grey,
            self.area,
            banks,
            die_mm=self._die_mm,
            polarities=self.faces.polarities() if self.faces else (False, True),
            config=config,
        )

    def _hidden(self, covered: Covered) -> Mask:
        """Bring what is hidden of the board into the area's window, (n, n)."""
        window = self.area.window
        if callable(covered):
            columns, rows = (cv2.resize(m, (_ASKED, _ASKED)) for m in self.area.maps)
            asked = [
                bool(covered(float(x), float(y)))
                for x, y in zip(columns.flat, rows.flat, strict=True)
            ]
            cells = np.array(asked, np.uint8).reshape(_ASKED, _ASKED)
            size = (window.size, window.size)
            hidden: Mask = cv2.resize(cells, size, interpolation=cv2.INTER_NEAREST) > 0
            return hidden
        x, y = window.points()
        side_mm = self.area.view.board.side_mm * REACH
        at_columns = (x / side_mm + 0.5) * len(covered) - 0.5
        at_rows = (0.5 - y / side_mm) * len(covered) - 0.5
        seen: Mask = cv2.remap(covered, at_columns, at_rows, cv2.INTER_NEAREST) > 0
        return seen


def _may_be_part(die: Candidate) -> bool:
    return is_part_perhaps(die) or (die.evidence < _SURE and die.edge_mm < _SMALL_MM)


@once_a_view(1)
def _usual_reader(view: View) -> DiceReader:
    return DiceReader(view)


@once_a_view(1)
def _usual_areas(view: View) -> tuple[DiceArea, DiceArea]:
    return _areas(view, _USUAL_MM)


def _areas(view: View, die_mm: float) -> tuple[DiceArea, DiceArea]:
    """Return the dice area and the same at half its scale."""
    area = DiceArea(view, die_mm)
    return area, replace(area, px_per_mm=area.px_per_mm / 2)
