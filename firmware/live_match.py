"""One match in the journal that is being followed: whatever happens is committed before it is shown."""

import time
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Any

from firmware.errors import JournalError
from firmware.evidence import Evidence
from firmware.journal import Journal, MatchRecord
from referee.events import (
    Clear,
    Covered,
    Event,
    Light,
    MovedCamera,
    Paused,
    Resumed,
    Unsure,
    event_from_record,
)
from referee.game import Game, open_game
from referee.match import Match, match_from_data
from referee.showing import Live, Players
from referee.sighting import Sighting
from referee.table.outcome import Act
from referee.table.patience import LIVE, Patience
from referee.table.state import Stage
from referee.table.table import Table
from referee.telling import Told, foul, tell

# What happens at a table also before anybody goes on with the match.
_UNPLAYED = (Covered, Clear, Light, MovedCamera, Unsure, Paused, Resumed)


class LiveMatch:
    """Follows one match; made from the journal's record, so that it goes on where it stopped.

    Args:
        journal: where events are committed.
        record: the match in it.
        wall: the time of day (Unix time); only ever written down, never reckoned with.
        patience: how long the table looks before it believes.
        refereeing: whether moves are judged; otherwise only the score is kept.

    """

    def __init__(
        self,
        journal: Journal,
        record: MatchRecord,
        *,
        wall: Callable[[], float] = time.time,
        patience: Patience = LIVE,
        refereeing: bool = True,
    ) -> None:
        self._journal = journal
        self._wall = wall
        self._patience = patience
        self._refereeing = refereeing
        self.id = record.id
        self._opened: Game[Any, Any] = open_game(match_from_data(record.headers["match"]))
        names = record.headers.get("players", {})
        self.players = Players({int(seat): name for seat, name in names.items()})
        self.clocks: dict[int, str] = {}
        self._reload()
        self._found = len(self.events)

    @property
    def game(self) -> Game[Any, Any]:
        """The game by the house rules that count now."""
        return self.table.game

    @property
    def events(self) -> Sequence[Event]:
        """All events so far, each of them committed."""
        return self.table.events

    @property
    def over(self) -> bool:
        """Whether the game was won or abandoned."""
        return self.table.state.stage is Stage.OVER

    @property
    def watching(self) -> bool:
        """Whether what is seen counts: the game is not over and the players did not ask to look away."""
        return not self.over and not self.table.state.paused

    @property
    def left(self) -> bool:
        """Whether the match was left on another evening, and nothing has been played in it since."""
        since = self.events[self._found :]
        return (
            self._found > 0
            and self.watching
            and all(isinstance(event.what, _UNPLAYED) for event in since)
        )

    def observe(self, sighting: Sighting, frame: str, t_s: float) -> tuple[Event, ...]:
        """Take one picture's sighting; what it makes happen is on the disk when this returns.

        Raises:
            JournalError: it cannot be committed; the match stands where it stood before.

        """
        events = self.table.observe(sighting, frame, t_s)
        self._commit(events)
        return events

    def carry_out(self, acts: Iterable[Act]) -> None:
        """Commit what people decided, and go on from there.

        Raises:
            JournalError: it cannot be committed; the match stands where it stood before.

        """
        self._commit(self.table.carry_out(acts))

    def as_it_stands(self) -> Match:
        """Return the match with the position that stands on the board now, to learn colours by."""
        line = self.table.state.line
        if line is None:
            return self.game.match
        return replace(self.game.match, position=self.game.position_data(line.stands))

    def as_the_turn_began(self) -> Match:
        """Return the match with the position in which the turn that is being played began."""
        line = self.table.state.line
        if line is None:
            return self.game.match
        return replace(self.game.match, position=self.game.position_data(line.before))

    def live(self, evidence: Evidence | None = None) -> Live[Any, Any]:
        """Return the match as it is to be shown, with the pictures kept of a foul that stands."""
        state = self.table.state
        wrong = foul(self.game, state, self.events)
        if wrong is not None and evidence is not None:
            wrong = replace(wrong, evidence=evidence.names(self.id, state.called))
        return Live(
            game=self.game,
            state=state,
            told=self._told,
            players=self.players,
            foul=wrong,
            may_end=self.table.may_end,
            refereeing=self.table.refereeing,
        )

    def _commit(self, events: Sequence[Event]) -> None:
        if not events:
            return
        try:
            for event in events:
                entry = self._journal.append(self.id, event.n, event.record(), self._wall())
                self.clocks[entry.n] = _clock(entry.at)
        except JournalError:
            # The table ran ahead of the disk: it must not show what is not kept.
            self._reload()
            raise
        self._told = self._tell(self.events)

    def _reload(self) -> None:
        entries = self._journal.events(self.id)
        self.clocks = {entry.n: _clock(entry.at) for entry in entries}
        events = [event_from_record(entry.data) for entry in entries]
        self.table: Table[Any, Any] = Table(
            self._opened, events, self._patience, refereeing=self._refereeing
        )
        self._told = self._tell(events)

    def _tell(self, events: Sequence[Event]) -> Told:
        return tell(self.game, events, self.clocks)


def begin_match(
    journal: Journal, match: Match, players: Mapping[int, str], wall: Callable[[], float]
) -> MatchRecord:
    """Commit a new match and return its record.

    Raises:
        InvalidRequest: there is no such game, or it does not take these terms.
        JournalError: it cannot be committed.

    """
    open_game(match)
    headers = {
        "match": match.data(),
        "players": {str(seat): name for seat, name in players.items()},
    }
    at = wall()
    return MatchRecord(journal.open_match(headers, at), at, headers)


def _clock(at: float) -> str:
    """Return the local time of day."""
    return time.strftime("%H:%M", time.localtime(at))
