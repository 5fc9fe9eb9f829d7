"""What follows from a look, thought about no oftener than it may bring news."""

from typing import Generic

from referee.game import Game, P, T
from referee.table.outcome import Outcome
from referee.table.patience import Patience
from referee.table.recall import Recall, Rule, likeness
from referee.table.senses import Look
from referee.table.state import State

PUZZLED = 12
"""After so many looks that led to nothing only every fourth one is thought about: the search for what may
have happened unseen is long, and another look seldom tells more before a hand comes."""


class Thinking(Generic[P, T]):
    """Thinks about looks by one rule; one like a recent one that led to nothing does so again."""

    def __init__(self, rule: Rule[P, T], patience: Patience) -> None:
        self._rule = rule
        self._patience = patience
        self._recall: Recall[P, T] = Recall()
        self._recalled = 0
        """The number of events when looks were begun to be remembered."""
        self._blaming = False
        """Whether somebody was to be blamed by the look that was thought about last."""
        self._puzzled = 0, 0
        """The number of events, and how many looks since then were unlike each other and led to none."""

    def follow(
        self, game: Game[P, T], state: State[P, T], look: Look, events: int
    ) -> Outcome[P, T] | None:
        """Return what follows from a look after so many events, None if it is not thought about.

        What followed from an older look says nothing of this one: the board may be in order again.
        """
        if self._recalled != events:
            self._recalled, self._recall = events, Recall()
        like = likeness(state, look)
        outcome = self._recall.known(like)
        if outcome is None:
            if self._rests(events):
                return None
            outcome = self._rule(game, state, look)
            self._recall.keep(like, outcome)
        self._blaming = outcome.blame is not None
        return outcome

    def _rests(self, events: int) -> bool:
        """Count one more look unlike the recent ones, and tell whether it need not be thought about.

        One that may make a foul certain, or show that it was none, must be.
        """
        before, looks = self._puzzled
        looks = looks + 1 if before == events else 1
        self._puzzled = events, looks
        rests = self._patience.looks > 1 and looks > PUZZLED and looks % 4 != 0
        return rests and not self._blaming
