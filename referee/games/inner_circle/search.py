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

from referee.games.inner_circle import ring
from referee.games.inner_circle.goal import Goal
from referee.games.inner_circle.play import ANY, Hopeful, Play, always
from referee.games.inner_circle.prospect import Prospect
from referee.games.inner_circle.turn import Kind, Means, Step, Turn

_TUNED = frozenset((Kind.HALF, Kind.DOUBLE, Kind.DOUBLE_ALL, Kind.MOVE, Kind.ENTER, Kind.THROW))
FOLLOWING = {
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


KEPT = 500_000
"""So many states are remembered; more are still found, but may be gone through again."""


def turns(play: Play, hopeful: Hopeful = always) -> Iterator[Turn]:
    """Yield every state that an unfinished turn can be in, depth first, in bounded memory.

    With ``hopeful`` only those that it lets through. Each comes once, or after `KEPT` of them perhaps again;
    where all of a large turn is wanted, see `levels`.
    """
    seen = _Seen()
    seen.add(play.begin())
    yield play.begin()
    yield from _onward(play, None, seen, hopeful)


class Search:
    """A search towards a goal; afterwards, or meanwhile, `steps_to` tells how a state was reached."""

    def __init__(self, play: Play, goal: Goal) -> None:
        self._play, self._goal = play, goal
        self._trail = _Trail()

    @property
    def seen(self) -> int:
        """How many states were looked at."""
        return len(self._trail.came_from)

    def states(self) -> Iterator[Turn]:
        """Yield every state from which the goal is not out of reach, each once."""
        prospect = Prospect(self._play, self._goal)
        first = self._play.begin()
        if prospect.hopeful(first.own, first.means) and prospect.others_hopeful(first):
            self._trail.add(first)
            yield first
            yield from _onward(self._play, prospect, self._trail, prospect.hopeful)

    def reached(self) -> Iterator[Turn]:
        """Yield every state that is as wanted, with all throws used."""
        goal = self._goal
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
        link = self._trail.came_from[turn]
        while link is not None:
            turn, step = link
            steps.append(step)
            link = self._trail.came_from[turn]
        return tuple(reversed(steps))


def _onward(
    play: Play, prospect: Prospect | None, seen: "_Seen | _Trail", hopeful: Hopeful
) -> Iterator[Turn]:
    """Yield the states after the first one."""
    partly: set[Turn] = set()
    stack = [(play.begin(), ANY)]
    while stack:
        turn, only = stack.pop()
        for step, after in play.steps(turn, hopeful, only):
            following = FOLLOWING.get(step.kind, ANY)
            if not seen.add(after, turn, step):
                if following is ANY and after in partly:
                    partly.discard(after)
                    stack.append((after, ANY))
            elif prospect is None or prospect.others_hopeful(after):
                yield after
                stack.append((after, following))
                if following is not ANY:
                    partly.add(after)


class _Trail:
    """The states seen and how each was reached."""

    def __init__(self) -> None:
        self.came_from: dict[Turn, tuple[Turn, Step] | None] = {}

    def add(self, after: Turn, turn: Turn | None = None, step: Step | None = None) -> bool:
        """Add a state; return whether it is new."""
        if after in self.came_from:
            return False
        self.came_from[after] = (turn, step) if turn and step else None
        return True


class _Seen:
    """The states seen, each packed into one integer, which takes a tenth of the memory."""

    def __init__(self) -> None:
        self._packed: set[int] = set()
        self._means: dict[Means, int] = {}

    def add(self, after: Turn, turn: Turn | None = None, step: Step | None = None) -> bool:
        """Add a state; return whether it is new (as far as is remembered)."""
        del turn, step
        packed = self._means.setdefault(after.means, len(self._means))
        for mask in (*after.others, after.own):
            packed = packed << ring.FIELDS | mask
        if packed in self._packed:
            return False
        if len(self._packed) < KEPT:
            self._packed.add(packed)
        return True
