"""`ringrichter judge`: say whether turns were legal."""

import argparse
from collections.abc import Mapping
from typing import Any

from firmware.json_lines import answer_standard_input
from firmware.options import add_language
from referee.games.inner_circle.requests import parse_request
from referee.games.inner_circle.verdict import Verdict, judge

NAME = "judge"
HELP = "Judge turns: reads one request a line, writes one verdict a line."


def arguments(parser: argparse.ArgumentParser) -> None:
    """Add the command's arguments."""
    add_language(parser)


def run(options: argparse.Namespace) -> int:
    """Answer the requests of standard input; exit status 1 if any made no sense."""
    del options
    return answer_standard_input(answer)


def answer(data: Mapping[str, Any]) -> dict[str, Any]:
    """Answer one request; raises `InvalidRequest`."""
    request = parse_request(data, judge=True)
    assert request.after is not None
    verdict = judge(request.house, request.before, request.throws, request.after)
    return {"id": request.id} | _reply(verdict)


def _reply(verdict: Verdict) -> dict[str, Any]:
    if verdict.legal:
        return {"legal": True, "complete": verdict.complete, "steps": [], "rules": []}
    return {
        "legal": False,
        "rule": verdict.rule,
        "reason": "",
        "nearest": None,
        "legal_under": list(verdict.legal_under),
    }
