"""New throws in the course of a turn: what explains them together with what stands on the board."""

from collections.abc import Iterator
from dataclasses import replace

from referee.events import Corrected, Restored, RoundWon, Step, Throw
from referee.evidence import clear_contents
from referee.game import Defect, Game, P, T
from referee.table.dice import Roll, dice_data
from referee.table.doubting import other_views
from referee.table.explain import explain
from referee.table.moment import Moment
from referee.table.outcome import Act, Outcome, step_acts, throw_act, turn_act
from referee.table.senses import Look
from referee.table.state import Fallen, Line, State
from referee.table.throwing import guessed
from referee.table.view import Kind, ended, judged
from referee.table.ways import Way, ways, ways_unseen, ways_without

LOST = 2
"""Throws that make no sense before the referee believes that it has lost the game and goes on from there."""

LOST_MEMO = {"agreed": True, "guessed": True}

PLAYED_ON = 1
"""Throws that are seen after a foul before the referee believes that the players let it stand."""


def thrown(now: Moment[P, T]) -> Outcome[P, T] | None:
    """Explain the queue together with what stands there."""
    found = now.ways(now.found_late) if now.found_late else []
    missed = now.missed()
    plain = found or now.more_ways(now.ways(now.queue))
    outcome = _first_of(now, plain or (now.ways(missed) if missed else []))
    if outcome is not None and not outcome.acts:
        unread = (f"dice.{name}" for name in now.unread())
        return replace(outcome, doubt=(*outcome.doubt, *unread))
    # A die that was found late may have been thrown again, and so may one that leaned and cannot be read.
    other = now.queue if found else now.without or missed
    if outcome is None or not other:
        return outcome
    others = [way.acts for way in now.ways(other) if way.acts != outcome.acts]
    return replace(outcome, rivals=(*outcome.rivals, *others[:1]))


def pushed(now: Moment[P, T]) -> Outcome[P, T] | None:
    """Explain what stands there by all throws but one, which was none."""
    found = ways_without(now.game, now.line, now.queue, now.look.evidence)
    return _first_of(now, found)


def _first_of(now: Moment[P, T], found: list[Way]) -> Outcome[P, T] | None:
    if not found:
        return None
    first, *others = sorted(found, key=lambda way: (len(way.strays), way.forced, way.cost))
    rivals = tuple(way.acts for way in others if len(way.strays) == len(first.strays))
    stepped = bool(first.acts) and isinstance(first.acts[0].what, Step)
    acts = first.acts
    if now.state.wrong is not None and not stepped:
        acts = (Act(Restored(now.game.position_data(now.line.stands))), *acts)
    return Outcome(acts, doubt=first.strays, rivals=rivals)


def played_on(now: Moment[P, T]) -> Outcome[P, T] | None:
    """Take a position that was called wrong for agreed if the players went on from it."""
    wrong = now.state.wrong
    if wrong is None or len(now.queue) <= PLAYED_ON:
        return None
    agreed: Line[P, T] = Line(wrong, wrong, agreed=True)
    found = ways(now.game, agreed, now.queue, now.look.evidence)
    if not found:
        return None
    step = Step(now.line.before.turn, now.game.position_data(wrong))
    # They let it stand, or it was right and the referee has lost the game.
    return Outcome((Act(step, LOST_MEMO), *found[0].acts), doubt=found[0].strays)


def lost_sight(now: Moment[P, T]) -> Outcome[P, T] | None:
    """Go on though one piece is nowhere to be seen, if the players do: it has come where the rules allow.

    Several places are told as rivals, until one of them explains what follows.
    """
    if len(now.queue) <= PLAYED_ON or now.loose or any(item.guesses for item in now.queue):
        return None
    seen = now.game.seen(clear_contents(now.look.evidence), now.line.stands)
    if not isinstance(seen, Defect):
        return None
    return _first_of(now, ways_unseen(now.game, now.line, now.queue, now.look.evidence))


def found_again(now: Moment[P, T]) -> Outcome[P, T] | None:
    """Go on from what stands there, whosever turn it may be, if several throws made no sense.

    The turns in between are lost; what follows shows who plays, and until then nobody is blamed.
    """
    if len(now.queue) <= (PLAYED_ON if now.state.wary else LOST) or now.loose:
        return None
    seen = now.game.seen(clear_contents(now.look.evidence), now.line.stands)
    if isinstance(seen, Defect) or now.game.winner(seen) is not None:
        return None
    found = tuple(
        (Act(Step(seat, now.game.position_data(position)), LOST_MEMO), *way.acts)
        for seat, position in _turns(now.game, seen)
        for way in ways(
            now.game, Line(position, position, agreed=True), now.queue[-1:],
            now.look.evidence, surmise=False,
        )[:1]
    )  # fmt: skip
    return Outcome(found[0], rivals=found[1:], lost=True) if found else None


def put_right(now: Moment[P, T]) -> Outcome[P, T] | None:
    """Explain what is seen by the next player's beginning, or by a die that was misread."""
    acts: tuple[Act, ...] = ()
    if now.view.kind in {Kind.FOUL, Kind.UNCLEAR} and not now.queue:
        acts = _next_began(now.game, now.line, now.look)
    acts = acts or _read_again(now.game, now.state, now.roll, now.item, now.look) or _read_too(now)
    return Outcome(acts) if acts else None


def half_read(now: Moment[P, T]) -> Outcome[P, T] | None:
    """Wait for a die that cannot be read, if with some face of it all would be in order."""
    if now.item is None or not now.item.guesses:
        return None
    found = now.ways((*now.queue[:-1], replace(guessed(now.item), perhaps=False)))
    if not found:
        return None
    if any(isinstance(act.what, RoundWon) for act in found[0].acts):
        # The round is won whatever it showed, and nobody throws again who would make it certain.
        return _first_of(now, found)
    if len(now.queue) > 1:
        # What the throws before it led to is certain now; it is looked at again after that.
        acts = found[0].acts
        last = max(i for i, act in enumerate(acts) if isinstance(act.what, Throw))
        return Outcome(acts[:last])
    lacking = [name for name in now.game.dice if not now.face(name)]
    shown = None if found[0].strays else now.shown(_stands(now, found[0]))
    return now.kept(Outcome(doubt=tuple(f"dice.{name}" for name in lacking), shown=shown))


def _stands(now: Moment[P, T], way: Way) -> P:
    """Return the position in which a way to explain the throws ends."""
    steps = [act.what for act in way.acts if isinstance(act.what, Step)]
    return now.game.position(steps[-1].position) if steps else now.line.stands


def _next_began(game: Game[P, T], line: Line[P, T], look: Look) -> tuple[Act, ...]:
    """Return the events if the turn is over and the next player did something before throwing."""
    if not ended(game, line, line.stands):
        return ()
    passed = game.passed(line.stands)
    following: Line[P, T] = Line(passed, passed)
    view = explain(game, following, look.evidence)
    if view.kind is not Kind.STEP:
        return ()
    turn = turn_act(game, line, line.stands)
    return (turn, *step_acts(game, following, view.position))


def _read_again(
    game: Game[P, T], state: State[P, T], roll: Roll, item: Fallen[T] | None, look: Look
) -> tuple[Act, ...]:
    """Correct the last throw where dice that did not move show another face, if that explains all."""
    line = state.line
    assert line is not None
    if item is None or state.queue or not line.throws or not all(
        name in state.dice and state.dice[name].near(die) for name, die in roll.moved.items()
    ):  # fmt: skip
        return ()
    for throw in item.throws:
        other = replace(line, throws=(*line.throws[:-1], throw))
        if judged(game, other, line.stands).legal:
            view = explain(game, other, look.evidence)
            if view.explained:
                again = throw_act(game, line.before.turn, throw, {"dice": dice_data(item.dice)})
                steps = step_acts(game, other, view.position) if view.kind is Kind.STEP else ()
                return (*_instead(state.thrown[-1], again), *steps)
    return ()


def _read_too(now: Moment[P, T]) -> tuple[Act, ...]:
    """Correct the last throw by another face that is read where a die of it lies, if that explains all.

    A foul that was called by the first face was none.
    """
    game, line, state = now.game, now.line, now.state
    if now.view.kind is not Kind.FOUL:
        return ()
    for throw, other, view in other_views(now):
        if view.explained:
            foul = (state.called,) if state.wrong is not None else ()
            # How the die is believed to lie holds, so that the face read first is no new throw.
            again = throw_act(game, line.before.turn, throw, {"dice": dice_data(state.dice)})
            steps = step_acts(game, other, view.position) if view.kind is Kind.STEP else ()
            return (*_instead(state.thrown[-1], again, foul), *steps)
    return ()


def _instead(n: int, act: Act, wrong: tuple[int, ...] = ()) -> tuple[Act, ...]:
    """Return what tells this act in the place of event ``n``; ``wrong`` are others that were none."""
    # How the dice lie now is told by what is told last.
    return (Act(Corrected((n, *wrong)), {"dice": act.memo["dice"]}), replace(act, after=n))


def _turns(game: Game[P, T], seen: P) -> Iterator[tuple[int, P]]:
    """Yield each seat with the position in which it plays, beginning with the next one."""
    seats = len(game.match.seats)
    position = seen
    for _ in range(seats):
        position = game.turned(seen, game.passed(position).turn)
        yield position.turn, position
