"""Events: the lines that are printed, the records that are kept."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from referee.errors import InvalidRequest
from referee.events import (
    AFTER,
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
    newest,
    place_after,
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


@st.composite
def stories(draw):
    """Draw events of which some are told late, and their numbers as they happened, told by insertion."""
    events: list[Event] = []
    place: list[int] = []
    late: dict[int, int] = {}
    for n in range(1, draw(st.integers(1, 14)) + 1):
        anchor = draw(st.none() | st.sampled_from(place)) if place else None
        memo = {} if anchor is None else {AFTER: place_after(events[anchor - 1])}
        replaces = (
            st.lists(st.sampled_from(place), unique=True, max_size=3) if place else st.just([])
        )
        what = draw(st.just(Clear()) | st.builds(Corrected, replaces.map(tuple)))
        events.append(Event(n=n, frame="", t=0.0, what=what, memo=memo))
        if anchor is None:
            place.append(n)
            continue
        late[n] = anchor
        at = place.index(anchor) + 1
        while at < len(place) and belongs(place[at], anchor, late):
            at += 1
        place.insert(at, n)
    return events, place


def belongs(n, anchor, late):
    """Tell whether an event was told late after this one, or after one that was."""
    return n in late and (late[n] == anchor or belongs(late[n], anchor, late))


@given(stories())
def test_what_is_told_late_stands_where_it_belongs(story):
    """Behind its anchor and what was told late there before, also if the anchor itself is gone by now."""
    events, place = story
    gone = {n for e in events if isinstance(e.what, Corrected) for n in e.what.replaces}
    records = [event_from_record(json.loads(json.dumps(event.record()))) for event in events]

    assert [event.n for event in standing(records)] == [n for n in place if n not in gone]


@given(stories(), st.data())
def test_a_journal_that_was_cut_off_keeps_the_order(story, data):
    """Whatever of the newest events was lost, those that are left stand in the same order."""
    events, place = story
    left = data.draw(st.integers(0, len(events)))
    gone = {n for e in events[:left] if isinstance(e.what, Corrected) for n in e.what.replaces}

    assert [event.n for event in standing(events[:left])] == [
        n for n in place if n <= left and n not in gone
    ]


@given(stories(), st.data())
def test_going_back_leaves_what_came_before(story, data):
    """A correction of all that followed an event leaves it, what came before, and itself at the end."""
    events, _ = story
    valid = standing(events)
    if not valid:
        return
    at = data.draw(st.integers(0, len(valid) - 1))
    back = Corrected(tuple(event.n for event in valid[at + 1 :]))
    told = Event(n=len(events) + 1, frame="", t=0.0, what=back)

    assert standing([*events, told]) == (*valid[: at + 1], told)


@given(stories())
def test_nothing_happened_after_the_newest(story):
    """Its place is behind that of all others but those that were told late right after it."""
    events, place = story
    n = newest(events)

    assert all(AFTER in events[m - 1].memo for m in place[place.index(n) + 1 :])
    assert AFTER not in events[n - 1].memo
