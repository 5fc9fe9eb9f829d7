"""Events: the lines that are printed, the records that are kept."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from referee.errors import InvalidRequest
from referee.events import (
    KINDS,
    Clear,
    Corrected,
    Covered,
    Event,
    Illegal,
    MovedCamera,
    RoundWon,
    Start,
    Step,
    Throw,
    Turn,
    Unsure,
    event_from_record,
    standing,
)
from referee.snapshot import Sentence

SPOTS = st.lists(st.sampled_from(["O0", "I12", "T3", "start.0"]), max_size=3).map(tuple)
DATA = st.dictionaries(st.sampled_from(["turn", "balls"]), st.integers(0, 3))
WHATS = st.one_of(
    st.builds(Start, DATA, DATA),
    st.builds(Throw, st.integers(0, 3), st.fixed_dictionaries({"number": st.integers(2, 12)})),
    st.builds(Step, st.integers(0, 3), DATA),
    st.builds(Turn, st.integers(0, 3), st.lists(DATA, max_size=2).map(tuple), DATA),
    st.builds(
        Illegal, st.integers(0, 3), st.just("M1"), st.builds(Sentence, st.text(), DATA), SPOTS
    ),
    st.builds(RoundWon, st.integers(0, 3), st.dictionaries(st.sampled_from("0123"), st.just(1))),
    st.builds(MovedCamera, st.none() | st.floats(0, 50)),
    st.builds(Unsure, SPOTS, st.floats(0, 1e6)),
    st.builds(Corrected, st.lists(st.integers(1, 9), max_size=3).map(tuple)),
    st.sampled_from([Covered(), Clear()]),
)
EVENTS = st.builds(
    Event, n=st.integers(1), frame=st.text(max_size=8), t=st.floats(0, 1e6), what=WHATS, memo=DATA
)


@given(EVENTS)
def test_records_round_trip(event):
    """An event's record goes through JSON and back without loss."""
    record = json.loads(json.dumps(event.record()))

    assert event == event_from_record(record)


@given(EVENTS)
def test_line_has_what_every_event_has(event):
    """A line begins with n, frame, t and the kind, and hides what only the table needs."""
    line = event.line(lambda sentence: sentence.key)

    assert list(line)[:4] == ["n", "frame", "t", "event"]
    assert line["event"] in KINDS
    assert "memo" not in line
    json.dumps(line)


def test_throw_line_names_each_die():
    """A throw's faces stand in the line itself, null for a die that was not thrown."""
    event = Event(n=4, frame="0002.jpg", t=2.0, what=Throw(1, {"number": 6, "option": None}))

    assert event.line(str) == {
        "n": 4, "frame": "0002.jpg", "t": 2.0, "event": "throw",
        "seat": 1, "number": 6, "option": None,
    }  # fmt: skip


def test_illegal_line_speaks():
    """The reason of a foul is put into words, in whatever language the caller speaks."""
    foul = Illegal(2, "M1", Sentence("foul.M1", {"seat": 2}), ("O5",))
    event = Event(n=1, frame="", t=0.0, what=foul)

    assert event.line(lambda s: f"<{s.key}>")["reason"] == "<foul.M1>"


def test_damaged_record_is_told():
    """A record that is none says so instead of breaking."""
    with pytest.raises(InvalidRequest, match="throw"):
        event_from_record({"event": "throw"})


def test_corrected_events_do_not_stand():
    """What was replaced is gone, what replaced it stands, also if a correction is corrected."""
    whats = [Covered(), Clear(), Corrected((2,)), Covered(), Corrected((3, 4)), Clear()]
    events = [Event(n=n, frame="", t=0.0, what=what) for n, what in enumerate(whats, start=1)]

    assert [event.n for event in standing(events)] == [1, 5, 6]
