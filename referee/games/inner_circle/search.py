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
from referee.games.inner_circle.play import Play
from referee.games.inner_circle.prospect import Prospect
from referee.games.inner_circle.turn import Step, Turn


def turns(play: Play) -> Iterator[Turn]:
    """Yield every state that an unfinished turn can be in, each once."""
    return Search(play).states()


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
        if prospect and prospect.hopeless(first):
            return
        came_from, stack = self._came_from, [first]
        came_from[first] = None
        while stack:
            turn = stack.pop()
            yield turn
            for step, after in self._play.steps(turn):
                if after not in came_from:
                    came_from[after] = (turn, step)
                    if prospect is None or not prospect.hopeless(after):
                        stack.append(after)

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
