"""What stands there while no new throw explains it: a step, a foul, something put right, or a doubt."""

from dataclasses import replace
from functools import partial

from referee.events import Corrected, Restored
from referee.evidence import NOTHING, as_likely, clear_contents, differing, may_hold
from referee.game import Defect, Game, P, T
from referee.table.changes import apply
from referee.table.doubting import doubted_dice
from referee.table.explain import explain
from referee.table.moment import Moment
from referee.table.outcome import Act, Blame, Outcome, step_acts
from referee.table.possible import MOST_UNSURE, unsure
from referee.table.state import Line, Order
from referee.table.view import Kind, ended, judged
from referee.table.wariness import GUESSED_FOR, passed_up
from referee.table.ways import ways
from referee.table.whatever import wrong_whatever


def seen(now: Moment[P, T]) -> Outcome[P, T]:
    """Say what the view means while no new throw explains it."""
    view, game, state = now.view, now.game, now.state
    if now.queue and view.kind is Kind.SAME and not view.strays and not now.hidden():
        return now.kept(_too_early(now))
    unclear = (*now.loose, *(f"dice.{name}" for name in now.unread()))
    doubt = tuple(dict.fromkeys((*view.strays, *unclear, *now.look.contested)))
    acts: tuple[Act, ...] = ()
    blame: Blame[P] | None = None
    match view.kind:
        case Kind.SAME if state.wrong is not None and not now.wrong_in_doubt():
            acts = (Act(Restored(game.position_data(view.position))),)
        case Kind.STEP:
            acts = step_acts(game, now.line, view.position)
        case Kind.FOUL if not unclear and _seen_better(now):
            acts = (Act(Corrected((state.called,))), _blame(now).act(game))
        case Kind.FOUL if not unclear and not now.hidden() and _may_blame(now):
            blame = _after_throws(now) if now.queue else _blame(now)
        case Kind.FOUL | Kind.UNCLEAR if not now.loose:
            blame = _whatever_it_shows(now)
        case _:
            pass
    if blame is not None and (asked := doubted_dice(now)):
        blame, doubt = None, (*asked, *doubt)
    baffled = blame is not None and state.wary > 0 and not _wrong_anyway(now)
    if baffled:
        wrong = differing(game.contents(now.line.stands), game.contents(view.position))
        blame, doubt = None, (*wrong, *doubt)
    in_order = view.kind is Kind.SAME and not view.strays and bool(now.unread())
    shown = now.shown(view.position) if in_order else None
    return now.kept(
        Outcome(
            acts, blame, doubt, dice=now.roll.away, baffled=baffled, shown=shown, order=_order(now)
        )
    )


def _order(now: Moment[P, T]) -> Order | None:
    """Return how the spots are seen while all is in order, None if it is not."""
    if now.view.kind is not Kind.SAME or now.view.strays or now.look.turning or now.look.contested:
        return None
    evidence, contents = now.look.evidence, now.game.contents(now.view.position)
    dim, before = unsure(evidence), now.state.order
    doubtful = {spot for spot in dim if not contents.get(spot) and may_hold(evidence[spot])}
    # A piece whose own place is not seen, or looks rather otherwise, may have come to lie there already.
    pieces = {spot: content for spot, content in contents.items() if content}
    if not all(as_likely(evidence.get(spot, {}), content) for spot, content in pieces.items()):
        doubtful &= before.murky
    return Order(
        faint=before.faint.difference(evidence).union(spot for spot in dim if contents.get(spot)),
        murky=before.murky.difference(evidence).union(doubtful),
        bare=before.bare.difference(evidence).union(
            spot for spot, content in clear_contents(evidence).items() if not content
        ),
    )


def _wrong_anyway(now: Moment[P, T]) -> bool:
    """Tell whether what stands there is wrong whatever the one die showed that was guessed."""
    state, line = now.state, now.line
    if state.wary > GUESSED_FOR or len(state.guesses) != 1:
        return False
    [(place, others)] = state.guesses
    for other in others:
        throws = (*line.throws[:place], other, *line.throws[place + 1 :])
        verdict = judged(now.game, replace(line, throws=throws), now.view.position)
        if verdict.legal or verdict.wait:
            return False
    return True


def crowded(now: Moment[P, T]) -> Outcome[P, T] | None:
    """Blame that more pieces were set up than agreed, as long as nothing is thrown."""
    state, stands = now.state, now.line.stands
    if not state.starting or state.wary or now.queue or now.hidden() or now.look.contested:
        return None
    shown = now.game.seen(clear_contents(now.look.evidence), stands)
    if not isinstance(shown, Defect) or shown.foul is None:
        return None
    foul = shown.foul
    # The board is as it should be but for what is too many, so that is what stands there.
    blame = Blame(now.line.before.turn, stands, lambda: foul, spots=shown.spots, unhurried=True)
    return now.kept(Outcome(blame=None if state.wrong == stands else blame))


def _may_blame(now: Moment[P, T]) -> bool:
    """Tell whether the position is wrong for all that can be known, and was not called so before.

    Players who throw on with a wrong position standing there have been told once.
    """
    wrong = now.state.wrong
    told = wrong in {now.view.position, *now.view.others}
    told = told or (wrong is not None and bool(now.queue))
    concerned = differing(now.game.contents(now.line.stands), now.game.contents(now.view.position))
    wavers = not now.look.wavering.isdisjoint(concerned)
    return not (told or wavers or now.untouched or _may_be_right_yet(now))


def _may_be_right_yet(now: Moment[P, T]) -> bool:
    """Tell whether nothing but spots that have begun to look otherwise, or are not seen, makes it a foul.

    An option ball that was put down last may be believed to lie where it lay, as no hand was seen there.
    """
    game, line, look = now.game, now.line, now.look
    rest = {spot: costs for spot, costs in look.evidence.items() if spot not in look.wavering}
    if look.wavering and explain(game, line, rest, now.state.order).kind is not Kind.FOUL:
        return True
    # What the next player does before he throws may be right where this one's move would be wrong.
    passed = game.passed(line.stands)
    if game.movers(line.stands, now.view.position) != {passed.turn} or not _over(game, line):
        return False
    begun: Line[P, T] = Line(passed, passed)
    return explain(game, begun, rest, now.state.order).kind in {Kind.STEP, Kind.UNCLEAR}


def _seen_better(now: Moment[P, T]) -> bool:
    """Tell whether it is clear by now in which way the position is wrong that was called illegal."""
    view, state = now.view, now.state
    return state.wrong is not None and not view.others and view.position in state.perhaps


def _blame(now: Moment[P, T]) -> Blame[P]:
    """Blame for what stands there, and as well for what else it may be."""
    view = now.view
    others = tuple(_blame_for(now, other) for other in view.others)
    return replace(_blame_for(now, view.position), others=others)


def _blame_for(now: Moment[P, T], position: P) -> Blame[P]:
    """Blame whose turn it is, or the next player if he began before he threw."""
    game, line = now.game, now.line
    seat = line.before.turn
    passed = game.passed(line.stands)
    if _over(game, line) and game.movers(line.stands, position) == {passed.turn}:
        seat = passed.turn
        explained = partial(game.foul, passed, (), game.turned(position, seat))
    else:
        explained = partial(game.foul, line.before, line.throws, position, line.stands)
    return Blame(seat, position, explained)


def _after_throws(now: Moment[P, T]) -> Blame[P] | None:
    """Blame whoever threw last, if throws that wait belong to the turn that is told or to the next ones.

    What stands there is then judged by them; nobody is blamed if it may be in order, nor if they make no
    sense, or cannot be read: then the referee does not know what happened.
    """
    game, evidence = now.game, now.look.evidence
    found = ways(game, now.line, now.queue, NOTHING, surmise=False)
    if not found or any(item.guesses or item.missed for item in now.queue):
        return None
    state, acts = now.state, found[0].acts
    for act in acts:
        state = apply(game, state, act.what, act.memo, 0)
    assert state.line is not None
    view = explain(game, state.line, evidence, state.order)
    if view.kind is not Kind.FOUL:
        return None
    later = replace(now, state=state, line=state.line, view=view, queue=(), item=None)
    return replace(_blame(later), first=acts)


def _whatever_it_shows(now: Moment[P, T]) -> Blame[P] | None:
    """Blame for what is wrong whatever a die shows that cannot be read."""
    found = wrong_whatever(now)
    if found is None:
        return None
    acts, later = found
    return replace(_blame(later), first=acts) if _may_blame(later) else None


def _over(game: Game[P, T], line: Line[P, T]) -> bool:
    """Tell whether the turn is over, and was played: what the last throw allowed was not simply left.

    A player may let a throw pass, but then the next one throws; what is touched first is part of it.
    """
    return ended(game, line, line.stands) and not passed_up(game, line)


def _too_early(now: Moment[P, T]) -> Outcome[P, T]:
    """Blame a throw that came before the turn was over; not if a step would hardly have been seen."""
    game, state, line, queue = now.game, now.state, now.line, now.queue
    passed = game.passed(line.stands)
    pushed = all(fallen.same_faces for fallen in queue)
    unread = any(fallen.guesses for fallen in queue)
    dark = len(unsure(now.look.evidence)) > MOST_UNSURE
    if state.early or state.wary or not line.throws or pushed or unread or dark:
        return Outcome()
    if game.judge(line.before, line.throws, passed).legal:
        return Outcome()
    explained = partial(game.foul, line.before, line.throws, passed)
    return Outcome(blame=Blame(line.before.turn, line.stands, explained, stands=False))
