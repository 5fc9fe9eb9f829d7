"""Following a game: what one settled look means in the state that the game is in. Pure."""

from referee.events import Restored, Start
from referee.evidence import against, clear_contents
from referee.game import Game, P, T
from referee.table.dice import rolled
from referee.table.explain import Kind, View, explain, judged
from referee.table.outcome import Act, Outcome, foul, step_acts, throw_act
from referee.table.senses import Look
from referee.table.state import Stage, State
from referee.table.throwing import throws_shown, ways


def follow(game: Game[P, T], state: State[P, T], look: Look) -> Outcome[P]:
    """Return what follows from a look."""
    match state.stage:
        case Stage.PLAY:
            return _playing(game, state, look)
        case Stage.CLEARING:
            return _clearing(game, state, look)
        case Stage.OVER:
            return _over(game, look)
        case Stage.IDLE:
            return Outcome()


def may_end(game: Game[P, T], state: State[P, T]) -> bool:
    """Tell whether the turn may end with what stands on the board."""
    line = state.line
    if state.stage is not Stage.PLAY or line is None or state.wrong is not None:
        return False
    verdict = judged(game, line, line.stands)
    return bool(line.throws or line.agreed) and verdict.legal and verdict.complete


def _playing(game: Game[P, T], state: State[P, T], look: Look) -> Outcome[P]:
    assert state.line is not None
    roll = rolled(state.dice, look.dice, look.unread)
    if not roll.moved:
        view = explain(game, state.line, look.evidence)
        return _viewed(game, state, view, roll.unread)
    found = ways(game, state, roll, look.dice, look.evidence)
    if found:
        first, *others = found
        rivals = tuple(way.acts for way in others if len(way.strays) == len(first.strays))
        return Outcome(first.acts, doubt=first.strays, rivals=rivals)
    view = explain(game, state.line, look.evidence)
    if view.kind is Kind.SAME and not roll.unread and game.dice[0] in roll.moved:
        return _too_early(game, state, view)
    return _viewed(game, state, view, roll.unread)


def _viewed(
    game: Game[P, T], state: State[P, T], view: View[P], unread: tuple[str, ...]
) -> Outcome[P]:
    """Say what a view means while no new throw explains it."""
    assert state.line is not None
    doubt = (*view.strays, *(f"dice.{name}" for name in unread))
    match view.kind:
        case Kind.SAME if state.wrong is not None:
            return Outcome((Act(Restored(game.position_data(view.position))),), doubt=doubt)
        case Kind.STEP:
            return Outcome(step_acts(game, state.line, view.position), doubt=doubt)
        case Kind.FOUL if not unread and view.position != state.wrong:
            # With a die that cannot be read, a move that looks wrong may be right.
            seat = state.line.before.turn
            return Outcome(blame=foul(game, seat, view.verdict, view.position))
        case _:
            return Outcome(doubt=doubt)


def _too_early(game: Game[P, T], state: State[P, T], view: View[P]) -> Outcome[P]:
    """Blame a throw that came before the turn was over."""
    line = state.line
    assert line is not None
    verdict = game.judge(line.before, line.throws, game.passed(line.stands))
    if state.early or verdict.legal or not line.throws:
        return Outcome(doubt=view.strays)
    return Outcome(blame=foul(game, line.before.turn, verdict, line.stands, position=False))


def _clearing(game: Game[P, T], state: State[P, T], look: Look) -> Outcome[P]:
    """Watch the counting ball and the set-up of the next round, and wait for its first throw."""
    assert state.line is not None
    assert state.won is not None
    if not against(game.contents(state.line.stands), look.evidence):
        restored = Act(Restored(game.position_data(state.line.stands)))
        acts = (restored,) if state.wrong is not None else ()
        return Outcome((*acts, *_first_throw(game, state, look)))
    verdict = game.clearing(state.won, clear_contents(look.evidence))
    position = verdict.position or state.won
    if not verdict.legal and position != state.wrong:
        return Outcome(blame=foul(game, state.won.turn, verdict, position), dice=look.dice)
    if verdict.legal and state.wrong is not None:
        return Outcome((Act(Restored(game.position_data(position))),), dice=look.dice)
    return Outcome(dice=look.dice)


def _first_throw(game: Game[P, T], state: State[P, T], look: Look) -> tuple[Act, ...]:
    assert state.line is not None
    memo = {"dice": {name: die.data() for name, die in {**state.dice, **look.dice}.items()}}
    roll = rolled(state.dice, look.dice, look.unread)
    before = state.line.before
    for throw in throws_shown(game, roll, look.dice):
        if game.judge(before, (throw,), before).legal:
            return (throw_act(game, before.turn, throw, memo),)
    return ()


def _over(game: Game[P, T], look: Look) -> Outcome[P]:
    """Wait until the table is set up for another game."""
    position = game.new_game()
    if against(game.contents(position), look.evidence):
        return Outcome(dice=look.dice)
    match = {key: value for key, value in game.match.data().items() if key != "position"}
    return Outcome((Act(Start(match, game.position_data(position))),), dice=look.dice)
