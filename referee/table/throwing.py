"""New throws: whose they are, and what they say about the turns before them.

Throws that are seen are queued until a view of the board explains them all: the dice often lie there
for everybody to see while hands still cover what they were thrown for.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Generic

from referee.evidence import OTHER_COST, Evidence
from referee.game import Game, P, T
from referee.table.dice import Dice, Roll, dice_data
from referee.table.explain import Kind, ended, explain
from referee.table.outcome import Act, step_acts, throw_act, turn_act
from referee.table.state import Fallen, Line

SURMISED = (32, 8)
"""Unseen ends of a turn that are tried when the next player has thrown and moved already, by the length
of the queue: each throw multiplies the work."""

PLAYED_ON = 5 * OTHER_COST
"""How badly an unseen end may fit: a player who moved on from it changes two spots, four if he throws
a piece, and one may be misread."""


@dataclass(frozen=True, slots=True)
class Way:
    """One way to explain the throws in the queue together with what stands on the board."""

    acts: tuple[Act, ...]
    strays: tuple[str, ...]


def fallen(
    game: Game[P, T], roll: Roll, before: Dice, now: Dice, *, gaps: bool
) -> Fallen[T] | None:
    """Return the throw that the dice show, or None where there is no new one that can be read.

    The dice that moved are those that were thrown. Where the rules ask for another kind of throw, one
    die may have been moved by hand besides, or have come to lie exactly where it lay before.
    """
    moved = set(roll.moved)
    if game.dice and _came_back(game.dice[0], roll, before, now, gaps=gaps):
        moved.add(game.dice[0])
    if not game.dice or game.dice[0] not in moved:
        return None
    throws: list[T] = []
    for kind in sorted(game.kinds, key=lambda kind: (len(game.kinds[kind] ^ moved), kind)):
        faces = {name: now[name].face for name in game.kinds[kind] if name in now}
        if len(faces) == len(game.kinds[kind]) and all(faces.values()):
            throw = game.thrown(faces)
            throws += [] if throw is None else [throw]
    same = all(name in before and before[name].face == die.face for name, die in roll.moved.items())
    return Fallen(tuple(throws), {**before, **now}, same) if throws else None


def _came_back(name: str, roll: Roll, before: Dice, now: Dice, *, gaps: bool) -> bool:
    """Tell whether a die was thrown with the others and fell where it had lain.

    That is so if another one shows a new face and this one was taken, or may have been unseen.
    """
    another = any(
        other not in before or before[other].face != die.face for other, die in roll.moved.items()
    )
    return another and name in now and (now[name].lifted or gaps)


def ways(
    game: Game[P, T], line: Line[P, T], queue: tuple[Fallen[T], ...], evidence: Evidence
) -> list[Way]:
    """Return the ways to explain the queue, the likeliest first; none: not in order (yet)."""
    plain = _Explainer(game, evidence)
    found = list(plain.ways(line, (), queue))
    if not found and len(queue) <= len(SURMISED):
        surmising = _Explainer(game, evidence, SURMISED[len(queue) - 1])
        found = list(surmising.ways(line, (), queue))
    if not found:
        # Dice that were only pushed, or thrown again by agreement, were no throw.
        for left_out in _void(queue):
            found += plain.ways(line, (), left_out)
    return found


def _void(queue: tuple[Fallen[T], ...]) -> Iterator[tuple[Fallen[T], ...]]:
    """Yield the queue without one throw that may not have been one."""
    for i, item in enumerate(queue):
        if item.same_faces or i + 1 < len(queue):
            yield queue[:i] + queue[i + 1 :]


@dataclass(frozen=True, slots=True)
class _Explainer(Generic[P, T]):
    """Explains a queue of throws by what stands on the board now.

    ``surmise``: how many positions that were never seen are tried as a turn's end.
    """

    game: Game[P, T]
    evidence: Evidence
    surmise: int = 0

    def ways(
        self, line: Line[P, T], acts: tuple[Act, ...], queue: tuple[Fallen[T], ...]
    ) -> Iterator[Way]:
        """Yield the ways in which each throw belongs to the turn or, if that may end, to the next."""
        if not queue:
            yield from self._stands(line, acts)
            return
        item, left = queue[0], queue[1:]
        for throw in item.throws:
            found = False
            for way in self._one(line, acts, throw, dice_data(item.dice), left):
                found = True
                yield way
            if found:
                return

    def _one(
        self,
        line: Line[P, T],
        acts: tuple[Act, ...],
        throw: T,
        dice: Mapping[str, Any],
        left: tuple[Fallen[T], ...],
    ) -> Iterator[Way]:
        for base, seen in self._bases(line):
            before = (*acts, *seen)
            for after, more in self._belongs(line, base, throw):
                thrown = throw_act(self.game, after.before.turn, throw, {"dice": dice})
                yield from self.ways(after, (*before, *more, thrown), left)

    def _belongs(
        self, line: Line[P, T], base: P, throw: T
    ) -> Iterator[tuple[Line[P, T], tuple[Act, ...]]]:
        """Yield the turn that the throw belongs to, if it fell when ``base`` stood there."""
        game = self.game
        same = Line(line.before, base, (*line.throws, throw))
        if game.judge(same.before, same.throws, base).legal:
            yield same, ()
        if ended(game, line, base):
            passed = game.passed(base)
            turn = turn_act(game, line, base)
            # The next player may use something before his first throw.
            for begun, seen in self._bases(Line(passed, passed)):
                if game.judge(passed, (throw,), begun).legal:
                    yield Line(passed, begun, (throw,)), (turn, *seen)

    def _bases(self, line: Line[P, T]) -> Iterator[tuple[P, tuple[Act, ...]]]:
        """Yield where the turn may have stood when a throw fell, with the events that lead there."""
        game = self.game
        if self.surmise:
            found = game.fit(
                line.before, line.throws, self.evidence,
                limit=self.surmise, slack=PLAYED_ON, ceiling=PLAYED_ON,
            )  # fmt: skip
            for candidate in found:
                base = game.turned(candidate.position, line.before.turn)
                if game.winner(base) is None:
                    yield base, () if base == line.stands else step_acts(game, line, base)
            return
        view = explain(game, line, self.evidence)
        if view.kind is Kind.STEP and game.winner(view.position) is None:
            yield view.position, step_acts(game, line, view.position)
        yield line.stands, ()

    def _stands(self, line: Line[P, T], acts: tuple[Act, ...]) -> Iterator[Way]:
        """Yield the way if it explains what stands on the board."""
        view = explain(self.game, line, self.evidence)
        if view.kind is Kind.STEP:
            acts = (*acts, *step_acts(self.game, line, view.position))
        if view.explained:
            yield Way(acts, view.strays)
