"""Where a turn may stand as far as it is seen: positions that differ only where the eye is not sure.

A ball whose colour the eye can hardly tell from the ground is never surely seen. What the rules allow, the
number of balls and the little that the eye does say decide then where it lies.
"""

from collections.abc import Iterator

from referee.evidence import CLEAR_MARGIN, Contents, Evidence, against, cost, differing, margin
from referee.game import Candidate, Game, P, T
from referee.table.state import Line

MOST_POSSIBLE = 64
"""Positions that are looked at; where more would do, so many spots are unsure that none is likely."""

MOST_UNSURE = 8
"""With more unsure spots than this the eye sees next to nothing, and nothing is concluded from it."""

NEARLY = 2.5
"""Spots of which so much speaks for what they most likely show (odds of twelve to one) are nearly clear: a
board on which all holes look a little like white balls had a dozen of them all evening."""

NEAR = 6.0
"""How much worse than the best a position may fit and still be possible: two spots that speak against it
as strongly as unsure ones can."""

TAKEN = 3.0
"""So much speaks against a spot's being empty where a piece surely lies though nobody can say whose it is (an
eye that is unsure weighs `referee.evidence.UNSURE_COST`, 3.5, at most): of 811 such spots of painted rounds
one was empty."""

UNCHANGED = 0.5
"""What speaks for the position that stood there last, all else being equal."""


def unsure(evidence: Evidence) -> frozenset[str]:
    """Return the spots that are seen, but not for certain."""
    return frozenset(spot for spot, costs in evidence.items() if margin(costs) < CLEAR_MARGIN)


def doubtful(evidence: Evidence) -> frozenset[str]:
    """Return the unsure spots; where they are too many, those of them that are not nearly clear either."""
    dim = unsure(evidence)
    if len(dim) <= MOST_UNSURE:
        return dim
    return frozenset(spot for spot in dim if margin(evidence[spot]) < NEARLY)


def taken(evidence: Evidence) -> frozenset[str]:
    """Return the spots in which a piece surely lies, though not for certain whose."""
    return frozenset(
        spot
        for spot in unsure(evidence)
        if evidence[spot].get("", 0.0) - min(evidence[spot].values()) >= TAKEN
    )


def fills(contents: Contents, evidence: Evidence) -> bool:
    """Tell whether these contents have a piece in each spot in which one surely lies."""
    return all(contents.get(spot) for spot in taken(evidence))


def possible(game: Game[P, T], line: Line[P, T], evidence: Evidence) -> tuple[Candidate[P], ...]:
    """Return where the turn may stand otherwise than it stood last, the likeliest first.

    Nothing that is clearly seen speaks against these positions; they differ from what stood there in unsure
    spots, and each piece lies where something is to be seen. Empty if nothing is unsure.
    """
    dim = doubtful(evidence)
    if not line.throws or not 0 < len(dim) <= MOST_UNSURE:
        return ()
    was = game.contents(line.stands)
    candidates: dict[P, Candidate[P]] = {}
    for position, complete in _reached(game, line, evidence):
        now = game.contents(position)
        changed = differing(was, now)
        unseen = any(now.get(spot) and spot not in evidence for spot in changed)
        if unseen or dim.isdisjoint(changed) or not fills(now, evidence):
            continue
        costs = cost(now, evidence) + UNCHANGED
        candidates[position] = Candidate(position, costs, complete)
    least = min((each.cost for each in candidates.values()), default=0.0)
    near = (each for each in candidates.values() if each.cost <= least + NEAR)
    return tuple(sorted(near, key=lambda each: each.cost))


def arrived_unseen(
    game: Game[P, T], line: Line[P, T], evidence: Evidence
) -> tuple[Candidate[P], ...]:
    """Return where the turn stands if a piece has clearly left its place and is nowhere to be seen.

    Where the rules let it come to one place alone that is not seen at all, it has come there: whoever throws
    on has put it down. Empty if there are several such places, or if a spot speaks against it.
    """
    if not line.throws or not against(game.contents(line.stands), evidence):
        return ()
    was = game.contents(line.stands)
    candidates: dict[P, Candidate[P]] = {}
    for position, complete in _reached(game, line, evidence):
        now = game.contents(position)
        unseen = any(now.get(s) and s not in evidence for s in differing(was, now))
        if unseen and not against(now, evidence):
            candidates[position] = Candidate(position, cost(now, evidence), complete)
    return tuple(candidates.values()) if len(candidates) == 1 else ()


def _reached(game: Game[P, T], line: Line[P, T], evidence: Evidence) -> Iterator[tuple[P, bool]]:
    """Yield where the turn may have come to for all that is clear, and whether it may end there."""
    dim = doubtful(evidence)
    clear = {spot: costs for spot, costs in evidence.items() if spot not in dim}
    for each in game.fit(
        line.before, line.throws, clear, limit=MOST_POSSIBLE, slack=0.0, ceiling=0.0
    ):
        yield game.turned(each.position, line.before.turn), each.complete
