"""Listing ends with a limit, streamed; and the sentences of the judge's replies."""

import io
import json

import pytest

from firmware.commands.ends import answer as answer_ends
from firmware.commands.judge import answer as answer_judge
from firmware.json_lines import answer_lines
from firmware.resources import texts
from referee.catalogue import speaker
from referee.games.inner_circle import House, Position, Throw, ends

BEFORE = Position.from_text("m4_0.O4.O35.O54.c0.half.double.swap-ball.direction_2.O0.O16.O52.c0_t0")
THROWS = (Throw.from_json({"number": 12, "option": "swap-ring"}),)


def test_a_limit_cuts_the_list_short():
    """With a limit there are so many ends, each once and in order, and the reply says that there are more."""
    found = ends(House(), BEFORE, THROWS, 50)
    listed = [position.canonical() for position in found.positions]

    assert (50, True) == (found.count, found.truncated)
    assert sorted(set(listed)) == listed


def test_a_limit_that_is_not_reached_changes_nothing():
    """A limit of just as many ends as there are lists all of them and does not say truncated."""
    few = (Throw.from_json({"number": 2, "option": "half"}),)
    before = Position.from_text("b2_0.O4.c0_2.c0_t0")
    every = ends(House(), before, few)

    assert ends(House(), before, few, every.count) == every
    assert not every.truncated


def test_a_reply_is_one_line_of_json_however_long():
    """The pieces of a streamed reply make one line of JSON."""
    request = {
        "id": {"any": ["thing"]}, "house": {}, "before": BEFORE.to_json(),
        "throws": [throw.to_json() for throw in THROWS],
    }  # fmt: skip
    output = io.StringIO()

    answer_lines([json.dumps(request).encode()], lambda data: answer_ends(data, 7), output)

    (line,) = output.getvalue().splitlines()
    reply = json.loads(line)
    assert {"id", "ends", "count", "truncated", "next_throws"} == reply.keys()
    assert (7, 7, request["id"]) == (reply["count"], len(reply["ends"]), reply["id"])


@pytest.mark.parametrize(
    ("language", "words"),
    [
        ("de", "Anna ist auf dem Ringwechsel-Pfeil stehen geblieben (Feld 8 nach Annas Start)."),
        ("en", "Anna stayed on the ring-change arrow (field 8 after Anna's start)."),
    ],
)
def test_a_foul_is_told_in_players_words(language, words):
    """The reply names the rule, tells what happened with names and fields as players count them."""
    request = {
        "id": 1,
        "house": {},
        "before": Position.from_text("b2_0.O0.c0_2.O40.c0_t0").to_json(),
        "throws": [{"number": 8, "option": "half"}],
        "after": Position.from_text("b2_0.O8.c0_2.O40.c0_t2").to_json(),
    }
    say = speaker(texts("referee.games.inner_circle", language), {0: "Anna", 2: "Max"})

    reply = answer_judge(request, say)

    assert ("M4", False) == (reply["rule"], reply["legal"])
    assert reply["reason"].startswith(words)
    assert {"I4": 0, "O40": 2} == reply["nearest"]["on"]
