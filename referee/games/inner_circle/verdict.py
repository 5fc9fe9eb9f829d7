"""What the referee says about a turn: whether it was legal, and under which house rules it would be."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from referee.games.inner_circle.counting import rules_of
from referee.games.inner_circle.explaining import Foul, explain
from referee.games.inner_circle.finding import find
from referee.games.inner_circle.house import House, word_of
from referee.games.inner_circle.play import Play
from referee.games.inner_circle.position import Position
from referee.games.inner_circle.throw import ENTRY_NUMBERS, Option, Throw
from referee.games.inner_circle.turn import Step

__all__ = ["Verdict", "find", "judge", "legal_under", "switches_concerned"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Verdict:
    """Whether a turn was legal and whether it may end there; else the foul, and what would allow it.

    ``steps`` is one way in which the turn can have been played, ``rules`` the rules it made use of.
    ``legal_under`` are the switches that make it legal, each alone set otherwise (``name=value``).
    """

    legal: bool
    complete: bool = False
    steps: tuple[Step, ...] = ()
    rules: tuple[str, ...] = ()
    foul: Foul | None = None
    legal_under: tuple[str, ...] = ()


def judge(house: House, before: Position, throws: Sequence[Throw], after: Position) -> Verdict:
    """Judge the turn of the seat on turn in ``before`` by the throws and by what stands now.

    ``after`` has the next seat on turn, or the same one where the turn is not over yet; a winner stays on
    turn.
    """
    played = find(house, before, throws, after)
    if played is not None:
        rules = rules_of(Play.of(house, before, tuple(throws)), played.steps)
        return Verdict(legal=True, complete=played.complete, steps=played.steps, rules=rules)
    foul = explain(house, before, throws, after)
    return Verdict(
        legal=False,
        foul=foul,
        steps=foul.steps,
        legal_under=legal_under(house, before, throws, after),
    )


def legal_under(
    house: House, before: Position, throws: Sequence[Throw], after: Position
) -> tuple[str, ...]:
    """Return which switches make a turn legal, each alone set otherwise: ``name=value``, sorted."""
    concerned = switches_concerned(before, throws)
    return tuple(
        sorted(
            f"{switch}={word_of(value)}"
            for switch, value, other in house.others()
            if switch in concerned and find(other, before, throws, after)
        )
    )


def switches_concerned(before: Position, throws: Sequence[Throw]) -> frozenset[str]:
    """Return the switches that can make a difference to a turn with these throws."""
    have = Counter(throw.option for throw in throws if throw.option)
    have.update(before.stored[before.turn])
    entry = any(throw.both and throw.number in ENTRY_NUMBERS for throw in throws)
    concerned = {
        "enter_with_both_dice": entry,
        "entry_uses_whole_number": entry and have[Option.DOUBLE] > 0,
        "three_throws": any(not throw.both for throw in throws),
        "own_ball": before.balls > 1,
        "swap_ring_triggers_change": have[Option.SWAP_RING] > 0,
        "swap_ball_may_hole": have[Option.SWAP_BALL] > 0,
        "direction_twice": have[Option.DIRECTION] > 1,
    }
    return frozenset(switch for switch, is_concerned in concerned.items() if is_concerned)
