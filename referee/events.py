"""What happened at a table: the events that are printed, kept in the journal and shown.

An event is frozen and complete: a game's state is a fold over its events alone. Positions, throws and
the match stand in it in their JSON form, so that events of every game are written and read alike.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, fields
from typing import Any, ClassVar

from referee.errors import InvalidRequest
from referee.snapshot import Sentence

Data = Mapping[str, Any]

AFTER = "after"
"""The key in the memo of an event that was told late: the number of the one right after which it belongs,
behind the same of that one if it was told late, too."""


@dataclass(frozen=True, slots=True)
class Start:
    """A game starts: what is played, and the position it starts from."""

    kind: ClassVar[str] = "start"
    match: Data
    position: Data


@dataclass(frozen=True, slots=True)
class Throw:
    """Dice were thrown and lie still; ``faces`` by die, None for one that was not thrown."""

    kind: ClassVar[str] = "throw"
    seat: int
    faces: Data


@dataclass(frozen=True, slots=True)
class Step:
    """A settled view differs from the last one and is legal so far."""

    kind: ClassVar[str] = "step"
    seat: int
    position: Data


@dataclass(frozen=True, slots=True)
class Turn:
    """A turn is over: all its throws, and the position it ended in."""

    kind: ClassVar[str] = "turn"
    seat: int
    throws: tuple[Data, ...]
    position: Data


@dataclass(frozen=True, slots=True)
class Illegal:
    """What stands on the board breaks a rule; ``fields`` differ from the nearest legal position."""

    kind: ClassVar[str] = "illegal"
    seat: int
    rule: str
    reason: Sentence
    fields: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Restored:
    """The last legal position stands again."""

    kind: ClassVar[str] = "restored"
    position: Data


@dataclass(frozen=True, slots=True)
class RoundWon:
    """A round is won; ``counters`` as they will stand."""

    kind: ClassVar[str] = "round"
    winner: int
    counters: Mapping[str, int]


@dataclass(frozen=True, slots=True)
class GameWon:
    """The whole game is won."""

    kind: ClassVar[str] = "game"
    winner: int
    counters: Mapping[str, int]


@dataclass(frozen=True, slots=True)
class Covered:
    """A hand is over the board."""

    kind: ClassVar[str] = "covered"


@dataclass(frozen=True, slots=True)
class Clear:
    """The hand is gone."""

    kind: ClassVar[str] = "clear"


@dataclass(frozen=True, slots=True)
class MovedCamera:
    """Camera or board moved by about so much (None: it is not known how much)."""

    kind: ClassVar[str] = "moved-camera"
    shift_mm: float | None


@dataclass(frozen=True, slots=True)
class Light:
    """The light changed."""

    kind: ClassVar[str] = "light"


@dataclass(frozen=True, slots=True)
class Unsure:
    """The referee cannot tell what lies in these places, for so long (``since``, in ``t``)."""

    kind: ClassVar[str] = "unsure"
    fields: tuple[str, ...]
    since: float


@dataclass(frozen=True, slots=True)
class Corrected:
    """Events that turned out false or were taken back; the right ones follow."""

    kind: ClassVar[str] = "corrected"
    replaces: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Agreed:
    """The players agreed on another house rule, "name=value"; it counts from now on."""

    kind: ClassVar[str] = "house"
    rule: str


@dataclass(frozen=True, slots=True)
class Paused:
    """The players asked the referee to look away."""

    kind: ClassVar[str] = "pause"


@dataclass(frozen=True, slots=True)
class Resumed:
    """The referee looks again."""

    kind: ClassVar[str] = "resume"


@dataclass(frozen=True, slots=True)
class Abandoned:
    """The players ended the game before anybody won it."""

    kind: ClassVar[str] = "abandon"


Happening = (
    Start | Throw | Step | Turn | Illegal | Restored | RoundWon | GameWon | Covered | Clear
    | MovedCamera | Light | Unsure | Corrected | Agreed | Paused | Resumed | Abandoned
)  # fmt: skip

KINDS: Mapping[str, type[Happening]] = {
    what.kind: what
    for what in (
        Start, Throw, Step, Turn, Illegal, Restored, RoundWon, GameWon, Covered, Clear,
        MovedCamera, Light, Unsure, Corrected, Agreed, Paused, Resumed, Abandoned,
    )
}  # fmt: skip


@dataclass(frozen=True, slots=True, kw_only=True)
class Event:
    """One event: its number, the picture that made it certain, when (seconds), and what happened.

    ``memo`` is what the table needs to go on after a restart (where the dice lay, what stood there
    when a foul was seen); it is kept in the journal and told to nobody.
    """

    n: int
    frame: str
    t: float
    what: Happening
    memo: Data = field(default_factory=dict)

    def line(self, say: Callable[[Sentence], str]) -> dict[str, Any]:
        """Return the event as the machine interface prints it; ``say`` puts sentences into words."""
        what = _plain(self.what)
        if isinstance(self.what, Illegal):
            what["reason"] = say(self.what.reason)
        if isinstance(self.what, Throw):
            what |= what.pop("faces")
        return {"n": self.n, "frame": self.frame, "t": self.t, "event": self.what.kind, **what}

    def record(self) -> dict[str, Any]:
        """Return the whole event in a JSON form that `event_from_record` reads back."""
        data = {"n": self.n, "frame": self.frame, "t": self.t, "event": self.what.kind}
        return data | {"what": _plain(self.what), "memo": dict(self.memo)}


def event_from_record(record: Data) -> Event:
    """Read an event back from its `Event.record`.

    Raises:
        InvalidRequest: the record is not one of an event.

    """
    try:
        what = dict(record["what"])
        kind = KINDS[record["event"]]
        if kind is Illegal:
            what["reason"] = Sentence(**what["reason"])
        return Event(
            n=record["n"], frame=record["frame"], t=record["t"], memo=record["memo"],
            what=kind(**{key: _frozen(value) for key, value in what.items()}),
        )  # fmt: skip
    except (KeyError, TypeError) as error:
        raise InvalidRequest(f"no record of an event ({error!r}): {record!r}") from error


def standing(events: Iterable[Event]) -> tuple[Event, ...]:
    """Return the events that nothing has corrected since, in the order in which they happened.

    What was told anew stands where it belongs, before a foul that followed it and holds.
    """
    events = tuple(events)
    gone: set[int] = set()
    for event in events:
        if isinstance(event.what, Corrected):
            gone.update(event.what.replaces)
    left = [event for event in events if event.n not in gone]
    return tuple(sorted(left, key=place_after))


def newest(events: Sequence[Event]) -> int:
    """Return the number of the last event in the order in which they happened, 0 if there is none."""
    return next((event.n for event in reversed(events) if AFTER not in event.memo), 0)


def place_after(event: Event) -> list[int]:
    """Return the place right after an event, as `AFTER` in a memo tells it; it sorts like the event's own."""
    return [*event.memo.get(AFTER, ()), event.n]


def _plain(what: Any) -> dict[str, Any]:
    return {item.name: _plain_value(getattr(what, item.name)) for item in fields(what)}


def _plain_value(value: Any) -> Any:
    match value:
        case Sentence(key=key, params=params):
            return {"key": key, "params": dict(params)}
        case Mapping():
            return dict(value)
        case tuple():
            return [_plain_value(item) for item in value]
        case _:
            return value


def _frozen(value: Any) -> Any:
    return tuple(value) if isinstance(value, list) else value
