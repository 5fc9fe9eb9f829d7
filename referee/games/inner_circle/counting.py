"""Counting out a step field by field, and naming the rules that a turn made use of."""

from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import pairwise

from referee.games.inner_circle import ring
from referee.games.inner_circle.finding import find
from referee.games.inner_circle.house import House
from referee.games.inner_circle.play import Play
from referee.games.inner_circle.position import Position
from referee.games.inner_circle.throw import BITS, Throw
from referee.games.inner_circle.turn import Kind, Stage, Step, Turn


def counted(step: Step) -> tuple[int, ...]:
    """Return the fields of a step's way: from where the ball stood, each field that is counted or touched."""
    fields = list(step.path[:1])
    for place, (here, there) in enumerate(pairwise(step.path)):
        along = step.kind is Kind.MOVE and place == 0
        fields.extend(_along(here, there, step.number) if along else (there,))
    return tuple(fields)


def _along(here: int, there: int, number: int) -> Iterator[int]:
    """Yield the fields of the ring that a number passes, in whichever direction it leads there."""
    if here < ring.FIRST_TARGET and number:
        for sign in (1, -1):
            if ring.ADVANCE[here][sign * number] == there:
                yield from (ring.ADVANCE[here][sign * i] for i in range(1, number + 1))
                return
    yield there


def right_count(step: Step, *, back: bool = False) -> tuple[int, ...]:
    """Return the fields that a step's number counts from where its ball stood."""
    sign = -1 if back else 1
    here = step.path[0]
    return (here, *(ring.ADVANCE[here][sign * i] for i in range(1, step.number + 1)))


@lru_cache(maxsize=256)
def backwards(
    house: House, before: Position, throws: tuple[Throw, ...], stands: Position
) -> frozenset[str]:
    """Return where numbers brought balls counter-clockwise in a turn that has come to this (O4)."""
    seat, bit = before.turn, BITS["direction"]
    used = before.remembered[seat] & ~stands.remembered[seat] & bit
    if not used and all(throw.option != "direction" for throw in throws):
        return frozenset()
    played = find(house, before, throws, stands)
    steps = replayed(Play.of(house, before, throws), played.steps) if played else ()
    return frozenset(
        ring.NAMES[step.path[-1]]
        for turn, step, _ in steps
        if step.kind is Kind.MOVE and turn.means.back
    )


def rules_of(play: Play, steps: Sequence[Step]) -> tuple[str, ...]:
    """Return the rules that a legal turn's steps made use of, each once, in the order of their use."""
    found: dict[str, None] = {}
    for turn, step, after in replayed(play, steps):
        found |= dict.fromkeys(_rules(turn, step, after))
    return tuple(found)


def replayed(play: Play, steps: Sequence[Step]) -> Iterator[tuple[Turn, Step, Turn]]:
    """Yield each step with the state before and after it, as far as the steps are legal."""
    turn = play.begin()
    for step in steps:
        after = next((later for legal, later in play.steps(turn) if legal == step), None)
        if after is None:
            return
        yield turn, step, after
        turn = after


def _rules(turn: Turn, step: Step, after: Turn) -> Iterator[str]:
    if step.remembered:
        yield "X2"
    yield _rule_of(turn, step)
    touched = step.path[1:] if step.kind in {Kind.MOVE, Kind.SWAP_RING} else ()
    change = "M4" if step.kind is Kind.MOVE else "M8"
    yield from (change for here, there in pairwise(touched) if ring.FACING.get(here) == there)
    if step.kind is Kind.MOVE and touched[-1] in ring.FACING and len(touched) == 1:
        yield "M5"
    if len(touched) > 1 and touched[-1] >= ring.FIRST_TARGET:
        yield "M6"
    if sum(map(int.bit_count, after.others)) < sum(map(int.bit_count, turn.others)):
        yield "M2"
    if after.own.bit_count() < turn.own.bit_count():
        yield "M3"
    if after.means.stage is Stage.WON:
        yield "G1"


def _rule_of(turn: Turn, step: Step) -> str:
    match step.kind:
        case Kind.THROW:
            return "T3" if step.option else "T2"
        case Kind.MOVE:
            return "M1"
        case Kind.ENTER if turn.means.stage is not Stage.PLAY:
            return "T2"
        case Kind.ENTER:
            return "T3" if turn.means.whole else "T6"
        case Kind.STORE:
            return "X4" if step.number else "X3"
    return _OPTION_RULES[step.option]


_OPTION_RULES = {
    BITS["half"]: "O1",
    BITS["double"]: "O2",
    BITS["swap-ball"]: "O3",
    BITS["swap-ring"]: "O5",
    BITS["direction"]: "O4",
    BITS["hole-in"]: "O6",
    BITS["exit"]: "X5",
}
