import json
import subprocess
import sys

from tests.shared import ROOT


def test_fifty_kills_of_a_whole_table() -> None:
    """Ended by SIGKILL at fifty random moments, the same game goes on, and nothing is lost or doubled."""
    done = subprocess.run(
        [sys.executable, "-m", "tests.firmware.kills", "50", "2"],
        cwd=ROOT, capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    found = json.loads(done.stdout)

    assert found["wrong"] == []
    assert found["kills"] == 50
    # How far the people get depends on the machine's load; that they get on at all does not.
    assert found["turns"] > 0
    assert found["early"] < 40
