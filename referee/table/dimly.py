"""Fouls that are seen, if not for certain: what the spots that are not clear most likely show together."""

import math
from collections.abc import Iterator

from referee.evidence import (
    OTHER_COST,
    UNSURE_COST,
    Evidence,
    against,
    as_likely,
    clear_contents,
    cost,
    differing,
    likeliest,
    margin,
)
from referee.game import Defect, Game, P, T
from referee.table.possible import MOST_UNSURE, NEAR, fills, unsure
from referee.table.state import Line, Order
from referee.table.view import MARGIN, Kind, View, candidates, judged

ARRIVED = 1.0
"""So much must speak against an empty hole that may have the one piece which is in no other. Of spots of
painted rounds that looked most like a piece 5 of 49 were empty from here to 2.0, and 123 of 165 below it."""

ARRIVED_ALONE = 0.5
"""The same where no other spot is dim, and this one was surely empty while all was in order: a clear
ball of a painted round had 0.72."""

SOMETHING = UNSURE_COST - 1.0
"""So much must speak against an empty hole for something to lie there, of whatever colour."""

SOMEBODYS = 0.5
"""And so much against the second colour: red and orange of a painted round differed by 0.7 at least. What
looks like two colours alike may lie beside the hole, where it was bumped, if that is next to one that a piece
has left."""

MOST_ADDED = 16
"""Ways to read the dim spots that are judged; with more of them nobody is blamed anyway."""


def foul_dim(
    game: Game[P, T], line: Line[P, T], evidence: Evidence, order: Order
) -> View[P] | None:
    """Return the foul that is seen, if not for certain: a piece has left its place, and a dim spot has it.

    It is the likeliest position in which all pieces are there; every other one is wrong, too, and every
    position that the turn can reach is clearly less likely.
    """
    ways = _adding_up(game, line, evidence)
    if not ways or ways[0] == line.stands or not _all_seen(game, ways[0], line, evidence, order):
        return None
    seen, *others = ways
    if _slid(game, seen, line, evidence, order):
        return None
    verdicts = [judged(game, line, each) for each in ways]
    if any(each.legal or each.wait for each in verdicts):
        return None
    most = cost(game.contents(seen), evidence) + MARGIN
    for candidate in candidates(game, line, evidence):
        if candidate.cost < most and fills(game.contents(candidate.position), evidence):
            return None
    return View(Kind.FOUL, seen, verdicts[0], others=tuple(others))


def _all_seen(
    game: Game[P, T], seen: P, line: Line[P, T], evidence: Evidence, order: Order
) -> bool:
    """Tell whether each dim spot that changed most likely did so, and none that got a piece may be empty."""
    was, now = game.contents(line.stands), game.contents(seen)
    dim, changed = unsure(evidence), set(differing(was, now))
    # An eye that miscounts one area says little of another one.
    areas = {spot for spot in dim if "" not in evidence[spot]}
    miscounted = any(likeliest(evidence[spot]) != now.get(spot, "") for spot in areas)
    if miscounted and not areas.isdisjoint(changed):
        return False
    least = ARRIVED_ALONE if len(dim) == 1 and dim <= order.bare else ARRIVED
    for spot in dim & changed:
        costs, content = evidence[spot], now.get(spot, "")
        if content and not was.get(spot) and costs.get("", OTHER_COST) < least:
            return False
        # What looks as if it may be another's, or none, has lost its own for certain. Whose piece it is that
        # came to a bare one, if it looks like two colours alike, the others tell, which are all there.
        left = not content and costs.get(was[spot], OTHER_COST) >= SOMETHING
        came = bool(content) and not was.get(spot)
        if likeliest(costs) != content and not ((left or came) and as_likely(costs, content)):
            return False
    return True


def _slid(game: Game[P, T], seen: P, line: Line[P, T], evidence: Evidence, order: Order) -> bool:
    """Tell whether a piece that seems to lie, not for certain, beside the spot it left lies between them.

    Half way between two holes of painted boards a ball was taken for one in the next hole, never for certain.
    Of a piece that was not surely seen in its own hole, either, that says nothing.
    """
    was, now = game.contents(line.stands), game.contents(seen)
    dim = unsure(evidence)
    return any(
        content == now.get(near) and not was.get(near) and near in dim and not now.get(spot)
        for spot, content in was.items()
        for near in game.beside(spot)
        if content and spot not in order.faint
    )


def _adding_up(game: Game[P, T], line: Line[P, T], evidence: Evidence) -> tuple[P, ...]:
    """Return the positions in which all pieces are there by what the dim spots may show, the likeliest first.

    None if so much is dim that next to nothing is seen.
    """
    clear, dim = clear_contents(evidence), sorted(unsure(evidence))
    found: dict[P, float] = {}
    for contents, costs in _likely(dim, evidence, NEAR) if len(dim) <= MOST_UNSURE else ():
        seen = game.seen({**clear, **contents}, line.stands)
        if not isinstance(seen, Defect) and fills(game.contents(seen), evidence):
            found[seen] = min(costs, found.get(seen, math.inf))
    return tuple(sorted(found, key=found.__getitem__)[:MOST_ADDED])


def _likely(
    spots: list[str], evidence: Evidence, most: float
) -> Iterator[tuple[dict[str, str], float]]:
    """Yield what these spots may show together, at no more than this cost above the likeliest."""
    if not spots:
        yield {}, 0.0
        return
    first, *left = spots
    least = min(evidence[first].values())
    for content, costs in evidence[first].items():
        if costs - least <= most:
            for contents, more in _likely(left, evidence, most - (costs - least)):
                yield {first: content, **contents}, costs - least + more


def lies_dimly(game: Game[P, T], line: Line[P, T], evidence: Evidence) -> bool:
    """Tell whether a piece lies in a dim spot for certain where none lay, though not for certain whose."""
    was = game.contents(line.stands)
    bumped = {
        near for spot in against(was, evidence) if was.get(spot) for near in game.beside(spot)
    }
    return any(
        not was.get(spot)
        and evidence[spot].get("", OTHER_COST) >= SOMETHING
        and (spot not in bumped or margin(evidence[spot]) >= SOMEBODYS)
        for spot in unsure(evidence)
    )
