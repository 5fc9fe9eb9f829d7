"""The engine answers every test vector as the rules ask."""

import json

import pytest

from firmware.commands.ends import answer as answer_ends
from firmware.commands.judge import answer as answer_judge
from firmware.errors import MalformedLine
from firmware.json_lines import parse_object
from referee.errors import InvalidRequest
from referee.games.inner_circle import Position, ends
from referee.games.inner_circle.allowing import allowed_by
from referee.games.inner_circle.finding import find
from tests.referee.inner_circle.vectors import listed, load, turn_of


@pytest.mark.parametrize("name", ["ends-base", "ends-memory"])
def test_ends_lists_every_end_once(name):
    """Every listed turn ends in exactly the expected positions, and asks for the expected throws."""
    wrong = []
    for vector in load(name):
        expected = vector["expect"]
        found = listed(ends(*turn_of(vector["request"])), expected)
        if found != expected | {"next_throws": sorted(expected["next_throws"])}:
            wrong.append(vector["request"]["id"])

    assert [] == wrong


@pytest.mark.parametrize("name", ["judge-base", "judge-memory", "judge-hard"])
def test_judge_decides_every_turn(name):
    """Every turn is found legal or not, complete or not, and legal under the expected other house rules."""
    wrong = []
    for vector in load(name):
        request, expected = vector["request"], vector["expect"]
        turn = (*turn_of(request), Position.from_json(request["after"]))
        played = find(*turn)
        if played is not None:
            found = {"legal": True, "complete": played.complete}
        else:
            found = {"legal": False, "legal_under": list(allowed_by(*turn))}
            expected = expected | {"legal_under": sorted(expected["legal_under"])}
        if found != expected:
            wrong.append(request["id"])

    assert [] == wrong


@pytest.mark.parametrize("vector", load("invalid"), ids=lambda vector: vector["expect"]["error"])
def test_invalid_requests_are_refused_by_name(vector):
    """A request that makes no sense is refused, and the message names what is wrong."""
    with pytest.raises((InvalidRequest, MalformedLine)) as refused:
        answer(vector["command"], vector["line"])

    assert vector["expect"].get("names", "") in str(refused.value)


def answer(command, line):
    """Answer one raw line as the command does."""
    data = parse_object(line.encode())
    return answer_judge(data, str) if command == "judge" else answer_ends(data, 1000)


def test_vectors_are_at_hand():
    """The sample in the repository holds vectors of every kind, so that none of these tests is empty."""
    for name in ("ends-base", "ends-memory", "judge-base", "judge-memory", "judge-hard", "invalid"):
        assert load(name)
        assert all(isinstance(json.dumps(vector), str) for vector in load(name))
