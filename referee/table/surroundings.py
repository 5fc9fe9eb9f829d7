"""What happens around the game: hands that come and go, a camera that is moved, light that changes."""

from collections.abc import Iterator
from dataclasses import dataclass, replace

from referee.events import Clear, Covered, Happening, Light, MovedCamera
from referee.sighting import BoardView, Sighting

SHIFTED_MM = 3.0
"""Camera or board moved again if it lies so much further away than when that was last said."""


@dataclass(frozen=True, slots=True)
class Surroundings:
    """What was seen around the game last; a value, `after` returns the next one.

    ``hand``: one is over the board; ``touched``: one has been since the table looks. ``moved`` and
    ``moved_mm`` tell of the camera what was said last, ``quarters`` by how many quarter turns the board lay
    turned as far as that was to be seen, ``mirrored`` whether the picture was, ``light`` whether it had
    changed.
    """

    hand: bool = False
    touched: bool = False
    moved: bool = False
    moved_mm: float | None = None
    quarters: int = 0
    mirrored: bool = False
    light: bool = False

    def after(self, sighting: Sighting) -> "tuple[Surroundings, tuple[Happening, ...]]":
        """Return what is known after one more picture, and what happened since the last one."""
        board = sighting.board
        happened: list[Happening] = []
        if sighting.hand != self.hand:
            happened.append(Covered() if sighting.hand else Clear())
        happened += self._camera(board)
        if board.light_changed and not self.light:
            happened.append(Light())
        return (
            replace(
                self._seen(board, moved=any(isinstance(each, MovedCamera) for each in happened)),
                hand=sighting.hand,
                touched=self.touched or sighting.hand,
                light=board.light_changed,
            ),
            tuple(happened),
        )

    def _camera(self, board: BoardView) -> Iterator[MovedCamera]:
        """Yield that the camera or the board was moved, turned by quarters or mirrored, once each time."""
        if self._turned(board):
            yield MovedCamera(None)
        elif self._moved_again(board):
            yield MovedCamera(None if board.shift_mm is None else round(board.shift_mm, 1))

    def _turned(self, board: BoardView) -> bool:
        quarters = self.quarters if board.quarters is None else board.quarters
        return quarters != self.quarters or (bool(board.mirrored) and not self.mirrored)

    def _moved_again(self, board: BoardView) -> bool:
        known_mm, shift_mm = self.moved_mm or 0.0, board.shift_mm or 0.0
        further = not self.moved or abs(shift_mm - known_mm) > SHIFTED_MM
        return board.seen and board.moved and further

    def _seen(self, board: BoardView, *, moved: bool) -> "Surroundings":
        """Return what is known of the camera; ``moved``: it has just been said that it was moved."""
        quarters = self.quarters if board.quarters is None else board.quarters
        known = board.seen or moved
        return replace(
            self,
            moved=board.moved if known else self.moved,
            moved_mm=board.shift_mm if moved else self.moved_mm,
            quarters=quarters,
            mirrored=bool(board.mirrored),
        )
