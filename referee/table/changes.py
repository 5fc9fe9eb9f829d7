"""How each event changes the state of a live game: the whole state is a fold over the events."""

from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import Any

from referee.events import (
    Abandoned,
    Agreed,
    Corrected,
    Event,
    GameWon,
    Happening,
    Illegal,
    Paused,
    Restored,
    Resumed,
    RoundWon,
    Start,
    Step,
    Throw,
    Turn,
    Unsure,
    standing,
)
from referee.game import Game, P, T
from referee.table.state import Line, Stage, State
from referee.table.waiting import remembered
from referee.table.wariness import also_read, guessing, maybe_other, unclear, wondering


def fold(game: Game[P, T], events: Iterable[Event]) -> State[P, T]:
    """Return the state that a match's events lead to."""
    state: State[P, T] = State()
    for event in standing(events):
        if isinstance(event.what, Agreed):
            game = game.under(event.what.rule)
        state = apply(game, state, event.what, event.memo, event.n)
    return state


def under_agreements(game: Game[P, T], events: Iterable[Event]) -> Game[P, T]:
    """Return the game under the house rules that count after a match's events."""
    for event in standing(events):
        if isinstance(event.what, Agreed):
            game = game.under(event.what.rule)
    return game


def apply(
    game: Game[P, T], state: State[P, T], what: Happening, memo: Mapping[str, Any], n: int
) -> State[P, T]:
    """Return the state after one event."""
    state = remembered(game, state, memo)
    state = guessing(state, memo)
    match what:
        case Start(position=data):
            position = game.position(data)
            line: Line[P, T] = Line(position, position)
            return State(
                Stage.PLAY,
                line,
                starter=position.turn,
                dice=state.dice,
                starting=True,
                read=state.read,
            )
        case Throw(seat=seat, faces=faces):
            state = wondering(game, state, guessed=bool(memo.get("guessed")))
            if not memo.get("guessed"):
                state = replace(state, read=also_read(state.read, faces))
            others = tuple(game.throw(each) for each in memo.get("others", ()))
            return maybe_other(_thrown(game, _begun(state), seat, faces, n), others)
        case Step(position=data):
            return _step(_begun(state), game.position(data), bool(memo.get("agreed")), n)
        case Restored(position=data):
            state = replace(state, wrong=None, laying=False, events=(*state.events, n))
            return _allowed(game, state, game.position(data)) if memo.get("agreed") else state
        case Corrected():
            laying = state.laying or "by" in memo
            return replace(state, laying=laying, queue=(), half=None, shown=None)
        case Illegal():
            return _called(game, state, memo, n)
        case Turn(position=data):
            return _turn(game, wondering(game, state, guessed=False), game.position(data))
        case RoundWon(counters=counters) if state.stage is Stage.PLAY and state.line is not None:
            # Only the score is kept: nobody saw the turn that won.
            score = {int(seat): at for seat, at in counters.items()}
            position = game.with_score(state.line.stands, score)
            return replace(state, line=Line(position, position))
        case GameWon():
            return replace(state, stage=Stage.OVER)
        case Abandoned():
            return replace(state, stage=Stage.OVER, won=None, wrong=None)
        case Unsure():
            return unclear(game, state, memo)
        case Paused() | Resumed():
            return replace(state, paused=isinstance(what, Paused))
        case _:
            return state


def _begun(state: State[P, T]) -> State[P, T]:
    """Return the state with the next round begun, if the table was being set up for it."""
    if state.stage is not Stage.CLEARING:
        return state
    return replace(state, stage=Stage.PLAY, won=None, ready=False)


def _thrown(
    game: Game[P, T], state: State[P, T], seat: int, faces: Mapping[str, Any], n: int
) -> State[P, T]:
    line = state.line
    assert line is not None
    if seat != line.before.turn and not line.throws:
        # Whoever throws first begins, where the house rules leave it open.
        turned = game.turned(line.before, seat)
        line = Line(turned, turned)
        state = replace(state, starter=seat)
    throw = game.throw({die: face for die, face in faces.items() if face is not None})
    line = replace(line, throws=(*line.throws, throw), agreed=False)
    return replace(
        state,
        line=line,
        early=False,
        laying=False,
        starting=False,
        queue=(),
        half=None,
        shown=None,
        events=(*state.events, n),
        thrown=(*state.thrown, n),
    )


def _called(game: Game[P, T], state: State[P, T], memo: Mapping[str, Any], n: int) -> State[P, T]:
    wrong = game.position(memo["position"]) if "position" in memo else None
    perhaps = tuple(game.position(each) for each in memo.get("perhaps", ()))
    return replace(
        state, wrong=wrong, early=wrong is None, called=n, perhaps=perhaps,
        events=(*state.events, n),
    )  # fmt: skip


def _step(state: State[P, T], position: P, agreed: bool, n: int) -> State[P, T]:
    assert state.line is not None
    line = replace(state.line, stands=position)
    if agreed:
        line = Line(position, position, agreed=True)
    return replace(
        state, line=line, shown=None, wrong=None, early=False, laying=False, starting=False,
        events=(*state.events, n),
    )  # fmt: skip


def _allowed(game: Game[P, T], state: State[P, T], won: P) -> State[P, T]:
    """Return the state in which a score that was called wrong counts.

    If it had not been moved on, it need not be; otherwise the winner's is still to be moved on.
    """
    following = game.turned(game.next_round(won, state.starter), state.starter)
    if state.won is not None and game.score(won) == game.score(state.won):
        following = game.with_score(following, game.score(won))
    return replace(state, won=won, line=Line(following, following))


def _turn(game: Game[P, T], state: State[P, T], position: P) -> State[P, T]:
    winner = game.winner(position)
    if winner is None:
        line: Line[P, T] = Line(position, position)
        return replace(
            state,
            line=line,
            wrong=None,
            early=False,
            doubtful=max(0, state.doubtful - 1),
            passed_up=max(0, state.passed_up - 1),
            unclear=max(0, state.unclear - 1),
            guesses=(),
            events=(),
            thrown=(),
        )
    following = game.next_round(position, state.starter)
    # While the table is cleared dice are moved without being thrown, so how they lay does not count.
    return replace(
        state, stage=Stage.CLEARING, dice={}, line=Line(following, following), won=position,
        starter=following.turn, ready=False, starting=True, wrong=None, early=False, queue=(),
        half=None, shown=None, doubtful=0, passed_up=0, unclear=0, guesses=(), events=(), thrown=(),
    )  # fmt: skip
