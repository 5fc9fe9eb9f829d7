"""What a view of the board means in the course of a turn, and which positions the turn can reach."""

from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum
from typing import Generic

from referee.evidence import OTHER_COST, Evidence, cost
from referee.game import Candidate, Game, P, T, Verdict
from referee.table.state import Line

CANDIDATES = 8
"""Positions that are compared where a view is not clear; more than two are only wanted for ties."""

STRAY = 1
"""Spots that may look wrong in a position that is believed all the same: one misread or missing piece."""

MARGIN = 0.75 * OTHER_COST
"""How much worse the second best position must be: nearly one clear reading."""

CEILING = (STRAY + 1) * OTHER_COST + MARGIN
"""Positions that cost more than this would not be believed, so nobody looks for them."""


class Kind(StrEnum):
    """How a view relates to the turn."""

    SAME = "same"
    STEP = "step"
    WAIT = "wait"
    FOUL = "foul"
    UNCLEAR = "unclear"


@dataclass(frozen=True, slots=True)
class View(Generic[P]):
    """What a view means: the position that it shows, and the spots that do not go with it.

    ``verdict`` tells about a step or a foul; ``others`` are positions that a foul may have led to as well,
    as far as it is seen.
    """

    kind: Kind
    position: P
    verdict: Verdict[P]
    strays: tuple[str, ...] = ()
    others: tuple[P, ...] = ()

    @property
    def explained(self) -> bool:
        """Whether the turn leads to this position."""
        return self.kind in {Kind.SAME, Kind.STEP}


def judged(game: Game[P, T], line: Line[P, T], position: P) -> Verdict[P]:
    """Judge a position in the course of a turn."""
    verdict = game.judge(line.before, line.throws, position)
    if line.agreed and verdict.legal:
        return Verdict(legal=True, complete=True, position=verdict.position)
    return verdict


def ended(game: Game[P, T], line: Line[P, T], position: P) -> bool:
    """Tell whether the turn may be over when this position stands there."""
    if not (line.throws or line.agreed or position != line.before):
        return False
    verdict = judged(game, line, position)
    return verdict.legal and verdict.complete


def candidates(game: Game[P, T], line: Line[P, T], evidence: Evidence) -> Iterator[Candidate[P]]:
    """Yield what stood there last, and the positions that the turn can reach, the best of them first."""
    stands = line.stands
    yield Candidate(stands, cost(game.contents(stands), evidence), complete=False)
    for candidate in game.fit(
        line.before, line.throws, evidence, limit=CANDIDATES, slack=MARGIN, ceiling=CEILING
    ):
        position = game.turned(candidate.position, line.before.turn)
        yield Candidate(position, candidate.cost, candidate.complete)
