"""Match records: out and in again without loss, readable, replayed to any event."""

import random
from dataclasses import replace

import pytest

from referee.errors import InvalidRequest
from referee.events import Event, Illegal, MovedCamera, Step, Throw, Turn, Unsure
from referee.game import open_game
from referee.games.inner_circle import Position
from referee.games.inner_circle.record import Record, record_from_text, record_to_text
from referee.match import Match
from referee.snapshot import Sentence
from referee.table.patience import FOLDER
from referee.table.table import Table
from tests.referee.table.from_truth import Eye
from tests.referee.table.played import Game, Habits

BASE = Match(
    game="inner-circle", seats={0: "red", 2: "blue"}, first=0, terms={"memory": False, "balls": 2}
)
MEMORY = replace(BASE, terms={"memory": True, "balls": 1}, house={"own_ball": "throws"})


@pytest.fixture(scope="module", params=[BASE, MEMORY], ids=["base", "memory"])
def record(request):
    """The record of a round with fouls, doubts and corrections, as the table told it."""
    match = request.param
    game = Game(match, random.Random(8), Habits(wrong=0.3))
    table = Table(open_game(match), patience=FOLDER)
    eye = Eye(match, game.rules.fields)
    for name, t_s, sighting in eye.sightings(game.rows()):
        table.observe(sighting, name, t_s)
    return Record(match=match, events=tuple(table.events), headers={"Date": "2026-11-28"})


def test_a_record_reads_back_without_loss(record):
    """Match, headers and every event come back as they were, memos included."""
    assert record == record_from_text(record_to_text(record, str))


def test_a_record_is_readable(record):
    """Nearly every event has its short form, with steps in the turn notation."""
    lines = record_to_text(record).splitlines()

    assert not [line for line in lines if line.startswith("raw ")]
    assert any(" step 0 = " in line and "  ; " in line for line in lines)
    assert any(isinstance(event.what, Illegal) for event in record.events)


def test_a_record_replays_to_any_event(record):
    """Up to each event the position is the one that the last step or turn showed."""
    stood = None
    for event in record.events:
        if isinstance(event.what, Step | Turn):
            stood = Position.from_json(event.what.position)

            assert stood == record.position(event.n)

    assert stood is not None


def test_what_has_no_short_form_stands_there_whole():
    """Strange frames, dice and numbers survive, too."""
    events = (
        Event(n=1, frame="a b.jpg", t=0.1, what=MovedCamera(None)),
        Event(n=2, frame="c.jpg", t=1e-9, what=MovedCamera(12.25), memo={"at": [1, 2]}),
        Event(n=3, frame="d.jpg", t=2.0, what=Throw(0, {"number": "?", "option": None})),
        Event(n=4, frame="e.jpg", t=3.0, what=Unsure((), 1.0)),
        Event(n=5, frame="f.jpg", t=4.0, what=Illegal(0, "M1", Sentence("x", {"a": "  ; b"}), ())),
    )
    record = Record(match=BASE, events=events)

    assert record == record_from_text(record_to_text(record))


@pytest.mark.parametrize(
    ("line", "names"),
    [
        ("1. 0.0 a.jpg dance", "line 6"),
        ("1. 0.0 a.jpg step 0 = b2_0.c0_t0", "line 6"),
        ("[Odd header]", "line 6"),
        ("raw {}", "line 6"),
        ("1. x a.jpg clear", "line 6"),
    ],
)
def test_a_broken_record_names_the_line(record, line, names):
    """A line that does not read is named by its number."""
    head = record_to_text(Record(match=record.match, events=())).rstrip("\n")

    with pytest.raises(InvalidRequest, match=names):
        record_from_text(f"{head}\n\n{line}\n")


@pytest.mark.parametrize("text", ["", "hello", '[Ringrichter "1"]\n'])
def test_what_is_no_record_is_refused(text):
    """A text that is no record is refused with a sentence."""
    with pytest.raises(InvalidRequest):
        record_from_text(text)
