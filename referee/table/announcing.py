"""When the table says that something is wrong or not clear: once it has stood there for long enough."""

from dataclasses import dataclass, field, replace
from typing import Generic

from referee.events import Unsure
from referee.evidence import clear_contents, differing
from referee.game import Game, P, T
from referee.table.outcome import Act, Blame, Outcome
from referee.table.patience import Patience
from referee.table.senses import Look
from referee.table.state import State

ROUNDED_S = 0.001
"""Differences of times are rounded: three pictures at ten a second take a bit less than 0.3 s."""


@dataclass(frozen=True, slots=True)
class Since:
    """Something that has lasted since a moment, and whether it has been said."""

    what: object
    t_s: float
    said: bool = False


@dataclass(frozen=True, slots=True)
class Announcing(Generic[P, T]):
    """What is wrong or not clear, and since when; a value, its methods return the next one.

    ``odd`` are the spots that have not been as they should since the last throw was told.
    """

    patience: Patience
    blame: Since | None = None
    doubt: Since | None = None
    odd: frozenset[str] = field(default_factory=frozenset)

    def thrown(self, outcome: Outcome[P, T]) -> "Announcing[P, T]":
        """Return what is known after a throw was told: what is odd now its player has not done."""
        return replace(self, odd=frozenset(outcome.doubt))

    def seen(self, game: Game[P, T], state: State[P, T], look: Look) -> "Announcing[P, T]":
        """Return what is known after one more look: odd is only what has not been put right."""
        if not self.odd or state.line is None:
            return self
        clear, known = clear_contents(look.evidence), game.contents(state.line.stands)
        odd = frozenset(spot for spot in self.odd if clear.get(spot) != known.get(spot, ""))
        return replace(self, odd=odd)

    def unblamed(self) -> "Announcing[P, T]":
        """Return what is known after something else was told: nobody is blamed by what stood before."""
        return replace(self, blame=None)

    def decided(self) -> "Announcing[P, T]":
        """Return what is known after people decided something."""
        return replace(self, blame=None, doubt=None)

    def weighed(
        self, game: Game[P, T], state: State[P, T], outcome: Outcome[P, T], look: Look
    ) -> "tuple[Announcing[P, T], tuple[Act, ...]]":
        """Return what is known after one more look without a hand, and what is to be announced."""
        blame, blamed = self._weigh_blame(game, state, outcome, look)
        doubt, unsure = self._weigh_doubt(outcome.doubt, look)
        return replace(self, blame=blame, doubt=doubt), (*blamed, *unsure)

    def _weigh_blame(
        self, game: Game[P, T], state: State[P, T], outcome: Outcome[P, T], look: Look
    ) -> tuple[Since | None, tuple[Act, ...]]:
        """Announce a foul that has stood for long enough; a moment of doubt does not clear it."""
        # What was wrong before the player threw is not his doing, and most likely misread: if what stands
        # there is wrong besides, it is told so.
        ways = () if outcome.blame is None else outcome.blame.ways()
        blame = next(
            (way for way in ways if self.odd.isdisjoint(_concerned(game, state, way))), None
        )
        if blame is None:
            return (self.blame if outcome.doubt else None), ()
        since = self.blame
        if since is None or since.what != (blame.seen, blame.stands):
            since = Since((blame.seen, blame.stands), look.t_s)
        wait_s = 2 * self.patience.doubt_s if blame.unhurried else self.patience.blame_s
        if look.t_s - since.t_s < wait_s - ROUNDED_S:
            return since, ()
        return None, (*blame.first, blame.act(game))

    def _weigh_doubt(
        self, spots: tuple[str, ...], look: Look
    ) -> tuple[Since | None, tuple[Act, ...]]:
        """Say once what has not been clear for long enough."""
        if not spots:
            return None, ()
        doubt = self.doubt
        if doubt is None or doubt.what != spots:
            said = doubt is not None and doubt.said
            doubt = Since(spots, doubt.t_s if doubt and not said else look.t_s)
        lasted_s = look.t_s - doubt.t_s
        if doubt.said or lasted_s < self.patience.doubt_s:
            return doubt, ()
        unsure = Act(Unsure(spots, doubt.t_s), {"for_s": round(lasted_s, 2)})
        return replace(doubt, said=True), (unsure,)


def _concerned(game: Game[P, T], state: State[P, T], blame: Blame[P]) -> tuple[str, ...]:
    """Return the spots that are otherwise than they stood last."""
    if state.line is None or not blame.stands:
        return ()
    return differing(game.contents(blame.seen), game.contents(state.line.stands))
