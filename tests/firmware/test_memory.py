"""`look` stays small, however many pictures it is given."""

import subprocess
import sys
from pathlib import Path

import cv2
import numpy as np
import pytest

from tests.benchmarks.memory import calibrated_peak, peak
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

    assert peak("look", *pictures).mb < _MOST_MB


def test_pictures_of_a_calibrated_table_need_little() -> None:
    """With a calibration pictures are read within the same bound."""
    assert SHARED is not None
    session = SHARED / "photos" / "dev" / "session-01"

    assert calibrated_peak(session, sorted(session.glob("[0-9]*.jpg"))[::10]).mb < _MOST_MB


def test_a_refused_picture_is_counted_and_the_others_are_read(tmp_path: Path) -> None:
    """The benchmark goes on after a picture without a board, and stops at one that cannot be opened."""
    assert SHARED is not None
    nothing = tmp_path / "nothing.png"
    cv2.imwrite(str(nothing), np.full((600, 800, 3), 90, np.uint8))

    read = peak("look", nothing, SHARED / "photos" / "dev" / "table-03" / "02.jpg")

    assert read.refused == 1
    with pytest.raises(subprocess.CalledProcessError):
        peak("look", tmp_path / "missing.jpg")


def test_freed_gaps_go_back_to_the_system() -> None:
    """Small arrays that are kept between freed ones do not hold the freed ones' memory."""
    ran = subprocess.run([sys.executable, "-c", _GAPS], capture_output=True, text=True, check=True)
    before_kb, after_kb = map(int, ran.stdout.split())

    assert after_kb < before_kb - 20_000


# Every other one of eight hundred arrays of 60 kB is freed.
_GAPS = """
import re
from pathlib import Path
import numpy as np
from firmware.memory import return_freed
def resident():
    return int(re.search(r"VmRSS:\\s+(\\d+)", Path("/proc/self/status").read_text())[1])
kept = [np.ones(60_000, np.uint8) for _ in range(800)]
del kept[::2]
before = resident()
return_freed()
print(before, resident())
"""
