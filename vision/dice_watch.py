"""Reading the dice only where something has changed at them and come to rest.

They lie still for most of an evening. Dice that roll, or that a hand is just passing over, show nothing that
could be read, and looking for them there costs the most. So a picture in which the dice area moves is not
read: of each die is said what a glance shows.
"""

import math
from collections import deque
from collections.abc import Mapping
from dataclasses import dataclass, field, replace

import cv2
import numpy as np
from numpy.typing import NDArray

from referee.sighting import DieReading, DieState
from vision.dice import DiceFaces, DiceReader, DiceSeen
from vision.dice.locate import Spot
from vision.dice.reader import Covered
from vision.fields.top_view import REACH
from vision.frame import Frame
from vision.stillness import Glance, glance
from vision.view import View

# So far round the dice area's edge is looked, in its radii: a die that leans on the rim stands up beyond it.
_REACH = 1.3
# Of dice that were read so many last pictures are remembered: a hand that passes leaves them as they were.
_REMEMBERED = 3
# An unchanged picture of the dice is read again after so many all the same, in case a change was too faint.
_TRUSTED = 40
# After so many moving pictures one is read in any case: beside a hand that never rests dice may lie in sight.
_RESTLESS = 5
# A die that lies still and is not read is looked at so often again: what noise hides in one picture, the next
# ones may show.
_TRIES = 4
_UNREAD = {DieState.LYING, DieState.LEANING, DieState.STACKED, DieState.MOVING}
# A die's own patch: this far round its middle, so many cells a side; and how well it correlates while the die
# lies there, be it in a shadow (0.9 and more; 0.5 at most for bare floor, another die or a hand).
_PATCH_MM, _PATCH_CELLS, _ALIKE = 13.0, 24, 0.8
# The middle of a die stands about so high over the board's surface.
_MIDDLE_MM = 5.0

Cells = NDArray[np.bool_]
Patch = NDArray[np.float32]


@dataclass(frozen=True, slots=True, eq=False)
class _Read:
    """The dice as one picture showed them, and what that picture looked like."""

    glance: Glance
    seen: DiceSeen


@dataclass(frozen=True, slots=True)
class _Lay:
    """A die that lay somewhere when it was read last, and how its patch looked."""

    reading: DieReading
    box: tuple[slice, slice]
    patch: Patch


@dataclass
class DiceWatch:
    """Reads the dice of one table picture by picture; ``faces`` as in `read_dice`.

    What was read before holds while the part of the picture in which the dice lie looks as it did then.
    ``live``: pictures follow each other within a fraction of a second, so that what differs from one to the
    next moves. Else each picture is read by itself.
    """

    faces: DiceFaces | None
    live: bool = False
    _reader: DiceReader | None = None
    _view: View | None = None
    _box: tuple[slice, slice] = (slice(0), slice(0))
    _cells: NDArray[np.float32] | None = None
    _read: deque[_Read] = field(default_factory=lambda: deque(maxlen=_REMEMBERED))
    _lay: dict[str, _Lay] = field(default_factory=dict)
    _before: tuple[Glance, Cells] | None = None
    _trusted: int = 0
    _restless: int = 0
    _tries: int = 0

    def read(self, frame: Frame, view: View, covered: Covered | None) -> DiceSeen:
        """Return what the dice show in a picture (h, w, 3) uint8 BGR; parameters as in `read_dice`."""
        if self._reader is None or self._view is not view:
            self._begin(frame, view)
        now = glance(frame[self._box])
        known = next((one for one in self._read if not now.differs(one.glance)), None)
        hidden = self._hidden(now, covered)
        before, self._before = self._before, (now, hidden)
        if known is not None and self._trusted < _TRUSTED and not self._may_try_again(known):
            self._trusted += 1
            return known.seen
        if known is None:
            self._tries = 0
        if known is None and self._passing(before, now, hidden):
            return self._in_passing(frame, view, covered)
        rests = self.live and before is not None and not before[0].differs(now)
        rests = rests and not hidden.any()
        return self._look(frame, now, covered, rests=rests, known=known if rests else None)

    def _may_try_again(self, known: _Read) -> bool:
        """Tell whether another picture of a die that was not read might be clearer, and count it."""
        dice = known.seen.dice.values()
        if self.live and any(die.face is None and die.state in _UNREAD for die in dice):
            self._tries += 1
            return self._tries <= _TRIES
        return False

    def _passing(self, before: tuple[Glance, Cells] | None, now: Glance, hidden: Cells) -> bool:
        """Tell whether this picture need not be read: all that is new is a hand, or something moves."""
        if not self.live:
            return False
        if any(not _moving(one.glance, hidden, now) for one in self._read):
            return True
        self._restless += 1
        moving = before is not None and _moving(before[0], before[1] | hidden, now)
        return moving and self._restless <= _RESTLESS

    def _begin(self, frame: Frame, view: View) -> None:
        self._reader, self._view = DiceReader(view, self.faces), view
        self._box, self._cells, self._before = dice_box(frame, view), None, None
        self._read.clear()
        self._lay.clear()

    def _look(
        self,
        frame: Frame,
        now: Glance,
        covered: Covered | None,
        *,
        rests: bool,
        known: _Read | None,
    ) -> DiceSeen:
        """Read the dice and remember how they look.

        ``rests``: they are seen not to move; ``known``: what was read while they lay just so.
        """
        assert self._reader is not None
        assert self._view is not None
        self._trusted = self._restless = 0
        seen = self._reader.read(frame, covered=covered)
        if rests:
            seen = _at_rest(seen)
        if known is not None:
            seen = _together(known.seen, seen)
            self._read.remove(known)
        self._read.appendleft(_Read(now, seen))
        for name, reading in seen.dice.items():
            if reading.x_mm is not None and reading.y_mm is not None:
                box = _box_round(frame, self._view, reading.x_mm, reading.y_mm)
                self._lay[name] = _Lay(reading, box, _patch(frame, box))
            elif reading.state is not DieState.COVERED:
                self._lay.pop(name, None)
        return seen

    def _in_passing(self, frame: Frame, view: View, covered: Covered | None) -> DiceSeen:
        """Say of each die what a moving picture shows: it lies as it did, is hidden, or is on its way."""
        said: dict[str, DieReading] = {}
        for name in self._names():
            lay = self._lay.get(name)
            if lay is not None and _alike(_patch(frame, lay.box), lay.patch):
                said[name] = lay.reading
            elif _is_hidden(view, covered, lay):
                said[name] = DieReading(DieState.COVERED)
            else:
                said[name] = DieReading(DieState.MOVING)
        return DiceSeen(said)

    def _names(self) -> Mapping[str, DieReading]:
        return self._read[0].seen.dice if self._read else {}

    def _hidden(self, now: Glance, covered: Covered | None) -> Cells:
        """Return which cells of a glance at the dice a hand hides, with those beside it."""
        shape = now.means.shape[:2]
        if covered is None or callable(covered):
            return np.zeros(shape, dtype=bool)
        if self._cells is None or self._cells.shape[:2] != shape:
            self._cells = self._places(shape)
        hidden = _looked_up(covered, self._cells)
        return np.asarray(cv2.dilate(hidden, np.ones((3, 3), np.uint8)) > 0)

    def _places(self, shape: tuple[int, ...]) -> NDArray[np.float32]:
        """Return where on the board the cells of a glance lie, in parts of what is covered (h, w, 2)."""
        assert self._view is not None
        rows, columns = self._box
        x = columns.start + (np.arange(shape[1]) + 0.5) / shape[1] * (columns.stop - columns.start)
        y = rows.start + (np.arange(shape[0]) + 0.5) / shape[0] * (rows.stop - rows.start)
        pixels = np.stack(np.meshgrid(x, y), axis=-1).reshape(-1, 2)
        places = self._view.camera.on_plane(pixels)[:, :2].reshape(*shape, 2)
        return _on_board(places, self._view.board.side_mm)


def _at_rest(seen: DiceSeen) -> DiceSeen:
    """Say of what cannot be read, and was taken for a die that moves, that it lies there unread.

    Its place is that of the most striking spot which is not another die's.
    """
    said = dict(seen.dice)
    for name, reading in seen.dice.items():
        if reading.state is DieState.MOVING:
            others = [said[other] for other in said if other != name]
            free = [spot for spot in seen.spots if not any(_near(spot, die) for die in others)]
            if free:
                at = max(free, key=lambda spot: spot.salience)
                said[name] = DieReading(DieState.LYING, x_mm=at.x_mm, y_mm=at.y_mm)
    return replace(seen, dice=said)


def _together(before: DiceSeen, now: DiceSeen) -> DiceSeen:
    """Keep the faces that an earlier picture of the same dice told and this one does not."""
    kept = {
        name: reading
        for name, reading in before.dice.items()
        if reading.face is not None and now.dice[name].face is None
    }
    return replace(now, dice={**now.dice, **kept})


def _near(spot: Spot, die: DieReading) -> bool:
    if die.x_mm is None or die.y_mm is None:
        return False
    return math.hypot(spot.x_mm - die.x_mm, spot.y_mm - die.y_mm) < _PATCH_MM


def _on_board(places_mm: NDArray[np.float64], side_mm: float) -> NDArray[np.float32]:
    """Bring places (..., 2) into parts of a view of the board from above: columns, rows, from 0 to 1."""
    parts = places_mm * (1.0, -1.0) / (side_mm * REACH) + 0.5
    return np.asarray(parts, dtype=np.float32)


def _looked_up(covered: NDArray[np.uint8], parts: NDArray[np.float32]) -> NDArray[np.uint8]:
    at = np.clip((parts * len(covered)).astype(int), 0, len(covered) - 1)
    return np.asarray(covered[at[..., 1], at[..., 0]], dtype=np.uint8)


def _is_hidden(view: View, covered: Covered | None, lay: _Lay | None) -> bool:
    """Tell whether a hand is where a die lay last, or, if that is not known, over the dice area at all."""
    if covered is None or callable(covered):
        return False
    (area,) = view.board.of_kind("dice")
    if lay is not None and lay.reading.x_mm is not None and lay.reading.y_mm is not None:
        middle, radius_mm = (lay.reading.x_mm, lay.reading.y_mm), _PATCH_MM / 2
    else:
        middle, radius_mm = (area.x_mm, area.y_mm), area.radius_mm
    steps = np.linspace(-radius_mm, radius_mm, 7)
    places = np.stack(np.meshgrid(steps, steps), axis=-1) + middle
    return bool(_looked_up(covered, _on_board(places, view.board.side_mm)).any())


def _moving(before: Glance, hidden: Cells, now: Glance) -> bool:
    """Tell whether anything but a hand, which hides some cells, moved between two pictures."""
    if before.means.shape != now.means.shape:
        return True
    return Glance(np.where(hidden[..., None], before.means, now.means)).differs(before)


def _box_round(frame: Frame, view: View, x_mm: float, y_mm: float) -> tuple[slice, slice]:
    """Return rows and columns of a picture that show a die with its middle at a place."""
    corners = [
        (x_mm + dx, y_mm + dy, _MIDDLE_MM)
        for dx in (-_PATCH_MM, _PATCH_MM)
        for dy in (-_PATCH_MM, _PATCH_MM)
    ]
    return _box_of(frame, view.camera.project(np.array(corners)))


def _patch(frame: Frame, box: tuple[slice, slice]) -> Patch:
    """Return a part of a picture in grey, in so many cells, of mean 0 and length 1."""
    size = (_PATCH_CELLS, _PATCH_CELLS)
    small = cv2.resize(frame[box], size, interpolation=cv2.INTER_AREA)
    grey = cv2.cvtColor(small, cv2.COLOR_BGR2GRAY).astype(np.float32)
    grey -= grey.mean()
    patch: Patch = grey / max(float(np.linalg.norm(grey)), 1e-6)
    return patch


def _alike(one: Patch, other: Patch) -> bool:
    return float((one * other).sum()) >= _ALIKE


def dice_box(frame: Frame, view: View) -> tuple[slice, slice]:
    """Return rows and columns of a picture in which dice can lie."""
    (area,) = view.board.of_kind("dice")
    angles = np.linspace(0, 2 * np.pi, 32, endpoint=False)
    radius_mm = _REACH * area.radius_mm
    rim_mm = np.column_stack(
        [
            area.x_mm + radius_mm * np.cos(angles),
            area.y_mm + radius_mm * np.sin(angles),
            np.zeros_like(angles),
        ]
    )
    return _box_of(frame, view.camera.project(rim_mm))


def _box_of(frame: Frame, pixels: NDArray[np.float64]) -> tuple[slice, slice]:
    height, width = frame.shape[:2]
    left, top = np.clip(np.floor(pixels.min(axis=0)), 0, (width - 1, height - 1)).astype(int)
    right, bottom = np.clip(np.ceil(pixels.max(axis=0)), 1, (width, height)).astype(int)
    return slice(top, max(bottom, top + 1)), slice(left, max(right, left + 1))
