"""Command line options that several commands share, so that they mean the same everywhere."""

import argparse
from pathlib import Path

from firmware.resources import LANGUAGES


def add_language(parser: argparse.ArgumentParser) -> None:
    """Add ``--language``: in which language sentences are written (``options.language``)."""
    parser.add_argument(
        "--language",
        choices=LANGUAGES,
        default=LANGUAGES[0],
        help="language of the sentences (default: %(default)s)",
    )


def add_settings(parser: argparse.ArgumentParser) -> None:
    """Add ``--settings FILE`` (``options.settings``: Path or None)."""
    parser.add_argument(
        "--settings",
        metavar="FILE",
        type=Path,
        help="settings file (TOML); see 'ringrichter settings'",
    )
