"""Simulated players: each chooses among the legal steps of an unfinished turn, in any variant.

A turn is played throw by throw as people play it: the player sees the dice, takes steps until nothing is
due, and stops, or throws again where the rules ask for it.
"""

import random
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Protocol

from referee.games.inner_circle import ring
from referee.games.inner_circle.house import House
from referee.games.inner_circle.play import Onward, Play
from referee.games.inner_circle.plays import Plays
from referee.games.inner_circle.position import Position
from referee.games.inner_circle.throw import FACES, NUMBERS, Throw
from referee.games.inner_circle.turn import Kind, Step, Turn

# What a ball's place is worth: home, and in play by its way still to go to the next target-ring arrow.
_HOME, _INNER, _OUTER = 200.0, 110.0, 70.0
_FORESIGHT = 12
_DANGER = 0.35


class Player(Protocol):
    """Somebody who plays."""

    def choose(self, choice: "Choice", rng: random.Random) -> Onward | None:
        """Return the step to take, or None to stop (only where ``choice.may_stop``)."""


@dataclass(frozen=True, slots=True)
class Choice:
    """What a player may do now: one of ``onward``, or stop."""

    play: Play
    turn: Turn
    onward: tuple[Onward, ...]
    may_stop: bool


@dataclass(frozen=True, slots=True, eq=False)
class Played:
    """One thing done in a turn, a throw or a step, and the turn after it."""

    done: Throw | Step
    play: Play
    turn: Turn

    @property
    def position(self) -> Position:
        """What stands on the board now, the same seat on turn."""
        return self.play.position(self.turn, ended=False)


@dataclass(frozen=True, slots=True, eq=False)
class PlayedTurn:
    """A whole turn: ``after`` as `judge` takes it, and all that was done, in order."""

    before: Position
    throws: tuple[Throw, ...]
    played: tuple[Played, ...]
    after: Position


class RandomPlayer:
    """Takes any legal step, and stops by chance where that is allowed."""

    def choose(self, choice: Choice, rng: random.Random) -> Onward | None:
        """Return a step by lot; stopping is one lot among the others."""
        count = len(choice.onward) + choice.may_stop
        lot = int(rng.random() * count)
        return choice.onward[lot] if lot < len(choice.onward) else None


@dataclass(frozen=True, slots=True)
class WorthPlayer:
    """Takes the step to the position worth most; equal ones by lot."""

    worth: Callable[[Turn], float]

    def choose(self, choice: Choice, rng: random.Random) -> Onward | None:
        """Return the best step, or None where none is better than to stop."""
        best, found = -1e9, list[Onward | None]()
        candidates: list[Onward | None] = [*choice.onward]
        if choice.may_stop:
            candidates.append(None)
        for onward in candidates:
            worth = self.worth(choice.turn if onward is None else onward[1])
            if worth > best + 1e-9:
                best, found = worth, []
            if worth > best - 1e-9:
                found.append(onward)
        return rng.choice(found)


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


def throw_dice(kind: str, rng: random.Random) -> Throw:
    """Throw the number die alone ("number") or both dice ("both")."""
    number = NUMBERS[int(rng.random() * len(NUMBERS))]
    return Throw(number, FACES[int(rng.random() * len(FACES))] if kind == "both" else None)


def play_turn(
    plays: Plays | House, before: Position, player: Player, rng: random.Random
) -> PlayedTurn:
    """Play the turn of the seat on turn in ``before`` to its end.

    ``plays`` is the house, or `Plays` of it, which get quicker from turn to turn.
    """
    if isinstance(plays, House):
        plays = Plays(plays)
    play = plays.of(before, ())
    turn, played = play.begin(), list[Played]()
    while True:
        onward = tuple(play.steps(turn))
        over = play.may_end(turn)
        kinds = () if over else play.next_throws(turn)
        taken = None
        if onward:
            taken = player.choose(Choice(play, turn, onward, over or bool(kinds)), rng)
        if taken is None and over:
            return PlayedTurn(before, play.throws, tuple(played), play.position(turn, ended=True))
        if taken is None:
            throw = throw_dice(kinds[int(rng.random() * len(kinds))], rng)
            play = plays.of(before, (*play.throws, throw))
            turn = next(after for step, after in play.steps(turn) if step.kind is Kind.THROW)
            played.append(Played(throw, play, turn))
        else:
            turn = taken[1]
            played.append(Played(taken[0], play, turn))


def play_round(
    plays: Plays | House, opening: Position, players: Mapping[int, Player], rng: random.Random
) -> Iterator[PlayedTurn]:
    """Play turns from a position until one of them wins the round; ``plays`` as in `play_turn`."""
    plays = Plays(plays) if isinstance(plays, House) else plays
    position = opening
    while position.winner is None:
        turn = play_turn(plays, position, players[position.turn], rng)
        yield turn
        position = turn.after


def seated(kinds: Sequence[str], seats: Sequence[int]) -> dict[int, Player]:
    """Return a player for each seat, the kinds taken in turn."""
    return {seat: PLAYERS[kinds[i % len(kinds)]]() for i, seat in enumerate(seats)}
