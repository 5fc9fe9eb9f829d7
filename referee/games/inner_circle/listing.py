"""Listing: every way a turn can end, and which throws it asks for next.

A turn can end in hundreds of millions of ways, so its ends are never held as positions. The walk through the
turn (`levels`) turns each end into a key of at most 36 bytes (`keys`); keys are sorted in batches that the
caller may put away (`referee.runs`), and a position or its text is made when it comes out. So memory is
bounded by three batches, whatever the turn and the limit. Only the room outside grows: by up to 36 bytes
an end and 61 bytes a state of two levels of the walk, twice that while runs are merged. Measured on one of
the largest turns: 54 MB for 200,000 ends, 73 MB for a million, 78 MB for five million.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import islice

from referee.games.inner_circle.house import House, OwnBall
from referee.games.inner_circle.keys import Keys
from referee.games.inner_circle.levels import turns
from referee.games.inner_circle.play import Play
from referee.games.inner_circle.position import Position
from referee.games.inner_circle.search import turns as turns_depth_first
from referee.games.inner_circle.throw import ENTRY_NUMBERS, Throw
from referee.games.inner_circle.turn import Means, Stage
from referee.runs import Held, PutAway, Run, Sorting


@dataclass(frozen=True, slots=True, kw_only=True)
class Ends:
    """Every way a turn can end, each once, sorted by canonical text.

    ``count`` of them are listed. ``truncated`` says that a limit cut the list short; then ``next_throws``
    need not be whole. ``run`` holds the keys of the ends.
    """

    before: Position
    run: Run
    count: int
    truncated: bool
    next_throws: frozenset[str]

    @property
    def positions(self) -> Iterator[Position]:
        """The ends, each made when it is asked for."""
        return map(Keys(self.before).position, islice(self.run, self.count))

    @property
    def texts(self) -> Iterator[str]:
        """The ends as JSON, each made when it is asked for."""
        return map(Keys(self.before).json, islice(self.run, self.count))


def ends(
    house: House,
    before: Position,
    throws: Sequence[Throw],
    limit: int | None = None,
    put_away: PutAway = Held,
) -> Ends:
    """List every way the turn of the seat on turn in ``before`` can end with exactly these throws.

    With a limit at most so many are listed; which ones of more is left open. ``put_away`` says where keys go
    that are too many for memory; without it they stay there.
    """
    play, keys = Play.of(house, before, tuple(throws)), Keys(before)
    sorting = Sorting(put_away)
    due: set[str] = set()
    for turn in turns(play, put_away):
        if not play.used_up(turn):
            continue
        due.update(play.next_throws(turn))
        if play.may_end(turn):
            sorting.add(keys.key(turn))
            if limit is not None and sorting.more_than(limit):
                break
    run = sorting.whole()
    truncated = limit is not None and len(run) > limit
    count = limit if limit is not None and truncated else len(run)
    return Ends(
        before=before, run=run, count=count, truncated=truncated, next_throws=frozenset(due)
    )


def next_throws(house: House, before: Position, throws: Sequence[Throw]) -> frozenset[str]:
    """Return which throws the rules could ask for next ("number": that die alone, "both") after these.

    A throw follows only at the beginning, after a try, and after an entry. So what leads to no entry any more
    is left out, which is nearly all of a Memory turn.
    """
    play = Play.of(house, before, tuple(throws))
    by_number = house.enter_with_both_dice
    by_part = by_number and not house.entry_uses_whole_number
    blocks = house.own_ball is OwnBall.BLOCKS

    def may_ask(own: int, means: Means) -> bool:
        if means.due or means.stage in _ASKING:
            return True
        if blocks and own.bit_count() == before.balls:
            return False
        whole = by_number and means.whole
        parts = by_part and not set(ENTRY_NUMBERS).isdisjoint(means.parts)
        return whole or parts or bool(means.right)

    both_thrown = bool(throws) and throws[-1].both
    found: set[str] = set()
    for turn in turns_depth_first(play, may_ask):
        if play.used_up(turn):
            found.update(play.next_throws(turn))
        if len(found) == 2 or (found and both_thrown):
            break
    return frozenset(found)


_ASKING = frozenset((Stage.BEGIN, Stage.OPENED, Stage.TRYING))
"""At these stages a throw is due whatever was done."""
