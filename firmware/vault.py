"""Copies of all matches: on a stick, on a phone, and back."""

import tempfile
from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path

from firmware.errors import FirmwareError
from firmware.files import StoreError
from firmware.journal import Journal, copy_journal

# A copy that came from a phone waits under this name until the table is opened anew.
_BROUGHT = "brought.sqlite"


def copy_name() -> str:
    """Return the name of a copy made now."""
    return f"ringrichter-{datetime.now(UTC):%Y%m%d-%H%M%S}.sqlite"


def put_back(copy: Path, journal: Path) -> tuple[int, Path | None]:
    """Put a copy in the journal's place; return its matches and where those before are kept, if any.

    Raises:
        JournalError: the copy is no journal, or a table is running.
        FirmwareError: there is no copy.

    """
    aside = None
    if journal.exists():
        with Journal(journal):
            # Opening it shows that no table is running; what it held is set aside, not lost.
            pass
        aside = journal.with_suffix(f".{datetime.now(UTC):%Y%m%d-%H%M%S}.sqlite")
        copy_journal(journal, aside)
    elif not copy.is_file():
        raise FirmwareError(f"there is no file {copy}")
    return copy_journal(copy, journal), aside


def take_brought(journal: Path) -> None:
    """Put the copy that a phone brought in the journal's place, before the table opens it."""
    brought = journal.with_name(_BROUGHT)
    if brought.is_file():
        put_back(brought, journal)
        brought.unlink()


class PhoneVault:
    """Gives phones a copy of all matches, and takes one back; for the page's threads.

    Args:
        journal: the journal's file.
        anew: opens the table anew.

    """

    def __init__(self, journal: Path, anew: Callable[[], None]) -> None:
        self._journal = journal
        self._anew = anew

    def copy(self) -> tuple[str, bytes]:
        """Return a file's name and what is in it.

        Raises:
            FirmwareError: it cannot be made.

        """
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder) / "copy.sqlite"
            copy_journal(self._journal, path)
            return copy_name(), path.read_bytes()

    def bring(self, data: bytes) -> str:
        """Take a copy back; return why it cannot be, or "" if the table opens anew with it."""
        try:
            self._keep(data)
        except FirmwareError as error:
            return str(error)
        self._anew()
        return ""

    def _keep(self, data: bytes) -> None:
        """See whether it is a journal, and lay it where the table finds it when it is opened anew."""
        with tempfile.TemporaryDirectory() as folder:
            given = Path(folder) / "copy"
            given.write_bytes(data)
            copy_journal(given, Path(folder) / "checked.sqlite")
            part = self._journal.with_name(f"{_BROUGHT}.part")
            try:
                part.write_bytes((Path(folder) / "checked.sqlite").read_bytes())
                part.replace(self._journal.with_name(_BROUGHT))
            except OSError as error:
                raise StoreError(f"cannot write {part}: {error.strerror}") from error
