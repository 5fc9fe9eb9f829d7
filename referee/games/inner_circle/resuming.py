"""Going on with a turn in which dice have fallen: how it may have been played so far, and its rest."""

import random
from collections.abc import Sequence
from dataclasses import dataclass

from referee.games.inner_circle.house import House
from referee.games.inner_circle.players import Played, PlayedTurn, RandomPlayer, play_turn
from referee.games.inner_circle.plays import Plays
from referee.games.inner_circle.position import Position
from referee.games.inner_circle.throw import Throw

_TRIES = 300
"""Turns that are played at random until one comes by what stands there; mostly one of the first ten does."""


@dataclass(frozen=True, slots=True)
class Begun:
    """A turn that is being played: ``done`` things of it are done, the last of them a throw."""

    turn: PlayedTurn
    done: int

    @property
    def position(self) -> Position:
        """What stands on the board, the same seat on turn."""
        return self.turn.played[self.done - 1].position

    @property
    def throws(self) -> tuple[Throw, ...]:
        """The throws that have fallen."""
        return tuple(each.done for each in self._so_far if isinstance(each.done, Throw))

    @property
    def rest(self) -> PlayedTurn:
        """The turn with only that in it which is still to be done."""
        return self.turn._replace(played=self.turn.played[self.done :])

    @property
    def _so_far(self) -> tuple[Played, ...]:
        return self.turn.played[: self.done]


def resume(
    house: House, before: Position, throws: Sequence[Throw], stands: Position, rng: random.Random
) -> Begun | None:
    """Return a turn from ``before`` in which ``stands`` stood there when the last of ``throws`` fell.

    None: none was found, be it that the rules allow none.
    """
    plays, player = Plays(house), RandomPlayer()
    for _ in range(_TRIES):
        begun = _begun(play_turn(plays, before, player, rng, thrown=throws), len(throws))
        if begun is not None and begun.throws == tuple(throws) and begun.position == stands:
            return begun
    return None


def _begun(turn: PlayedTurn, count: int) -> Begun | None:
    """Return the turn as it is when so many throws have fallen; None if it has fewer."""
    fallen = [i for i, each in enumerate(turn.played) if isinstance(each.done, Throw)]
    return Begun(turn, fallen[count - 1] + 1) if 0 < count <= len(fallen) else None
