"""Recordings followed from their pictures alone, through the program's own eye, against their truth."""

import pytest

from tests.firmware.compare_recording import compared, watched
from tests.shared import SHARED, needs_shared


@needs_shared
@pytest.mark.parametrize("session", ["session-01", "session-04"])
def test_a_recorded_game_is_followed_from_its_pictures(session):
    """Every throw, step, turn, foul and round is told as it was, and nothing else is."""
    folder = SHARED / "photos" / "dev" / session

    assert [] == [line for line in compared(folder, watched(folder)) if line[0] in "+-"]
