"""Playing a turn (rules T1 to T7, O1, O2, O4, G1, X1 to X7): which steps it allows, and when it may end."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import NamedTuple

from referee.games.inner_circle import ring
from referee.games.inner_circle.house import DirectionTwice, House, ThreeThrows
from referee.games.inner_circle.moves import Landing, Moves
from referee.games.inner_circle.position import Position
from referee.games.inner_circle.throw import BITS, ENTRY_NUMBERS, OPTIONS, Throw
from referee.games.inner_circle.turn import Kind, Means, Stage, Step, Turn

HALF, DOUBLE, SWAP_BALL, SWAP_RING, DIRECTION, HOLE_IN, EXIT = (BITS[option] for option in OPTIONS)

TRIES = 3

Onward = tuple[Step, Turn]
Hopeful = Callable[[int, Means], bool]
"""Whether a state with these own balls and means is worth going into."""

ANY = frozenset(Kind)


def always(own: int, means: Means) -> bool:  # noqa: ARG001  (the shape of `Hopeful`)
    """Call every state hopeful."""
    return True


class Use(NamedTuple):
    """A step as far as the means go: the step without its path, the means after it, and if it wins."""

    step: Step
    after: Means
    won: Means


@dataclass(frozen=True)
class Play:
    """The rules of one turn: the mover's moves and the throws that were thrown in it."""

    before: Position
    house: House
    throws: tuple[Throw, ...]
    moves: Moves
    _uses: dict[Means, tuple[Use, ...]] = field(default_factory=dict, repr=False)

    @classmethod
    def of(
        cls, house: House, before: Position, throws: tuple[Throw, ...], *, alike: int = 0
    ) -> "Play":
        """Return the turn of the seat that is on turn in ``before``; for ``alike`` see `Moves`."""
        moves = Moves(house, before.turn, memory=before.memory, balls=before.balls, alike=alike)
        return cls(before, house, throws, moves)

    def begin(self) -> Turn:
        """Return the turn before its first throw."""
        seat = self.before.turn
        others = tuple(self.before.where[s] for s in self.before.seats if s != seat)
        stored = self.before.remembered[seat]
        means = Means(
            Stage.BEGIN, 0, (), 0, stored, 0,
            back=False, due=False, whole=False, moved=False, multiplied=False, right=False,
        )  # fmt: skip
        return Turn(self.before.where[seat], others, means)

    def position(self, turn: Turn, *, ended: bool) -> Position:
        """Return what stands on the board; the next seat is on turn if the turn has ended unwon."""
        where, remembered = list(self.before.where), list(self.before.remembered)
        rest = [seat for seat in self.before.seats if seat != self.before.turn]
        where[self.before.turn] = turn.own
        for seat, theirs in zip(rest, turn.others, strict=True):
            where[seat] = theirs
        remembered[self.before.turn] = turn.means.stored
        stays = not ended or turn.means.stage is Stage.WON
        seat = self.before.turn if stays else self.before.next_seat
        return self.before.with_balls(where, remembered, seat)

    # ------------------------------------------------------------ may it end?

    def used_up(self, turn: Turn) -> bool:
        """Tell whether all given throws are used."""
        return turn.means.thrown == len(self.throws)

    def may_end(self, turn: Turn) -> bool:
        """Tell whether the turn may end here (T5): nothing is due, no movable part is left."""
        means = turn.means
        if means.stage is Stage.WON:
            return True
        if means.stage in _BEFORE_THE_NUMBER or means.due:
            return False
        return not self._part_due(turn)

    def next_throws(self, turn: Turn) -> tuple[str, ...]:
        """Return which throws the rules could ask for now: "number" (that die alone), "both"."""
        means = turn.means
        match means.stage:
            case Stage.BEGIN:
                in_play = bool(turn.own & ring.IN_PLAY)
                waiting = turn.own.bit_count() < self.moves.balls
                always = self.house.three_throws is ThreeThrows.ALWAYS
                tries = waiting and (always or not in_play)
                return ("number",) * tries + ("both",) * in_play
            case Stage.TRYING:
                return ("number",)
            case Stage.OPENED:
                return ("both",)
            case Stage.PLAY if means.due and not self._part_due(turn):
                return ("both",)
        return ()

    def movable(self, turn: Turn) -> tuple[int, ...]:
        """Return the parts left that some own ball in play could move (T5)."""
        own, _, means = turn
        last = len(means.parts) == 1
        return tuple(
            part
            for part in means.parts
            if self.moves.can_move(own, part, back=means.back, last=last)
        )

    def _part_due(self, turn: Turn) -> bool:
        return bool(turn.means.parts and self.movable(turn))

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
        for step, after, won in self.uses(means):
            wins_only = step.kind not in only
            if wins_only and not may_win:
                continue
            if step.kind is Kind.THROW:
                if ("both" if step.option else "number") in self.next_throws(turn):
                    yield step, Turn(own, others, after)
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
                    taken = step._replace(path=landing.path)
                    yield taken, Turn(landing.own, landing.others(others), onto)

    def _landings(
        self, step: Step, own: int, others: tuple[int, ...], means: Means
    ) -> list[Landing] | None:
        """Return what a step can do on the board, or None for a step that does nothing there."""
        match step.kind:
            case Kind.MOVE:
                last = len(means.parts) == 1
                return self.moves.by_number(own, others, step.number, back=means.back, last=last)
            case Kind.SWAP_BALL:
                return self.moves.by_swap_ball(own, others)
            case Kind.SWAP_RING:
                return self.moves.by_swap_ring(own, others, back=means.back)
            case Kind.HOLE_IN:
                return self.moves.by_hole_in(own, others)
            case Kind.ENTER | Kind.EXIT:
                return self.moves.by_entry(own)
        return None

    def uses(self, means: Means) -> tuple[Use, ...]:
        """Return the steps that these means allow, wherever the balls lie."""
        known = self._uses.get(means)
        if known is None:
            found = self._find_uses(means)
            known = self._uses[means] = tuple(
                Use(step, after, after._replace(stage=Stage.WON)) for step, after in found
            )
        return known

    def _find_uses(self, means: Means) -> Iterator[tuple[Step, Means]]:
        match means.stage:
            case Stage.WON:
                return
            case Stage.BEGIN:
                yield from self._throw(means)
                yield from self._open(means)
            case Stage.OPENED:
                yield from self._throw(means)
            case Stage.TRYING:
                yield from self._enter_by_try(means)
                yield from self._throw(means)
            case Stage.TRIED:
                yield from self._enter_by_try(means)
                yield from self._options(means)
            case Stage.PLAY:
                yield from self._throw(means)
                yield from self._enter(means)
                yield from self._move(means)
                yield from self._options(means)
                yield from self._store(means)

    def _throw(self, means: Means) -> Iterator[tuple[Step, Means]]:
        """Use the next of the given throws; whether it is the kind that is due depends on the board."""
        if means.thrown == len(self.throws):
            return
        throw = self.throws[means.thrown]
        count = means.thrown + 1
        step = Step(Kind.THROW, throw.number, option=BITS[throw.option] if throw.option else 0)
        if throw.option is None:
            right = throw.number in ENTRY_NUMBERS or (
                count == TRIES and len({tried.number for tried in self.throws[:TRIES]}) == 1
            )
            stage = Stage.TRIED if count == TRIES else Stage.TRYING
            yield step, means._replace(stage=stage, thrown=count, right=right)
        else:
            after = Means(
                Stage.PLAY, count, (throw.number,), BITS[throw.option], means.stored, means.locked,
                back=means.back, due=False, whole=throw.number in ENTRY_NUMBERS, moved=False,
                multiplied=False, right=False,
            )  # fmt: skip
            yield step, after

    def _open(self, means: Means) -> Iterator[tuple[Step, Means]]:
        """Begin with exit (X5, X6)."""
        if means.stored & EXIT:
            after = means._replace(stage=Stage.OPENED, due=True, stored=means.stored & ~EXIT)
            yield Step(Kind.EXIT, 0, (), EXIT, True), after

    def _enter_by_try(self, means: Means) -> Iterator[tuple[Step, Means]]:
        """Enter a ball by a try (T2)."""
        if means.right:
            number = self.throws[means.thrown - 1].number
            yield Step(Kind.ENTER, number), means._replace(stage=Stage.PLAY, due=True, right=False)

    def _enter(self, means: Means) -> Iterator[tuple[Step, Means]]:
        """Enter a ball instead of moving the number (T3) or one part of it (T6)."""
        if not self.house.enter_with_both_dice:
            return
        if means.whole:
            yield Step(Kind.ENTER, means.parts[0]), means._replace(parts=(), due=True, whole=False)
        if means.multiplied and not self.house.entry_uses_whole_number:
            for part in sorted(set(means.parts) & set(ENTRY_NUMBERS)):
                parts = without(means.parts, part)
                after = means._replace(parts=parts, due=True, multiplied=False, moved=True)
                yield Step(Kind.ENTER, part), after

    def _move(self, means: Means) -> Iterator[tuple[Step, Means]]:
        """Move one part of the number (M1 to M6)."""
        for part in sorted(set(means.parts)):
            parts = without(means.parts, part)
            yield Step(Kind.MOVE, part), means._replace(parts=parts, whole=False, moved=True)

    def _options(self, means: Means) -> Iterator[tuple[Step, Means]]:
        """Use the thrown option or a remembered one (T4, X2)."""
        for option in OPTIONS:
            bit = BITS[option]
            if means.option & bit:
                after = means._replace(option=0, right=False)
                yield from self._use(Step(Kind(option), option=bit), after)
            if means.stored & bit & ~means.locked:
                after = means._replace(stored=means.stored & ~bit, right=False)
                yield from self._use(Step(Kind(option), 0, (), bit, True), after)

    def _use(self, step: Step, after: Means) -> Iterator[tuple[Step, Means]]:
        """Use one option; ``after`` are the means without it."""
        match step.kind:
            case Kind.HALF:
                yield from self._half(step, after)
            case Kind.DOUBLE:
                yield from self._double(step, after)
            case Kind.DIRECTION:
                stays = self.house.direction_twice is DirectionTwice.STAYS
                yield step, after._replace(back=stays or not after.back)
            case _:
                yield step, after

    def _half(self, step: Step, after: Means) -> Iterator[tuple[Step, Means]]:
        """Halve one even part (O1)."""
        for part in sorted(set(after.parts)):
            if part % 2 == 0:
                parts = tuple(sorted((*without(after.parts, part), part // 2)))
                yield step._replace(number=part), after._replace(parts=parts, whole=False)

    def _double(self, step: Step, after: Means) -> Iterator[tuple[Step, Means]]:
        """Double one part, or all parts as long as none has been moved (O2)."""
        changed = after._replace(whole=False, multiplied=after.multiplied or not after.moved)
        for part in sorted(set(after.parts)):
            parts = tuple(sorted((*after.parts, part)))
            yield step._replace(number=part), changed._replace(parts=parts)
        if len(after.parts) > 1 and not after.moved:
            parts = tuple(sorted(after.parts * 2))
            yield step._replace(kind=Kind.DOUBLE_ALL), changed._replace(parts=parts)

    def _store(self, means: Means) -> Iterator[tuple[Step, Means]]:
        """Store the thrown option (X3), or exit instead of moving VI or XII (X4)."""
        if not self.before.memory:
            return
        bit = means.option
        if bit and not means.stored & bit:
            after = means._replace(option=0, stored=means.stored | bit, locked=means.locked | bit)
            yield Step(Kind.STORE, 0, (), bit), after
        if means.whole and not means.stored & EXIT:
            after = means._replace(
                parts=(), whole=False, stored=means.stored | EXIT, locked=means.locked | EXIT
            )
            yield Step(Kind.STORE, means.parts[0], (), EXIT), after


_BEFORE_THE_NUMBER = {Stage.BEGIN, Stage.OPENED, Stage.TRYING}


def without(parts: tuple[int, ...], part: int) -> tuple[int, ...]:
    """Return the parts with one of this size taken out."""
    place = parts.index(part)
    return parts[:place] + parts[place + 1 :]
