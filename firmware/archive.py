"""The journal as the page reads it: the match for replay, statistics, and the record for a file."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict
from typing import Any

from firmware.journal import Entry, Journal, MatchRecord
from firmware.keeper import Keeper
from referee.events import (
    Event,
    RoundWon,
    Start,
    Step,
    Throw,
    Turn,
    event_from_record,
    standing,
)
from referee.game import Game, open_game
from referee.match import match_from_data
from referee.snapshot import Sentence
from referee.statistics import Counts, counts, faces, fairness
from referee.telling import moves_of, news, next_round, view
from web.ports import Fairness, Moment, Tally

RECORD_FORMAT = 1

# A match that begins later than this after the one before belongs to another evening.
_EVENING_GAP_S = 6 * 3600.0


class TableArchive:
    """Reads the journal of one table; safe to call from any thread."""

    def __init__(self, journal: Journal, keeper: Keeper) -> None:
        self._journal = journal
        self._keeper = keeper

    def moments(self) -> Sequence[Moment]:
        """Return the events of the match on the table, the oldest first."""
        live = self._keeper.live
        return tuple(_moments(live.game, tuple(live.events), live.clocks)) if live else ()

    def tallies(self) -> Sequence[Tally]:
        """Return the statistics: of the last match, its evening and all time, where they differ."""
        matches = self._journal.matches()
        evening = _evening(matches)
        spans = {
            "tally.match": matches[-1:],
            "tally.evening": evening if len(evening) > 1 else [],
            "tally.ever": matches if len(matches) > max(len(evening), 1) else [],
        }
        return tuple(self._tally(title, span) for title, span in spans.items() if span)

    def record(self) -> Mapping[str, Any] | None:
        """Return the match's record for a file, or None while there is no match."""
        live = self._keeper.live
        if live is None:
            return None
        record = next(match for match in self._journal.matches() if match.id == live.id)
        return {
            "ringrichter": RECORD_FORMAT,
            "opened_at": record.opened_at,
            **record.headers,
            "events": [{"at": entry.at, **entry.data} for entry in self._journal.events(record.id)],
        }

    def _tally(self, title: str, matches: Sequence[MatchRecord]) -> Tally:
        rows: dict[str, Counts] = {}
        dice: dict[str, Counter[str]] = {}
        for match in matches:
            entries = self._journal.events(match.id)
            events = _events(entries)
            game = open_game(match_from_data(match.headers["match"]))
            ats = {entry.n: entry.at for entry in entries}
            for seat, counted in counts(game, events, ats).items():
                name = match.headers.get("players", {}).get(str(seat)) or game.match.seats[seat]
                rows[name] = rows.get(name, Counts()) + counted
            for die, thrown in faces(events).items():
                dice.setdefault(die, Counter()).update(thrown)
        return Tally(
            title=Sentence(title),
            rows={name: asdict(row) for name, row in rows.items()},
            dice={die: Fairness(counts=dict(c), p=fairness(c)) for die, c in dice.items()},
        )


def _evening(matches: Sequence[MatchRecord]) -> Sequence[MatchRecord]:
    """Return the last match and those before it, as far as one followed the other within hours."""
    begun = len(matches)
    while begun and (
        begun == len(matches)
        or matches[begun].opened_at - matches[begun - 1].opened_at < _EVENING_GAP_S
    ):
        begun -= 1
    return matches[begun:]


def _events(entries: Sequence[Entry]) -> list[Event]:
    return [event_from_record(entry.data) for entry in entries]


def _moments(
    game: Game[Any, Any], events: Sequence[Event], clocks: Mapping[int, str]
) -> Iterator[Moment]:
    valid = standing(events)
    moves = moves_of(game, valid)
    position: Mapping[str, Any] | None = None
    following: Any = None
    throws: tuple[Mapping[str, Any], ...] = ()
    for event in news(valid):
        what = event.what
        if isinstance(what, Start | Step | Turn):
            position = what.position
        if isinstance(what, RoundWon) and position is not None:
            following = next_round(game, game.position(position), what)
        if isinstance(what, Throw) and following is not None:
            position = game.position_data(game.turned(following, what.seat))
            following = None
        if isinstance(what, Throw):
            throws = (*throws, {d: face for d, face in what.faces.items() if face is not None})
        move = moves.get(event.n)
        yield Moment(
            event=view(event, move, clocks),
            position=position,
            throws=throws,
            path=move.path if move else (),
        )
        if isinstance(what, Start | Turn):
            throws = ()
