"""Room on the disk for a command's work in progress, which is given back however the command ends."""

import os
import tempfile
from collections.abc import Iterable, Iterator
from contextlib import suppress
from itertools import islice
from pathlib import Path
from typing import IO

from firmware.entered import Entered
from firmware.errors import ScratchError

KEYS = 4096
"""Keys that are read or written at a time, for each file."""


def folder() -> Path:
    """Return where large temporary files belong: ``TMPDIR``, else /var/tmp, since /tmp may lie in memory."""
    chosen = Path(os.environ.get("TMPDIR") or "/var/tmp")  # noqa: S108
    return chosen if chosen.is_dir() else Path(tempfile.gettempdir())


class Filed:
    """A run of sorted keys of one length in a file; see `referee.runs.Run`."""

    def __init__(self, file: IO[bytes]) -> None:
        self._file, self._length, self._size = file, 0, 1

    def write(self, keys: Iterable[bytes]) -> None:
        """Write the keys behind those that are there; raises OSError."""
        keys = iter(keys)
        while some := list(islice(keys, KEYS)):
            self._length, self._size = self._length + len(some), len(some[0])
            self._file.write(b"".join(some))
        self._file.flush()

    def __len__(self) -> int:
        """How many keys there are."""
        return self._length

    def __iter__(self) -> Iterator[bytes]:
        """Read the keys from the beginning."""
        number, size = self._file.fileno(), self._size
        for start in range(0, self._length * size, KEYS * size):
            read = os.pread(number, KEYS * size, start)
            yield from [read[at : at + size] for at in range(0, len(read), size)]

    def drop(self) -> None:
        """Close the file, which has no name, so that its room is free again."""
        # What is left of a write that failed for want of room fails once more.
        with suppress(OSError):
            self._file.close()


class Scratch(Entered):
    """Puts keys away into files that have no name, so that nothing is left of them after a crash either.

    It is used in a ``with`` statement, or closed; after that its runs cannot be read any more.
    """

    def __init__(self) -> None:
        self._runs: list[Filed] = []

    def close(self) -> None:
        """Close all files."""
        while self._runs:
            self._runs.pop().drop()

    def put_away(self, keys: Iterable[bytes]) -> Filed:
        """Write sorted keys into a new file; raises `ScratchError` if that is not possible."""
        place = folder()
        try:
            file = tempfile.TemporaryFile(dir=place)  # noqa: SIM115  (dropped runs are closed earlier)
            run = Filed(file)
            self._runs.append(run)
            run.write(keys)
        except OSError as error:
            raise ScratchError(
                f"cannot keep so many ends in {place}: {error.strerror}; "
                "let TMPDIR name a folder with more room, or list fewer with --limit"
            ) from error
        return run
