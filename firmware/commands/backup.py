"""`ringrichter backup FILE` and `ringrichter backup --restore FILE`: keep all matches elsewhere."""

import argparse
from pathlib import Path

from firmware.journal import copy_journal
from firmware.options import add_settings
from firmware.settings import read_settings
from firmware.vault import copy_name, put_back

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
        target /= copy_name()
    count = copy_journal(journal, target)
    print(f"{count} matches are kept in {target}")
    return 0


def _restore(source: Path, journal: Path) -> int:
    count, aside = put_back(source, journal)
    if aside is not None:
        print(f"what was there before is kept in {aside}")
    print(f"{count} matches are back in {journal}")
    return 0
