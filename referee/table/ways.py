"""Whose new throws are, and what they say about the turns before them: the ways to explain a queue."""

import itertools
import math
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import Any, Generic

from referee.events import Step, Throw
from referee.evidence import OTHER_COST, Contents, Evidence, against, cost, differing
from referee.game import Candidate, Game, P, T
from referee.table.dice import dice_data
from referee.table.explain import explain
from referee.table.outcome import Act, step_acts, throw_act, turn_act
from referee.table.possible import arrived_unseen, possible
from referee.table.state import Fallen, Line
from referee.table.view import Kind, View, ended

SURMISED = (32, 8)
"""Unseen ends of a turn that are tried when the next player has thrown and moved already, by the length
of the queue: each throw multiplies the work."""

SURMISED_THROWS = 8
"""What the dice of the queue may show in all, for unseen ends to be tried: of two dice that are not read, or
of two throws with one, anything may have led to anything."""

PLAYED_ON = 5 * OTHER_COST
"""How badly an unseen end may fit: a player who moved on from it changes two spots, four if he throws
a piece, and one may be misread."""


MOST_TRIED = 256
"""Throws that are tried to explain one queue: three times two unread dice may show 74,088 things, and to try
all took a PC minutes. What explained a painted round was found within 42: likely faces come first."""

MOST_VIEWS = 48
"""Turns that are compared with the board to explain one queue, each up to 10 ms of a PC: enough for all that
two unread dice may show. In painted rounds what explained a queue was found within 9."""

UNSURE_BASES = 4
"""Positions that are tried as the one in which a throw fell, where only unsure spots tell."""


@dataclass(frozen=True, slots=True)
class Way:
    """One way to explain the throws in the queue together with what stands on the board.

    ``cost`` is what the evidence says against it, to be compared with that of other ways; ``idle``: some
    throw allowed something and nothing was done. ``forced``: other dice were thrown than the rules asked for.
    """

    acts: tuple[Act, ...]
    strays: tuple[str, ...]
    cost: float = 0.0
    idle: bool = False
    forced: bool = False


def ways(
    game: Game[P, T],
    line: Line[P, T],
    queue: tuple[Fallen[T], ...],
    evidence: Evidence,
    *,
    surmise: bool = True,
) -> list[Way]:
    """Return the ways to explain the queue, the likeliest first; none: not in order (yet).

    ``surmise``: turns may have ended in positions that were never seen.
    """
    plain = _Explainer(game, evidence)
    found = list(plain.ways(line, (), queue))
    throws = math.prod(len(item.throws) for item in queue)
    few = len(queue) <= len(SURMISED) and throws <= SURMISED_THROWS
    if not found and surmise and few and not plain.spent:
        surmising = _Explainer(game, evidence, SURMISED[len(queue) - 1])
        found = list(surmising.ways(line, (), queue))
    return found


def ways_unseen(
    game: Game[P, T], line: Line[P, T], queue: tuple[Fallen[T], ...], evidence: Evidence
) -> list[Way]:
    """Return the ways to explain the queue if a turn ended with one piece where it is not seen at all."""
    if len(queue) > len(SURMISED):
        return []
    return list(_Explainer(game, evidence, SURMISED[len(queue) - 1], 1).ways(line, (), queue))


def ways_without(
    game: Game[P, T], line: Line[P, T], queue: tuple[Fallen[T], ...], evidence: Evidence
) -> list[Way]:
    """Return the ways to explain all but one throw, which was none.

    A die was only pushed, or it was thrown again by agreement.
    """
    plain = _Explainer(game, evidence)
    return [
        way
        for i, item in enumerate(queue)
        if item.same_faces or i + 1 < len(queue)
        for way in plain.ways(line, (), queue[:i] + queue[i + 1 :])
    ]


@dataclass(frozen=True, slots=True)
class _Explainer(Generic[P, T]):
    """Explains a queue of throws by what stands on the board now.

    ``surmise``: how many positions that were never seen are tried as a turn's end, ``lost`` how many spots
    may speak against what stands there then. ``tried`` are the throws that were tried so far: a live table
    must not think for long, so the search ends where it costs too much.
    """

    game: Game[P, T]
    evidence: Evidence
    surmise: int = 0
    lost: int = 0
    tried: list[T] = field(default_factory=list)
    views: dict[Line[P, T], View[P]] = field(default_factory=dict)
    possible: dict[Line[P, T], tuple[Candidate[P], ...]] = field(default_factory=dict)

    @property
    def spent(self) -> bool:
        """Whether so much was tried that nothing is likely to come of more."""
        return len(self.tried) > MOST_TRIED or len(self.views) > MOST_VIEWS

    def _view(self, line: Line[P, T]) -> View[P]:
        """Return what the board shows in a turn, worked out once."""
        if line not in self.views:
            self.views[line] = explain(self.game, line, self.evidence)
        return self.views[line]

    def ways(
        self, line: Line[P, T], acts: tuple[Act, ...], queue: tuple[Fallen[T], ...]
    ) -> Iterator[Way]:
        """Yield the ways in which each throw belongs to the turn or, if that may end, to the next."""
        if not queue:
            yield from self._stands(line, acts)
            return
        item, left = queue[0], queue[1:]
        if item.perhaps:
            yield from self.ways(line, acts, left)
        unlikely: list[Way] = []
        for throw in item.throws:
            if self.spent:
                break
            self.tried.append(throw)
            forced = bool(item.taken) and self.game.kinds[self._kind(throw)] != item.taken
            one = self._one(line, acts, throw, _memo(self.game, item, throw), left)
            found = [replace(way, forced=way.forced or forced) for way in one]
            if throw in item.guesses:
                unlikely += [way for way in found if way.idle or way.forced]
                found = [way for way in found if not (way.idle or way.forced)]
            if found:
                yield from found
                return
        yield from unlikely

    def _one(
        self,
        line: Line[P, T],
        acts: tuple[Act, ...],
        throw: T,
        memo: Mapping[str, Any],
        left: tuple[Fallen[T], ...],
    ) -> Iterator[Way]:
        for base, seen in self._bases(line):
            before = (*acts, *seen)
            for after, more in self._belongs(line, base, throw):
                thrown = throw_act(self.game, after.before.turn, throw, memo)
                now = (*before, *more, thrown)
                for way in self.ways(after, now, left):
                    guess = "guessed" in memo and bool(left)
                    idle = guess and self._passed_up(after, way.acts[len(now) :])
                    yield replace(way, idle=idle or way.idle)

    def _passed_up(self, line: Line[P, T], acts: tuple[Act, ...]) -> bool:
        """Tell whether a player let pass what his throw allowed, since nothing was moved after it."""
        played = itertools.takewhile(lambda act: not isinstance(act.what, Throw), acts)
        if any(isinstance(act.what, Step) for act in played):
            return False
        return bool(self.game.choices(line.before, line.throws, line.stands))

    def _belongs(
        self, line: Line[P, T], base: P, throw: T
    ) -> Iterator[tuple[Line[P, T], tuple[Act, ...]]]:
        """Yield the turn that the throw belongs to, if it fell when ``base`` stood there."""
        game, kind = self.game, self._kind(throw)
        if kind in game.due(line.before, line.throws, base):
            yield Line(line.before, base, (*line.throws, throw)), ()
        if ended(game, line, base):
            passed = game.passed(base)
            turn = turn_act(game, line, base)
            # The next player may use something before his first throw.
            for begun, seen in self._bases(Line(passed, passed)):
                if kind in game.due(passed, (), begun):
                    yield Line(passed, begun, (throw,)), (turn, *seen)

    def _kind(self, throw: T) -> str:
        dice = frozenset(self.game.throw_data(throw))
        return next(kind for kind, taken in self.game.kinds.items() if taken == dice)

    def _bases(self, line: Line[P, T]) -> Iterator[tuple[P, tuple[Act, ...]]]:
        """Yield where the turn may have stood when a throw fell, with the events that lead there."""
        if not self.surmise:
            view = self._view(line)
            if view.kind is Kind.STEP and self.game.winner(view.position) is None:
                yield view.position, step_acts(self.game, line, view.position)
            yield from self._unsure(line)
        yield line.stands, ()
        if self.surmise:
            yield from self._unseen(line)

    def _unsure(self, line: Line[P, T]) -> Iterator[tuple[P, tuple[Act, ...]]]:
        """Yield where the turn may have come to, if only spots that are not clear, or not seen, tell so."""
        if line not in self.possible:
            self.possible[line] = possible(self.game, line, self.evidence)[:UNSURE_BASES]
            self.possible[line] += arrived_unseen(self.game, line, self.evidence)
        for candidate in self.possible[line]:
            base = candidate.position
            if self.game.winner(base) is None:
                yield base, step_acts(self.game, line, base)

    def _unseen(self, line: Line[P, T]) -> Iterator[tuple[P, tuple[Act, ...]]]:
        """Yield where the turn may have ended unseen, if what stood there last clearly does not now."""
        game, known = self.game, self.game.contents(line.stands)
        if not against(known, self.evidence):
            return
        found = game.fit(
            line.before, line.throws, self.evidence,
            limit=self.surmise, slack=PLAYED_ON, ceiling=PLAYED_ON,
        )  # fmt: skip
        for candidate in found:
            base = game.turned(candidate.position, line.before.turn)
            # What nothing speaks for did not happen, least of all that a step was taken back.
            likely = candidate.cost <= cost(known, self.evidence) and self._looked(known, base)
            if likely and base != line.stands and game.winner(base) is None:
                yield base, step_acts(game, line, base)

    def _looked(self, known: Contents, base: P) -> bool:
        """Tell whether every spot is seen where a piece would have come to; any other view is to come yet."""
        now = self.game.contents(base)
        return all(spot in self.evidence for spot in differing(known, now) if now.get(spot))

    def _stands(self, line: Line[P, T], acts: tuple[Act, ...]) -> Iterator[Way]:
        """Yield the way if it explains what stands on the board."""
        view = self._view(line)
        if view.kind is Kind.STEP:
            acts = (*acts, *step_acts(self.game, line, view.position))
        # What nobody saw happen must at least leave nothing open.
        if view.explained and not (self.surmise and len(view.strays) > self.lost):
            costs = cost(self.game.contents(view.position), self.evidence)
            yield Way(acts, view.strays, costs)


def _memo(game: Game[P, T], item: Fallen[T], throw: T) -> Mapping[str, Any]:
    """Return what the event of a throw remembers: how the dice lie, and what else a guess may have been."""
    memo: dict[str, Any] = {"dice": dice_data(item.dice)}
    if throw in item.guesses:
        others = [game.throw_data(other) for other in item.guesses if other != throw]
        memo |= {"guessed": True, "others": others}
    return memo
