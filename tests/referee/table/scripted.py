"""A scripted table: pieces and dice are put where a test wants them, and seen picture by picture."""

from collections.abc import Callable, Mapping
from typing import Any

from referee.events import Event
from referee.match import Match, match_from_data
from referee.sighting import Sighting
from referee.table.decisions import Decisions
from referee.table.outcome import Act
from referee.table.patience import FOLDER, Patience
from tests.referee.table.following import table_of
from tests.referee.table.from_truth import Eye

MATCH = match_from_data(
    {
        "game": "inner-circle", "memory": False, "balls": 2, "house": {},
        "seats": {"0": "red", "1": "blue"}, "first": 0,
    }
)  # fmt: skip


class Board:
    """What lies on the table, and the `Table` that sees it."""

    def __init__(
        self, match: Match = MATCH, patience: Patience = FOLDER, step_s: float = 1.0
    ) -> None:
        self.table = table_of(match, patience)
        self.eye = Eye(match, self.table.game.fields)  # type: ignore[attr-defined]
        self.on: dict[str, str] = {}
        self.start: dict[str, int] = {}
        """Balls in a start area where they are not what is left of those on the board."""
        self.counters = {str(seat): 0 for seat in match.seats}
        self.mm = {"number": (0.0, 0.0), "option": (30.0, 0.0)}
        self.faces = {"number": "2", "option": "half"}
        self.step_s = step_s
        self.count = 0

    def begin(self) -> None:
        """Begin, and let red enter its first ball by a six."""
        self.see()
        self.throw(6)
        self.move("", "O0")

    def throw(self, number: int, option: str | None = None, **seen: Any) -> list[str]:
        """Throw the number die, and the option die if its face is given, and look."""
        x, y = self.mm["number"]
        self.mm["number"] = (x + 7.0 if x < 40 else -40.0, y)
        self.faces["number"] = str(number)
        if option:
            self.mm["option"] = (self.mm["option"][0], self.mm["option"][1] + 7.0)
            self.faces["option"] = option
        return self.see(**seen)

    def move(self, source: str, target: str, colour: str = "red", **seen: Any) -> list[str]:
        """Move a ball ("" is its start area) and look."""
        self.on.pop(source, None)
        if target:
            self.on[target] = colour
        return self.see(**seen)

    def see(self, **seen: Any) -> list[str]:
        """Take a picture (``seen`` changes its truth); returns the kinds of the events that follow."""
        name, sighting = self._picture(**seen)
        events = self.table.observe(sighting, name, self.count * self.step_s)
        return [event.what.kind for event in events]

    def sighting(self, **seen: Any) -> Sighting:
        """Return what a picture of the table shows, without the table seeing it."""
        return self._picture(**seen)[1]

    def _picture(self, **seen: Any) -> tuple[str, Sighting]:
        [(name, _, sighting)] = self.eye.sightings([self._row() | seen])
        return name, sighting

    def look(self, times: int, **seen: Any) -> list[str]:
        """Take so many pictures alike; returns the kinds of all events."""
        return [kind for _ in range(times) for kind in self.see(**seen)]

    def decide(self, decision: Callable[[Decisions[Any, Any]], tuple[Act, ...]]) -> list[str]:
        """Let somebody decide; returns the kinds of the events that follow."""
        acts = decision(self.table.decisions("Ada"))
        return [event.what.kind for event in self.table.carry_out(acts)]

    def last(self, kind: type) -> Event:
        """Return the newest event of a kind."""
        return next(e for e in reversed(self.table.events) if isinstance(e.what, kind))

    def _row(self) -> dict[str, Any]:
        self.count += 1
        match = self.table.game.match
        lying = list(self.on.values())
        left = {s: match.terms["balls"] - lying.count(label) for s, label in match.seats.items()}
        start: Mapping[str, int] = {str(seat): n for seat, n in left.items()} | self.start
        return {
            "image": f"{self.count}",
            "on": dict(self.on),
            "start": {seat: {match.seats[int(seat)]: n} for seat, n in start.items()},
            "counters": self.counters,
            "stored": {},
            "hand": False,
            "covered": [],
            "light": 0,
            "camera": 0,
            "dice": {"state": dict.fromkeys(self.mm, "lying"), "mm": self.mm, **self.faces},
        }
