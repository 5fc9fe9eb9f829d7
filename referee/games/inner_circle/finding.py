"""Finding a way in which a turn can have been played: the question behind every verdict."""

from collections.abc import Sequence
from dataclasses import dataclass

from referee.games.inner_circle import ring
from referee.games.inner_circle.goal import Goal
from referee.games.inner_circle.house import House
from referee.games.inner_circle.play import Play
from referee.games.inner_circle.position import Position
from referee.games.inner_circle.search import Search
from referee.games.inner_circle.throw import Throw
from referee.games.inner_circle.turn import Step


@dataclass(frozen=True, slots=True)
class Played:
    """A way in which a turn can have been played, and whether it may end there."""

    steps: tuple[Step, ...]
    complete: bool


def find(house: House, before: Position, throws: Sequence[Throw], after: Position) -> Played | None:
    """Find a way to play from ``before`` to ``after`` with exactly these throws, or None if there is none."""
    if not _thinkable(before, after):
        return None
    alike = after.where[before.turn] & ring.HOME
    play = Play.of(house, before, tuple(throws), alike=alike)
    unfinished = after.turn == before.turn and after.winner is None
    for ended in (True, False) if unfinished else (True,):
        search = Search(play, Goal.exactly(after, before.turn, ended=ended))
        for turn in search.reached():
            return Played(search.steps_to(turn), complete=ended)
    return None


def _thinkable(before: Position, after: Position) -> bool:
    """Tell whether only what a turn can change has changed (T1, T4, T8, G1, G3)."""
    mover = before.turn
    won = after.winner == mover
    if after.turn != mover and (won or after.turn != before.next_seat):
        return False
    others = [seat for seat in before.seats if seat != mover]
    return before.counted == after.counted and all(
        before.remembered[seat] == after.remembered[seat]
        and before.where[seat] & ring.HOME == after.where[seat] & ring.HOME
        for seat in others
    )
