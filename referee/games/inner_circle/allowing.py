"""Which other house rules would allow a turn, and how it would have been played by them."""

from collections import Counter
from collections.abc import Mapping, Sequence

from referee.games.inner_circle.finding import Played, find
from referee.games.inner_circle.house import House, word_of
from referee.games.inner_circle.position import Position
from referee.games.inner_circle.throw import ENTRY_NUMBERS, Option, Throw

Allowed = Mapping[str, tuple[House, Played]]
"""For each switch that makes a turn legal, as ``name=value``: that house, and the turn played by it."""


def allowed_by(house: House, before: Position, throws: Sequence[Throw], after: Position) -> Allowed:
    """Return which switches make a turn legal, each alone set otherwise, sorted by name."""
    concerned = switches_concerned(before, throws)
    found = {
        f"{switch}={word_of(value)}": (other, played)
        for switch, value, other in house.others()
        if switch in concerned and (played := find(other, before, throws, after))
    }
    return dict(sorted(found.items()))


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
