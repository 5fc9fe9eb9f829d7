"""The journal: the append-only log of events on disk, the one truth about every match.

An event is committed, one transaction each and synchronous (SQLite, WAL, synchronous=FULL), before
anybody is shown it, so a power cut loses nothing that was seen. The state of a game is a fold over its
events; the journal itself knows nothing about games. Events of a match are numbered 1, 2, … without a gap,
and the one who appends says the number, so that nothing can be written twice.
"""

import json
import sqlite3
import threading
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from firmware.entered import Entered
from firmware.errors import JournalError, JournalFull

# "Ring" in ASCII: tells a journal from any other SQLite file.
_APPLICATION_ID = 0x52696E67
_FORMAT = 1

_SCHEMA = """
CREATE TABLE match (
    id INTEGER PRIMARY KEY,
    opened_at REAL NOT NULL,
    headers TEXT NOT NULL
) STRICT;
CREATE TABLE event (
    match INTEGER NOT NULL REFERENCES match (id),
    n INTEGER NOT NULL CHECK (n > 0),
    at REAL NOT NULL,
    data TEXT NOT NULL,
    PRIMARY KEY (match, n)
) STRICT, WITHOUT ROWID;
"""


@dataclass(frozen=True, slots=True)
class MatchRecord:
    """A match in the journal: its number, when it was opened (Unix time) and what was agreed."""

    id: int
    opened_at: float
    headers: Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Entry:
    """One committed event: its number in the match, when (Unix time), and its JSON form."""

    n: int
    at: float
    data: Mapping[str, Any]


class Journal(Entered):
    """One journal file, open for one process at a time; a context manager.

    Raises:
        JournalError: the folder or file cannot be written, is in use, is damaged or is no journal.

    """

    def __init__(self, path: Path) -> None:
        self.path = path
        self._owner: sqlite3.Connection | None = None
        # Pages ask for the history from other threads than the one that follows the game.
        self._lock = threading.Lock()
        with self._explained():
            path.parent.mkdir(parents=True, exist_ok=True)
            self._owner = _owned(path)
            self._connection = sqlite3.connect(
                path, isolation_level=None, check_same_thread=False, timeout=2.0
            )
        try:
            with self._explained():
                self._prepare()
        except JournalError:
            self.close()
            raise

    def close(self) -> None:
        """Close the file; may be called twice."""
        with self._lock:
            self._connection.close()
            if self._owner is not None:
                self._owner.close()

    def matches(self) -> tuple[MatchRecord, ...]:
        """Return all matches, the oldest first."""
        rows = self._read("SELECT id, opened_at, headers FROM match ORDER BY id")
        return tuple(MatchRecord(row[0], row[1], json.loads(row[2])) for row in rows)

    def latest(self) -> MatchRecord | None:
        """Return the match that was opened last, or None in a new journal."""
        matches = self.matches()
        return matches[-1] if matches else None

    def events(self, match: int) -> tuple[Entry, ...]:
        """Return the events of a match in order."""
        rows = self._read("SELECT n, at, data FROM event WHERE match = ? ORDER BY n", match)
        return tuple(Entry(row[0], row[1], json.loads(row[2])) for row in rows)

    def open_match(self, headers: Mapping[str, Any], at: float) -> int:
        """Commit a new match and return its number.

        Raises:
            JournalFull: the disk is full.

        """
        row = self._commit(
            "INSERT INTO match (opened_at, headers) VALUES (?, ?) RETURNING id", at, _text(headers)
        )
        return int(row[0])

    def append(self, match: int, n: int, data: Mapping[str, Any], at: float) -> Entry:
        """Commit event ``n`` of a match; when this returns, it is on the disk.

        Raises:
            JournalFull: the disk is full; the event is not in the journal.
            JournalError: the match has an event ``n`` already or lacks the one before.

        """
        row = self._commit(
            "INSERT INTO event (match, n, at, data)"
            " SELECT ?1, ?2, ?3, ?4"
            " WHERE ?2 = (SELECT coalesce(max(n), 0) + 1 FROM event WHERE match = ?1)"
            " RETURNING n",
            match, n, at, _text(data),
        )  # fmt: skip
        if not row:
            raise JournalError(
                f"{self.path}: event {n} of match {match} does not follow the last one"
            )
        return Entry(n, at, data)

    def clear(self) -> None:
        """Delete all matches, so that nothing of them is left in the file.

        Raises:
            JournalError: it cannot be done.

        """
        for statement in ("DELETE FROM event", "DELETE FROM match", "VACUUM"):
            self._read(statement)
        self._read("PRAGMA wal_checkpoint(TRUNCATE)")

    def copy_to(self, path: Path) -> None:
        """Write a copy of the whole journal, consistent and in one file, as a backup.

        Raises:
            JournalError: the copy cannot be written.

        """
        with Journal(path) as copy, self._explained(), self._lock:
            self._connection.backup(copy._connection)

    def _prepare(self) -> None:
        execute = self._connection.execute
        execute("PRAGMA journal_mode = WAL")
        execute("PRAGMA synchronous = FULL")
        execute("PRAGMA foreign_keys = ON")
        execute("BEGIN IMMEDIATE")
        (application,) = execute("PRAGMA application_id").fetchone()
        (version,) = execute("PRAGMA user_version").fetchone()
        (tables,) = execute("SELECT count(*) FROM sqlite_schema").fetchone()
        if application == 0 and tables == 0:
            for statement in _SCHEMA.split(";")[:-1]:
                execute(statement)
            execute(f"PRAGMA application_id = {_APPLICATION_ID}")
            execute(f"PRAGMA user_version = {_FORMAT}")
        elif application != _APPLICATION_ID:
            raise JournalError(f"{self.path} is no journal of this program; choose another file")
        elif version > _FORMAT:
            raise JournalError(f"{self.path} was written by a newer version; update the program")
        execute("COMMIT")
        (health,) = execute("PRAGMA quick_check(1)").fetchone()
        if health != "ok":
            raise sqlite3.DatabaseError(health)

    def _read(self, query: str, *values: object) -> list[tuple[Any, ...]]:
        with self._explained(), self._lock:
            return self._connection.execute(query, values).fetchall()

    def _commit(self, statement: str, *values: object) -> tuple[Any, ...]:
        # Outside BEGIN each statement is a transaction of its own; fetching all of it commits it.
        rows = self._read(statement, *values)
        return rows[0] if rows else ()

    @contextmanager
    def _explained(self) -> Iterator[None]:
        """Turn SQLite's and the system's failures into a sentence about this file."""
        try:
            yield
        except sqlite3.Error as error:
            raise _explanation(self.path, error) from error
        except OSError as error:
            raise JournalError(f"cannot write {self.path}: {error.strerror}") from error


def copy_journal(source: Path, target: Path) -> int:
    """Copy a journal, also one that a running table writes to; returns the number of matches.

    Raises:
        JournalError: the source is no journal, or the target cannot be written.

    """
    if not source.is_file():
        raise JournalError(f"there is no journal {source}")
    with Journal(target) as copy, copy._explained():  # noqa: SLF001  (of the same class)
        reading = sqlite3.connect(f"file:{source.resolve()}?mode=ro", uri=True)
        try:
            (application,) = reading.execute("PRAGMA application_id").fetchone()
            if application != _APPLICATION_ID:
                raise JournalError(f"{source} is no journal of this program")
            reading.backup(copy._connection)  # noqa: SLF001
        except sqlite3.Error as error:
            raise _explanation(source, error) from error
        finally:
            reading.close()
        return len(copy.matches())


def _owned(path: Path) -> sqlite3.Connection:
    """Make this process the one that writes the journal, until the connection is closed.

    The lock lies on a file beside it, so that others may still read the journal, and goes with the process,
    however that ends.
    """
    owner = sqlite3.connect(
        f"{path}.owner", isolation_level=None, check_same_thread=False, timeout=1.0
    )
    try:
        owner.execute("BEGIN EXCLUSIVE")
    except sqlite3.Error:
        owner.close()
        raise
    return owner


def _explanation(path: Path, error: sqlite3.Error) -> JournalError:
    match getattr(error, "sqlite_errorname", "").split("_")[:2]:
        case ["SQLITE", "FULL"]:
            return JournalFull(f"cannot write {path}: the disk is full; make room, then go on")
        case ["SQLITE", "BUSY" | "LOCKED"]:
            return JournalError(f"{path} is in use by another ringrichter; stop that one first")
        case ["SQLITE", "READONLY" | "CANTOPEN" | "PERM"]:
            where = path.parent
            return JournalError(f"cannot write {path}; make the folder {where} writable")
        case ["SQLITE", "IOERR"]:
            return JournalError(
                f"cannot write {path}: the disk fails or has become read-only ({error})"
            )
        case ["SQLITE", "NOTADB" | "CORRUPT"] | [""]:
            return JournalError(f"{path} is damaged ({error}); move it away to start a new one")
        case _:
            return JournalError(f"cannot use {path}: {error}")


def _text(value: Mapping[str, Any]) -> str:
    return json.dumps(value, ensure_ascii=False, allow_nan=False, separators=(",", ":"))
