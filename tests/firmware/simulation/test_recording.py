"""Recordings of simulated tables have the photographs' form and are true."""

import json
from pathlib import Path

import cv2
import numpy as np
import pytest

from firmware.recording import read_papers
from firmware.resources import nominal_board
from firmware.simulation.recording import write_pictures, write_recording
from firmware.simulation.show import Cast, Stage, match_at, simulated_table
from firmware.simulation.stills import stills
from referee.board import Variant
from referee.games.inner_circle.blunders import CLUMSY
from tests.shared import SHARED, needs_shared
from tests.vision.truth import photos
from vision.painter.table import Table


def a_table(*, memory: bool) -> Table:
    board = nominal_board(variant=Variant.MEMORY if memory else Variant.BASE)
    return simulated_table(board, 4, size_px=(480, 360))


@pytest.fixture(scope="module")
def session(tmp_path_factory: pytest.TempPathFactory) -> Path:
    table = a_table(memory=False)
    folder = tmp_path_factory.mktemp("session")
    stage = Stage(table, Cast(match=match_at(table, (1, 3), 2, 3), clumsiness=CLUMSY, seed=3))
    write_recording(folder, stage, pictures=16)
    return folder


@pytest.fixture(scope="module")
def memory_stills(tmp_path_factory: pytest.TempPathFactory) -> Path:
    table = a_table(memory=True)
    folder = tmp_path_factory.mktemp("stills")
    write_pictures(folder, table, stills(table, 5, seed=2))
    return folder


def test_a_recording_is_read_like_a_photographed_one(session: Path) -> None:
    """Papers, pictures and truth are where the programs look for them."""
    papers = read_papers(str(session), None, None)
    rows = list(photos(session))

    assert papers.match.first == 3
    assert [photo.path.name for photo in rows[:3]] == ["empty.jpg", "setup.jpg", "0001.jpg"]
    assert all(photo.frame.shape == (360, 480, 3) for photo in rows)


@pytest.mark.parametrize("folder", ["session", "memory_stills"])
def test_the_truth_s_centres_are_where_its_board_is_seen(
    folder: str, request: pytest.FixtureRequest
) -> None:
    """Camera and board of the table file project every place onto the pixel that the truth names."""
    for photo in photos(request.getfixturevalue(folder)):
        places = [p for p in photo.view.board.places.values() if p.kind not in {"start", "dice"}]
        told = np.array([photo.row["centres"][place.name] for place in places])
        assert np.abs(photo.view.pixels(places) - told).max() < 0.2


@needs_shared
def test_the_truth_has_the_photographs_keys(session: Path) -> None:
    """Whatever reads a photograph's truth finds the same keys in a painted one's."""
    assert SHARED is not None
    real = {key for row in rows_of(SHARED / "photos/dev/session-01") for key in row}
    painted = {key for row in rows_of(session) for key in row}

    assert painted - real <= {"note", "illegal", "loose", "held"}
    assert real - painted <= {"note", "illegal", "loose", "held", "ms"}


def rows_of(folder: Path) -> list[dict[str, object]]:
    return [json.loads(line) for line in (folder / "truth.jsonl").read_text().splitlines()]


def test_balls_are_seen_where_the_truth_says(memory_stills: Path) -> None:
    """Around an uncovered ball the picture differs from the field's surroundings; empty fields are alike."""
    for photo in photos(memory_stills):
        picture = cv2.cvtColor(photo.frame, cv2.COLOR_BGR2LAB).astype(float)
        for name in photo.row["on"]:
            if name in photo.row["covered"]:
                continue
            x, y = (round(v) for v in photo.row["centres"][name])
            near = picture[y - 2 : y + 3, x - 2 : x + 3].reshape(-1, 3).mean(axis=0)
            around = picture[y - 16 : y + 17, x - 16 : x + 17].reshape(-1, 3)
            assert np.linalg.norm(near - np.median(around, axis=0)) > 6


def test_a_hand_in_the_truth_is_a_hand_in_the_picture(memory_stills: Path) -> None:
    """Pictures said to be of hands have one, and cover something or lie over wood."""
    kinds = {photo.row["kind"]: photo.row["hand"] for photo in photos(memory_stills)}

    assert kinds.get("play", False) is False
    assert any(kinds.get(kind) for kind in ("hand", "moving"))
