"""Plays for turn after turn of the same house: what does not depend on the board is worked out once."""

from referee.games.inner_circle.house import House
from referee.games.inner_circle.moves import Moves
from referee.games.inner_circle.play import Play
from referee.games.inner_circle.position import Position
from referee.games.inner_circle.uses import Uses


class Plays:
    """Makes plays that share the moves of a seat and the uses of means."""

    def __init__(self, house: House) -> None:
        self.house = house
        self._uses = {memory: Uses(house, memory) for memory in (False, True)}
        self._moves: dict[tuple[int, bool, int], Moves] = {}

    def of(self, before: Position) -> Play:
        """Return the turn of the seat that is on turn in ``before``, nothing thrown yet."""
        table = (before.turn, before.memory, before.balls)
        moves = self._moves.get(table)
        if moves is None:
            moves = Moves(self.house, before.turn, memory=before.memory, balls=before.balls)
            self._moves[table] = moves
        return Play(before, self.house, (), moves, self._uses[before.memory])
