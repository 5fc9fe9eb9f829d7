"""What `look` needs of memory at the peak: `python -m tests.benchmarks.memory FOLDER [--every N]`.

FOLDER holds sessions and tables of photographs. Each figure is a run of the program by itself: over every
N-th picture of all folders, each read alone, and over every N-th of each session with its calibration.
"""

import argparse
import os
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path

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


def peak_mb(*arguments: str | Path) -> float:
    """Run the program in a process of its own and return its peak of resident memory (Linux alone).

    Raises:
        subprocess.CalledProcessError: it did not end well.

    """
    environment = {**os.environ, "OPENBLAS_NUM_THREADS": "1", "OMP_NUM_THREADS": "1"}
    ran = subprocess.run(
        [sys.executable, "-c", _CHILD, *map(str, arguments)],
        capture_output=True, text=True, check=True, env=environment,
    )  # fmt: skip
    return int(ran.stderr.rsplit("peak ", 1)[1]) / 1024


def calibrated_peak_mb(session: Path, pictures: Sequence[Path]) -> float:
    """Return the peak of reading pictures of a session with the calibration of its first picture."""
    with tempfile.TemporaryDirectory() as kept:
        measures = session / "measures.json"
        peak_mb("calibrate", kept, session / "setup.jpg", "--measures", measures)
        return peak_mb("look", "--session", kept, *pictures)


def main() -> None:
    """Print the peaks."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("folder", type=Path, help="a folder of sessions and tables")
    parser.add_argument("--every", type=int, default=5)
    options = parser.parse_args()
    stills = sorted(options.folder.glob("*/[0-9]*.jpg"))[:: options.every]
    print(f"{len(stills)} pictures read alone: {peak_mb('look', *stills):.0f} MB")
    for session in sorted(options.folder.glob("session-*")):
        pictures = sorted(session.glob("[0-9]*.jpg"))[:: options.every]
        peak = calibrated_peak_mb(session, pictures)
        print(f"{len(pictures)} pictures of {session.name}, calibrated: {peak:.0f} MB")


if __name__ == "__main__":
    main()
