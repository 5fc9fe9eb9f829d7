"""`look` stays small, however many pictures it is given."""

import sys

import pytest

from tests.benchmarks.memory import calibrated_peak_mb, peak_mb
from tests.shared import SHARED, needs_shared

pytestmark = [
    needs_shared,
    pytest.mark.skipif(sys.platform != "linux", reason="asks Linux for the peak of a process"),
]
_MOST_MB = 200


def test_pictures_read_alone_need_little_together() -> None:
    """A picture's memory is free again before the next: the peak stays in bounds."""
    assert SHARED is not None
    tables = SHARED / "photos" / "dev"
    # Most of these need a long look at the dice; the last two are larger pictures.
    names = ("03/02", "03/03", "03/04", "08/03", "08/05")
    pictures = [tables / f"table-{name}.jpg" for name in names]

    assert peak_mb("look", *pictures) < _MOST_MB


def test_pictures_of_a_calibrated_table_need_little() -> None:
    """With a calibration pictures are read within the same bound."""
    assert SHARED is not None
    session = SHARED / "photos" / "dev" / "session-01"

    assert calibrated_peak_mb(session, sorted(session.glob("[0-9]*.jpg"))[::10]) < _MOST_MB
