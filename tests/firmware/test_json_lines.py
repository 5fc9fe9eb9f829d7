import io
import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from firmware.errors import MalformedLine
from firmware.json_lines import answer_lines, json_line, parse_object, write_line
from referee.errors import InvalidRequest

FLOATS = st.floats(allow_nan=False, allow_infinity=False)
VALUES = st.recursive(
    st.none() | st.booleans() | st.integers(-(2**70), 2**70) | FLOATS | st.text(),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(), inner, max_size=4),
    max_leaves=20,
)
OBJECTS = st.dictionaries(st.text(), VALUES, max_size=5)


def answer(request: Any) -> dict[str, Any]:
    if "bad" in request:
        raise InvalidRequest("bad is bad")
    return {"id": request.get("id"), "seen": len(request)}


def run(text: bytes) -> tuple[int, list[dict[str, Any]]]:
    output = io.StringIO()
    status = answer_lines(io.BytesIO(text), answer, output)
    return status, [json.loads(line) for line in output.getvalue().splitlines()]


@given(OBJECTS)
def test_a_line_holds_any_object_and_gives_it_back(value: dict[str, Any]) -> None:
    """Writing and parsing are inverse, and one object stays one line."""
    line = json_line(value)

    assert "\n" not in line
    assert parse_object(line.encode("utf-8")) == value


@pytest.mark.parametrize(
    ("line", "message"),
    [
        (b"{", "no JSON"),
        (b"", "no JSON"),
        (b"[1]", "a JSON list"),
        (b'"ends"', "a JSON string"),
        (b"null", "a JSON null"),
        (b"true", "a JSON truth value"),
        (b"12", "a JSON number"),
        (b'{"a": NaN}', "NaN"),
        (b'{"a": 1e999}', "too large"),
        (b'{"a": "\xff"}', "no JSON"),
        (b'{"a": {"O0": 1, "O0": 2}}', "'O0' stands twice"),
        (b'{"a": ' * 100_000, "no JSON"),
        (b'{"a": ' + b"9" * 10_000 + b"}", "no JSON"),
    ],
)
def test_what_is_not_one_object_is_refused(line: bytes, message: str) -> None:
    """Anything but one strict JSON object is refused with its reason."""
    with pytest.raises(MalformedLine, match=message):
        parse_object(line)


def test_one_bad_line_does_not_end_the_run() -> None:
    """Bad lines get an error with their number and id, the others their answers, and status is 1."""
    status, replies = run(
        b'{"id": "a"}\n{\n{"id": 3, "bad": 1}\r\n{"id": 4, "x": 1, "x": 2}\n{"id": 5}'
    )

    assert status == 1
    assert replies[0] == {"id": "a", "seen": 1}
    assert replies[1]["id"] is None
    assert replies[1]["error"]["line"] == 2
    assert replies[2] == {"error": {"line": 3, "message": "bad is bad"}, "id": 3}
    assert (4, 4) == (replies[3]["id"], replies[3]["error"]["line"])
    assert replies[4] == {"id": 5, "seen": 1}


def test_a_run_without_errors_has_status_zero() -> None:
    """Only good lines: exit status 0; no lines: no output."""
    assert run(b'{"id": 1}\n{"id": 2}\n')[0] == 0
    assert run(b"") == (0, [])


def test_each_answer_is_flushed_before_the_next_request_is_read() -> None:
    """A program that asks and waits gets its answer without closing its end."""

    class Output(io.StringIO):
        flushed = 0

        def flush(self) -> None:
            self.flushed += 1

    output = Output()
    flushed_before = []

    def lines() -> Any:
        for i in range(3):
            flushed_before.append(output.flushed)
            yield json.dumps({"id": i}).encode()

    answer_lines(lines(), answer, output)

    assert flushed_before == [0, 1, 2]


def test_an_id_that_has_no_utf8_form_is_escaped() -> None:
    """A lone surrogate comes back as the escape it came as."""
    output = io.StringIO()
    write_line(parse_object(b'{"id": "\\ud800"}'), output)

    assert output.getvalue() == '{"id": "\\ud800"}\n'


def test_a_long_mistake_has_a_short_message():
    """What was found may be as long as the line; the message says how it begins and what was expected."""
    output = io.StringIO()

    def answer(data):
        raise InvalidRequest(f"house is {data['house']!r}; expected an object")

    answer_lines([json.dumps({"house": "x" * 100_000}).encode()], answer, output)

    message = json.loads(output.getvalue())["error"]["message"]
    assert message.startswith("house is 'xx")
    assert message.endswith("xx'; expected an object")
    assert len(message) < 700
