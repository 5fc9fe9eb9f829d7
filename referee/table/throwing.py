"""New throws: whose they are, and what they say about the turn before."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Generic

from referee.evidence import Evidence
from referee.game import Game, P, T
from referee.table.dice import Dice, Roll, dice_data
from referee.table.explain import CANDIDATES, Kind, View, explain, judged
from referee.table.outcome import Act, step_acts, throw_act, turn_act
from referee.table.state import Line, State

SURMISED = 8 * CANDIDATES
"""Unseen ends of a turn that are tried when the next player has thrown and moved already."""


@dataclass(frozen=True, slots=True)
class Way:
    """One way to explain new dice together with what stands on the board."""

    acts: tuple[Act, ...]
    strays: tuple[str, ...]


def throws_shown(game: Game[P, T], roll: Roll, dice: Dice) -> Iterator[T]:
    """Yield the throws that the dice may show, the likeliest first.

    The dice that moved are those that were thrown. Where the rules ask for another kind of throw, one
    die may have been moved by hand besides, or have come to lie exactly where it lay before.
    """
    if not game.dice or game.dice[0] not in roll.moved:
        return
    moved = frozenset(roll.moved)
    for kind in sorted(game.kinds, key=lambda kind: (len(game.kinds[kind] ^ moved), kind)):
        faces = {name: dice[name].face for name in game.kinds[kind] if name in dice}
        if len(faces) < len(game.kinds[kind]) or not all(faces.values()):
            continue
        throw = game.thrown(faces)
        if throw is not None:
            yield throw


def ways(
    game: Game[P, T], state: State[P, T], roll: Roll, dice: Dice, evidence: Evidence
) -> list[Way]:
    """Return the ways to explain a new throw, the best first; none: it is not in order."""
    assert state.line is not None
    memo = {"dice": dice_data({**state.dice, **dice})}
    for throw in throws_shown(game, roll, dice):
        thrown = _Thrown(game, state.line, throw, memo, evidence)
        found = list(thrown.ways()) or list(thrown.surmised())
        if found:
            return sorted(found, key=lambda way: len(way.strays))
    return []


@dataclass(frozen=True, slots=True)
class _Thrown(Generic[P, T]):
    """A throw that fell during or after the turn ``line``, and what stands on the board now."""

    game: Game[P, T]
    line: Line[P, T]
    throw: T
    memo: Mapping[str, Any]
    evidence: Evidence

    def ways(self) -> Iterator[Way]:
        """Yield the ways in which the throw belongs to this turn or, if it may end, to the next."""
        game, line = self.game, self.line
        for base, acts in self._bases():
            same = Line(line.before, base, (*line.throws, self.throw))
            if game.judge(same.before, same.throws, base).legal:
                yield from self._way(same, acts)
            verdict = judged(game, line, base)
            if (line.throws or line.agreed) and verdict.legal and verdict.complete:
                yield from self._next(base, (*acts, turn_act(game, line, base)))

    def surmised(self) -> Iterator[Way]:
        """Yield ways over ends of the turn that were never seen, the next player having moved on."""
        game, line = self.game, self.line
        for candidate in game.fit(line.before, line.throws, self.evidence, SURMISED):
            if candidate.complete and game.winner(candidate.position) is None:
                base = game.turned(candidate.position, line.before.turn)
                acts = (*step_acts(game, line, base), turn_act(game, line, base))
                yield from self._next(base, acts)

    def _bases(self) -> Iterator[tuple[P, tuple[Act, ...]]]:
        """Yield where the turn may have stood when the throw fell, with the events that lead there."""
        view = explain(self.game, self.line, self.evidence)
        if view.kind is Kind.STEP and self.game.winner(view.position) is None:
            yield view.position, step_acts(self.game, self.line, view.position)
        yield self.line.stands, ()

    def _next(self, base: P, acts: tuple[Act, ...]) -> Iterator[Way]:
        passed = self.game.passed(base)
        if self.game.judge(passed, (self.throw,), passed).legal:
            yield from self._way(Line(passed, passed, (self.throw,)), acts)

    def _way(self, line: Line[P, T], acts: tuple[Act, ...]) -> Iterator[Way]:
        view: View[P] = explain(self.game, line, self.evidence)
        if not view.explained:
            return
        acts = (*acts, throw_act(self.game, line.before.turn, self.throw, self.memo))
        if view.kind is Kind.STEP:
            acts = (*acts, *step_acts(self.game, line, view.position))
        yield Way(acts, view.strays)
