"""Looking for a turn with mistakes: going first where the board looks most like what stands there.

The search for a verdict proves; this one is content with the first sensible story, and gives up after so
many steps.
"""

import heapq
from collections.abc import Iterator, Sequence
from itertools import count
from typing import NamedTuple

from referee.games.inner_circle.goal import Goal
from referee.games.inner_circle.mistakes import Mistake, throwing
from referee.games.inner_circle.play import Onward, Play
from referee.games.inner_circle.position import Position
from referee.games.inner_circle.turn import Stage, Step, Turn

EFFORT = 12_000
"""So many steps are tried for each kind of mistake: all of a base turn's, and a fraction of a second."""

DEARER = 2
"""What a mistake costs, in spots that lie otherwise than seen."""

Way = list[tuple[Turn, Step]]
"""The steps of a turn, each with the state before it."""


class State(NamedTuple):
    """A state of the turn, and how many mistakes led there."""

    turn: Turn
    wrong: int


Links = dict[State, tuple[State, Step] | None]
"""From which state, and by which step, each state was reached; None: the turn begins there."""


class Blame:
    """The turns with at most ``most`` mistakes of these kinds that lead towards ``after``.

    ``begun`` are states in which the turn was seen to stand, each with those before it (`reached`): it went
    on from one of them. Without any it is looked for from its beginning.
    """

    def __init__(
        self,
        play: Play,
        after: Position,
        mistakes: Sequence[Mistake] = (),
        most: int = 1,
        begun: Sequence[Links] = (),
    ) -> None:
        self._play, self._mistakes, self._most, self._begun = play, mistakes, most, begun
        self._goal = Goal.exactly(after, play.before.turn, ended=False)
        self._unfinished = after.turn == play.before.turn
        self._came_from: Links = {}

    def find(self) -> Way | None:
        """Return a turn with mistakes that leads to what stands there."""
        for state in self._states():
            if state.wrong and self._over(state.turn) and self.stands(state.turn):
                return self.way(state)
        return None

    def reached(self) -> tuple[Links, ...]:
        """Return each legal state that looks just like ``after``, with those before it, itself the last."""
        return tuple(
            self._links(state)
            for state in list(self._states())
            if not state.wrong and self._goal.holds(state.turn)
        )

    def nearest(self) -> State:
        """Return the legal state that looks most like what stands there, with all throws used if it can be.

        One that looks just like it comes first, even if the turn may not end there.
        """
        return min(
            (state for state in self._states() if not state.wrong),
            key=lambda state: (
                not self.stands(state.turn),
                state.turn.means.thrown < len(self._play.throws),
                not self._over(state.turn),
                self._distance(state.turn),
                -state.turn.means.thrown,
            ),
        )

    def stands(self, turn: Turn) -> bool:
        """Tell whether this is what stands there, all throws used."""
        return self._play.used_up(turn) and self._goal.holds(turn)

    def _over(self, turn: Turn) -> bool:
        return self._unfinished or self._play.may_end(turn)

    def _states(self) -> Iterator[State]:
        order = count()
        heap = [(0, next(order), state) for state in self._firsts()]
        effort = 0
        while heap and effort < EFFORT:
            _, _, state = heapq.heappop(heap)
            yield state
            for step, after in self._steps(state):
                effort += 1
                later = State(after, state.wrong + bool(step.breaks))
                if later not in self._came_from:
                    self._came_from[later] = (state, step)
                    dear = DEARER if self._most > 1 else 1
                    cost = self._distance(after) + dear * later.wrong
                    heapq.heappush(heap, (cost, next(order), later))

    def _firsts(self) -> list[State]:
        """Return the states that the search goes on from."""
        begun = self._begun or ({State(self._play.begin(), 0): None},)
        for links in begun:
            self._came_from |= links
        return [list(links)[-1] for links in begun]

    def _steps(self, state: State) -> Iterator[Onward]:
        turn = state.turn
        yield from self._play.steps(turn)
        if state.wrong < self._most:
            # What is done wrong is done after the throw, if there was one.
            unthrown = turn.means.stage is Stage.BEGIN and bool(self._play.throws)
            for mistake in self._mistakes:
                if mistake is throwing or not unthrown:
                    yield from mistake(self._play, turn, self._goal)

    def _distance(self, turn: Turn) -> int:
        """Return how many fields and option balls differ from what stands there."""
        goal = self._goal
        differing = (turn.own ^ goal.own.must).bit_count()
        for theirs, wanted in zip(turn.others, goal.others, strict=True):
            differing += (theirs ^ wanted.must).bit_count()
        return differing + (turn.means.stored ^ goal.stored_must).bit_count()

    def _links(self, state: State) -> Links:
        links: Links = {}
        at: State | None = state
        while at is not None:
            links[at] = self._came_from[at]
            at = link[0] if (link := links[at]) else None
        return dict(reversed(links.items()))

    def way(self, state: State) -> Way:
        """Return how a state was reached."""
        way: Way = []
        link = self._came_from[state]
        while link is not None:
            earlier, step = link
            way.append((earlier.turn, step))
            link = self._came_from[earlier]
        return way[::-1]
