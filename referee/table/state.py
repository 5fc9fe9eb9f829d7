"""The state of a live game, and how each event changes it: the whole state is a fold over the events."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from enum import StrEnum
from typing import Any, Generic

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
from referee.table.dice import Dice, dice_data, dice_from_data

LOST_FOR = 3
"""Turns that must be explained after the referee lost the game before anybody is blamed: by then a wrong
guess of whose turn it was shows."""

GUESSED_FOR = 1
"""The same after a die that could not be read was guessed: when its turn is over, what stands there is
known, whatever the die showed."""


LASTING_S = 1.0
"""What cannot be seen for so long is remembered."""


class Stage(StrEnum):
    """What is going on at the table."""

    IDLE = "idle"
    """No game has started."""
    PLAY = "play"
    """A turn is being played."""
    CLEARING = "clearing"
    """A round is won; the table is set up for the next."""
    OVER = "over"
    """The game is won or was abandoned."""


Reads = Mapping[str, Mapping[str, int]]
"""How often each face of each die was read."""


@dataclass(frozen=True, slots=True)
class Line(Generic[P, T]):
    """A turn so far: what stood before it, its throws, and the last legal position that stood there.

    ``agreed``: the players let a position stand, so the turn may end whatever the rules say.
    """

    before: P
    stands: P
    throws: tuple[T, ...] = ()
    agreed: bool = False


@dataclass(frozen=True, slots=True)
class Fallen(Generic[T]):
    """Dice that fell: the throws that they may be, the likeliest first, and how all dice lie now.

    ``guesses`` are throws with a die that cannot be read. ``same_faces``: they show what they showed
    before, so they may only have been pushed. ``perhaps``: a die was not seen to lie there, or too briefly,
    so that nothing may have been thrown. ``taken`` are the dice that were thrown as far as it is seen.
    """

    throws: tuple[T, ...]
    guesses: tuple[T, ...]
    dice: Dice
    same_faces: bool
    perhaps: bool = False
    taken: frozenset[str] = frozenset()


@dataclass(frozen=True, slots=True)
class State(Generic[P, T]):
    """Where the game is.

    ``line`` is the turn being played (in `Stage.CLEARING`: the first one of the next round); ``won`` the
    position in which the last round was won; ``starter`` who began this round; ``wrong`` the position that
    was called illegal and still stands, ``called`` the number of the event that did so and ``perhaps``
    what else it may be as far as it was seen, ``early`` whether a throw was called illegal because the turn
    before it was not over; ``dice`` how the dice lay when they were last believed;
    ``ready``: the next round is set up (not in the events, but shown again by the next pictures);
    ``starting``: the round waits for its first throw, and the house rules may leave open whose;
    ``laying``: people took events back, so the board is being laid out as it was and nobody is blamed;
    ``doubtful``: the turns to come in which nobody is blamed, since something was guessed;
    ``queue`` throws that were seen and that nothing explains yet, ``half`` one of which a die cannot be
    read yet;
    ``passed_up`` and ``unclear`` the turns for which it is remembered that a throw was let pass, and that
    something could not be seen;
    ``guesses`` which of this turn's throws were guessed, and what else they may have been;
    ``read`` how often each face of each die was read: an eye that cannot read a face never reads it;
    ``events`` and ``thrown`` the numbers of the events and of the throws that this turn consists of.
    """

    stage: Stage = Stage.IDLE
    line: Line[P, T] | None = None
    won: P | None = None
    starter: int = 0
    wrong: P | None = None
    called: int = 0
    perhaps: tuple[P, ...] = ()
    early: bool = False
    dice: Dice = field(default_factory=dict)
    queue: tuple[Fallen[T], ...] = ()
    half: Fallen[T] | None = None
    ready: bool = False
    starting: bool = False
    laying: bool = False
    paused: bool = False
    doubtful: int = 0
    passed_up: int = 0
    unclear: int = 0
    guesses: tuple[tuple[int, tuple[T, ...]], ...] = ()
    read: Reads = field(default_factory=dict)
    events: tuple[int, ...] = ()
    thrown: tuple[int, ...] = ()

    @property
    def wary(self) -> int:
        """The turns to come in which nobody is blamed: a guess may have been wrong, or the game is lost.

        In 2,863 throws and turns of painted rounds nobody let pass what a throw allowed. Where it seemed so a
        ball or a throw had not been seen, and something else could not be made out, either.
        """
        return max(self.doubtful, min(self.passed_up, self.unclear))


def apply(
    game: Game[P, T], state: State[P, T], what: Happening, memo: Mapping[str, Any], n: int
) -> State[P, T]:
    """Return the state after one event."""
    if "dice" in memo:
        state = replace(state, dice=dice_from_data(memo["dice"]))
    if "queue" in memo:
        *queue, half = (_fallen_from(game, item) for item in memo["queue"])
        state = replace(state, queue=tuple(filter(None, queue)), half=half)
    if memo.get("guessed"):
        least = LOST_FOR if memo.get("agreed") else GUESSED_FOR
        state = replace(state, doubtful=max(state.doubtful, least))
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
            state = _wondering(game, state, guessed=bool(memo.get("guessed")))
            if not memo.get("guessed"):
                state = replace(state, read=_also_read(state.read, faces))
            others = tuple(game.throw(each) for each in memo.get("others", ()))
            return _guessed(_thrown(game, _begun(state), seat, faces, n), others)
        case Step(position=data):
            return _step(_begun(state), game.position(data), bool(memo.get("agreed")), n)
        case Restored(position=data):
            state = replace(state, wrong=None, laying=False, events=(*state.events, n))
            return _allowed(game, state, game.position(data)) if memo.get("agreed") else state
        case Corrected():
            laying = state.laying or "by" in memo
            return replace(state, laying=laying, queue=(), half=None)
        case Illegal():
            return _called(game, state, memo, n)
        case Turn(position=data):
            return _turn(game, _wondering(game, state, guessed=False), game.position(data))
        case RoundWon(counters=counters) if state.stage is Stage.PLAY and state.line is not None:
            # Only the score is kept: nobody saw the turn that won.
            score = {int(seat): at for seat, at in counters.items()}
            position = game.with_score(state.line.stands, score)
            return replace(state, line=Line(position, position))
        case GameWon():
            return replace(state, stage=Stage.OVER)
        case Abandoned():
            return replace(state, stage=Stage.OVER, won=None, wrong=None)
        case Unsure() if memo.get("for_s", 0.0) >= LASTING_S:
            return replace(state, unclear=_lap(game))
        case Paused() | Resumed():
            return replace(state, paused=isinstance(what, Paused))
        case _:
            return state


def passed_up(game: Game[P, T], line: Line[P, T]) -> bool:
    """Tell whether the last throw allows something, and nothing was done with it."""
    idle = bool(line.throws) and game.judge(line.before, line.throws[:-1], line.stands).legal
    return idle and bool(game.choices(line.before, line.throws, line.stands))


def unexplained(game: Game[P, T], state: State[P, T]) -> dict[str, Any]:
    """Return a memo of how the dice lie and of the throws that no event tells of yet."""
    memo: dict[str, Any] = {"dice": dice_data(state.dice)}
    if state.queue or state.half:
        memo["queue"] = [_fallen_data(game, item) for item in (*state.queue, state.half)]
    return memo


def _fallen_data(game: Game[P, T], item: Fallen[T] | None) -> dict[str, Any] | None:
    if item is None:
        return None
    return {
        "throws": [game.throw_data(throw) for throw in item.throws],
        "guesses": [game.throw_data(throw) for throw in item.guesses],
        "dice": dice_data(item.dice),
        "same_faces": item.same_faces,
        "perhaps": item.perhaps,
        "taken": sorted(item.taken),
    }


def _fallen_from(game: Game[P, T], data: Mapping[str, Any] | None) -> Fallen[T] | None:
    if data is None:
        return None
    return Fallen(
        throws=tuple(game.throw(each) for each in data["throws"]),
        guesses=tuple(game.throw(each) for each in data["guesses"]),
        dice=dice_from_data(data["dice"]),
        same_faces=data["same_faces"],
        perhaps=data.get("perhaps", False),
        taken=frozenset(data.get("taken", ())),
    )


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
        events=(*state.events, n),
        thrown=(*state.thrown, n),
    )


def _wondering(game: Game[P, T], state: State[P, T], *, guessed: bool) -> State[P, T]:
    """Return the state in which it is remembered that the last throw was let pass, if it was.

    ``guessed``: it was so before a throw that nobody saw, which explains little. What is remembered fades
    with each turn, so that the next one of the same player is the last.
    """
    if state.line is None or not passed_up(game, state.line):
        return state
    lap = _lap(game)
    return replace(state, passed_up=lap, unclear=lap if guessed else state.unclear)


def _lap(game: Game[P, T]) -> int:
    """Return the turns until the next one of the player whose turn it is has ended."""
    return len(game.match.seats) + 1


def _guessed(state: State[P, T], others: tuple[T, ...]) -> State[P, T]:
    """Return the state in which the last throw may have been one of these others, too."""
    if not others or state.line is None:
        return state
    place = len(state.line.throws) - 1
    return replace(state, guesses=(*state.guesses, (place, others)))


def _also_read(read: Reads, faces: Mapping[str, Any]) -> Reads:
    more = {die: {**read.get(die, {})} for die in faces}
    for die, face in faces.items():
        if face is not None:
            more[die][str(face)] = more[die].get(str(face), 0) + 1
    return {**read, **more}


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
        state, line=line, wrong=None, early=False, laying=False, starting=False,
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
        half=None, doubtful=0, passed_up=0, unclear=0, guesses=(), events=(), thrown=(),
    )  # fmt: skip
