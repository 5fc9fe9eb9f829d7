"""Which positions the turn can have reached, by what pictures say for and against each: the live questions.

The search is the same as for a verdict. What is clearly seen becomes its goal, with as many exceptions as the
cost that is still allowed pays for; that allowance grows until something fits.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass

from referee.evidence import CLEAR_MARGIN, OTHER_COST, Evidence, cost, margin
from referee.games.inner_circle import ring
from referee.games.inner_circle.goal import Goal, Wanted
from referee.games.inner_circle.house import House
from referee.games.inner_circle.play import Play
from referee.games.inner_circle.position import Position
from referee.games.inner_circle.search import Search
from referee.games.inner_circle.throw import OPTIONS, Throw, bits_of
from referee.games.inner_circle.turn import Step, Turn

SLACK = OTHER_COST
"""Positions up to this much worse than the best are returned too: whoever needs a margin sees the rivals."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Fit:
    """A position that the turn can have reached, and what the evidence says against it.

    ``complete``: the turn may end there; ``due``: the throws that may come next ("number", "both") if the
    turn goes on; ``steps``: one way to get there.
    """

    position: Position
    cost: float
    complete: bool
    due: frozenset[str]
    steps: tuple[Step, ...]


def contents(position: Position) -> dict[str, str]:
    """Return what lies in every spot that is not empty (see `referee.evidence`)."""
    found = {field: str(seat) for field, seat in position.on.items()}
    for seat in position.seats:
        found[f"start.{seat}"] = str(position.start[seat])
        found[f"counters.{seat}"] = str(position.counted[seat])
        found |= {f"stored.{seat}.{option}": "1" for option in position.stored[seat]}
    return found


def fit(
    house: House,
    before: Position,
    throws: Sequence[Throw],
    evidence: Evidence,
    limit: int | None = None,
    *,
    slack: float = SLACK,
    ceiling: float = math.inf,
) -> list[Fit]:
    """Return the positions reachable with all the throws that fit the evidence best, the best first.

    All positions within ``slack`` of the best one are found, at most ``limit`` are returned. Positions that
    cost more than ``ceiling`` above what each spot costs at least are not looked for.
    """
    play = Play.of(house, before, tuple(throws))
    weights = Weights(evidence, before)
    allowed = slack
    while True:
        allowed = min(allowed, ceiling)
        found = _within(play, weights, allowed)
        best = min((each.cost for each in found), default=math.inf) - weights.least
        if best + slack <= allowed + _ROUNDING or allowed >= min(ceiling, weights.most):
            near = [each for each in found if each.cost <= best + slack + weights.least + _ROUNDING]
            return sorted(near, key=lambda each: (each.cost, each.position.to_text()))[:limit]
        allowed = best + slack if best < math.inf else 2 * allowed


def _within(play: Play, weights: "Weights", allowed: float) -> list[Fit]:
    """Return every reachable position whose cost is within ``allowed`` of the least thinkable."""
    search = Search(play, weights.goal(allowed))
    found: dict[tuple[int, tuple[int, ...], int], Fit] = {}
    for turn in search.states():
        if not play.used_up(turn):
            continue
        key = (turn.own, turn.others, turn.means.stored)
        known = found.get(key)
        if known is None:
            position = play.position(turn, ended=False)
            costs = weights.cost(position)
            if costs <= weights.least + allowed + _ROUNDING:
                found[key] = _fitting(play, turn, position, costs, search.steps_to(turn))
        elif not known.complete or not known.due:
            found[key] = _also(play, turn, known)
    return list(found.values())


def _fitting(
    play: Play, turn: Turn, position: Position, costs: float, steps: tuple[Step, ...]
) -> Fit:
    return Fit(
        position=position,
        cost=costs,
        complete=play.may_end(turn),
        due=frozenset(play.next_throws(turn)),
        steps=steps,
    )


def _also(play: Play, turn: Turn, known: Fit) -> Fit:
    """Add what another state with the same position allows."""
    return Fit(
        position=known.position,
        cost=known.cost,
        complete=known.complete or play.may_end(turn),
        due=known.due | frozenset(play.next_throws(turn)),
        steps=known.steps,
    )


class Weights:
    """Evidence, weighed for one turn.

    ``least`` is the sum of what each spot costs at least, ``most`` how much more a position can cost.
    """

    def __init__(self, evidence: Evidence, before: Position) -> None:
        self._evidence = evidence
        self._before = before
        self._floor = {spot: min((*costs.values(), OTHER_COST)) for spot, costs in evidence.items()}
        self.least = sum(self._floor.values())
        self.most = sum(
            max((*costs.values(), OTHER_COST)) - self._floor[spot]
            for spot, costs in evidence.items()
        )
        margins = [margin(costs) for costs in evidence.values()]
        self._clear = min((m for m in margins if m >= CLEAR_MARGIN), default=OTHER_COST)
        self._fields_of: dict[int, tuple[int, int]] = {}

    def cost(self, position: Position) -> float:
        """Return what the evidence says against a position."""
        return cost(contents(position), self._evidence)

    def goal(self, allowed: float) -> Goal:
        """Return a goal that every position within ``allowed`` of the least cost fulfils.

        A field that is clearly seen otherwise costs at least as much as the least clear of the clear ones, so
        only so many can be astray.
        """
        before = self._before
        must, may = self._stored(before.turn, allowed)
        return Goal(
            own=self._wanted(before.turn, allowed),
            others=tuple(
                self._wanted(seat, allowed) for seat in before.seats if seat != before.turn
            ),
            stored_must=must,
            stored_may=may,
            ended=False,
            balls=before.balls,
            astray=math.floor(allowed / self._clear + _ROUNDING),
        )

    def _above(self, spot: str, content: str) -> float:
        """Return how much more a content costs than the spot's likeliest; nothing for an unseen spot."""
        if spot not in self._evidence:
            return 0.0
        return self._evidence[spot].get(content, OTHER_COST) - self._floor[spot]

    def _wanted(self, seat: int, allowed: float) -> Wanted:
        """Return where a seat's balls must and may be, clear exceptions aside, and how many in all."""
        must, may = self._fields(seat)
        counts = range(self._before.balls + 1)
        likely = [n for n in counts if self._above(f"start.{seat}", str(n)) <= allowed + _ROUNDING]
        waiting = likely or counts
        return Wanted(
            must, may, self._before.balls - max(waiting), self._before.balls - min(waiting)
        )

    def _fields(self, seat: int) -> tuple[int, int]:
        """Return the fields in which a seat's balls must and may be, as bits."""
        if seat not in self._fields_of:
            must = may = 0
            others = ("", *(str(other) for other in self._before.seats if other != seat))
            for field in range(ring.targets(self._before.memory).stop):
                name = ring.NAMES[field]
                if name not in self._evidence:
                    may |= 1 << field
                    continue
                costs = self._evidence[name]
                near = self._floor[name] + self._clear - _ROUNDING
                may |= (costs.get(str(seat), OTHER_COST) < near) << field
                must |= all(costs.get(other, OTHER_COST) >= near for other in others) << field
            self._fields_of[seat] = must, may
        return self._fields_of[seat]

    def _stored(self, seat: int, allowed: float) -> tuple[int, int]:
        """Return which options must and may be remembered, as bits."""
        spots = {option: f"stored.{seat}.{option}" for option in OPTIONS}
        enough = allowed + _ROUNDING
        must = [option for option, spot in spots.items() if self._above(spot, "") > enough]
        may = [option for option, spot in spots.items() if self._above(spot, "1") <= enough]
        return bits_of(must), bits_of(may)


_ROUNDING = 1e-9
"""Sums of costs differ by rounding; equal ones must compare equal."""
