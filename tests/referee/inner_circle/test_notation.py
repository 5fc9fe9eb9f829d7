"""Positions, house rules, throws and turns in text: read back without loss, and refused by name."""

from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from referee.errors import InvalidRequest
from referee.games.inner_circle import House, Position
from referee.games.inner_circle.finding import find
from referee.games.inner_circle.notation import (
    steps_from_text,
    steps_to_text,
    throw_from_text,
    throw_to_text,
)
from tests.referee.inner_circle.generated import (
    play_out,
    random_house,
    random_position,
    random_throw,
)

seeds = st.integers(min_value=0, max_value=2**32)


@given(seeds, st.booleans())
def test_positions_read_back(seed, memory):
    """A position's JSON and its compact text both give the same position back."""
    position = random_position(Random(seed), memory=memory)

    assert position == Position.from_json(position.to_json())
    assert position == Position.from_text(position.to_text())


@given(seeds)
def test_house_rules_read_back(seed):
    """House rules give themselves back from JSON and from text."""
    house = random_house(Random(seed), 8)

    assert house == House.from_json(house.to_json())
    assert house == House.from_text(house.to_text())


@given(seeds, st.sampled_from(["number", "both"]))
def test_throws_read_back(seed, kind):
    """A throw gives itself back from its text."""
    throw = random_throw(Random(seed), kind)

    assert throw == throw_from_text(throw_to_text(throw))


@given(seeds, st.booleans())
@settings(max_examples=60, deadline=None)
def test_turns_read_back(seed, memory):
    """The steps of a random turn give themselves back from their text."""
    rng = Random(seed)
    house, before = random_house(rng), random_position(rng, memory=memory)
    throws, turn, play = play_out(rng, house, before)
    played = find(house, before, throws, play.position(turn, ended=play.may_end(turn)))
    assert played is not None

    assert played.steps == steps_from_text(steps_to_text(played.steps))


def test_a_turn_reads_like_its_description():
    """The notation writes options, parts and ways as documented."""
    text = "[6] 6:enter-O0 [8+double] double(8) 8:O0-O8-I4 half*(8) 4:I4-I8-T2 store(exit,6) direction*"

    assert text == steps_to_text(steps_from_text(text))


@pytest.mark.parametrize(
    "text", ["8:O0-O99", "[6", "jump:O3", "half(3", "06:O0-O6", "[6+exit", "store(6)", "8:", "swap"]
)
def test_what_is_no_step_is_refused(text):
    """A word that is no step is refused and named."""
    with pytest.raises(InvalidRequest, match="is no step"):
        steps_from_text(f"[6] {text}")


@pytest.mark.parametrize(
    "text",
    ["", "b4", "b4_0.O0.c0_2.c0", "x4_0.c0_2.c0_t0", "b4_0.O0.c0_0.c0_t0", "b9_0.c0_2.c0_t0",
     "b4_0.c0.O0_2.c0_t0", "b4_0.O0.c0_2.O0.c0_t0", "b4_0.c0_2.c0_t1"],
)  # fmt: skip
def test_what_is_no_position_is_refused(text):
    """A text that is no position is refused with a sentence."""
    with pytest.raises(InvalidRequest):
        Position.from_text(text)


@pytest.mark.parametrize("text", ["7", "6+exit", "six", "6+", "+half", ""])
def test_what_is_no_throw_is_refused(text):
    """A text that is no throw is refused with a sentence."""
    with pytest.raises(InvalidRequest):
        throw_from_text(text)
