"""What a player may do now: the next steps of an unfinished turn, in words and as ways over the board."""

from collections.abc import Iterator
from functools import lru_cache
from itertools import pairwise

from referee.games.inner_circle import ring
from referee.games.inner_circle.goal import Goal
from referee.games.inner_circle.house import House
from referee.games.inner_circle.play import Onward, Play
from referee.games.inner_circle.players import caution
from referee.games.inner_circle.position import Position
from referee.games.inner_circle.search import Search
from referee.games.inner_circle.throw import Throw, options_in
from referee.games.inner_circle.turn import Kind, Step, Turn
from referee.snapshot import Choice, Sentence

MOST_STATES = 2000
"""States of a turn that are looked at: all of the base game's, and a fraction of a second with Memory."""

MOST_CHOICES = 60
"""More than this nobody reads; the best come first."""

TOLD = {Kind.MOVE, Kind.ENTER, Kind.EXIT, Kind.SWAP_BALL, Kind.SWAP_RING, Kind.HOLE_IN, Kind.STORE}
"""Steps that people see on the board; half, double and direction show in what then moves."""


@lru_cache(maxsize=16)
def choices(
    house: House, before: Position, throws: tuple[Throw, ...], stands: Position
) -> tuple[Choice, ...]:
    """Return the steps that the rules allow from ``stands``, the most sensible first.

    The first of several has a reason (for beginners); it is what a careful player would do next, without
    thinking further ahead.
    """
    play = Play.of(house, before, throws)
    found: dict[tuple[object, ...], tuple[float, Onward, Turn]] = {}
    for turn in _standing(play, stands):
        for step, after in play.steps(turn):
            key = _key(step)
            worth = caution(after)
            if step.kind in TOLD and (key not in found or worth > found[key][0]):
                found[key] = worth, (step, after), turn
    best = sorted(found.values(), key=lambda each: -each[0])[:MOST_CHOICES]
    return tuple(
        _choice(play, turn, onward, advised=place == 0 and len(best) > 1)
        for place, (_, onward, turn) in enumerate(best)
    )


def _standing(play: Play, stands: Position) -> Iterator[Turn]:
    """Yield the states of the turn in which this stands on the board and all throws are used."""
    goal = Goal.exactly(stands, play.before.turn, ended=False)
    search = Search(play, goal)
    for turn in search.states():
        if play.used_up(turn) and goal.holds(turn):
            yield turn
        if search.seen > MOST_STATES:
            return


def _key(step: Step) -> tuple[object, ...]:
    """Return what makes a step another one for people: into which free hole a ball goes does not."""
    if step.kind is Kind.HOLE_IN:
        return step.kind, step.path[0]
    return step.kind, step.number, step.path, step.option if step.kind is Kind.STORE else 0


def _choice(play: Play, turn: Turn, onward: Onward, *, advised: bool) -> Choice:
    step, after = onward
    seat = play.before.turn
    thrown = _thrown(play, turn, after)
    return Choice(
        seat=seat,
        path=_way(seat, step),
        says=_says(play, turn, step, thrown),
        throws=tuple(ring.NAMES[field] for field in thrown),
        why=_why(step, thrown) if advised else None,
    )


def _thrown(play: Play, turn: Turn, after: Turn) -> dict[int, int]:
    """Return from which fields whose balls are thrown."""
    return {
        field: seat
        for seat, was, now in zip(_others(play), turn.others, after.others, strict=True)
        if was.bit_count() > now.bit_count()
        for field in ring.fields_of(was & ~now)
    }


def _others(play: Play) -> list[int]:
    return [seat for seat in play.before.seats if seat != play.before.turn]


def _way(seat: int, step: Step) -> tuple[str, ...]:
    """Return the way field by field, along the ring where the step is a number's."""
    if step.kind in {Kind.ENTER, Kind.EXIT}:
        return (f"S{seat}", *(ring.NAMES[field] for field in step.path))
    fields = list(step.path[:1])
    for here, there in pairwise(step.path):
        fields.extend(_along(here, there, step.number) if step.kind is Kind.MOVE else (there,))
    return tuple(ring.NAMES[field] for field in fields)


def _along(here: int, there: int, number: int) -> Iterator[int]:
    for direction in (1, -1):
        if here < ring.FIRST_TARGET and ring.ADVANCE[here][direction * number] == there:
            yield from (ring.ADVANCE[here][direction * i] for i in range(1, number + 1))
            return
    yield there


def _says(play: Play, turn: Turn, step: Step, thrown: dict[int, int]) -> Sentence:
    params: dict[str, str | int | None] = {}
    if step.kind is Kind.MOVE:
        params["number"] = step.number
    if step.kind is Kind.STORE:
        params["option"] = options_in(step.option)[0] if step.option else "exit"
    if step.path:
        params["to_place"] = ring.NAMES[step.path[-1]]
        params["from_place"] = ring.NAMES[step.path[0]]
    key = f"choice.{step.kind}"
    if step.kind is Kind.MOVE and turn.means.back:
        key += "-back"
    if step.kind is Kind.SWAP_BALL:
        there = 1 << step.path[1]
        owners = zip(_others(play), turn.others, strict=True)
        params["other_seat"] = next(seat for seat, balls in owners if balls & there)
    if thrown:
        key += "-and-throws"
        params["other_seat"] = next(iter(thrown.values()))
    return Sentence(key, params)


def _why(step: Step, thrown: dict[int, int]) -> Sentence:
    """Return the plainest reason for a good step."""
    if step.path and step.path[-1] >= ring.FIRST_TARGET:
        return Sentence("choice.why.home")
    if thrown:
        return Sentence("choice.why.throws")
    if step.kind in {Kind.ENTER, Kind.EXIT}:
        return Sentence("choice.why.enters")
    if step.path and step.path[0] < ring.FIRST_INNER <= step.path[-1]:
        return Sentence("choice.why.inner")
    return Sentence("choice.why.on")
