"""Explaining what stands on the board by the turn that is being played."""

import math
from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum
from typing import Generic

from referee.evidence import (
    OTHER_COST,
    UNSURE_COST,
    Evidence,
    against,
    clear_contents,
    cost,
    differing,
    likeliest,
    margin,
)
from referee.game import Candidate, Defect, Game, P, T, Verdict
from referee.table.possible import MOST_UNSURE, NEAR, possible, unsure
from referee.table.state import Line

CANDIDATES = 8
"""Positions that are compared where a view is not clear; more than two are only wanted for ties."""

STRAY = 1
"""Spots that may look wrong in a position that is believed all the same: one misread or missing piece."""

MARGIN = 0.75 * OTHER_COST
"""How much worse the second best position must be: nearly one clear reading."""

LIKELIER = 2.0
"""The same where only unsure spots tell positions apart, which never say much."""

ARRIVED = 1.0
"""The same for a spot that may have the one piece which is in no other: it must be somewhere."""

SOMETHING = UNSURE_COST - 1.0
"""So much must speak against an empty hole for something to lie there, of whatever colour."""

SOMEBODYS = 0.5
"""And so much against the second colour: red and orange of a painted round differed by 0.7 at least. What
looks like two colours alike may lie beside the hole, where it was bumped."""

MOST_ADDED = 16
"""Ways to read the dim spots that are judged; with more of them nobody is blamed anyway."""

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


def explain(game: Game[P, T], line: Line[P, T], evidence: Evidence) -> View[P]:
    """Say what is seen: what stood there last, a step, a foul, or nothing certain."""
    strays = against(game.contents(line.stands), evidence)
    if not strays:
        return View(Kind.SAME, line.stands, Verdict(legal=True))
    seen = game.seen(clear_contents(evidence), line.stands)
    if isinstance(seen, Defect):
        view = _weighed(game, line, evidence, strays)
        if view.kind is Kind.UNCLEAR:
            view = _possible(game, line, evidence) or view
        if view.kind is Kind.UNCLEAR:
            view = _foul_beside(game, line, evidence, view)
        # What is missing may lie beside its hole; a piece in plain sight lies where it does.
        astray = view.kind is Kind.SAME and (
            any(likeliest(evidence[spot]) for spot in view.strays) or _found(game, line, evidence)
        )
        return (
            _foul_dim(game, line, evidence, view) if astray or view.kind is Kind.UNCLEAR else view
        )
    verdict = judged(game, line, seen)
    if verdict.legal:
        return View(Kind.STEP, verdict.position or seen, verdict)
    if verdict.wait:
        return View(Kind.WAIT, seen, verdict)
    if _gone(game, seen, evidence) or _may_be_right(game, line, evidence):
        return View(Kind.UNCLEAR, line.stands, Verdict(legal=False), strays)
    return View(Kind.FOUL, seen, verdict)


def _weighed(
    game: Game[P, T], line: Line[P, T], evidence: Evidence, strays: tuple[str, ...]
) -> View[P]:
    """Explain a view that is no position as it looks by the best position that the turn can reach."""
    best, second = _two_best(game, line, evidence)
    left = against(game.contents(best.position), evidence)
    if len(left) > STRAY or second - best.cost < MARGIN:
        return View(Kind.UNCLEAR, line.stands, Verdict(legal=False), strays)
    if best.position == line.stands:
        return View(Kind.SAME, line.stands, Verdict(legal=True), left)
    if not _arrived(game, line, best.position, evidence):
        return View(Kind.UNCLEAR, line.stands, Verdict(legal=False), strays)
    return View(Kind.STEP, best.position, judged(game, line, best.position), left)


def _possible(game: Game[P, T], line: Line[P, T], evidence: Evidence) -> View[P] | None:
    """Return the step that is likelier than any other which nothing clear speaks against, if there is one."""
    found = possible(game, line, evidence)
    if not found or (len(found) > 1 and found[1].cost - found[0].cost < LIKELIER):
        return None
    position = found[0].position
    return View(Kind.STEP, position, judged(game, line, position))


def _foul_beside(game: Game[P, T], line: Line[P, T], evidence: Evidence, view: View[P]) -> View[P]:
    """Return the foul that is seen beside one spot that is misread; the view itself if it may be none.

    Whichever spot is left out so that all pieces are there, what stands is against the rules; and in each
    position that the turn can reach two spots at least would have to be misread. A piece that is counted
    where most likely nothing is may as well lie where it does not belong, and that is nobody's foul.
    """
    for candidate in _candidates(game, line, evidence):
        if len(against(game.contents(candidate.position), evidence)) <= STRAY:
            return view
    found: dict[P, str] = {}
    for spot in view.strays:
        rest = {name: costs for name, costs in evidence.items() if name != spot}
        seen = game.seen(clear_contents(rest), line.stands)
        if isinstance(seen, Defect):
            continue
        if _gone(game, seen, rest):
            return view
        found.setdefault(seen, spot)
    verdicts = [judged(game, line, position) for position in found]
    if not found or any(verdict.legal or verdict.wait for verdict in verdicts):
        return view
    first, *others = found
    return View(Kind.FOUL, first, verdicts[0], (found[first],), tuple(others))


def _foul_dim(game: Game[P, T], line: Line[P, T], evidence: Evidence, view: View[P]) -> View[P]:
    """Return the foul that is seen, if not for certain: a piece has left its place, and a dim spot has it.

    All pieces add up by what is likeliest, every other way in which they may add up is wrong, too, and every
    position that the turn can reach is clearly less likely.
    """
    was, shown = game.contents(line.stands), clear_contents(evidence)
    for spot in sorted(unsure(evidence)):
        best = likeliest(evidence[spot])
        if not best or was.get(spot) or evidence[spot].get("", OTHER_COST) >= ARRIVED:
            shown[spot] = best
    seen = game.seen(shown, line.stands)
    if isinstance(seen, Defect) or seen == line.stands or _slid(game, seen, line, evidence):
        return view
    others = tuple(each for each in _adding_up(game, line, evidence) if each != seen)
    verdict = judged(game, line, seen)
    verdicts = (verdict, *(judged(game, line, other) for other in others))
    if any(each.legal or each.wait for each in verdicts):
        return view
    most = cost(game.contents(seen), evidence) + MARGIN
    if any(candidate.cost < most for candidate in _candidates(game, line, evidence)):
        return view
    return View(Kind.FOUL, seen, verdict, others=others)


def _slid(game: Game[P, T], seen: P, line: Line[P, T], evidence: Evidence) -> bool:
    """Tell whether a piece that seems to lie, not for certain, beside the spot it left lies between them.

    Half way between two holes of painted boards a ball was taken for one in the next hole, never for certain.
    """
    was, now = game.contents(line.stands), game.contents(seen)
    dim = unsure(evidence)
    return any(
        content == now.get(near) and not was.get(near) and near in dim and not now.get(spot)
        for spot, content in was.items()
        for near in game.beside(spot)
        if content
    )


def _adding_up(game: Game[P, T], line: Line[P, T], evidence: Evidence) -> tuple[P, ...]:
    """Return the positions in which all pieces are there by what the dim spots may show, the likeliest first.

    None if so much is dim that next to nothing is seen.
    """
    clear, dim = clear_contents(evidence), sorted(unsure(evidence))
    found: dict[P, float] = {}
    for contents, costs in _likely(dim, evidence, NEAR) if len(dim) <= MOST_UNSURE else ():
        seen = game.seen({**clear, **contents}, line.stands)
        if not isinstance(seen, Defect):
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


def _found(game: Game[P, T], line: Line[P, T], evidence: Evidence) -> bool:
    """Tell whether a piece lies in a dim spot for certain where none lay, though not for certain whose."""
    was = game.contents(line.stands)
    return any(
        not was.get(spot)
        and evidence[spot].get("", OTHER_COST) >= SOMETHING
        and margin(evidence[spot]) >= SOMEBODYS
        for spot in unsure(evidence)
    )


def _gone(game: Game[P, T], position: P, evidence: Evidence) -> bool:
    """Tell whether a piece of this position lies where most likely nothing does."""
    contents = game.contents(position)
    return any(
        contents.get(spot)
        and likeliest(costs) == ""
        and costs.get(contents[spot], OTHER_COST) >= LIKELIER
        for spot, costs in evidence.items()
    )


def _two_best(game: Game[P, T], line: Line[P, T], evidence: Evidence) -> tuple[Candidate[P], float]:
    """Return the best position that the turn can reach and the cost of the second best."""
    found: dict[P, Candidate[P]] = {}
    for candidate in _candidates(game, line, evidence):
        found.setdefault(candidate.position, candidate)
    best, *others = sorted(found.values(), key=lambda candidate: candidate.cost)
    return best, others[0].cost if others else best.cost + OTHER_COST


def _candidates(game: Game[P, T], line: Line[P, T], evidence: Evidence) -> Iterator[Candidate[P]]:
    stands = line.stands
    yield Candidate(stands, cost(game.contents(stands), evidence), complete=False)
    for candidate in game.fit(
        line.before, line.throws, evidence, limit=CANDIDATES, slack=MARGIN, ceiling=CEILING
    ):
        position = game.turned(candidate.position, line.before.turn)
        yield Candidate(position, candidate.cost, candidate.complete)


def _may_be_right(game: Game[P, T], line: Line[P, T], evidence: Evidence) -> bool:
    """Tell whether one misread piece may make a step look wrong whose arrival is not seen for certain.

    Nobody is blamed before the spot where the piece would have arrived was looked at; one that most likely
    is empty was, also if that is not certain.
    """
    was = game.contents(line.stands)
    may_lie = {spot for spot in unsure(evidence) if likeliest(evidence[spot])}
    for candidate in _candidates(game, line, evidence):
        now = game.contents(candidate.position)
        if len(against(now, evidence)) <= STRAY and any(
            now.get(spot) and (spot not in evidence or spot in may_lie)
            for spot in differing(was, now)
        ):
            return True
    return False


def _arrived(game: Game[P, T], line: Line[P, T], position: P, evidence: Evidence) -> bool:
    """Tell whether the step is seen: every piece where it arrived, and nearly all else as it should be.

    A piece that has left its place may still be in a hand; only its arrival shows where it belongs.
    """
    was, now = game.contents(line.stands), game.contents(position)
    strays = 0
    for spot in differing(was, now):
        old, new = was.get(spot, ""), now.get(spot, "")
        costs = evidence.get(spot)
        looks_changed = costs is not None and costs.get(new, OTHER_COST) < costs.get(
            old, OTHER_COST
        )
        if not looks_changed and not old:
            return False
        strays += not looks_changed
    return strays <= STRAY
