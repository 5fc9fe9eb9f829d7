"""The worked examples: the engine judges them as they say, for every rule that a turn can break."""

import re
import string
import sys
import tomllib

import pytest

from referee.catalogue import flat, speaker
from referee.errors import InvalidRequest
from referee.games.inner_circle.counting import counted
from referee.games.inner_circle.notation import steps_from_text, steps_to_text
from referee.games.inner_circle.position import Position
from referee.games.inner_circle.requests import parse_request
from referee.games.inner_circle.worked import NAMES, examples, page
from tests.shared import ROOT

FOLDER = ROOT / "referee" / "games" / "inner_circle"
DATA = tomllib.loads((FOLDER / "examples.toml").read_text("utf-8"))
REFUSALS = (
    ({"seats": [0, 0]}, "B2"),
    ({"on": {"O64": 0}}, "B1"),
    ({"on": {"T8": 0}}, "B4"),
    ({"counters": {"0": 4, "2": 0}}, "B5"),
    ({"counters": {"0": 3, "2": 0}}, "G2"),
    ({"balls": 5}, "S1"),
    ({"memory": True, "stored": {"0": ["treble"], "2": []}}, "B6"),
    ({"memory": True, "stored": {"0": ["half", "half"], "2": []}}, "X1"),
)
"""What makes a position none of this game, and the rule with whose id a request with it is refused."""


def texts(language):
    """Return the game's catalogue in one language."""
    return tomllib.loads((FOLDER / f"texts.{language}.toml").read_text("utf-8"))


def speakers():
    """Return what puts sentences into words, by language."""
    return {
        language: speaker(texts(language), dict(enumerate(names)))
        for language, names in NAMES.items()
    }


@pytest.mark.parametrize("row", DATA["example"], ids=lambda row: row["title"]["en"])
def test_every_example_is_judged_as_it_says(row):
    """A right turn is legal and complete, and reads back its steps; a wrong one breaks its rule."""
    (example,) = examples({"example": [row]})
    verdict = example.verdict()

    assert verdict.legal == (not example.breaks)
    if verdict.foul is None:
        assert verdict.complete
        assert verdict.steps == steps_from_text(steps_to_text(verdict.steps))
    else:
        assert example.breaks == verdict.foul.rule
        assert all(say(verdict.foul.reason) for say in speakers().values())


@pytest.mark.parametrize("language", NAMES)
def test_every_rule_has_a_foul_that_is_named_with_its_id(language):
    """No rule is left out: each has an example that breaks it, told in this language under its id."""
    rulebook = tomllib.loads((FOLDER / f"rules.{language}.toml").read_text("utf-8"))
    rules = {rule["id"] for chapter in rulebook["chapter"] for rule in chapter["rule"]}

    say = speakers()[language]
    fouls = [each.verdict().foul for each in examples(DATA) if each.breaks]
    told = {foul.rule for foul in fouls if foul.reason.key.startswith(f"foul.{foul.rule}.")}

    assert rules == told
    assert all(len(say(foul.reason)) > 40 and "{" not in say(foul.reason) for foul in fouls)
    # In players' words: no field is called by its short name.
    assert not any(re.search(r"\b[OIT]\d", say(foul.reason)) for foul in fouls)


@pytest.mark.parametrize(("changes", "rule"), REFUSALS)
def test_a_rule_that_a_position_breaks_is_named_too(changes, rule):
    """What cannot be a position (board, setting up, the end of a game) is refused with the rule's id."""
    before = Position.from_text("b2_0.c0_2.c0_t0").to_json() | changes

    with pytest.raises(InvalidRequest, match=rule):
        parse_request({"before": before, "throws": []}, judge=False)


def test_the_page_is_what_the_engine_says():
    """EXAMPLES.md is what the engine makes of the examples today (run this file to write it anew)."""
    made = page(examples(DATA), speakers())

    assert (FOLDER / "EXAMPLES.md").read_text("utf-8") == made


def test_the_catalogues_have_the_same_sentences_and_values():
    """Every sentence stands in both languages, with the same values in it."""
    german, english = flat(texts("de")), flat(texts("en"))

    assert german.keys() == english.keys()
    for key in english:
        if key.startswith("foul."):
            assert _values(german[key]) == _values(english[key]), key


def test_a_way_is_counted_field_by_field():
    """A move over an arrow counts every field of the ring, then the facing one."""
    (step,) = steps_from_text("4:O4-O8-I4")

    assert (4, 5, 6, 7, 8, 68) == counted(step)


def _values(text):
    return {name for _, name, _, _ in string.Formatter().parse(text) if name}


if __name__ == "__main__":
    (FOLDER / "EXAMPLES.md").write_text(page(examples(DATA), speakers()), "utf-8")
    sys.stdout.write("EXAMPLES.md written\n")
