"""What `look` needs of memory at the peak: `python -m tests.benchmarks.memory [FOLDER] [--every N]`.

FOLDER holds sessions and tables of photographs, the shared ones if it is left out. Each figure is a run of
the program by itself: over every N-th picture of all folders, each read alone, and over every N-th of each
session with its calibration. Pictures that `look` refuses are counted.
"""

import argparse
import json
import os
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from tests.shared import SHARED

# Run in the child: the command, then the most it had resident. What `getrusage` says of a child counts the
# parent from which it was forked, so the child asks for its own.
_CHILD = """
import re, sys
from pathlib import Path
from firmware.cli import main
status = main(sys.argv[1:])
text = Path("/proc/self/status").read_text(encoding="ascii")
sys.stderr.write("\\npeak " + re.search(r"VmHWM:\\s+(\\d+) kB", text)[1])
sys.exit(status)
"""


@dataclass(frozen=True, slots=True)
class Peak:
    """The most that a run had resident, and how many pictures it refused."""

    mb: float
    refused: int = 0

    def __str__(self) -> str:
        """Say both."""
        return f"{self.mb:.0f} MB" + (f", {self.refused} refused" if self.refused else "")


def peak(*arguments: str | Path) -> Peak:
    """Run the program in a process of its own and return its peak of resident memory (Linux alone).

    Raises:
        subprocess.CalledProcessError: it did not end well, for another reason than a picture it refused.

    """
    environment = {**os.environ, "OPENBLAS_NUM_THREADS": "1", "OMP_NUM_THREADS": "1"}
    ran = subprocess.run(
        [sys.executable, "-c", _CHILD, *map(str, arguments)],
        capture_output=True, text=True, check=False, env=environment,
    )  # fmt: skip
    lines = [json.loads(line) for line in ran.stdout.splitlines()] if arguments[0] == "look" else []
    # One line a picture; `look` ends with 1 if there is one that it refused or could not open.
    refused = sum(line.get("board") is False for line in lines)
    if not refused or not all(line["ok"] for line in lines):
        ran.check_returncode()
    return Peak(int(ran.stderr.rsplit("peak ", 1)[1]) / 1024, refused)


def calibrated_peak(session: Path, pictures: Sequence[Path]) -> Peak:
    """Return the peak of reading pictures of a session with the calibration of its first picture."""
    with tempfile.TemporaryDirectory() as kept:
        measures = session / "measures.json"
        peak("calibrate", kept, session / "setup.jpg", "--measures", measures)
        return peak("look", "--session", kept, *pictures)


def main() -> None:
    """Print the peaks."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    shared = None if SHARED is None else SHARED / "photos" / "dev"
    parser.add_argument(
        "folder", type=Path, nargs="?" if shared else None, default=shared,
        help="a folder of sessions and tables",
    )  # fmt: skip
    parser.add_argument("--every", type=int, default=5)
    options = parser.parse_args()
    stills = sorted(options.folder.glob("*/[0-9]*.jpg"))[:: options.every]
    print(f"{len(stills)} pictures read alone: {peak('look', *stills)}")
    for session in sorted(options.folder.glob("session-*")):
        pictures = sorted(session.glob("[0-9]*.jpg"))[:: options.every]
        most = calibrated_peak(session, pictures)
        print(f"{len(pictures)} pictures of {session.name}, calibrated: {most}")


if __name__ == "__main__":
    main()
