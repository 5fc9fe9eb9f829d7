"""Following a game: what one settled look means in the state that the game is in. Pure."""

from dataclasses import replace
from functools import partial

from referee.events import Corrected, Restored, Start, Step
from referee.evidence import against, clear_contents
from referee.game import Game, P, T
from referee.table.dice import Roll, dice_data, rolled
from referee.table.explain import Kind, View, ended, explain, judged
from referee.table.outcome import Act, Blame, Outcome, step_acts, throw_act, turn_act
from referee.table.scoring import scoring
from referee.table.senses import Look
from referee.table.state import Fallen, Line, Stage, State
from referee.table.throwing import fallen, ways


def follow(game: Game[P, T], state: State[P, T], look: Look) -> Outcome[P, T]:
    """Return what follows from a look."""
    if state.stage is Stage.PLAY or state.ready:
        return _playing(game, state, look)
    if look.hand:
        return Outcome()
    match state.stage:
        case Stage.CLEARING:
            return _clearing(game, state, look)
        case Stage.OVER:
            return _over(game, state, look)
        case _:
            return Outcome()


def may_end(game: Game[P, T], state: State[P, T]) -> bool:
    """Tell whether the turn may end with what stands on the board."""
    line = state.line
    if state.stage is not Stage.PLAY or line is None or state.wrong is not None:
        return False
    return ended(game, line, line.stands)


def _playing(game: Game[P, T], state: State[P, T], look: Look) -> Outcome[P, T]:
    assert state.line is not None
    if state.laying:
        return _laying(game, state.line, look)
    roll = rolled(state.dice, look.dice, look.unread)
    item = fallen(game, roll, state.dice, look.dice, gaps=look.gaps)
    queue = state.queue if item is None else (*state.queue, item)
    away = {} if look.hand else roll.away
    view = explain(game, state.line, look.evidence)
    if look.hand and (item is None or view.kind is not Kind.SAME or view.strays):
        return Outcome(fallen=item)
    found = [
        way
        for line in (_lines(game, state) if queue else ())
        for way in ways(game, line, queue, look.evidence)
    ]
    if found:
        first, *others = sorted(found, key=lambda way: len(way.strays))
        rivals = tuple(way.acts for way in others if len(way.strays) == len(first.strays))
        acts = first.acts
        if state.wrong is not None and not isinstance(acts[0].what, Step):
            acts = (Act(Restored(game.position_data(state.line.stands))), *acts)
        return Outcome(acts, doubt=first.strays, rivals=rivals)
    if look.hand:
        return Outcome(fallen=item)
    if view.kind in {Kind.FOUL, Kind.UNCLEAR} and not queue:
        begun = _next_began(game, state.line, look)
        if begun:
            return Outcome(begun)
    corrected = _read_again(game, state, roll, item, look)
    if corrected:
        return Outcome(corrected)
    if queue and view.kind is Kind.SAME and not view.strays:
        return _too_early(game, state, view, item)
    loose = _unaccounted(game, state.line, look)
    unclear = (*loose, *(f"dice.{name}" for name in roll.unread))
    return replace(_viewed(game, state, view, unclear, item), dice=away)


def _laying(game: Game[P, T], line: Line[P, T], look: Look) -> Outcome[P, T]:
    """Wait until the board stands as it did before the events that people took back."""
    if look.hand or against(game.contents(line.stands), look.evidence):
        return Outcome(dice=look.dice)
    return Outcome((Act(Restored(game.position_data(line.stands))),), dice=look.dice)


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
                return (Act(Corrected(state.thrown[-1:])), again, *steps)
    return ()


def _unaccounted(game: Game[P, T], line: Line[P, T], look: Look) -> tuple[str, ...]:
    """Return the spots near loose pieces in which a piece should lie and is not seen."""
    contents, seen = game.contents(line.stands), clear_contents(look.evidence)
    return tuple(spot for spot in look.loose if contents.get(spot) and spot not in seen)


def _viewed(
    game: Game[P, T],
    state: State[P, T],
    view: View[P],
    unclear: tuple[str, ...],
    item: Fallen[T] | None,
) -> Outcome[P, T]:
    """Say what a view means while no new throw explains it."""
    line = state.line
    assert line is not None
    doubt = tuple(dict.fromkeys((*view.strays, *unclear)))
    match view.kind:
        case Kind.SAME if state.wrong is not None:
            restored = Act(Restored(game.position_data(view.position)))
            return Outcome((restored,), doubt=doubt, fallen=item)
        case Kind.STEP:
            acts = step_acts(game, line, view.position)
            return Outcome(acts, doubt=doubt, fallen=item)
        case Kind.FOUL if not unclear and view.position != state.wrong:
            # With a die that cannot be read or a piece in no field, what looks wrong may be right.
            return Outcome(blame=_blame(game, line, view.position), fallen=item)
        case _:
            return Outcome(doubt=doubt, fallen=item)


def _blame(game: Game[P, T], line: Line[P, T], seen: P) -> Blame[P]:
    """Blame whose turn it is, or the next player if he began before he threw."""
    seat = line.before.turn
    passed = game.passed(line.stands)
    if ended(game, line, line.stands) and game.movers(line.stands, seen) == {passed.turn}:
        seat = passed.turn
        explained = partial(game.foul, passed, (), game.turned(seen, seat))
    else:
        explained = partial(game.foul, line.before, line.throws, seen)
    return Blame(seat, seen, explained)


def _too_early(
    game: Game[P, T], state: State[P, T], view: View[P], item: Fallen[T] | None
) -> Outcome[P, T]:
    """Blame a throw that came before the turn was over."""
    line = state.line
    assert line is not None
    passed = game.passed(line.stands)
    pushed = all(fallen.same_faces for fallen in (*state.queue, *((item,) if item else ())))
    if state.early or not line.throws or pushed:
        return Outcome(fallen=item)
    if game.judge(line.before, line.throws, passed).legal:
        return Outcome(fallen=item)
    explained = partial(game.foul, line.before, line.throws, passed)
    blame = Blame(line.before.turn, view.position, explained, stands=False)
    return Outcome(blame=blame, fallen=item)


def _clearing(game: Game[P, T], state: State[P, T], look: Look) -> Outcome[P, T]:
    """Watch the score being moved on, and wait until the next round is set up; then it is played."""
    assert state.line is not None
    missing = against(game.contents(state.line.stands), look.evidence)
    if missing:
        return scoring(game, state, look, missing)
    dice = {} if state.dice else look.dice
    state = replace(state, dice={**state.dice, **dice})
    outcome = _playing(game, state, look)
    return replace(outcome, ready=True, dice={**dice, **(outcome.dice or {})})


def _lines(game: Game[P, T], state: State[P, T]) -> list[Line[P, T]]:
    """Return the turn that is being played; who plays the first one of a round may be open."""
    assert state.line is not None
    if not state.starting:
        return [state.line]
    before = state.line.before
    seats = game.starters(before)
    return [Line(turned, turned) for turned in (game.turned(before, seat) for seat in seats)]


def _over(game: Game[P, T], state: State[P, T], look: Look) -> Outcome[P, T]:
    """Wait until the table is set up for another game."""
    position = game.new_game()
    missing = against(game.contents(position), look.evidence)
    if missing:
        return scoring(game, state, look, missing)
    match = {key: value for key, value in game.match.data().items() if key != "position"}
    return Outcome((Act(Start(match, game.position_data(position))),), dice=look.dice)
