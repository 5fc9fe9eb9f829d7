"""`ringrichter ends`: list every way turns can end."""

import argparse
import json
from collections.abc import Iterator, Mapping
from itertools import islice
from typing import Any

from firmware.json_lines import answer_standard_input
from firmware.options import add_language
from firmware.scratch import Scratch
from referee.games.inner_circle.listing import Ends, ends
from referee.games.inner_circle.requests import parse_request

NAME = "ends"
HELP = "List every way turns can end: reads one request a line, writes one reply a line."

LIMIT = 200_000

AT_ONCE = 100
"""Ends in a piece of the reply."""


def arguments(parser: argparse.ArgumentParser) -> None:
    """Add the command's arguments."""
    parser.add_argument(
        "--limit", metavar="N", type=_limit, default=LIMIT,
        help="list at most N ends (default: %(default)s)",
    )  # fmt: skip
    add_language(parser)


def run(options: argparse.Namespace) -> int:
    """Answer the requests of standard input; exit status 1 if any made no sense."""
    return answer_standard_input(lambda data: answer(data, options.limit))


def answer(data: Mapping[str, Any], limit: int) -> Iterator[str]:
    """Answer one request with the pieces of one line of JSON.

    Raises:
        InvalidRequest: the request makes no sense.
        ScratchError: the disk has no room for so many ends.

    """
    request = parse_request(data, judge=False)
    scratch = Scratch()
    try:
        found = ends(request.house, request.before, request.throws, limit, scratch.put_away)
    except BaseException:
        scratch.close()
        raise
    return _pieces(request.id, found, scratch)


def _pieces(request_id: object, found: Ends, scratch: Scratch) -> Iterator[str]:
    """Yield the reply piece by piece, since millions of positions would fill the memory."""
    with scratch:
        yield f'{{"id": {json.dumps(request_id)}, "ends": ['
        texts = found.texts
        between = ""
        while some := list(islice(texts, AT_ONCE)):
            yield between + ", ".join(some)
            between = ", "
        rest = {
            "count": found.count,
            "truncated": found.truncated,
            "next_throws": sorted(found.next_throws),
        }
        yield "], " + json.dumps(rest).removeprefix("{")


def _limit(text: str) -> int:
    if not text.isdecimal():
        raise argparse.ArgumentTypeError(f"{text!r} is no number of ends; expected 0 or more")
    return int(text)
