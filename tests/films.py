"""Empty tables that a test run has painted lately: tests of one table need not paint it again.

Most of a painted picture's time is its empty table; many tests lay other pieces on the same one.
"""

import copyreg
import io
import pickle
from collections import OrderedDict
from collections.abc import Iterator
from types import MappingProxyType
from typing import Any

import pytest

from vision.camera import Camera
from vision.painter.empty import EmptyTable
from vision.painter.film import Film, expose_empty
from vision.painter.light import Light

# Films kept, 19 MB each.
KEPT = 6


class Films:
    """Exposes empty tables as `vision.painter.film.expose_empty` does, and keeps the last ones."""

    def __init__(self) -> None:
        self._kept: OrderedDict[bytes, Film] = OrderedDict()

    def __call__(self, empty: EmptyTable, camera: Camera, light: Light) -> Film:
        """Return a film of the empty table that may be painted on."""
        key = _bytes_of((empty.table, camera, light))
        if key not in self._kept:
            self._kept[key] = expose_empty(empty, camera, light)
        self._kept.move_to_end(key)
        while len(self._kept) > KEPT:
            self._kept.popitem(last=False)
        return self._kept[key].copy()


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
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("vision.painter.still.expose_empty", Films())
        yield
