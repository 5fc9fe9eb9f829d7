"""Reading the requests of ``judge`` and ``ends``: parsed JSON objects of the machine interface."""

from collections.abc import Mapping
from dataclasses import dataclass

from referee.errors import InvalidRequest
from referee.games.inner_circle.house import House
from referee.games.inner_circle.position import LAST_COUNTER, Position
from referee.games.inner_circle.throw import Throw


@dataclass(frozen=True, slots=True)
class Request:
    """A request to judge a turn, or (without ``after``) to list its ends."""

    id: object
    house: House
    before: Position
    throws: tuple[Throw, ...]
    after: Position | None = None


def parse_request(data: Mapping[str, object], *, judge: bool) -> Request:
    """Read a request of ``judge`` or of ``ends``.

    Raises:
        InvalidRequest: the message names the key and says what was expected.

    """
    required = ("before", "throws", "after") if judge else ("before", "throws")
    known = ("id", "house", *required)
    for key in data:
        if key not in known:
            raise InvalidRequest(
                f"the request has the unknown key {key!r}; known: {', '.join(known)}"
            )
    for key in required:
        if key not in data:
            raise InvalidRequest(f"the request has no {key}; the key {key} is missing")
    house = House.from_json(data.get("house", {}))
    before = Position.from_json(data["before"], "before")
    _check_before(before)
    throws = _throws(data["throws"])
    if not judge:
        return Request(data.get("id"), house, before, throws)
    after = Position.from_json(data["after"], "after")
    _check_same_match(before, after)
    return Request(data.get("id"), house, before, throws, after)


def _check_before(before: Position) -> None:
    if before.winner is not None:
        raise InvalidRequest(
            f"before is already won: all balls of seat {before.winner} are in the target ring (G1)"
        )
    for seat, place in before.counters.items():
        if place == LAST_COUNTER:
            raise InvalidRequest(
                f"before.counters.{seat} is {place}: the game is over, seat {seat} has won it (G2)"
            )


def _check_same_match(before: Position, after: Position) -> None:
    for key in ("memory", "seats", "balls"):
        was, now = getattr(before, key), getattr(after, key)
        if was != now:
            raise InvalidRequest(f"after.{key} is {now!r}; expected {was!r} as in before")


def _throws(data: object) -> tuple[Throw, ...]:
    if not isinstance(data, list):
        raise InvalidRequest(f"throws is {data!r}; expected a list of throws")
    return tuple(Throw.from_json(throw, f"throws[{i}]") for i, throw in enumerate(data))
