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


def add_port(parser: argparse.ArgumentParser) -> None:
    """Add ``--port`` (``options.port``: int or None)."""
    parser.add_argument(
        "--port", type=_port, metavar="PORT", help="port to listen on; 0 for any that is free"
    )


def _port(text: str) -> int:
    if not text.isdecimal() or int(text) > 65535:
        raise argparse.ArgumentTypeError(f"{text!r} is no port; expected 0 to 65535")
    return int(text)


def add_settings(parser: argparse.ArgumentParser) -> None:
    """Add ``--settings FILE`` (``options.settings``: Path or None)."""
    parser.add_argument(
        "--settings",
        metavar="FILE",
        type=Path,
        help="settings file (TOML); see 'ringrichter settings'",
    )


def add_eye_options(parser: argparse.ArgumentParser) -> None:
    """Add ``--board``, ``--measures``, ``--match`` and ``--seat0``: what the eye may know beforehand."""
    parser.add_argument(
        "--board",
        metavar="BOARD",
        default="inner-circle",
        help="id of a board, or a board file (.toml) of your own (default: %(default)s)",
    )
    parser.add_argument(
        "--measures",
        metavar="FILE",
        type=Path,
        help="what was measured with a ruler (default: measures.json beside the picture)",
    )
    parser.add_argument(
        "--match",
        metavar="FILE",
        type=Path,
        help="who plays with which colour (default: match.json beside the picture)",
    )
    parser.add_argument(
        "--seat0",
        choices=("lower-left", "left", "right", "upper-left", "upper-right", "lower-right"),
        metavar="CORNER",
        help="the corner of the picture in which seat 0 sits (default: lower-left)",
    )
