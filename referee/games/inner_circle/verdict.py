"""What the referee says about a turn: `judge` whether it was legal, `ends` how it could have ended."""

from collections.abc import Sequence
from dataclasses import dataclass

from referee.games.inner_circle.house import House
from referee.games.inner_circle.play import Play
from referee.games.inner_circle.position import Position
from referee.games.inner_circle.search import turns
from referee.games.inner_circle.throw import Throw
from referee.games.inner_circle.turn import Step


@dataclass(frozen=True, slots=True, kw_only=True)
class Verdict:
    """Whether a turn was legal, and whether it may end there."""

    legal: bool
    complete: bool = False
    rule: str | None = None
    steps: tuple[Step, ...] = ()
    nearest: Position | None = None
    legal_under: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Ends:
    """Every way a turn can end, each once, sorted by canonical text.

    ``truncated`` says that a limit cut the list short; then `next_throws` need not be whole.
    """

    positions: tuple[Position, ...]
    truncated: bool
    next_throws: frozenset[str]


def judge(house: House, before: Position, throws: Sequence[Throw], after: Position) -> Verdict:
    """Judge the turn of the seat on turn in ``before`` by the throws and by what stands now.

    ``after`` has the next seat on turn, or the same one where the turn is not over yet; a winner stays on
    turn.
    """
    legal, complete = _holds(house, before, throws, after)
    if legal:
        return Verdict(legal=True, complete=complete)
    under = sorted(
        name for name, other in house.others() if _holds(other, before, throws, after)[0]
    )
    return Verdict(legal=False, rule="M1", legal_under=tuple(under))


def ends(house: House, before: Position, throws: Sequence[Throw], limit: int | None = None) -> Ends:
    """List every way the turn of the seat on turn in ``before`` can end with exactly these throws."""
    play = Play.of(house, before, tuple(throws))
    found: set[Position] = set()
    due: set[str] = set()
    truncated = False
    for turn in turns(play):
        if play.used_up(turn):
            due.update(play.next_throws(turn))
            if play.may_end(turn):
                found.add(play.position(turn, ended=True))
        if limit is not None and len(found) > limit:
            truncated = True
            break
    listed = sorted(found, key=Position.canonical)[:limit]
    return Ends(positions=tuple(listed), truncated=truncated, next_throws=frozenset(due))


def next_throws(house: House, before: Position, throws: Sequence[Throw]) -> frozenset[str]:
    """Return which throws the rules could ask for next ("number": that die alone, "both") after these."""
    play = Play.of(house, before, tuple(throws))
    found: set[str] = set()
    for turn in turns(play):
        if play.used_up(turn):
            found.update(play.next_throws(turn))
        if len(found) == 2:
            break
    return frozenset(found)


def _holds(
    house: House, before: Position, throws: Sequence[Throw], after: Position
) -> tuple[bool, bool]:
    """Return whether the turn is legal and whether it may end there."""
    play = Play.of(house, before, tuple(throws))
    legal = False
    for turn in turns(play):
        if not play.used_up(turn):
            continue
        if play.may_end(turn) and after in {
            play.position(turn, ended=True),
            play.position(turn, ended=False),
        }:
            return True, True
        legal = legal or play.position(turn, ended=False) == after
    return legal, False
