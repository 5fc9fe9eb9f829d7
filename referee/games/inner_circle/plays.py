"""Plays for turn after turn of the same house: what does not depend on the board is worked out once."""

from referee.games.inner_circle.house import House
from referee.games.inner_circle.moves import Moves
from referee.games.inner_circle.play import Play, Use
from referee.games.inner_circle.position import Position
from referee.games.inner_circle.throw import Throw
from referee.games.inner_circle.turn import Means

# Throws for which the uses of means are kept; the base game has a few hundred.
_KEPT = 4096


class Plays:
    """Makes plays that share the moves of a seat, and the uses of means after the same throws."""

    def __init__(self, house: House) -> None:
        self.house = house
        self._moves: dict[tuple[int, bool, int], Moves] = {}
        self._uses: dict[tuple[bool, tuple[Throw, ...]], dict[Means, tuple[Use, ...]]] = {}

    def of(self, before: Position, throws: tuple[Throw, ...]) -> Play:
        """Return the turn of the seat that is on turn in ``before`` with these throws."""
        table = (before.turn, before.memory, before.balls)
        moves = self._moves.get(table)
        if moves is None:
            moves = Moves(self.house, before.turn, memory=before.memory, balls=before.balls)
            self._moves[table] = moves
        uses = self._uses.get((before.memory, throws))
        if uses is None:
            if len(self._uses) >= _KEPT:
                self._uses.clear()
            uses = self._uses[before.memory, throws] = {}
        return Play(before, self.house, throws, moves, uses)
