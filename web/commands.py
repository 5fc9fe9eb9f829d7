"""What people may ask the table for, as values; and reading them from a phone's JSON."""

from collections.abc import Callable, Mapping
from dataclasses import MISSING, dataclass, field, fields
from enum import StrEnum
from typing import Any, ClassVar

from web.errors import CommandError


class Role(StrEnum):
    """Who may do what: spectators look, players command, the owner may also change settings."""

    SPECTATOR = "spectator"
    PLAYER = "player"
    OWNER = "owner"


RANK = {Role.SPECTATOR: 0, Role.PLAYER: 1, Role.OWNER: 2}


@dataclass(frozen=True, slots=True, kw_only=True)
class Command:
    """Base of all commands; ``version`` is the snapshot that its sender saw when asking."""

    needs: ClassVar[Role] = Role.PLAYER
    version: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class NewMatch(Command):
    """Start a match: colours and players by seat, variant, balls each, house rules, first seat."""

    game: str = "inner-circle"
    memory: bool = False
    balls: int
    seats: Mapping[int, str]
    players: Mapping[int, str] = field(default_factory=dict)
    house: Mapping[str, str | bool] = field(default_factory=dict)
    first: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Pause(Command):
    """Look away until `Resume`."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Resume(Command):
    """Look at the table again."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Abandon(Command):
    """End the match without a winner."""


@dataclass(frozen=True, slots=True, kw_only=True)
class LetStand(Command):
    """Play on with what stands on the board although the rules do not allow it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Agree(Command):
    """Play by another house rule from now on, "name=value", by which what stands there is legal."""

    rule: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Correct(Command):
    """Take this position (the game's JSON) for the true one; ``throw`` corrects the dice."""

    position: Mapping[str, Any] | None = None
    throw: Mapping[str, Any] | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Undo(Command):
    """Go back to just after event ``to``; the board is then to be laid out so."""

    to: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Calibrate(Command):
    """Find the board and learn the colours anew from the pictures that come now."""


@dataclass(frozen=True, slots=True, kw_only=True)
class DeletePictures(Command):
    """Delete all pictures that were kept."""

    needs: ClassVar[Role] = Role.OWNER


@dataclass(frozen=True, slots=True, kw_only=True)
class DeleteEverything(Command):
    """Delete pictures, matches and statistics."""

    needs: ClassVar[Role] = Role.OWNER


KINDS: Mapping[str, type[Command]] = {
    "new-match": NewMatch,
    "pause": Pause,
    "resume": Resume,
    "abandon": Abandon,
    "let-stand": LetStand,
    "agree": Agree,
    "correct": Correct,
    "undo": Undo,
    "calibrate": Calibrate,
    "delete-pictures": DeletePictures,
    "delete-everything": DeleteEverything,
}


def command_from_json(data: Any) -> Command:
    """Read ``{"do": NAME, …}`` into a command.

    Raises:
        CommandError: a key is missing, unknown or of another kind.

    """
    if not isinstance(data, Mapping):
        raise CommandError(f"a command is an object with the key do, not {type(data).__name__}")
    name = data.get("do")
    kind = KINDS.get(name) if isinstance(name, str) else None
    if kind is None:
        raise CommandError(f"do is {name!r}; known: {', '.join(sorted(KINDS))}")
    return _read(kind, {key: value for key, value in data.items() if key != "do"})


def _read(kind: type[Command], data: Mapping[str, Any]) -> Command:
    known = {f.name: f for f in fields(kind)}
    for key in data:
        if key not in known:
            raise CommandError(f"unknown key {key}; known: {', '.join(sorted(known))}")
    for name, f in known.items():
        if name not in data and f.default is MISSING and f.default_factory is MISSING:
            raise CommandError(f"{name} is missing")
    return kind(**{key: _READERS[key](key, value) for key, value in data.items()})


def _whole(key: str, value: Any) -> int:
    if isinstance(value, bool) or not isinstance(value, int) or abs(value) > 10**9:
        raise CommandError(f"{key} is {value!r}; expected a whole number")
    return value


def _whole_or_none(key: str, value: Any) -> int | None:
    return None if value is None else _whole(key, value)


def _truth(key: str, value: Any) -> bool:
    if not isinstance(value, bool):
        raise CommandError(f"{key} is {value!r}; expected true or false")
    return value


MOST_LETTERS = 40
"""A player's name or a switch's value longer than this is a mistake or mischief."""


_JOINERS = str.maketrans("", "", "\u200c\u200d")
"""What joins letters and pictures and shows nothing itself: Persian names and families need it."""


def printable(text: str) -> bool:
    """Return whether a text shows as it is: no line break, no mark that turns the writing round."""
    return text.translate(_JOINERS).isprintable()


def _short(key: str, value: Any) -> str:
    if not isinstance(value, str) or len(value) > MOST_LETTERS or not printable(value):
        raise CommandError(f"{key} is {value!r}; expected a text of up to {MOST_LETTERS} letters")
    return value.strip()


def _by_seat(key: str, value: Any) -> dict[int, str]:
    return {
        _whole(key, int(seat) if str(seat).isdecimal() else seat): _short(key, text)
        for seat, text in _mapping(key, value).items()
    }


def _switches(key: str, value: Any) -> dict[str, str | bool]:
    return {
        _short(key, name): item if isinstance(item, bool) else _short(key, item)
        for name, item in _mapping(key, value).items()
    }


def _mapping(key: str, value: Any) -> Mapping[str, Any]:
    if not isinstance(value, Mapping) or not all(isinstance(name, str) for name in value):
        raise CommandError(f"{key} is {value!r}; expected an object")
    return value


def _mapping_or_none(key: str, value: Any) -> Mapping[str, Any] | None:
    return None if value is None else _mapping(key, value)


_READERS: Mapping[str, Callable[[str, Any], Any]] = {
    "version": _whole,
    "game": _short,
    "memory": _truth,
    "balls": _whole,
    "seats": _by_seat,
    "players": _by_seat,
    "house": _switches,
    "first": _whole_or_none,
    "position": _mapping_or_none,
    "rule": _short,
    "throw": _mapping_or_none,
    "to": _whole,
}
