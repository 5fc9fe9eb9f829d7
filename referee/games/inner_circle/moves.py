"""How balls move (rules M1 to M8, O3, O5, O6): every way to carry out one step on the board.

The functions yield ``(path, own, others)``: the fields that the moving ball leaves and touches, the mask
of the mover's balls and the masks of the others' balls afterwards. Whether the player may take the step at
all (parts, options, throws) is `play`'s business.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property

from referee.games.inner_circle import ring
from referee.games.inner_circle.house import House, OwnBall

Others = tuple[int, ...]
Result = tuple[tuple[int, ...], int, Others]


@dataclass(frozen=True)
class Moves:
    """The moves of one seat by these house rules."""

    house: House
    seat: int
    memory: bool
    balls: int

    @cached_property
    def start_field(self) -> int:
        """The mover's start field (B2)."""
        return ring.START_FIELDS[self.seat]

    @cached_property
    def own_blocks(self) -> bool:
        """Whether own balls block (M3)."""
        return self.house.own_ball is OwnBall.BLOCKS

    @cached_property
    def targets(self) -> int:
        """Mask of the target fields of this board."""
        return sum(1 << field for field in ring.targets(self.memory))

    @cached_property
    def behind(self) -> dict[int, int]:
        """The target fields behind each target-ring arrow (B4)."""
        return ring.targets_behind(self.memory)

    def by_number(
        self, own: int, others: Others, number: int, back: bool, last: bool
    ) -> Iterator[Result]:
        """Yield what moving a part of the number can do; ``last``: no other part is still to be moved."""
        steps = -number if back else number
        for field in ring.fields_of(own & ring.IN_PLAY):
            landing = ring.ADVANCE[field][steps]
            rest = own & ~(1 << field)
            change = landing in ring.FACING
            if not (change and last):
                yield from self._land((field, landing), rest, others)
            if change:
                yield from self._change((field, landing), rest, others)

    def by_swap_ring(self, own: int, others: Others, back: bool) -> Iterator[Result]:
        """Yield what swap-ring can do (O5, M8)."""
        beside = ring.BESIDE[-1 if back else 1]
        for field in ring.fields_of(own & ring.IN_PLAY):
            path, rest = (field, beside[field]), own & ~(1 << field)
            must_change = (
                self.house.swap_ring_triggers_change
                and ring.slantwise(field)
                and beside[field] in ring.FACING
            )
            yield from (self._change if must_change else self._land)(path, rest, others)

    def by_swap_ball(self, own: int, others: Others) -> Iterator[Result]:
        """Yield what swap-ball can do (O3)."""
        for i, theirs in enumerate(others):
            for there in ring.fields_of(theirs & ring.IN_PLAY):
                for here in ring.fields_of(own & ring.IN_PLAY):
                    swapped = theirs & ~(1 << there) | 1 << here
                    after = (*others[:i], swapped, *others[i + 1 :])
                    rest = own & ~(1 << here)
                    yield (here, there), rest | 1 << there, after
                    if self.house.swap_ball_may_hole and there in self.behind:
                        yield from self._into(self.behind[there], (here, there), rest, after)

    def by_hole_in(self, own: int, others: Others) -> Iterator[Result]:
        """Yield what hole-in can do (O6)."""
        for field in ring.fields_of(own & ring.IN_PLAY):
            yield from self._into(self.targets, (field,), own & ~(1 << field), others)

    def by_entry(self, own: int, others: Others) -> Iterator[Result]:
        """Yield the entry of a ball from the start area, if it is possible (T2, T3, M2, M3)."""
        bit = 1 << self.start_field
        if own.bit_count() < self.balls and not own & bit:
            yield (self.start_field,), own | bit, _thrown(others, bit)

    def can_move(self, own: int, others: Others, number: int, back: bool, last: bool) -> bool:
        """Tell whether some own ball in play could move this part (T5)."""
        return any(True for _ in self.by_number(own, others, number, back, last))

    def won(self, own: int) -> bool:
        """Tell whether all the mover's balls are home (G1)."""
        return (own & ring.HOME).bit_count() == self.balls

    def _land(self, path: tuple[int, ...], rest: int, others: Others) -> Iterator[Result]:
        """Yield landing on the path's last field, and going in from there (M2, M3, M6)."""
        bit = 1 << path[-1]
        if rest & bit and self.own_blocks:
            return
        rest &= ~bit
        others = _thrown(others, bit)
        yield path, rest | bit, others
        if path[-1] in self.behind:
            yield from self._into(self.behind[path[-1]], path, rest, others)

    def _change(self, path: tuple[int, ...], rest: int, others: Others) -> Iterator[Result]:
        """Yield landing on a ring-change arrow and changing to the facing field (M4)."""
        facing = ring.FACING[path[-1]]
        touched = 1 << path[-1] | 1 << facing
        if rest & touched and self.own_blocks:
            return
        yield (*path, facing), rest & ~touched | 1 << facing, _thrown(others, touched)

    def _into(
        self, holes: int, path: tuple[int, ...], rest: int, others: Others
    ) -> Iterator[Result]:
        """Yield going into each free one of these target fields (M6, M7)."""
        taken = rest
        for theirs in others:
            taken |= theirs
        for hole in ring.fields_of(holes & ~taken):
            yield (*path, hole), rest | 1 << hole, others


def _thrown(others: Others, touched: int) -> Others:
    """Return the others' balls without those on the touched fields (M2)."""
    for theirs in others:
        if theirs & touched:
            return tuple([theirs & ~touched for theirs in others])
    return others
