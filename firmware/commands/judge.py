"""`ringrichter judge`: say whether turns were legal."""

import argparse
from collections.abc import Mapping
from typing import Any

from firmware.json_lines import answer_standard_input
from firmware.options import add_language
from firmware.resources import texts
from referee.catalogue import Say, speaker
from referee.games.inner_circle.replies import verdict_data
from referee.games.inner_circle.requests import parse_request
from referee.games.inner_circle.verdict import judge

NAME = "judge"
HELP = "Judge turns: reads one request a line, writes one verdict a line."


def arguments(parser: argparse.ArgumentParser) -> None:
    """Add the command's arguments."""
    parser.add_argument(
        "--names", metavar="A,B,…", default="",
        help="how the players are called, from seat 0 on, with commas (default: seat 0, …)",
    )  # fmt: skip
    add_language(parser)


def run(options: argparse.Namespace) -> int:
    """Answer the requests of standard input; exit status 1 if any made no sense."""
    names = {seat: name.strip() for seat, name in enumerate(options.names.split(",")) if name}
    say = speaker(texts("referee.games.inner_circle", options.language), names)
    return answer_standard_input(lambda data: answer(data, say))


def answer(data: Mapping[str, Any], say: Say) -> dict[str, Any]:
    """Answer one request; raises `InvalidRequest`."""
    request = parse_request(data, judge=True)
    assert request.after is not None
    verdict = judge(request.house, request.before, request.throws, request.after)
    return {"id": request.id} | verdict_data(verdict, say)
