"""The live stream: the whole state at once and with every change, in the phone's language."""

import json
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from referee.snapshot import Sentence
from tests.web.conftest import Table
from tests.web.fake_table import snapshots
from web.stream import Writer
from web.wording import Wording


def stream(table: Table, query: str = "") -> tuple[Any, Iterator[str]]:
    """Open the stream; returns the answer and its frames."""
    answer = table.app.test_client().get(f"/events{query}", buffered=False)
    return answer, (frame.decode() for frame in answer.response)


def state(frame: str) -> dict[str, Any]:
    """Return the snapshot of a frame."""
    fields = dict(line.split(": ", 1) for line in frame.strip().splitlines())
    assert fields["event"] == "snapshot"
    data: dict[str, Any] = json.loads(fields["data"])
    assert int(fields["id"]) == data["version"]
    return data


def test_the_first_frame_is_the_whole_state(table: Table) -> None:
    """A phone that wakes up needs nothing but the first frame, and gets it at once."""
    answer, frames = stream(table)
    first = state(next(frames))

    assert answer.mimetype == "text/event-stream"
    assert answer.headers["Cache-Control"] == "no-store"
    assert first["position"]["on"]["O20"] == 0
    assert first["match"]["seats"][0]["player"] == "Anna"
    assert first["phase"] == "play"
    answer.close()


def test_what_is_said_comes_for_the_ear_as_well() -> None:
    """A phone that reads aloud says figures where the game writes numerals."""
    writer = Writer({"en": Wording("en", {"throw": "{seat} throws {number}."})})
    shown = replace(snapshots()["throw"], says=Sentence("throw", {"seat": 0, "number": 5}))
    said = json.loads(writer.write(shown, "en"))
    silent = json.loads(writer.write(replace(shown, says=None), "en"))

    assert (said["says"], said["aloud"]) == ("Anna throws V.", "Anna throws 5.")
    assert silent["aloud"] is None


def test_a_change_follows_and_silence_beats(table: Table) -> None:
    """A newer snapshot is sent as soon as it is there; in between the stream says it is alive."""
    answer, frames = stream(table)
    before = state(next(frames))
    beat = next(frames)

    table.hub.push(snapshots()["moved"])
    after = state(next(frames))

    assert beat.startswith("event: beat")
    assert after["version"] > before["version"]
    assert after["move"]["path"][-1] == "O26"
    answer.close()


def test_a_slow_phone_misses_what_is_old(table: Table) -> None:
    """What was overtaken before the phone read on is left out; the newest never is."""
    answer, frames = stream(table)
    next(frames)
    for moment in ("throw", "moved", "wrong"):
        table.hub.push(snapshots()[moment])

    assert state(next(frames))["phase"] == "wrong"
    assert next(frames).startswith("event: beat")
    answer.close()


def test_each_phone_hears_its_language(table: Table) -> None:
    """The same snapshot is worded for each language."""
    german, frames_de = stream(table, "?lang=de")
    english, frames_en = stream(table, "?lang=en")

    assert state(next(frames_de))["says"] == "Anna wirft VI und Ringtausch."
    assert state(next(frames_en))["says"] == "Anna throws VI and swap rings."
    german.close()
    english.close()


def test_more_phones_than_streams_are_told_to_ask(table: Table) -> None:
    """A stream too many is refused with when to ask; a phone that leaves makes room."""
    streams = [stream(table)[0] for _ in range(3)]

    refused = table.app.test_client().get("/events")
    streams[0].close()
    again, frames = stream(table)

    assert refused.status_code == 503
    assert refused.headers["Retry-After"] == "2"
    assert state(next(frames))
    for answer in (*streams[1:], again):
        answer.close()


def test_a_phone_that_leaves_before_the_first_frame_gives_its_seat_back(table: Table) -> None:
    """Opening and closing at once costs no stream."""
    for _ in range(10):
        stream(table)[0].close()

    assert table.app.test_client().get("/health").get_json()["phones"] == 0


def test_a_phone_without_a_stream_can_ask(table: Table) -> None:
    """The same state can be fetched now and then."""
    answer = table.app.test_client().get("/snapshot.json?lang=de")

    assert answer.get_json()["says"] == "Anna wirft VI und Ringtausch."
    assert answer.headers["Cache-Control"] == "no-store"


def test_the_watchdog_gets_the_version(table: Table) -> None:
    """The loop's watchdog sees that the page answers, and how far it is."""
    answer = table.app.test_client().get("/health")

    assert answer.get_json() == {"ok": True, "version": table.hub.current().version, "phones": 0}
