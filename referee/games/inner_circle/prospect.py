"""Whether a goal can still be reached from an unfinished turn: the bounds that keep a search narrow."""

from typing import NamedTuple

from referee.games.inner_circle import ring
from referee.games.inner_circle.goal import Goal
from referee.games.inner_circle.house import DirectionTwice, OwnBall
from referee.games.inner_circle.play import Play
from referee.games.inner_circle.purse import Purses, swaps_in
from referee.games.inner_circle.routes import WIDEST, Index, Routes, Via
from referee.games.inner_circle.terrain import Terrain
from referee.games.inner_circle.throw import BITS
from referee.games.inner_circle.turn import Means, Turn
from referee.games.inner_circle.uses import DIRECTION, DOUBLE

STRAYS = 2
"""With more fields astray nearly every ball can go nearly everywhere; looking for routes would not pay."""


class Outlook(NamedTuple):
    """What some means can still do: the purses they may spend (a mask), swap-balls, and the routes."""

    purses: int
    swaps: int
    routes: Routes | None


class Prospect:
    """Tells from which states a goal is out of reach.

    It only says so where no sequence of steps can lead to the goal: every bound follows from what a step can
    change at most, whatever the other steps are (see `Purses` and `Routes`).
    """

    def __init__(self, play: Play, goal: Goal) -> None:
        self._play, self._goal = play, goal
        self._purses = Purses(play, goal)
        self._home = (goal.own.may & ring.HOME).bit_count() + goal.astray
        self._own_thrown = play.house.own_ball is OwnBall.THROWS
        self._outlooks: dict[tuple[Means, bool], Outlook] = {}
        self._routes: dict[tuple[tuple[int, ...], bool], Routes] = {}
        first = play.begin()
        self._most = self._purses.of(first.means, lapses=True)
        index = Index(self._most) if self._most else None
        worth = index is not None and index.size <= WIDEST and goal.astray <= STRAYS
        self._index = index if worth else None
        others = sum(first.others) & ring.IN_PLAY
        # A second swap-ball may meet a ball that the first one has moved anywhere.
        self._swaps = ring.IN_PLAY if swaps_in(self._most) > 1 else others

    def hopeful(self, own: int, means: Means) -> bool:
        """Tell whether the mover's balls could still be brought where the goal wants them."""
        goal = self._goal
        if (own & ring.HOME & ~goal.own.may).bit_count() > goal.astray:
            return False
        purses, _, routes = self._outlook(own, means)
        return bool(purses) and (routes is None or bool(routes.sums(own) & purses))

    def others_hopeful(self, turn: Turn) -> bool:
        """Tell whether the others' balls could still be brought where the goal wants them."""
        leaving = coming = 0
        for wanted, theirs in zip(self._goal.others, turn.others, strict=True):
            if theirs.bit_count() < wanted.least:
                return False
            leaving |= theirs & ~wanted.may
            coming |= wanted.must & ~theirs
        if not leaving and not coming:
            return True
        purses, swaps, routes = self._outlook(turn.own, turn.means)
        if coming.bit_count() - self._goal.astray > swaps:
            return False
        if self._goal.astray or routes is None:
            return True
        # A ball leaves only where an own ball lands, and comes only where one leaves by swap-ball.
        return all(
            routes.sums(turn.own, Via(field, leaves)) & purses
            for fields, leaves in ((leaving, False), (coming, True))
            for field in ring.fields_of(fields)
        )

    def _outlook(self, own: int, means: Means) -> Outlook:
        """Return what these means can do; parts may lapse where no own ball might be in play (T5)."""
        lapses = self._own_thrown or own.bit_count() <= self._home
        key = (means, lapses)
        known = self._outlooks.get(key)
        if known is None:
            known = self._outlooks[key] = self._look(means, lapses)
        return known

    def _look(self, means: Means, lapses: bool) -> Outlook:
        purses = self._purses.of(means, lapses=lapses)
        if self._index is None:
            return Outlook(len(purses), swaps_in(purses), None)
        return Outlook(self._index.mask(purses), swaps_in(purses), self._routes_of(means))

    def _routes_of(self, means: Means) -> Routes:
        """Return the routes by the directions numbers may still take and whether parts may stay (M5)."""
        assert self._index is not None
        left = means.option | means.stored & ~means.locked
        for throw in self._play.throws[means.thrown :]:
            left |= BITS[throw.option] if throw.option else 0
        stays = self._play.house.direction_twice is DirectionTwice.STAYS
        both = left & DIRECTION and not (means.back and stays)
        signs = (1, -1) if both else (-1 if means.back else 1,)
        key = (signs, len(means.parts) > 1 or bool(left & DOUBLE))
        known = self._routes.get(key)
        if known is None:
            before = self._play.before
            terrain = Terrain(self._play.house, before.turn, before.memory, *key, self._swaps)
            known = self._routes[key] = Routes(terrain, self._goal, self._index, self._most)
        return known
