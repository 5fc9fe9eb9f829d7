"""Explanations of random fouls: always a rule and a sentence, and a way out that is legal."""

import re
import tomllib
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from referee.catalogue import speaker
from referee.games.inner_circle import House, Position, Throw, judge
from referee.games.inner_circle.explaining import explain
from referee.games.inner_circle.finding import find
from referee.games.inner_circle.replies import verdict_data
from tests.referee.inner_circle.generated import nudged, random_case
from tests.shared import ROOT

FOLDER = ROOT / "referee" / "games" / "inner_circle"
SAY = [
    speaker(tomllib.loads((FOLDER / f"texts.{language}.toml").read_text("utf-8")), names)
    for language in ("de", "en")
    for names in ({}, {0: "A", 1: "B", 2: "C", 3: "D"})
]


@given(st.integers(0, 2**32), st.booleans())
@settings(max_examples=40, deadline=None)
def test_every_foul_is_explained(seed, memory):
    """Whatever is wrong, the referee names a rule, says it in words, and shows only legal ways out."""
    rng = Random(seed)
    case = random_case(rng, memory=memory)
    after = nudged(rng, case.after, case.before.turn)
    if find(case.house, case.before, case.throws, after) is not None:
        return

    foul = explain(case.house, case.before, case.throws, after)

    assert re.fullmatch(r"[TMOGX][1-8]", foul.rule)
    assert all(say(foul.reason) and "{" not in say(foul.reason) for say in SAY)
    if foul.nearest is not None:
        prefixes = [case.throws[:count] for count in range(len(case.throws) + 1)]

        assert any(find(case.house, case.before, throws, foul.nearest) for throws in prefixes)


@pytest.mark.parametrize(
    ("before", "throw", "after", "way"),
    [
        ("O4", {"number": 6, "option": "half"}, "O11", ["O4", "O5", "O6", "O7", "O8", "O9", "O10"]),
        ("I30", {"number": 4, "option": "half"}, "I3", ["I30", "I31", "I0", "I1", "I2"]),
    ],
)
def test_a_miscounted_number_is_counted_out_field_by_field(before, throw, after, way):
    """M1: the reply counts the fields on which the number should have gone."""
    stood = Position.from_json(
        {"game": "inner-circle", "memory": False, "seats": [0, 2], "balls": 2, "on": {before: 0},
         "start": {"0": 1, "2": 2}, "counters": {"0": 0, "2": 0}, "turn": 0}
    )  # fmt: skip
    stands = Position.from_json(stood.to_json() | {"on": {after: 0}, "turn": 2})

    reply = verdict_data(judge(House(), stood, [Throw.from_json(throw)], stands), str)

    assert ("M1", way) == (reply["rule"], reply["steps"][-1]["counted"])
