"""Learning one's own dice from a folder of pictures: painted dice with lettering no drawing of ours has."""

import json
import math
from collections.abc import Iterator
from pathlib import Path
from typing import Self

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from firmware.calibrations import load_calibration, save_calibration
from firmware.cameras.port import Shot
from firmware.cli import main
from firmware.commands.learn_dice import by_prompt
from firmware.pictures import write_picture
from firmware.resources import LANGUAGES, texts
from tests.vision.truth import nominal_board
from vision.calibration import Calibration
from vision.dice import FACES, read_dice
from vision.errors import CalibrationError
from vision.fields import Appearance
from vision.frame import Frame
from vision.painter import die as painted_die
from vision.painter.chance import table_from_seed
from vision.painter.painter import Painter
from vision.painter.scene import Die, Scene
from vision.view import View

# What stands on these dice in place of numerals and symbols.
_LETTERS = dict(zip(FACES, "2468XZABEKTP", strict=True))
_NUMBER_FACES = 6
_SEED = 2


def strange_tile(face: str, font: str, drawing: int, size_px: int = 128) -> NDArray[np.float32]:
    """Draw a digit or letter in place of a face's own sign."""
    del font, drawing
    canvas = np.zeros((2 * size_px, 2 * size_px), np.uint8)
    at = (size_px // 2, 3 * size_px // 2)
    cv2.putText(canvas, _LETTERS[face], at, cv2.FONT_HERSHEY_DUPLEX, size_px / 40, 255,
                size_px // 14, cv2.LINE_AA)  # fmt: skip
    rows, columns = np.flatnonzero(canvas.any(axis=1)), np.flatnonzero(canvas.any(axis=0))
    top, left = (int(a[0] + a[-1] - size_px) // 2 for a in (rows, columns))
    tile = canvas[top : top + size_px, left : left + size_px]
    soft = cv2.GaussianBlur(tile, (0, 0), size_px / 128)
    return np.asarray(soft, dtype=np.float32) / np.float32(255)


class Strange:
    """A painted table with such dice."""

    def __init__(self) -> None:
        self.table = table_from_seed(_SEED, nominal_board(memory=False), size_px=(1640, 1232))
        self._painter = Painter(self.table)
        self._rng = np.random.default_rng(_SEED)
        self.view = View(self._painter.camera(Scene()), self.table.board)

    def picture(self, *faces: str) -> Frame:
        """Paint dice that show these faces, apart from each other, anywhere in the dice area."""
        turn, edge_mm = self._rng.uniform(0, 2 * math.pi), self.table.board.die_mm
        dice = {}
        for i, face in enumerate(faces):
            angle = turn + i * 2 * math.pi / len(faces)
            away = edge_mm * self._rng.uniform(1.2, 2.2)
            dice["number" if face in FACES[:_NUMBER_FACES] else "option"] = Die(
                face=face, x_mm=away * math.cos(angle), y_mm=away * math.sin(angle),
                yaw_deg=self._rng.uniform(0, 360),
            )  # fmt: skip
        return self._painter.paint(Scene(dice=dice), self._rng)


@pytest.fixture(scope="module")
def strange() -> Iterator[Strange]:
    """The table, painted with the strange lettering while these tests run."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(painted_die, "face_tile", strange_tile)
        yield Strange()


@pytest.fixture(scope="module")
def learned(strange: Strange, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of a calibration whose dice were learned from a folder of pictures."""
    folder: Path = tmp_path_factory.mktemp("table")
    shown = folder / "shown"
    for face in FACES:
        write_picture(shown / f"{face}.png", strange.picture(face))
    save_calibration(folder, Calibration(strange.view, Appearance(), 1.0))
    assert main(["learn-dice", str(folder), "--camera", f"folder:{shown}"]) == 0
    return folder


def test_strange_dice_are_read_once_they_were_shown(strange: Strange, learned: Path) -> None:
    """Of faces in other places and turns none is read wrong, and nine of ten are read."""
    faces = load_calibration(learned).faces
    pairs = list(zip(FACES[:_NUMBER_FACES], FACES[_NUMBER_FACES:], strict=True))

    seen = [read_dice(strange.picture(*pair), strange.view, faces).dice for pair in pairs]
    read = [(dice["number"].face, dice["option"].face) for dice in seen]
    said = [(face, true) for two, pair in zip(read, pairs, strict=True)
            for face, true in zip(two, pair, strict=True) if face is not None]  # fmt: skip

    assert all(face == true for face, true in said)
    assert len(said) >= 0.9 * len(FACES)


def test_a_picture_shows_what_was_understood(learned: Path) -> None:
    """Beside the calibration lie a sheet of the faces and a readable file of all of them."""
    sheet = cv2.imread(str(learned / "dice.png"))
    data = json.loads((learned / "dice.json").read_text())

    assert sheet is not None
    assert min(sheet.shape[:2]) > 300
    assert set(data["faces"]) == set(FACES)


def test_learned_dice_survive_a_new_calibration(strange: Strange, learned: Path) -> None:
    """A calibration made anew leaves the dice alone."""
    before = load_calibration(learned).faces
    save_calibration(learned, Calibration(strange.view, Appearance(), 0.9))
    after = load_calibration(learned).faces

    assert before is not None
    assert after is not None
    assert before.to_json() == after.to_json()


@pytest.mark.parametrize(
    ("faces", "words"), [((), "no die was recognised"), (("2", "double"), "more than one die")]
)
def test_a_picture_without_one_die_alone_is_refused(
    strange: Strange,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    faces: tuple[str, ...],
    words: str,
) -> None:
    """No die or two of them: a sentence says so, and no file is written."""
    save_calibration(tmp_path, Calibration(strange.view, Appearance(), 1.0))
    write_picture(tmp_path / "shown" / "2.png", strange.picture(*faces))

    status = main(["learn-dice", str(tmp_path), "--camera", f"folder:{tmp_path / 'shown'}"])

    assert status == 1
    assert words in capsys.readouterr().err
    assert not (tmp_path / "dice.json").exists()


def test_pictures_must_be_told_apart(
    strange: Strange, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Pictures that bear no face's name must be twelve."""
    save_calibration(tmp_path, Calibration(strange.view, Appearance(), 1.0))
    write_picture(tmp_path / "shown" / "one.png", strange.picture("2"))

    assert main(["learn-dice", str(tmp_path), "--camera", str(tmp_path / "shown")]) == 1
    assert "expected 12 in the order" in capsys.readouterr().err


class Still:
    """A camera that shows the same picture for ever."""

    def __init__(self, picture: Frame) -> None:
        self._picture = picture

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        pass

    def read(self) -> Shot:
        return Shot(self._picture, 0.0, "0")


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_camera_is_shown_one_face_after_the_other(language: str) -> None:
    """The questions are put in the language asked for, s skips a face and e ends."""
    words, asked = texts("firmware", language)["learn"], []
    answers = iter(["", "s", "", *[""] * 4, "E"])

    def ask(question: str) -> str:
        asked.append(question)
        return next(answers)

    showings = list(by_prompt(Still(np.zeros((2, 2, 3), np.uint8)), ask, words))

    assert [showing.face for showing in showings] == [FACES[0], *FACES[2:7]]
    assert asked[0] == words["number"].format(face=FACES[0]) + " "
    assert asked[-1] == words["option"].format(face=FACES[7]) + " "


def test_damaged_dice_are_refused(strange: Strange, tmp_path: Path) -> None:
    """A damaged file of dice is an error that says to learn them again."""
    save_calibration(tmp_path, Calibration(strange.view, Appearance(), 1.0))
    (tmp_path / "dice.json").write_text("{")

    with pytest.raises(CalibrationError, match="learn-dice"):
        load_calibration(tmp_path)
