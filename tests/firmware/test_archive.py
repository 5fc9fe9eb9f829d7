from collections.abc import Iterator
from pathlib import Path

import pytest

from firmware.archive import TableArchive
from firmware.cameras.port import Shot
from firmware.journal import Journal
from firmware.keeper import Keeper
from referee.events import Event, RoundWon, Throw, Turn, event_from_record
from referee.match import match_from_data
from referee.table.patience import FOLDER
from tests.firmware.evening import MATCH, EveningEye, picture_of, sightings

SEEN = sightings(seed=5)


@pytest.fixture
def keeper(tmp_path: Path) -> Iterator[Keeper]:
    """A table at which a round was played."""
    eye = EveningEye(SEEN)
    ticks = iter(range(1_000_000))
    with Journal(tmp_path / "journal.sqlite") as journal:
        kept = Keeper(journal, lambda *_: eye, wall=lambda: 1e9 + next(ticks), patience=FOLDER)
        for moment in range(len(SEEN)):
            kept.look(Shot(picture_of(moment), float(moment), str(moment)))
            if moment == 0:
                assert kept.begin(MATCH, {0: "Anna", 2: "Ben"}) is None
        yield kept


def archive(keeper: Keeper) -> TableArchive:
    return TableArchive(keeper._journal, keeper)


def test_moments_tell_the_game_for_replay(keeper: Keeper) -> None:
    """Each moment has its words and what then stood on the board; a turn's throws add up and end."""
    moments = archive(keeper).moments()

    turns = [event for event in keeper.live.events if isinstance(event.what, Turn)]
    told = {moment.event.n: moment for moment in moments}
    assert {event.n for event in turns} <= set(told)
    for event in turns:
        assert told[event.n].position == event.what.position
        assert len(told[event.n].throws) == len(event.what.throws)
    assert moments[0].event.kind == "start"
    assert not {"covered", "clear"} & {moment.event.kind for moment in moments}
    assert any(len(moment.path) == 2 for moment in moments)


def test_the_replay_of_a_new_round_begins_with_a_cleared_board(keeper: Keeper) -> None:
    """The winning position stands until the next round's first throw, then all balls lie at the start."""
    assert keeper.live
    throw = Throw(2, {"number": 6, "option": None})
    keeper.live.events.append(Event(n=9_001, frame="", t=0, what=throw))
    *_, won, thrown = archive(keeper).moments()

    assert (won.event.kind, thrown.event.kind) == ("round", "throw")
    assert won.position
    assert thrown.position
    assert won.position["on"]
    assert not thrown.position["on"]
    assert thrown.position["turn"] == 2
    assert sum(thrown.position["counters"].values()) == 1


def test_statistics_are_of_this_match_and_of_all(keeper: Keeper) -> None:
    """Players are counted by name; with a second match there is a sum of the evening."""
    (tally,) = archive(keeper).tallies()
    assert set(tally.rows) == {"Anna", "Ben"}
    assert sum(row["rounds"] for row in tally.rows.values()) == 1
    assert sum(tally.dice["number"].counts.values()) == sum(
        r["throws"] for r in tally.rows.values()
    )

    keeper.begin(MATCH, {0: "Anna", 2: "Clara"})
    this, evening = archive(keeper).tallies()

    assert sum(row["throws"] for row in this.rows.values()) == 0
    assert set(evening.rows) == {"Anna", "Ben", "Clara"}


def test_an_evening_ends_when_nothing_begins_for_hours(keeper: Keeper) -> None:
    """Next day's match is an evening of its own; all time holds both."""
    keeper._wall = lambda: 1e9 + 20 * 3600.0
    keeper.begin(MATCH, {0: "Dora", 2: "Emil"})
    keeper.begin(MATCH, {0: "Dora", 2: "Fritz"})
    this, evening, ever = archive(keeper).tallies()

    assert [t.title.key for t in (this, evening, ever)] == [
        "tally.match",
        "tally.evening",
        "tally.ever",
    ]
    assert set(evening.rows) == {"Dora", "Emil", "Fritz"}
    assert {"Anna", "Ben", "Dora"} <= set(ever.rows)


def test_the_record_holds_the_whole_match(keeper: Keeper) -> None:
    """Match, players and every event come back out of the record."""
    record = archive(keeper).record()

    assert record is not None
    assert match_from_data(record["match"]) == MATCH
    assert record["players"] == {"0": "Anna", "2": "Ben"}
    assert [event_from_record(event) for event in record["events"]] == list(keeper.live.events)
    assert any(isinstance(event.what, RoundWon) for event in keeper.live.events)


def test_a_new_journal_has_nothing_to_tell(tmp_path: Path) -> None:
    """Before the first match there are no moments, statistics or record."""
    with Journal(tmp_path / "journal.sqlite") as journal:
        empty = TableArchive(journal, Keeper(journal, lambda *_: EveningEye(SEEN)))

        assert (empty.moments(), empty.tallies(), empty.record()) == ((), (), None)
