"""What a search looks for: which contents of each field and which option balls would do."""

from dataclasses import dataclass
from typing import NamedTuple

from referee.games.inner_circle import ring
from referee.games.inner_circle.position import Position
from referee.games.inner_circle.turn import Turn


class Wanted(NamedTuple):
    """What would do for one seat's balls: fields that must hold one, fields that may, and how many in all."""

    must: int
    may: int
    least: int
    most: int

    def holds(self, mask: int) -> bool:
        """Tell whether balls on these fields would do."""
        return not (self.must & ~mask or mask & ~self.may) and (
            self.least <= mask.bit_count() <= self.most
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class Goal:
    """Which positions a search looks for, and whether the turn must have ended there.

    ``own`` is the mover's, ``others`` the other seats' in seat order; of the mover's option balls
    ``stored_must`` have to be remembered at the end and only ``stored_may`` can be (bits). Up to ``astray``
    fields may be other than wanted.
    """

    own: Wanted
    others: tuple[Wanted, ...]
    stored_must: int
    stored_may: int
    ended: bool
    balls: int
    astray: int = 0

    @classmethod
    def exactly(cls, after: Position, seat: int, *, ended: bool) -> "Goal":
        """Return the goal that only ``after`` fulfils; ``seat`` is the mover."""
        stored = after.remembered[seat]
        return cls(
            own=_exactly(after.where[seat]),
            others=tuple(_exactly(after.where[s]) for s in after.seats if s != seat),
            stored_must=stored,
            stored_may=stored,
            ended=ended,
            balls=after.balls,
        )

    @property
    def may_win(self) -> bool:
        """Whether the mover may have won at the goal (G1)."""
        home = (self.own.may & ring.HOME).bit_count() + self.astray
        return home >= self.balls and not self.own_in_play

    @property
    def own_in_play(self) -> bool:
        """Whether some own ball must be in play at the goal."""
        return (self.own.must & ring.IN_PLAY).bit_count() > self.astray

    def holds(self, turn: Turn) -> bool:
        """Tell whether this state's board and option balls are as wanted, none astray."""
        own, others, means = turn
        return (
            self.own.holds(own)
            and not self.stored_must & ~means.stored
            and not means.stored & ~self.stored_may
            and all(
                wanted.holds(theirs) for wanted, theirs in zip(self.others, others, strict=True)
            )
        )


def _exactly(mask: int) -> Wanted:
    return Wanted(mask, mask, mask.bit_count(), mask.bit_count())
