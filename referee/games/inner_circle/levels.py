"""Every state of an unfinished turn, level by level, in bounded memory.

A level holds the states that so many steps lead to. They gather as keys, sorted in batches that the caller
may put away (`referee.runs`), so memory holds one batch for each of two levels, and a few means. From each
state of a level the steps are tried once, however it was reached: nothing is gone through over and over,
as would happen in a depth first search that cannot remember all that it has seen.
"""

from collections.abc import Iterator

from referee.games.inner_circle import ring
from referee.games.inner_circle.play import ANY, Play
from referee.games.inner_circle.search import FOLLOWING
from referee.games.inner_circle.turn import Kind, Means, Turn
from referee.runs import Held, PutAway, Sorting

_WIDEST_FIRST = sorted({ANY, *FOLLOWING.values()}, key=len, reverse=True)
"""What may be tried from a state: everything, or less where it was reached by a step that only tunes."""

_NUMBERS = {only: number for number, only in enumerate(_WIDEST_FIRST)}

_MEANS_BYTES = 4
_MASK = (1 << ring.FIELDS) - 1


def turns(play: Play, put_away: PutAway = Held) -> Iterator[Turn]:
    """Yield every state that an unfinished turn can be in, as soon as it is found.

    One that several ways lead to may come more than once.
    """
    level = _Level(play, put_away)
    level.add(play.begin(), ANY)
    yield play.begin()
    while level.any:
        following = _Level(play, put_away)
        for turn, only in level.states():
            for step, after in play.steps(turn, only=only):
                if following.add(after, FOLLOWING.get(step.kind, ANY)):
                    yield after
        level = following


class _Level:
    """The states of one level: their balls, the number of their means, and what may be tried from them."""

    def __init__(self, play: Play, put_away: PutAway) -> None:
        self._others = len(play.before.seats) - 1
        self._bytes = (self._others + 1) * (ring.FIELDS // 8) + _MEANS_BYTES + 1
        self._means: dict[Means, int] = {}
        self._sorting = Sorting(put_away)
        self.any = False

    def add(self, turn: Turn, only: frozenset[Kind]) -> bool:
        """Add a state, from which steps of these kinds are to be tried; return whether it looks new."""
        own, others, means = turn
        packed = own
        for theirs in others:
            packed = packed << ring.FIELDS | theirs
        number = self._means.setdefault(means, len(self._means))
        packed = (packed << 8 * _MEANS_BYTES | number) << 8 | _NUMBERS[only]
        self.any = True
        return self._sorting.add(packed.to_bytes(self._bytes, "big"))

    def states(self) -> Iterator[tuple[Turn, frozenset[Kind]]]:
        """Yield each state once, with the most that is to be tried from it; after that the level is empty."""
        run, means = self._sorting.whole(), list(self._means)
        last = b""
        for key in run:
            # Of equal states the one from which most is tried sorts first.
            if key[:-1] == last:
                continue
            last = key[:-1]
            packed = int.from_bytes(last, "big")
            number = packed & (1 << 8 * _MEANS_BYTES) - 1
            packed >>= 8 * _MEANS_BYTES
            others = []
            for _ in range(self._others):
                others.append(packed & _MASK)
                packed >>= ring.FIELDS
            yield Turn(packed, tuple(others[::-1]), means[number]), _WIDEST_FIRST[key[-1]]
        run.drop()
