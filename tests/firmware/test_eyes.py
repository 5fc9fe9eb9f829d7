from pathlib import Path

import numpy as np
import pytest

from firmware.eyes import KeptEye, learner, stored_eye
from firmware.resources import nominal_board
from firmware.simulation.show import Cast, Show, Stage, match_at, simulated_table
from referee.match import Match
from vision.errors import NoBoardError
from vision.frame import Frame
from vision.painter.painter import Painter


@pytest.fixture(scope="module")
def painted() -> tuple[Frame, Match]:
    """A painted picture of a table that is set up, and who plays there."""
    table = simulated_table(nominal_board(), 2, size_px=(960, 720))
    match = match_at(table, (0, 2), 2, 0)
    scene = Show(Stage(table, Cast(match=match, seed=3))).at(0.0).scene
    return Painter(table).paint(scene, np.random.default_rng(1)), match


@pytest.fixture(scope="module")
def learned(painted: tuple[Frame, Match], tmp_path_factory: pytest.TempPathFactory):
    """An eye that learned that table, and the folder in which its calibration is kept."""
    picture, match = painted
    folder = tmp_path_factory.mktemp("calibration")
    eye = learner(folder, nominal_board())(picture, match)
    return eye, folder


def test_what_was_learned_is_kept(
    learned: tuple[KeptEye, Path], painted: tuple[Frame, Match]
) -> None:
    """The eye made from the folder reads the same as the one that learned."""
    eye, folder = learned
    picture, match = painted
    again = stored_eye(folder)

    assert again is not None
    sighting = again.read(picture)
    assert sighting == eye.read(picture)
    assert sighting.board.seen
    assert {seat: dict(sighting.start[seat].of) for seat in match.seats} == {
        seat: {label: 2} for seat, label in match.seats.items()
    }


def test_the_outline_is_the_boards_in_the_picture(learned: tuple[KeptEye, Path]) -> None:
    """Four corners, in the order lower left, upper left, upper right, lower right."""
    left, upper_left, upper_right, right = learned[0].outline()

    assert left[1] > upper_left[1]
    assert right[1] > upper_right[1]
    assert left[0] < right[0]


def test_a_part_of_a_picture_shows_the_place_and_the_dice(
    learned: tuple[KeptEye, Path], painted: tuple[Frame, Match]
) -> None:
    """A dispute's picture is smaller than the whole, grows with its places, and knows odd names."""
    picture, eye = painted[0], learned[0]
    dice, more = eye.around(picture, ("start.0",)), eye.around(picture, ("O0", "start.0"))

    assert 0 < dice.size < more.size < picture.size


def test_a_picture_without_a_board_teaches_nothing(tmp_path: Path) -> None:
    """No calibration is written, and the error says that there is no board."""
    grey = np.full((480, 640, 3), 120, dtype=np.uint8)
    with pytest.raises(NoBoardError):
        learner(tmp_path, nominal_board())(grey, None)

    assert stored_eye(tmp_path) is None


def test_a_damaged_calibration_is_left_out(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    """The table starts without it, and says so in the log."""
    (tmp_path / "calibration.json").write_text("{")

    assert stored_eye(tmp_path) is None
    assert "calibrate anew" in caplog.text
