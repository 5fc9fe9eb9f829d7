"""Listing ends with a limit, streamed; and the sentences of the judge's replies."""

import io
import json
import sys
from itertools import islice
from random import Random
from signal import SIGPIPE
from subprocess import PIPE, Popen

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from firmware.commands.ends import answer as answer_ends
from firmware.commands.judge import answer as answer_judge
from firmware.json_lines import answer_lines
from firmware.resources import texts
from firmware.scratch import Scratch
from referee.catalogue import speaker
from referee.games.inner_circle import House, Position, Throw, ends, next_throws
from referee.games.inner_circle.keys import Keys
from referee.games.inner_circle.play import Play
from referee.games.inner_circle.search import turns
from tests.benchmarks.judge import listed
from tests.referee.inner_circle.generated import random_case, worst_cases
from tests.shared import ROOT

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


@given(st.integers(0, 2**32), st.booleans())
@settings(max_examples=25, deadline=None)
def test_keys_sort_like_canonical_texts_and_read_back(seed, memory):
    """The key of an end says all of it, as a position and as JSON, and sorts as its canonical text does."""
    case = random_case(Random(seed), memory=memory)
    play, keys = Play.of(case.house, case.before, case.throws), Keys(case.before)
    by_key = {keys.key(turn): play.position(turn, ended=True) for turn in islice(turns(play), 2000)}

    for key, position in by_key.items():
        assert position == keys.position(key)
        assert position.to_json() == json.loads(keys.json(key))
    in_order = [by_key[key].canonical() for key in sorted(by_key)]
    assert sorted(in_order) == in_order
    assert len(set(in_order)) == len(by_key)
    assert {keys.size} >= set(map(len, by_key))


def test_ends_that_are_put_away_are_the_same(monkeypatch):
    """With hardly any memory the same ends come out, in the same order, and the scratch room is left."""
    few = (Throw.from_json({"number": 4, "option": "swap-ring"}),)
    monkeypatch.setattr("referee.runs.BATCH", 10)
    kept = ends(House(), BEFORE, few, 5000)

    with Scratch() as scratch:
        filed = ends(House(), BEFORE, few, 5000, scratch.put_away)

        assert kept.count == filed.count > 100
        assert list(kept.texts) == list(filed.texts)
        assert list(kept.positions) == list(filed.positions)


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


def test_a_long_list_takes_little_memory():
    """More ends than a batch holds are listed in less memory than they would take as positions."""
    (case,) = worst_cases(1, 5)

    took = listed(case, 120_000)

    assert took.tail.startswith(b'"count": 120000, "truncated": true', took.tail.index(b'"count"'))
    assert took.peak_mb < 100


def test_a_reader_who_goes_away_ends_it_quietly():
    """Nothing is said and nothing is left behind when nobody reads the reply to its end."""
    command = [sys.executable, "-m", "firmware", "ends", "--limit", "3000"]
    request = {
        "before": BEFORE.to_json(), "throws": [throw.to_json() for throw in THROWS],
    }  # fmt: skip
    with Popen(command, stdin=PIPE, stdout=PIPE, stderr=PIPE, cwd=ROOT) as process:
        process.stdin.write(json.dumps(request).encode() + b"\n")
        process.stdin.close()
        assert process.stdout.read(20)
        process.stdout.close()

        assert (128 + SIGPIPE, b"") == (process.wait(), process.stderr.read())


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


@pytest.mark.parametrize(("number", "option"), [(8, "half"), (4, "swap-ring"), (10, "double")])
def test_what_is_thrown_next_is_known_at_once_on_the_largest_turns(number, option):
    """T3: after a number that lets no ball enter nothing is due, however many options are remembered."""
    every = "half.double.swap-ball.swap-ring.direction.hole-in.exit"
    before = Position.from_text(f"m4_0.O12.O15.O39.c1.{every}_1.O10.O29.I3.c1_2.O32.I19.c0_t0")
    throw = Throw.from_json({"number": number, "option": option})

    assert frozenset() == next_throws(House(), before, [throw])


@given(st.integers(0, 2**32), st.booleans())
@settings(max_examples=25, deadline=None)
def test_throws_asked_for_are_those_of_all_lines_of_play(seed, memory):
    """Leaving out what leads to no entry loses no throw that some line of play asks for."""
    case = random_case(Random(seed), memory=memory)
    listed = ends(case.house, case.before, case.throws, 2000)

    if not listed.truncated:
        assert listed.next_throws == next_throws(case.house, case.before, case.throws)
