"""Compare what `ringrichter watch` says about recordings with their truth: what was expected, what was seen.

Usage: python -m tests.firmware.compare_recording [--truth] [--all] [--folds JUDGES] FOLDER…
``--truth`` follows sightings made from the truth instead of the pictures, ``--all`` shows every line.
``--folds``: the eye never saw the table, neither its places nor its dice (see `tests.vision.score`).
"""

import argparse
import difflib
import io
import sys
from collections.abc import Iterable, Iterator, Mapping
from contextlib import nullcontext, redirect_stdout
from json import loads
from pathlib import Path
from typing import Any

from firmware.cli import main as ringrichter
from referee.game import open_game
from referee.table.patience import FOLDER
from referee.table.table import Table
from tests.referee.table.expected import Truth, seen_story
from tests.referee.table.from_truth import Recording
from tests.vision.left_out import Strangers

Line = Mapping[str, Any]


def watched(folder: Path) -> list[Line]:
    """Return the lines that ``ringrichter watch`` prints."""
    output = io.StringIO()
    with redirect_stdout(output):
        ringrichter(["watch", str(folder)])
    return [loads(line) for line in output.getvalue().splitlines()]


def followed(folder: Path) -> list[Line]:
    """Return the events that a perfect eye would lead to."""
    recording = Recording(folder)
    table: Table[Any, Any] = Table(open_game(recording.match), patience=FOLDER)
    for name, t_s, sighting in recording.eye().sightings(recording.rows):
        table.observe(sighting, name, t_s)
    table.finish()
    return [event.line(lambda sentence: sentence.key) for event in table.events]


def compared(folder: Path, lines: Iterable[Line]) -> Iterator[str]:
    """Yield expected and seen events; a line that is only expected begins with -, only seen with +."""
    recording = Recording(folder)
    expected = [" ".join(event) for event in Truth(recording.match).story(recording.rows)]
    yield from difflib.ndiff(expected, [" ".join(event) for event in seen_story(lines)])


def main() -> int:
    """Compare the folders; exit status 1 if anything differs."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folders", nargs="+", type=Path, metavar="FOLDER")
    parser.add_argument("--truth", action="store_true")
    parser.add_argument("--all", action="store_true")
    parser.add_argument("--folds", type=Path, help="judges learned without the table they read")
    options = parser.parse_args()
    strangers = Strangers(options.folds, options.folders[0].parent) if options.folds else None
    differing = 0
    for folder in options.folders:
        with strangers.to(folder.name) if strangers else nullcontext():
            lines = followed(folder) if options.truth else watched(folder)
        found = list(compared(folder, lines))
        wrong = [line for line in found if line[0] in "+-"]
        differing += bool(wrong)
        right = sum(line[0] == " " for line in found)
        print(f"{folder.name}: {right} events as expected, {len(wrong)} not")
        for line in found if options.all else wrong:
            print("   ", line)
    return 1 if differing else 0


if __name__ == "__main__":
    sys.exit(main())
