"""What a player may do by what is left to him, wherever the balls lie (T2, T3, T6, O1, O2, O4, X1 to X7)."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import NamedTuple

from referee.games.inner_circle.house import DirectionTwice, House
from referee.games.inner_circle.throw import BITS, ENTRY_NUMBERS, OPTIONS
from referee.games.inner_circle.turn import Kind, Means, Stage, Step

HALF, DOUBLE, SWAP_BALL, SWAP_RING, DIRECTION, HOLE_IN, EXIT = (BITS[option] for option in OPTIONS)

_KEPT = 4_000
"""Means for which their uses are kept; a turn of the base game has a few hundred."""


class Use(NamedTuple):
    """A step as far as the means go: the step without its path, the means after it, and if it wins."""

    step: Step
    after: Means
    won: Means


@dataclass(frozen=True)
class Uses:
    """The steps that means allow by these house rules, throws aside; worked out once for each means."""

    house: House
    memory: bool
    _known: dict[Means, tuple[Use, ...]] = field(default_factory=dict, repr=False)

    def of(self, means: Means) -> tuple[Use, ...]:
        """Return the steps that these means allow."""
        known = self._known.get(means)
        if known is None:
            if len(self._known) >= _KEPT:
                self._known.clear()
            known = self._known[means] = tuple(
                Use(step, after, after._replace(stage=Stage.WON))
                for step, after in self._find(means)
            )
        return known

    def _find(self, means: Means) -> Iterator[tuple[Step, Means]]:
        match means.stage:
            case Stage.BEGIN:
                yield from self._open(means)
            case Stage.TRYING:
                yield from self._enter_by_try(means)
            case Stage.TRIED:
                yield from self._enter_by_try(means)
                yield from self._options(means)
            case Stage.PLAY:
                yield from self._enter(means)
                yield from self._move(means)
                yield from self._options(means)
                yield from self._store(means)

    def _open(self, means: Means) -> Iterator[tuple[Step, Means]]:
        """Begin with exit (X5, X6)."""
        if means.stored & EXIT:
            after = means._replace(stage=Stage.OPENED, due=True, stored=means.stored & ~EXIT)
            yield Step(Kind.EXIT, 0, (), EXIT, True), after

    def _enter_by_try(self, means: Means) -> Iterator[tuple[Step, Means]]:
        """Enter a ball by a try (T2)."""
        if means.right:
            after = means._replace(stage=Stage.PLAY, due=True, right=0)
            yield Step(Kind.ENTER, means.right), after

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
                after = means._replace(option=0, right=0)
                yield from self._use(Step(Kind(option), option=bit), after)
            if means.stored & bit & ~means.locked:
                after = means._replace(stored=means.stored & ~bit, right=0)
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
        if not self.memory:
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


def without(parts: tuple[int, ...], part: int) -> tuple[int, ...]:
    """Return the parts with one of this size taken out."""
    place = parts.index(part)
    return parts[:place] + parts[place + 1 :]
