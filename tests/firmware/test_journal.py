import os
import random
import sqlite3
import subprocess
import sys
from pathlib import Path

import pytest

from firmware.errors import JournalError, JournalFull
from firmware.journal import Journal
from tests.firmware.appender import next_event
from tests.shared import ROOT

# RINGRICHTER_KILLS=200 is what the figures in firmware/README.md were measured with.
KILLS = int(os.environ.get("RINGRICHTER_KILLS", "12"))
EVENT = {"event": "throw", "seat": 0, "number": 6}


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "table" / "journal.sqlite"


def test_events_come_back_in_order_and_per_match(path: Path) -> None:
    """Several matches in one file keep their own events, and the last one opened is the latest."""
    with Journal(path) as journal:
        first = journal.open_match({"balls": 2}, at=10.0)
        second = journal.open_match({"balls": 4}, at=20.0)
        journal.append(first, 1, EVENT, at=11.0)
        journal.append(second, 1, {"event": "start"}, at=21.0)
        journal.append(first, 2, {"event": "step", "text": "Grün"}, at=12.0)

    with Journal(path) as journal:
        assert [EVENT, {"event": "step", "text": "Grün"}] == [
            entry.data for entry in journal.events(first)
        ]
        assert [1, 2] == [entry.n for entry in journal.events(first)]
        assert ["start"] == [entry.data["event"] for entry in journal.events(second)]
        latest = journal.latest()
        assert latest is not None
        assert (second, 20.0, {"balls": 4}) == (latest.id, latest.opened_at, latest.headers)


@pytest.mark.parametrize("n", [1, 3, 0, -1])
def test_an_event_must_follow_the_last_one(path: Path, n: int) -> None:
    """A number that is taken, or leaves a gap, is refused, and the journal stays as it was."""
    with Journal(path) as journal:
        match = journal.open_match({}, at=0.0)
        journal.append(match, 1, EVENT, at=0.0)

        with pytest.raises(JournalError, match=f"event {n} "):
            journal.append(match, n, EVENT, at=0.0)

        assert len(journal.events(match)) == 1


def test_every_commit_is_synchronous_and_through_the_log(path: Path) -> None:
    """The file is opened as the house decided: WAL, and a flush to the disk at each commit."""
    with Journal(path) as journal:
        ask = journal._connection.execute

        assert ask("PRAGMA journal_mode").fetchone() == ("wal",)
        assert ask("PRAGMA synchronous").fetchone() == (2,)


def test_kills_lose_and_double_nothing(path: Path) -> None:
    """After SIGKILL at a random moment the same match goes on, with every event that was shown."""
    rng = random.Random(2)
    shown = 0
    ended_early = 0
    # Each life may have committed one event that it could no longer show.
    unshown = 0
    for _ in range(KILLS):
        with subprocess.Popen(
            [sys.executable, "-m", "tests.firmware.appender", str(path)],
            cwd=ROOT, stdout=subprocess.PIPE, text=True,
        ) as process:  # fmt: skip
            with pytest.raises(subprocess.TimeoutExpired):
                process.communicate(timeout=rng.uniform(0.02, 0.3))
            process.kill()
            output, _ = process.communicate()
        numbers = [int(line) for line in output.splitlines()]
        ended_early += not numbers
        if numbers:
            assert shown < numbers[0] <= shown + unshown + 1
            assert list(range(numbers[0], numbers[-1] + 1)) == numbers
            shown, unshown = numbers[-1], 0
        unshown += 1

    with Journal(path) as journal:
        (match,) = journal.matches()
        events = [entry.data for entry in journal.events(match.id)]
    assert shown <= len(events) <= shown + unshown
    assert shown > KILLS - ended_early
    assert all(next_event(events[:i]) == events[i] for i in range(0, len(events), 7))


def test_a_second_process_is_told_that_the_journal_is_in_use(path: Path) -> None:
    """Two programs cannot write one journal."""
    with Journal(path), pytest.raises(JournalError, match="in use by another ringrichter"):
        Journal(path)


def test_a_full_disk_refuses_the_event_and_keeps_the_rest(path: Path) -> None:
    """With no room left the event is refused in one sentence; with room again the match goes on."""
    with Journal(path) as journal:
        match = journal.open_match({}, at=0.0)
        journal._connection.execute("PRAGMA max_page_count = 8")

        def fill() -> None:
            for n in range(1, 10_000):
                journal.append(match, n, {"text": "x" * 500}, at=0.0)

        with pytest.raises(JournalFull, match="disk is full"):
            fill()
        kept = journal.events(match)
        assert kept

        journal._connection.execute("PRAGMA max_page_count = 1000")
        journal.append(match, len(kept) + 1, EVENT, at=0.0)

        assert kept == journal.events(match)[:-1]


@pytest.mark.parametrize(
    "content", [b"no journal at all" * 400, b"SQLite format 3\0" + b"\xff" * 9000]
)
def test_a_damaged_file_is_named(tmp_path: Path, content: bytes) -> None:
    """A file that is not SQLite, or only begins like it, gets one sentence and stays untouched."""
    path = tmp_path / "journal.sqlite"
    path.write_bytes(content)

    with pytest.raises(JournalError, match="is damaged"):
        Journal(path)

    assert path.read_bytes() == content


def test_a_torn_page_is_found_when_opening(path: Path) -> None:
    """Damage inside the tables is found at once, not in the middle of an evening."""
    with Journal(path) as journal:
        match = journal.open_match({}, at=0.0)
        for n in range(1, 200):
            journal.append(match, n, {"text": "x" * 100}, at=0.0)
    data = bytearray(path.read_bytes())
    data[4096 * 3 : 4096 * 4] = b"\x5a" * 4096
    path.write_bytes(data)

    with pytest.raises(JournalError, match="is damaged"):
        Journal(path)


def test_somebody_elses_database_is_left_alone(tmp_path: Path) -> None:
    """Another program's SQLite file is not taken for a journal."""
    path = tmp_path / "other.sqlite"
    other = sqlite3.connect(path)
    other.execute("CREATE TABLE notes (text)")
    other.commit()
    other.close()

    with pytest.raises(JournalError, match="no journal of this program"):
        Journal(path)


def test_a_newer_journal_is_not_touched(path: Path) -> None:
    """A journal of a later version asks for an update instead of being misread."""
    with Journal(path) as journal:
        journal._connection.execute("PRAGMA user_version = 99")

    with pytest.raises(JournalError, match="newer version"):
        Journal(path)


def test_a_read_only_folder_gets_one_sentence(tmp_path: Path) -> None:
    """Where the folder cannot be written, the message names it."""
    folder = tmp_path / "locked"
    folder.mkdir()
    folder.chmod(0o555)
    user = os.geteuid()
    if user == 0:
        # Root may write anywhere: be nobody for this moment.
        for parent in (tmp_path, *tmp_path.parents[:2]):
            parent.chmod(0o755)
        os.seteuid(65534)
    try:
        with pytest.raises(JournalError, match="locked"):
            Journal(folder / "journal.sqlite")
    finally:
        os.seteuid(user)


def test_a_backup_holds_everything_and_is_a_journal(path: Path, tmp_path: Path) -> None:
    """A copy made while the journal is open can be opened and has the same matches and events."""
    with Journal(path) as journal:
        match = journal.open_match({"balls": 3}, at=1.0)
        journal.append(match, 1, EVENT, at=2.0)
        journal.copy_to(tmp_path / "stick" / "backup.sqlite")
        matches, events = journal.matches(), journal.events(match)

    with Journal(tmp_path / "stick" / "backup.sqlite") as copy:
        assert matches == copy.matches()
        assert events == copy.events(match)
