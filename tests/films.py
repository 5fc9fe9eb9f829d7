"""Empty tables that a test run has painted lately: tests of one table need not paint it again.

Most of a painted picture's time is its empty table; many tests lay other pieces on the same one. Two runs
that follow each other, with two OpenCVs, can share their empty tables in a folder: the pictures differ then
by one grey level in a twentieth of their values from those of a run by itself, hardly ever by two. Reading
an empty table takes a fiftieth of painting it. The painter's own tests take none from the folder.

    RINGRICHTER_FILMS   that folder, 20 MB a table, 2 GB in all; nothing is kept on disk without it
"""

import copyreg
import hashlib
import io
import os
import pickle
import shutil
from collections import OrderedDict
from collections.abc import Iterator
from pathlib import Path
from types import MappingProxyType
from typing import Any

import numpy as np
import pytest

from vision.camera import Camera
from vision.painter.empty import EmptyTable
from vision.painter.film import Film, expose_empty
from vision.painter.light import Light

# Films kept, 19 MB each.
KEPT = 6
# On a disk with less room than this none is kept.
ROOM_BYTES = 2_000_000_000


class Films:
    """Exposes empty tables as `vision.painter.film.expose_empty` does, and keeps the last ones.

    With a ``folder`` all of them are kept there, too.
    """

    def __init__(self, folder: Path | None = None) -> None:
        self._folder = folder
        self._kept: OrderedDict[bytes, Film] = OrderedDict()

    def __call__(self, empty: EmptyTable, camera: Camera, light: Light) -> Film:
        """Return a film of the empty table that may be painted on."""
        key = _bytes_of((empty.table, camera, light))
        if key not in self._kept:
            self._kept[key] = self._filed(key) or self._file(
                key, expose_empty(empty, camera, light)
            )
        self._kept.move_to_end(key)
        while len(self._kept) > KEPT:
            self._kept.popitem(last=False)
        return self._kept[key].copy()

    def _filed(self, key: bytes) -> Film | None:
        if self._folder is None or not (path := _path(self._folder, key)).exists():
            return None
        with path.open("rb") as file:
            return Film(np.load(file), np.load(file))

    def _file(self, key: bytes, film: Film) -> Film:
        if self._folder is not None and shutil.disk_usage(self._folder).free > ROOM_BYTES:
            path = _path(self._folder, key)
            unfinished = path.with_suffix(f".{os.getpid()}")
            with unfinished.open("wb") as file:
                np.save(file, film.total)
                np.save(file, film.shares)
            unfinished.replace(path)
        return film


def _path(folder: Path, key: bytes) -> Path:
    return folder / f"{hashlib.sha256(key).hexdigest()}.film"


class _Pickler(pickle.Pickler):
    """Knows views of mappings, too, which tables have."""

    dispatch_table = copyreg.dispatch_table | {MappingProxyType: lambda of: (dict, (dict(of),))}


def _bytes_of(value: Any) -> bytes:
    file = io.BytesIO()
    _Pickler(file).dump(value)
    return file.getvalue()


@pytest.fixture(scope="session", autouse=True)
def films() -> Iterator[None]:
    """Let all painters of a test run share the films."""
    folder = os.environ.get("RINGRICHTER_FILMS")
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("vision.painter.still.expose_empty", Films(Path(folder) if folder else None))
        yield
