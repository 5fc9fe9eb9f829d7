"""Explaining a foul: which rule a turn breaks, in a sentence, and what it should have been.

A player seldom breaks more than one rule at a time. So what stands on the board is explained by a turn that
is legal but for one wrong step (see `mistakes`), found by going first where the board looks most like it.
What cannot be explained like that is named by what is wrong on the board.
"""

import heapq
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import count

from referee.evidence import Evidence
from referee.games.inner_circle import ring
from referee.games.inner_circle.counting import counted
from referee.games.inner_circle.finding import find
from referee.games.inner_circle.fitting import contents, fit
from referee.games.inner_circle.goal import Goal
from referee.games.inner_circle.house import House
from referee.games.inner_circle.mistakes import MISTAKES, Mistake, throwing
from referee.games.inner_circle.play import Onward, Play
from referee.games.inner_circle.position import Position
from referee.games.inner_circle.throw import Throw, options_in
from referee.games.inner_circle.turn import Kind, Stage, Step, Turn
from referee.snapshot import Sentence

EFFORT = 12_000
"""So many steps are tried for each kind of mistake: all of a base turn's, and a fraction of a second."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Foul:
    """Why a turn is not legal.

    ``steps`` is the turn as it seems to have been played, the wrong step with its ``breaks`` among them, and
    ``nearest`` a legal position that it should have led to; both may be unknown.
    """

    rule: str
    reason: Sentence
    nearest: Position | None = None
    steps: tuple[Step, ...] = ()


def explain(house: House, before: Position, throws: Sequence[Throw], after: Position) -> Foul:
    """Explain why a turn that is not legal is not."""
    foul = _explained(house, before, throws, after)
    # Where more than one thing is wrong, putting one right leads to nothing legal.
    counting = throws[: _throws_that_count(foul.steps, len(throws))]
    if foul.nearest is not None and find(house, before, counting, foul.nearest) is None:
        return replace(foul, nearest=None)
    return foul


def _throws_that_count(steps: Sequence[Step], thrown: int) -> int:
    """Return how many throws came before one that was not due, or all of them."""
    kinds = [step.breaks for step in steps if step.kind is Kind.THROW]
    return next((place for place, breaks in enumerate(kinds) if breaks), thrown)


def _explained(house: House, before: Position, throws: Sequence[Throw], after: Position) -> Foul:
    plain = _plainly(before, after)
    if plain is not None:
        return plain
    play = Play.of(house, before, tuple(throws))
    ended = _ended_too_early(play, after)
    if ended is not None:
        return ended
    way = _likeliest(play, after)
    return _foul(play, way, after) if way else _mixed(play, after)


def _likeliest(play: Play, after: Position) -> list[tuple[Turn, Step]] | None:
    """Return the shortest turn with one mistake; a particular mistake is worth a few steps more."""
    found = [
        (len(way) + general, way)
        for mistake, general in MISTAKES
        if (way := _Blame(play, after, mistake).find())
    ]
    return min(found, key=lambda each: each[0])[1] if found else None


def _plainly(before: Position, after: Position) -> Foul | None:
    """Name what no turn can change (T1, T8, G1, G3, M7, X1)."""
    mover, seat = before.turn, after.turn
    for other in before.seats:
        if before.counted[other] != after.counted[other]:
            right = replace(after, counted=before.counted)
            return _named("G3.moved", right, seat=mover, other_seat=other)
    if seat not in {mover, before.next_seat}:
        right = replace(after, turn=before.next_seat)
        return _named("T8.turn", right, seat=seat, other_seat=mover, next_seat=before.next_seat)
    if after.winner == mover and seat != mover:
        return _named("G1.over", replace(after, turn=mover), seat=mover)
    for other in before.seats:
        if other == mover:
            continue
        if before.remembered[other] != after.remembered[other]:
            right = replace(after, remembered=before.remembered)
            return _named("X1.other", right, seat=mover, other_seat=other)
        for hole in ring.fields_of(before.where[other] & ring.HOME & ~after.where[other]):
            name = ring.NAMES[hole]
            if after.where[mover] >> hole & 1:
                return _named("M7.taken", None, seat=mover, other_seat=other, to_place=name)
            return _named("T1.moved", None, seat=other, from_place=name)
    return None


def _named(key: str, nearest: Position | None, **params: str | int | None) -> Foul:
    return Foul(rule=key.partition(".")[0], reason=Sentence(f"foul.{key}", params), nearest=nearest)


def _ended_too_early(play: Play, after: Position) -> Foul | None:
    """Explain a turn that is right so far, but may not end yet (T2, T3, T5, X5)."""
    seat = play.before.turn
    if after.turn == seat:
        return None
    goal = Goal.exactly(after, seat, ended=False)
    best = next(
        (turn for turn in _Blame(play, after, None).states() if _stands(play, goal, turn)), None
    )
    if best is None:
        return None
    means, nearest = best.means, replace(after, turn=seat)
    if means.parts and not (means.due and play.next_throws(best)):
        return _named("T5.part", nearest, seat=seat, number=max(means.parts))
    match means.stage:
        case Stage.TRYING:
            key = "T2.tries"
        case Stage.BEGIN:
            key = "T3.begin" if best.own & ring.IN_PLAY else "T2.tries"
        case Stage.OPENED:
            key = "X5.again"
        case _:
            key = "T3.again"
    return _named(key, nearest, seat=seat)


def _stands(play: Play, goal: Goal, turn: Turn) -> bool:
    return play.used_up(turn) and goal.holds(turn)


class _Blame:
    """A search for a turn with one mistake, going first where the board looks most like ``after``."""

    def __init__(self, play: Play, after: Position, mistake: Mistake | None) -> None:
        self._play, self._mistake = play, mistake
        self._goal = Goal.exactly(after, play.before.turn, ended=False)
        self._unfinished = after.turn == play.before.turn
        self._came_from: dict[tuple[Turn, bool], tuple[tuple[Turn, bool], Step] | None] = {}

    def find(self) -> list[tuple[Turn, Step]] | None:
        """Return the states and the steps that led to each, of a turn with just one mistake."""
        for state in self._states():
            turn, wrong = state
            over = self._unfinished or self._play.may_end(turn)
            if wrong and over and _stands(self._play, self._goal, turn):
                return self._way(state)
        return None

    def states(self) -> Iterator[Turn]:
        """Yield the states of the turn."""
        return (turn for turn, _ in self._states())

    def _states(self) -> Iterator[tuple[Turn, bool]]:
        order = count()
        first = (self._play.begin(), False)
        self._came_from[first] = None
        heap = [(0, next(order), first)]
        effort = 0
        while heap and effort < EFFORT:
            _, _, state = heapq.heappop(heap)
            yield state
            for step, after in self._steps(*state):
                effort += 1
                later = (after, state[1] or bool(step.breaks))
                if later not in self._came_from:
                    self._came_from[later] = (state, step)
                    heapq.heappush(heap, (self._distance(after), next(order), later))

    def _steps(self, turn: Turn, wrong: bool) -> Iterator[Onward]:
        yield from self._play.steps(turn)
        # What is done wrong is done after the throw, if there was one.
        unthrown = turn.means.stage is Stage.BEGIN and bool(self._play.throws)
        if not wrong and self._mistake and (self._mistake is throwing or not unthrown):
            yield from self._mistake(self._play, turn, self._goal)

    def _distance(self, turn: Turn) -> int:
        goal = self._goal
        differing = (turn.own ^ goal.own.must).bit_count()
        for theirs, wanted in zip(turn.others, goal.others, strict=True):
            differing += (theirs ^ wanted.must).bit_count()
        return differing + (turn.means.stored ^ goal.stored_must).bit_count()

    def _way(self, state: tuple[Turn, bool]) -> list[tuple[Turn, Step]]:
        way: list[tuple[Turn, Step]] = []
        link = self._came_from[state]
        while link is not None:
            earlier, step = link
            way.append((earlier[0], step))
            link = self._came_from[earlier]
        return way[::-1]


def _foul(play: Play, way: list[tuple[Turn, Step]], after: Position) -> Foul:
    """Put a turn with one mistake into words; ``way`` has each step with the state before it."""
    at = next(place for place, (_, step) in enumerate(way) if step.breaks)
    turn, wrong = way[at]
    right = _right_step(play, turn, wrong)
    steps = tuple(step for _, step in way)
    key = _key(wrong, right, steps)
    nearest = _replayed(play, turn, [*([right] if right else []), *steps[at + 1 :]], after)
    params = _params(play.before.turn, wrong, right)
    if wrong.breaks.startswith("T4.") and wrong.path:
        params["other_seat"] = _owner(play, way, at, after)
    return Foul(
        rule=key.partition(".")[0],
        reason=Sentence(f"foul.{key}", params),
        nearest=nearest,
        steps=steps,
    )


def _right_step(play: Play, turn: Turn, wrong: Step) -> Step | None:
    """Return what the wrong step should have been: the same ball and part, put where it belongs."""
    if any(step == wrong._replace(breaks="") for step, _ in play.steps(turn)):
        return wrong._replace(breaks="")
    if (
        wrong.kind not in {Kind.MOVE, Kind.SWAP_RING}
        or not wrong.path
        or not wrong.number | wrong.option
    ):
        return None
    same = [
        step
        for step, _ in play.steps(turn)
        if step.kind is wrong.kind
        and step.number == wrong.number
        and step.path[:1] == wrong.path[:1]
        and (step.option, step.remembered) == (wrong.option, wrong.remembered)
    ]
    return min(same, key=lambda step: (step.path[-1] >= ring.FIRST_TARGET, step.path), default=None)


def _key(wrong: Step, right: Step | None, steps: tuple[Step, ...]) -> str:
    """Return the key of the sentence, where it depends on more than the wrong step."""
    match wrong.breaks:
        case "M1.count" | "M4.changed" | "O4.without" | "M6.without" if right is None:
            return "M1.blocked"
        case "M4.stayed" | "M5.stayed" | "M8.stayed" if right is None:
            return "M4.blocked" if wrong.kind is Kind.MOVE else "M8.blocked"
        case "M5.stayed" if sum(step.kind in _DOUBLING for step in steps) > 1:
            return "X7.stayed"
        case "T4.gone" if any(wrong.path[0] in _jumped(step) for step in steps if step != wrong):
            return "M2.jumped"
    return wrong.breaks


_DOUBLING = {Kind.DOUBLE, Kind.DOUBLE_ALL}


def _jumped(step: Step) -> set[int]:
    """Return the fields that a step passes without landing there."""
    return set(counted(step)) - set(step.path)


def _params(seat: int, wrong: Step, right: Step | None) -> dict[str, str | int | None]:
    params: dict[str, str | int | None] = {"seat": seat}
    if wrong.number:
        params["number"] = wrong.number
    if wrong.option and wrong.kind is not Kind.THROW:
        params["option"] = str(options_in(wrong.option)[0])
    if wrong.path:
        params["from_place"] = ring.NAMES[wrong.path[0]]
        params["to_place"] = ring.NAMES[wrong.path[-1]]
    if right and right.path:
        params["right_place"] = ring.NAMES[right.path[-1]]
    return params


def _owner(play: Play, way: list[tuple[Turn, Step]], at: int, after: Position) -> int | None:
    """Return whose ball was moved, taken away or put on the board by the wrong step."""
    was = way[at][0].others
    now = way[at + 1][0].others if at + 1 < len(way) else None
    seats = [seat for seat in play.before.seats if seat != play.before.turn]
    for place, seat in enumerate(seats):
        if was[place] != (now[place] if now else after.where[seat]):
            return seat
    return None


def _replayed(play: Play, turn: Turn, steps: Sequence[Step], after: Position) -> Position:
    """Return what stands there when the wrong step is put right and the rest follows as far as it can."""
    for wanted in steps:
        onward = next((later for step, later in play.steps(turn) if step == wanted), None)
        if onward is None:
            break
        turn = onward
    ended = after.turn != play.before.turn and play.may_end(turn)
    return play.position(turn, ended=ended)


def _mixed(play: Play, after: Position) -> Foul:
    """Name a turn in which more than one thing is wrong by what is wrong on the board."""
    before, seat = play.before, play.before.turn
    nearest = _nearest(play, after)
    against = nearest or before
    others = any(against.where[s] != after.where[s] for s in before.seats if s != seat)
    if not others and against.where[seat] == after.where[seat]:
        changed = against.remembered[seat] ^ after.remembered[seat]
        for option in options_in(changed):
            up = after.stored[seat].count(option)
            key = "X3.without" if up else "X2.down"
            return _named(key, nearest, seat=seat, option=str(option))
    return _named("T4.mixed" if others else "M1.mixed", nearest, seat=seat)


NEAR = 4
"""A legal position that differs in more spots than this is of no help to anybody."""


def _nearest(play: Play, after: Position) -> Position | None:
    """Return the reachable position that differs in the fewest fields, if that is found quickly."""
    if play.before.memory:
        return None
    there = contents(after)
    evidence: Evidence = {
        name: {there.get(name, ""): 0.0} for name in ring.NAMES[: ring.targets(False).stop]
    }
    fits = fit(play.house, play.before, play.throws, evidence, 1)
    return fits[0].position if fits else None
