"""Explaining what stands on the board by the turn that is being played."""

from referee.evidence import (
    OTHER_COST,
    Evidence,
    against,
    as_likely,
    clear_contents,
    differing,
    likeliest,
    may_hold,
)
from referee.game import Candidate, Defect, Game, P, T, Verdict
from referee.table.dimly import foul_dim, lies_dimly
from referee.table.possible import possible, unsure
from referee.table.state import NO_ORDER, Line, Order
from referee.table.view import MARGIN, STRAY, Kind, View, candidates, judged

LIKELIER = 2.0
"""How much worse the second best position must be where only unsure spots tell, which never say much."""


def explain(
    game: Game[P, T],
    line: Line[P, T],
    evidence: Evidence,
    order: Order = NO_ORDER,
) -> View[P]:
    """Say what is seen: what stood there last, a step, a foul, or nothing certain.

    ``order``: how the spots were seen when all was in order.
    """
    strays = against(game.contents(line.stands), evidence)
    if not strays:
        return View(Kind.SAME, line.stands, Verdict(legal=True))
    seen = game.seen(clear_contents(evidence), line.stands)
    if isinstance(seen, Defect):
        view = _weighed(game, line, evidence, strays)
        if view.kind is Kind.UNCLEAR:
            view = _possible(game, line, evidence) or view
        if view.kind is Kind.UNCLEAR:
            view = _foul_beside(game, line, evidence, order, view)
        # What is missing may lie beside its hole; a piece in plain sight lies where it does.
        astray = view.kind is Kind.SAME and (
            any(likeliest(evidence[spot]) for spot in view.strays)
            or lies_dimly(game, line, evidence)
        )
        if astray or view.kind is Kind.UNCLEAR:
            return foul_dim(game, line, evidence, order) or view
        return view
    verdict = judged(game, line, seen)
    if verdict.legal:
        return View(Kind.STEP, verdict.position or seen, verdict)
    if verdict.wait:
        return View(Kind.WAIT, seen, verdict)
    if _gone(game, seen, line, evidence, order) or _may_be_right(game, line, evidence, order):
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


def _foul_beside(
    game: Game[P, T], line: Line[P, T], evidence: Evidence, order: Order, view: View[P]
) -> View[P]:
    """Return the foul that is seen beside one spot that is misread; the view itself if it may be none.

    Whichever spot is left out so that all pieces are there, what stands is against the rules; and in each
    position that the turn can reach two spots at least would have to be misread. A piece that is counted
    where most likely nothing is may as well lie where it does not belong, and that is nobody's foul.
    """
    for candidate in candidates(game, line, evidence):
        if len(against(game.contents(candidate.position), evidence)) <= STRAY:
            return view
    found: dict[P, str] = {}
    for spot in view.strays:
        rest = {name: costs for name, costs in evidence.items() if name != spot}
        seen = game.seen(clear_contents(rest), line.stands)
        if isinstance(seen, Defect):
            continue
        if _gone(game, seen, line, rest, order):
            return view
        found.setdefault(seen, spot)
    verdicts = [judged(game, line, position) for position in found]
    if not found or any(verdict.legal or verdict.wait for verdict in verdicts):
        return view
    first, *others = found
    return View(Kind.FOUL, first, verdicts[0], (found[first],), tuple(others))


def _gone(
    game: Game[P, T], position: P, line: Line[P, T], evidence: Evidence, order: Order
) -> bool:
    """Tell whether a piece of this position lies where most likely nothing does.

    One that was no clearer while all was in order has not left its place for looking so now.
    """
    contents, was = game.contents(position), game.contents(line.stands)
    return any(
        contents.get(spot)
        and not (spot in order.faint and contents[spot] == was.get(spot))
        and likeliest(costs) == ""
        and costs.get(contents[spot], OTHER_COST) >= LIKELIER
        for spot, costs in evidence.items()
    )


def _two_best(game: Game[P, T], line: Line[P, T], evidence: Evidence) -> tuple[Candidate[P], float]:
    """Return the best position that the turn can reach and the cost of the second best."""
    found: dict[P, Candidate[P]] = {}
    for candidate in candidates(game, line, evidence):
        found.setdefault(candidate.position, candidate)
    best, *others = sorted(found.values(), key=lambda candidate: candidate.cost)
    return best, others[0].cost if others else best.cost + OTHER_COST


def _may_be_right(game: Game[P, T], line: Line[P, T], evidence: Evidence, order: Order) -> bool:
    """Tell whether one misread piece may make a step look wrong whose arrival is not seen for certain.

    Nobody is blamed before the spot where the piece would have arrived was looked at, nor one that it would
    have left if that is all that is missing (an option ball's upper hole, under a hand still); one that most
    likely is empty was, also if that is not certain, unless nothing clear speaks against the step. A hole
    that was as doubtful while all was in order has not got a piece for looking so now; one that was surely
    empty may well have got one that was not surely seen where it lay, either.
    """
    was, dim = game.contents(line.stands), unsure(evidence)
    may_lie = {spot for spot in dim if may_hold(evidence[spot])}
    may_lie -= {spot for spot in order.murky if spot in dim and as_likely(evidence[spot])}
    for candidate in candidates(game, line, evidence):
        now = game.contents(candidate.position)
        changed, strays = differing(was, now), against(now, evidence)
        if not strays and any(spot not in evidence for spot in changed):
            return True
        faint = any(spot in order.faint and not now.get(spot) for spot in changed)
        may_have = (may_lie | (order.bare & dim if faint else set())) if strays else dim
        if len(strays) <= STRAY and any(
            now.get(spot) and (spot not in evidence or spot in may_have) for spot in changed
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
