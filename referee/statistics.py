"""Counting what happened in matches: who won and threw how often, and whether the dice look fair."""

import math
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from referee.events import Event, GameWon, Illegal, RoundWon, Start, Throw, Turn, standing
from referee.game import Game
from referee.telling import moves_of

SIDES = 6
"""Sides of every die of these games."""

ENOUGH = 30
"""Throws below which nothing can be said about a die: at least five of each face are expected."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Counts:
    """What one player did: games and rounds won, throws, pieces thrown home and lost, options
    used, fouls put right.

    ``longest_wait`` is the longest time in seconds between the end of a turn and the next throw.
    """

    games: int = 0
    rounds: int = 0
    throws: int = 0
    thrown: int = 0
    suffered: int = 0
    options: int = 0
    fouls: int = 0
    longest_wait: int = 0

    def __add__(self, other: "Counts") -> "Counts":
        return Counts(
            games=self.games + other.games,
            rounds=self.rounds + other.rounds,
            throws=self.throws + other.throws,
            thrown=self.thrown + other.thrown,
            suffered=self.suffered + other.suffered,
            options=self.options + other.options,
            fouls=self.fouls + other.fouls,
            longest_wait=max(self.longest_wait, other.longest_wait),
        )


def counts(
    game: Game[Any, Any], events: Iterable[Event], ats: Mapping[int, float]
) -> dict[int, Counts]:
    """Count one match by seat; ``ats`` has the time of each event by its number."""
    valid = standing(events)
    moves = moves_of(game, valid)
    thrown = Counter(move.seat for move in moves.values() for _ in move.thrown)
    suffered = Counter(gone.seat for move in moves.values() for gone in move.thrown)
    waits = _waits(valid, ats)

    def of(kind: type, who: str) -> Counter[int]:
        return Counter(getattr(e.what, who) for e in valid if isinstance(e.what, kind))

    games, rounds = of(GameWon, "winner"), of(RoundWon, "winner")
    options = _options(game, valid)
    throws, fouls = of(Throw, "seat"), of(Illegal, "seat")
    return {
        seat: Counts(
            games=games[seat],
            rounds=rounds[seat],
            throws=throws[seat],
            thrown=thrown[seat],
            suffered=suffered[seat],
            options=options[seat],
            fouls=fouls[seat],
            longest_wait=waits.get(seat, 0),
        )
        for seat in game.match.seats
    }


def _options(game: Game[Any, Any], events: Sequence[Event]) -> Counter[int]:
    """Count the options that each seat used in its turns."""
    found: Counter[int] = Counter()
    was: Any = None
    won = False
    for event in events:
        match event.what:
            case Turn(seat=seat, throws=throws, position=position) if was is not None:
                before = game.next_round(was, seat) if won else game.turned(was, seat)
                was, won = game.position(position), False
                found[seat] += len(game.used(before, [game.throw(t) for t in throws], was))
            case Start(position=position) | Turn(position=position):
                was, won = game.position(position), False
            case RoundWon() if was is not None:
                won = game.winner(was) is not None
            case _:
                pass
    return found


def _waits(events: Sequence[Event], ats: Mapping[int, float]) -> dict[int, int]:
    """Return how long each seat waited at most for its next throw after its own turn."""
    ended: dict[int, float] = {}
    longest: dict[int, int] = {}
    for event in events:
        at = ats.get(event.n, 0.0)
        match event.what:
            case Turn(seat=seat):
                ended[seat] = at
            case Throw(seat=seat) if seat in ended:
                # A clock that was set back must not make a wait negative.
                wait = max(0, round(at - ended.pop(seat)))
                longest[seat] = max(wait, longest.get(seat, 0))
            case _:
                pass
    return longest


def faces(events: Iterable[Event]) -> dict[str, Counter[str]]:
    """Count the faces of each die, in words as they stand in the events."""
    found: dict[str, Counter[str]] = {}
    for event in standing(events):
        if isinstance(event.what, Throw):
            for die, face in event.what.faces.items():
                if face is not None:
                    found.setdefault(die, Counter())[str(face)] += 1
    return found


def fairness(counted: Mapping[str, int]) -> float | None:
    """Return how probable so uneven a count is with a fair die; None while there are too few throws.

    Pearson's chi-squared test with five degrees of freedom, whose tail has a closed form.
    """
    total = sum(counted.values())
    if total < ENOUGH:
        return None
    expected = total / SIDES
    seen = [*counted.values(), *[0] * (SIDES - len(counted))]
    x = sum((count - expected) ** 2 for count in seen) / expected
    tail = math.sqrt(2 * x / math.pi) * math.exp(-x / 2) * (1 + x / 3)
    return min(1.0, math.erfc(math.sqrt(x / 2)) + tail)
