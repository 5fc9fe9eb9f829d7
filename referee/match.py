"""What a match is played about: who sits where, with which colours, under which rules; and its score."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

from referee.errors import InvalidRequest
from referee.events import Event, GameWon, RoundWon, Start, standing

_KNOWN = ("game", "seats", "first", "house", "position")


@dataclass(frozen=True, slots=True, kw_only=True)
class Match:
    """What was agreed before the game.

    ``seats`` maps each seat that is played to the label of its colour, ``first`` is the seat that
    begins, ``house`` the switches that differ from their default, ``terms`` what only this game
    asks ("memory", "balls"), ``position`` where a game does not start from its set-up.
    """

    game: str
    seats: Mapping[int, str]
    first: int
    house: Mapping[str, Any] = field(default_factory=dict)
    terms: Mapping[str, Any] = field(default_factory=dict)
    position: Mapping[str, Any] | None = None

    def data(self) -> dict[str, Any]:
        """Return the match in its JSON form, which `match_from_data` reads back."""
        seats = {str(seat): label for seat, label in self.seats.items()}
        data = {"game": self.game, **self.terms, "house": dict(self.house), "seats": seats}
        data["first"] = self.first
        return data if self.position is None else data | {"position": self.position}


def match_from_data(data: Mapping[str, Any]) -> Match:
    """Read a match from its JSON form (match.json of the machine interface).

    Keys that belong to one game are kept in ``terms``, for that game to check.

    Raises:
        InvalidRequest: a key is missing or of another kind.

    """
    if not isinstance(data, Mapping):
        raise InvalidRequest(f"the match is {data!r}; expected an object")
    for key in ("game", "seats", "first"):
        if key not in data:
            raise InvalidRequest(f"the match lacks {key!r}")
    if not isinstance(data["game"], str):
        raise InvalidRequest(f"game is {data['game']!r}; expected the name of a game")
    seats = _seats(data["seats"])
    first = data["first"]
    if first not in seats or isinstance(first, bool):
        raise InvalidRequest(f"first is {first!r}; expected one of the seats {sorted(seats)}")
    return Match(
        game=data["game"],
        seats=seats,
        first=first,
        house=_object(data, "house"),
        terms={key: value for key, value in data.items() if key not in _KNOWN},
        position=_object(data, "position") if data.get("position") is not None else None,
    )


def _object(data: Mapping[str, Any], key: str) -> Mapping[str, Any]:
    value = data.get(key, {})
    if not isinstance(value, Mapping):
        raise InvalidRequest(f"{key} is {value!r}; expected an object")
    return dict(value)


def _seats(value: Any) -> dict[int, str]:
    if not isinstance(value, Mapping) or not value:
        raise InvalidRequest(f"seats is {value!r}; expected an object of seat and colour")
    seats: dict[int, str] = {}
    for seat, label in value.items():
        if not (isinstance(seat, str) and seat.isdecimal() and isinstance(label, str) and label):
            raise InvalidRequest(f"seats has {seat!r}: {label!r}; expected a seat and its colour")
        seats[int(seat)] = label
    if len(set(seats.values())) < len(seats):
        raise InvalidRequest(f"seats gives one colour to two seats: {dict(value)!r}")
    return dict(sorted(seats.items()))


@dataclass(frozen=True, slots=True)
class Score:
    """How a match stands: the score that the rounds add up to, and the games won before."""

    counters: Mapping[int, int] = field(default_factory=dict)
    rounds: tuple[int, ...] = ()
    """The winners of the rounds, in order."""
    games: tuple[int, ...] = ()
    """The winners of the games, in order."""


def score(events: Iterable[Event]) -> Score:
    """Return the score as a fold over a match's events (those that were corrected do not count)."""
    now = Score()
    for event in standing(events):
        match event.what:
            case Start(position=position):
                now = Score(_counters(position.get("counters", {})), now.rounds, now.games)
            case RoundWon(winner=winner, counters=counters):
                now = Score(_counters(counters), (*now.rounds, winner), now.games)
            case GameWon(winner=winner, counters=counters):
                now = Score(_counters(counters), now.rounds, (*now.games, winner))
            case _:
                pass
    return now


def _counters(data: Mapping[str, int]) -> dict[int, int]:
    return {int(seat): at for seat, at in data.items()}
