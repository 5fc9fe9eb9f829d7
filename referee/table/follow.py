"""Following a game: what one settled look means in the state that the game is in. Pure."""

from dataclasses import replace

from referee.events import Restored
from referee.evidence import against, clear_contents, cost, differing
from referee.game import Game, P, T
from referee.table.blaming import crowded, seen
from referee.table.moment import Moment
from referee.table.outcome import Act, Outcome
from referee.table.playing import (
    found_again,
    half_read,
    lost_sight,
    played_on,
    pushed,
    put_right,
    thrown,
)
from referee.table.possible import taken
from referee.table.scoring import scoring, set_up_again
from referee.table.senses import Look
from referee.table.state import Line, Stage, State
from referee.table.view import Kind, ended


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
            return set_up_again(game, state, look)
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
    now = Moment.of(game, state, look)
    if look.hand:
        return _beside_a_hand(now)
    if (now.queue and now.more_to_come()) or now.arrives_dimly():
        return now.kept()
    return (
        thrown(now)
        or crowded(now)
        or put_right(now)
        or half_read(now)
        or pushed(now)
        or played_on(now)
        or lost_sight(now)
        or found_again(now)
        or seen(now)
    )


def _beside_a_hand(now: Moment[P, T]) -> Outcome[P, T]:
    """Take dice that lie beside a hand for thrown; what stands on the board must wait."""
    if now.item is not None and now.view.kind is Kind.SAME and not now.view.strays:
        outcome = thrown(now)
        if outcome is not None:
            return outcome
    return now.kept()


def _laying(game: Game[P, T], line: Line[P, T], look: Look) -> Outcome[P, T]:
    """Wait until the board stands as it did before the events that people took back."""
    if look.hand or against(game.contents(line.stands), look.evidence):
        return Outcome(dice=look.dice)
    return Outcome((Act(Restored(game.position_data(line.stands))),), dice=look.dice)


def _clearing(game: Game[P, T], state: State[P, T], look: Look) -> Outcome[P, T]:
    """Watch the score being moved on, and wait until the next round is set up; then it is played."""
    assert state.line is not None
    missing = against(game.contents(state.line.stands), look.evidence) or _left(game, state, look)
    if missing:
        return scoring(game, state, look, missing)
    dice = {} if state.dice else look.dice
    state = replace(state, dice={**state.dice, **dice})
    outcome = _playing(game, state, look)
    return replace(outcome, ready=True, dice={**dice, **(outcome.dice or {})})


def _left(game: Game[P, T], state: State[P, T], look: Look) -> tuple[str, ...]:
    """Return the spots where what has won most likely lies still, none if the next set-up is as likely.

    Where something surely lies that does not belong there, or where a piece lay and nothing is seen since, it
    does, however much else was taken away, until all pieces are clearly seen where they belong.
    """
    if state.line is None or state.won is None:
        return ()
    won, next_up = game.contents(state.won), game.contents(state.line.stands)
    spots = set(differing(won, next_up)) - game.score_spots(state.won)
    seen = {spot: costs for spot, costs in look.evidence.items() if spot in spots}
    if cost(won, seen) < cost(next_up, seen):
        return tuple(seen)
    clear = clear_contents(seen)
    belong = {spot: content for spot, content in next_up.items() if spot in spots}
    if all(clear.get(spot) == content for spot, content in belong.items()):
        return ()
    unseen = {spot for spot in spots if won.get(spot)} - seen.keys()
    return tuple((taken(seen) | unseen) - belong.keys())
