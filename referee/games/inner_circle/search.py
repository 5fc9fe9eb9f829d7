"""The one search behind every question that is asked about a turn.

It goes through the states of an unfinished turn, depth first. A state that was reached before is not tried
again, in whatever order the same steps led to it. With a goal, states from which the goal is out of reach are
left out, too.

Why it is complete: what can still be played depends on the state alone (`Turn` holds all that the rules
look at), so a state needs to be tried once. Every step that the rules allow is tried from it, except into
states that `Prospect` calls hopeless, and those cannot lead to the goal by any steps: it counts what the
dice and the options allow at most, and lets each ball move as if it stood alone. A turn has finitely many
states, since each step uses up a throw, a part or an option. So the search finds the goal if it can be
reached, and if it ends without, it cannot be.
"""

from collections.abc import Iterator

from referee.games.inner_circle.goal import Goal
from referee.games.inner_circle.play import ANY, Play, always
from referee.games.inner_circle.prospect import Prospect
from referee.games.inner_circle.turn import Kind, Step, Turn


def turns(play: Play) -> Iterator[Turn]:
    """Yield every state that an unfinished turn can be in, each once."""
    return Search(play).states()


_TUNED = frozenset((Kind.HALF, Kind.DOUBLE, Kind.DOUBLE_ALL, Kind.MOVE, Kind.ENTER, Kind.THROW))
_FOLLOWING = {
    Kind.HALF: _TUNED,
    Kind.DOUBLE: _TUNED,
    Kind.DOUBLE_ALL: _TUNED,
    Kind.DIRECTION: _TUNED | {Kind.DIRECTION, Kind.SWAP_RING},
}
"""Which kinds of steps need to be tried after one that only tunes what numbers will do.

Half, double and direction can as well be used later, just before the step that makes use of them; the same
state comes out. So after one of them nothing else is tried but what makes use of it, and a step that wins,
since after that nothing more can be used.
"""


class Search:
    """One search; afterwards, or meanwhile, `steps_to` tells how a state was reached."""

    def __init__(self, play: Play, goal: Goal | None = None) -> None:
        self._play, self._goal = play, goal
        self._came_from: dict[Turn, tuple[Turn, Step] | None] = {}

    @property
    def seen(self) -> int:
        """How many states were looked at."""
        return len(self._came_from)

    def states(self) -> Iterator[Turn]:
        """Yield every state from which the goal is not out of reach, each once."""
        prospect = Prospect(self._play, self._goal) if self._goal else None
        first = self._play.begin()
        if prospect and not prospect.hopeful(first.own, first.means):
            return
        self._came_from[first] = None
        yield first
        yield from self._onward(first, prospect)

    def _onward(self, first: Turn, prospect: Prospect | None) -> Iterator[Turn]:
        hopeful = prospect.hopeful if prospect else always
        came_from = self._came_from
        partly: set[Turn] = set()
        stack = [(first, ANY)]
        while stack:
            turn, only = stack.pop()
            for step, after in self._play.steps(turn, hopeful, only):
                following = _FOLLOWING.get(step.kind, ANY)
                if after in came_from:
                    if following is ANY and after in partly:
                        partly.discard(after)
                        stack.append((after, ANY))
                    continue
                came_from[after] = (turn, step)
                if prospect is None or prospect.others_hopeful(after):
                    yield after
                    stack.append((after, following))
                    if following is not ANY:
                        partly.add(after)

    def reached(self) -> Iterator[Turn]:
        """Yield every state that is as wanted, with all throws used."""
        goal = self._goal
        assert goal is not None
        for turn in self.states():
            if (
                self._play.used_up(turn)
                and goal.holds(turn)
                and (not goal.ended or self._play.may_end(turn))
            ):
                yield turn

    def steps_to(self, turn: Turn) -> tuple[Step, ...]:
        """Return the steps that led to a state."""
        steps: list[Step] = []
        link = self._came_from[turn]
        while link is not None:
            turn, step = link
            steps.append(step)
            link = self._came_from[turn]
        return tuple(reversed(steps))
