"""The house rules: what the rulebook leaves open or says two ways, settled before a match."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, fields, replace
from enum import StrEnum
from typing import Any

from referee.errors import InvalidRequest


class RoundStarter(StrEnum):
    """Who starts a round (S3)."""

    WINNER = "winner"
    NEXT = "next"
    ANY = "any"


class ThreeThrows(StrEnum):
    """When a player may try three times for an entry (T7)."""

    NONE_IN_PLAY = "none-in-play"
    ALWAYS = "always"


class OwnBall(StrEnum):
    """What happens where a step would land on an own ball (M3)."""

    BLOCKS = "blocks"
    THROWS = "throws"


class DirectionTwice(StrEnum):
    """What a second direction in one turn does (O4)."""

    TURNS_BACK = "turns-back"
    STAYS = "stays"


@dataclass(frozen=True, slots=True, kw_only=True)
class House:
    """The switches of the rules; the first value of each is its default."""

    round_starter: RoundStarter = RoundStarter.WINNER
    enter_with_both_dice: bool = True
    entry_uses_whole_number: bool = True
    three_throws: ThreeThrows = ThreeThrows.NONE_IN_PLAY
    own_ball: OwnBall = OwnBall.BLOCKS
    swap_ring_triggers_change: bool = True
    swap_ball_may_hole: bool = False
    direction_twice: DirectionTwice = DirectionTwice.TURNS_BACK

    @classmethod
    def from_json(cls, data: object) -> "House":
        """Read ``{"own_ball": "throws", …}``; switches that are left out keep their default.

        Raises:
            InvalidRequest: no object, an unknown switch or a value that the switch does not have.

        """
        if not isinstance(data, Mapping):
            raise InvalidRequest(f"house is {data!r}; expected an object of house rules")
        known = {field.name for field in fields(cls)}
        for name in data:
            if name not in known:
                raise InvalidRequest(
                    f"house has the unknown key {name!r}; known: {', '.join(sorted(known))}"
                )
        values: dict[str, Any] = {name: _value(name, value) for name, value in data.items()}
        return cls(**values)

    def to_json(self) -> dict[str, str | bool]:
        """Return every switch by its name."""
        return {field.name: _plain(getattr(self, field.name)) for field in fields(self)}

    @classmethod
    def from_text(cls, text: str) -> "House":
        """Read what `to_text` writes; an empty text means the defaults."""
        pairs = [part.partition("=") for part in text.split()]
        words = {"true": True, "false": False}
        return cls.from_json({name: words.get(value, value) for name, _, value in pairs})

    def to_text(self) -> str:
        """Return the switches that differ from their default as ``name=value``, separated by spaces."""
        plain = House()
        return " ".join(
            f"{name}={word_of(value)}"
            for name, value in self.to_json().items()
            if value != _plain(getattr(plain, name))
        )

    def others(self) -> Iterator[tuple[str, StrEnum | bool, "House"]]:
        """Yield switch, value and house for each switch set to each of its other values."""
        for field in fields(self):
            for value in values_of(field.name):
                if value != getattr(self, field.name):
                    changes: dict[str, Any] = {field.name: value}
                    yield field.name, value, replace(self, **changes)


def values_of(switch: str) -> tuple[StrEnum | bool, ...]:
    """Return every value of a switch, the default first."""
    default = getattr(House(), switch)
    if isinstance(default, bool):
        return (default, not default)
    return (default, *(value for value in type(default) if value is not default))


def word_of(value: object) -> str:
    """Write a switch's value as in texts and in ``legal_under``."""
    return str(value).lower() if isinstance(value, bool) else str(value)


def _plain(value: StrEnum | bool) -> str | bool:
    return value if isinstance(value, bool) else str(value)


def _value(name: str, value: object) -> StrEnum | bool:
    for known in values_of(name):
        if type(value) is type(_plain(known)) and value == known:
            return known
    listed = " or ".join(word_of(known) for known in values_of(name))
    raise InvalidRequest(f"house.{name} is {value!r}; expected {listed}")
