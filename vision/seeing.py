"""One picture in, one sighting out: where the board lies, which way round, and what is on it."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from referee.board import Board
from referee.board_file import board_with_measures
from referee.sighting import BoardView, Sighting
from vision.calibration import Calibration
from vision.dice import DiceFaces, DiceSeen, read_dice
from vision.dice.reader import Covered
from vision.errors import NoBoardError
from vision.fields import (
    Appearance,
    BareHoles,
    FieldsSeen,
    picture_of,
    read,
    with_measured_row,
)
from vision.frame import Frame
from vision.grain import Grain
from vision.mirror import refuse_mirrored, straight_signs
from vision.orientation import (
    Orientation,
    by_balls,
    by_signs,
    denied,
    grain_of,
    nothing,
    stays,
    tells,
    weighed,
)
from vision.registration import Tracked, register, reregister, track
from vision.registration.seats import turn_camera
from vision.scales import Scales, scales
from vision.view import View

# A board that lies further than this from its calibrated place is called moved. Cameras on an arm sway by
# about a millimetre when somebody leans on the table; a nudge that matters is 5 mm and more.
MOVED_MM = 3.0
MOVED_DEG = 0.6
# With so many edges at their places the board lies there; boards that lay elsewhere had 0.45 by chance.
CLEAR = 0.6

ReadDice = Callable[[Frame, View, Covered | None], DiceSeen]
"""Reads the dice of a picture in which the board lies as the view says; what a hand hides is covered."""


@dataclass(frozen=True)
class Seen:
    """A sighting with what explains it: the view it was read in and each detector's own findings."""

    sighting: Sighting
    view: View | None
    fields: FieldsSeen | None = None
    dice: DiceSeen | None = None


def see(
    frame: Frame,
    calibration: Calibration,
    *,
    view: View | None = None,
    dice: ReadDice | None = None,
    known: Orientation | None = None,
    roughly: bool = False,
    holes: BareHoles | None = None,
) -> Seen:
    """Read one picture of a calibrated table.

    ``view`` is where the board lay last, if that is known; ``dice`` reads the dice, if not `read_dice`;
    ``holes``: what is known of them from earlier pictures.
    ``known``: which way round it lay there, so that it is asked again only if it has moved; then it may be
    found ``roughly`` (`reregister`). A board that was turned by quarters is read as it lies; a mirrored one
    is said to be so, and not read.
    """
    before = view or calibration.view
    try:
        tracked = follow(frame, before, calibration.grain, roughly=roughly)
    except NoBoardError:
        return Seen(Sighting(board=BoardView(seen=False), hand=False), None)
    elsewhere = tracked.view is not before
    known = None if elsewhere else known
    picture = picture_of(frame, tracked.view)
    grain = nothing() if known else grain_of(picture, tracked.view, calibration.grain)
    lies = weighed(grain)
    if lies.mirrored:
        return _mirrored(tracked, lies)
    there = tracked.view
    if lies.quarters:
        there = View(turn_camera(there.camera, -90.0 * lies.quarters), there.board)
    seen = read_view(
        frame, there, calibration.appearance, calibration.faces,
        dice=dice, picture=picture, holes=holes,
    )  # fmt: skip
    if not lies.quarters:
        balls = by_balls(seen.sighting.start, calibration.appearance.seats)
        if known and denied(balls):
            grain, known = grain_of(picture, there, calibration.grain), None
        signs = nothing()
        if elsewhere and not tells(grain) and seen.dice is not None:
            signs = by_signs(straight_signs(frame, there, seen.dice, calibration.faces))
        lies = known or weighed(balls, grain, signs)
        if weighed(grain, signs).mirrored:
            return _mirrored(tracked, lies)
    return replace(seen, sighting=replace(seen.sighting, board=_board_view(tracked, lies)))


def _mirrored(tracked: Tracked, lies: Orientation) -> Seen:
    """Say that a picture is mirrored: no name of a place would be right in it."""
    board = _board_view(tracked, replace(lies, quarters=None), seen=False)
    return Seen(Sighting(board=board, hand=False), None)


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
        NoBoardError: no board was found well enough, or the picture is mirrored.

    """
    measured = board_with_measures(board, measures or {})
    registration = register(frame, measured, seat0=seat0)
    view = with_measured_row(frame, registration.view, measured, measures or {})
    seen = read_view(frame, view, None, None, colours=colours)
    if seen.dice is not None:
        refuse_mirrored(frame, view, seen.dice)
    return seen


def follow(
    frame: Frame, view: View, grain: Grain | None = None, *, roughly: bool = False
) -> Tracked:
    """Find the board near where it was, or anew where it is not there, ``roughly`` as in `reregister`.

    Few edges at their places may be chance, and many hidden by an arm; then the ``grain`` tells whether the
    board has stayed.

    Raises:
        NoBoardError: it is not found at all.

    """
    tracked = track(frame, view)
    if tracked.good and (grain is None or tracked.quality >= CLEAR):
        return tracked
    if grain is not None and stays(scales(frame), view, grain):
        return replace(tracked, shift_mm=0.0, turn_deg=0.0, good=True)
    try:
        return reregister(frame, view, roughly=roughly)
    except NoBoardError:
        if tracked.good:
            return tracked
        raise


def read_view(
    frame: Frame,
    view: View,
    appearance: Appearance | None,
    faces: DiceFaces | None,
    *,
    colours: Sequence[str] | None = None,
    dice: ReadDice | None = None,
    picture: Scales | None = None,
    holes: BareHoles | None = None,
) -> Seen:
    """Read everything in one picture in which the board lies as ``view`` says."""
    fields = read(frame, view, appearance, colours=colours, picture=picture, holes=holes)
    hands = fields.covered_mask
    under = hands.under if hands else None
    seen = dice(frame, view, under) if dice else read_dice(frame, view, faces, covered=under)
    sighting = Sighting(
        board=BoardView(seen=True),
        hand=fields.hand,
        fields=fields.fields,
        start=fields.start,
        counters=fields.counters,
        stored=fields.stored,
        dice=seen.dice,
        loose=fields.loose,
    )
    return Seen(sighting, view, fields, seen)


def _board_view(tracked: Tracked, lies: Orientation, *, seen: bool = True) -> BoardView:
    away = tracked.shift_mm > MOVED_MM or abs(tracked.turn_deg) > MOVED_DEG
    return BoardView(
        seen=seen,
        moved=away or bool(lies.quarters) or bool(lies.mirrored),
        shift_mm=tracked.shift_mm,
        turn_deg=tracked.turn_deg + 90.0 * (lies.quarters or 0),
        quarters=lies.quarters,
        mirrored=lies.mirrored,
    )
