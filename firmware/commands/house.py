"""`ringrichter house`: the house rules of a match, to read or to print."""

import argparse
import sys
from pathlib import Path

from firmware.files import read_json_file
from firmware.options import add_language
from firmware.resources import LANGUAGES, texts, toml_of
from referee.games.inner_circle.game import open_game
from referee.games.inner_circle.sheet import Sheet, as_page, as_text, sheet_of
from referee.match import Match, match_from_data

NAME = "house"
HELP = "Print the house rules of a match as text, or as a page for paper (HTML)."

PACKAGE = "referee.games.inner_circle"


def arguments(parser: argparse.ArgumentParser) -> None:
    """Add the command's arguments."""
    parser.add_argument(
        "match", metavar="MATCH", type=Path, help="what is played (a file such as match.json)"
    )
    parser.add_argument(
        "--page", action="store_true", help="a page to print, in every language, as HTML"
    )
    add_language(parser)


def run(options: argparse.Namespace) -> int:
    """Write the sheet to standard output."""
    match = match_from_data(read_json_file(options.match, "the match"))
    open_game(match)
    if options.page:
        ordered = sorted(LANGUAGES, key=lambda language: language != options.language)
        sys.stdout.write(as_page([_sheet(match, language) for language in ordered]))
    else:
        sys.stdout.write(as_text(_sheet(match, options.language)))
    return 0


def _sheet(match: Match, language: str) -> Sheet:
    book = toml_of(PACKAGE, f"rules.{language}.toml")
    return sheet_of(match, book, texts(PACKAGE, language)["sheet"])
