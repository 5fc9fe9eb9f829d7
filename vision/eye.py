"""The eye: one picture in, one sighting out."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from referee.board import Board
from referee.board_file import board_with_measures
from referee.sighting import BoardView, Sighting
from vision.calibration import Calibration
from vision.dice import DiceFaces, DiceSeen, read_dice
from vision.errors import NoBoardError
from vision.fields import Appearance, FieldsSeen, read
from vision.frame import Frame
from vision.light import Light, measure_light
from vision.registration import Tracked, register, reregister, track
from vision.view import View

# A board that lies further than this from its calibrated place is called moved. Cameras on an arm sway by
# about a millimetre when somebody leans on the table; a nudge that matters is 5 mm and more.
MOVED_MM = 3.0
MOVED_DEG = 0.6


@dataclass(frozen=True)
class Seen:
    """A sighting with what explains it: the view it was read in and each detector's own findings."""

    sighting: Sighting
    view: View | None
    fields: FieldsSeen | None = None
    dice: DiceSeen | None = None


def see(frame: Frame, calibration: Calibration, *, view: View | None = None) -> Seen:
    """Read one picture of a calibrated table; ``view`` is where the board lay last, if that is known."""
    home = calibration.view
    try:
        tracked = follow(frame, view or home)
    except NoBoardError:
        return Seen(Sighting(board=BoardView(seen=False), hand=False), None)
    return read_view(frame, tracked.view, calibration.appearance, calibration.faces,
                     board=_board_view(tracked))  # fmt: skip


def see_alone(
    frame: Frame,
    board: Board,
    *,
    measures: Mapping[str, Any] | None = None,
    colours: Sequence[str] | None = None,
    seat0: str | None = None,
) -> Seen:
    """Read one picture by itself: the board is found and the colours are told apart from it alone.

    Raises:
        NoBoardError: no board was found well enough.

    """
    registration = register(frame, board_with_measures(board, measures or {}), seat0=seat0)
    return read_view(frame, registration.view, None, None, colours=colours)


def follow(frame: Frame, view: View) -> Tracked:
    """Find the board near where it was, or anew where it is not there.

    Raises:
        NoBoardError: it is not found at all.

    """
    tracked = track(frame, view)
    return tracked if tracked.good else reregister(frame, view)


def read_view(
    frame: Frame,
    view: View,
    appearance: Appearance | None,
    faces: DiceFaces | None,
    *,
    board: BoardView | None = None,
    colours: Sequence[str] | None = None,
) -> Seen:
    """Read everything in one picture in which the board lies as ``view`` says."""
    fields = read(frame, view, appearance, colours=colours)
    hands = fields.covered_mask
    dice = read_dice(frame, view, faces, covered=hands.under if hands else None)
    sighting = Sighting(
        board=board or BoardView(seen=True),
        hand=fields.hand,
        fields=fields.fields,
        start=fields.start,
        counters=fields.counters,
        stored=fields.stored,
        dice=dice.dice,
        loose=fields.loose,
    )
    return Seen(sighting, view, fields, dice)


def _board_view(tracked: Tracked) -> BoardView:
    moved = tracked.shift_mm > MOVED_MM or abs(tracked.turn_deg) > MOVED_DEG
    return BoardView(seen=True, moved=moved, shift_mm=tracked.shift_mm, turn_deg=tracked.turn_deg)


class Eye:
    """A calibrated eye that follows its board, and the light on it, from picture to picture."""

    def __init__(self, calibration: Calibration) -> None:
        self.calibration = calibration
        self._view = calibration.view
        self._light: Light | None = None

    def read(self, frame: Frame) -> Sighting:
        """Read one picture (h, w, 3) uint8 BGR."""
        return self.look(frame).sighting

    def look(self, frame: Frame) -> Seen:
        """Read one picture and keep what explains the reading."""
        seen = see(frame, self.calibration, view=self._view)
        if seen.view is None:
            return seen
        self._view = seen.view
        # A hand's shadow and the camera's answer to it are no change of light.
        if seen.sighting.hand or not self._relit(measure_light(frame, seen.view)):
            return seen
        board = replace(seen.sighting.board, light_changed=True)
        return replace(seen, sighting=replace(seen.sighting, board=board))

    def _relit(self, light: Light) -> bool:
        before, self._light = self._light, light
        return before is not None and light.differs(before)
