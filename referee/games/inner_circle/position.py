"""A position of the game between turns or within one: where every ball, counting ball and option ball is.

Three notations, each read back without loss: the JSON of the machine interface, its canonical text, and a
compact text for logs and addresses, such as ``b4_0.O0.T3.c0_2.I12.c1_t0``: base ring, four balls; seat 0 with
balls on O0 and T3 (the other two in the start area) and its counting ball on 0; seat 2 likewise; seat 0 on
turn. With Memory it begins with ``m`` and each seat lists its remembered options.
"""

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any

from referee.errors import InvalidRequest
from referee.games.inner_circle import ring
from referee.games.inner_circle.throw import BITS, OPTIONS, Option, options_in

GAME = "inner-circle"
LAST_COUNTER = 3

Four = tuple[int, int, int, int]

_KEYS = ("game", "memory", "seats", "balls", "on", "start", "counters", "turn")


@dataclass(frozen=True, slots=True, kw_only=True)
class Position:
    """Where everything is, as one hashable value.

    ``where`` holds for each of the four seats the mask of the fields on which its balls lie (see `ring`),
    ``counted`` where its counting ball lies (0 to 3), ``remembered`` its stored options as bits (see
    `throw`). The balls that are on no field lie in the start area.
    """

    memory: bool
    seats: tuple[int, ...]
    balls: int
    where: Four
    counted: Four
    remembered: Four
    turn: int

    @property
    def on(self) -> dict[str, int]:
        """The seat whose ball lies on each occupied field, by field name, in the board's order."""
        found = {number: seat for seat in self.seats for number in ring.fields_of(self.where[seat])}
        return {ring.NAMES[number]: found[number] for number in sorted(found)}

    @property
    def start(self) -> dict[int, int]:
        """How many balls lie in each seat's start area."""
        return {seat: self.balls - self.where[seat].bit_count() for seat in self.seats}

    @property
    def counters(self) -> dict[int, int]:
        """Where each seat's counting ball lies."""
        return {seat: self.counted[seat] for seat in self.seats}

    @property
    def stored(self) -> dict[int, tuple[Option, ...]]:
        """Each seat's remembered options (X1), in the order of the memory fields."""
        return {seat: options_in(self.remembered[seat]) for seat in self.seats}

    @property
    def next_seat(self) -> int:
        """The seat after the one on turn, clockwise (T8)."""
        return _after(self.seats, self.turn)

    @property
    def winner(self) -> int | None:
        """The seat whose balls are all in the target ring (G1), if there is one."""
        for seat in self.seats:
            if (self.where[seat] & ring.HOME).bit_count() == self.balls:
                return seat
        return None

    @classmethod
    def set_up(
        cls,
        seats: Iterable[int],
        balls: int,
        turn: int,
        *,
        memory: bool = False,
        counters: Mapping[int, int] | None = None,
        stored: Mapping[int, Iterable[Option]] | None = None,
    ) -> "Position":
        """Return the position at the beginning of a round (S2), by default of a game."""
        return cls.of(
            memory=memory, seats=seats, balls=balls, on={}, counters=counters or {},
            stored=stored or {}, turn=turn,
        )  # fmt: skip

    @classmethod
    def of(
        cls,
        *,
        memory: bool,
        seats: Iterable[int],
        balls: int,
        on: Mapping[str, int],
        counters: Mapping[int, int],
        stored: Mapping[int, Iterable[Option]],
        turn: int,
    ) -> "Position":
        """Return a position from what lies where; the balls not in ``on`` lie in their start areas.

        Raises:
            InvalidRequest: the position breaks S1, B2, B4 or B5 (see `check`).

        """
        where = [0, 0, 0, 0]
        for name, seat in on.items():
            where[seat] |= 1 << ring.NUMBERS[name]
        position = cls(
            memory=memory,
            seats=tuple(sorted(seats)),
            balls=balls,
            where=_four(where),
            counted=_four([counters.get(seat, 0) for seat in range(ring.SEATS)]),
            remembered=_four(
                [sum(BITS[o] for o in set(stored.get(s, ()))) for s in range(ring.SEATS)]
            ),
            turn=turn,
        )
        position.check()
        return position

    def with_balls(self, where: Sequence[int], remembered: Sequence[int], turn: int) -> "Position":
        """Return the same match with balls (masks by seat) and option balls (bits by seat) elsewhere."""
        return Position(
            memory=self.memory, seats=self.seats, balls=self.balls, where=_four(where),
            counted=self.counted, remembered=_four(remembered), turn=turn,
        )  # fmt: skip

    def check(self, where: str = "position") -> None:
        """Raise `InvalidRequest`, naming the key, if this is no position of the game."""
        if not 2 <= len(self.seats) <= ring.SEATS:
            raise InvalidRequest(f"{where}.seats is {list(self.seats)}; expected 2 to 4 seats")
        most = most_balls(len(self.seats), self.memory)
        if not 1 <= self.balls <= most:
            raise InvalidRequest(
                f"{where}.balls is {self.balls}; expected 1 to {most} balls per player "
                f"for {len(self.seats)} players on this target ring (S1)"
            )
        if self.turn not in self.seats:
            raise InvalidRequest(f"{where}.turn is {self.turn}; expected one of {list(self.seats)}")
        for seat in self.seats:
            count = self.where[seat].bit_count()
            if count > self.balls:
                raise InvalidRequest(
                    f"{where}.on has {count} balls of seat {seat}; expected at most {self.balls}"
                )

    @classmethod
    def from_json(cls, data: object, where: str = "position") -> "Position":
        """Read the machine interface's object.

        Raises:
            InvalidRequest: the message names the key (below ``where``) and says what was expected.

        """
        return _Reader(where).position(data)

    def to_json(self) -> dict[str, Any]:
        """Return the machine interface's object."""
        data: dict[str, Any] = {
            "game": GAME,
            "memory": self.memory,
            "seats": list(self.seats),
            "balls": self.balls,
            "on": self.on,
            "start": {str(seat): count for seat, count in self.start.items()},
            "counters": {str(seat): count for seat, count in self.counters.items()},
            "turn": self.turn,
        }
        if self.memory:
            data["stored"] = {str(seat): list(map(str, have)) for seat, have in self.stored.items()}
        return data

    def canonical(self) -> str:
        """Return the canonical text: JSON with sorted keys and no spaces."""
        return json.dumps(self.to_json(), sort_keys=True, separators=(",", ":"))

    def to_text(self) -> str:
        """Return the compact text."""
        parts = [f"{'m' if self.memory else 'b'}{self.balls}"]
        for seat in self.seats:
            names = [ring.NAMES[number] for number in ring.fields_of(self.where[seat])]
            options = options_in(self.remembered[seat])
            parts.append(".".join([str(seat), *names, f"c{self.counted[seat]}", *options]))
        return "_".join([*parts, f"t{self.turn}"])

    @classmethod
    def from_text(cls, text: str) -> "Position":
        """Read the compact text; raises `InvalidRequest`."""
        try:
            kind, *seats, turn = text.split("_")
            players = {int(seat): words for seat, *words in (s.split(".") for s in seats)}
            data: dict[str, Any] = {
                "game": GAME,
                "memory": {"b": False, "m": True}[kind[0]],
                "seats": sorted(players),
                "balls": int(kind[1:]),
                "turn": int(turn.removeprefix("t")),
            }
            on = [
                (word, seat)
                for seat, words in players.items()
                for word in words
                if word in ring.NUMBERS
            ]
            counters = {
                seat: int(w[1:]) for seat, words in players.items() for w in words if w[0] == "c"
            }
            stored = {seat: [o for o in OPTIONS if o in words] for seat, words in players.items()}
            data["on"] = dict(on)
            data["start"] = {
                str(seat): data["balls"] - sum(word in ring.NUMBERS for word in words)
                for seat, words in players.items()
            }
            data["counters"] = {str(seat): place for seat, place in counters.items()}
            if data["memory"]:
                data["stored"] = {str(seat): have for seat, have in stored.items()}
        except (ValueError, KeyError, IndexError) as error:
            raise InvalidRequest(
                f"{text!r} is no position; expected such as b4_0.O0.T3.c0_2.I12.c1_t0"
            ) from error
        position = cls.from_json(data)
        if position.to_text() != text:
            raise InvalidRequest(f"{text!r} is no position; did you mean {position.to_text()}?")
        return position


def most_balls(players: int, memory: bool) -> int:
    """Return how many balls a player may have at most (S1)."""
    return 4 if memory else {2: 4, 3: 3, 4: 2}[players]


@cache
def _after(seats: tuple[int, ...], seat: int) -> int:
    return seats[(seats.index(seat) + 1) % len(seats)]


def _four(values: Sequence[int]) -> Four:
    first, second, third, fourth = values
    return first, second, third, fourth


class _Reader:
    """Reads a position's JSON and says where it goes wrong."""

    def __init__(self, where: str) -> None:
        self.where = where

    def fail(self, key: str, found: object, expected: str) -> InvalidRequest:
        return InvalidRequest(f"{self.where}.{key} is {found!r}; expected {expected}")

    def position(self, data: object) -> Position:
        if not isinstance(data, Mapping):
            raise InvalidRequest(f"{self.where} is {data!r}; expected a position (an object)")
        memory = self.memory(data)
        self.keys(data, memory)
        if data["game"] != GAME:
            raise self.fail("game", data["game"], GAME)
        seats = self.seats(data["seats"])
        balls = self.whole("balls", data["balls"])
        on = self.on(data["on"], memory, seats)
        position = Position(
            memory=memory,
            seats=seats,
            balls=balls,
            where=on,
            counted=self.counters(data["counters"], seats),
            remembered=self.stored(data["stored"], seats) if memory else (0, 0, 0, 0),
            turn=self.whole("turn", data["turn"]),
        )
        position.check(self.where)
        self.start(data["start"], position)
        return position

    def memory(self, data: Mapping[str, object]) -> bool:
        memory = data.get("memory", False)
        if not isinstance(memory, bool):
            raise self.fail("memory", memory, "true or false")
        return memory

    def keys(self, data: Mapping[str, object], memory: bool) -> None:
        required = (*_KEYS, "stored") if memory else _KEYS
        for key in data:
            if key == "stored" and not memory:
                raise InvalidRequest(f"{self.where}.stored stands without Memory; leave it out")
            if key not in required:
                raise InvalidRequest(
                    f"{self.where} has the unknown key {key!r}; known: {', '.join(required)}"
                )
        for key in required:
            if key not in data:
                raise InvalidRequest(f"{self.where} has no {key}; the key {key} is missing")

    def whole(self, key: str, value: object) -> int:
        if isinstance(value, bool) or not isinstance(value, int):
            raise self.fail(key, value, "a whole number")
        return value

    def seats(self, value: object) -> tuple[int, ...]:
        if not isinstance(value, list):
            raise self.fail("seats", value, "a list of seats")
        seats = tuple(self.whole("seats", seat) for seat in value)
        if len(set(seats)) != len(seats) or any(not 0 <= seat < ring.SEATS for seat in seats):
            raise self.fail("seats", value, "seats from 0 to 3, each once (B2)")
        if seats != tuple(sorted(seats)):
            raise self.fail("seats", value, f"the seats in order, {sorted(seats)}")
        return seats

    def on(self, value: object, memory: bool, seats: tuple[int, ...]) -> Four:
        if not isinstance(value, Mapping):
            raise self.fail("on", value, "an object from field to seat")
        where = [0, 0, 0, 0]
        last_target = ring.NAMES[ring.targets(memory)[-1]]
        for name, seat in value.items():
            if ring.NUMBERS.get(name, ring.FIELDS) not in range(ring.targets(memory).stop):
                raise InvalidRequest(
                    f"{self.where}.on has the unknown field {name!r}; "
                    f"expected O0 to O63, I0 to I31 (B1), T0 to {last_target} (B4)"
                )
            if self.whole(f"on.{name}", seat) not in seats:
                raise self.fail(f"on.{name}", seat, f"one of the seats {list(seats)}")
            where[seat] |= 1 << ring.NUMBERS[name]
        return _four(where)

    def per_seat(self, key: str, value: object, seats: tuple[int, ...]) -> dict[int, Any]:
        if not isinstance(value, Mapping):
            raise self.fail(key, value, "an object with every seat")
        for seat in value:
            if seat not in {str(known) for known in seats}:
                raise InvalidRequest(
                    f"{self.where}.{key} has the unknown key {seat!r}; the seats are {list(seats)}"
                )
        for known in seats:
            if str(known) not in value:
                raise InvalidRequest(
                    f"{self.where}.{key} lacks seat {known}; the key {str(known)!r} is missing"
                )
        return {seat: value[str(seat)] for seat in seats}

    def counters(self, value: object, seats: tuple[int, ...]) -> Four:
        counted = [0, 0, 0, 0]
        for seat, place in self.per_seat("counters", value, seats).items():
            if not 0 <= self.whole(f"counters.{seat}", place) <= LAST_COUNTER:
                raise self.fail(f"counters.{seat}", place, "0 to 3 (B5)")
            counted[seat] = place
        return _four(counted)

    def stored(self, value: object, seats: tuple[int, ...]) -> Four:
        remembered = [0, 0, 0, 0]
        for seat, options in self.per_seat("stored", value, seats).items():
            key = f"stored.{seat}"
            if not isinstance(options, list):
                raise self.fail(key, options, "a list of options")
            for option in options:
                if not isinstance(option, str) or option not in BITS:
                    raise self.fail(key, option, f"options of {', '.join(OPTIONS)} (B6)")
                if remembered[seat] & BITS[option]:
                    raise self.fail(key, options, f"{option} at most once (X1)")
                remembered[seat] |= BITS[option]
            in_order = list(options_in(remembered[seat]))
            if options != in_order:
                raise self.fail(key, options, f"the order {', '.join(in_order)}")
        return _four(remembered)

    def start(self, value: object, position: Position) -> None:
        for seat, count in self.per_seat("start", value, position.seats).items():
            key = f"start.{seat}"
            if self.whole(key, count) < 0:
                raise self.fail(key, count, "0 or more balls")
            left = position.balls - position.where[seat].bit_count()
            if count > left:
                raise InvalidRequest(
                    f"{self.where}.{key} is {count}, {count - left} too many: with those on the "
                    f"board seat {seat} has {count + position.balls - left} balls, not {position.balls}"
                )
            if count < left:
                raise InvalidRequest(
                    f"{self.where}.{key} is {count}, {left - count} missing: with those on the "
                    f"board seat {seat} has {count + position.balls - left} balls, not {position.balls}"
                )
