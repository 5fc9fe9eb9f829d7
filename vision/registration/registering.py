"""Registering a board: where it lies before the camera, how large its rings are, and how sure that is."""

from collections.abc import Sequence
from dataclasses import dataclass

from referee.board import Board, Variant
from vision.errors import NoBoardError
from vision.frame import Frame
from vision.registration.finder import Found, anything, combine, find_board
from vision.registration.markers import find_markers, turn_to_markers
from vision.registration.quality import Support
from vision.registration.seats import seat_corner, turn_to_seat
from vision.view import View

# More pictures of the same camera hardly tell more, and take time.
_FRAMES_USED = 6


@dataclass(frozen=True, slots=True)
class Registration:
    """A found board: its ``view`` (camera and fitted board) and ``quality`` 0..1.

    ``support`` says of which parts of the board that quality is made, ``reasons`` what lowers it.
    """

    view: View
    quality: float
    support: Support
    reasons: tuple[str, ...] = ()


def register(
    frame: Frame,
    board: Board,
    *,
    seat0: str | None = None,
    variant: Variant | None = None,
    thorough: bool = True,
) -> Registration:
    """Find the board in a BGR (h, w, 3) or grey (h, w) uint8 picture.

    ``board`` is the board file's with the owner's measures; rings, target step, dice area and, for a
    ``variant`` of None, whether Memory's plates lie on it are found out. ``seat0`` names the picture's
    corner nearest seat 0; without it printed corner markers tell, and where there are none, the lower left
    corner is seat 0's. ``thorough`` as in `find_board`.

    Raises:
        NoBoardError: there is no board, or what was found is not good enough to be used.
        ValueError: ``seat0`` is no such corner.

    """
    seat_corner(seat0)  # a wrong name is told before any work
    found = find_board(frame, anything(board, variant, frame.shape[1]), thorough=thorough)
    return _registration(found, frame, seat0)


def register_all(
    frames: Sequence[Frame],
    board: Board,
    *,
    seat0: str | None = None,
    variant: Variant | None = None,
) -> Registration:
    """Find the board in several pictures of one camera together; pictures in which it lies elsewhere are
    left out.

    Raises:
        NoBoardError: none of the pictures shows the board well enough.
        ValueError: there are no pictures, they differ in size, or ``seat0`` is no such corner.

    """
    if not frames or len({frame.shape[:2] for frame in frames}) > 1:
        sizes = sorted({f"{frame.shape[1]}x{frame.shape[0]}" for frame in frames})
        raise ValueError(f"pictures of one size are needed; got {', '.join(sizes) or 'none'}")
    seat_corner(seat0)
    chosen = frames[:: -(-len(frames) // _FRAMES_USED)]
    sought = anything(board, variant, frames[0].shape[1])
    failure: NoBoardError | None = None
    for frame in chosen:
        try:
            found = find_board(frame, sought)
        except NoBoardError as error:
            failure = failure or error
            continue
        return _registration(combine(found, chosen, sought), frame, seat0)
    assert failure is not None
    raise failure


def _registration(found: Found, frame: Frame, seat0: str | None) -> Registration:
    markers = find_markers(frame)
    if markers.mirrored:
        raise NoBoardError(
            "the picture is mirrored, as the corner markers show; "
            "switch mirroring off in the camera's settings"
        )
    marked = turn_to_markers(found.view, markers) if seat0 is None else None
    view = marked or turn_to_seat(found.view, seat0)
    return Registration(view, found.support.total, found.support, found.support.remarks)
