"""A sighting as a line of `look`: what is uncertain is in `unsure` and nowhere else."""

from hypothesis import given
from hypothesis import strategies as st

from firmware.look_line import look_line
from referee.sighting import (
    BoardView,
    Choice,
    Chosen,
    Count,
    DieReading,
    DieState,
    Look,
    Reading,
    Sighting,
)

looks = st.sampled_from(list(Look))
readings = st.builds(Reading, looks, st.sampled_from([None, "red", "blue"]))
dice = st.builds(DieReading, st.sampled_from(list(DieState)), st.sampled_from([None, "2", "12"]))
sightings = st.builds(
    Sighting,
    board=st.just(BoardView(seen=True)),
    hand=st.booleans(),
    fields=st.dictionaries(st.sampled_from(["O0", "I3", "T1"]), readings),
    start=st.dictionaries(
        st.integers(0, 3), st.builds(Count, looks, st.dictionaries(st.just("red"), st.integers(0, 4)))
    ),
    counters=st.dictionaries(
        st.integers(0, 3), st.builds(Choice, looks, st.none() | st.integers(0, 3))
    ),
    stored=st.dictionaries(st.integers(0, 3), st.builds(Chosen, looks, st.just(("half",)))),
    dice=st.dictionaries(st.just("number"), dice),
)  # fmt: skip


@given(sightings)
def test_nothing_is_both_said_and_unsure(sighting):
    """A field or area that is unsure is not in what is said, and the other way round."""
    line = look_line("a.jpg", sighting)
    unsure = set(line["unsure"])

    assert not unsure & set(line["on"])
    assert not unsure & {f"start.{seat}" for seat in line["start"]}
    assert not unsure & {f"counters.{seat}" for seat in line["counters"]}
    assert {name for name, reading in sighting.fields.items() if not reading.sure} <= unsure


@given(sightings)
def test_a_face_is_only_said_of_a_lying_die(sighting):
    """A die that leans, moves, is stacked, absent, covered or off the board has no face."""
    line = look_line("a.jpg", sighting)
    reading = sighting.dice.get("number")

    if line["dice"]["number"] is not None:
        assert reading is not None
        assert (DieState.LYING, line["dice"]["number"]) == (reading.state, int(reading.face))


@given(sightings)
def test_a_missing_counting_ball_is_left_out(sighting):
    """A seat without a counting ball is left out of `counters`, never 0."""
    line = look_line("a.jpg", sighting)

    for seat, choice in sighting.counters.items():
        if choice.at is None:
            assert str(seat) not in line["counters"]
