"""The command watch: what it prints and what it says about sources that it cannot follow."""

import json
import shutil

import cv2
import numpy as np
import pytest

from firmware.cameras.folder import FolderCamera
from firmware.cli import main
from firmware.commands import watch
from firmware.commands.watch import Shots, follow
from firmware.recording import RecordingError, read_papers
from referee.game import open_game
from referee.sighting import BoardView, Sighting
from referee.table.patience import FOLDER
from referee.table.table import Table
from tests.firmware.compare_recording import compared
from tests.referee.table.from_truth import Recording
from tests.shared import SHARED, needs_shared

MATCH = {
    "game": "inner-circle", "memory": False, "balls": 2, "house": {},
    "seats": {"0": "red", "1": "blue"}, "first": 0,
}  # fmt: skip


@pytest.fixture
def folder(tmp_path):
    """A recording of three grey pictures, in which no board is."""
    picture = np.full((60, 80, 3), 128, dtype=np.uint8)
    for name in ("setup.jpg", "0001.jpg", "0002.jpg"):
        cv2.imwrite(str(tmp_path / name), picture)
    (tmp_path / "match.json").write_text(json.dumps(MATCH))
    return tmp_path


class TruthEye:
    """An eye that knows what is in the pictures, in order."""

    def __init__(self, recording):
        self.sightings = recording.eye().sightings(recording.rows)

    def read(self, frame):
        """Return the next sighting."""
        assert frame.ndim == 3
        return next(self.sightings)[2]


def complaint(capsys, *arguments):
    """Run the command; returns its exit status and what it said to people."""
    status = main(["watch", *map(str, arguments)])
    said = capsys.readouterr()
    assert not said.out
    return status, said.err


class TestSources:
    """Sources that cannot be followed: one clear sentence and a status that is not zero."""

    def test_nothing_there(self, capsys, tmp_path):
        """A source that does not exist is named."""
        status, said = complaint(capsys, tmp_path / "nowhere")
        assert status == 1
        assert "nowhere" in said

    def test_no_recording(self, capsys, tmp_path):
        """A folder without pictures is no recording."""
        (tmp_path / "match.json").write_text(json.dumps(MATCH))
        status, said = complaint(capsys, tmp_path)
        assert status == 1
        assert "no pictures" in said

    def test_no_match(self, capsys, folder):
        """Without a match one is told how to give it."""
        (folder / "match.json").unlink()
        status, said = complaint(capsys, folder)
        assert status == 1
        assert "--match" in said

    @pytest.mark.parametrize(
        ("change", "named"),
        [({"balls": 7}, "balls"), ({"games": 1}, "games"), ({"game": "chess"}, "chess")],
    )
    def test_bad_match(self, capsys, folder, change, named):
        """A match that makes no sense is an error that names the key."""
        (folder / "match.json").write_text(json.dumps({**MATCH, **change}))
        status, said = complaint(capsys, folder)
        assert status == 1
        assert named in said
        assert said.count("\n") == 1

    def test_no_board(self, capsys, folder):
        """Pictures without a board are no game."""
        status, said = complaint(capsys, folder)
        assert status == 1
        assert said.startswith("ringrichter: ")

    def test_papers(self, folder):
        """A match beside the pictures or given; a camera comes without one."""
        assert read_papers(str(folder), None, None).match_data == MATCH
        assert read_papers("camera", folder / "match.json", None).measures is None
        with pytest.raises(RecordingError, match="--match"):
            read_papers("camera", None, None)


@pytest.mark.parametrize("moving", [False, True])
def test_pictures_of_a_video_follow_each_other(monkeypatch, folder, moving):
    """A video is read by an eye that knows that things move; a folder's pictures lie seconds apart."""
    learned = []

    class Eye:
        def __init__(self, calibration, *, live):
            learned.append(live)

        def read(self, frame):
            return Sighting(board=BoardView(seen=False), hand=False)

    monkeypatch.setattr(watch, "Eye", Eye)
    monkeypatch.setattr(watch, "calibrate", lambda *_, **__: None)
    source = folder
    if moving:
        source = folder / "game.avi"
        writer = cv2.VideoWriter(str(source), cv2.VideoWriter.fourcc(*"MJPG"), 10.0, (80, 60))
        for _ in range(3):
            writer.write(np.full((60, 80, 3), 128, dtype=np.uint8))
        writer.release()

    assert main(["watch", str(source), "--match", str(folder / "match.json")]) == 0

    assert learned == [moving]


def test_damaged_picture(capsys, folder):
    """A half-written picture is told of, left out, and the exit status says so."""
    whole = (folder / "0001.jpg").read_bytes()
    (folder / "0001.jpg").write_bytes(whole[: len(whole) // 2])

    with FolderCamera(folder) as source:
        shots = Shots(source)
        names = [shot.name for shot in shots]

    assert names == ["setup.jpg", "0002.jpg"]
    assert shots.status == 1
    assert "0001.jpg" in capsys.readouterr().err


@needs_shared
def test_follows_a_folder(tmp_path):
    """Events carry the names and indices of the pictures that made them certain."""
    recording = Recording(SHARED / "photos" / "dev" / "session-04")
    blank = np.zeros((8, 8, 3), dtype=np.uint8)
    for row in recording.rows:
        cv2.imwrite(str(tmp_path / row["image"]), blank)
    shutil.copy(recording.folder / "empty.jpg", tmp_path)
    table = Table(open_game(recording.match), patience=FOLDER)

    with FolderCamera(tmp_path) as source:
        found = list(follow(table, Shots(source), lambda _: TruthEye(recording)))

    events = [event for events in found for event in events]
    names = [row["image"] for row in recording.rows]
    assert [event.n for event in events] == list(range(1, len(events) + 1))
    assert all(event.t == names.index(event.frame) for event in events)
    lines = [event.line(lambda sentence: sentence.key) for event in events]
    assert not [line for line in compared(recording.folder, lines) if line[0] in "+-"]
