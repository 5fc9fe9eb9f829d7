"""How balls move (rules M1 to M8, O3, O5, O6): every way to carry out one step on the board.

Whether the player may take the step at all (parts, options, throws) is `play`'s business.
"""

from typing import NamedTuple

from referee.games.inner_circle import ring
from referee.games.inner_circle.house import House, OwnBall

Others = tuple[int, ...]


class Landing(NamedTuple):
    """What one step does on the board.

    ``path`` are the fields that the moving ball leaves and touches, ``own`` the mask of the mover's balls
    afterwards, ``touched`` the mask of fields from which others' balls are thrown, and ``swapped`` that of
    the two fields between which another's ball changes places with it.
    """

    path: tuple[int, ...]
    own: int
    touched: int
    swapped: int

    def others(self, others: Others) -> Others:
        """Return where the others' balls are afterwards (M2, O3)."""
        changed = self.touched | self.swapped
        for theirs in others:
            if theirs & changed:
                break
        else:
            return others
        if self.swapped:
            return tuple([m ^ self.swapped if m & self.swapped else m for m in others])
        return tuple([theirs & ~self.touched for theirs in others])


class Moves:
    """The moves of one seat by these house rules.

    ``alike`` is a mask of target fields that need not be told apart: of those behind one arrow that are free
    only the first is tried.
    """

    def __init__(
        self, house: House, seat: int, *, memory: bool, balls: int, alike: int = 0
    ) -> None:
        self.start_field = ring.START_FIELDS[seat]
        self.balls = balls
        self.targets = sum(1 << field for field in ring.targets(memory))
        self._behind = ring.targets_behind(memory)
        self._blocks = house.own_ball is OwnBall.BLOCKS
        self._slant_changes = house.swap_ring_triggers_change
        self._swap_holes = house.swap_ball_may_hole
        self._alike = alike

    def by_number(
        self, own: int, others: Others, number: int, *, back: bool, last: bool
    ) -> list[Landing]:
        """Return what moving a part of the number can do; ``last``: no other part is still to be moved."""
        found: list[Landing] = []
        steps = -number if back else number
        for field in ring.fields_of(own & ring.IN_PLAY):
            landing = ring.ADVANCE[field][steps]
            path, rest = (field, landing), own ^ 1 << field
            change = landing in ring.FACING
            if not (change and last):
                self._land(found, path, rest, others)
            if change:
                self._change(found, path, rest)
        return found

    def by_swap_ring(self, own: int, others: Others, *, back: bool) -> list[Landing]:
        """Return what swap-ring can do (O5, M8)."""
        found: list[Landing] = []
        beside = ring.BESIDE[-1 if back else 1]
        for field in ring.fields_of(own & ring.IN_PLAY):
            path, rest = (field, beside[field]), own ^ 1 << field
            if self._slant_changes and ring.slantwise(field) and beside[field] in ring.FACING:
                self._change(found, path, rest)
            else:
                self._land(found, path, rest, others)
        return found

    def by_swap_ball(self, own: int, others: Others) -> list[Landing]:
        """Return what swap-ball can do (O3)."""
        found: list[Landing] = []
        for there in ring.fields_of(sum(others) & ring.IN_PLAY):
            for here in ring.fields_of(own & ring.IN_PLAY):
                rest, swapped = own ^ 1 << here, 1 << here | 1 << there
                found.append(Landing((here, there), rest | 1 << there, 0, swapped))
                if self._swap_holes and there in self._behind:
                    for hole in self._free(self._behind[there], own, others):
                        path = (here, there, hole)
                        found.append(Landing(path, rest | 1 << hole, 0, swapped))
        return found

    def by_hole_in(self, own: int, others: Others) -> list[Landing]:
        """Return what hole-in can do (O6)."""
        holes = self._free(self.targets, own, others)
        return [
            Landing((field, hole), own ^ 1 << field | 1 << hole, 0, 0)
            for field in ring.fields_of(own & ring.IN_PLAY)
            for hole in holes
        ]

    def by_entry(self, own: int) -> list[Landing]:
        """Return the entry of a ball from the start area, if it is possible (T2, T3, M2, M3)."""
        bit = 1 << self.start_field
        if own.bit_count() < self.balls and not own & bit:
            return [Landing((self.start_field,), own | bit, bit, 0)]
        return []

    def can_move(self, own: int, number: int, *, back: bool, last: bool) -> bool:
        """Tell whether some own ball in play could move this part (T5)."""
        playing = own & ring.IN_PLAY
        # A ball alone in play has nothing in its way.
        if not (self._blocks and playing & playing - 1):
            return bool(playing)
        steps = -number if back else number
        for field in ring.fields_of(playing):
            landing = ring.ADVANCE[field][steps]
            touched = 1 << landing
            if last and landing in ring.FACING:
                touched |= 1 << ring.FACING[landing]
            if not own & touched:
                return True
        return False

    def almost_won(self, own: int) -> bool:
        """Tell whether one more ball home would win."""
        return (own & ring.HOME).bit_count() == self.balls - 1

    def won(self, own: int) -> bool:
        """Tell whether all the mover's balls are home (G1)."""
        return (own & ring.HOME).bit_count() == self.balls

    def _land(self, found: list[Landing], path: tuple[int, ...], rest: int, others: Others) -> None:
        """Add landing on the path's last field, and going in from there (M2, M3, M6)."""
        bit = 1 << path[-1]
        if rest & bit:
            if self._blocks:
                return
            rest ^= bit
        found.append(Landing(path, rest | bit, bit, 0))
        holes = self._behind.get(path[-1])
        if holes:
            found.extend(
                Landing((*path, hole), rest | 1 << hole, bit, 0)
                for hole in self._free(holes, rest, others)
            )

    def _change(self, found: list[Landing], path: tuple[int, ...], rest: int) -> None:
        """Add landing on a ring-change arrow and changing to the facing field (M4)."""
        facing = ring.FACING[path[-1]]
        touched = 1 << path[-1] | 1 << facing
        if rest & touched:
            if self._blocks:
                return
            rest &= ~touched
        found.append(Landing((*path, facing), rest | 1 << facing, touched, 0))

    def _free(self, holes: int, own: int, others: Others) -> tuple[int, ...]:
        """Return the free ones of these target fields that are worth telling apart (M7)."""
        free = holes & ~own & ~sum(others)
        if free & self._alike:
            for behind in self._behind.values():
                same = free & self._alike & behind
                free &= ~same | same & -same
        return ring.fields_of(free)
