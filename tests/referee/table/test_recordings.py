"""The recorded games, followed by sightings made from their truth."""

from typing import Any

import pytest

from referee.game import open_game
from referee.table.patience import FOLDER
from referee.table.table import Table
from tests.referee.table.expected import Truth
from tests.referee.table.following import story_of, without
from tests.referee.table.from_truth import PERFECT, Errors, Recording
from tests.shared import SHARED, needs_shared

SESSIONS = sorted((SHARED / "photos" / "dev").glob("session-*")) if SHARED is not None else [None]

pytestmark = needs_shared


def followed(recording: Recording, errors: Errors = PERFECT, seed: int = 0) -> Table[Any, Any]:
    """Return the table after the whole recording."""
    table: Table[Any, Any] = Table(open_game(recording.match), patience=FOLDER)
    for name, t_s, sighting in recording.eye(errors).sightings(recording.rows, seed):
        table.observe(sighting, name, t_s)
    table.finish()
    return table


@pytest.mark.parametrize("folder", SESSIONS, ids=lambda folder: folder and folder.name)
class TestRecordings:
    """Each recorded game."""

    def test_story(self, folder):
        """A perfect eye leads to exactly what happened: throws, steps, turns, fouls and rounds."""
        recording = Recording(folder)

        seen = story_of(followed(recording).events)

        assert seen == list(Truth(recording.match).story(recording.rows))

    def test_doubts(self, folder):
        """Leaning dice and balls between holes are unsure, and nothing else is."""
        recording = Recording(folder)
        strange = [
            row["image"]
            for row in recording.rows
            if row.get("loose") or "leaning" in row["dice"]["state"].values()
        ]

        events = followed(recording).events

        assert [event.frame for event in events if event.what.kind == "unsure"] == strange

    def test_surroundings(self, folder):
        """A nudged camera and a changed light are told once."""
        recording = Recording(folder)
        noted = {
            note: [row["image"] for row in recording.rows if row.get("note") == note]
            for note in ("camera nudged", "light changed")
        }

        events = followed(recording).events

        told = {kind: [e.frame for e in events if e.what.kind == kind] for kind in KINDS.values()}
        assert {note: told[kind] for note, kind in KINDS.items()} == noted

    @pytest.mark.parametrize("seed", range(4))
    def test_weak_eye(self, folder, seed):
        """With fields covered and unsure at random every turn, throw and round is still right."""
        recording = Recording(folder)
        errors = Errors(unsure=0.02, covered=0.02, die_mm=0.7, start_unsure=0.05)

        events = followed(recording, errors, seed).events

        # A foul that is shown in one picture only, and unclear there, is not called.
        silent = ("step", "illegal", "restored")
        expected = without(Truth(recording.match).story(recording.rows), *silent)
        wrong = {row["image"] for row in recording.rows if row.get("illegal")}
        assert without(story_of(events), *silent) == expected
        assert {event.frame for event in events if event.what.kind == "illegal"} <= wrong


KINDS = {"camera nudged": "moved-camera", "light changed": "light"}
