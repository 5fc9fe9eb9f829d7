"""What happened in a recording by its truth file, in the terms of the events that tell a game's story."""

import json
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from referee.game import Game, open_game
from referee.games.inner_circle.throw import OPTIONS
from referee.match import Match

Story = tuple[str, ...]


def position_of(row: Mapping[str, Any], match: Match, turn: int) -> str:
    """Return the canonical text of what stands on the board in a row of truth."""
    seat_of = {label: seat for seat, label in match.seats.items()}
    position: dict[str, Any] = {
        "game": match.game,
        "memory": match.terms["memory"],
        "seats": list(match.seats),
        "balls": match.terms["balls"],
        "on": {field: seat_of[label] for field, label in row["on"].items()},
        "start": {str(s): row["start"][str(s)].get(c, 0) for s, c in match.seats.items()},
        "counters": {str(s): row["counters"][str(s)] for s in match.seats},
        "turn": turn,
    }
    if match.terms["memory"]:
        position["stored"] = {
            str(s): sorted(row["stored"][str(s)], key=OPTIONS.index) for s in match.seats
        }
    return canonical(position)


def canonical(position: Mapping[str, Any]) -> str:
    """Return a position's canonical text."""
    return json.dumps(position, sort_keys=True, separators=(",", ":"))


def throws_text(throws: Iterable[Mapping[str, Any]]) -> str:
    """Return throws as "12 6/half"."""
    return " ".join(
        f"{t['number']}/{t['option']}" if t.get("option") else f"{t['number']}" for t in throws
    )


class Truth:
    """Tells the story of a recording from its truth rows."""

    def __init__(self, match: Match) -> None:
        self.match = match
        self.seat: int | None = None
        self.throws: list[Mapping[str, Any]] = []
        self.stands = ""
        self.shown = ""
        """What was last seen without a hand."""
        self.before = ""
        self.row: Mapping[str, Any] = {}
        self.wrong = False
        self.over = False

    def story(self, rows: Iterable[Mapping[str, Any]]) -> Iterator[Story]:
        """Yield the events in order."""
        for row in rows:
            yield from self._row(row)
            self.row = row
        if self.throws and not self.over and not self.wrong and self._may_end():
            yield self._turn()

    def _may_end(self) -> bool:
        """Tell by the rules whether the last turn is over: its truth does not say so."""
        game: Game[Any, Any] = open_game(self.match)
        before, stands = (game.position(json.loads(text)) for text in (self.before, self.stands))
        return game.judge(before, [game.throw(t) for t in self.throws], stands).complete

    def _row(self, row: Mapping[str, Any]) -> Iterator[Story]:
        game = row["game"]
        if self.seat is None:
            self.seat = game["turn"]
            self.stands = self.shown = self.before = position_of(row, self.match, self.seat)
        if self.over:
            yield from self._between(row)
            return
        throws = game["throws"]
        if game["turn"] != self.seat and not throws and self._moved(row):
            yield self._turn()
            self.seat, self.throws = game["turn"], []
            self.stands = self.shown = self.before = position_of(self.row, self.match, self.seat)
        if throws and (game["turn"] != self.seat or throws[: len(self.throws)] != self.throws):
            if self.throws:
                yield self._turn()
            self.seat, self.throws = game["turn"], []
            self.stands = self.shown = self.before = position_of(self.row, self.match, self.seat)
        for throw in throws[len(self.throws) :]:
            yield ("throw", str(self.seat), throws_text([throw]))
        self.throws = throws or self.throws
        yield from self._view(row)
        if game.get("round_over") is not None:
            self.over = True
            winner = game["round_over"]
            yield ("turn", str(winner), throws_text(self.throws), self.stands)
            counters = dict(row["counters"])
            counters[str(winner)] += 1
            mine = {str(s): counters[str(s)] for s in self.match.seats}
            yield ("round", str(winner), json.dumps(mine))

    def _moved(self, row: Mapping[str, Any]) -> bool:
        """Tell whether the next player has done something before throwing."""
        if row["hand"] or any(row.get(key) for key in ("held", "loose", "illegal")):
            return False
        assert self.seat is not None
        return position_of(row, self.match, self.seat) != self.stands

    def _view(self, row: Mapping[str, Any]) -> Iterator[Story]:
        assert self.seat is not None
        if row.get("held") or row.get("loose"):
            return
        position = position_of(row, self.match, self.seat)
        if not row.get("illegal"):
            self.stands = position
        if row["hand"]:
            return
        if row.get("illegal"):
            if not self.wrong:
                yield ("illegal", row["illegal"])
            self.wrong = True
        elif self.wrong:
            self.wrong = False
            yield ("restored",)
        elif position != self.shown:
            yield ("step", str(self.seat), position)
        if not row.get("illegal"):
            self.shown = position

    def _between(self, row: Mapping[str, Any]) -> Iterator[Story]:
        if row["hand"]:
            return
        if row.get("illegal") and not self.wrong:
            self.wrong = True
            yield ("illegal", row["illegal"])
        elif self.wrong and not row.get("illegal"):
            self.wrong = False
            yield ("restored",)
        if row["game"].get("round_over") is None:
            self.over, self.throws = False, []
            self.seat = row["game"]["turn"]
            self.stands = self.shown = self.before = position_of(row, self.match, self.seat)

    def _turn(self) -> Story:
        assert self.seat is not None
        seats = list(self.match.seats)
        following = seats[(seats.index(self.seat) + 1) % len(seats)]
        after = json.loads(self.stands) | {"turn": following}
        return ("turn", str(self.seat), throws_text(self.throws), canonical(after))


def seen_story(lines: Iterable[Mapping[str, Any]]) -> Iterator[Story]:
    """Yield the same story from the events of ``ringrichter watch``; corrected events do not count."""
    lines = list(lines)
    gone = {n for line in lines if line["event"] == "corrected" for n in line["replaces"]}
    for line in lines:
        if line["n"] in gone:
            continue
        match line["event"]:
            case "throw":
                yield ("throw", str(line["seat"]), throws_text([line]))
            case "step":
                yield ("step", str(line["seat"]), canonical(line["position"]))
            case "turn":
                throws, after = throws_text(line["throws"]), canonical(line["position"])
                yield ("turn", str(line["seat"]), throws, after)
            case "illegal":
                yield ("illegal", line["rule"])
            case "restored":
                yield ("restored",)
            case "round":
                yield ("round", str(line["winner"]), json.dumps(line["counters"]))
            case _:
                pass
