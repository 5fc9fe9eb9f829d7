"""Reading and writing one JSON object a line, as the machine interface asks.

Standard output carries these lines and nothing else, each flushed, so that another program can hold
a conversation with a command. Every line of input gets exactly one line of output.
"""

import json
import math
import sys
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any, TextIO

from firmware.errors import FirmwareError, MalformedLine
from referee.errors import RefereeError

Line = Mapping[str, Any] | Iterator[str]
"""A value to be written as one line, or its JSON text in pieces where it would be too large at once."""

LONGEST = 600
"""Characters of an error's message; of a longer one the middle is left out."""

Answer = Callable[[Mapping[str, Any]], Line]


def parse_object(line: bytes) -> dict[str, Any]:
    """Parse one line of UTF-8 into a JSON object, stricter than `json` alone.

    Raises:
        MalformedLine: no JSON (NaN and Infinity are none), no object, or a key that stands twice.

    """
    twice: list[str] = []

    def object_of(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
        value = dict(pairs)
        if len(value) < len(pairs):
            seen = Counter(key for key, _ in pairs)
            twice.extend(key for key, count in seen.items() if count > 1)
        return value

    try:
        value = json.loads(
            line.decode("utf-8").strip(),
            object_pairs_hook=object_of,
            parse_float=_finite,
            parse_constant=_no_constant,
        )
    except json.JSONDecodeError as error:
        where = f"{error.msg} at character {error.pos + 1}"
        raise MalformedLine(f"no JSON ({where}); expected one object a line") from error
    except (ValueError, RecursionError) as error:
        raise MalformedLine(f"no JSON ({error}); expected one object a line") from error
    if not isinstance(value, dict):
        raise MalformedLine(f"a JSON {_kind(value)}; expected one object a line")
    if twice:
        raise MalformedLine(f"the key {twice[0]!r} stands twice", value.get("id"))
    return value


def json_line(value: Mapping[str, Any]) -> str:
    """Return the value as one line of JSON without its line end."""
    text = json.dumps(value, ensure_ascii=False, allow_nan=False)
    # A lone surrogate (from an escape in a request's id) has no UTF-8 form, only an escaped one.
    return text if _encodes(text) else json.dumps(value, allow_nan=False)


def write_line(value: Line, output: TextIO | None = None) -> None:
    """Write one line (by default to standard output) and flush it."""
    output = output or sys.stdout
    for piece in (json_line(value),) if isinstance(value, Mapping) else value:
        output.write(piece)
    output.write("\n")
    output.flush()


def answer_lines(lines: Iterable[bytes], answer: Answer, output: TextIO) -> int:
    """Answer every line; a malformed or impossible one gets an error line, and the run goes on.

    ``answer`` takes the parsed request and raises `RefereeError` for one that makes no sense, or
    `FirmwareError` for one that this machine cannot answer.
    Returns the exit status: 1 if any line had an error, else 0.
    """
    status = 0
    for number, line in enumerate(lines, start=1):
        request_id = None
        reply: Line
        try:
            request = parse_object(line)
            request_id = request.get("id")
            reply = answer(request)
        except MalformedLine as error:
            reply, status = _error(number, error, error.request_id), 1
        except (RefereeError, FirmwareError) as error:
            reply, status = _error(number, error, request_id), 1
        write_line(reply, output)
    return status


def answer_standard_input(answer: Answer) -> int:
    """Answer the requests of standard input on standard output, see `answer_lines`."""
    if sys.stdin.isatty():
        sys.stderr.write("Reading requests, one JSON object a line; Ctrl-D ends.\n")
    return answer_lines(sys.stdin.buffer, answer, sys.stdout)


def _error(number: int, error: Exception, request_id: object) -> dict[str, Any]:
    message = str(error)
    if len(message) > LONGEST:
        # What was found stands first and may be as long as the line; what was expected stands last.
        message = f"{message[: LONGEST // 2]} … {message[-LONGEST // 2 :]}"
    return {"error": {"line": number, "message": message}, "id": request_id}


def _finite(text: str) -> float:
    value = float(text)
    if not math.isfinite(value):
        raise ValueError(f"{text} is too large")
    return value


def _no_constant(text: str) -> float:
    raise ValueError(f"{text} is no JSON")


def _kind(value: object) -> str:
    match value:
        case None:
            return "null"
        case bool():
            return "truth value"
        case int() | float():
            return "number"
        case str():
            return "string"
        case _:
            return "list"


def _encodes(text: str) -> bool:
    try:
        text.encode("utf-8")
    except UnicodeEncodeError:
        return False
    return True
