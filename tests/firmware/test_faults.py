"""Parts that fail in the middle of an evening; disks need root and are for the command."""

import sqlite3
from pathlib import Path

import pytest

from firmware.errors import JournalError
from firmware.journal import Journal
from tests.firmware import faults


@pytest.mark.parametrize("fault", ["camera-gone", "lights-gone", "clock-back", "clock-forth"])
def test_the_game_goes_on(fault: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing is lost, nothing counted twice, what stops the game is said, and it goes on afterwards."""
    monkeypatch.setattr(faults, "BEFORE", 250)
    monkeypatch.setattr(faults, "DURING", 100)
    monkeypatch.setattr(faults, "AFTER", 400)

    found = faults.run(fault, tmp_path)

    assert found.wrong == []
    assert found.before > 0
    assert found.after > found.during


class Broken:
    """A connection to a file on a card that has failed."""

    def execute(self, *_: object) -> None:
        error = sqlite3.OperationalError("disk I/O error")
        error.sqlite_errorname = "SQLITE_IOERR_WRITE"
        raise error


def test_a_disk_that_fails_says_so(tmp_path: Path) -> None:
    """What SQLite calls an I/O error is worded for people, and the event is not in the journal."""
    with Journal(tmp_path / "journal.sqlite") as journal:
        match = journal.open_match({}, 0.0)
        connection = journal._connection
        journal._connection = Broken()
        with pytest.raises(JournalError, match="the disk fails or has become read-only"):
            journal.append(match, 1, {}, 0.0)
        journal._connection = connection

        assert journal.append(match, 1, {}, 0.0).n == 1
