"""Verdicts: whether a turn was legal; if not, which rule it breaks and which house rules would allow it."""

from collections.abc import Sequence
from dataclasses import dataclass

from referee.games.inner_circle.allowing import allowed_by
from referee.games.inner_circle.counting import rules_of
from referee.games.inner_circle.explaining import Foul, explain
from referee.games.inner_circle.finding import find
from referee.games.inner_circle.house import House
from referee.games.inner_circle.play import Play
from referee.games.inner_circle.position import Position
from referee.games.inner_circle.throw import Throw
from referee.games.inner_circle.turn import Step

__all__ = ["Verdict", "find", "judge"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Verdict:
    """Whether a turn was legal and whether it may end there; else the foul, and what would allow it.

    ``steps`` is one way in which the turn can have been played, ``rules`` the rules it made use of.
    ``legal_under`` are the switches that make it legal, each alone set otherwise (``name=value``), sorted.
    """

    legal: bool
    complete: bool = False
    steps: tuple[Step, ...] = ()
    rules: tuple[str, ...] = ()
    foul: Foul | None = None
    legal_under: tuple[str, ...] = ()


def judge(
    house: House,
    before: Position,
    throws: Sequence[Throw],
    after: Position,
    seen: Position | None = None,
) -> Verdict:
    """Judge the turn of the seat on turn in ``before`` by the throws and by what stands now.

    ``after`` has the next seat on turn, or the same one where the turn is not over yet; a winner stays on
    turn. ``seen`` is where the turn stood in between, if anybody looked: it tells fouls apart.
    """
    played = find(house, before, throws, after)
    if played is not None:
        rules = rules_of(Play.of(house, before, tuple(throws)), played.steps)
        return Verdict(legal=True, complete=played.complete, steps=played.steps, rules=rules)
    allowed = allowed_by(house, before, throws, after)
    foul = explain(house, before, throws, after, allowed, seen)
    return Verdict(legal=False, foul=foul, steps=foul.steps, legal_under=tuple(allowed))
