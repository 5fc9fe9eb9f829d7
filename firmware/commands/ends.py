"""`ringrichter ends`: every way a turn can end."""

import argparse
from collections.abc import Mapping
from typing import Any

from firmware.json_lines import answer_standard_input
from firmware.options import add_language
from referee.games.inner_circle.requests import parse_request
from referee.games.inner_circle.verdict import ends

NAME = "ends"
HELP = "List every way turns can end: reads one request a line, writes one reply a line."

LIMIT = 200_000


def arguments(parser: argparse.ArgumentParser) -> None:
    """Add the command's arguments."""
    parser.add_argument(
        "--limit", metavar="N", type=int, default=LIMIT,
        help="list at most N ends (default: %(default)s)",
    )  # fmt: skip
    add_language(parser)


def run(options: argparse.Namespace) -> int:
    """Answer the requests of standard input; exit status 1 if any made no sense."""
    return answer_standard_input(lambda data: answer(data, options.limit))


def answer(data: Mapping[str, Any], limit: int) -> dict[str, Any]:
    """Answer one request; raises `InvalidRequest`."""
    request = parse_request(data, judge=False)
    found = ends(request.house, request.before, request.throws, limit)
    return {
        "id": request.id,
        "ends": [position.to_json() for position in found.positions],
        "count": len(found.positions),
        "truncated": found.truncated,
        "next_throws": sorted(found.next_throws),
    }
