"""`ringrichter backup FILE` and `ringrichter backup --restore FILE`: keep all matches elsewhere."""

import argparse
from datetime import UTC, datetime
from pathlib import Path

from firmware.errors import FirmwareError
from firmware.journal import Journal, copy_journal
from firmware.options import add_settings
from firmware.settings import read_settings

NAME = "backup"
HELP = "Copy all matches to a file or folder (a stick), also while the table runs; or restore them."

_FILE = "journal.sqlite"


def arguments(parser: argparse.ArgumentParser) -> None:
    """Add the command's arguments."""
    parser.add_argument(
        "place", metavar="FILE", type=Path, help="a file, or a folder to put one into"
    )
    parser.add_argument(
        "--restore",
        action="store_true",
        help="put the matches of FILE back (the table must be stopped)",
    )
    add_settings(parser)


def run(options: argparse.Namespace) -> int:
    """Copy the journal there or back."""
    journal = read_settings(options.settings).folder / _FILE
    if options.restore:
        return _restore(options.place, journal)
    target = options.place
    if target.is_dir():
        target /= f"ringrichter-{datetime.now(UTC):%Y%m%d-%H%M%S}.sqlite"
    count = copy_journal(journal, target)
    print(f"{count} matches are kept in {target}")
    return 0


def _restore(source: Path, journal: Path) -> int:
    if journal.exists():
        with Journal(journal):
            # Opening it shows that no table is running; what it held is set aside, not lost.
            pass
        aside = journal.with_suffix(f".{datetime.now(UTC):%Y%m%d-%H%M%S}.sqlite")
        copy_journal(journal, aside)
        print(f"what was there before is kept in {aside}")
    elif not source.is_file():
        raise FirmwareError(f"there is no file {source}")
    count = copy_journal(source, journal)
    print(f"{count} matches are back in {journal}")
    return 0
