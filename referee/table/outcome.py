"""What the table does about a settled look: events, or a reason to look again."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any, Generic

from referee.events import GameWon, Happening, Illegal, RoundWon, Step, Throw, Turn
from referee.evidence import differing
from referee.game import Foul, Game, P, T
from referee.table.dice import Dice
from referee.table.state import Fallen, Line, Order, Shown, State


@dataclass(frozen=True, slots=True)
class Act:
    """An event that is about to be: what happened, and what the table must remember of it.

    ``after`` is the number of the event right after which it belongs if it is told late.
    """

    what: Happening
    memo: Mapping[str, Any] = field(default_factory=dict)
    after: int | None = None


@dataclass(frozen=True, slots=True)
class Blame(Generic[P]):
    """A foul of ``seat``; it is announced, and only then explained, when it has stood for long enough.

    ``stands``: ``seen`` is what is wrong and stands there, otherwise it is what was done. ``others`` blame
    for other positions, as wrong, that it may be as far as it is seen, ``spots`` what is wrong where no
    legal position tells. ``unhurried``: nobody has played yet, so errors of the eye are waited for.
    ``first`` are events that are told before it.
    """

    seat: int
    seen: P
    explained: Callable[[], Foul[P]]
    stands: bool = True
    others: "tuple[Blame[P], ...]" = ()
    unhurried: bool = False
    spots: tuple[str, ...] = ()
    first: tuple[Act, ...] = ()

    def ways(self) -> "tuple[Blame[P], ...]":
        """Return the blame itself and those for the other positions, each of which knows all the rest."""
        every = (self, *self.others)
        return tuple(
            replace(one, others=tuple(o for o in every if o is not one), first=self.first)
            for one in every
        )

    def act(self, game: Game[P, T]) -> Act:
        """Return the event that announces it."""
        foul = self.explained()
        fields = self.spots
        if foul.nearest is not None:
            fields = differing(game.contents(self.seen), game.contents(foul.nearest))
        memo: dict[str, Any] = {
            "counted": list(foul.counted),
            "legal_under": list(foul.legal_under),
        }
        if self.stands:
            memo["position"] = game.position_data(self.seen)
        if self.others:
            memo["perhaps"] = [game.position_data(other.seen) for other in self.others]
        return Act(Illegal(self.seat, foul.rule, foul.reason, fields), memo)


@dataclass(frozen=True, slots=True)
class Outcome(Generic[P, T]):
    """What follows from one settled look.

    ``acts`` happen at once, ``blame`` if it stands for long enough, ``doubt`` are spots that cannot be
    told. ``rivals`` are other ways to explain the same. ``queue`` are throws to be kept until something
    explains them, ``half`` one of which a die cannot be read yet, ``shown`` what stands there in order beside
    a die that is not read, ``order`` that of the state, ``dice`` how the dice lie from now on
    (also if nobody threw them, but the table was cleared), ``ready``: the next round is set up, ``baffled``:
    what stands there is not in order, but after a guess nobody is blamed for it, ``lost``: the acts give up
    what is told and go on from what stands there.
    """

    acts: tuple[Act, ...] = ()
    blame: Blame[P] | None = None
    doubt: tuple[str, ...] = ()
    rivals: tuple[tuple[Act, ...], ...] = ()
    queue: tuple[Fallen[T], ...] | None = None
    half: Fallen[T] | None = None
    shown: Shown[P] | None = None
    order: Order | None = None
    dice: Dice | None = None
    ready: bool = False
    baffled: bool = False
    lost: bool = False

    def noted(self, state: State[P, T]) -> State[P, T]:
        """Return the state with what this says that is no event."""
        if self.dice is not None:
            state = replace(state, dice={**state.dice, **self.dice})
        if self.ready:
            state = replace(state, ready=True)
        if self.queue is not None:
            state = replace(state, queue=self.queue, half=self.half)
        if self.order is not None:
            state = replace(state, order=self.order)
        if self.shown is not None:
            state = replace(state, shown=self.shown.after(state.shown))
        return state


def belonging(acts: Iterable[Act], n: int) -> tuple[Act, ...]:
    """Return acts that belong right after event ``n``, though they are told late."""
    return tuple(replace(act, after=n) for act in acts)


def step_acts(game: Game[P, T], line: Line[P, T], position: P) -> tuple[Act, ...]:
    """Return the events of a legal step, and of the win it may be."""
    step = Act(Step(line.before.turn, game.position_data(position)))
    winner = game.winner(position)
    if winner is None:
        return (step,)
    counters = {str(seat): at for seat, at in game.tally(position).items()}
    acts = (step, turn_act(game, line, position), Act(RoundWon(winner, counters)))
    champion = game.game_winner(position)
    return acts if champion is None else (*acts, Act(GameWon(champion, counters)))


def turn_act(game: Game[P, T], line: Line[P, T], position: P) -> Act:
    """Return the event of a turn that ended in ``position``."""
    throws = tuple(game.throw_data(throw) for throw in line.throws)
    after = position if game.winner(position) is not None else game.passed(position)
    return Act(Turn(line.before.turn, throws, game.position_data(after)))


def throw_act(game: Game[P, T], seat: int, throw: T, memo: Mapping[str, Any]) -> Act:
    """Return the event of a throw."""
    faces = dict.fromkeys(game.dice) | game.throw_data(throw)
    return Act(Throw(seat, faces), memo)
