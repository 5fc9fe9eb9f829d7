"""Playing a turn (rules T1 to T7, O1, O2, O4, G1, X1 to X7): which steps it allows, and when it may end."""

from collections.abc import Iterator
from dataclasses import dataclass

from referee.games.inner_circle import ring
from referee.games.inner_circle.house import DirectionTwice, House, ThreeThrows
from referee.games.inner_circle.moves import Moves, Result
from referee.games.inner_circle.position import Four, Position
from referee.games.inner_circle.throw import BITS, ENTRY_NUMBERS, OPTIONS, Option, Throw
from referee.games.inner_circle.turn import Kind, Means, Stage, Step, Turn

HALF, DOUBLE, SWAP_BALL, SWAP_RING, DIRECTION, HOLE_IN, EXIT = (BITS[option] for option in OPTIONS)

TRIES = 3

Onward = tuple[Step, Turn]


@dataclass(frozen=True)
class Play:
    """The rules of one turn: the mover's moves and the throws that were thrown in it."""

    before: Position
    house: House
    throws: tuple[Throw, ...]
    moves: Moves

    @classmethod
    def of(cls, house: House, before: Position, throws: tuple[Throw, ...]) -> "Play":
        """Return the turn of the seat that is on turn in ``before``."""
        moves = Moves(house, before.turn, before.memory, before.balls)
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
        return Position(
            memory=self.before.memory,
            seats=self.before.seats,
            balls=self.before.balls,
            where=_four(where),
            counted=self.before.counted,
            remembered=_four(remembered),
            turn=self.before.turn if stays else self.before.next_seat,
        )

    # ------------------------------------------------------------ may it end?

    def used_up(self, turn: Turn) -> bool:
        """Tell whether all given throws are used."""
        return turn.means.thrown == len(self.throws)

    def may_end(self, turn: Turn) -> bool:
        """Tell whether the turn may end here (T5): nothing is due, no movable part is left."""
        means = turn.means
        if means.stage is Stage.WON:
            return True
        if means.stage in {Stage.BEGIN, Stage.OPENED, Stage.TRYING} or means.due:
            return False
        return not self._part_due(turn)

    def next_throws(self, turn: Turn) -> tuple[str, ...]:
        """Return which throws the rules could ask for now: "number" (that die alone), "both"."""
        means = turn.means
        match means.stage:
            case Stage.BEGIN:
                found = []
                in_play = bool(turn.own & ring.IN_PLAY)
                waiting = turn.own.bit_count() < self.moves.balls
                always = self.house.three_throws is ThreeThrows.ALWAYS
                if waiting and (always or not in_play):
                    found.append("number")
                if in_play:
                    found.append("both")
                return tuple(found)
            case Stage.TRYING:
                return ("number",)
            case Stage.OPENED:
                return ("both",)
            case Stage.PLAY if means.due and not self._part_due(turn):
                return ("both",)
        return ()

    def _part_due(self, turn: Turn) -> bool:
        """Tell whether a part is left that some own ball in play could move (T5)."""
        own, others, means = turn
        last = len(means.parts) == 1
        return any(
            self.moves.can_move(own, others, part, means.back, last) for part in set(means.parts)
        )

    # ------------------------------------------------------------ steps

    def steps(self, turn: Turn) -> Iterator[Onward]:
        """Yield every step that the rules allow now, and the turn after it."""
        match turn.means.stage:
            case Stage.WON:
                return
            case Stage.BEGIN:
                yield from self._throw(turn)
                yield from self._open(turn)
            case Stage.OPENED:
                yield from self._throw(turn)
            case Stage.TRYING:
                yield from self._enter_by_try(turn)
                yield from self._throw(turn)
            case Stage.TRIED:
                yield from self._enter_by_try(turn)
                yield from self._options(turn)
            case Stage.PLAY:
                yield from self._throw(turn)
                yield from self._enter(turn)
                yield from self._move(turn)
                yield from self._options(turn)
                yield from self._store(turn)

    def _throw(self, turn: Turn) -> Iterator[Onward]:
        """Use the next of the given throws, if it is the kind that is due."""
        means = turn.means
        if means.thrown == len(self.throws):
            return
        throw = self.throws[means.thrown]
        if ("both" if throw.both else "number") not in self.next_throws(turn):
            return
        count = means.thrown + 1
        step = Step(Kind.THROW, throw.number, option=BITS[throw.option] if throw.option else 0)
        if throw.option is None:
            right = throw.number in ENTRY_NUMBERS or (
                count == TRIES and len({tried.number for tried in self.throws[:TRIES]}) == 1
            )
            stage = Stage.TRIED if count == TRIES else Stage.TRYING
            after = means._replace(stage=stage, thrown=count, right=right)
        else:
            after = Means(
                Stage.PLAY, count, (throw.number,), BITS[throw.option], means.stored, means.locked,
                back=means.back, due=False, whole=throw.number in ENTRY_NUMBERS, moved=False,
                multiplied=False, right=False,
            )  # fmt: skip
        yield step, Turn(turn.own, turn.others, after)

    def _open(self, turn: Turn) -> Iterator[Onward]:
        """Begin with exit (X5, X6)."""
        means = turn.means
        if means.stored & EXIT:
            after = means._replace(stage=Stage.OPENED, due=True, stored=means.stored & ~EXIT)
            for path, own, others in self.moves.by_entry(turn.own, turn.others):
                yield Step(Kind.EXIT, 0, path, EXIT, True), Turn(own, others, after)

    def _enter_by_try(self, turn: Turn) -> Iterator[Onward]:
        """Enter a ball by a try (T2)."""
        means = turn.means
        if means.right:
            after = means._replace(stage=Stage.PLAY, due=True, right=False)
            number = self.throws[means.thrown - 1].number
            for path, own, others in self.moves.by_entry(turn.own, turn.others):
                yield Step(Kind.ENTER, number, path), Turn(own, others, after)

    def _enter(self, turn: Turn) -> Iterator[Onward]:
        """Enter a ball instead of moving the number (T3) or one part of it (T6)."""
        means = turn.means
        if not self.house.enter_with_both_dice:
            return
        if means.whole:
            after = means._replace(parts=(), due=True, whole=False)
            for path, own, others in self.moves.by_entry(turn.own, turn.others):
                yield Step(Kind.ENTER, means.parts[0], path), Turn(own, others, after)
        if means.multiplied and not self.house.entry_uses_whole_number:
            for part in sorted(set(means.parts) & set(ENTRY_NUMBERS)):
                parts = _without(means.parts, part)
                after = means._replace(parts=parts, due=True, multiplied=False, moved=True)
                for path, own, others in self.moves.by_entry(turn.own, turn.others):
                    yield Step(Kind.ENTER, part, path), Turn(own, others, after)

    def _move(self, turn: Turn) -> Iterator[Onward]:
        """Move one part of the number (M1 to M6)."""
        own, others, means = turn
        last = len(means.parts) == 1
        for part in sorted(set(means.parts)):
            after = means._replace(parts=_without(means.parts, part), whole=False, moved=True)
            step = Step(Kind.MOVE, part)
            found = self.moves.by_number(own, others, part, means.back, last)
            yield from self._carried_out(found, step, after)

    def _options(self, turn: Turn) -> Iterator[Onward]:
        """Use the thrown option or a remembered one (T4, X2)."""
        means = turn.means
        for bit in (BITS[option] for option in OPTIONS):
            if means.option & bit:
                after = means._replace(option=0, right=False)
                yield from self._use(turn, Step(Kind(_NAMES[bit]), option=bit), after)
            if means.stored & bit & ~means.locked:
                after = means._replace(stored=means.stored & ~bit, right=False)
                yield from self._use(turn, Step(Kind(_NAMES[bit]), 0, (), bit, True), after)

    def _use(self, turn: Turn, step: Step, after: Means) -> Iterator[Onward]:
        """Use one option; ``after`` are the means without it."""
        own, others, _ = turn
        match step.kind:
            case Kind.HALF:
                yield from self._half(turn, step, after)
            case Kind.DOUBLE:
                yield from self._double(turn, step, after)
            case Kind.DIRECTION:
                stays = self.house.direction_twice is DirectionTwice.STAYS
                yield step, Turn(own, others, after._replace(back=stays or not after.back))
            case Kind.SWAP_BALL:
                yield from self._carried_out(self.moves.by_swap_ball(own, others), step, after)
            case Kind.SWAP_RING:
                found = self.moves.by_swap_ring(own, others, after.back)
                yield from self._carried_out(found, step, after)
            case Kind.HOLE_IN:
                yield from self._carried_out(self.moves.by_hole_in(own, others), step, after)
            case Kind.EXIT:
                yield from self._carried_out(self.moves.by_entry(own, others), step, after)

    def _half(self, turn: Turn, step: Step, after: Means) -> Iterator[Onward]:
        """Halve one even part (O1)."""
        for part in sorted(set(after.parts)):
            if part % 2 == 0:
                parts = tuple(sorted((*_without(after.parts, part), part // 2)))
                means = after._replace(parts=parts, whole=False)
                yield step._replace(number=part), Turn(turn.own, turn.others, means)

    def _double(self, turn: Turn, step: Step, after: Means) -> Iterator[Onward]:
        """Double one part, or all parts as long as none has been moved (O2)."""
        changed = after._replace(whole=False, multiplied=after.multiplied or not after.moved)
        for part in sorted(set(after.parts)):
            parts = tuple(sorted((*after.parts, part)))
            means = changed._replace(parts=parts)
            yield step._replace(number=part), Turn(turn.own, turn.others, means)
        if len(after.parts) > 1 and not after.moved:
            means = changed._replace(parts=tuple(sorted(after.parts * 2)))
            yield step._replace(kind=Kind.DOUBLE_ALL), Turn(turn.own, turn.others, means)

    def _store(self, turn: Turn) -> Iterator[Onward]:
        """Store the thrown option (X3), or exit instead of moving VI or XII (X4)."""
        if not self.before.memory:
            return
        means = turn.means
        bit = means.option
        if bit and not means.stored & bit:
            after = means._replace(option=0, stored=means.stored | bit, locked=means.locked | bit)
            yield Step(Kind.STORE, 0, (), bit), Turn(turn.own, turn.others, after)
        if means.whole and not means.stored & EXIT:
            after = means._replace(
                parts=(), whole=False, stored=means.stored | EXIT, locked=means.locked | EXIT
            )
            step = Step(Kind.STORE, means.parts[0], (), EXIT)
            yield step, Turn(turn.own, turn.others, after)

    def _carried_out(self, found: Iterator[Result], step: Step, after: Means) -> Iterator[Onward]:
        for path, own, others in found:
            means = after._replace(stage=Stage.WON) if self.moves.won(own) else after
            yield step._replace(path=path), Turn(own, others, means)


_NAMES: dict[int, Option] = {BITS[option]: option for option in OPTIONS}


def _without(parts: tuple[int, ...], part: int) -> tuple[int, ...]:
    place = parts.index(part)
    return parts[:place] + parts[place + 1 :]


def _four(values: list[int]) -> Four:
    first, second, third, fourth = values
    return first, second, third, fourth
