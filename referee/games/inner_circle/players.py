"""Simulated players: each chooses among the legal steps of an unfinished turn, in any variant.

A turn is played throw by throw as people play it: the player sees the dice, takes steps until nothing is
due, and stops, or throws again where the rules ask for it.
"""

import random
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple, Protocol

from referee.games.inner_circle import ring
from referee.games.inner_circle.house import House
from referee.games.inner_circle.play import Onward, Play
from referee.games.inner_circle.plays import Plays
from referee.games.inner_circle.position import Position
from referee.games.inner_circle.throw import FACES, NUMBERS, Throw
from referee.games.inner_circle.turn import Stage, Step, Turn

# What a ball's place is worth: home, and in play by its way still to go to the next target-ring arrow.
_HOME, _INNER, _OUTER = 200.0, 110.0, 70.0
_FORESIGHT = 12
_DANGER = 0.35


class Player(Protocol):
    """Somebody who plays."""

    def choose(
        self, play: Play, turn: Turn, rng: random.Random, *, may_stop: bool
    ) -> Onward | None:
        """Return the step to take now; or None to stop (only if ``may_stop``), or if there is none."""


class Played(NamedTuple):
    """One thing done in a turn, a throw or a step, and the turn after it."""

    done: Throw | Step
    play: Play
    turn: Turn

    @property
    def position(self) -> Position:
        """What stands on the board now, the same seat on turn."""
        return self.play.position(self.turn, ended=False)


class PlayedTurn(NamedTuple):
    """A whole turn: ``after`` as `judge` takes it, and all that was done, in order."""

    before: Position
    throws: tuple[Throw, ...]
    played: tuple[Played, ...]
    after: Position


class RandomPlayer:
    """Takes any legal step, and stops by chance where that is allowed."""

    def choose(
        self, play: Play, turn: Turn, rng: random.Random, *, may_stop: bool
    ) -> Onward | None:
        """Return a step by lot; stopping is one lot among the others."""
        return play.any_step(turn, rng, or_none=may_stop)


@dataclass(frozen=True, slots=True)
class WorthPlayer:
    """Takes the step to the position worth most; equal ones by lot."""

    worth: Callable[[Turn], float]

    def choose(
        self, play: Play, turn: Turn, rng: random.Random, *, may_stop: bool
    ) -> Onward | None:
        """Return the best step, or None where none is better than to stop."""
        best, found = -1e9, list[Onward | None]()
        candidates: list[Onward | None] = [*play.steps(turn)]
        if may_stop:
            candidates.append(None)
        for onward in candidates:
            worth = self.worth(turn if onward is None else onward[1])
            if worth > best + 1e-9:
                best, found = worth, []
            if worth > best - 1e-9:
                found.append(onward)
        return rng.choice(found) if found else None


def _place_worth(field: int) -> float:
    if field >= ring.FIRST_TARGET:
        return _HOME
    if field >= ring.FIRST_INNER:
        return _INNER - (ring.FIRST_INNER - field) % 8
    return _OUTER - (8 - field) % 16


def progress(turn: Turn) -> float:
    """How far the mover is ahead: own balls' places, less a half of the others'."""
    own = sum(_place_worth(field) for field in ring.fields_of(turn.own))
    theirs = sum(_place_worth(field) for others in turn.others for field in ring.fields_of(others))
    waste = len(turn.means.parts) * 0.01 - turn.means.stored.bit_count() * 4
    return own - theirs / 2 - waste


def caution(turn: Turn) -> float:
    """Progress, less what others' balls close behind own balls may cost."""
    danger = 0.0
    others = sum(turn.others)
    for field in ring.fields_of(turn.own & ring.IN_PLAY):
        behind = sum(
            1 for steps in range(2, _FORESIGHT + 1, 2) if others >> ring.ADVANCE[field][-steps] & 1
        )
        danger += behind * _place_worth(field)
    return progress(turn) - _DANGER * danger


PLAYERS: Mapping[str, Callable[[], Player]] = {
    "random": RandomPlayer,
    "greedy": lambda: WorthPlayer(progress),
    "careful": lambda: WorthPlayer(caution),
}
"""The kinds of simulated players, by name."""


_ALONE = tuple(map(Throw, NUMBERS))
_BOTH = tuple(tuple(Throw(number, face) for face in FACES) for number in NUMBERS)


def throw_dice(kind: str, rng: random.Random) -> Throw:
    """Throw the number die alone ("number") or both dice ("both")."""
    number = int(rng.random() * len(NUMBERS))
    return _BOTH[number][int(rng.random() * len(FACES))] if kind == "both" else _ALONE[number]


def play_turn(
    plays: Plays | House,
    before: Position,
    player: Player,
    rng: random.Random,
    *,
    thrown: Sequence[Throw] = (),
) -> PlayedTurn:
    """Play the turn of the seat on turn in ``before`` to its end.

    ``plays`` is the house, or `Plays` of it, which get quicker from turn to turn. ``thrown`` are throws
    that fall first, each as long as the rules ask for its kind.
    """
    plays = Plays(plays) if isinstance(plays, House) else plays
    play = plays.of(before)
    turn, played, throws = play.begin(), list[Played](), list[Throw]()
    choose, may_end, next_throws = player.choose, play.may_end, play.next_throws
    while True:
        over = may_end(turn)
        kinds = () if over else next_throws(turn)
        taken = choose(play, turn, rng, may_stop=over or bool(kinds))
        if taken is not None:
            done, turn = taken
            played.append(Played(done, play, turn))
        elif over:
            after = play.position(turn, ended=True)
            return PlayedTurn(before, tuple(throws), tuple(played), after)
        else:
            kind = rng.choice(kinds) if len(kinds) > 1 else kinds[0]
            given = thrown[len(throws)] if len(throws) < len(thrown) else None
            throw = given if given and _kind(given) in kinds else throw_dice(kind, rng)
            turn = Turn(turn.own, turn.others, play.after_throw(turn.means, throw, throws))
            throws.append(throw)
            played.append(Played(throw, play, turn))


def _kind(throw: Throw) -> str:
    return "both" if throw.both else "number"


def play_round(
    plays: Plays | House, opening: Position, players: Mapping[int, Player], rng: random.Random
) -> Iterator[PlayedTurn]:
    """Play turns from a position until one of them wins the round; ``plays`` as in `play_turn`."""
    plays = Plays(plays) if isinstance(plays, House) else plays
    position = opening
    won = opening.winner is not None
    while not won:
        turn = play_turn(plays, position, players[position.turn], rng)
        yield turn
        position, won = turn.after, turn.played[-1].turn.means.stage is Stage.WON


def seated(kinds: Sequence[str], seats: Sequence[int]) -> dict[int, Player]:
    """Return a player for each seat, the kinds taken in turn."""
    return {seat: PLAYERS[kinds[i % len(kinds)]]() for i, seat in enumerate(seats)}
