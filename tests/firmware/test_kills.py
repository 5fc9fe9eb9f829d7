import json
import subprocess
import sys

from tests.shared import ROOT


def test_fifty_kills_of_a_whole_table() -> None:
    """Ended by SIGKILL at fifty random moments, the same game goes on, and nothing is lost or doubled."""
    done = subprocess.run(
        [sys.executable, "-m", "tests.firmware.kills", "50", "2"],
        cwd=ROOT, capture_output=True, text=True, check=True,
    )  # fmt: skip
    found = json.loads(done.stdout)

    assert found["wrong"] == []
    assert found["kills"] == 50
    assert found["fouls"] == 0
    assert found["turns"] > 5
    assert found["early"] < 25
