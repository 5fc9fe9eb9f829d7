"""Help while the camera is being aimed: one piece of advice at a time, and the board's outline."""

from collections.abc import Callable

from firmware.cameras.port import Shot
from referee.board import Board
from referee.snapshot import Sentence
from vision.aiming import Corners, Hint, aim_hint, find_corners, is_moving, light_hint, small_grey
from vision.frame import Frame

# A search for the board takes a second or more, many where there is none and the machine is small: wishes
# are answered in between, for as long as the search took.
_SEARCH_EVERY_S = 1.5

Find = Callable[[Frame], Corners]
"""Finds the board's corners in a picture, none where there is no board."""


class Aimer:
    """Looks at pictures before a board is learned, or after it was lost."""

    def __init__(self, find: Find) -> None:
        self._find = find
        self._before: Frame | None = None
        self._searched_s: float | None = None
        self._again_s = 0.0
        self.corners: Corners = ()
        """The board's corners in the picture (0..1 of its width and height); empty: none was found."""
        self.hint: Hint | None = None
        """What would help; None if the camera is well aimed or has not been looked through yet."""

    @property
    def advice(self) -> Sentence | None:
        """The hint as a sentence."""
        return Sentence(f"aim.{self.hint}") if self.hint else None

    def look(self, shot: Shot, known: Corners = ()) -> None:
        """Take one picture; ``known`` is where an eye sees the board in it.

        Without that the board is searched for, now and then, while the camera is still and the light good.
        """
        if self._searched_s is not None:
            took_s = shot.at_s - self._searched_s
            self._again_s, self._searched_s = (
                shot.at_s + max(took_s, _SEARCH_EVERY_S - took_s),
                None,
            )
        small = small_grey(shot.picture)
        before, self._before = self._before, small
        if before is None:
            return
        hint = Hint.HOLD_STILL if is_moving(small, before) else light_hint(small)
        if hint is not None:
            self._forget(hint)
        elif known:
            self._judge(known, shot)
        elif shot.at_s >= self._again_s:
            self._searched_s = shot.at_s
            self._judge(self._find(shot.picture), shot)

    def _judge(self, corners: Corners, shot: Shot) -> None:
        height, width = shot.picture.shape[:2]
        self.corners, self.hint = corners, aim_hint(corners, width / height)

    def stop(self) -> None:
        """Give no advice: the table is being played at."""
        self._forget(None)
        self._before = None

    def _forget(self, hint: Hint | None) -> None:
        self.hint, self.corners, self._again_s = hint, (), 0.0


def board_aimer(board: Board) -> Aimer:
    """Return what helps to aim a camera at this kind of board (the nominal one, or as it was measured)."""
    return Aimer(lambda picture: find_corners(picture, board))
