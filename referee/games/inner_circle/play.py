"""Playing a turn (rules T1 to T7, G1): which steps it allows on the board, and when it may end."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from random import Random

from referee.games.inner_circle import ring
from referee.games.inner_circle.house import House, ThreeThrows
from referee.games.inner_circle.moves import Landing, Moves
from referee.games.inner_circle.position import Position
from referee.games.inner_circle.throw import BITS, ENTRY_NUMBERS, Throw
from referee.games.inner_circle.turn import Kind, Means, Stage, Step, Turn
from referee.games.inner_circle.uses import Uses

TRIES = 3

Onward = tuple[Step, Turn]
Hopeful = Callable[[int, Means], bool]
"""Whether a state with these own balls and means is worth going into."""

ANY = frozenset(Kind)

_ALONE, _BOTH = ("number",), ("both",)


def always(own: int, means: Means) -> bool:  # noqa: ARG001  (the shape of `Hopeful`)
    """Call every state hopeful."""
    return True


@dataclass(slots=True, eq=False)
class Play:
    """The rules of one turn: the mover's moves and the throws that were thrown in it.

    It never changes; it is not frozen because players make one for every turn, and that takes twice as long.
    """

    before: Position
    house: House
    throws: tuple[Throw, ...]
    moves: Moves
    uses: Uses

    @classmethod
    def of(
        cls, house: House, before: Position, throws: tuple[Throw, ...], *, alike: int = 0
    ) -> "Play":
        """Return the turn of the seat that is on turn in ``before``; for ``alike`` see `Moves`."""
        moves = Moves(house, before.turn, memory=before.memory, balls=before.balls, alike=alike)
        return cls(before, house, throws, moves, Uses(house, before.memory))

    def begin(self) -> Turn:
        """Return the turn before its first throw."""
        before, seat = self.before, self.before.turn
        others = tuple([before.where[other] for other in before.seats if other != seat])
        return Turn(before.where[seat], others, means_at_first(before.remembered[seat]))

    def position(self, turn: Turn, *, ended: bool) -> Position:
        """Return what stands on the board; the next seat is on turn if the turn has ended unwon."""
        before, seat = self.before, self.before.turn
        where, remembered = list(before.where), list(before.remembered)
        others = iter(turn.others)
        for each in before.seats:
            where[each] = turn.own if each == seat else next(others)
        remembered[seat] = turn.means.stored
        over = ended and turn.means.stage is not Stage.WON
        return before.with_balls(where, remembered, before.next_seat if over else seat)

    # ------------------------------------------------------------ may it end?

    def used_up(self, turn: Turn) -> bool:
        """Tell whether all given throws are used."""
        return turn.means.thrown == len(self.throws)

    def may_end(self, turn: Turn) -> bool:
        """Tell whether the turn may end here (T5): nothing is due, no movable part is left."""
        means = turn.means
        if means.stage is Stage.WON:
            return True
        if means.stage < Stage.TRIED or means.due:
            return False
        return not self._part_due(turn)

    def next_throws(self, turn: Turn) -> tuple[str, ...]:
        """Return which throws the rules could ask for now: "number" (that die alone), "both"."""
        means = turn.means
        stage = means.stage
        if stage is Stage.PLAY:
            return _BOTH if means.due and not self._part_due(turn) else ()
        if stage is Stage.BEGIN:
            if turn.own.bit_count() == self.moves.balls:
                return _BOTH
            if not turn.own & ring.IN_PLAY:
                return _ALONE
            always = self.house.three_throws is ThreeThrows.ALWAYS
            return _ALONE + _BOTH if always else _BOTH
        if stage is Stage.TRYING:
            return _ALONE
        return _BOTH if stage is Stage.OPENED else ()

    def movable(self, turn: Turn) -> tuple[int, ...]:
        """Return the parts left that some own ball in play could move (T5)."""
        own, _, means = turn
        last, can_move = len(means.parts) == 1, self.moves.can_move
        return tuple(
            [part for part in means.parts if can_move(own, part, back=means.back, last=last)]
        )

    def _part_due(self, turn: Turn) -> bool:
        return bool(turn.means.parts) and bool(self.movable(turn))

    # ------------------------------------------------------------ steps

    def steps(
        self, turn: Turn, hopeful: Hopeful = always, only: frozenset[Kind] = ANY
    ) -> Iterator[Onward]:
        """Yield every step that the rules allow now, and the turn after it.

        With ``hopeful`` only those after which it says yes; with ``only`` those of these kinds, and such of
        other kinds as win.
        """
        own, others, means = turn
        may_win = self.moves.almost_won(own)
        if means.thrown < len(self.throws) and Kind.THROW in only:
            yield from self._throw(turn)
        for step, after, won in self.uses.of(means):
            wins_only = step.kind not in only
            if wins_only and not may_win:
                continue
            landings = self._landings(step, own, others, means)
            if landings is None:
                if not wins_only and hopeful(own, after):
                    yield step, Turn(own, others, after)
                continue
            for landing in landings:
                wins = may_win and self.moves.won(landing.own)
                onto = won if wins else after
                if (wins or not wins_only) and hopeful(landing.own, onto):
                    yield step.along(landing.path), Turn(landing.own, landing.others(others), onto)

    def any_step(self, turn: Turn, rng: Random, *, or_none: bool) -> Onward | None:
        """Return a step by lot, throws aside: first what to do, then how; ``or_none`` is one lot more.

        None too if there is no step. Not all steps are worked out, which makes it quick.
        """
        own, others, means = turn
        uses = self.uses.of(means)
        while uses:
            lot = int(rng.random() * (len(uses) + or_none))
            if lot == len(uses):
                return None
            step, after, won = uses[lot]
            landings = self._landings(step, own, others, means)
            if landings is None:
                return step, Turn(own, others, after)
            if landings:
                landing = landings[int(rng.random() * len(landings))]
                onto = won if self.moves.won(landing.own) else after
                return step.along(landing.path), Turn(landing.own, landing.others(others), onto)
            uses = uses[:lot] + uses[lot + 1 :]
        return None

    def _landings(
        self, step: Step, own: int, others: tuple[int, ...], means: Means
    ) -> list[Landing] | None:
        """Return what a step can do on the board, or None for a step that does nothing there."""
        kind, moves = step.kind, self.moves
        if kind is Kind.MOVE:
            last = len(means.parts) == 1
            return moves.by_number(own, others, step.number, back=means.back, last=last)
        if kind is Kind.ENTER or kind is Kind.EXIT:
            return moves.by_entry(own)
        if kind is Kind.SWAP_RING:
            return moves.by_swap_ring(own, others, back=means.back)
        if kind is Kind.SWAP_BALL:
            return moves.by_swap_ball(own, others)
        return moves.by_hole_in(own, others) if kind is Kind.HOLE_IN else None

    def _throw(self, turn: Turn) -> Iterator[Onward]:
        """Yield the next of the given throws, if it is due."""
        means = turn.means
        throw = self.throws[means.thrown]
        if throw.kind in self.next_throws(turn):
            yield throw_step(throw), turn._replace(means=self.after_throw(means, throw))

    def after_throw(
        self, means: Means, throw: Throw, tries: Sequence[Throw] | None = None
    ) -> Means:
        """Return the means after one more throw; ``tries`` are those before it, if not of ``throws``."""
        count, number = means.thrown + 1, throw.number
        if throw.option:
            return Means(
                Stage.PLAY, count, (number,), BITS[throw.option], means.stored, means.locked,
                means.back, False, number in ENTRY_NUMBERS, False, False, 0,
            )  # fmt: skip
        before = self.throws[: count - 1] if tries is None else tries
        alike = count == TRIES and all(tried.number == number for tried in before)
        return Means(
            Stage.TRIED if count == TRIES else Stage.TRYING, count, means.parts, means.option,
            means.stored, means.locked, means.back, means.due, means.whole, means.moved,
            means.multiplied, number if alike or number in ENTRY_NUMBERS else 0,
        )  # fmt: skip


@cache
def means_at_first(stored: int) -> Means:
    """Return the means before the first throw of a turn, with these options remembered."""
    return Means(
        Stage.BEGIN, 0, (), 0, stored, 0,
        back=False, due=False, whole=False, moved=False, multiplied=False, right=0,
    )  # fmt: skip


def throw_step(throw: Throw) -> Step:
    """Return the step that a throw is."""
    option = BITS[throw.option] if throw.option else 0
    return Step(Kind.THROW, throw.number, option=option)
