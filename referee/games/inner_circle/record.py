"""Match records: a whole match as a text that people can read and programs can parse.

::

    [Ringrichter "1"]
    [Match "{...}"]
    [Seats "0 red, 2 blue"]

    1. 0.0 setup.jpg start = b2_0.c0_2.c0_t0
    2. 1.0 0001.jpg throw 0 [6]
    3. 2.0 0002.jpg step 0 = b2_0.O0.c0_2.c0_t0  ; 6:enter-O0
    4. 5.0 0005.jpg illegal 0 M1 O7,O8 foul.M1.count {"seat": 0}  ; Red moved …

A line is an event: its number, the time in seconds, the picture, and what happened; positions and throws
are in the game's notations. What follows two spaces and a semicolon is for people alone. A line beginning
with ``+`` belongs to the event above: what the table needs to go on from there. An event that has no
short form stands there as JSON (``raw``), so nothing is lost on the way out and in.
"""

import json
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from referee import events as happening
from referee.catalogue import Say
from referee.errors import InvalidRequest
from referee.events import Event, Happening, event_from_record, standing
from referee.games.inner_circle.finding import find
from referee.games.inner_circle.house import House
from referee.games.inner_circle.notation import steps_to_text, throw_from_text, throw_to_text
from referee.games.inner_circle.position import Position
from referee.games.inner_circle.throw import Throw
from referee.games.inner_circle.turn import Kind
from referee.match import Match, match_from_data
from referee.snapshot import Sentence

VERSION = "1"
_REMARK = "  ; "
_RAW = "raw "
_MADE = {"Ringrichter", "Match", "Seats", "House"}


@dataclass(frozen=True, slots=True, kw_only=True)
class Record:
    """A match, its events, and whatever else its headers say (date, place, who played)."""

    match: Match
    events: tuple[Event, ...]
    headers: Mapping[str, str] = field(default_factory=dict)

    def position(self, n: int) -> Position:
        """Return what stood on the board after event ``n``, as far as nothing corrected it until then.

        Raises:
            InvalidRequest: nothing stood there yet.

        """
        for event in reversed(standing(event for event in self.events if event.n <= n)):
            data = getattr(event.what, "position", None)
            if data is not None:
                return Position.from_json(data)
        raise InvalidRequest(f"the record has no position up to event {n}")


# ------------------------------------------------------------ writing


def record_to_text(record: Record, say: Say | None = None) -> str:
    """Write a record; with ``say`` fouls stand there in words, too."""
    headers = {
        "Ringrichter": VERSION,
        "Match": json.dumps(record.match.data(), ensure_ascii=False),
        **_shown(record.match),
        **record.headers,
    }
    lines = [f"[{key} {json.dumps(value, ensure_ascii=False)}]" for key, value in headers.items()]
    lines.append("")
    story = _Story(House.from_json(record.match.house))
    for event in record.events:
        lines.extend(_event_lines(event, record.match))
        remark = _remark(event, story, say)
        place = -1 - bool(event.memo)
        if remark and not lines[place].startswith(_RAW):
            lines[place] += _REMARK + remark
    return "\n".join([*lines, ""])


def _shown(match: Match) -> dict[str, str]:
    """Return what the match says in headers that people read; nothing reads them back."""
    return {
        "Seats": ", ".join(f"{seat} {label}" for seat, label in match.seats.items()),
        "House": House.from_json(match.house).to_text() or "all rules as in the rulebook",
    }


def _event_lines(event: Event, match: Match) -> Iterator[str]:
    bare = replace(event, memo={})
    line = f"{event.n}. {event.t!r} {event.frame} {event.what.kind} {_written(event.what)}".rstrip()
    try:
        plain = _parsed(line, match) == bare and _REMARK not in line and "\n" not in line
    except InvalidRequest:
        plain = False
    yield line if plain else _RAW + json.dumps(bare.record())
    if event.memo:
        yield "+ " + json.dumps(dict(event.memo))


def _written(what: Happening) -> str:
    try:
        writer = _WRITERS.get(type(what))
        return writer(what) if writer else ""
    except (InvalidRequest, KeyError, TypeError, ValueError):
        return "?"


def _position_text(data: Mapping[str, Any]) -> str:
    return "= " + Position.from_json(data).to_text()


def _throw_text(data: Mapping[str, Any]) -> str:
    faces = {die: face for die, face in data.items() if face is not None}
    return f"[{throw_to_text(Throw.from_json(faces))}]"


def _counters_text(counters: Mapping[str, int]) -> str:
    return ",".join(f"{seat}:{place}" for seat, place in counters.items())


_WRITERS: dict[type, Callable[[Any], str]] = {
    happening.Start: lambda what: _position_text(what.position),
    happening.Throw: lambda what: f"{what.seat} {_throw_text(what.faces)}",
    happening.Step: lambda what: f"{what.seat} {_position_text(what.position)}",
    happening.Turn: lambda what: (
        f"{what.seat} {' '.join([*map(_throw_text, what.throws), _position_text(what.position)])}"
    ),
    happening.Illegal: lambda what: (
        f"{what.seat} {what.rule} {','.join(what.fields) or '-'} {what.reason.key} "
        f"{json.dumps(dict(what.reason.params), ensure_ascii=False)}"
    ),
    happening.Restored: lambda what: _position_text(what.position),
    happening.RoundWon: lambda what: f"{what.winner} {_counters_text(what.counters)}",
    happening.GameWon: lambda what: f"{what.winner} {_counters_text(what.counters)}",
    happening.MovedCamera: lambda what: "?" if what.shift_mm is None else repr(what.shift_mm),
    happening.Unsure: lambda what: f"{','.join(what.fields)} since {what.since!r}",
    happening.Corrected: lambda what: ",".join(map(str, what.replaces)),
}


class _Story:
    """Follows a match while it is written, to tell each step in the turn notation."""

    def __init__(self, house: House) -> None:
        self._house = house
        self._before: Position | None = None
        self._throws: tuple[Throw, ...] = ()
        self._told = 0

    def tell(self, what: Happening) -> str:
        """Return the steps that led to what this event shows, those aside that were told before."""
        match what:
            case happening.Start(position=data) | happening.Restored(position=data):
                if isinstance(what, happening.Start):
                    self._begin(data)
            case happening.Throw(faces=faces):
                given = {die: face for die, face in faces.items() if face is not None}
                self._throws = (*self._throws, Throw.from_json(given))
            case happening.Step(position=data):
                return self._steps(data)
            case happening.Turn(position=data):
                self._begin(data)
        return ""

    def _begin(self, data: Mapping[str, Any]) -> None:
        self._before, self._throws, self._told = Position.from_json(data), (), 0

    def _steps(self, data: Mapping[str, Any]) -> str:
        if self._before is None:
            return ""
        now = Position.from_json(data)
        played = find(self._house, self._before, self._throws, now)
        if played is None:
            return ""
        new = played.steps[self._told :]
        self._told = len(played.steps)
        return steps_to_text([step for step in new if step.kind is not Kind.THROW])


def _remark(event: Event, story: _Story, say: Say | None) -> str:
    if isinstance(event.what, happening.Illegal):
        return say(event.what.reason).replace("\n", " ") if say else ""
    try:
        return story.tell(event.what)
    except InvalidRequest:
        return ""


# ------------------------------------------------------------ reading


def record_from_text(text: str) -> Record:
    """Read what `record_to_text` writes.

    Raises:
        InvalidRequest: a line does not read; the message says which.

    """
    headers: dict[str, str] = {}
    found: list[Event] = []
    match: Match | None = None
    for number, line in enumerate(text.split("\n"), start=1):
        try:
            if line.startswith("["):
                key, value = _header(line)
                headers[key] = value
            elif line.startswith("+ ") and found:
                found[-1] = replace(found[-1], memo=json.loads(line[2:]))
            elif line.strip():
                match = match or _match(headers)
                found.append(_parsed(line, match))
        except (InvalidRequest, ValueError, KeyError) as error:
            raise InvalidRequest(f"line {number} of the record does not read: {error}") from error
    rest = {key: value for key, value in headers.items() if key not in _MADE}
    return Record(match=match or _match(headers), events=tuple(found), headers=rest)


def _header(line: str) -> tuple[str, str]:
    found = re.fullmatch(r'\[(\w+) (".*")\]', line.strip())
    if not found:
        raise InvalidRequest(f'{line!r} is no header; expected such as [Date "2026-11-28"]')
    return found[1], str(json.loads(found[2]))


def _match(headers: Mapping[str, str]) -> Match:
    if headers.get("Ringrichter") != VERSION:
        raise InvalidRequest(f'the record has no [Ringrichter "{VERSION}"]; is it a match record?')
    if "Match" not in headers:
        raise InvalidRequest("the record has no [Match …]; it says who plays what")
    return match_from_data(json.loads(headers["Match"]))


def _parsed(line: str, match: Match) -> Event:
    if line.startswith(_RAW):
        return event_from_record(json.loads(line.removeprefix(_RAW)))
    line = line.split(_REMARK, maxsplit=1)[0]
    found = re.fullmatch(r"(\d+)\. (\S+) (\S+) ([a-z-]+) ?(.*)", line)
    if not found or found[4] not in happening.KINDS:
        raise InvalidRequest(f"{line!r} is no event")
    reader = _READERS.get(found[4])
    kind: Callable[..., Happening] = happening.KINDS[found[4]]
    try:
        what = reader(found[5].split(" "), match) if reader else kind()
        return Event(n=int(found[1]), t=float(found[2]), frame=found[3], what=what)
    except (IndexError, ValueError, TypeError) as error:
        raise InvalidRequest(f"{line!r} is no event: {error}") from error


def _position_data(words: Sequence[str]) -> dict[str, Any]:
    if words[-2] != "=":
        raise InvalidRequest(f"{' '.join(words)!r} has no position; expected = and a position")
    return Position.from_text(words[-1]).to_json()


def _throw_data(word: str) -> dict[str, Any]:
    return throw_from_text(word.strip("[]")).to_json()


def _faces(word: str) -> dict[str, Any]:
    return {"number": None, "option": None} | _throw_data(word)


def _counters(word: str) -> dict[str, int]:
    return {seat: int(at) for seat, _, at in (pair.partition(":") for pair in word.split(","))}


def _start(words: Sequence[str], match: Match) -> Happening:
    return happening.Start(match.data(), _position_data(words))


def _illegal(words: Sequence[str], match: Match) -> Happening:
    del match
    fields = () if words[2] == "-" else tuple(words[2].split(","))
    params = json.loads(" ".join(words[4:]))
    return happening.Illegal(int(words[0]), words[1], Sentence(words[3], params), fields)


def _turn(words: Sequence[str], match: Match) -> Happening:
    del match
    throws = tuple(_throw_data(word) for word in words[1:-2])
    return happening.Turn(int(words[0]), throws, _position_data(words))


def _unsure(words: Sequence[str], match: Match) -> Happening:
    del match
    return happening.Unsure(tuple(words[0].split(",")), float(words[2]))


def _moved_camera(words: Sequence[str], match: Match) -> Happening:
    del match
    return happening.MovedCamera(None if words[0] == "?" else float(words[0]))


_READERS: dict[str, Callable[[Sequence[str], Match], Happening]] = {
    "start": _start,
    "throw": lambda words, _: happening.Throw(int(words[0]), _faces(words[1])),
    "step": lambda words, _: happening.Step(int(words[0]), _position_data(words)),
    "turn": _turn,
    "illegal": _illegal,
    "restored": lambda words, _: happening.Restored(_position_data(words)),
    "round": lambda words, _: happening.RoundWon(int(words[0]), _counters(words[1])),
    "game": lambda words, _: happening.GameWon(int(words[0]), _counters(words[1])),
    "moved-camera": _moved_camera,
    "unsure": _unsure,
    "corrected": lambda words, _: happening.Corrected(tuple(map(int, words[0].split(",")))),
}
